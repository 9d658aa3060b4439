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
from ...nn.boxes import firm_after
from ...nn.letterbox import letterbox
from .metrics import MOST, Detections
from .model import Detector, anchor_points, decode_boxes

FLOOR = 0.01  # detections below this are never of use and cost time; only a proof of a weak network asks for them
SCORE_ROUNDING, OVERLAP_ROUNDING = 2e-4, 2e-4  # far above what other kernels were seen to change; scores: relative
CANDIDATES = 3000  # anchor points that enter suppression at most, by their best score


def sort_out(
    boxes: torch.Tensor, scores: torch.Tensor, iou: torch.Tensor, floor: torch.Tensor | None = None
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Boxes (1, A, 4) and scores (1, C, A) to boxes (N, 4), scores (N,), classes (N,), best first, N <= 300.

    Only scores above `floor` (1,) count, FLOOR where none is given.
    """
    boxes, scores = _promising(boxes, scores)
    classes, anchors = _kept(boxes, scores, iou, torch.tensor([FLOOR]) if floor is None else floor)
    return boxes[0, anchors], scores[0, classes, anchors], classes


def _promising(boxes: torch.Tensor, scores: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The CANDIDATES anchor points with the best scores, as boxes (1, K, 4) and scores (1, C, K)."""
    if boxes.shape[1] <= CANDIDATES:
        return boxes, scores
    _, best = scores.amax(1).topk(CANDIDATES, dim=1)  # (1, CANDIDATES)
    return boxes[:, best[0]], scores[:, :, best[0]]


def _kept(
    boxes: torch.Tensor, scores: torch.Tensor, iou: torch.Tensor, floor: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """(classes, anchors) of the MOST best after suppression, best first."""
    kept = torch.ops.loupe.suppress(boxes, scores, iou, floor, MOST)  # (N, 3)
    classes, anchors = kept[:, 1], kept[:, 2]
    order = scores[0, classes, anchors].argsort(descending=True)[:MOST]
    return classes[order], anchors[order]


class DetectGraph(nn.Module):
    """image (H, W, 3) uint8 RGB, iou_threshold and score_threshold (1,) float32 to boxes (N, 4), scores, classes.

    Boxes are in pixels of the picture.

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
        self, image: torch.Tensor, iou_threshold: torch.Tensor, score_threshold: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        boxes, scores, classes = sort_out(*self.candidates(image), iou_threshold, score_threshold)
        full = torch.stack([torch.scalar_tensor(image.shape[1]), torch.scalar_tensor(image.shape[0])] * 2)
        return torch.minimum(boxes.clamp(min=0), full), scores, classes


@torch.no_grad()
def detect(graph: DetectGraph, pixels: np.ndarray, iou: float, floor: float = FLOOR) -> Detections:
    """The reference answer for RGB pixels (H, W, 3) uint8."""
    image = torch.from_numpy(np.ascontiguousarray(pixels))
    boxes, scores, classes = graph(image, torch.tensor([iou]), torch.tensor([floor]))
    return Detections(boxes.numpy(), scores.numpy(), classes.numpy())


@torch.no_grad()
def firm_detect(graph: DetectGraph, pixels: np.ndarray, iou: float, floor: float = FLOOR) -> Found:
    """The reference answer; firm are the detections that rounding elsewhere cannot make another box."""
    boxes, scores = _promising(*graph.candidates(torch.from_numpy(np.ascontiguousarray(pixels))))
    classes, anchors = _kept(boxes, scores, torch.tensor([iou]), torch.tensor([floor]))
    found = scores[0, classes, anchors]
    # What stands at an edge may fall on either side of it: the floor, the end of a full list, the last candidate.
    edges = [floor]
    if len(found) == MOST:
        edges.append(float(found[-1]))
    if boxes.shape[1] == CANDIDATES:
        edges.append(float(scores.amax(1).min()))
    firm = found > max(edges) * (1 + SCORE_ROUNDING)
    for c in classes.unique():
        rows = (classes == c).nonzero().squeeze(1)
        above = (scores[0, c] > floor * (1 - SCORE_ROUNDING)).nonzero().squeeze(1)
        place = torch.searchsorted(above, anchors[rows])
        firm[rows] &= firm_after(boxes[0, above], scores[0, c, above], place, iou, SCORE_ROUNDING, OVERLAP_ROUNDING)
    limit = torch.tensor([pixels.shape[1], pixels.shape[0]] * 2)
    clipped = torch.minimum(boxes[0, anchors].clamp(min=0), limit)
    return Found(clipped.numpy(), found.numpy(), classes.numpy(), firm.numpy())


def export(graph: DetectGraph, path: Path, classes: Sequence[str]) -> tuple[str, int]:
    """Write the ONNX file. Returns (sha256, bytes). Raises Fault export.failed."""
    sides = torch.export.Dim("height", min=1, max=32768), torch.export.Dim("width", min=1, max=32768)
    example = torch.randint(0, 255, (graph.canvas // 2 + 3, graph.canvas // 2 + 16, 3), dtype=torch.uint8)
    metadata = {"v": 1, "recipe": "detect", "image_size": graph.image_size, "classes": list(classes)}
    return export_graph(
        graph,
        path,
        (example, torch.tensor([0.5]), torch.tensor([FLOOR])),
        ({0: sides[0], 1: sides[1]}, None, None),
        (["image", "iou_threshold", "score_threshold"], ["boxes", "scores", "classes"]),
        metadata,
    )
