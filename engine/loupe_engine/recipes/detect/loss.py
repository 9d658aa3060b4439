"""Which anchor point answers for which truth, and how wrong the answers are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import torch
import torch.nn.functional as F

from ...nn.boxes import complete_overlap, overlap
from .model import BINS, FINE, Detector, grids

TOP = 10  # anchor points a truth at most
SCORE_POWER, OVERLAP_POWER = 0.5, 6.0
LEAST, LEAST_FINE = 0.75, 1.125  # the second always holds four points of its level; YOLO26 gives tiny truths as many
WEIGHTS = {"box": 7.5, "cls": 0.5, "dfl": 1.5}


@dataclass
class Truths:
    """Truths of a batch on the canvas: boxes (M, 4) float32, labels (M,) and images (M,) int64, the number of each
    one's image; likewise regions to ignore, ignored (K, 4) and ignored_images (K,).
    """

    images: torch.Tensor
    labels: torch.Tensor
    boxes: torch.Tensor
    ignored_images: torch.Tensor
    ignored: torch.Tensor

    @classmethod
    def of(cls, truths: torch.Tensor, ignored: torch.Tensor, gain: torch.Tensor | None = None) -> Truths:
        """From rows (M, 6) and (K, 5) as a batch has them; `gain` (4,): pixels of the canvas for one of theirs, for
        x, y, x, y.
        """
        boxes, beside = truths[:, 2:], ignored[:, 1:]
        if gain is not None:
            boxes, beside = boxes * gain.to(boxes.device), beside * gain.to(boxes.device)
        return cls(truths[:, 0].long(), truths[:, 1].long(), boxes, ignored[:, 0].long(), beside)


@dataclass(frozen=True)
class Weighting:
    """What counts how much: factors of WEIGHTS, the power of the focus on hard cases, and for each label a factor (C,)
    of `cls`, and one (C,) of `box` and `dfl`.
    """

    factors: dict[str, float]
    focus: float = 0.0
    labels: torch.Tensor | None = None
    objects: torch.Tensor | None = None


EVEN = Weighting({})


def label_factors(counts: list[float], power: float) -> torch.Tensor | None:
    """Factors (C,) by the inverse of each label's number to a power, within 0.1…10; None where all count alike."""
    known = [count for count in counts if count > 0]
    if not power or not known:
        return None
    mean = sum(known) / len(known)
    return torch.tensor([min(10.0, max(0.1, (mean / count) ** power)) if count > 0 else 1.0 for count in counts])


def weighting_of(factors: dict[str, float], focus: float, rare: torch.Tensor | None, chosen: list[float]) -> Weighting:
    """`rare`: factors (C,) by number, as `label_factors` gives them; `chosen`: a person's factor for each label.

    Those of a person count in all losses. Those by number count in `cls` alone, which is what rare labels lack.
    """
    if all(one == 1 for one in chosen):
        return Weighting(factors, focus, rare)
    objects = torch.tensor(chosen)
    return Weighting(factors, focus, objects if rare is None else rare * objects, objects)


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
    levels: list[tuple[int, int, int]],
    truths: Truths,
) -> Match:
    """Task-aligned assignment (TOOD, Feng et al., 2021), all images of a batch at once.

    logits (B, A, C); `boxes` gives (N, 4) at (images (N,), points (N,)); `levels`: stride, rows and columns of each.
    A truth takes its TOP points by score^.5 * overlap^6 among those inside it; a point wanted twice goes to the truth
    that its box overlaps more. The overlap is the plain one, as in the paper. A truth smaller than a cell may hold no
    point: for candidates it counts as LEAST cells of the finest level to each side of its middle at least.
    """
    aims, labels, image = truths.boxes, truths.labels, truths.images
    finest = levels[0][0]
    of, at = inside(levels, aims, finest * (LEAST_FINE if finest == FINE else LEAST))
    if not len(of):
        none = torch.zeros(0, dtype=torch.long, device=aims.device)
        return Match(none, none, none, torch.zeros(0, device=aims.device))
    iou = overlap(boxes(image[of], at), aims[of]).clamp(min=0)
    fit = logits[image[of], at, labels[of]].sigmoid() ** SCORE_POWER * iou**OVERLAP_POWER
    best = _best_of_each(of, fit, len(aims))
    of, at, iou, fit = of[best], at[best], iou[best], fit[best]
    # Of those who want the same point of the same image the one with the largest overlap comes first.
    place = image[of] * logits.shape[1] + at
    order = iou.argsort(descending=True, stable=True)
    order = order[place[order].argsort(stable=True)]
    first = torch.ones(len(order), dtype=torch.bool, device=aims.device)
    first[1:] = place[order[1:]] != place[order[:-1]]
    won = order[first]
    of, at, iou, fit = of[won], at[won], iou[won], fit[won]
    top_fit = torch.zeros(len(aims), device=aims.device).scatter_reduce_(0, of, fit, "amax")
    top_iou = torch.zeros(len(aims), device=aims.device).scatter_reduce_(0, of, iou, "amax")
    # The sixth power of a small overlap is far below any usual epsilon: one added here would unteach tiny truths.
    return Match(image[of], at, of, fit / top_fit[of].clamp(min=1e-30) * top_iou[of])


