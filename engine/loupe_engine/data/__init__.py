"""From addresses and manifest lines to pixels and augmented samples."""
