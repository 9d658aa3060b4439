"""A backbone that has learned before, in the place of a detector's own, and how fast it learns on."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from ...nn.backbones import backbone_of
from ...nn.blocks import Conv, PoolPyramid
from ..base import decayed_apart

RATE = 0.2  # of the learning rate: the rest of the network knows nothing yet
FROZEN = ("_conv_stem.", "_blocks.0.", "_blocks.1.", "_blocks.2.")  # edges and textures are the same everywhere
KEPT = "._depthwise_conv."  # oneDNN makes their gradients so slowly that they are half of a step
NOTICE = (
    "Contains weights of EfficientNet-Lite0, The TensorFlow Authors and ML Illustrated, Apache-2.0; changed by training"
)


class Pretrained(nn.Module):
    """Image (B, 3, H, W) in 0…1 to its last features, at strides (4,) 8, 16, 32, with the `channels` that the neck
    wants."""

    def __init__(self, net: nn.Module, channels: list[int]) -> None:
        super().__init__()
        self.net = net
        self.sides = nn.ModuleList(Conv(a, b) for a, b in zip(net.channels[-len(channels) :], channels, strict=True))
        self.pool = PoolPyramid(channels[-1])

    def forward(self, x: torch.Tensor) -> list[torch.Tensor]:
        features = [side(y) for side, y in zip(self.sides, self.net(x)[-len(self.sides) :], strict=True)]
        features[-1] = self.pool(features[-1])
        return features


def imagenet() -> nn.Module:
    """EfficientNet-Lite0 with its weights, normalisation folded, the first blocks frozen. Raises as `backbone_of`."""
    net = backbone_of("efficientnet")
    for name, parameter in net.named_parameters():
        parameter.requires_grad_(not name.startswith(FROZEN) and KEPT not in name)
    return net


def groups_of(net: nn.Module, weight_decay: float) -> list[dict[str, Any]]:
    """Parameters of a detector for an optimiser: what has learned before moves slower, what is frozen is in none."""
    if not isinstance(net.backbone, Pretrained):
        return decayed_apart(net, weight_decay)
    others = [part for name, part in net.named_children() if name != "backbone"]
    fresh = nn.ModuleList([net.backbone.sides, net.backbone.pool, *others])
    return [*decayed_apart(fresh, weight_decay), *decayed_apart(net.backbone.net, weight_decay, RATE)]


def hold(net: nn.Module, optimiser: torch.optim.Optimizer, still: bool) -> None:
    """Keep what has learned before as it is, or let the part of it that may learn do so again.

    Without gradients the optimiser leaves weights and their moments alone, and a step costs less.
    """
    learning = {id(p) for group in optimiser.param_groups for p in group["params"]}
    for parameter in net.backbone.net.parameters():
        if id(parameter) in learning:
            parameter.requires_grad_(not still)
