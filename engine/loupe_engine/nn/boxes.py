"""Boxes: overlap and suppression. A box is x1, y1, x2, y2 in pixels."""

from __future__ import annotations

import math

import torch

EPS = 1e-7


def overlap(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Intersection over union of boxes (..., 4) with boxes (..., 4), broadcast; gives (...)."""
    low, high = torch.maximum(a[..., :2], b[..., :2]), torch.minimum(a[..., 2:], b[..., 2:])
    shared = (high - low).clamp(min=0).prod(-1)
    area = (a[..., 2:] - a[..., :2]).prod(-1) + (b[..., 2:] - b[..., :2]).prod(-1)
    return shared / (area - shared + EPS)


def complete_overlap(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Overlap less penalties for distance and aspect ratio, (..., 4) with (..., 4). CIoU, Zheng et al., 2020."""
    iou = overlap(a, b)
    size_a, size_b = a[..., 2:] - a[..., :2], b[..., 2:] - b[..., :2]
    hull = torch.maximum(a[..., 2:], b[..., 2:]) - torch.minimum(a[..., :2], b[..., :2])
    gap = ((a[..., :2] + a[..., 2:] - b[..., :2] - b[..., 2:]) ** 2).sum(-1) / 4
    angle = torch.atan(size_b[..., 0] / (size_b[..., 1] + EPS)) - torch.atan(size_a[..., 0] / (size_a[..., 1] + EPS))
    shape = 4 / math.pi**2 * angle**2
    with torch.no_grad():
        weight = shape / (1 - iou + shape + EPS)
    return iou - gap / ((hull**2).sum(-1) + EPS) - weight * shape


def suppress(boxes: torch.Tensor, scores: torch.Tensor, iou: float, most: int) -> torch.Tensor:
    """Greedy suppression within one class: boxes (N, 4), scores (N,) to the indexes kept, best first, at most `most`.

    A box goes when its overlap with a kept one is above `iou`, as ONNX NonMaxSuppression has it; of equal scores the
    lower index comes first.
    """
    order = torch.argsort(scores, descending=True, stable=True)
    boxes = boxes[order]
    area = (boxes[:, 2:] - boxes[:, :2]).clamp(min=0).prod(-1)
    rest = torch.arange(len(boxes), device=boxes.device)
    kept: list[int] = []
    while len(rest) and len(kept) < most:
        first, rest = rest[0], rest[1:]
        kept.append(int(first))
        low, high = torch.maximum(boxes[first, :2], boxes[rest, :2]), torch.minimum(boxes[first, 2:], boxes[rest, 2:])
        shared = (high - low).clamp(min=0).prod(-1)
        rest = rest[~(shared > iou * (area[first] + area[rest] - shared))]
    return order[torch.tensor(kept, dtype=torch.long, device=boxes.device)]


def suppress_by_class(
    boxes: torch.Tensor, scores: torch.Tensor, iou: float, floor: float, most: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """Suppression of boxes (A, 4) with scores (C, A), each class by itself.

    Gives (classes, boxes) as two index vectors, by class, and within it best first: the order of ONNX.
    """
    classes, picked = [], []
    for c in range(scores.shape[0]):
        candidates = (scores[c] > floor).nonzero().squeeze(1)
        if len(candidates):
            kept = candidates[suppress(boxes[candidates], scores[c, candidates], iou, most)]
            picked.append(kept)
            classes.append(torch.full_like(kept, c))
    if not picked:
        empty = torch.zeros(0, dtype=torch.long, device=boxes.device)
        return empty, empty
    return torch.cat(classes), torch.cat(picked)


def firm_after(
    boxes: torch.Tensor, scores: torch.Tensor, kept: torch.Tensor, iou: float, near: float, margin: float
) -> torch.Tensor:
    """Which of the boxes kept by greedy suppression (indexes (K,), best first) would be kept anywhere; gives (K,) bool.

    Scores may differ elsewhere by a share of `near`, overlaps by `margin`. A kept box is firm when every box that could
    then suppress it is itself suppressed for certain by a firm one. boxes (N, 4), scores (N,): one class.
    """
    firm = torch.zeros(len(kept), dtype=torch.bool)
    gone = torch.zeros(len(scores), dtype=torch.bool)  # suppressed for certain by a firm box
    for row, i in enumerate(kept.tolist()):
        shared = overlap(boxes[i], boxes)
        threats = (shared > iou - margin) & (scores > scores[i] * (1 - near)) & ~gone
        threats[i] = False
        firm[row] = not bool(threats.any())
        if firm[row]:
            gone |= (shared > iou + margin) & (scores < scores[i] * (1 - near))
    return firm
