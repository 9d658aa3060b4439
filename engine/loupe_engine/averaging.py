"""A second copy of the weights that follows the first one slowly."""

from __future__ import annotations

import copy

import torch


def averaged_copy(net: torch.nn.Module) -> torch.nn.Module:
    """A copy in eval mode without gradients."""
    return copy.deepcopy(net).eval().requires_grad_(False)


class Follower:
    """Moves an averaged copy towards a network. Finds their tensors once: that takes longer than moving them."""

    def __init__(self, averaged: torch.nn.Module, net: torch.nn.Module) -> None:
        pairs = list(zip(averaged.state_dict().values(), net.state_dict().values(), strict=True))
        self.moved = [pair for pair in pairs if pair[0].is_floating_point()]
        self.copied = [pair for pair in pairs if not pair[0].is_floating_point()]

    @torch.no_grad()
    def follow(self, decay: float) -> None:
        """Move the copy by (1 - decay) towards the network, running statistics included; counters are copied."""
        torch._foreach_lerp_([a for a, _ in self.moved], [b for _, b in self.moved], 1 - decay)
        if self.copied:
            torch._foreach_copy_([a for a, _ in self.copied], [b for _, b in self.copied])
