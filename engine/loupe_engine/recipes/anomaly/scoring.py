"""From a map of evidence to one score, and from raw scores to 0…1: the same code in training, checks and the graph."""

from __future__ import annotations

from typing import Protocol

import torch
import torch.nn.functional as F

MAP_STRIDE = 2  # of the map of evidence
SMOOTH = 5  # cells of the map that evidence is averaged over: a defect is more than one cell
TOP = 16  # highest cells that make the score, however large the canvas is


class Scorer(Protocol):
    """The network of a method, as evaluation, report and graph use it."""

    def judge(
        self, x: torch.Tensor, counted: torch.Tensor, own: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Images (B, 3, H, W) in 0…1 and counted cells (B, 1, H / 2, W / 2) bool to evidence, (B, 1, H / 2, W / 2)
        float32, and raw scores of the images, (B,).

        `own` (B,): numbers of training images, which shall not be recognised by themselves.
        """

    def deployed(self) -> torch.nn.Module:
        """Itself, without what was for the training alone; in place."""


def blurred(evidence: torch.Tensor, kernel: int = SMOOTH) -> torch.Tensor:
    """(B, 1, h, w) averaged twice over a window: close to a Gaussian; cells beyond the edge do not count."""
    for _ in range(2):
        evidence = F.avg_pool2d(evidence, kernel, 1, kernel // 2, count_include_pad=False)
    return evidence


def top_mean(evidence: torch.Tensor, counted: torch.Tensor, low: float = 0.0) -> torch.Tensor:
    """(B,): mean of the highest cells of (B, 1, h, w) where `counted` (same, bool); others count as `low`."""
    flat = torch.where(counted, evidence, torch.full_like(evidence, low)).flatten(1)
    return flat.topk(min(flat.shape[1], TOP), dim=1).values.mean(1)


def calibrate(raw: torch.Tensor, threshold: torch.Tensor, spread: torch.Tensor) -> torch.Tensor:
    """Raw scores to 0…1: 0.5 at the threshold, rising everywhere, never at its ends."""
    z = (raw - threshold) / spread
    return 0.5 + 0.5 * z / (1 + z.abs())
