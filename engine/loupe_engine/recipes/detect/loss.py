"""Which anchor point answers for which truth, and how wrong the answers are."""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F

from ...nn.boxes import complete_overlap, overlap
from .model import BINS, Detector, decode_boxes

TOP = 10  # anchor points a truth at most
SCORE_POWER, OVERLAP_POWER = 0.5, 6.0
WEIGHTS = {"box": 7.5, "cls": 0.5, "dfl": 1.5}


@dataclass
class Truths:
    """Truths of one picture on the canvas: boxes (M, 4) float32, labels (M,) int64, ignored (K, 4) float32."""

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
    """Anchor points that answer, (F,) each: index of the point, of its truth, and how much it shall be sure, 0…1."""

    anchors: torch.Tensor
    truths: torch.Tensor
    weights: torch.Tensor


@torch.no_grad()
def assign(
    scores: torch.Tensor, boxes: torch.Tensor, points: torch.Tensor, strides: torch.Tensor, truths: Truths
) -> Match:
    """Task-aligned assignment for one picture (TOOD, Feng et al., 2021).

    scores (A, C) in 0…1, boxes (A, 4) and points (A, 2) in pixels. A truth takes its TOP points by score^.5 * overlap^6
    among those inside it; a point wanted twice goes to the truth that its box overlaps more. A truth smaller than a
    cell may hold no point: for candidates it counts as at least one cell of the finest level.
    """
    wanted = len(truths.boxes)
    if not wanted:
        none = torch.zeros(0, dtype=torch.long, device=scores.device)
        return Match(none, none, torch.zeros(0, device=scores.device))
    middle = (truths.boxes[:, :2] + truths.boxes[:, 2:]) / 2
    reach = ((truths.boxes[:, 2:] - truths.boxes[:, :2]) / 2).clamp(min=float(strides[0]) * 0.75)
    inside = ((points[None] - middle[:, None]).abs() < reach[:, None]).all(-1)  # (M, A)
    of, at = inside.nonzero(as_tuple=True)
    iou = overlap(boxes[at], truths.boxes[of]).clamp(min=0)
    fit = scores[at, truths.labels[of]] ** SCORE_POWER * iou**OVERLAP_POWER
    shape = (wanted, len(points))
    fits = torch.full(shape, -1.0, device=scores.device)
    fits[of, at] = fit
    overlaps = torch.zeros(shape, device=scores.device)
    overlaps[of, at] = iou
    best, index = fits.topk(min(TOP, len(points)), 1)
    chosen = torch.zeros(shape, dtype=torch.bool, device=scores.device)
    chosen.scatter_(1, index, best >= 0)
    anchors = chosen.any(0).nonzero().squeeze(1)
    owner = torch.where(chosen, overlaps, -torch.ones_like(overlaps))[:, anchors].argmax(0)
    fit, iou = fits[owner, anchors], overlaps[owner, anchors]
    top_fit = torch.zeros(wanted, device=scores.device).scatter_reduce_(0, owner, fit, "amax")
    top_iou = torch.zeros(wanted, device=scores.device).scatter_reduce_(0, owner, iou, "amax")
    return Match(anchors, owner, fit / (top_fit[owner] + 1e-9) * top_iou[owner])


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
    boxes = decode_boxes(sides, points, strides)  # (B, A, 4)
    logits = classes.float().permute(0, 2, 1)  # (B, A, C)
    target = torch.zeros_like(logits)
    counts = torch.ones(logits.shape[:2], device=logits.device)
    probable, seen = logits.detach().sigmoid(), boxes.detach()
    batch_at, anchors, aims, weights = [], [], [], []
    for b, truth in enumerate(truths):
        match = assign(probable[b], seen[b], points, strides, truth)
        target[b, match.anchors, truth.labels[match.truths]] = match.weights
        if len(truth.ignored):
            low = (points[:, None] > truth.ignored[None, :, :2]).all(-1)
            high = (points[:, None] < truth.ignored[None, :, 2:]).all(-1)
            counts[b, (low & high).any(1)] = 0
            counts[b, match.anchors] = 1
        batch_at.append(torch.full_like(match.anchors, b))
        anchors.append(match.anchors)
        aims.append(truth.boxes[match.truths])
        weights.append(match.weights)
    at, anchor, aim, weight = torch.cat(batch_at), torch.cat(anchors), torch.cat(aims), torch.cat(weights)
    whole = target.sum().clamp(min=1)
    each = F.binary_cross_entropy_with_logits(logits, target, reduction="none")
    if weighting.focus:
        # Focal loss, Lin et al., 2017, with soft targets as in Generalized Focal Loss, Li et al., 2020.
        each = each * (target - logits.sigmoid()).abs().clamp(min=1e-6) ** weighting.focus
    if weighting.labels is not None:
        each = each * weighting.labels.to(each.device)
    parts = {"cls": (each * counts[..., None]).sum() / whole}
    if len(at):
        parts["box"] = ((1 - complete_overlap(boxes[at, anchor], aim)) * weight).sum() / whole
        parts["dfl"] = (_distribution(sides, at, anchor, aim, points, strides) * weight).sum() / whole
    else:
        parts["box"] = parts["dfl"] = sides.sum() * 0
    return {name: parts[name] * (WEIGHTS[name] * weighting.factors.get(name, 1.0)) for name in WEIGHTS}


def _distribution(
    sides: torch.Tensor,
    at: torch.Tensor,
    anchor: torch.Tensor,
    aim: torch.Tensor,
    points: torch.Tensor,
    strides: torch.Tensor,
) -> torch.Tensor:
    """Cross entropy of side distributions with the two bins about the truth, (F,). DFL, Li et al., 2020."""
    rows = sides.float().view(sides.shape[0], 4, BINS, -1)[at, :, :, anchor].log_softmax(-1)  # (F, 4, BINS)
    point = points[anchor]
    away = torch.cat([point - aim[:, :2], aim[:, 2:] - point], -1) / strides[anchor, None]
    away = away.clamp(0, BINS - 1.01)
    low = away.long()
    share = away - low
    at_low = rows.gather(-1, low[..., None])[..., 0]
    at_high = rows.gather(-1, low[..., None] + 1)[..., 0]
    return -(at_low * (1 - share) + at_high * share).mean(-1)
