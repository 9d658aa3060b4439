"""The training engine of Loupe: one job, one process. It meets TypeScript in job.json, event lines and ONNX only."""

__version__ = "0.1.0"
