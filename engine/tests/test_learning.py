"""What a training may not do: learn from gradients that are no numbers, end without closing, warm up in no time."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from drawn import drawn_rows, events, last_of, make_job, of_type

from loupe_engine import loop
from loupe_engine.checkpoint import listed
from loupe_engine.control import Control
from loupe_engine.events import EventLog
from loupe_engine.faults import Fault
from loupe_engine.files import path_of
from loupe_engine.gradient import MOST_BETA, gradient_step, make_optimiser
from loupe_engine.job import read_job
from loupe_engine.recipes.base import Best, Context, Evaluation, Learning, Plan, Training
from loupe_engine.recipes.detect.length import closing_epochs
from loupe_engine.recipes.detect.params import read_params
from loupe_engine.recipes.detect.recipe import Detect

LEARNING = {"rate": 0.1, "final_share": 0.1, "warmup_epochs": 3, "momentum": 0.9, "weight_decay": 0.0}


def plan(**changes: Any) -> Plan:
    return Plan(**{"epochs": 10, "batches": 4, "batch_size": 2, "learning": Learning(**LEARNING), **changes})


def context_of(folder: Path, **changes: Any) -> Context:
    job = read_job(make_job(folder, drawn_rows(folder, 5, 2), **changes))
    return Context(job, EventLog(job.out / "events.jsonl"), Control(), torch.device("cpu"))


def total(net: torch.nn.Module, x: torch.Tensor) -> dict[str, torch.Tensor]:
    return {"a": net(x).sum()}


def training_of(net: torch.nn.Module, **changes: Any) -> Training:
    how = plan(**changes)
    assert how.learning is not None
    optimiser = make_optimiser([{"params": list(net.parameters()), "weight_decay": 0.0}], how.learning)
    return Training(how, net, net, optimiser, torch.float32, 1)


@pytest.mark.parametrize("adam", [True, False])
def test_an_infinite_gradient_reaches_neither_weights_nor_a_checkpoint(adam: bool, tmp_path: Path) -> None:
    """The loss is a number and its gradient is not, as of a root at zero."""
    net = torch.nn.Linear(2, 1, bias=False)
    before = net.weight.detach().clone()
    training = training_of(net, learning=Learning(**LEARNING, adam=adam))

    def root(net: torch.nn.Module, x: torch.Tensor) -> dict[str, torch.Tensor]:
        return {"root": (net(x) * 0).abs().sqrt().sum()}

    with pytest.raises(Fault) as caught:
        gradient_step(
            context_of(tmp_path), training, lambda net, x: {"root": (net(x) * 0).abs().sqrt().sum()}, torch.ones(1, 2)
        )
    assert caught.value.code == "train.lossNaN" and caught.value.details["step"] == 0
    assert torch.equal(net.weight, before)


def test_weights_that_are_no_numbers_are_not_saved(tmp_path: Path) -> None:
    context = context_of(tmp_path)
    recipe = Detect(context)
    made = recipe.prepare(lambda done, total: None)
    training = loop.begin(recipe, context, made, None, torch.float32, 1)
    saver = loop._Saver(recipe, context, training)
    saver.save()
    with torch.no_grad():
        weight = next(training.net.parameters())
        weight[(0,) * weight.ndim] = math.inf
    training.step = 1
    with pytest.raises(Fault) as caught:
        saver.save()
    assert caught.value.code == "train.lossNaN"
    assert [p.name for p in listed(context.out / "checkpoints")] == ["checkpoint-000000000.pt"]


def test_steps_tell_how_large_their_gradient_was(tmp_path: Path) -> None:
    """The norm before it is cut to 10: a curve of it shows how many steps were."""
    net = torch.nn.Linear(1, 1, bias=False)
    values = gradient_step(
        context_of(tmp_path), training_of(net), lambda net, x: {"a": net(x).sum()}, torch.tensor([[40.0]])
    )
    assert values["grad_norm"] == pytest.approx(40.0)


@pytest.mark.parametrize(
    ("epochs", "batches", "steps"), [(100, 2, 20), (300, 2, 60), (1000, 2, 100), (100, 50, 150), (3, 2, 6)]
)
def test_the_warm_up_has_a_floor(epochs: int, batches: int, steps: int) -> None:
    """Three epochs of two steps are no warm-up: a tenth of all steps, up to a hundred."""
    made = plan(epochs=epochs, batches=batches)
    assert made.warmup == steps
    assert made.rate(steps - 1) < 0.1 and [made.rate(i) for i in range(steps)] == sorted(
        made.rate(i) for i in range(steps)
    )
    assert plan(epochs=epochs, batches=batches, learning=Learning(**{**LEARNING, "warmup_epochs": 0})).warmup == 0


@pytest.mark.parametrize(("epochs", "wished", "closing"), [(100, 10, 10), (12, 10, 4), (1, 10, 1), (30, 0, 0)])
def test_the_mosaic_closes_for_a_third_of_the_epochs_at_most(epochs: int, wished: int, closing: int) -> None:
    params = read_params({"epochs": epochs, "warmupEpochs": 0, "closeMosaicEpochs": wished})
    assert closing_epochs(params, epochs) == closing
    assert read_params({}).close_mosaic_epochs == 10


def test_patience_goes_through_the_closing_epochs_before_the_end(tmp_path: Path) -> None:
    context = context_of(tmp_path, params={"epochs": 30, "patience": 2, "closeMosaicEpochs": 3, "batchSize": 5})
    recipe = Detect(context)
    used: list[int] = []

    class Followed(Detect):
        def step(self, training: Training, batch: Any) -> dict[str, float]:
            used.append(batch.step[0])
            return {"loss": 1.0}

        def evaluate(self, net: torch.nn.Module, tick: Any) -> Evaluation:
            return Evaluation({}, 0.5)

        def export(self, net: torch.nn.Module, best: Best, epochs_done: int, tick: Any) -> None:
            used.append(-epochs_done)

    recipe = Followed(context)
    assert loop.train(recipe, context).ended == "completed"
    assert used == [0, 1, 2, 27, 28, 29, -6]
    warned = [e["args"] for e in of_type(events(context.out), "warning") if e["code"] == "train.closing"]
    assert warned == [{"count": 3}]
    # what is told has no gap: six epochs of one step, and not thirty
    seen = events(context.out)
    assert [(e["epochs"], e["steps"]) for e in of_type(seen, "length")] == [(30, 30), (6, 6)]
    validated = [(e["step"], e["values"]["epoch"]) for e in of_type(seen, "series") if "epoch" in e["values"]]
    assert validated == [(n, n) for n in range(1, 7)]
    assert of_type(seen, "progress")[-1]["done"] == of_type(seen, "progress")[-1]["total"] == 6


def test_a_training_that_ends_early_goes_on_in_its_closing_epochs_as_long_as_it_was_said_to_be(tmp_path: Path) -> None:
    params = {"epochs": 30, "patience": 2, "closeMosaicEpochs": 3, "batchSize": 5}
    used: list[int] = []

    class Followed(Detect):
        def step(self, training: Training, batch: Any) -> dict[str, float]:
            used.append(batch.step[0])
            if batch.step[0] == 28 and not self.context.job.resume:
                self.context.control.receive("pause")
            return {"loss": 1.0}

        def evaluate(self, net: torch.nn.Module, tick: Any) -> Evaluation:
            return Evaluation({}, 0.5 - 0.01 * len(used), {}, 0.1)

        def export(self, net: torch.nn.Module, best: Best, epochs_done: int, tick: Any) -> None:
            used.append(-epochs_done)

    first = context_of(tmp_path, params=params)
    assert loop.train(Followed(first), first) == loop.Outcome("paused", 5)
    saved = last_of(first.out, "checkpoint")
    state = torch.load(path_of(saved["path"]), weights_only=True)
    assert (state["recent"], state["trend"]) == ([0.49, 0.48, 0.47, 0.46, 0.45], 0.49)
    second = context_of(tmp_path, params=params, out="second", resume=saved)
    assert loop.train(Followed(second), second) == loop.Outcome("completed", 6)
    assert used == [0, 1, 2, 27, 28, 29, -6]
    seen = events(second.out)
    assert [e["steps"] for e in of_type(seen, "length")] == [30, 6]
    assert [(e["done"], e["total"]) for e in of_type(seen, "progress")][-1] == (6, 6)


def test_batches_are_made_ahead_over_the_end_of_an_epoch(tmp_path: Path) -> None:
    """With two steps an epoch a loader that starts over at each had made nothing ahead."""
    training = training_of(torch.nn.Linear(1, 1), epochs=3, batches=2)
    training.epoch, training.position = 1, 1
    assert list(loop.steps_to_come(training)) == [(1, 1), (2, 0), (2, 1)]
    pools = 0
    usual = loop.prefetch

    def counted(*given: Any) -> Iterator[Any]:
        nonlocal pools
        pools += 1
        return usual(*given)

    context = context_of(tmp_path, params={"epochs": 3, "batchSize": 5})

    class Still(Detect):
        def step(self, training: Training, batch: Any) -> dict[str, float]:
            return {"loss": 1.0}

        def export(self, *_: Any) -> None:
            pass

    loop.prefetch, before = counted, loop.prefetch
    try:
        assert loop.train(Still(context), context).step == 3
    finally:
        loop.prefetch = before
    assert pools == 1


def test_the_first_step_is_as_large_as_any(tmp_path: Path) -> None:
    recipe = Detect(context_of(tmp_path, params={"multiScale": True}))
    recipe.prepare(lambda done, total: None)
    net = recipe.build()
    sides = [round(96 * recipe.share(net.stride, (epoch, i))) for epoch in range(20) for i in range(4)]
    assert sides[0] == max(sides) == int(96 * 1.5) // 32 * 32 and min(sides) < 96


def test_a_checkpoint_of_another_kind_of_device_takes_what_is_quick_here(tmp_path: Path) -> None:
    context = context_of(tmp_path, params={"precision": "auto"})
    recipe = Detect(context)
    usual = loop._dtype(recipe, context, None)
    other = "float32" if usual == torch.bfloat16 else "bfloat16"
    assert loop._dtype(recipe, context, {"dtype": other, "device": "cpu"}) == getattr(torch, other)
    assert loop._dtype(recipe, context, {"dtype": other}) == getattr(torch, other), "older ones do not say"
    assert not of_type(events(context.out), "warning")
    assert loop._dtype(recipe, context, {"dtype": other, "device": "cuda"}) == usual
    [warned] = of_type(events(context.out), "warning")
    assert warned["code"] == "train.otherDevice" and warned["args"]["device"] == "cpu"


def test_a_recipe_says_what_learns_how_fast(tmp_path: Path) -> None:
    """Groups with a share of the rate, as of a pretrained backbone; and what is in none stays as it is."""
    net = torch.nn.Sequential(
        torch.nn.Linear(1, 1, bias=False), torch.nn.Linear(1, 1, bias=False), torch.nn.Linear(1, 1)
    )
    groups = [
        {"params": [net[0].weight], "weight_decay": 0.0, "rate": 0.1},
        {"params": [net[1].weight], "weight_decay": 0.0, "rate": 1.0},
    ]
    how = Learning(**{**LEARNING, "warmup_epochs": 0, "momentum": 0.0}, adam=False)
    training = Training(plan(learning=how), net, net, make_optimiser(groups, how), torch.float32, 1)
    before = [p.detach().clone() for p in net.parameters()]
    with torch.no_grad():
        for p in net.parameters():
            p.fill_(1.0)
            p.grad = None
    gradient_step(context_of(tmp_path), training, total, torch.ones(1, 1))
    moved = [float((p.detach() - 1).abs().max()) for p in net.parameters()]
    assert len(before) == 4 and moved == pytest.approx([0.01, 0.1, 0.0, 0.0], rel=1e-4)
    adam = make_optimiser([{"params": [net[0].weight]}], Learning(**{**LEARNING, "momentum": 1.0}))
    assert adam.param_groups[0]["betas"] == (MOST_BETA, 0.999)


def test_images_are_looked_at_once_and_not_again_when_a_training_goes_on(tmp_path: Path) -> None:
    rows = drawn_rows(tmp_path, 5, 2)
    rows[1]["sha256"] = "ab" * 32
    job = read_job(make_job(tmp_path, rows))
    context = Context(job, EventLog(job.out / "events.jsonl"), Control(), torch.device("cpu"))
    torch.set_num_threads(3)
    try:
        made = Detect(context).prepare(lambda done, total: None)
        assert torch.get_num_threads() == 3, "what the workers use is theirs"
    finally:
        torch.set_num_threads(1)
    assert made.left_out == (1,)
    again = Detect(context)
    looked: list[int] = []

    def tick(done: int, total: int) -> None:
        looked.append(done)

    later = again.prepare(tick, made.left_out)
    assert looked == [] and later == made
    assert again.training is not None and [e.image.id for e in again.training.entries] == [1, 3, 4, 5]
    assert not again.store._kept, "no file was read"
    assert [e["code"] for e in of_type(events(context.out), "warning")] == ["data.imageMissing"]


@pytest.mark.parametrize("wished", [0, 0.8])
def test_the_figures_are_those_of_the_graph_and_the_wished_threshold_holds(wished: float, tmp_path: Path) -> None:
    """What the loop found is of other pixels and another number format: here it is plainly false."""
    context = context_of(tmp_path, params={"confidenceThreshold": wished, "nmsThreshold": 0.5})
    recipe = Detect(context)
    made = recipe.prepare(lambda done, total: None)
    net = loop.begin(recipe, context, made, None, torch.float32, 1).net.eval()
    count = len(context.job.classes)
    false = {"map50": 0.99, "map50_95": 0.98, "map33": 0.97, "precision": 0.96, "recall": 0.95, "confidence": 0.94}
    detail = {**false, "ap50": [0.9] * count, "truths": [77] * count, "own": [0.93] * count}
    best = Best("raw", 1, Evaluation({}, 1.0, detail), net.state_dict())
    recipe.export(net, best, 1, lambda done, total: None)
    report = json.loads((context.out / "report.json").read_text())
    assert report["metrics"]["map50"] < 0.5, "a network that learned nothing finds nothing"
    truths = sum(int((e.outlines.labels >= 0).sum()) for e in recipe.validation)
    assert sum(one["truths"] for one in report["metrics"]["per_class"]) == truths
    assert report["thresholds"]["confidence"] == wished if wished else report["thresholds"]["confidence"] < 0.5
    assert report["thresholds"]["own"] == [], "what the loop chose for a label is not the graph's either"
    assert np.isfinite(report["metrics"]["precision"])


def chosen(tmp_path: Path, rounds: list[tuple[float, float]], doubt: float) -> list[tuple[str, int, int]]:
    """After each validation, scripted as (raw, averaged) fitness: kept weights, their epoch, that of the best."""

    class Scripted:
        def evaluate(self, net: torch.nn.Module, tick: object) -> Evaluation:
            return Evaluation({}, next(script), {}, doubt)

    script = iter([fitness for pair in rounds for fitness in pair])
    context = context_of(tmp_path)
    training = Training(plan(), torch.nn.Linear(1, 1), torch.nn.Linear(1, 1), None, torch.float32, 1)
    kept = []
    for epoch in range(len(rounds)):
        training.epoch = epoch
        loop._validate(Scripted(), context, training, training.plan.compared, training.epoch + 1)
        kept.append((training.best.kept, training.best.epoch, training.best.since))
    return kept


def test_the_best_weights_are_kept_where_many_images_judge(tmp_path: Path) -> None:
    rounds = [(0.2, 0.1), (0.4, 0.4), (0.3, 0.35), (0.39, 0.3)]
    assert chosen(tmp_path, rounds, 0.0) == [("raw", 1, 1), ("averaged", 2, 2), ("averaged", 2, 2), ("averaged", 2, 2)]


def test_weights_that_few_images_cannot_tell_apart_are_the_later_averaged_ones(tmp_path: Path) -> None:
    rounds = [(0.2, 0.1), (0.5, 0.45), (0.3, 0.42), (0.35, 0.3), (0.2, 0.41)]
    kept = chosen(tmp_path, rounds, 0.1)
    assert kept == [("averaged", 1, 1), ("averaged", 2, 2), ("averaged", 3, 2), ("averaged", 3, 2), ("averaged", 5, 2)]


def test_weights_that_have_learned_a_few_images_by_heart_do_not_take_the_place_of_earlier_ones(tmp_path: Path) -> None:
    """Each validation alone is within the doubt of the best one; five together are not."""
    rises, falls = [(n / 10, n / 10) for n in range(6)], [(0.42, 0.42)] * 8
    kept = chosen(tmp_path, [*rises, *falls], 0.1)
    assert [epoch for _, epoch, _ in kept] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]
    kept = chosen(tmp_path, [*rises, *[(0.5, 0.5)] * 4, *falls], 0.1)
    # the mean of five falls below .45 with the fourth of them
    assert [epoch for _, epoch, _ in kept][9:] == [10, 11, 12, 13, 13, 13, 13, 13, 13]
    # where it varies as much and does not get worse, the later ones stay
    kept = chosen(tmp_path, [*rises, *[(0.5, 0.5), (0.42, 0.42)] * 5], 0.1)
    assert kept[-1] == ("averaged", 16, 6)


def test_a_rise_that_comes_after_a_fall_still_counts_for_patience(tmp_path: Path) -> None:
    rounds = [(0.5, 0.5)] * 5 + [(0.1, 0.1)] * 4 + [(0.55, 0.55)]
    kept = chosen(tmp_path, rounds, 0.1)
    assert kept[-2:] == [("averaged", 5, 1), ("averaged", 5, 10)]
