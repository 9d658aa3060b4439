"""Graphs with pre- and post-processing inside, and the proof that they do what the trained network does."""