def inside(levels: list[tuple[int, int, int]], aims: torch.Tensor, least: float) -> tuple[torch.Tensor, torch.Tensor]:
    """Pairs (truth, point), by truth and then by point, where the point lies in the truth's box (M, 4), taken as
    `least` about its middle at least.

    Only the cells that a box covers are enumerated: a table of all truths by all points takes gigabytes where images
    are large and truths many.
    """
    middle = (aims[:, :2] + aims[:, 2:]) / 2
    reach = ((aims[:, 2:] - aims[:, :2]) / 2).clamp(min=least)
    grid = _grid(tuple(levels), aims.device)
    stride, size = grid[:, :1].float(), grid[:, [2, 1]]
    offset = (size.prod(1).cumsum(0) - size.prod(1))[None]
    # The cells that may lie inside, one more on each side than must be; (M, L, 2) x, y.
    low = ((middle - reach)[:, None] / stride - 1.5).floor().long()
    high = ((middle + reach)[:, None] / stride + 0.5).ceil().long()
    low, high = torch.minimum(low.clamp(min=0), size), torch.minimum(high.clamp(min=0), size)
    wide, tall = (high - low).clamp(min=0).flatten(0, 1).unbind(1)  # (M * L,)
    count = wide * tall
    row = torch.arange(len(count), device=aims.device).repeat_interleave(count)
    nth = torch.arange(len(row), device=aims.device) - (count.cumsum(0) - count)[row]
    x0, y0 = low.flatten(0, 1).unbind(1)
    x, y = x0[row] + nth % wide[row], y0[row] + nth // wide[row]
    of, level = row // len(levels), row % len(levels)
    step = stride[level, 0]
    there = ((x + 0.5) * step - middle[of, 0]).abs() < reach[of, 0]
    there &= ((y + 0.5) * step - middle[of, 1]).abs() < reach[of, 1]
    point = offset[0, level] + y * size[level, 0] + x
    return of[there], point[there]


@lru_cache(maxsize=16)
def _grid(levels: tuple[tuple[int, int, int], ...], device: torch.device) -> torch.Tensor:
    """(L, 3) int64. Kept: sending so little to a graphics card makes a step wait for all before it."""
    return torch.tensor(levels, device=device)


def _best_of_each(of: torch.Tensor, fit: torch.Tensor, wanted: int) -> torch.Tensor:
    """Of pairs sorted by truth the indexes of the TOP ones of each truth, in their order."""
    counts = torch.bincount(of, minlength=wanted)
    order = fit.argsort(descending=True, stable=True)
    order = order[of[order].argsort(stable=True)]
    rank = torch.arange(len(of), device=of.device) - (counts.cumsum(0) - counts)[of]
    return order[rank < TOP]


def losses(
    net: Detector,
    sides: torch.Tensor,
    classes: torch.Tensor,
    truths: Truths,
    height: int,
    width: int,
    weighting: Weighting = EVEN,
) -> dict[str, torch.Tensor]:
    """Weighted losses {box, cls, dfl} of a batch, scalars.

    sides (B, 4 * BINS, A) and classes (B, C, A) as the head gives them. Points inside a region to ignore that answer
    for no truth add nothing to `cls`.
    """
    return matched(net, sides, classes, truths, height, width, weighting)[0]


def matched(
    net: Detector,
    sides: torch.Tensor,
    classes: torch.Tensor,
    truths: Truths,
    height: int,
    width: int,
    weighting: Weighting,
) -> tuple[dict[str, torch.Tensor], Match, torch.Tensor]:
    """As `losses`; also which points answer, and the sum of their weights by which losses are divided."""
    points, strides = net.points(height, width, sides.device)
    logits = classes.float().transpose(1, 2)  # (B, A, C)
    rows = sides.transpose(1, 2)  # (B, A, 4 * BINS)

    def boxes(images: torch.Tensor, anchors: torch.Tensor) -> torch.Tensor:
        if len(anchors) > rows.shape[0] * rows.shape[1]:  # large truths want the same points often
            return _boxes(rows, points, strides)[images, anchors]
        return _boxes(rows[images, anchors], points[anchors], strides[anchors])

    levels = grids(height, width, net.strides)
    match = assign(logits, boxes, levels, truths)
    labels, aims = truths.labels, truths.boxes
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
    if len(truths.ignored):
        each = each * _counted(logits, levels, truths, match)[..., None]
    parts = {"cls": each.sum() / whole}
    if len(at):
        answers = rows.reshape(-1, rows.shape[2]).index_select(0, at)  # (F, 4 * BINS)
        aim, point, stride = aims[match.truths], points[match.anchors], strides[match.anchors]
        if weighting.objects is not None:
            weight = weight * weighting.objects.to(weight.device)[labels[match.truths]]
        overlaps = complete_overlap(_boxes(answers, point, stride), aim)
        parts["box"] = ((1 - overlaps) * weight).sum() / whole
        parts["dfl"] = (_distribution(answers, aim, point, stride) * weight).sum() / whole
    else:
        parts["box"] = parts["dfl"] = sides.float().sum() * 0  # the sum of float16 may be infinite
    weighted = {name: parts[name] * (WEIGHTS[name] * weighting.factors.get(name, 1.0)) for name in WEIGHTS}
    return weighted, match, whole


def _counted(logits: torch.Tensor, levels: list[tuple[int, int, int]], truths: Truths, match: Match) -> torch.Tensor:
    """1 where a point counts for `cls` and 0 where it lies in a region to ignore and answers for nothing, (B, A)."""
    counts = torch.ones(logits.shape[:2], device=logits.device)
    of, at = inside(levels, truths.ignored, 0.0)
    counts[truths.ignored_images[of], at] = 0
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
