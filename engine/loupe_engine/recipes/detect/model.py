"""The networks of `detect`: one table, one class. Anchor-free, decoupled head, box sides as distributions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import torch
import torch.nn.functional as F
from torch import nn

from ...nn.blocks import Conv, PoolPyramid, SplitStage
from ...nn.letterbox import whole_strides
from .pretrained import Pretrained

BINS = 16  # a box side is 0…15 strides from the anchor point
FINE = 4  # stride of the level for small objects


@dataclass(frozen=True)
class Size:
    """A row of the family: how deep, how wide, at most how many channels, and how many levels (3: P3–P5, 4: P3–P6)."""

    depth: float
    width: float
    most: int
    levels: int = 3


NETWORKS = {
    "n": Size(1 / 3, 0.25, 1024),
    "s": Size(1 / 3, 0.50, 1024),
    "m": Size(2 / 3, 0.75, 768),
    "l": Size(1.0, 1.00, 512),
    "x": Size(1.0, 1.25, 512),
    "n6": Size(1 / 3, 0.25, 1024, 4),
    "s6": Size(1 / 3, 0.50, 1024, 4),
    "m6": Size(2 / 3, 0.75, 768, 4),
    "l6": Size(1.0, 1.00, 512, 4),
    "x6": Size(1.0, 1.25, 512, 4),
}
CHANNELS = {3: (64, 128, 256, 512, 1024), 4: (64, 128, 256, 512, 768, 1024)}
DEPTHS = {3: (3, 6, 6, 3), 4: (3, 6, 6, 3, 3)}
NECK_DEPTH = 3


class Backbone(nn.Module):
    """Image (B, 3, H, W) to features at strides 8, 16, 32 (and 64); from stride 4 on where `first` is 0."""

    def __init__(self, channels: list[int], depths: list[int], first: int = 1) -> None:
        super().__init__()
        self.first = first
        self.stem = Conv(3, channels[0], 3, 2)
        self.down = nn.ModuleList(Conv(a, b, 3, 2) for a, b in pairwise(channels))
        self.stages = nn.ModuleList(SplitStage(c, c, d) for c, d in zip(channels[1:], depths, strict=True))
        self.pool = PoolPyramid(channels[-1])

    def forward(self, x: torch.Tensor) -> list[torch.Tensor]:
        x = self.stem(x)
        features = []
        for i, (down, stage) in enumerate(zip(self.down, self.stages, strict=True)):
            x = stage(down(x))
            if i >= self.first:
                features.append(x)
        features[-1] = self.pool(features[-1])
        return features


class Neck(nn.Module):
    """Mixes the levels downwards, then upwards; same shapes out as in. PAN, Liu et al., 2018."""

    def __init__(self, channels: list[int], depth: int, usual: int = 0) -> None:
        """`usual`: the level from which they mix upwards; what a finer one would add there is dear."""
        super().__init__()
        pairs = list(pairwise(channels))
        self.usual = usual
        self.finer = nn.ModuleList(SplitStage(a + b, a, depth, shortcut=False) for a, b in pairs)
        self.down = nn.ModuleList(Conv(a, a, 3, 2) for a, _ in pairs[usual:])
        self.coarser = nn.ModuleList(SplitStage(a + b, b, depth, shortcut=False) for a, b in pairs[usual:])

    def forward(self, features: list[torch.Tensor]) -> list[torch.Tensor]:
        levels = list(features)
        for i in reversed(range(len(levels) - 1)):
            above = F.interpolate(levels[i + 1], scale_factor=2.0, mode="nearest")
            levels[i] = self.finer[i](torch.cat([above, levels[i]], 1))
        for i, (down, coarser) in enumerate(zip(self.down, self.coarser, strict=True), self.usual):
            levels[i + 1] = coarser(torch.cat([down(levels[i]), levels[i + 1]], 1))
        return levels


class Head(nn.Module):
    """Levels to (sides (B, 4 * BINS, A), classes (B, C, A)): raw, A anchor points of all levels, finest first."""

    def __init__(self, channels: list[int], classes: int, usual: int = 0) -> None:
        """`usual`: the level whose channels say how wide all are; finer ones have most points and are narrower."""
        super().__init__()
        widths = [min(c, channels[usual]) for c in channels]
        self.sides = nn.ModuleList(self._of_sides(c, width // 2) for c, width in zip(channels, widths, strict=True))
        self.classes = nn.ModuleList(
            self._of_classes(c, max(width, min(classes, 100)), classes)
            for c, width in zip(channels, widths, strict=True)
        )

    @staticmethod
    def _of_sides(channels: int, width: int) -> nn.Sequential:
        return nn.Sequential(Conv(channels, width, 3), Conv(width, width, 3), nn.Conv2d(width, 4 * BINS, 1))

    @staticmethod
    def _of_classes(channels: int, width: int, classes: int) -> nn.Sequential:
        return nn.Sequential(
            Conv(channels, channels, 3, groups=channels),
            Conv(channels, width),
            Conv(width, width, 3, groups=width),
            Conv(width, width),
            nn.Conv2d(width, classes, 1),
        )

    def forward(self, levels: list[torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
        return tuple(joined(heads, levels, self.training) for heads in (self.sides, self.classes))


def joined(heads: nn.ModuleList, levels: list[torch.Tensor], training: bool) -> torch.Tensor:
    """What one kind of head says at all levels, (B, N, A)."""
    maps = [head(x) for head, x in zip(heads, levels, strict=True)]
    if not training:
        return torch.cat([x.flatten(2) for x in maps], 2)
    # The same numbers, those of a point side by side: channels last comes so, and the losses read it so.
    return torch.cat([x.permute(0, 2, 3, 1).flatten(1, 2) for x in maps], 1).transpose(1, 2)


class Detector(nn.Module):
    """A network of the family. Input sides must be multiples of `stride`."""

    def __init__(
        self,
        network: str,
        classes: int,
        learned: nn.Module | None = None,
        small_objects: bool = False,
        detail: bool = False,
    ) -> None:
        """`learned`: a backbone with weights (`nn/backbones`) in the place of the network's own; `small_objects`: with
        a level at stride 4 before the others. Both for networks of three levels. `detail`: the backbone gives its
        features at stride 4 in any case, before those that the neck takes.
        """
        super().__init__()
        size = NETWORKS[network]
        self.channels = [int(round(min(c, size.most) * size.width / 8) * 8) for c in CHANNELS[size.levels]]
        finer = int(small_objects)
        self.strides = [2 ** (3 + i) for i in range(-finer, size.levels)]
        depths = [max(1, round(d * size.depth)) for d in DEPTHS[size.levels]]
        given, first = self.channels[2 - finer :], int(not (small_objects or detail))
        looked = self.channels[1 + first :]
        self.backbone = Pretrained(learned, looked) if learned else Backbone(self.channels, depths, first)
        self.neck = Neck(given, max(1, round(NECK_DEPTH * size.depth)), finer)
        self.head = Head(given, classes, finer)
        self._points: dict[tuple[int, int, str], tuple[torch.Tensor, torch.Tensor]] = {}

    @property
    def stride(self) -> int:
        return self.strides[-1]

    def canvas(self, room: tuple[int, int]) -> tuple[int, int]:
        """Height and width that the network sees of such a room: up to its coarsest stride."""
        return whole_strides(room[0], self.stride), whole_strides(room[1], self.stride)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.head(self.neck(self.backbone(x)))

    def points(self, height: int, width: int, device: torch.device) -> tuple[torch.Tensor, torch.Tensor]:
        """Anchor points (A, 2) in pixels and their strides (A,)."""
        key = (height, width, str(device))
        if key not in self._points:
            self._points[key] = tuple(part.to(device) for part in anchor_points(height, width, self.strides))
        return self._points[key]

    def by_label(self) -> set[str]:
        """Names of the layers whose outputs are the labels."""
        return {f"head.classes.{level}.{len(head) - 1}" for level, head in enumerate(self.head.classes)}

    @torch.no_grad()
    def load_matching(self, state: dict[str, torch.Tensor], known: Sequence[str], wanted: Sequence[str]) -> list[str]:
        """Begin with saved weights where shapes agree, the last layers label by label. Gives the labels that are new.

        `known` and `wanted` are the labels of the saved weights and of this network, in the order of their classes.
        """
        own = self.state_dict()
        last = self.by_label()
        rows = [known.index(name) if name in known else -1 for name in wanted]
        for name, tensor in own.items():
            saved = state.get(name)
            if saved is None or saved.shape[1:] != tensor.shape[1:]:
                continue
            if name.rpartition(".")[0] in last:
                for row, old in enumerate(rows):
                    if old >= 0:
                        tensor[row].copy_(saved[old])
            elif saved.shape == tensor.shape:
                tensor.copy_(saved)
        return [name for name, old in zip(wanted, rows, strict=True) if old < 0]

    @torch.no_grad()
    def start_from(self, anchors_per_image: float, per_image: list[float], sides: list[float]) -> None:
        """Set the last biases to what the truths say, so that training does not begin by unlearning the background.

        `per_image`: objects of each class an image on average. `sides`: for each level the typical distance in
        strides from an anchor point to a box side; the first boxes then already overlap their truths.
        """
        share = [min(0.1, max(1e-5, 3 * count / anchors_per_image)) for count in per_image]
        bias = torch.tensor([math.log(p / (1 - p)) for p in share])
        bins = torch.arange(float(BINS))
        for level, side in enumerate(sides):
            self.head.classes[level][-1].bias.copy_(bias)
            spread = max(1.0, side / 2)
            start = -((bins - side) ** 2) / (2 * spread**2)
            self.head.sides[level][-1].bias.copy_(start.repeat(4))


def grids(height: int, width: int, strides: list[int]) -> list[tuple[int, int, int]]:
    """Stride, rows and columns of each level, in the order of the anchor points."""
    return [(stride, height // stride, width // stride) for stride in strides]


def anchor_points(height: int, width: int, strides: list[int]) -> tuple[torch.Tensor, torch.Tensor]:
    """Centres of the cells of each level, finest first: (A, 2) x, y in pixels, and (A,) strides."""
    points, steps = [], []
    for stride, rows, columns in grids(height, width, strides):
        y, x = torch.meshgrid(torch.arange(rows) + 0.5, torch.arange(columns) + 0.5, indexing="ij")
        points.append(torch.stack([x, y], -1).reshape(-1, 2) * stride)
        steps.append(torch.full((rows * columns,), float(stride)))
    return torch.cat(points), torch.cat(steps)


def decode_boxes(sides: torch.Tensor, points: torch.Tensor, strides: torch.Tensor) -> torch.Tensor:
    """Raw sides (B, 4 * BINS, A) to boxes (B, A, 4) in pixels of the canvas, float32.

    Each side is the expectation of its distribution. DFL, Li et al., Generalized Focal Loss, 2020.
    """
    batch, _, anchors = sides.shape
    share = sides.float().view(batch, 4, BINS, anchors).softmax(2)
    bins = torch.arange(BINS, dtype=torch.float32, device=sides.device).view(1, 1, BINS, 1)
    away = (share * bins).sum(2) * strides  # (B, 4, A) left, top, right, bottom
    at = points.t()[None]  # (1, 2, A)
    return torch.cat([at - away[:, :2], at + away[:, 2:]], 1).permute(0, 2, 1)
