"""The networks of `textdet`: `pp`, the detector of PP-OCRv6 small, and `n`, a small one of our own.

Both give logits at the resolution of their image. A second branch, the threshold, is there for learning only (DB, Liao
et al., Real-time scene text detection with differentiable binarization, 2020).
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from itertools import pairwise

import torch
import torch.nn.functional as F
from torch import nn

from ...nn.backbones.ppocr import PpOcr
from ...nn.blocks import Conv, Residual
from ...nn.letterbox import whole_strides

PP, OWN = "pp", "n"
STRIDE = 32
OWN_CHANNELS = (16, 24, 48, 96, 160)  # at strides 2, 4, 8, 16, 32
OWN_NECK, OWN_HEAD = 48, 24


class TextDetector(nn.Module):
    """Image (B, 3, H, W) in 0…1, sides multiples of 32, to logits of text (B, 1, H, W); while learning also those of
    the threshold.
    """

    stride = STRIDE

    def __init__(self, backbone: nn.Module, neck: nn.Module, head: nn.Module) -> None:
        super().__init__()
        self.backbone, self.neck, self.head = backbone, neck, head
        self.threshold: nn.Module | None = copy.deepcopy(head)

    def forward(self, x: torch.Tensor) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]:
        features = self.neck(self.backbone(x))
        if not self.training:
            return self.head(features)
        assert self.threshold is not None
        return self.head(features), self.threshold(features)

    def canvas(self, room: Sequence[int]) -> tuple[int, int]:
        """Height and width of the canvas for images of a height and width."""
        return whole_strides(room[0], STRIDE), whole_strides(room[1], STRIDE)


def text_detector(network: str) -> TextDetector:
    """An untrained network."""
    if network == PP:
        return TextDetector(PpOcr(), PpNeck(PpOcr.channels[1:]), PpHead())
    return TextDetector(OwnBackbone(), OwnNeck(), OwnHead())


class _Weigh(nn.Module):
    """The input, and again weighed by what the whole image shows of its channels."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.down, self.up = nn.Conv2d(channels, channels // 4, 1), nn.Conv2d(channels // 4, channels, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        weight = self.up(F.relu(self.down(x.mean((2, 3), keepdim=True))))
        return x + x * (0.2 * weight + 0.5).clamp(0, 1)  # steeper than PyTorch's hard sigmoid


def _weighed(convolutions: Sequence[nn.Module], channels: int) -> nn.Sequential:
    return nn.Sequential(*convolutions, _Weigh(channels))


class PpNeck(nn.Module):
    """Features at strides 4, 8, 16, 32 to one (B, 96, H / 4, W / 4): residual attention over a pyramid with depthwise
    kernels of seven. Modules stand in the order in which the file has their weights: the coarsest first.
    """

    def __init__(self, channels: Sequence[int], inner: int = 96) -> None:
        super().__init__()
        coarsest = list(channels)[::-1]
        self.enter = nn.ModuleList(_weighed([nn.Conv2d(c, inner, 1, bias=False)], inner) for c in coarsest)
        leave = inner // 4
        self.leave = nn.ModuleList(
            _weighed([nn.Conv2d(inner, inner, 7, 1, 3, groups=inner), nn.Conv2d(inner, leave, 1, bias=False)], leave)
            for _ in coarsest
        )

    def forward(self, features: list[torch.Tensor]) -> torch.Tensor:
        levels = [enter(x) for enter, x in zip(self.enter, features[:0:-1], strict=True)]
        for i in range(1, len(levels)):
            levels[i] = levels[i] + F.interpolate(levels[i - 1], scale_factor=2.0, mode="nearest")
        parts = [leave(x) for leave, x in zip(self.leave, levels, strict=True)]
        factors = [2.0 ** (len(parts) - 1 - i) for i in range(len(parts))]
        grown = [F.interpolate(x, scale_factor=f, mode="nearest") for x, f in zip(parts[:-1], factors, strict=False)]
        return torch.cat([*grown, parts[-1]], 1)


class PpHead(nn.Module):
    """(B, 96, H / 4, W / 4) to logits (B, 1, H, W)."""

    def __init__(self, inputs: int = 96) -> None:
        super().__init__()
        inner = inputs // 4
        self.enter = nn.Conv2d(inputs, inner, 3, 1, 1)
        self.grow, self.leave = nn.ConvTranspose2d(inner, inner, 2, 2), nn.ConvTranspose2d(inner, 1, 2, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.leave(F.relu(self.grow(F.relu(self.enter(x)))))


class OwnBackbone(nn.Module):
    """(B, 3, H, W) to features at strides 2, 4, 8, 16, 32."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = Conv(3, OWN_CHANNELS[0], 3, 2)
        self.down = nn.ModuleList(Conv(a, b, 3, 2) for a, b in pairwise(OWN_CHANNELS))
        self.stages = nn.ModuleList(Residual(c, shortcut=True) for c in OWN_CHANNELS[1:])

    def forward(self, x: torch.Tensor) -> list[torch.Tensor]:
        features = [self.stem(x)]
        for down, stage in zip(self.down, self.stages, strict=True):
            features.append(stage(down(features[-1])))
        return features


class OwnNeck(nn.Module):
    """Features at strides 4, 8, 16, 32 to one (B, 64, H / 4, W / 4). FPN, Lin et al., 2017."""

    def __init__(self) -> None:
        super().__init__()
        self.enter = nn.ModuleList(nn.Conv2d(c, OWN_NECK, 1) for c in OWN_CHANNELS[:0:-1])
        self.leave = nn.ModuleList(Conv(OWN_NECK, OWN_NECK // 3, 3) for _ in OWN_CHANNELS[1:])

    def forward(self, features: list[torch.Tensor]) -> torch.Tensor:
        levels = [enter(x) for enter, x in zip(self.enter, features[:0:-1], strict=True)]
        for i in range(1, len(levels)):
            levels[i] = levels[i] + F.interpolate(levels[i - 1], scale_factor=2.0, mode="nearest")
        parts = [leave(x) for leave, x in zip(self.leave, levels, strict=True)]
        grown = [F.interpolate(x, scale_factor=f, mode="nearest") for x, f in zip(parts, (8.0, 4.0, 2.0), strict=False)]
        return torch.cat([*grown, parts[-1]], 1)


class OwnHead(nn.Module):
    """(B, 64, H / 4, W / 4) to logits (B, 1, H, W)."""

    def __init__(self) -> None:
        super().__init__()
        self.enter = Conv(OWN_NECK // 3 * 4, OWN_HEAD, 3)
        self.grow, self.leave = nn.ConvTranspose2d(OWN_HEAD, OWN_HEAD, 2, 2), nn.ConvTranspose2d(OWN_HEAD, 1, 2, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.leave(F.relu(self.grow(self.enter(x))))
