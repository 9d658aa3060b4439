"""The deployed form of `anomaly`: from an image of any size to its score and heat map, in one graph."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from ...export.graph import export_graph
from ...nn.blocks import fold_norms
from ...nn.letterbox import letterbox
from .params import Params
from .regions import counted
from .scoring import MAP_STRIDE, Scorer, calibrate


class AnomalyGraph(nn.Module):
    """image (H, W, 3) uint8 RGB to score (1,) float32 in 0…1 and heat (h, w) uint8 of the image's aspect.

    0.5 is the threshold of the target share of false rejects; a person may set another. The same module runs in
    PyTorch, where it is the reference, and becomes the ONNX file.
    """

    def __init__(self, net: Scorer, params: Params, canvas: tuple[int, int]) -> None:
        super().__init__()
        net = copy.deepcopy(net).cpu().float().eval().to(memory_format=torch.contiguous_format)
        self.net = fold_norms(net.deployed())
        self.canvas, self.region, self.ignored = canvas, params.region, params.ignore_regions
        self.register_buffer("threshold", torch.tensor(0.0))
        self.register_buffer("spread", torch.tensor(1.0))
        self.register_buffer("heat_spread", torch.tensor(1.0))
        self.requires_grad_(False)

    def set_calibration(self, threshold: float, spread: float, reference: float) -> None:
        """Put the raw threshold at 0.5; `spread` raw units from it lies 0.75.

        Heat has the same middle and a scale of its own: `reference`, the evidence of a typical good cell, lies at
        0.125. The highest cells make the score, so most lie far below it, and in 256 levels nothing would be left of
        them.
        """
        self.threshold.fill_(threshold)
        self.spread.fill_(spread)
        self.heat_spread.fill_(max(spread, (threshold - reference) / 3))

    def judge(self, image: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, int, int]:
        """Evidence and counted cells (1, 1, H / 2, W / 2), raw score (1,), height and width of the image in cells."""
        x, height, width = letterbox(image, self.canvas)
        cells = (side // MAP_STRIDE for side in self.canvas)
        inside = counted(height / MAP_STRIDE, width / MAP_STRIDE, *cells, self.region, self.ignored)[None, None]
        rows, columns = (height + MAP_STRIDE - 1) // MAP_STRIDE, (width + MAP_STRIDE - 1) // MAP_STRIDE
        evidence, score = self.net.judge(x, inside)
        return evidence, inside, score, rows, columns

    def raw(self, image: torch.Tensor) -> torch.Tensor:
        """(1,) score before calibration."""
        return self.judge(image)[2]

    def forward(self, image: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        evidence, inside, raw, rows, columns = self.judge(image)
        score = calibrate(raw, self.threshold, self.spread)
        heat = calibrate(evidence, self.threshold, self.heat_spread) * inside
        heat = (heat[0, 0, :rows, :columns] * 255).round().to(torch.uint8)
        return score, heat


@torch.no_grad()
def predict(graph: AnomalyGraph, pixels: np.ndarray) -> tuple[float, np.ndarray]:
    """The reference's answer for an image (H, W, 3) uint8: score, heat (h, w) uint8."""
    score, heat = graph(torch.from_numpy(np.ascontiguousarray(pixels)))
    return float(score[0]), heat.numpy()


def export(graph: AnomalyGraph, path: Path, metadata: dict[str, Any]) -> tuple[str, int]:
    """Write the ONNX file. Returns (sha256, bytes). Raises Fault export.failed."""
    sides = torch.export.Dim("height", min=1, max=32768), torch.export.Dim("width", min=1, max=32768)
    example = torch.randint(0, 255, (graph.canvas[0] // 2 + 3, graph.canvas[1] // 2 + 16, 3), dtype=torch.uint8)
    return export_graph(
        graph,
        path,
        (example,),
        ({0: sides[0], 1: sides[1]},),
        (["image"], ["score", "heat"]),
        metadata,
        ((), ("rows", "columns")),
    )
