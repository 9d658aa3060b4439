"""Drawn defects on held-back good images: what a version finds, and what it misses."""
