"""How long a training of `detect` is: the epochs that were asked for, or as many as fit into the minutes asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from math import ceil
from typing import Any

import torch

from ... import budget
from ...averaging import averaged_copy
from ...data.prefetch import prefetch
from ...device import loaders
from ...gradient import make_optimiser, make_scaler
from ..base import Context, Plan, Recipe, Training
from ..params import limit
from .params import IMAGENET, Params

FEW_STEPS, FEW_STEPS_PRETRAINED = limit("fewSteps"), limit("fewStepsPretrained")
LEAST_TIMING_SHARE = 0.02  # of the time until which steps are timed
TIMING_SHARE = 0.05  # of the time after which no further step is timed
WHOLE = 5  # from so many epochs on each goes through all images; fewer are cut to fill the time


def repeats_of(params: Params, images: int, batch: int) -> int:
    """How often an epoch goes through the images: a few of them are repeated until it has its least steps."""
    return (params.epoch_steps - 1) * batch // images + 1


def few_steps(params: Params) -> int:
    """Steps below which hardly anything is learned: a backbone that has learned before needs half as many."""
    return FEW_STEPS_PRETRAINED if params.backbone == IMAGENET else FEW_STEPS


def closing_epochs(params: Params, epochs: int) -> int:
    """Final epochs in which every image is alone on its canvas: as many as requested, at most a third of all."""
    return min(ceil(params.close_mosaic_epochs * _unit(params, epochs)), -(-epochs // 3))


def frozen_epochs(params: Params, epochs: int) -> float:
    """First epochs in which a backbone that has learned before stays as it is."""
    return params.freeze_epochs * _unit(params, epochs)


def with_length(plan: Plan, params: Params, epochs: int, batches: int) -> Plan:
    """The plan with so many epochs of so many steps, and all that is counted in epochs after them."""
    assert plan.learning is not None
    unit = _unit(params, epochs)
    falls = tuple(epoch * unit for epoch in params.decay_epochs) if params.decay == "steps" else ()
    learning = replace(plan.learning, warmup_epochs=params.warmup_epochs * unit, decay_epochs=falls)
    return replace(plan, epochs=epochs, batches=batches, closing=closing_epochs(params, epochs), learning=learning)


def _unit(params: Params, epochs: int) -> float:
    """Epochs that one stands for in a parameter: in a training by time it is a hundredth of the length."""
    return epochs / 100 if params.by_time else 1


def within_time(
    recipe: Recipe, context: Context, params: Params, plan: Plan, dtype: torch.dtype, validate: Callable[[Any], float]
) -> Plan:
    """The plan with as many epochs as the time allows on this machine at this moment.

    Measured with a network that is thrown away: whole steps, then the seconds of a validation, which `validate`
    tells of a network. Every checkpoint holds the result: a resumed training has the same epochs, however fast its
    machine is. Raises Interrupted.
    """
    assert plan.learning is not None
    began, seconds = budget.clock(), 60 * params.time_budget
    torch.manual_seed(context.job.seed)
    net = recipe.build().to(context.device, memory_format=torch.channels_last).train()
    optimiser = make_optimiser(recipe.groups(net, plan), plan.learning)
    training = Training(plan, net, averaged_copy(net), optimiser, dtype, context.job.threads)
    training.scaler = make_scaler(dtype, context.device)
    training.epoch = plan.epochs  # nothing is frozen any more: these steps are the slowest
    keys = (divmod(i, plan.batches) for i in count())
    pace = budget.pace_of(
        prefetch(recipe.batch, keys, loaders(context.device)),
        lambda batch: recipe.step(training, recipe.send(batch)),
        context,
        least=LEAST_TIMING_SHARE * seconds,
        most=TIMING_SHARE * seconds,
    )
    checks = len(plan.compared) * validate(net.eval()) / plan.validation_interval / plan.batches
    steps = budget.steps_within(budget.SHARE * seconds - (budget.clock() - began), pace + checks)
    if steps >= WHOLE * plan.batches:
        return with_length(plan, params, steps // plan.batches, plan.batches)
    epochs = ceil(steps / plan.batches)
    return with_length(plan, params, epochs, steps // epochs)
