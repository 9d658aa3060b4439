"""What a fork server loads: all that a training loads, and what the exporter finds out when it is first used.

Together they take longer than most drawn trainings.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import onnxruntime  # noqa: F401
import steered  # noqa: F401
import torch

import loupe_engine.work  # noqa: F401
from loupe_engine.export.graph import export_graph

torch.set_num_threads(1)
net = torch.nn.Sequential(torch.nn.Conv2d(3, 3, 3), torch.nn.SiLU()).eval()
with tempfile.TemporaryDirectory() as folder:
    export_graph(net, Path(folder) / "any.onnx", (torch.zeros(1, 3, 8, 8),), (None,), (["x"], ["y"]), {})
