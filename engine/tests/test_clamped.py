"""Convolutions that are clamped as one operation, and the backbone that is made of them."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch.utils._python_dispatch import TorchDispatchMode

from loupe_engine.nn import clamped as made
from loupe_engine.nn.backbones import backbone_of
from loupe_engine.nn.clamped import clamped, clamped_conv

CASES = [(8, 24, 1, 1, 1), (24, 24, 3, 1, 24), (24, 24, 5, 2, 24), (3, 16, 3, 2, 1)]  # in, out, kernel, stride, groups


@pytest.mark.parametrize("learns", [True, False])
@pytest.mark.parametrize("fuses", [True, False])
@pytest.mark.parametrize("case", CASES)
def test_answers_and_gradients_are_those_of_the_two_apart(
    case: tuple[int, ...], fuses: bool, learns: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(made, "X86", made.X86 and fuses)
    inputs, outputs, kernel, stride, groups = case
    torch.manual_seed(1)
    x = (3 * torch.randn(2, inputs, 12, 12)).to(memory_format=torch.channels_last)
    weight, bias = torch.randn(outputs, inputs // groups, kernel, kernel), torch.randn(outputs)
    found, wanted = [], []
    for into, is_apart in ((found, False), (wanted, True)):
        given = [one.clone().requires_grad_(learns or i == 0) for i, one in enumerate((x, weight, bias))]
        if is_apart:
            y = F.relu6(F.conv2d(*given, stride, kernel // 2, 1, groups))
        else:
            y = clamped_conv(*given, stride, kernel // 2, groups)
        y.square().sum().backward()
        into += [y.detach(), *(one.grad for one in given if one.requires_grad)]
    assert (wanted[0] == 0).any() and (wanted[0] == 6).any(), "both ends of the clamp are met"
    for one, other in zip(found, wanted, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-4)


def test_under_autocast_it_computes_in_that_format_and_learns_in_its_own() -> None:
    torch.manual_seed(1)
    x, weight, bias = torch.randn(1, 8, 6, 6), torch.randn(8, 8, 1, 1, requires_grad=True), torch.zeros(8)
    with torch.autocast("cpu", torch.bfloat16):
        y = clamped_conv(x, weight, bias, 1, 0, 1)
    y.float().sum().backward()
    assert y.dtype == torch.bfloat16 and weight.grad is not None and weight.grad.dtype == torch.float32
    torch.testing.assert_close(y.float(), F.relu6(F.conv2d(x, weight)), rtol=0.02, atol=0.05)


def test_a_processor_without_avx512_learns_in_bfloat16_too() -> None:
    """oneDNN itself takes this processor for an older one; it reads that once, so this is another process."""
    code = (
        "import torch\n"
        "from loupe_engine.nn.clamped import clamped_conv\n"
        "x, weight = torch.ones(1, 8, 6, 6, requires_grad=True), torch.ones(8, 8, 1, 1, requires_grad=True)\n"
        "with torch.autocast('cpu', torch.bfloat16):\n"
        "    y = clamped_conv(x, weight, -torch.ones(8) * 4, 1, 0, 1)\n"
        "y.float().sum().backward()\n"
        "print(y.dtype, y.mean().item(), weight.grad.mean().item())\n"
    )
    env = {**os.environ, "ONEDNN_MAX_CPU_ISA": "AVX2"}
    at = Path(__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", code], env=env, cwd=at, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["torch.bfloat16", "4.0", "36.0"], done.stderr


class Gradients(TorchDispatchMode):
    """The number formats in which gradients of convolutions are computed."""

    def __init__(self) -> None:
        super().__init__()
        self.formats: list[torch.dtype] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func is torch.ops.aten.convolution_backward.default:
            self.formats.append(args[0].dtype)
        return func(*args, **(kwargs or {}))


@pytest.mark.parametrize(("stride", "wanted"), [(1, torch.bfloat16), (2, torch.float32)])
def test_a_stride_has_its_gradient_in_float32(stride: int, wanted: torch.dtype) -> None:
    """In bfloat16 oneDNN takes 20 to 60 times as long."""
    x = torch.rand(1, 8, 8, 8, requires_grad=True)
    with torch.autocast("cpu", torch.bfloat16):
        y = clamped_conv(x, torch.rand(8, 1, 3, 3), torch.rand(8), stride, 1, 8)
    with Gradients() as seen:
        y.float().sum().backward()
    assert seen.formats == [wanted] and y.dtype == torch.bfloat16 and x.grad is not None


def test_a_clamp_alone_has_the_gradient_of_relu6() -> None:
    x = torch.tensor([-1.0, 0.0, 1.0, 5.9, 6.0, 7.0])
    found, wanted = x.clone().requires_grad_(), x.clone().requires_grad_()
    clamped(found * 1).sum().backward()
    F.relu6(wanted).sum().backward()
    assert torch.equal(found.grad, wanted.grad)


@pytest.mark.parametrize("sides", [(64, 96), (50, 70)])
def test_the_backbone_learns_what_it_answers_in_use(sides: tuple[int, int]) -> None:
    """In training it is turned by 180° where its sides allow it: the same features, and gradients of the same."""
    learning = backbone_of("efficientnet").train()
    used = copy.deepcopy(learning).eval()
    torch.manual_seed(1)
    x = torch.rand(2, 3, *sides)
    for net in (learning, used):
        sum(level.square().mean() for level in net(x)).backward()
    for one, other in zip([*learning(x), *learning.look(x)[1]], [*used(x), *used.look(x)[1]], strict=True):
        torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-4)
    for (name, one), other in zip(learning.named_parameters(), used.parameters(), strict=True):
        if one.grad is None:
            assert other.grad is None, name
        else:
            assert (one.grad - other.grad).norm() <= 1e-3 * other.grad.norm() + 1e-7, name
