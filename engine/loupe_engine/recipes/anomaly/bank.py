"""Memories of patches of good images: both methods have one.

PatchCore, Roth et al., 2022: locally pooled features of several levels, a greedy coreset, the distance to the nearest
neighbour. Here the patches stream through a reservoir (Vitter, 1985), so memory does not grow with the images.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from .scoring import MAP_STRIDE

STRIDE, BASE = 8, 2  # of the patches, and the level of a backbone that has it
LEVELS = (1, 2, 3)  # of a backbone that are remembered: strides 4, 8, 16
EVEN = {"efficientnet": True, "ppocr": False}  # whether its features get the same say, whatever their size
PROJECTED = 48  # dimensions in which the coreset is chosen
SMOOTH = 9  # cells of the map that distances are averaged over

Flips = tuple[tuple[int, ...], ...]  # axes along which images may also lie the other way round
Given = tuple[torch.Tensor, torch.Tensor, torch.Tensor]  # images, counted cells, numbers of the images


class Reservoir(nn.Module):
    """Patches to choose from, and those chosen; all in buffers, so that a checkpoint holds it.

    `even`: features get the same say, whatever their size.
    """

    def __init__(self, size: int, dimensions: int, bank_size: int, even: bool = True) -> None:
        super().__init__()
        self.even = even
        self.register_buffer("pool", torch.zeros(size, dimensions))
        self.register_buffer("owner", torch.full((size,), -1))  # number of the image that a patch is of
        self.register_buffer("seen", torch.zeros(1, dtype=torch.long))
        self.register_buffer("distance", torch.full((size,), torch.inf))  # squared, to the nearest chosen one
        self.register_buffer("picks", torch.zeros(bank_size, dtype=torch.long))
        self.register_buffer("picked", torch.zeros(1, dtype=torch.long))

    @property
    def filled(self) -> int:
        return min(int(self.seen), len(self.pool))

    def add(self, patches: torch.Tensor, owners: torch.Tensor, seed: int) -> None:
        """Let patches (M, D) of images (M,) into the reservoir, each with the same chance as all before."""
        seen, size = int(self.seen), len(self.pool)
        numbers = seen + np.arange(len(patches))
        drawn = (np.random.default_rng([seed, seen]).random(len(patches)) * (numbers + 1)).astype(np.int64)
        place = np.where(numbers < size, numbers, drawn)
        kept = np.flatnonzero(place < size)[::-1]  # of two for one place the later one stays
        where, first = np.unique(place[kept], return_index=True)
        to, of = (torch.from_numpy(i.copy()).to(self.pool.device) for i in (where, kept[first]))
        self.pool[to], self.owner[to] = patches[of], owners[of]
        self.seen += len(patches)

    def leave_out(self, images: torch.Tensor) -> None:
        """Forget the patches of these images (N,), and what was chosen. Nothing can be added afterwards."""
        kept = ~torch.isin(self.owner[: self.filled], images)
        count = int(kept.sum())
        self.pool[:count], self.owner[:count] = self.pool[: len(kept)][kept], self.owner[: len(kept)][kept]
        self.seen[0], self.picked[0] = count, 0
        self.distance.fill_(torch.inf)

    def scale(self) -> torch.Tensor:
        """(D,) one over the typical size of each feature, so that all have the same say; ones where they have not."""
        if not self.even:
            return torch.ones_like(self.pool[0])
        deviation = self.pool[: self.filled].std(0, correction=0)
        return 1 / (deviation + 1e-3 * deviation.mean() + 1e-6)

    def choose(self, most: int) -> float:
        """Choose up to `most` further patches, each the one farthest from those chosen. Gives the farthest distance
        left.

        Greedy k-centre, Sener and Savarese, 2018, in a random projection. Equal for equal contents, whenever it is
        called.
        """
        count = self.filled
        generator = torch.Generator().manual_seed(0)
        projection = torch.randn(self.pool.shape[1], PROJECTED, generator=generator) / PROJECTED**0.5
        points = (self.pool[:count] * self.scale()) @ projection.to(self.pool.device)
        distance = self.distance[:count]
        for _ in range(min(most, len(self.picks) - int(self.picked))):
            picked = int(self.picked)
            i = 0 if picked == 0 or picked >= count else int(distance.argmax())
            self.picks[picked] = i
            torch.minimum(distance, (points - points[i]).square().sum(1), out=distance)
            self.picked += 1
        return float(distance.max().sqrt())


def patches_of(features: list[torch.Tensor]) -> torch.Tensor:
    """Features of a backbone at LEVELS to patches (B, D, H / 8, W / 8), each averaged with its neighbours."""
    made = []
    for i in LEVELS:
        level = F.avg_pool2d(features[i].float(), 3, 1, 1, count_include_pad=False)
        if i < BASE:
            level = F.avg_pool2d(level, 2 ** (BASE - i))
        elif i > BASE:
            level = F.interpolate(level, scale_factor=2.0 ** (i - BASE), mode="bilinear", align_corners=False)
        made.append(level / level.shape[1] ** 0.5)
    return torch.cat(made, 1)


def views(x: torch.Tensor, counted: torch.Tensor, flips: Flips) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Images with their counted cells as they are, and turned over as parts may lie."""
    yield x, counted
    for sides in flips:
        yield x.flip(sides), counted.flip(sides)


