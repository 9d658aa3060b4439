"""Weights by label: how much the objects of a label count, and what becomes of labels that are gone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from drawn import drawn_rows, events, make_job, of_type, truths_of

from loupe_engine.control import Control
from loupe_engine.events import EventLog
from loupe_engine.faults import Fault
from loupe_engine.job import read_job
from loupe_engine.recipes.base import Context
from loupe_engine.recipes.detect.loss import Weighting, losses, weighting_of
from loupe_engine.recipes.detect.model import Detector
from loupe_engine.recipes.detect.params import read_params
from loupe_engine.recipes.detect.recipe import Detect


def test_objects_count_by_the_weight_of_their_label_in_every_loss() -> None:
    torch.manual_seed(0)
    net = Detector("n", 2)
    sides, classes = net(torch.rand(1, 3, 64, 64))
    one, both = ([[8, 8, 40, 40]], [1], []), ([[8, 8, 30, 30], [34, 34, 60, 60]], [0, 1], [])

    def of(truths: Any, chosen: list[float], rare: torch.Tensor | None = None) -> dict[str, float]:
        found = losses(net, sides, classes, truths_of(truths), 64, 64, weighting_of({}, 0.0, rare, chosen))
        return {name: float(value.detach()) for name, value in found.items()}

    even = of(one, [1.0, 1.0])
    assert weighting_of({}, 0.0, None, [1.0, 1.0]) == Weighting({}), "as before there were weights"
    for factor in (0.1, 3.0, 10.0):
        all_alike = of(both, [factor, factor])
        assert all_alike == pytest.approx({name: factor * value for name, value in of(both, [1.0, 1.0]).items()})
        tripled = of(one, [1.0, factor])
        assert [tripled[name] / even[name] for name in ("box", "dfl")] == pytest.approx([factor, factor])
        # the factor of a label without objects leaves boxes and sides alone
        other = of(one, [factor, 1.0])
        assert [other[name] for name in ("box", "dfl")] == pytest.approx([even[name] for name in ("box", "dfl")])
        # in `cls` each label has its column: what both factors change is what each changes
        changes = [found["cls"] - even["cls"] for found in (tripled, other, of(one, [factor, factor]))]
        assert changes[0] + changes[1] == pytest.approx(changes[2], rel=1e-4)
    # by number and by choice: multiplied, and by number in `cls` alone
    rare = torch.tensor([2.0, 0.5])
    assert of(both, [3.0, 3.0], rare)["cls"] == pytest.approx(3 * of(both, [1.0, 1.0], rare)["cls"])
    assert of(both, [1.0, 1.0], rare)["box"] == of(both, [1.0, 1.0])["box"]


def test_a_weight_of_a_label_that_is_not_there_is_named_and_without_effect(tmp_path: Path) -> None:
    rows = drawn_rows(tmp_path, 3, 1)

    def begun(name: str, weights: dict[str, float]) -> tuple[Any, list[Any]]:
        job = make_job(tmp_path, rows, name, params={"labelWeights": weights})
        context = Context(read_job(job), EventLog(job.parent / "events.jsonl"), Control(), torch.device("cpu"))
        recipe = Detect(context)
        recipe.measure(recipe.prepare(lambda done, total: None), torch.float32)
        found = [e for e in of_type(events(job.parent), "warning") if e["code"] == "train.otherLabels"]
        return recipe.weighting, [e["args"] for e in found]

    assert begun("gone", {"dent": 5}) == (Weighting({"box": 1.0, "cls": 1.0, "dfl": 1.0}), [{"labels": "dent"}])
    weighting, warned = begun("there", {"disc": 5})
    assert weighting.objects is not None and weighting.objects.tolist() == [1.0, 5.0] and warned == []


@pytest.mark.parametrize("value", [[["disc", 2]], 2, {"disc": "2"}, {"disc": 0}, {"disc": float("nan")}])
def test_weights_that_would_break_a_training_are_refused(value: Any) -> None:
    with pytest.raises(Fault, match=r"job\.invalid"):
        read_params({"labelWeights": value})
