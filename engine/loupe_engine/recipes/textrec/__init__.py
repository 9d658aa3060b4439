"""The network that reads a text: a strip of the image that a quad cuts out, to characters."""
