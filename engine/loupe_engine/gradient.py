"""The step of recipes that learn by gradients: forward, backward, update, average."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch

from .device import autocast
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


def make_scaler(dtype: torch.dtype, device: torch.device) -> torch.amp.GradScaler | None:
    """What keeps small gradients above zero in float16: they are of the loss times a factor, which adapts itself
    (Micikevicius et al., Mixed Precision Training, 2018). The other formats have the range of float32: None.
    """
    return torch.amp.GradScaler(device.type) if dtype == torch.float16 else None


def all_finite(net: torch.nn.Module) -> bool:
    """Whether weights and running statistics are numbers."""
    running = [buffer for name, buffer in net.named_buffers() if "running_" in name]
    return all(bool(torch.isfinite(one).all()) for one in (*net.parameters(), *running))


def gradient_step(context: Context, training: Training, losses: Losses, batch: Any) -> dict[str, float]:
    """One step; gives the losses, scalars whose sum is to fall. Raises Fault train.lossNaN.

    In float16 a step whose gradients are infinite is left out, and the next ones scale the loss by half as much.
    """
    step, optimiser = training.step, training.optimiser
    assert optimiser is not None
    torch.manual_seed(context.job.seed + step)  # what a network draws belongs to the step, also after a resumption
    rate = training.plan.rate(step)
    for group in optimiser.param_groups:
        group["lr"] = rate * group.get("rate", 1.0)
    with autocast(context.device, training.dtype), training.recordings.used(training.net, context.device):
        parts = losses(training.net, batch)
    loss = sum(parts.values())
    told = torch.stack([loss.detach(), *(part.detach() for part in parts.values())]).tolist()  # waits for a card once
    values = dict(zip(["loss", *(f"loss_{name}" for name in parts)], told, strict=True)) | {"lr": rate}
    norm = math.nan
    if math.isfinite(values["loss"]):
        optimiser.zero_grad(set_to_none=True)
        (training.scaler.scale(loss) if training.scaler else loss).backward()
        if training.scaler:
            training.scaler.unscale_(optimiser)
        norm = float(torch.nn.utils.clip_grad_norm_(training.weights, GRADIENT_NORM))
    # One infinite gradient makes all weights NaN: it must not reach them, nor a checkpoint.
    if not (math.isfinite(norm) or (math.isfinite(values["loss"]) and _may_scale_less(training.scaler))):
        raise Fault("train.lossNaN", "train", step=training.steps_done, epoch=training.epochs_done, lr=rate)
    if training.scaler:
        training.scaler.step(optimiser)  # does nothing where a gradient was infinite
        training.scaler.update()
    else:
        optimiser.step()
    if math.isfinite(norm):  # else this step was left out
        values["grad_norm"] = norm
        training.follower.follow(averaging_decay(step, training.plan.steps))
    return values


def _may_scale_less(scaler: torch.amp.GradScaler | None) -> bool:
    """Whether infinite gradients may be due to the factor of the loss alone; then a smaller one follows."""
    return scaler is not None and scaler.get_scale() > 1
