"""One folder a trainable network; each has data, model, loss, metrics, export and recipe, always under these names."""
