"""What finding and reading of text share: boxes, widths, characters, and what readings are compared by."""
