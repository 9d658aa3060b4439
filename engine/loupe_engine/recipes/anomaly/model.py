"""The networks of `anomaly`: a trunk that gives features at several strides, and a segmentation over it."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from ...nn.blocks import Conv

STRIDE = 32  # sides of the canvas are multiples of this
MAP_STRIDE = 2  # of the map that the segmentation gives
RARE = -3.5  # logit of the usual share of defective cells
DROPPED = 0.2  # share of the features of a trunk that does not learn: no defect is to be known by a few of them
CHANNELS = (24, 32, 64, 128, 160)  # of the shipped trunk at strides 2, 4, 8, 16, 32


def conv(inputs: int, outputs: int, kernel: int = 3, stride: int = 1) -> Conv:
    """Convolution, normalisation, ReLU: on a processor quicker than SiLU, which matters at 30 ms a picture."""
    made = Conv(inputs, outputs, kernel, stride)
    made.act = nn.ReLU()
    return made


class Unit(nn.Module):
    """Two 3x3 convolutions with a shortcut; `stride` 2 halves the sides. (B, I, H, W) to (B, O, H / s, W / s)."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__()
        self.first, self.second = conv(inputs, outputs, 3, stride), conv(outputs, outputs)
        self.second.act = nn.Identity()
        self.side: nn.Module | None = None
        if stride > 1 or inputs != outputs:
            self.side = conv(inputs, outputs, 1)
            self.side.act = nn.Identity()
        self.stride = stride

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.second(self.first(x))
        if self.stride > 1:
            x = F.avg_pool2d(x, self.stride)
        return F.relu(y + (x if self.side is None else self.side(x)))


class ShippedTrunk(nn.Module):
    """A small residual network. (B, 3, H, W) in 0…1 to features at strides 2, 4, 8, 16, 32 with CHANNELS channels."""

    channels = CHANNELS
    levels, even, learns = (2, 3), True, True

    def __init__(self) -> None:
        super().__init__()
        c2, c4, c8, c16, c32 = CHANNELS
        self.s2 = conv(3, c2, 5, 2)
        self.s4 = Unit(c2, c4, 2)
        self.s8 = nn.Sequential(Unit(c4, c8, 2), Unit(c8, c8))
        self.s16 = nn.Sequential(Unit(c8, c16, 2), Unit(c16, c16))
        self.s32 = Unit(c16, c32, 2)

    def forward(self, x: torch.Tensor) -> list[torch.Tensor]:
        features = [self.s2((x - 0.5) * 4)]
        for stage in (self.s4, self.s8, self.s16, self.s32):
            features.append(stage(features[-1]))
        return features


class Segmenter(nn.Module):
    """Logits of "this is a defect" at stride 2, (B, 1, H / 2, W / 2), from a picture (B, 3, H, W) in 0…1.

    U-Net, Ronneberger et al., 2015.
    """

    def __init__(self, trunk: nn.Module) -> None:
        super().__init__()
        self.trunk = trunk
        c2, c4, c8, c16, c32 = trunk.channels
        self.up16, self.up8 = conv(c32 + c16, 96), conv(96 + c8, 64)
        self.up4, self.up2 = conv(64 + c4, 32), conv(32 + c2, 24)
        self.out = nn.Conv2d(24, 1, 1)
        nn.init.constant_(self.out.bias, RARE)  # so that training does not begin by unlearning the background

    def decode(self, features: list[torch.Tensor]) -> torch.Tensor:
        """Features of the trunk to logits."""
        if self.training and not self.trunk.learns:
            features = [F.dropout2d(f, DROPPED) for f in features]
        y = features[4]
        steps = ((self.up16, features[3]), (self.up8, features[2]), (self.up4, features[1]), (self.up2, features[0]))
        for step, beside in steps:
            y = step(torch.cat([F.interpolate(y, scale_factor=2.0, mode="nearest"), beside], 1))
        return self.out(y)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.decode(self.trunk(x))
