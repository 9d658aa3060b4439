"""Method `memory`: nothing is learned; steps fill reservoirs of patches, then choose from them.

There may be several memories, each of some levels of the backbone at a stride of its own. Each has a scale of its own,
how its training images score, and what stands out most counts: cell by cell, and image by image.
"""

from __future__ import annotations

import copy
import math
from functools import reduce
from typing import Any

import numpy as np
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
    levels_of,
    on_map,
    patches_counted,
    patches_of,
    views,
)
from ..older import current_names
from ..scoring import MAP_STRIDE
from ..threshold import spread_of

PATCHES_EACH, LEAST_RESERVOIR, MOST_RESERVOIR = 8, 16_384, 32_768  # patches to choose each of the bank's from
STANDING_OUT = 8  # patches of an image that say what is unusual about it
CHOICES = 50  # patches a step chooses in each memory


def steps_of(images: int, batch_size: int, bank_size: int) -> int:
    """Steps that add images, and those that choose."""
    return math.ceil(images / batch_size) + math.ceil(bank_size / CHOICES)


class MemoryNet(nn.Module):
    """Distances of an image's patches to banks. Evidence and raw scores are distances, in spreads of the scores of the
    training images above their middle, once that is known; of several memories the greatest.
    """

    def __init__(self, backbone: nn.Module, bank_size: int, *kept: Kept) -> None:
        super().__init__()
        self.backbone, self.kept = backbone.requires_grad_(False), kept
        dimensions = [sum(levels_of(backbone.inner, one)) for one in kept]
        size = max(bank_size, min(max(PATCHES_EACH * bank_size, LEAST_RESERVOIR), MOST_RESERVOIR))
        pairs = list(zip(dimensions, kept, strict=True))
        self.reservoirs = nn.ModuleList(Reservoir(size, d, bank_size, one) for d, one in pairs)
        self.banks = nn.ModuleList(Bank(bank_size, d) for d in dimensions)
        # middle and spread of the scores of the training images, in each memory
        self.register_buffer("reference", torch.tensor([[0.0, 1.0]]).repeat(len(kept), 1))
        self.sizes = [compared(d) for d in dimensions]
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

    def patches(self, x: torch.Tensor, counted: torch.Tensor) -> list[tuple[torch.Tensor, torch.Tensor]]:
        """Of images with their counted cells (B, 1, H / 2, W / 2), for each memory patches (B, D, h, w), and those of
        them that count."""
        levels, made = self.levels(x.float()), []
        for kept in self.kept:
            rows, columns = (MAP_STRIDE * side // kept.stride for side in counted.shape[2:])
            made.append((patches_of(levels, kept, rows, columns), patches_counted(counted, kept)))
        return made

    def judge(
        self, x: torch.Tensor, counted: torch.Tensor, own: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """As `Scorer.judge`."""
        maps, scores = [], []
        with torch.autocast(x.device.type, enabled=False):
            parts = zip(
                self.patches(x, counted),
                self.kept,
                self.banks,
                self.reference,
                self.lean.split(self.sizes),
                strict=True,
            )
            for (patches, used), kept, bank, (middle, spread), lean in parts:
                distance = bank.distance(patches, own)
                known = (bank.seen(patches) @ lean).clamp(min=0).view_as(distance)
                score = (highest(distance, used, kept) - middle) / spread
                maps.append((on_map(distance, counted) - middle) / spread)
                scores.append(score + highest(known, used, kept))
        return reduce(torch.maximum, maps), reduce(torch.maximum, scores)

    @torch.no_grad()
    def distances(self, x: torch.Tensor, counted: torch.Tensor, own: torch.Tensor | None = None) -> torch.Tensor:
        """(B, memories): scores of images in each memory, as distances."""
        with torch.autocast(x.device.type, enabled=False):
            parts = zip(self.patches(x, counted), self.kept, self.banks, strict=True)
            found = [highest(bank.distance(some, own), used, kept) for (some, used), kept, bank in parts]
        return torch.stack(found, 1)

    def refer_to(self, distances: torch.Tensor) -> None:
        """Measure in spreads of the scores of training images (N, memories) from now on."""
        for i, each in enumerate(distances.double().cpu().numpy().T):
            self.reference[i, 0], self.reference[i, 1] = float(np.median(each)), spread_of(each)

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
        for bank, reservoir in zip(self.banks, self.reservoirs, strict=True):
            bank.fill(reservoir)

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
            for reservoir, (patches, used) in zip(net.reservoirs, net.patches(images, inside), strict=True):
                admit(reservoir, patches, used, numbers, seed)
    return {}
