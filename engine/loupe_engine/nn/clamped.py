"""A convolution clamped to 0…6 (ReLU6, Howard et al., MobileNets, 2017), forward as one operation on a CPU.

Apart, the clamp takes up to three times as long as a pointwise convolution in bfloat16.
"""

from __future__ import annotations

import platform
from typing import Any

import torch
import torch.nn.functional as F

MOST = 6.0
X86 = platform.machine().lower() in ("x86_64", "amd64")
How = tuple[int, int, int]  # stride, padding, groups


def clamped_conv(
    x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, stride: int, padding: int, groups: int
) -> torch.Tensor:
    """(B, I, H, W) to (B, O, H', W'), in the number format of autocast where that is on."""
    kind, how = x.device.type, (stride, padding, groups)
    if kind != "cpu" or torch.onnx.is_in_onnx_export():
        return clamped(F.conv2d(x, weight, bias, stride, padding, 1, groups))
    dtype = torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) else x.dtype
    with torch.autocast(kind, enabled=False):
        return _ClampedConv.apply(x.to(dtype), weight.to(dtype), bias.to(dtype), how)


def clamps_within(dtype: torch.dtype) -> bool:
    """Whether oneDNN convolves and clamps in one on this processor: in bfloat16 only with AVX-512 or its like."""
    if not (X86 and torch.backends.mkldnn.is_available()):
        return False
    if dtype == torch.bfloat16:
        return bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
    return dtype == torch.float32


def clamped(x: torch.Tensor) -> torch.Tensor:
    """Of what a layer gave that does not keep it and nothing else holds: it is overwritten."""
    if torch.onnx.is_in_onnx_export():
        return F.relu6(x)
    return _Clamped.apply(x) if x.requires_grad else F.hardtanh_(x, 0, MOST)


class _Clamped(torch.autograd.Function):
    """In place, with the gradient by what comes out, which the next layer keeps anyway."""

    @staticmethod
    def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
        y = x.clamp_(0, MOST)
        ctx.mark_dirty(y)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> torch.Tensor:
        return torch.ops.aten.hardtanh_backward(gradient, *ctx.saved_tensors, 0.0, MOST)


class _ClampedConv(torch.autograd.Function):
    """On a CPU. Of x only what the gradient needs is kept."""

    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, how: How) -> torch.Tensor:
        stride, padding, groups = how
        if clamps_within(x.dtype):
            steps = [padding] * 2, [stride] * 2, [1, 1], groups
            y = torch.ops.mkldnn._convolution_pointwise(x, weight, bias, *steps, "hardtanh", [0.0, MOST], "")
        else:
            y = F.conv2d(x, weight, bias, stride, padding, 1, groups).clamp_(0, MOST)
        ctx.how, ctx.shape, ctx.dtype = how, x.shape, x.dtype
        ctx.save_for_backward(y, weight, *([x] if ctx.needs_input_grad[1] else []))
        return y

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        y, weight, *given = ctx.saved_tensors
        stride, padding, groups = ctx.how
        # oneDNN's gradient for bfloat16 takes 20 to 60 times as long where a stride is learned through
        dtype = torch.float32 if stride > 1 else ctx.dtype
        # for the gradient of x alone nothing of it is read but its shape
        x = given[0].to(dtype) if given else torch.empty(ctx.shape, dtype=dtype, memory_format=torch.channels_last)
        clamped = torch.ops.aten.hardtanh_backward(gradient, y, 0.0, MOST).to(dtype)
        steps = [stride] * 2, [padding] * 2, [1, 1], False, [0, 0], groups
        wanted = ctx.needs_input_grad[:3]
        found = torch.ops.aten.convolution_backward(clamped, x, weight.to(dtype), [len(weight)], *steps, wanted)
        return *(None if one is None else one.to(ctx.dtype) for one in found), None
