"""Memories of patches of good images: both methods have one.

PatchCore, Roth et al., 2022: features of several levels, a greedy coreset, the distance to the nearest neighbour. Here
the patches stream through a reservoir (Vitter, 1985), so memory does not grow with the images, and distances are taken
in the main directions of the good patches, each with nearly the same say (Mahalanobis, 1936).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from .scoring import MAP_STRIDE

PROJECTED = 48  # dimensions in which the coreset is chosen
COMPARED = 320  # directions at most in which patches are compared: those in which good ones differ most
LOOKED_AT = 6_000  # patches of the reservoir that say in which directions they differ
LEAST_TOP = 4  # patches that make a score, where the share of them would be fewer
WINDOW = 256  # pixels a side of a window that has a score of its own, on a larger canvas
T = TypeVar("T")


@dataclass(frozen=True)
class Kept:
    """What a memory keeps of a backbone.

    `stride` of its patches; `top`: share of the counted patches that makes the score; `pooled`: each patch is averaged
    with its neighbours; `floor`: channels are divided by their deviation and so large a share of the mean one, since
    channels that are nearly always silent would else decide alone; `evened`: directions are divided by the root of
    their variance and so large a share of the mean one, for the same reason. None: they stay as large as they are.
    `levels`: places among those that the backbone gives a memory; None: all of them.
    """

    stride: int
    top: float
    pooled: bool
    floor: float | None
    evened: float | None
    levels: tuple[int, ...] | None = None


def _measured(stride: int, levels: tuple[int, ...]) -> Kept:
    return Kept(stride, top=1 / 16, pooled=False, floor=0.1, evened=0.03, levels=levels)


# measured for each backbone: decisions 0043, 0050 and 0072; of several the greater score counts
SIDE_BY_SIDE = {"efficientnet": (_measured(32, (2,)), _measured(16, (0,))), "ppocr": (_measured(16, (0, 1)),)}

Flips = tuple[tuple[int, ...], ...]  # axes along which images may also lie the other way round
Given = tuple[torch.Tensor, torch.Tensor, torch.Tensor]  # images, counted cells, numbers of the images


class Reservoir(nn.Module):
    """Patches to choose from, and those chosen; all in buffers, so that a checkpoint holds it."""

    def __init__(self, size: int, dimensions: int, bank_size: int, kept: Kept) -> None:
        super().__init__()
        self.kept = kept
        self.register_buffer("pool", torch.zeros(size, dimensions))
        self.register_buffer("owner", torch.full((size,), -1))  # number of the image that a patch is of
        self.register_buffer("seen", torch.zeros(1, dtype=torch.long))
        self.register_buffer("distance", torch.full((size,), torch.inf))  # squared, to the nearest chosen one
        self.register_buffer("picks", torch.zeros(bank_size, dtype=torch.long))
        self.register_buffer("picked", torch.zeros(1, dtype=torch.long))
        self.register_buffer("projection", torch.zeros(dimensions, compared(dimensions)))

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

    def directions(self) -> torch.Tensor:
        """(D, P): from a patch to the directions in which patches are compared."""
        some = self.pool[: self.filled]
        some = some[:: max(1, len(some) // LOOKED_AT)]
        scale = torch.ones_like(some[0])
        if self.kept.floor is not None:
            deviation = some.std(0, correction=0)
            scale = 1 / (deviation + self.kept.floor * deviation.mean() + 1e-6)
        some = (some - some.mean(0)) * scale
        variances, directions = torch.linalg.eigh(some.t() @ some / len(some))
        most = self.projection.shape[1]
        variances, directions = variances[-most:].clamp(min=0), directions[:, -most:]
        if self.kept.evened is not None:
            directions = directions / (variances + self.kept.evened * variances.mean() + 1e-9).sqrt()
        return scale[:, None] * directions / most**0.5

    def choose(self, most: int) -> float:
        """Choose up to `most` further patches, each the one farthest from those chosen. Gives the farthest distance
        left.

        Greedy k-centre, Sener and Savarese, 2018, in a random projection. Equal for equal contents, whenever it is
        called.
        """
        count = self.filled
        if not int(self.picked):
            self.projection.copy_(self.directions())
        generator = torch.Generator().manual_seed(0)
        further = torch.randn(self.projection.shape[1], PROJECTED, generator=generator) / PROJECTED**0.5
        points = self.pool[:count] @ (self.projection @ further.to(self.pool.device))
        distance = self.distance[:count]
        for _ in range(min(most, len(self.picks) - int(self.picked))):
            picked = int(self.picked)
            i = 0 if picked == 0 or picked >= count else int(distance.argmax())
            self.picks[picked] = i
            torch.minimum(distance, (points - points[i]).square().sum(1), out=distance)
            self.picked += 1
        return float(distance.max().sqrt())


def compared(dimensions: int) -> int:
    """In how many directions patches of so many channels are compared."""
    return min(dimensions, COMPARED)


def levels_of(each: Sequence[T], kept: Kept) -> list[T]:
    """Of what there is for each level that a backbone gives, that of the levels which a memory keeps."""
    return list(each) if kept.levels is None else [each[i] for i in kept.levels]


def patches_of(inner: list[torch.Tensor], kept: Kept, rows: int, columns: int) -> torch.Tensor:
    """What a backbone gives a memory to patches (B, D, rows, columns)."""
    made = []
    for level in levels_of(inner, kept):
        level = level.float()
        if kept.pooled:
            level = F.avg_pool2d(level, 3, 1, 1, count_include_pad=False)
        if level.shape[2] > rows:
            level = F.avg_pool2d(level, level.shape[2] // rows)
        elif level.shape[2] < rows:
            level = F.interpolate(level, size=(rows, columns), mode="bilinear", align_corners=False)
        made.append(level / level.shape[1] ** 0.5)
    return torch.cat(made, 1)


def patches_counted(counted: torch.Tensor, kept: Kept) -> torch.Tensor:
    """(B, 1, h, w) bool: patches of which at least half the cells (B, 1, H / 2, W / 2) bool count, or as many as of any
    other, where a region is smaller than a patch."""
    share = F.avg_pool2d(counted.float(), kept.stride // MAP_STRIDE)
    return (share > 0) & (share >= 0.5 * share.amax((2, 3), keepdim=True))


def windows(rows: int, columns: int, side: int) -> torch.Tensor:
    """(windows, patches): places in a flat map of (rows, columns) patches that windows of so many a side hold. They
    cover it with half of each over the next one; a smaller map is one window."""

    def starts(length: int) -> np.ndarray:
        last = max(length - side, 0)
        return np.linspace(0, last, 1 + -(-2 * last // side)).round().astype(np.int64)

    here = np.arange(min(side, rows))[:, None] * columns + np.arange(min(side, columns))
    corners = starts(rows)[:, None] * columns + starts(columns)
    return torch.from_numpy(corners.reshape(-1, 1) + here.reshape(1, -1))


def highest(values: torch.Tensor, counted: torch.Tensor, kept: Kept) -> torch.Tensor:
    """(B,): of patches (B, 1, h, w) the mean of the highest counted ones, in the window where it is largest.

    Over a whole large canvas a crack would be as small a share of the patches as the canvas is large.
    """
    places = windows(*values.shape[2:], WINDOW // kept.stride).to(values.device)
    flat, inside = (one.flatten(1)[:, places] for one in (values, counted))
    most = min(places.shape[1], max(LEAST_TOP, round(kept.top * places.shape[1])))
    top = torch.where(inside, flat, torch.zeros_like(flat)).topk(most, dim=2).values
    used = (kept.top * inside.sum(2, keepdim=True)).round().clamp(min=min(most, LEAST_TOP))
    ranks = torch.arange(most, dtype=used.dtype, device=used.device)
    return ((top * (ranks < used)).sum(2) / used[:, :, 0]).amax(1)


def views(x: torch.Tensor, counted: torch.Tensor, flips: Flips) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Images with their counted cells as they are, and turned over as parts may lie."""
    yield x, counted
    for sides in flips:
        yield x.flip(sides), counted.flip(sides)


