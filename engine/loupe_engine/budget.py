"""How many steps fit into the time that a person gives: measured once, before a training begins, and then kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import replace
from itertools import count
from typing import Any, Protocol

import torch

from .data.prefetch import prefetch
from .device import autocast, loaders
from .recipes.base import Context, Interrupted, Plan
from .recorded import Recordings

WARM_STEPS, MEASURED_STEPS = 2, 5
RECORDING_STEPS = 6  # more beside a card: until batches of two sizes are recorded
ROUNDS = 4  # of all threads that make batches
SHARE = 0.9  # of the time that steps may take; the rest is for validation
LEAST_STEPS, MOST_STEPS = 20, 999_999
FULL_STEPS = 300  # from so many on a training has the time to recover from the full learning rate
clock = time.monotonic  # seconds; a bench on a machine with other work counts those of the processor


class Budgeted(Protocol):
    """A recipe that learns by gradients for a given time."""

    def build(self) -> torch.nn.Module: ...

    def batch(self, step: tuple[int, int]) -> Any: ...

    def send(self, batch: Any) -> Any: ...

    def losses(self, net: torch.nn.Module, batch: Any) -> dict[str, torch.Tensor]: ...


def within_budget(recipe: Budgeted, context: Context, plan: Plan, dtype: torch.dtype, seconds: float) -> Plan:
    """The plan with as many steps an epoch as the time allows on this machine at this moment.

    Measured with a network that is thrown away, batches made beside it as in the training. The number goes into every
    checkpoint: a resumed training has the same steps, however fast its machine is. Raises Interrupted.
    """
    assert plan.learning is not None
    began = clock()
    torch.manual_seed(context.job.seed)
    net = recipe.build().to(context.device, memory_format=torch.channels_last).train()

    recordings = Recordings()

    def learn(batch: Any) -> None:
        with autocast(context.device, dtype), recordings.used(net, context.device):
            loss = sum(recipe.losses(net, recipe.send(batch)).values())
        loss.backward()
        float(loss.detach())  # an accelerator answers before it has done the work

    keys = ((0, i) for i in count())
    pace = pace_of(prefetch(recipe.batch, keys, loaders(context.device)), learn, context)
    steps = steps_within(SHARE * seconds - (clock() - began), pace)
    # a short one must not spoil the weights that it begins with
    rate = plan.learning.rate * min(1.0, steps / FULL_STEPS) ** 0.5
    return replace(plan, batches=max(1, round(steps / plan.epochs)), learning=replace(plan.learning, rate=rate))


def timed_steps(device: torch.device) -> int:
    """Steps by which a pace is measured. Several threads have batches ready for the first ones: then it takes more."""
    threads = loaders(device)
    return warm_steps(device) + MEASURED_STEPS + (ROUNDS * threads if threads > 1 else 0)


def warm_steps(device: torch.device) -> int:
    """Steps that are slow, before a training has its pace."""
    return WARM_STEPS + (0 if device.type == "cpu" else RECORDING_STEPS)


def pace_of(
    batches: Generator[Any, None, None],
    learn: Callable[[Any], None],
    context: Context,
    least: float = 0.0,
    most: float = float("inf"),
) -> float:
    """Seconds a step over these batches, the first ones left out: they are slow.

    So many steps as `timed_steps` says, and more until `least` seconds are spent: a few of them tell no pace where the
    machine has other work. Once `most` seconds are spent, one step is enough. Raises Interrupted.
    """
    began = since = now = clock()
    warm, enough = warm_steps(context.device), timed_steps(context.device)
    for i, batch in enumerate(batches):
        learn(batch)
        now = clock()
        if context.control.desired in ("pause", "stop"):
            raise Interrupted
        if i < warm:
            since = now
        elif now - began > most or (i + 1 >= enough and now - began >= least):
            break
    batches.close()
    return max(1e-4, (now - since) / (i + 1 - warm))


def steps_within(seconds: float, pace: float) -> int:
    """As many steps as the seconds hold, within bounds."""
    return min(MOST_STEPS, max(LEAST_STEPS, int(seconds / pace)))
