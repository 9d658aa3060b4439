"""Memories side by side over one backbone, each of some of its levels at a stride of its own.

Each has a scale of its own, how the training images score in it, and what stands out most counts: cell by cell, and
image by image (decision 72).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

import numpy as np
import torch
from torch import nn

from .bank import Bank, Kept, Reservoir, admit, compared, highest, levels_of, on_map, patches_counted, patches_of
from .scoring import MAP_STRIDE
from .threshold import spread_of

Patches = list[tuple[torch.Tensor, torch.Tensor]]  # for each memory (B, D, h, w), and those that count, (B, 1, h, w)


class Memories(nn.Module):
    """Distances of an image's patches to banks, in spreads of the scores of the training images above their middle,
    once that is known. `inner`: channels of the levels that the backbone gives memories.
    """

    def __init__(self, inner: Sequence[int], bank_size: int, *kept: Kept) -> None:
        super().__init__()
        self.kept = kept
        self.dimensions = [sum(levels_of(inner, one)) for one in kept]
        self.banks = nn.ModuleList(Bank(bank_size, d) for d in self.dimensions)
        # middle and spread of the scores of the training images, in each memory
        self.register_buffer("reference", torch.tensor([[0.0, 1.0]]).repeat(len(kept), 1))
        self.sizes = [compared(d) for d in self.dimensions]

    def patches_in(self, levels: list[torch.Tensor], counted: torch.Tensor) -> Patches:
        """Of what the backbone gives memories, and the counted cells (B, 1, H / 2, W / 2) of the images."""
        made = []
        for kept in self.kept:
            rows, columns = (MAP_STRIDE * side // kept.stride for side in counted.shape[2:])
            made.append((patches_of(levels, kept, rows, columns), patches_counted(counted, kept)))
        return made

    def admit_to(self, reservoirs: Iterable[Reservoir], patches: Patches, numbers: torch.Tensor, seed: int) -> None:
        """Add what counts of images with these numbers (B,) to the reservoir of each memory."""
        for reservoir, (some, used) in zip(reservoirs, patches, strict=True):
            admit(reservoir, some, used, numbers, seed)

    def fill(self, reservoirs: Iterable[Reservoir]) -> None:
        """Choose what is left to choose, and make the banks."""
        for bank, reservoir in zip(self.banks, reservoirs, strict=True):
            bank.fill(reservoir)

    def each(
        self, patches: Patches, counted: torch.Tensor, own: torch.Tensor | None = None
    ) -> tuple[list[torch.Tensor], list[torch.Tensor]]:
        """For each memory the map (B, 1, H / 2, W / 2) and the scores (B,) of images, on its own scale."""
        maps, scores = [], []
        parts = zip(patches, self.kept, self.banks, self.reference, strict=True)
        for (some, used), kept, bank, (middle, spread) in parts:
            distance = bank.distance(some, own)
            maps.append((on_map(distance, counted) - middle) / spread)
            scores.append((highest(distance, used, kept) - middle) / spread)
        return maps, scores

    def greatest(
        self, levels: list[torch.Tensor], counted: torch.Tensor, own: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Map and scores of images by what stands out most in any memory."""
        maps, scores = self.each(self.patches_in(levels, counted), counted, own)
        return reduce(torch.maximum, maps), reduce(torch.maximum, scores)

    @torch.no_grad()
    def distances_in(
        self, levels: list[torch.Tensor], counted: torch.Tensor, own: torch.Tensor | None = None
    ) -> torch.Tensor:
        """(B, memories): scores of images in each memory, as distances."""
        parts = zip(self.patches_in(levels, counted), self.kept, self.banks, strict=True)
        return torch.stack([highest(bank.distance(some, own), used, kept) for (some, used), kept, bank in parts], 1)

    def score_of(self, distances: torch.Tensor) -> torch.Tensor:
        """(B,): of scores of images in each memory, as distances, what `greatest` gives."""
        return ((distances - self.reference[:, 0]) / self.reference[:, 1]).amax(1)

    def refer_to(self, distances: torch.Tensor) -> None:
        """Measure in spreads of the scores of training images (N, memories) from now on."""
        for i, each in enumerate(distances.double().cpu().numpy().T):
            self.reference[i, 0], self.reference[i, 1] = float(np.median(each)), spread_of(each)
