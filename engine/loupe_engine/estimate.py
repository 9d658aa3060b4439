"""How much memory a step of a training needs on a CPU, from shapes alone: known before its first step."""

from __future__ import annotations

import copy
from math import ceil

import torch

from .memory import room_left
from .recipes.base import Context, Plan, Recipe

PER_PARAMETER = 20  # bytes: weights, gradients, two moments of AdamW and the averaged copy, float32 each
BACKWARD = 1.55  # of what is kept for the gradient, at the worst moment; measured (decision 0039)
FIXED = 90_000_000  # bytes, whatever the network: kernels and their work space
GB = 1e9


def kept_for_gradient(net: torch.nn.Module, example: tuple[torch.Tensor, ...], dtype: torch.dtype) -> int:
    """Bytes that autograd keeps between the passes of a step, from `example` (meta tensors) through a network.

    Nothing is computed: the network is copied to the meta device, which has shapes and no values. It is looked at in
    float32, for autocast knows nothing of that device; half-precision formats keep half as much.
    """
    shapes = copy.deepcopy(net).to("meta").train()
    own = {one.untyped_storage()._cdata for one in (*shapes.parameters(), *shapes.buffers())}
    kept: list[torch.Tensor] = []  # alive, so that no storage takes the number of another

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        kept.append(tensor)
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        shapes(*example)
    sizes = {one.untyped_storage()._cdata: one.untyped_storage().nbytes() for one in kept}
    return sum(size for storage, size in sizes.items() if storage not in own) * dtype.itemsize // 4


def needed(net: torch.nn.Module, example: tuple[torch.Tensor, ...], dtype: torch.dtype) -> int:
    """Bytes that a training takes beyond its process and its images, about (decision 0039 says how well)."""
    weights = PER_PARAMETER * sum(one.numel() for one in net.parameters())
    return weights + FIXED + int(BACKWARD * kept_for_gradient(net, example, dtype))


def warn_of_memory(recipe: Recipe, context: Context, plan: Plan, dtype: torch.dtype) -> None:
    """Warn before the first step where a training on a CPU needs more memory than it can have."""
    if context.device.type != "cpu" or plan.learning is None:
        return
    net = recipe.build()
    example = recipe.example(net, ceil(plan.batch_size))
    if example is None:
        return
    wanted, free = needed(net, example, dtype), room_left(context.job.memory_bytes)
    if wanted > free:
        context.log.warn("train.memory", need=f"{wanted / GB:.1f}", free=f"{max(0, free) / GB:.1f}")
