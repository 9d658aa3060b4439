"""How wrong masks are: those of the points that answer for a truth, and the semantic map."""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F

from ..detect.loss import Match, Truths, Weighting, matched
from .model import COARSE, Answers, Segmenter
from .truths import times_finer

WEIGHTS = {"mask": 4.0, "semantic": 1.0}


@dataclass
class Masks:
    """Of each truth of a batch: windows [(x1, y1, x2, y2)] on the grid of the prototypes, and cells in 0…1 on the
    device, (times * h, times * w), so many `times` finer. A window of 0 cells: only the box is known.
    """

    windows: list[tuple[int, int, int, int]]
    cells: list[torch.Tensor]
    times: list[int]

    @classmethod
    def of(cls, windows: torch.Tensor, cells: torch.Tensor, stride: int) -> Masks:
        """From windows (M, 4) and cells (P,) as a batch has them, and the stride of the prototypes."""
        places = [tuple(row) for row in windows.tolist()]
        coarse = [(y2 - y1, x2 - x1) for x1, y1, x2, y2 in places]
        times = [times_finer(*size, stride) for size in coarse]
        sizes = [(high * finer, wide * finer) for (high, wide), finer in zip(coarse, times, strict=True)]
        parts = (cells.float() / 255).split([high * wide for high, wide in sizes])
        return cls(places, [part.view(size) for part, size in zip(parts, sizes, strict=True)], times)


def losses(
    net: Segmenter, answers: Answers, truths: Truths, masks: Masks, canvas: tuple[int, int], weighting: Weighting
) -> dict[str, torch.Tensor]:
    """Weighted losses {box, cls, dfl, mask} of a batch, scalars, and `semantic` where there is such a map."""
    sides, classes, mixing, prototypes, *maps = answers
    parts, match, whole = matched(net, sides, classes, truths, *canvas, weighting)
    counted = _counted(truths, masks, prototypes.shape, net.mask_stride)
    weight = match.weights
    if weighting.objects is not None:
        weight = weight * weighting.objects.to(weight.device)[truths.labels[match.truths]]
    factor = WEIGHTS["mask"] * weighting.factors.get("mask", 1.0)
    wrong = mask_loss(mixing, prototypes, truths, masks, match, weight, counted)
    found = parts | {"mask": wrong / whole * factor}
    if maps:
        found["semantic"] = _semantic(maps[0], truths, masks, counted, net.mask_stride) * WEIGHTS["semantic"]
    return found


def mask_loss(
    mixing: torch.Tensor,
    prototypes: torch.Tensor,
    truths: Truths,
    masks: Masks,
    match: Match,
    weight: torch.Tensor,
    counted: torch.Tensor | None,
) -> torch.Tensor:
    """Sum over the points that answer of cross entropy (mean over the window) and dice loss (Milletari et al., 2016),
    each times the weight of its point.
    """
    order = match.truths.argsort(stable=True)
    per_truth = torch.bincount(match.truths, minlength=len(masks.windows)).tolist()
    images = truths.images.tolist()
    rows = mixing.transpose(1, 2)[match.images, match.anchors].float()[order].split(per_truth)
    weights = weight[order].split(per_truth)
    total = prototypes.float().sum() * 0 + mixing.float().sum() * 0
    for i, (x1, y1, x2, y2) in enumerate(masks.windows):
        if not per_truth[i] or x2 == x1:
            continue
        target, times = masks.cells[i].flatten(), masks.times[i]
        coarse = torch.einsum("nk,khw->nhw", rows[i], prototypes[images[i], :, y1:y2, x1:x2].float())
        logits = _finer(coarse, times).flatten(1)  # (answers, cells)
        if counted is None:
            counts = torch.ones_like(target)
        else:
            # what an ignored region hides is not taught; the truth itself is
            there = counted[images[i], y1:y2, x1:x2].repeat_interleave(times, 0).repeat_interleave(times, 1)
            counts = torch.maximum(there.flatten(), (target > 0).float())
        each = F.binary_cross_entropy_with_logits(logits, target.expand_as(logits), reduction="none")
        entropy = (each * counts).sum(1) / counts.sum().clamp(min=1)
        total = total + ((entropy + _dice(logits.sigmoid() * counts, target)) * weights[i]).sum()
    return total


def _finer(logits: torch.Tensor, times: int) -> torch.Tensor:
    """(N, h, w) to (N, times * h, times * w), as masks are scaled up in use."""
    if times == 1:
        return logits
    return F.interpolate(logits[:, None], scale_factor=float(times), mode="bilinear", align_corners=False)[:, 0]


def _dice(found: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """(N, P) in 0…1 and (P,) or (N, P) likewise to (N,)."""
    return 1 - (2 * (found * target).sum(-1) + 1) / (found.sum(-1) + target.sum(-1) + 1)


@torch.no_grad()
def _counted(truths: Truths, masks: Masks, shape: torch.Size, stride: int) -> torch.Tensor | None:
    """1 where cells count and 0 where a region to ignore lies, or a truth of which only the box is known, (B, h, w);
    None where all do.
    """
    unknown = torch.tensor([x1 == x2 for x1, _, x2, _ in masks.windows], dtype=torch.bool, device=truths.boxes.device)
    boxes = torch.cat([truths.ignored, truths.boxes[unknown]])
    if not len(boxes):
        return None
    images = torch.cat([truths.ignored_images, truths.images[unknown]]).tolist()
    counts = torch.ones(shape[0], *shape[2:], device=boxes.device)
    low, high = (boxes[:, :2] / stride).floor().int().tolist(), (boxes[:, 2:] / stride).ceil().int().tolist()
    for image, (x1, y1), (x2, y2) in zip(images, low, high, strict=True):
        counts[image, max(0, y1) : max(0, y2), max(0, x1) : max(0, x2)] = 0
    return counts


def _semantic(
    logits: torch.Tensor, truths: Truths, masks: Masks, counted: torch.Tensor | None, stride: int
) -> torch.Tensor:
    """Cross entropy of which labels are where (B, C, h, w), and dice loss of those that an image has."""
    block = COARSE // stride
    target = torch.zeros(logits.shape, device=logits.device)
    counts = torch.ones(logits.shape[0], 1, *logits.shape[2:], device=logits.device)
    if counted is not None:
        counts = -F.max_pool2d(-counted[:, None], block)
    for image, label, (x1, y1, x2, y2), cells, times in zip(
        truths.images.tolist(), truths.labels.tolist(), masks.windows, masks.cells, masks.times, strict=True
    ):
        if x1 != x2:
            place = target[image, label, y1 // block : y2 // block, x1 // block : x2 // block]
            torch.maximum(place, F.avg_pool2d(cells[None], block * times)[0], out=place)
    counts = torch.maximum(counts, (target.amax(1, keepdim=True) > 0).float())
    each = F.binary_cross_entropy_with_logits(logits.float(), target, reduction="none") * counts
    # of all labels of a place together: most have none of them
    entropy = each.sum(1).mean()
    there = target.sum((2, 3)) > 0
    if not there.any():
        return entropy
    found = (logits.float().sigmoid() * counts)[there].flatten(1)
    return entropy + _dice(found, target[there].flatten(1)).mean()
