"""The training engine of Loupe: one job, one process. Python trains and exports; it meets TypeScript in job, events and ONNX."""

__version__ = "0.1.0"
