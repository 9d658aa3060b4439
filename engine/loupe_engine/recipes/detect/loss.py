"""Which anchor point answers for which truth, and how wrong the answers are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
import torch.nn.functional as F

from ...nn.boxes import complete_overlap, overlap
from .model import BINS, Detector

TOP = 10  # anchor points a truth at most
SCORE_POWER, OVERLAP_POWER = 0.5, 6.0
WEIGHTS = {"box": 7.5, "cls": 0.5, "dfl": 1.5}


@dataclass
class Truths:
    """Truths of one image on the canvas: boxes (M, 4) float32, labels (M,) int64, ignored (K, 4) float32."""

    boxes: torch.Tensor
    labels: torch.Tensor
    ignored: torch.Tensor


@dataclass(frozen=True)
class Weighting:
    """What counts how much: factors of WEIGHTS, the power of the focus on hard cases, a factor (C,) for each label."""

    factors: dict[str, float]
    focus: float = 0.0
    labels: torch.Tensor | None = None


EVEN = Weighting({})


def label_factors(counts: list[float], power: float) -> torch.Tensor | None:
    """Factors (C,) by the inverse of each label's number to a power, within 0.1…10; None where all count alike."""
    known = [count for count in counts if count > 0]
    if not power or not known:
        return None
    mean = sum(known) / len(known)
    return torch.tensor([min(10.0, max(0.1, (mean / count) ** power)) if count > 0 else 1.0 for count in counts])


@dataclass
class Match:
    """Anchor points that answer, (F,) each, by image and point: the image, the point, the truth among those of all
    images one after the other, and how much it shall be sure, 0…1."""

    images: torch.Tensor
    anchors: torch.Tensor
    truths: torch.Tensor
    weights: torch.Tensor


@torch.no_grad()
def assign(
    logits: torch.Tensor,
    boxes: Callable[[torch.Tensor, torch.Tensor], torch.Tensor],
    points: torch.Tensor,
    strides: torch.Tensor,
    truths: list[Truths],
) -> Match:
    """Task-aligned assignment (TOOD, Feng et al., 2021), all images of a batch at once.

    logits (B, A, C); `boxes` gives (N, 4) at (images (N,), points (N,)); points (A, 2). Boxes and points in pixels.
    A truth takes its TOP points by score^.5 * overlap^6 among those inside it; a point wanted twice goes to the truth
    that its box overlaps more. A truth smaller than a cell may hold no point: for candidates it counts as at least one
    cell of the finest level.
    """
    aims, labels = torch.cat([t.boxes for t in truths]), torch.cat([t.labels for t in truths])
    counts = torch.tensor([len(t.boxes) for t in truths])
    image = torch.arange(len(truths)).repeat_interleave(counts).to(aims.device)
    of, at = _inside(points, aims, float(strides[0]) * 0.75)
    if not len(of):
        none = torch.zeros(0, dtype=torch.long, device=aims.device)
        return Match(none, none, none, torch.zeros(0, device=aims.device))
    iou = overlap(boxes(image[of], at), aims[of]).clamp(min=0)
    fit = logits[image[of], at, labels[of]].sigmoid() ** SCORE_POWER * iou**OVERLAP_POWER
    best = _best_of_each(of, fit, len(aims))
    of, at, iou, fit = of[best], at[best], iou[best], fit[best]
    # Of those who want the same point of the same image the one with the largest overlap comes first.
    place = image[of] * len(points) + at
    order = iou.argsort(descending=True, stable=True)
    order = order[place[order].argsort(stable=True)]
    first = torch.ones(len(order), dtype=torch.bool, device=aims.device)
    first[1:] = place[order[1:]] != place[order[:-1]]
    won = order[first]
    of, at, iou, fit = of[won], at[won], iou[won], fit[won]
    top_fit = torch.zeros(len(aims), device=aims.device).scatter_reduce_(0, of, fit, "amax")
    top_iou = torch.zeros(len(aims), device=aims.device).scatter_reduce_(0, of, iou, "amax")
    return Match(image[of], at, of, fit / (top_fit[of] + 1e-9) * top_iou[of])


def _inside(points: torch.Tensor, aims: torch.Tensor, least: float) -> tuple[torch.Tensor, torch.Tensor]:
    """Pairs (truth, point), by truth, where the point lies in the truth's box, taken as `least` about its middle at
    least.
    """
    middle = (aims[:, :2] + aims[:, 2:]) / 2
    reach = ((aims[:, 2:] - aims[:, :2]) / 2).clamp(min=least)
    x, y = ((points[:, i] - middle[:, i, None]).abs_() < reach[:, i, None] for i in (0, 1))
    of, at = x.logical_and_(y).nonzero(as_tuple=True)
    return of, at


