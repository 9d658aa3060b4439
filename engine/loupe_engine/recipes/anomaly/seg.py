"""Method `synthetic`: the segmentation as the recipe and the graph use it, evidence a cell being a probability."""

from __future__ import annotations

import torch

from .model import Segmenter
from .scoring import blurred, top_mean

EDGE = 1e-6  # probabilities are kept this far from 0 and 1: their logits stay finite


class SyntheticNet(Segmenter):
    """A Segmenter that also scores. Evidence of a cell: probability of a defect; raw scores and maps: its logit."""

    def evidence(self, x: torch.Tensor, counted: torch.Tensor) -> torch.Tensor:
        """Pictures (B, 3, H, W) in 0…1 and counted cells (B, 1, H / 2, W / 2) bool to (B, 1, H / 2, W / 2) float32."""
        return blurred(self(x).float().sigmoid() * counted)

    def deployed(self) -> SyntheticNet:
        """As it is used."""
        return self

    @staticmethod
    def raw(evidence: torch.Tensor) -> torch.Tensor:
        """Evidence or a mean of it as a raw score, any shape: rising and without an end."""
        return torch.logit(evidence, EDGE)

    def score(self, evidence: torch.Tensor, counted: torch.Tensor) -> torch.Tensor:
        """(B,) raw scores of pictures from their evidence."""
        return self.raw(top_mean(evidence, counted))
