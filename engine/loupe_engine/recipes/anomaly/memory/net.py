"""Method `memory`: nothing is learned; steps fill a reservoir of patches, then choose from it."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import nn

from ..bank import LEVELS, SMOOTH, Bank, Flips, Given, Reservoir, admit, patches_of, views
from ..older import current_names
from ..scoring import blurred, top_mean

PATCHES_EACH, LEAST_RESERVOIR, MOST_RESERVOIR = 16, 16_384, 100_000  # patches to choose each of the bank's from
CHOICES = 50  # patches a step chooses


def steps_of(images: int, batch_size: int, bank_size: int) -> int:
    """Steps that add images, and those that choose."""
    return math.ceil(images / batch_size) + math.ceil(bank_size / CHOICES)


class MemoryNet(nn.Module):
    """Distances of an image's patches to the bank. Evidence and raw scores are distances.

    `even`: whether the features of the backbone get the same say, whatever their size.
    """

    def __init__(self, backbone: nn.Module, bank_size: int, even: bool = True) -> None:
        super().__init__()
        self.backbone = backbone.requires_grad_(False)
        dimensions = sum(backbone.channels[i] for i in LEVELS)
        size = min(max(PATCHES_EACH * bank_size, LEAST_RESERVOIR), MOST_RESERVOIR)
        self.reservoir = Reservoir(size, dimensions, bank_size, even)
        self.bank = Bank(bank_size, dimensions)

    def train(self, mode: bool = True) -> MemoryNet:
        """The backbone's running statistics never follow anything."""
        return super().train(False)

    def load_state_dict(self, state: dict[str, torch.Tensor], *rest: Any, **options: Any) -> Any:
        """Also weights under the names that they once had."""
        return super().load_state_dict(current_names(state), *rest, **options)

    def patches(self, x: torch.Tensor) -> torch.Tensor:
        """Images (B, 3, H, W) in 0…1 to (B, D, H / 8, W / 8)."""
        return patches_of(self.backbone(x))

    def evidence(self, x: torch.Tensor, counted: torch.Tensor, own: torch.Tensor | None = None) -> torch.Tensor:
        """Images and counted cells (B, 1, H / 2, W / 2) bool to distances (B, 1, H / 2, W / 2) float32.

        `own` as in `Bank.distance`.
        """
        with torch.autocast(x.device.type, enabled=False):
            return blurred(self.bank.distance(self.patches(x.float()), own) * counted, SMOOTH)

    def score(self, evidence: torch.Tensor, counted: torch.Tensor) -> torch.Tensor:
        """(B,) raw scores of images from their evidence."""
        return top_mean(evidence, counted)

    def complete(self) -> None:
        """Choose what is left to choose, and make the bank."""
        self.bank.fill(self.reservoir)

    def leave_out(self, images: torch.Tensor) -> None:
        """Choose again, without the patches of the training images with these numbers (N,)."""
        self.reservoir.leave_out(images)
        self.complete()

    def deployed(self) -> MemoryNet:
        """Without what was only for making the bank; in place."""
        self.reservoir = nn.Identity()
        return self


@torch.no_grad()
def gather(net: MemoryNet, given: Given | None, seed: int, flips: Flips = ()) -> dict[str, float]:
    """One step: add the patches of images to the reservoir, or without images choose from it.

    Gives `radius` when choosing: the farthest distance of any patch to a chosen one, which falls.
    """
    if given is None:
        return {"radius": net.reservoir.choose(CHOICES) if net.reservoir.filled else 0.0}
    x, counted, numbers = given
    with torch.autocast(x.device.type, enabled=False):
        for images, inside in views(x, counted, flips):
            admit(net.reservoir, net.patches(images), inside, numbers, seed)
    return {}