def _best_of_each(of: torch.Tensor, fit: torch.Tensor, wanted: int) -> torch.Tensor:
    """Of pairs sorted by truth the indexes of the TOP ones of each truth. The table holds candidates only, not all
    points.
    """
    counts = torch.bincount(of, minlength=wanted)
    starts = counts.cumsum(0) - counts
    table = torch.full((wanted, max(TOP, int(counts.max()))), -1.0, device=fit.device)
    table[of, torch.arange(len(of), device=of.device) - starts[of]] = fit
    best, rank = table.topk(TOP, 1)
    return (starts[:, None] + rank)[best >= 0]


def losses(
    net: Detector,
    sides: torch.Tensor,
    classes: torch.Tensor,
    truths: list[Truths],
    height: int,
    width: int,
    weighting: Weighting = EVEN,
) -> dict[str, torch.Tensor]:
    """Weighted losses {box, cls, dfl} of a batch, scalars.

    sides (B, 4 * BINS, A) and classes (B, C, A) as the head gives them. Points inside a region to ignore that answer
    for no truth add nothing to `cls`.
    """
    points, strides = net.points(height, width, sides.device)
    logits = classes.float().transpose(1, 2)  # (B, A, C)
    rows = sides.transpose(1, 2)  # (B, A, 4 * BINS)

    def boxes(images: torch.Tensor, anchors: torch.Tensor) -> torch.Tensor:
        if len(anchors) > rows.shape[0] * rows.shape[1]:  # large truths want the same points often
            return _boxes(rows, points, strides)[images, anchors]
        return _boxes(rows[images, anchors], points[anchors], strides[anchors])

    match = assign(logits, boxes, points, strides, truths)
    labels, aims = torch.cat([t.labels for t in truths]), torch.cat([t.boxes for t in truths])
    at, weight = match.images * len(points) + match.anchors, match.weights
    target = torch.zeros_like(logits)
    target[match.images, match.anchors, labels[match.truths]] = weight
    whole = target.sum().clamp(min=1)
    each = F.binary_cross_entropy_with_logits(logits, target, reduction="none")
    if weighting.focus:
        # Focal loss, Lin et al., 2017, with soft targets as in Generalized Focal Loss, Li et al., 2020.
        each = each * (target - logits.sigmoid()).abs().clamp(min=1e-6) ** weighting.focus
    if weighting.labels is not None:
        each = each * weighting.labels.to(each.device)
    if any(len(t.ignored) for t in truths):
        each = each * _counted(points, truths, match)[..., None]
    parts = {"cls": each.sum() / whole}
    if len(at):
        answers = rows.reshape(-1, rows.shape[2]).index_select(0, at)  # (F, 4 * BINS)
        aim, point, stride = aims[match.truths], points[match.anchors], strides[match.anchors]
        overlaps = complete_overlap(_boxes(answers, point, stride), aim)
        parts["box"] = ((1 - overlaps) * weight).sum() / whole
        parts["dfl"] = (_distribution(answers, aim, point, stride) * weight).sum() / whole
    else:
        parts["box"] = parts["dfl"] = sides.sum() * 0
    return {name: parts[name] * (WEIGHTS[name] * weighting.factors.get(name, 1.0)) for name in WEIGHTS}


def _counted(points: torch.Tensor, truths: list[Truths], match: Match) -> torch.Tensor:
    """1 where a point counts for `cls` and 0 where it lies in a region to ignore and answers for nothing, (B, A)."""
    counts = torch.ones(len(truths), len(points), device=points.device)
    for b, truth in enumerate(truths):
        if len(truth.ignored):
            low = (points[:, None] > truth.ignored[None, :, :2]).all(-1)
            high = (points[:, None] < truth.ignored[None, :, 2:]).all(-1)
            counts[b, (low & high).any(1)] = 0
    counts[match.images, match.anchors] = 1
    return counts


def _boxes(rows: torch.Tensor, points: torch.Tensor, strides: torch.Tensor) -> torch.Tensor:
    """`decode_boxes` for sides that lie together: (..., 4 * BINS), points (..., 2), strides (...) to boxes (..., 4)."""
    bins = torch.arange(BINS, dtype=torch.float32, device=rows.device)
    away = rows.float().unflatten(-1, (4, BINS)).softmax(-1).matmul(bins) * strides[..., None]
    return torch.cat([points - away[..., :2], points + away[..., 2:]], -1)


def _distribution(rows: torch.Tensor, aim: torch.Tensor, point: torch.Tensor, stride: torch.Tensor) -> torch.Tensor:
    """Cross entropy of side distributions (F, 4 * BINS) with the two bins about the truth, (F,). DFL, Li et al.,
    2020.
    """
    shares = rows.float().unflatten(-1, (4, BINS)).log_softmax(-1)  # (F, 4, BINS)
    away = torch.cat([point - aim[:, :2], aim[:, 2:] - point], -1) / stride[:, None]
    away = away.clamp(0, BINS - 1.01)
    low = away.long()
    share = away - low
    at_low = shares.gather(-1, low[..., None])[..., 0]
    at_high = shares.gather(-1, low[..., None] + 1)[..., 0]
    return -(at_low * (1 - share) + at_high * share).mean(-1)
