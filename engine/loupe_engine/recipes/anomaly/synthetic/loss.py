"""The loss of the segmentation: cross-entropy, in which defects count more, and overlap."""

from __future__ import annotations

import torch
import torch.nn.functional as F

DEFECT_WEIGHT = 6.0


def losses(logits: torch.Tensor, masks: torch.Tensor, counted: torch.Tensor) -> dict[str, torch.Tensor]:
    """Logits, masks and counted pixels, each (B, 1, h, w); masks and counted 0 or 1. Gives scalar losses `bce` and
    `dice`.

    Dice with squares, as its authors have it, learns from the first step although defects are rare: Milletari et al.,
    V-Net, 2016.
    """
    logits = logits.float()
    weight = counted * (1 + (DEFECT_WEIGHT - 1) * masks)
    bce = (F.binary_cross_entropy_with_logits(logits, masks, reduction="none") * weight).sum() / counted.sum().clamp(1)
    probability, truth = logits.sigmoid() * counted, masks * counted
    dice = 1 - (2 * (probability * truth).sum() + 1) / (probability.square().sum() + truth.sum() + 1)
    return {"bce": bce, "dice": dice}
