"""The deployed form of `detect`: from an image of any size to boxes in its own pixels, in one graph."""

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
from .metrics import MOST
from .model import Detector, anchor_points, decode_boxes
from .pretrained import NOTICE, Pretrained

FLOOR = 0.01  # detections below this are never of use and cost time; only a proof of a weak network asks for them
SCORE_ROUNDING, OVERLAP_ROUNDING = 2e-4, 2e-4  # far above what other kernels were seen to change; scores: relative
LISTED = 1_000_000  # detections of a class that a proof lists: all of them
CANDIDATES = 3000  # anchor points that enter suppression at most, by their best score


def sort_out(
    boxes: torch.Tensor, scores: torch.Tensor, iou: torch.Tensor, floor: torch.Tensor | None = None
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Boxes (1, A, 4) and scores (1, C, A) to boxes (N, 4), scores (N,), classes (N,), best first, N <= 300.

    Only scores above `floor` (1,) count, FLOOR where none is given.
    """
    return best_of(boxes, scores, iou, torch.tensor([FLOOR]) if floor is None else floor, MOST)


def best_of(
    boxes: torch.Tensor, scores: torch.Tensor, iou: torch.Tensor, floor: torch.Tensor, most: int, *more: torch.Tensor
) -> tuple[torch.Tensor, ...]:
    """As `sort_out`, so many at most; what else is said of the anchor points (1, K, A) comes after, (N, K) each."""
    boxes, scores, *more = _promising(boxes, scores, *more)
    classes, anchors = _kept(boxes, scores, iou, floor, most)
    return boxes[0, anchors], scores[0, classes, anchors], classes, *(one[0].t()[anchors] for one in more)


def _promising(boxes: torch.Tensor, scores: torch.Tensor, *more: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """The CANDIDATES anchor points with the best scores, as boxes (1, K, 4) and scores (1, C, K), and what else is said
    of them.
    """
    if boxes.shape[1] <= CANDIDATES:
        return boxes, scores, *more
    _, best = scores.amax(1).topk(CANDIDATES, dim=1)  # (1, CANDIDATES)
    return boxes[:, best[0]], *(one[:, :, best[0]] for one in (scores, *more))


def _kept(
    boxes: torch.Tensor, scores: torch.Tensor, iou: torch.Tensor, floor: torch.Tensor, most: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """(classes, anchors) of the best after suppression, best first."""
    kept = torch.ops.loupe.suppress(boxes, scores, iou, floor, most)  # (N, 3)
    classes, anchors = kept[:, 1], kept[:, 2]
    order = scores[0, classes, anchors].argsort(descending=True)[:most]
    return classes[order], anchors[order]


def gain_of(image: torch.Tensor, height: int, width: int) -> torch.Tensor:
    """(4,) pixels of an image (H, W, 3) for one of the canvas, where it is so high and wide there; x, y, x, y."""
    return torch.stack([torch.scalar_tensor(image.shape[1] / width), torch.scalar_tensor(image.shape[0] / height)] * 2)


def clip_to_image(boxes: torch.Tensor, image: torch.Tensor) -> torch.Tensor:
    """Boxes (N, 4) in pixels of an image (H, W, 3), clipped to it."""
    full = torch.stack([torch.scalar_tensor(image.shape[1]), torch.scalar_tensor(image.shape[0])] * 2)
    return torch.minimum(boxes.clamp(min=0), full)


class DetectGraph(nn.Module):
    """image (H, W, 3) uint8 RGB, iou_threshold and score_threshold (1,) float32 to boxes (N, 4), scores, classes.

    Boxes are in pixels of the image.

    The same module runs in PyTorch, where it is the reference, and becomes the ONNX file.
    """

    def __init__(
        self,
        net: Detector,
        image_size: int,
        room: tuple[int, int] | None = None,
        labels: Sequence[bool] | None = None,
    ) -> None:
        """`room`: height and width into which images are scaled; a square of `image_size` where none is given.
        `labels`: of each whether it may be found; None: all may.
        """
        super().__init__()
        self.net = fold_norms(copy.deepcopy(net).cpu().float().eval().to(memory_format=torch.contiguous_format))
        self.image_size, self.room = image_size, room or (image_size, image_size)
        self.canvas = net.canvas(self.room)
        points, strides = anchor_points(*self.canvas, net.strides)
        self.register_buffer("points", points)
        self.register_buffer("strides", strides)
        counted = None if labels is None or all(labels) else torch.tensor(labels).float()[None, :, None]
        self.register_buffer("counted", counted)
        self.requires_grad_(False)

    def candidates(self, image: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """All boxes (1, A, 4) in the image's pixels, not yet clipped, and scores (1, C, A)."""
        x, height, width = letterbox(image, self.canvas, self.room)
        sides, classes = self.net(x)
        gain = gain_of(image, height, width)
        scores = classes.sigmoid() if self.counted is None else classes.sigmoid() * self.counted
        return decode_boxes(sides, self.points, self.strides) * gain, scores

    def forward(
        self, image: torch.Tensor, iou_threshold: torch.Tensor, score_threshold: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        boxes, scores, classes = sort_out(*self.candidates(image), iou_threshold, score_threshold)
        return clip_to_image(boxes, image), scores, classes


@torch.no_grad()
def firm_detect(graph: DetectGraph, pixels: np.ndarray, iou: float, floor: float = FLOOR) -> Found:
    """What the graph may answer anywhere, as `firm_list` gives it."""
    image = torch.from_numpy(np.ascontiguousarray(pixels))
    boxes, scores = graph.candidates(image)
    classes, anchors, firm = firm_list(boxes, scores, iou, floor, MOST)
    clipped = clip_to_image(boxes[0, anchors], image)
    return Found(clipped.numpy(), scores[0, classes, anchors].numpy(), classes.numpy(), firm.numpy())


def firm_list(
    boxes: torch.Tensor, scores: torch.Tensor, iou: float, floor: float, most: int
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """(classes, anchors, firm) of what a graph may answer anywhere, best first; firm are the detections that rounding
    cannot make another box.

    A list of the `most` best is cut where scores may tie, after a short training all of them: then every detection that
    could be among the best is given, and which of the tied ones the other side has does not matter.
    """
    kept = torch.ops.loupe.suppress(boxes, scores, torch.tensor([iou]), torch.tensor([floor]), LISTED)
    classes, anchors = kept[:, 1], kept[:, 2]
    order = scores[0, classes, anchors].argsort(descending=True)
    classes, anchors = classes[order], anchors[order]
    found = scores[0, classes, anchors]
    if len(found) > most:
        near = found >= found[most - 1] * (1 - 2 * SCORE_ROUNDING)
        classes, anchors, found = classes[near], anchors[near], found[near]
    firm = found > floor * (1 + SCORE_ROUNDING)
    if boxes.shape[1] > CANDIDATES:
        # What stands at the last candidate may be none elsewhere: that shows where the list has room for more.
        cut = scores.amax(1).topk(CANDIDATES, dim=1).values[0, -1]
        answered, _ = _kept(*_promising(boxes, scores), torch.tensor([iou]), torch.tensor([floor]), most)
        if len(answered) < most:
            firm &= found > cut * (1 + SCORE_ROUNDING)
    for c in classes.unique():
        rows = (classes == c).nonzero().squeeze(1)
        above = (scores[0, c] > floor * (1 - SCORE_ROUNDING)).nonzero().squeeze(1)
        place = torch.searchsorted(above, anchors[rows])
        firm[rows] &= firm_after(boxes[0, above], scores[0, c, above], place, iou, SCORE_ROUNDING, OVERLAP_ROUNDING)
    return classes, anchors, firm


def export(graph: DetectGraph, path: Path, classes: Sequence[str]) -> tuple[str, int]:
    """Write the ONNX file. Returns (sha256, bytes). Raises Fault export.failed."""
    names = ["boxes", "scores", "classes"]
    return write_graph(graph, path, classes, "detect", names, (("detections",),) * 3)


def write_graph(
    graph: DetectGraph,
    path: Path,
    classes: Sequence[str],
    recipe: str,
    outputs: list[str],
    shapes: tuple[tuple[str, ...], ...],
) -> tuple[str, int]:
    """As `export`, of a graph with these inputs, for a recipe with other outputs; `shapes` as in `export_graph`."""
    sides = torch.export.Dim("height", min=1, max=32768), torch.export.Dim("width", min=1, max=32768)
    side = max(graph.canvas) // 2
    example = torch.randint(0, 255, (side + 3, side + 16, 3), dtype=torch.uint8)
    metadata = {"v": 1, "recipe": recipe, "image_size": graph.image_size, "classes": list(classes)}
    if isinstance(graph.net.backbone, Pretrained):
        metadata["notice"] = NOTICE
    return export_graph(
        graph,
        path,
        (example, torch.tensor([0.5]), torch.tensor([FLOOR])),
        ({0: sides[0], 1: sides[1]}, None, None),
        (["image", "iou_threshold", "score_threshold"], outputs),
        metadata,
        shapes,
    )
