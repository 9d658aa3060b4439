"""Method `memory`: nothing is learned; steps fill reservoirs of patches, then choose from them."""

from __future__ import annotations

import copy
import math
from functools import reduce
from typing import Any

import torch
from torch import nn

from ..bank import Flips, Given, Kept, Reservoir, highest, views
from ..memories import Memories, Patches
from ..older import current_names

PATCHES_EACH, LEAST_RESERVOIR, MOST_RESERVOIR = 8, 16_384, 32_768  # patches to choose each of the bank's from
STANDING_OUT = 8  # patches of an image that say what is unusual about it
CHOICES = 50  # patches a step chooses in each memory


def steps_of(images: int, batch_size: int, bank_size: int) -> int:
    """Steps that add images, and those that choose."""
    return math.ceil(images / batch_size) + math.ceil(bank_size / CHOICES)


class MemoryNet(Memories):
    """Memories with their backbone, and the reservoirs that they are chosen from. Evidence and raw scores are those of
    the memory in which an image stands out most.
    """

    def __init__(self, backbone: nn.Module, bank_size: int, *kept: Kept) -> None:
        super().__init__(backbone.inner, bank_size, *kept)
        self.backbone = backbone.requires_grad_(False)
        size = max(bank_size, min(max(PATCHES_EACH * bank_size, LEAST_RESERVOIR), MOST_RESERVOIR))
        pairs = zip(self.dimensions, kept, strict=True)
        self.reservoirs = nn.ModuleList(Reservoir(size, d, bank_size, one) for d, one in pairs)
        # what sets bad images apart, in each memory as long as its weight in the score; nothing where none are known
        self.register_buffer("lean", torch.zeros(sum(self.sizes)))

    def train(self, mode: bool = True) -> MemoryNet:
        """The backbone's running statistics never follow anything."""
        return super().train(False)

    def load_state_dict(self, state: dict[str, torch.Tensor], *rest: Any, **options: Any) -> Any:
        """Also weights under the names that they once had."""
        return super().load_state_dict(current_names(state), *rest, **options)

    def levels(self, x: torch.Tensor) -> list[torch.Tensor]:
        """Images (B, 3, H, W) in 0…1 to what the backbone gives memories."""
        return self.backbone.look(x)[1]

    def patches(self, x: torch.Tensor, counted: torch.Tensor) -> Patches:
        """Of images with their counted cells (B, 1, H / 2, W / 2)."""
        return self.patches_in(self.levels(x.float()), counted)

    def judge(
        self, x: torch.Tensor, counted: torch.Tensor, own: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """As `Scorer.judge`."""
        with torch.autocast(x.device.type, enabled=False):
            patches = self.patches(x, counted)
            maps, scores = self.each(patches, counted, own)
            parts = zip(patches, self.kept, self.banks, self.lean.split(self.sizes), strict=True)
            for i, ((some, used), kept, bank, lean) in enumerate(parts):
                known = (bank.seen(some) @ lean).clamp(min=0).view(len(x), 1, *some.shape[2:])
                scores[i] = scores[i] + highest(known, used, kept)
        return reduce(torch.maximum, maps), reduce(torch.maximum, scores)

    @torch.no_grad()
    def distances(self, x: torch.Tensor, counted: torch.Tensor, own: torch.Tensor | None = None) -> torch.Tensor:
        """(B, memories): scores of images in each memory, as distances."""
        with torch.autocast(x.device.type, enabled=False):
            return self.distances_in(self.levels(x.float()), counted, own)

    def standing_out(self, x: torch.Tensor, counted: torch.Tensor, own: torch.Tensor | None = None) -> torch.Tensor:
        """(B, P): of each image, in each memory, the mean of the patches that lie farthest from the remembered ones; as
        `judge`."""
        found = []
        for (patches, counting), bank in zip(self.patches(x, counted), self.banks, strict=True):
            used = counting.flatten(1)
            distance = torch.where(used, bank.distance(patches, own).flatten(1), -1.0)
            top = distance.topk(min(STANDING_OUT, distance.shape[1]), dim=1)
            weight = (top.values >= 0).float()[..., None]
            seen = bank.seen(patches)
            seen = seen.gather(1, top.indices[..., None].expand(-1, -1, seen.shape[2]))
            found.append((seen * weight).sum(1) / weight.sum(1).clamp(min=1))
        return torch.cat(found, 1)

    def lean_from(self, good: torch.Tensor, bad: torch.Tensor, spread: float) -> None:
        """Let what stands out on bad images (M, P) and not on good ones (N, P) count in the score: in each memory a
        deviation of good patches in that direction as much as the `spread` of the scores of good images.

        The difference of the means, in directions that all have nearly the same say: Fisher's discriminant, 1936.
        """
        leans = []
        differences = (bad.mean(0) - good.mean(0)).split(self.sizes)
        for direction, reservoir, bank in zip(differences, self.reservoirs, self.banks, strict=True):
            direction = direction / direction.norm().clamp(min=1e-9)
            pool = reservoir.pool[: reservoir.filled]
            deviation = (pool @ (bank.projection @ direction)).std()
            leans.append(direction * (spread / deviation.clamp(min=1e-9)))
        self.lean.copy_(torch.cat(leans))

    def complete(self) -> None:
        """Choose what is left to choose, and make the banks."""
        self.fill(self.reservoirs)

    def leave_out(self, images: torch.Tensor) -> None:
        """Choose again, without the patches of the training images with these numbers (N,)."""
        for reservoir in self.reservoirs:
            reservoir.leave_out(images)
        self.complete()

    def without(self, images: torch.Tensor) -> nn.ModuleList:
        """The banks that there would be without the training images with these numbers (N,)."""
        banks = copy.deepcopy(self.banks)
        for bank, reservoir in zip(banks, self.reservoirs, strict=True):
            others = copy.deepcopy(reservoir)
            others.leave_out(images)
            bank.fill(others)
        return banks

    def deployed(self) -> MemoryNet:
        """Without what was only for making the banks; in place."""
        self.reservoirs = nn.ModuleList()
        return self


@torch.no_grad()
def gather(net: MemoryNet, given: Given | None, seed: int, flips: Flips = ()) -> dict[str, float]:
    """One step: add the patches of images to the reservoirs, or without images choose from them.

    Gives `radius` when choosing: the farthest distance of any patch to a chosen one, which falls.
    """
    if given is None:
        return {"radius": max(one.choose(CHOICES) if one.filled else 0.0 for one in net.reservoirs)}
    x, counted, numbers = given
    with torch.autocast(x.device.type, enabled=False):
        for images, inside in views(x, counted, flips):
            net.admit_to(net.reservoirs, net.patches(images, inside), numbers, seed)
    return {}