class Bank(nn.Module):
    """Remembered patches, and how far others lie from them."""

    def __init__(self, size: int, dimensions: int) -> None:
        super().__init__()
        self.register_buffer("patches", torch.zeros(size, dimensions))
        self.register_buffer("squares", torch.zeros(size))
        self.register_buffer("scale", torch.ones(dimensions))
        self.register_buffer("owner", torch.full((size,), -1))

    @torch.no_grad()
    def fill(self, reservoir: Reservoir) -> None:
        """Choose what is left to choose, and remember it."""
        reservoir.choose(len(reservoir.picks))
        self.scale.copy_(reservoir.scale() / len(self.scale) ** 0.5)
        self.patches.copy_(reservoir.pool[reservoir.picks] * self.scale)
        self.squares.copy_(self.patches.square().sum(1))
        self.owner.copy_(reservoir.owner[reservoir.picks])

    def distance(self, patches: torch.Tensor, own: torch.Tensor | None = None) -> torch.Tensor:
        """Patches (B, D, h, w) to the distance of each to its nearest remembered one, on the map: (B, 1, 4 h, 4 w).

        `own` (B,): numbers of training images, whose own patches do not count for them.
        """
        batch, _, rows, columns = patches.shape
        query = (patches * self.scale[:, None, None]).flatten(2).transpose(1, 2)
        squares = self.squares if own is None else self._of_others(own)
        # what is the same for all remembered ones is added to the nearest alone
        squared = (squares - 2 * query @ self.patches.t()).amin(2) + query.square().sum(2)
        distance = squared.clamp(min=1e-6).sqrt().view(batch, 1, rows, columns)
        return F.interpolate(distance, scale_factor=float(STRIDE // MAP_STRIDE), mode="bilinear", align_corners=False)

    def _of_others(self, own: torch.Tensor) -> torch.Tensor:
        """Squares (B, 1, K) in which patches of the same image lie beyond reach, unless there are no others."""
        far = (self.owner[None] == own[:, None]) & (self.owner[None] != own[:, None]).any(1, keepdim=True)
        return torch.where(far, 1e9, self.squares)[:, None]


def admit(reservoir: Reservoir, patches: torch.Tensor, counted: torch.Tensor, numbers: torch.Tensor, seed: int) -> None:
    """Add patches (B, D, h, w) of images (B,) where most of their cells (B, 1, H / 2, W / 2) bool count."""
    used = F.avg_pool2d(counted.float(), STRIDE // MAP_STRIDE)[:, 0] > 0.5
    owners = numbers[:, None, None].expand(used.shape)[used]
    reservoir.add(patches.permute(0, 2, 3, 1)[used], owners, seed)