class Bank(nn.Module):
    """Remembered patches, and how far others lie from them."""

    def __init__(self, size: int, dimensions: int) -> None:
        super().__init__()
        self.register_buffer("patches", torch.zeros(size, compared(dimensions)))
        self.register_buffer("squares", torch.zeros(size))
        self.register_buffer("projection", torch.zeros(dimensions, compared(dimensions)))
        self.register_buffer("middle", torch.zeros(compared(dimensions)))  # near zero less of a number is rounded away
        self.register_buffer("owner", torch.full((size,), -1))

    @torch.no_grad()
    def fill(self, reservoir: Reservoir) -> None:
        """Choose what is left to choose, and remember it."""
        reservoir.choose(len(reservoir.picks))
        self.projection.copy_(reservoir.projection)
        patches = reservoir.pool[reservoir.picks] @ self.projection
        self.middle.copy_(patches.mean(0))
        self.patches.copy_(patches - self.middle)
        self.squares.copy_(self.patches.square().sum(1))
        self.owner.copy_(reservoir.owner[reservoir.picks])

    def seen(self, patches: torch.Tensor) -> torch.Tensor:
        """Patches (B, D, h, w) as they are compared, (B, h w, P)."""
        return patches.flatten(2).transpose(1, 2) @ self.projection - self.middle

    def distance(self, patches: torch.Tensor, own: torch.Tensor | None = None) -> torch.Tensor:
        """Patches (B, D, h, w) to the distance of each to its nearest remembered one, (B, 1, h, w).

        `own` (B,): numbers of training images, whose own patches do not count for them.
        """
        batch, _, rows, columns = patches.shape
        query = self.seen(patches)
        squares = self.squares if own is None else self._of_others(own)
        # what is the same for all remembered ones is added to the nearest alone
        squared = (squares - 2 * query @ self.patches.t()).amin(2) + query.square().sum(2)
        return squared.clamp(min=1e-6).sqrt().view(batch, 1, rows, columns)

    def _of_others(self, own: torch.Tensor) -> torch.Tensor:
        """Squares (B, 1, K) in which patches of the same image lie beyond reach, unless there are no others."""
        far = (self.owner[None] == own[:, None]) & (self.owner[None] != own[:, None]).any(1, keepdim=True)
        return torch.where(far, 1e9, self.squares)[:, None]


def admit(reservoir: Reservoir, patches: torch.Tensor, used: torch.Tensor, numbers: torch.Tensor, seed: int) -> None:
    """Add those patches (B, D, h, w) of images (B,) that are used, (B, 1, h, w) bool."""
    owners = numbers[:, None, None].expand(used[:, 0].shape)[used[:, 0]]
    reservoir.add(patches.permute(0, 2, 3, 1)[used[:, 0]], owners, seed)


def on_map(distance: torch.Tensor, counted: torch.Tensor) -> torch.Tensor:
    """Distances of patches (B, 1, h, w) on the map of counted cells (B, 1, H / 2, W / 2)."""
    return F.interpolate(distance, size=counted.shape[2:], mode="bilinear", align_corners=False)
