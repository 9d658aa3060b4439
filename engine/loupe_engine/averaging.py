"""A second copy of the weights that follows the first one slowly."""

from __future__ import annotations

import copy

import torch


def averaged_copy(net: torch.nn.Module) -> torch.nn.Module:
    """A copy in eval mode without gradients."""
    return copy.deepcopy(net).eval().requires_grad_(False)


@torch.no_grad()
def ema_update(averaged: torch.nn.Module, net: torch.nn.Module, decay: float) -> None:
    """Move the copy by (1 - decay) towards the network, running statistics included; counters are copied."""
    mine, theirs = [], []
    for (_, a), (_, b) in zip(averaged.state_dict().items(), net.state_dict().items(), strict=True):
        if a.is_floating_point():
            mine.append(a)
            theirs.append(b)
        else:
            a.copy_(b)
    torch._foreach_lerp_(mine, theirs, 1 - decay)
