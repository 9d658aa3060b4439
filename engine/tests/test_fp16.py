"""Half precision of older graphics cards: who gets it, and that a step in it scales its loss, skips and goes on.

Steps run on the CPU, which can compute float16 too; those on a graphics card are in test_graphics_card.py.
"""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import torch
from drawn import events, of_type
from test_learning import context_of, training_of

from loupe_engine import device, loop
from loupe_engine.averaging import averaged_copy
from loupe_engine.faults import Fault
from loupe_engine.gradient import gradient_step, make_scaler
from loupe_engine.recipes.base import Training
from loupe_engine.recipes.detect.loss import Truths, losses
from loupe_engine.recipes.detect.model import BINS, Detector
from loupe_engine.recipes.detect.recipe import Detect

CPU, GPU = torch.device("cpu"), torch.device("cuda:0")
FP32, BF16, FP16 = torch.float32, torch.bfloat16, torch.float16


@pytest.mark.parametrize(
    ("where", "has_bf16", "wanted", "auto", "careful"),
    [
        (GPU, False, FP16, FP16, FP32),
        (GPU, True, FP16, BF16, BF16),
        (CPU, False, FP32, FP32, FP32),
        (CPU, True, BF16, BF16, BF16),
    ],
)
def test_the_format_follows_request_and_device(
    where: torch.device,
    has_bf16: bool,
    wanted: torch.dtype,
    auto: torch.dtype,
    careful: torch.dtype,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`wanted`: by fp16; `careful`: by auto in a recipe that does not take float16."""
    monkeypatch.setattr(device, "fast_bf16", lambda _: has_bf16)
    assert device.choose_dtype("fp16", where, True) == wanted
    assert device.choose_dtype("auto", where, True) == auto
    assert device.choose_dtype("auto", where) == careful
    assert device.choose_dtype("fp32", where, True) == FP32 and device.choose_dtype("bf16", where, True) == BF16


def test_on_a_cpu_a_request_for_fp16_is_answered_in_words(tmp_path: Path) -> None:
    context = context_of(tmp_path, params={"precision": "fp16"})
    recipe = Detect(context)
    used = loop._dtype(recipe, context, None)
    assert used == device.choose_dtype("auto", CPU)
    [warned] = of_type(events(context.out), "warning")
    assert (warned["code"], warned["args"]) == ("train.noFp16", {"dtype": str(used).removeprefix("torch.")})


def scaled_training(net: torch.nn.Module) -> Training:
    training = training_of(net)
    training.dtype, training.scaler, training.averaged = FP16, make_scaler(FP16, CPU), averaged_copy(net)
    return training


def root(net: torch.nn.Module, x: torch.Tensor) -> dict[str, torch.Tensor]:
    """Zero, with infinite gradients."""
    return {"root": (net(x).float() * 0).abs().sqrt().sum()}


def plain(net: torch.nn.Module, x: torch.Tensor) -> dict[str, torch.Tensor]:
    return {"plain": net(x).float().sum()}


def test_a_step_with_infinite_gradients_is_left_out_and_the_next_scales_less(tmp_path: Path) -> None:
    context, net = context_of(tmp_path), torch.nn.Linear(2, 1, bias=False)
    training = scaled_training(net)
    begun = net.weight.detach().clone()
    scale = training.scaler.get_scale()
    values = gradient_step(context, training, root, torch.ones(1, 2))
    assert torch.equal(net.weight, begun) and torch.equal(training.averaged.weight, begun)
    assert training.scaler.get_scale() == scale / 2 and "grad_norm" not in values
    training.step += 1
    values = gradient_step(context, training, plain, torch.ones(1, 2))
    assert values["grad_norm"] == pytest.approx(2**0.5, rel=1e-3), "of the loss itself, not of the scaled one"
    assert not torch.equal(net.weight, begun) and torch.isfinite(net.weight).all()
    assert not torch.equal(training.averaged.weight, begun)


def test_gradients_that_stay_infinite_end_the_training(tmp_path: Path) -> None:
    context, net = context_of(tmp_path), torch.nn.Linear(2, 1, bias=False)
    training = scaled_training(net)
    with pytest.raises(Fault) as caught:
        for training.step in range(100):
            gradient_step(context, training, root, torch.ones(1, 2))
    assert caught.value.code == "train.lossNaN" and training.scaler.get_scale() <= 1


def test_a_loss_that_is_no_number_ends_the_training_at_once(tmp_path: Path) -> None:
    context, net = context_of(tmp_path), torch.nn.Linear(2, 1, bias=False)
    with pytest.raises(Fault) as caught:
        gradient_step(context, scaled_training(net), plain, torch.full((1, 2), float("nan")))
    assert caught.value.code == "train.lossNaN" and torch.isfinite(net.weight).all()


def test_gradients_too_small_for_float16_count(tmp_path: Path) -> None:
    context = context_of(tmp_path)

    def small(net: torch.nn.Module, x: torch.Tensor) -> dict[str, torch.Tensor]:
        return {"small": net(x).float().sum() * 1e-8}

    norms = []
    for scaled in (False, True):
        training = scaled_training(torch.nn.Linear(2, 1, bias=False))
        training.scaler = training.scaler if scaled else None
        norms.append(gradient_step(context, training, small, torch.ones(1, 2))["grad_norm"])
    assert norms[0] == 0 and norms[1] == pytest.approx(1e-8 * 2**0.5, rel=0.01)


def test_a_training_in_fp16_resumes_with_its_scale(tmp_path: Path) -> None:
    context = context_of(tmp_path)
    recipe = Detect(context)
    made = recipe.prepare(lambda done, total: None)
    training = loop.begin(recipe, context, made, None, FP16, 1)
    values = recipe.step(training, recipe.send(recipe.batch((0, 0))))
    plain = loop.begin(recipe, context, made, None, FP32, 1)
    same = recipe.step(plain, recipe.send(recipe.batch((0, 0))))
    assert values["loss"] == pytest.approx(same["loss"], rel=0.01) and plain.scaler is None
    training.scaler.update(1024.0)
    stored = io.BytesIO()
    torch.save(loop._state(training, recipe.fingerprint(), "cpu"), stored)
    stored.seek(0)
    state = torch.load(stored, weights_only=True)
    assert loop._dtype(recipe, context, state) == FP16
    again = loop.begin(recipe, context, made, state, FP16, 1)
    assert again.scaler.state_dict() == training.scaler.state_dict() and again.scaler.get_scale() == 1024
    assert loop.begin(recipe, context, made, state, FP32, 1).scaler is None, "where the device is another"
    del state["scaler"]
    assert loop.begin(recipe, context, made, state, FP16, 1).scaler.get_scale() == 65536


def test_losses_of_a_batch_without_truths_stay_numbers_in_float16() -> None:
    """A plain sum of so many sides is above the largest float16."""
    net = Detector("n", 1)
    points = sum((640 // stride) ** 2 for stride in net.strides)
    sides = torch.full((4, 4 * BINS, points), 1.0, dtype=FP16)
    none = Truths.of(torch.zeros(0, 6), torch.zeros(0, 5))
    parts = losses(net, sides, torch.zeros(4, 1, points, dtype=FP16), none, 640, 640)
    assert all(torch.isfinite(one) for one in parts.values()) and float(parts["box"] + parts["dfl"]) == 0
