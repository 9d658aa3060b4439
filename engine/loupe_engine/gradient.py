"""The step of recipes that learn by gradients: forward, backward, update, average."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch

from .averaging import ema_update
from .faults import Fault
from .recipes.base import Context, Learning, Training
from .schedule import averaging_decay

GRADIENT_NORM = 10.0
MOST_BETA = 0.999  # first coefficient of AdamW at most; with 1 no gradient would count

Losses = Callable[[torch.nn.Module, Any], dict[str, torch.Tensor]]


def make_optimiser(groups: list[dict[str, Any]], learning: Learning) -> torch.optim.Optimizer:
    """AdamW or SGD with Nesterov momentum, for groups as `decayed_apart` gives them."""
    momentum = learning.momentum
    if learning.adam:
        return torch.optim.AdamW(groups, lr=learning.rate, betas=(min(momentum, MOST_BETA), 0.999), fused=True)
    return torch.optim.SGD(groups, lr=learning.rate, momentum=momentum, nesterov=momentum > 0)


def all_finite(net: torch.nn.Module) -> bool:
    """Whether weights and running statistics are numbers."""
    running = [buffer for name, buffer in net.named_buffers() if "running_" in name]
    return all(bool(torch.isfinite(one).all()) for one in (*net.parameters(), *running))


def gradient_step(context: Context, training: Training, losses: Losses, batch: Any) -> dict[str, float]:
    """One step; gives the losses, scalars whose sum is to fall. Raises Fault train.lossNaN."""
    step, optimiser = training.step, training.optimiser
    assert optimiser is not None
    torch.manual_seed(context.job.seed + step)  # what a network draws belongs to the step, also after a resumption
    rate = training.plan.rate(step)
    for group in optimiser.param_groups:
        group["lr"] = rate * group.get("rate", 1.0)
    with torch.autocast(context.device.type, torch.bfloat16, enabled=training.dtype == torch.bfloat16):
        parts = losses(training.net, batch)
    loss = sum(parts.values())
    values = {"loss": float(loss.detach()), **{f"loss_{k}": float(v.detach()) for k, v in parts.items()}, "lr": rate}
    if math.isfinite(values["loss"]):
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        values["grad_norm"] = float(torch.nn.utils.clip_grad_norm_(training.net.parameters(), GRADIENT_NORM))
    # One infinite gradient makes all weights NaN: it must not reach them, nor a checkpoint.
    if not math.isfinite(values.get("grad_norm", math.nan)):
        raise Fault("train.lossNaN", "train", step=step, epoch=training.epoch, lr=rate)
    optimiser.step()
    ema_update(training.averaged, training.net, averaging_decay(step, training.plan.steps))
    return values
