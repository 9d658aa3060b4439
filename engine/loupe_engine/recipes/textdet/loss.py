"""How wrong the maps are: probability, threshold, and what both together say is text (DB, Liao et al., 2020)."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from .maps import HIGH, LOW

STEEP = 50.0  # of the step between probability and threshold
NEGATIVES = 3  # cells without text that count for each with, the worst ones (OHEM, Shrivastava et al., 2016)
FEW = 1000  # such cells that count on an image without text
WEIGHTS = {"probability": 5.0, "binary": 1.0, "border": 10.0}


def losses(
    logits: torch.Tensor,
    threshold: torch.Tensor,
    kernel: torch.Tensor,
    counted: torch.Tensor,
    border: torch.Tensor,
    beside: torch.Tensor,
) -> dict[str, torch.Tensor]:
    """Weighted losses {probability, binary, border} of logits (B, 1, H, W) and maps (B, H, W) uint8, scalars."""
    logits, threshold = logits[:, 0].float(), threshold[:, 0].float().sigmoid()
    target, counts = kernel.float(), counted.float()
    step = ((logits.sigmoid() - threshold) * STEEP).sigmoid()
    edge = LOW + (HIGH - LOW) / 255 * border.float()
    taught = beside.float()
    away = ((threshold - edge).abs() * taught).sum() / taught.sum().clamp(min=1)
    parts = {
        "probability": entropy(logits, target, counts),
        "binary": _dice(step, target, counts),
        "border": away,
    }
    return {name: WEIGHTS[name] * value for name, value in parts.items()}


def entropy(logits: torch.Tensor, target: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
    """Cross entropy, mean over the cells with text and the worst of the others, of the batch together."""
    each = F.binary_cross_entropy_with_logits(logits, target, reduction="none")
    positive, negative = target * counts, (1 - target) * counts
    with torch.no_grad():
        found, free = int(positive.sum()), int(negative.sum())
        most = min(free, NEGATIVES * found if found else FEW * len(target))
    worst = (each * negative).flatten().topk(most).values.sum() if most else each.sum() * 0
    return ((each * positive).sum() + worst) / max(1, found + most)


def _dice(found: torch.Tensor, target: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
    """Of the batch together (Milletari et al., 2016)."""
    both = (found * target * counts).sum()
    return 1 - (2 * both + 1) / ((found * counts).sum() + (target * counts).sum() + 1)
