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

Losses = Callable[[torch.nn.Module, Any], dict[str, torch.Tensor]]


def make_optimiser(net: torch.nn.Module, learning: Learning) -> torch.optim.Optimizer:
    """AdamW or SGD with Nesterov momentum. Biases and normalisation are not decayed."""
    decayed = [p for p in net.parameters() if p.ndim > 1]
    free = [p for p in net.parameters() if p.ndim <= 1]
    groups = [{"params": decayed, "weight_decay": learning.weight_decay}, {"params": free, "weight_decay": 0.0}]
    momentum = learning.momentum
    if learning.adam:
        return torch.optim.AdamW(groups, lr=learning.rate, betas=(min(momentum, 0.999), 0.999), fused=True)
    return torch.optim.SGD(groups, lr=learning.rate, momentum=momentum, nesterov=momentum > 0)


def gradient_step(context: Context, training: Training, losses: Losses, batch: Any) -> dict[str, float]:
    """One step; gives the losses, scalars whose sum is to fall. Raises Fault train.lossNaN."""
    step, optimiser = training.step, training.optimiser
    assert optimiser is not None
    torch.manual_seed(context.job.seed + step)  # what a network draws belongs to the step, also after a resumption
    rate = training.plan.rate(step)
    for group in optimiser.param_groups:
        group["lr"] = rate
    with torch.autocast(context.device.type, torch.bfloat16, enabled=training.dtype == torch.bfloat16):
        parts = losses(training.net, batch)
    loss = sum(parts.values())
    values = {"loss": float(loss.detach()), **{f"loss_{k}": float(v.detach()) for k, v in parts.items()}, "lr": rate}
    if not math.isfinite(values["loss"]):
        raise Fault("train.lossNaN", "train", step=step, epoch=training.epoch, lr=rate)
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(training.net.parameters(), GRADIENT_NORM)
    optimiser.step()
    ema_update(training.averaged, training.net, averaging_decay(step, training.plan.steps))
    return values
