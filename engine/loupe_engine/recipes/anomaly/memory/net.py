"""Method `memory`: nothing is learned; steps fill a reservoir of patches, then choose from it."""

from __future__ import annotations

import copy
import math
from typing import Any

import torch
from torch import nn

from ..bank import (
    Bank,
    Flips,
    Given,
    Kept,
    Reservoir,
    admit,
    compared,
    highest,
    on_map,
    patches_counted,
    patches_of,
    views,
)
from ..older import current_names

PATCHES_EACH, LEAST_RESERVOIR, MOST_RESERVOIR = 8, 16_384, 32_768  # patches to choose each of the bank's from
STANDING_OUT = 8  # patches of an image that say what is unusual about it
CHOICES = 50  # patches a step chooses


def steps_of(images: int, batch_size: int, bank_size: int) -> int:
    """Steps that add images, and those that choose."""
    return math.ceil(images / batch_size) + math.ceil(bank_size / CHOICES)


class MemoryNet(nn.Module):
    """Distances of an image's patches to the bank. Evidence and raw scores are distances."""

    def __init__(self, backbone: nn.Module, bank_size: int, kept: Kept) -> None:
        super().__init__()
        self.backbone, self.kept = backbone.requires_grad_(False), kept
        dimensions = sum(backbone.inner)
        size = max(bank_size, min(max(PATCHES_EACH * bank_size, LEAST_RESERVOIR), MOST_RESERVOIR))
        self.reservoir = Reservoir(size, dimensions, bank_size, kept)
        self.bank = Bank(bank_size, dimensions)
        # what sets bad images apart, as long as its weight in the score; of length 0 where none are known
        self.register_buffer("lean", torch.zeros(compared(dimensions)))

    def train(self, mode: bool = True) -> MemoryNet:
        """The backbone's running statistics never follow anything."""
        return super().train(False)

    def load_state_dict(self, state: dict[str, torch.Tensor], *rest: Any, **options: Any) -> Any:
        """Also weights under the names that they once had."""
        return super().load_state_dict(current_names(state), *rest, **options)

    def patches(self, x: torch.Tensor) -> torch.Tensor:
        """Images (B, 3, H, W) in 0…1 to their patches (B, D, h, w)."""
        rows, columns = (side // self.kept.stride for side in x.shape[2:])
        return patches_of(self.backbone.look(x)[1], self.kept, rows, columns)

    def judge(
        self, x: torch.Tensor, counted: torch.Tensor, own: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """As `Scorer.judge`."""
        with torch.autocast(x.device.type, enabled=False):
            patches, used = self.patches(x.float()), patches_counted(counted, self.kept)
            distance = self.bank.distance(patches, own)
            known = (self.bank.seen(patches) @ self.lean).clamp(min=0).view_as(distance)
            score = highest(distance, used, self.kept) + highest(known, used, self.kept)
            return on_map(distance, counted) * counted, score

    def standing_out(self, x: torch.Tensor, counted: torch.Tensor, own: torch.Tensor | None = None) -> torch.Tensor:
        """(B, P): of each image the mean of the patches that lie farthest from the remembered ones; as `judge`."""
        patches, used = self.patches(x.float()), patches_counted(counted, self.kept).flatten(1)
        distance = torch.where(used, self.bank.distance(patches, own).flatten(1), -1.0)
        top = distance.topk(min(STANDING_OUT, distance.shape[1]), dim=1)
        weight = (top.values >= 0).float()[..., None]
        seen = self.bank.seen(patches).gather(1, top.indices[..., None].expand(-1, -1, len(self.lean)))
        return (seen * weight).sum(1) / weight.sum(1).clamp(min=1)

    def lean_from(self, good: torch.Tensor, bad: torch.Tensor, spread: float) -> None:
        """Let what stands out on bad images (M, P) and not on good ones (N, P) count in the score: a deviation of good
        patches in that direction as much as the `spread` of the scores of good images.

        The difference of the means, in directions that all have nearly the same say: Fisher's discriminant, 1936.
        """
        direction = bad.mean(0) - good.mean(0)
        direction = direction / direction.norm().clamp(min=1e-9)
        pool = self.reservoir.pool[: self.reservoir.filled]
        deviation = (pool @ (self.bank.projection @ direction)).std()
        self.lean.copy_(direction * (spread / deviation.clamp(min=1e-9)))

    def complete(self) -> None:
        """Choose what is left to choose, and make the bank."""
        self.bank.fill(self.reservoir)

    def leave_out(self, images: torch.Tensor) -> None:
        """Choose again, without the patches of the training images with these numbers (N,)."""
        self.reservoir.leave_out(images)
        self.complete()

    def without(self, images: torch.Tensor) -> Bank:
        """The memory that there would be without the training images with these numbers (N,)."""
        reservoir = copy.deepcopy(self.reservoir)
        reservoir.leave_out(images)
        bank = copy.deepcopy(self.bank)
        bank.fill(reservoir)
        return bank

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
            used = patches_counted(inside, net.kept)
            admit(net.reservoir, net.patches(images), used, numbers, seed)
    return {}
