"""The deployed form of `detect`: from a picture of any size to boxes in its own pixels, in one graph."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import nn

from ...export.graph import export_graph
from ...export.parity import Found
from ...nn.blocks import fold_norms
from ...nn.letterbox import letterbox
from .metrics import MOST, Detections
from .model import Detector, anchor_points, decode_boxes

FLOOR = 0.01  # detections below this are never of use and cost time
SHAKE, SHAKES = 5e-5, 4  # some ten times what other kernels were seen to change in a score
CANDIDATES = 3000  # anchor points that enter suppression at most, by their best score


def sort_out(
    boxes: torch.Tensor, scores: torch.Tensor, iou: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Boxes (1, A, 4) and scores (1, C, A) to boxes (N, 4), scores (N,), classes (N,), best first, N <= 300."""
    if boxes.shape[1] > CANDIDATES:
        _, best = scores.amax(1).topk(CANDIDATES, dim=1)  # (1, CANDIDATES)
        boxes, scores = boxes[:, best[0]], scores[:, :, best[0]]
    kept = torch.ops.loupe.suppress(boxes, scores, iou, MOST, FLOOR)  # (N, 3)
    classes, anchors = kept[:, 1], kept[:, 2]
    found = scores[0, classes, anchors]
    order = found.argsort(descending=True)[:MOST]
    return boxes[0, anchors[order]], found[order], classes[order]


class DetectGraph(nn.Module):
    """image (H, W, 3) uint8 RGB and iou_threshold (1,) float32 to boxes (N, 4) in its pixels, scores, classes.

    The same module runs in PyTorch, where it is the reference, and becomes the ONNX file.
    """

    def __init__(self, net: Detector, image_size: int) -> None:
        super().__init__()
        self.net = fold_norms(copy.deepcopy(net).cpu().float().eval().to(memory_format=torch.contiguous_format))
        self.image_size, self.canvas = image_size, net.canvas(image_size)
        points, strides = anchor_points(self.canvas, self.canvas, net.strides)
        self.register_buffer("points", points)
        self.register_buffer("strides", strides)
        for parameter in self.parameters():
            parameter.requires_grad_(False)

    def candidates(self, image: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """All boxes (1, A, 4) in the picture's pixels, not yet clipped, and scores (1, C, A)."""
        x, height, width = letterbox(image, self.image_size, self.canvas)
        sides, classes = self.net(x)
        gain = torch.stack(
            [torch.scalar_tensor(image.shape[1] / width), torch.scalar_tensor(image.shape[0] / height)] * 2
        )
        return decode_boxes(sides, self.points, self.strides) * gain, classes.sigmoid()

    def forward(
        self, image: torch.Tensor, iou_threshold: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        boxes, scores, classes = sort_out(*self.candidates(image), iou_threshold)
        full = torch.stack([torch.scalar_tensor(image.shape[1]), torch.scalar_tensor(image.shape[0])] * 2)
        return torch.minimum(boxes.clamp(min=0), full), scores, classes


@torch.no_grad()
def detect(graph: DetectGraph, pixels: np.ndarray, iou: float) -> Detections:
    """The reference answer for RGB pixels (H, W, 3) uint8."""
    boxes, scores, classes = graph(torch.from_numpy(np.ascontiguousarray(pixels)), torch.tensor([iou]))
    return Detections(boxes.numpy(), scores.numpy(), classes.numpy())


@torch.no_grad()
def firm_detect(graph: DetectGraph, pixels: np.ndarray, iou: float) -> Found:
    """The reference answer; firm are the detections that a slight shake of all scores and of `iou` leaves standing."""
    image = torch.from_numpy(np.ascontiguousarray(pixels))
    found = detect(graph, pixels, iou)
    boxes, scores = graph.candidates(image)
    limit = torch.tensor([pixels.shape[1], pixels.shape[0]] * 2)
    firm = np.ones(len(found.scores), bool)
    shake = torch.Generator().manual_seed(0)
    for i in range(SHAKES):
        noise = 1 + SHAKE * (2 * torch.rand(scores.shape, generator=shake) - 1)
        threshold = torch.tensor([iou + SHAKE * (-1) ** i])
        moved, _, classes = sort_out(boxes, scores * noise, threshold)
        there = _keys(torch.minimum(moved.clamp(min=0), limit).numpy(), classes.numpy())
        firm &= np.array([key in there for key in _key_list(found.boxes, found.classes)], bool)
    return Found(found.boxes, found.scores, found.classes, firm)


def _key_list(boxes: np.ndarray, classes: np.ndarray) -> list[tuple]:
    """Detections by exact value: shaking scores does not move a box."""
    return [(int(c), *box) for c, box in zip(classes, boxes.tolist(), strict=True)]


def _keys(boxes: np.ndarray, classes: np.ndarray) -> set[tuple]:
    return set(_key_list(boxes, classes))


def export(graph: DetectGraph, path: Path, classes: Sequence[str]) -> tuple[str, int]:
    """Write the ONNX file. Returns (sha256, bytes). Raises Fault export.failed."""
    sides = torch.export.Dim("height", min=1, max=32768), torch.export.Dim("width", min=1, max=32768)
    example = torch.randint(0, 255, (graph.canvas // 2 + 3, graph.canvas // 2 + 16, 3), dtype=torch.uint8)
    metadata = {"v": 1, "recipe": "detect", "image_size": graph.image_size, "classes": list(classes)}
    return export_graph(
        graph,
        path,
        (example, torch.tensor([0.5])),
        ({0: sides[0], 1: sides[1]}, None),
        (["image", "iou_threshold"], ["boxes", "scores", "classes"]),
        metadata,
    )
