"""What a training needs is known from shapes, and said before its first step."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from drawn import events, of_type
from test_learning import context_of

from loupe_engine import estimate
from loupe_engine.recipes.detect.model import Detector
from loupe_engine.recipes.detect.recipe import Detect


def test_what_is_kept_for_the_gradient_is_counted_once() -> None:
    """Of a convolution its input, of SiLU its own; weights are not counted, nor is a tensor that two want."""
    net = torch.nn.Sequential(torch.nn.Conv2d(3, 5, 1), torch.nn.SiLU(), torch.nn.Conv2d(5, 2, 1))
    x = torch.empty(2, 3, 8, 8, device="meta")
    assert estimate.kept_for_gradient(net, (x,), torch.float32) == 4 * 2 * 64 * (3 + 5 + 5)
    assert estimate.kept_for_gradient(net, (x,), torch.bfloat16) == 2 * 2 * 64 * (3 + 5 + 5)
    assert all(one.device.type == "cpu" for one in net.parameters()), "the network itself stays as it is"


def test_it_grows_with_batch_and_size() -> None:
    net = Detector("n", 2)

    def kept(batch: int, side: int) -> int:
        example = (torch.empty(batch, 3, side, side, device="meta"),)
        return estimate.kept_for_gradient(net, example, torch.float32)

    assert kept(4, 64) == pytest.approx(2 * kept(2, 64), rel=0.01)
    assert kept(2, 128) == pytest.approx(4 * kept(2, 64), rel=0.01)


def test_the_example_is_the_largest_input(tmp_path: Path) -> None:
    for params in ({}, {"multiScale": True, "multiScaleRange": [0.5, 1.5]}):
        recipe = Detect(context_of(tmp_path / str(len(params)), params=params))
        recipe.prepare(lambda done, total: None)
        net, seen = recipe.build().train(), []
        net.register_forward_pre_hook(lambda _, given, seen=seen: seen.append(given[0].shape))
        batch = recipe.send(recipe.batch((0, 0)))
        recipe.losses(net, batch)
        [x] = recipe.example(net, len(batch.images))
        assert seen == [x.shape] and x.device.type == "meta"


@pytest.mark.parametrize(("free", "warned"), [(2**30, 0), (2**20, 1)])
def test_too_little_memory_is_said_before_the_start(
    free: int, warned: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = context_of(tmp_path)
    recipe = Detect(context)
    plan = recipe.prepare(lambda done, total: None)
    monkeypatch.setattr(estimate, "room_left", lambda limit: free)
    estimate.warn_of_memory(recipe, context, plan, torch.float32)
    found = of_type(events(context.out), "warning")
    assert [one["code"] for one in found] == ["train.memory"] * warned
    assert all(float(one["args"]["need"]) > float(one["args"]["free"]) for one in found)
