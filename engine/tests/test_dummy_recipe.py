"""The seam of the engine: a recipe that only this test has, one row in RECIPES, is trained, resumed and handed over."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from drawn import events, make_job, of_type
from torch import nn

from loupe_engine import work as registry
from loupe_engine.control import Control
from loupe_engine.events import EventLog
from loupe_engine.gradient import gradient_step
from loupe_engine.job import read_job
from loupe_engine.recipes.base import Best, Context, Evaluation, Learning, LeftOut, Plan, Recipe, Tick, Training
from loupe_engine.recipes.handover import hand_over

SLOPE = 3.0


class Line(Recipe):
    """Learns that y is three times x."""

    precision = "fp32"

    def __init__(self, context: Context) -> None:
        self.context = context

    def prepare(self, tick: Tick, left_out: LeftOut = None) -> Plan:
        tick(1, 1)
        learning = Learning(rate=0.2, final_share=0.1, warmup_epochs=0, momentum=0.9, weight_decay=0.0)
        return Plan(epochs=self.context.job.params["epochs"], batches=10, batch_size=8, learning=learning)

    def measure(self, plan: Plan, dtype: torch.dtype) -> Plan:
        return plan

    def fingerprint(self) -> dict[str, Any]:
        return {"recipe": "line"}

    def build(self) -> nn.Module:
        return nn.Linear(1, 1, bias=False)

    def begin_from(self, net: nn.Module, saved: dict[str, Any]) -> None:
        net.load_state_dict(saved["state"])

    def batch(self, step: tuple[int, int]) -> torch.Tensor:
        return torch.randn(8, 1, generator=torch.Generator().manual_seed(1000 * step[0] + step[1]))

    def step(self, training: Training, batch: torch.Tensor) -> dict[str, float]:
        def losses(net: nn.Module, x: torch.Tensor) -> dict[str, torch.Tensor]:
            return {"square": (net(x) - SLOPE * x).square().mean()}

        return gradient_step(self.context, training, losses, batch)

    def evaluate(self, net: nn.Module, tick: Tick) -> Evaluation:
        off = abs(float(net.weight) - SLOPE)
        return Evaluation({"off": off}, -off)

    def export(self, net: nn.Module, best: Best, epochs_done: int, tick: Tick) -> None:
        path = self.context.out / "model.onnx"
        path.write_bytes(b"a graph")
        earlier = [stage.recipe for stage in self.context.job.earlier]
        report = {"prediction": "line", "slope": float(best.state["weight"]), "earlier": earlier}
        hand_over(self.context, best, epochs_done, (path, "0" * 64, 7), {"v": 1, "state": best.state}, report)


class Pausing(Control):
    """Wishes for a pause after so many steps."""

    def __init__(self, steps: int) -> None:
        super().__init__()
        self.left = steps

    @property
    def desired(self) -> str:
        self.left -= 1
        return "pause" if self.left < 0 else "run"


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.RECIPES, "line", Line)


def run(path: Path, control: Control) -> str:
    job = read_job(path)
    return registry.work(job, EventLog(job.out / "events.jsonl"), control).ended


def report_of(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "report.json").read_text("utf-8"))


def test_a_recipe_from_elsewhere_is_trained_and_handed_over(tmp_path: Path) -> None:
    onnx = {"url": (tmp_path / "model.onnx").as_uri(), "sha256": "1" * 64}
    stages = {"stage": {"index": 1, "count": 2}, "earlier": [{"recipe": "spot", "params": {"margin": 4}, "onnx": onnx}]}
    job = make_job(tmp_path, [], recipe="line", params={"epochs": 8}, **stages)
    assert run(job, Control()) == "completed"
    report = report_of(tmp_path / "run")
    assert report["prediction"] == "line" and report["earlier"] == ["spot"]
    assert report["slope"] == pytest.approx(SLOPE, abs=0.2)
    found = events(tmp_path / "run")
    assert [e["role"] for e in of_type(found, "artefact")] == ["onnx", "best", "report"]
    assert {"off", "epoch"} <= set(of_type(found, "series")[-1]["values"])


def test_a_pause_and_a_resumption_give_the_weights_of_an_unbroken_training(tmp_path: Path) -> None:
    assert run(make_job(tmp_path, [], out="whole", recipe="line", params={"epochs": 4}), Control()) == "completed"
    assert run(make_job(tmp_path, [], out="first", recipe="line", params={"epochs": 4}), Pausing(17)) == "paused"
    saved = of_type(events(tmp_path / "first"), "checkpoint")[-1]
    resume = {"path": saved["path"], "sha256": saved["sha256"]}
    second = make_job(tmp_path, [], out="second", recipe="line", params={"epochs": 4}, resume=resume)
    assert run(second, Control()) == "completed"
    assert report_of(tmp_path / "second")["weights_sha256"] == report_of(tmp_path / "whole")["weights_sha256"]


def test_a_recipe_that_nobody_registered_is_named(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="'masks' is not one of"):
        run(make_job(tmp_path, [], recipe="masks"), Control())
