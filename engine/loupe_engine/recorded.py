"""Recorded passes of a network on a graphics card.

A step of a small network there waits for Python, which launches many hundred operations. A recording (CUDA graph) has
forward and backward launched as one operation each, and computes the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

import torch
from torch import nn

SIGHTS = 2  # of a shape before it is recorded: one that never comes again is not worth it
MOST = 4  # shapes recorded; each keeps memory of its own
Pass = Callable[[torch.Tensor], Any]


class Recordings:
    """Those of one training, one for each shape of a batch. Whatever can't be recorded is computed as ever."""

    def __init__(self) -> None:
        self._seen: Counter[Any] = Counter()
        self._made: dict[Any, Pass] = {}
        self._weights: list[nn.Parameter] = []
        self._ended = False

    @contextmanager
    def used(self, net: nn.Module, device: torch.device) -> Generator[None]:
        """Within, `net` computes by recordings where it learns and there is a graphics card."""
        if device.type != "cuda" or (self._ended and not self._made):
            yield
            return
        self._weights = self._weights or list(net.parameters())
        net.forward = lambda x: self._answer(net, x)
        try:
            yield
        finally:
            del net.forward

    def _answer(self, net: nn.Module, x: torch.Tensor) -> Any:
        # what is held still for some epochs makes another backward pass
        learning = sum(one.requires_grad for one in self._weights)
        key = (x.shape, x.stride(), x.dtype, learning)
        if key not in self._made and self._is_worth_it(key, x.device):
            try:
                self._made[key] = record(net, x)
            except RuntimeError:  # an operation that can't be recorded, or no memory for it
                self._made.clear()
                self._ended = True
                torch.cuda.empty_cache()
        return self._made[key](x) if key in self._made else type(net).forward(net, x)

    def _is_worth_it(self, key: Any, device: torch.device) -> bool:
        self._seen[key] += 1
        if self._ended or self._seen[key] <= SIGHTS or len(self._made) == MOST:
            return False
        self._ended = not has_room(device)  # asked once: to find out gives memory back that each step would take again
        return not self._ended


def has_room(device: torch.device) -> bool:
    """Whether the card has as much free memory as steps have taken at most: a recording keeps about as much."""
    torch.cuda.empty_cache()
    free, _ = torch.cuda.mem_get_info(device)
    return free > torch.cuda.max_memory_allocated(device)


def on_card(device: torch.device) -> AbstractContextManager[Any]:
    """Recording takes place on the current card, which need not be that of the training."""
    return torch.cuda.device(device) if device.type == "cuda" else nullcontext()


def record(net: nn.Module, x: torch.Tensor) -> Pass:
    """The passes of a network in training mode for batches like x. Raises RuntimeError (torch.OutOfMemoryError too).

    Recording goes through the batch some times: running statistics are put back.
    """
    running = [(buffer, buffer.clone()) for buffer in net.buffers()]
    plain = _Plain(net)
    # what adds up gradients is made while recording, on a stream of its own
    torch.autograd.graph.set_warn_on_accumulate_grad_stream_mismatch(False)
    dtype, is_half = torch.get_autocast_dtype("cuda"), torch.is_autocast_enabled("cuda")
    try:
        with on_card(x.device), torch.autocast("cuda", dtype, enabled=is_half, cache_enabled=False):
            torch.cuda.make_graphed_callables(plain, (x.detach().clone(),), allow_unused_input=True)
        passes = plain.forward
        del plain.forward  # it refers to `plain`: without this only a collection of garbage would free the card
        return passes
    finally:
        with torch.no_grad():
            for buffer, before in running:
                buffer.copy_(before)


class _Plain(nn.Module):
    """The network without what `used` puts in the place of its forward."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, x: torch.Tensor) -> Any:
        return type(self.net).forward(self.net, x)
