"""Building blocks of convolutional networks, plain PyTorch."""

from __future__ import annotations

import itertools

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval


class Conv(nn.Module):
    """Convolution, batch normalisation, SiLU. (B, I, H, W) to (B, O, H / stride, W / stride)."""

    def __init__(self, inputs: int, outputs: int, kernel: int = 1, stride: int = 1, groups: int = 1) -> None:
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False)
        self.norm: nn.Module = nn.BatchNorm2d(outputs, eps=1e-3, momentum=0.03)
        self.act = nn.SiLU()  # in place it would be copied first: the gradient needs its input

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.act(self.norm(self.conv(x)))


class Residual(nn.Module):
    """Two 3x3 convolutions, with the input added where `shortcut`. (B, C, H, W) to the same."""

    def __init__(self, channels: int, shortcut: bool) -> None:
        super().__init__()
        self.first, self.second = Conv(channels, channels, 3), Conv(channels, channels, 3)
        self.shortcut = shortcut

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.second(self.first(x))
        return x + y if self.shortcut else y


class SplitStage(nn.Module):
    """Cross-stage partial stage: half passes by, half goes through `depth` residuals, every partial result is kept.

    (B, I, H, W) to (B, O, H, W). CSPNet, Wang et al., 2020; keeping all partial results: ELAN, Wang et al., 2022.
    """

    def __init__(self, inputs: int, outputs: int, depth: int, shortcut: bool = True) -> None:
        super().__init__()
        self.half = outputs // 2
        self.enter = Conv(inputs, 2 * self.half)
        self.units = nn.ModuleList(Residual(self.half, shortcut) for _ in range(depth))
        self.leave = Conv((2 + depth) * self.half, outputs)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        kept = list(self.enter(x).split(self.half, 1))
        for unit in self.units:
            kept.append(unit(kept[-1]))
        return self.leave(torch.cat(kept, 1))


class PoolPyramid(nn.Module):
    """Three stacked 5x5 maximum pools beside their input. (B, C, H, W) to the same. SPP, He et al., 2014."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.enter, self.leave = Conv(channels, channels // 2), Conv(channels // 2 * 4, channels)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        levels = [self.enter(x)]
        for _ in range(3):
            levels.append(F.max_pool2d(levels[-1], 5, 1, 2))
        return self.leave(torch.cat(levels, 1))


@torch.no_grad()
def zero_denormals(net: nn.Module) -> nn.Module:
    """Put zeros for weights that are too small for a normal number (below 1.2e-38 in float32), in place: beside others
    they change no answer, and many processors leave their fast path for each product with one.
    """
    for weight in net.parameters():
        weight[weight.abs() < torch.finfo(weight.dtype).tiny] = 0
    return net


def fold_norms(net: nn.Module) -> nn.Module:
    """Put every normalisation that stands after a convolution into it, in place; training it further makes no sense.
    No weight is denormal then.
    """
    for module in list(net.modules()):
        for (name, conv), (norm_name, norm) in itertools.pairwise(list(module.named_children())):
            if isinstance(conv, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d):
                setattr(module, name, fuse_conv_bn_eval(conv.eval(), norm.eval()))
                setattr(module, norm_name, nn.Identity())
    return zero_denormals(net)


def set_norm_momentum(net: nn.Module, momentum: float) -> None:
    """Set how fast the running statistics follow."""
    for module in net.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.momentum = momentum
