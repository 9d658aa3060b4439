"""Method `memory`: distances to remembered patches of good images."""
