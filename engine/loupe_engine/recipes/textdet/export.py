"""The deployed form of `textdet`: from an image of any size to a map of where texts are, in one graph."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import nn

from ...export.graph import export_graph
from ...nn.backbones.ppocr import PpOcr
from ...nn.blocks import fold_norms
from ...nn.letterbox import stretched
from .model import TextDetector
from .pretrained import NOTICE


def as_levels(logits: torch.Tensor) -> torch.Tensor:
    """Probabilities as whole numbers 0…255, uint8."""
    return (logits.sigmoid() * 255).round().to(torch.uint8)


class TextdetGraph(nn.Module):
    """image (H, W, 3) uint8 RGB to probability (h, w) uint8, 0…255, and scale (2,) float32: pixels of the image for a
    cell, x and y.

    Boxes are made of it outside (recipes/text/boxes.py). The same module runs in PyTorch, where it is the reference,
    and becomes the ONNX file.
    """

    def __init__(self, net: TextDetector, image_size: int, room: tuple[int, int]) -> None:
        """`room`: height and width into which images are scaled."""
        super().__init__()
        net = copy.deepcopy(net).cpu().float().eval().to(memory_format=torch.contiguous_format)
        net.threshold = None
        self.net = fold_norms(net)
        self.image_size, self.room, self.canvas = image_size, room, net.canvas(room)
        self.requires_grad_(False)

    def forward(self, image: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        # Beside the image stands nothing: at its edge with grey the ready-made network sees text on a bare surface.
        x = stretched(image, self.room, self.net.stride)
        levels = as_levels(self.net(x))[0, 0]
        sides = torch.scalar_tensor(image.shape[1] / x.shape[3]), torch.scalar_tensor(image.shape[0] / x.shape[2])
        return levels, torch.stack(sides)


@torch.no_grad()
def predict(graph: TextdetGraph, pixels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The reference's answer for an image (H, W, 3) uint8: probability (h, w) uint8, scale (2,)."""
    levels, scale = graph(torch.from_numpy(np.ascontiguousarray(pixels)))
    return levels.numpy(), scale.numpy()


def export(graph: TextdetGraph, path: Path, classes: Sequence[str]) -> tuple[str, int]:
    """Write the ONNX file. Returns (sha256, bytes). Raises Fault export.failed."""
    sides = torch.export.Dim("height", min=1, max=32768), torch.export.Dim("width", min=1, max=32768)
    example = torch.randint(0, 255, (graph.canvas[0] // 2 + 3, graph.canvas[1] // 2 + 16, 3), dtype=torch.uint8)
    metadata = {"v": 1, "recipe": "textdet", "image_size": graph.image_size, "classes": list(classes)}
    if isinstance(graph.net.backbone, PpOcr):
        metadata["notice"] = NOTICE
    return export_graph(
        graph,
        path,
        (example,),
        ({0: sides[0], 1: sides[1]},),
        (["image"], ["probability", "scale"]),
        metadata,
        (("rows", "columns"),),
    )
