"""How long a training of `detect` is: minutes become epochs once, few images are repeated, too few steps are named."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from drawn import drawn_rows, events, make_job, of_type, start

from loupe_engine import budget
from loupe_engine.control import Control
from loupe_engine.events import EventLog
from loupe_engine.faults import Fault
from loupe_engine.job import read_job
from loupe_engine.recipes.base import Context, Evaluation, Plan, Training
from loupe_engine.recipes.detect.data import TrainingSet
from loupe_engine.recipes.detect.length import FEW_STEPS, FEW_STEPS_PRETRAINED, closing_epochs, repeats_of, with_length
from loupe_engine.recipes.detect.params import read_params
from loupe_engine.recipes.detect.recipe import Detect

BY_TIME = {"length": "time", "timeBudget": 2}


def context_of(folder: Path, params: dict[str, Any], images: int = 5) -> Context:
    job = read_job(make_job(folder, drawn_rows(folder, images, 2), params=params))
    return Context(job, EventLog(job.out / "events.jsonl"), Control(), torch.device("cpu"))


class Clocked(Detect):
    """Takes seconds by the clock of the test alone: of a step, and of a validation of two images."""

    now, step_s, check_s = 0.0, 1.0, 0.0

    def step(self, training: Training, batch: Any) -> dict[str, float]:
        Clocked.now += self.step_s
        return {}

    def evaluate(self, net: torch.nn.Module, tick: Any) -> Evaluation:
        Clocked.now += self.check_s
        return Evaluation({}, 0.0)


@pytest.fixture(autouse=True)
def clocked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Clocked, "now", 0.0)
    monkeypatch.setattr(budget, "clock", lambda: Clocked.now)


def measured(context: Context) -> tuple[Clocked, Plan]:
    recipe = Clocked(context)
    return recipe, recipe.measure(recipe.prepare(lambda done, total: None), torch.float32)


@pytest.mark.parametrize(
    ("images", "batch", "least", "repeats"),
    [(20, 16, 20, 16), (20, 4, 20, 4), (400, 16, 20, 1), (304, 16, 20, 2), (305, 16, 20, 1), (8, 8, 1, 1)],
)
def test_few_images_are_repeated_until_an_epoch_has_its_steps(
    images: int, batch: int, least: int, repeats: int
) -> None:
    found = repeats_of(read_params({"epochSteps": least}), images, batch)
    assert found == repeats
    assert -(-images * found // batch) >= least > -(-images * (found - 1) // batch)


def test_an_epoch_uses_each_image_equally_often_and_changes_it_each_time(tmp_path: Path) -> None:
    recipe = Detect(context_of(tmp_path, {"epochSteps": 6, "mosaic": 0}))
    plan = recipe.prepare(lambda done, total: None)
    training = recipe.training
    assert training is not None
    assert (plan.batches, plan.repeats, plan.batch_size) == (7, 5, 25 / 7)
    usual, used = TrainingSet.sample, []

    def sample(epoch: int, index: int, turn: int) -> Any:
        made = usual(training, epoch, index, turn)
        used.append((index, made.image.tobytes()))
        return made

    training.sample = sample  # type: ignore[method-assign]
    for position in range(plan.batches):
        training.batch((0, position))
    indexes = [index for index, _ in used]
    assert sorted(indexes) == sorted([0, 1, 2, 3, 4] * 5)
    assert all(sorted(indexes[i : i + 5]) == [0, 1, 2, 3, 4] for i in range(0, 25, 5)), "all of them before one again"
    assert len(set(used)) == 25


def test_minutes_become_epochs_by_what_steps_and_validations_take(tmp_path: Path) -> None:
    """Seven steps of 1 s and a validation of 2 s are spent; of 108 s 99 are left, and an epoch takes 2 + 2 × 2 s."""
    Clocked.check_s = 2.0
    _, plan = measured(context_of(tmp_path, BY_TIME))
    Clocked.check_s = 0.0
    assert plan.batches == 2 and plan.epochs == 99 // 3 // 2
    told = of_type(events(tmp_path / "run"), "length")
    assert [(e["epochs"], e["steps"]) for e in told] == [(16, 32)]


def test_a_pace_is_taken_from_a_share_of_the_time_not_from_a_few_steps(tmp_path: Path) -> None:
    """Ten steps of 3 s, then of 1 s: timed for 2 % of an hour, they tell 1.3 s; the first seven alone told 3 s."""

    class Busy(Clocked):
        done = 0

        def step(self, training: Training, batch: Any) -> dict[str, float]:
            Busy.done += 1
            Clocked.now += 3.0 if Busy.done <= 10 else 1.0
            return {}

    recipe = Busy(context_of(tmp_path, {**BY_TIME, "timeBudget": 60}))
    plan = recipe.measure(recipe.prepare(lambda done, total: None), torch.float32)
    pace = (72 - 2 * 3) / (Busy.done - 2)
    assert Busy.done == 52 and plan.steps == int((0.9 * 3600 - 72) / pace) // 2 * 2


def test_what_is_counted_in_epochs_goes_with_the_length(tmp_path: Path) -> None:
    more = {"warmupEpochs": 5, "closeMosaicEpochs": 20, "decay": "steps", "decayEpochs": [50, 90]}
    recipe, plan = measured(context_of(tmp_path, {**BY_TIME, **more}))
    assert plan.epochs == 50 and plan.learning is not None
    assert plan.warmup == 10 and plan.closing == 10 and plan.learning.decay_epochs == (25, 45)
    assert recipe.training is not None and recipe.training.mixed == 40
    epochs = read_params({"epochs": 50, **more, "decayEpochs": [20]})
    asked = with_length(plan, epochs, 50, 2)
    assert asked.learning is not None
    assert (asked.warmup, asked.closing, asked.learning.decay_epochs) == (10, 17, (20,))


def test_a_time_below_some_epochs_is_filled_by_shorter_ones(tmp_path: Path) -> None:
    Clocked.step_s = 10.0
    _, plan = measured(context_of(tmp_path, {**BY_TIME, "batchSize": 1, "timeBudget": 12}))
    Clocked.step_s = 1.0
    assert (plan.epochs, plan.batches, plan.steps) == (12, 5, 60)
    Clocked.step_s = 30.0
    _, plan = measured(context_of(tmp_path / "slow", {**BY_TIME, "batchSize": 1, "timeBudget": 14}))
    Clocked.step_s = 1.0
    assert plan.epochs == 5 and plan.batches == 4


def test_a_checkpoint_keeps_the_plan_on_a_machine_of_another_speed(tmp_path: Path) -> None:
    context = context_of(tmp_path, {**BY_TIME, "epochSteps": 4})
    _, plan = measured(context)
    later = Clocked(context)
    made = later.prepare(lambda done, total: None)
    saved = {"epochs": plan.epochs, "batches": plan.batches, "repeats": plan.repeats, "rate": 0.002}
    assert later.as_begun(made, saved) == plan
    assert later.training is not None and later.training.mixed == plan.epochs - plan.closing


def test_a_checkpoint_of_before_goes_on_without_repeats(tmp_path: Path) -> None:
    recipe = Detect(context_of(tmp_path, {"epochSteps": 20, "epochs": 30}))
    made = recipe.prepare(lambda done, total: None)
    plan = recipe.as_begun(made, {"batches": 2, "rate": 0.002})
    assert (made.batches, plan.batches, plan.repeats, plan.batch_size, plan.epochs) == (20, 2, 1, 2.5, 30)
    assert [len(recipe.batch((0, i)).images) for i in range(2)] == [3, 2]


def test_too_few_steps_are_named_where_nothing_is_known_yet(tmp_path: Path) -> None:
    def warned(folder: Path, **params: Any) -> list[Any]:
        measured(context_of(folder, params))
        return [e["args"] for e in of_type(events(folder / "run"), "warning") if e["code"] == "train.fewSteps"]

    assert warned(tmp_path / "few", epochs=4) == [{"count": 8}]
    assert warned(tmp_path / "more", epochs=FEW_STEPS // 2) == []
    # a pretrained backbone needs half as many; two steps an epoch
    pretrained, least = {"backbone": "imagenet"}, FEW_STEPS_PRETRAINED // 2
    assert warned(tmp_path / "short", **pretrained, epochs=least - 1) == [{"count": FEW_STEPS_PRETRAINED - 2}]
    assert warned(tmp_path / "long", **pretrained, epochs=least) == []
    assert warned(tmp_path / "own", epochs=least) == [{"count": FEW_STEPS_PRETRAINED}]
    context = context_of(tmp_path / "begun", {"epochs": 4})
    recipe = Clocked(replace(context, job=replace(context.job, start=object())))  # type: ignore[arg-type]
    recipe.measure(recipe.prepare(lambda done, total: None), torch.float32)
    assert of_type(events(tmp_path / "begun" / "run"), "warning") == []


@pytest.mark.parametrize("wrong", [{"warmupEpochs": 100}, {"closeMosaicEpochs": 100}, {"decayEpochs": [20, 100]}])
def test_a_share_is_less_than_the_whole_length(wrong: dict[str, Any]) -> None:
    with pytest.raises(Fault, match="100 percent"):
        read_params({**BY_TIME, "decay": "steps", "decayEpochs": [50], **wrong})
    assert read_params({**BY_TIME, "epochs": 1, "warmupEpochs": 99}).warmup_epochs == 99
    assert closing_epochs(read_params({"epochs": 1, "warmupEpochs": 0}), 1) == 1


def test_killed_in_a_training_by_time_it_ends_with_the_very_same_weights(tmp_path: Path) -> None:
    """The machine that goes on would have had time for twice as many steps."""
    params = {**BY_TIME, "batchSize": 4, "epochSteps": 3, "precision": "fp32"}
    rows = drawn_rows(tmp_path, 6, 2)
    whole = make_job(tmp_path, rows, "whole", params=params)
    assert start(whole, steps=21, graph=False).wait(900) == 0
    first = make_job(tmp_path, rows, "first", params=params)
    assert start(first, save_every=5, kill_at=12, steps=21).wait(900) == -9
    last = of_type(events(first.parent), "checkpoint")[-1]
    resume = {"path": last["path"], "sha256": last["sha256"]}
    second = make_job(tmp_path, rows, "second", params=params, resume=resume)
    assert start(second, steps=42, graph=False).wait(900) == 0
    hashes = {json.loads((job.parent / "report.json").read_text())["weights_sha256"] for job in (whole, second)}
    assert len(hashes) == 1
    assert {e["steps"] for job in (whole, first, second) for e in of_type(events(job.parent), "length")} == {21}
