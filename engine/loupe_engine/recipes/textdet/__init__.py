"""Where texts are: a map of probabilities at full resolution (differentiable binarisation, Liao et al., 2020)."""
