"""Blocks and geometry that more than one recipe uses."""
