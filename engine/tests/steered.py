"""The engine as it is, with its steps as a test wants them: how fast the machine is decides nothing."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

import loupe_engine.recipes.anomaly.probes.probing as probing
from loupe_engine import __main__, budget, loop
from loupe_engine.recipes.anomaly.methods import METHODS
from loupe_engine.recipes.base import Best, Tick
from loupe_engine.recipes.detect.recipe import Detect
from loupe_engine.recipes.handover import hand_over
from loupe_engine.recipes.segment.recipe import Segment
from loupe_engine.recipes.textdet.recipe import Textdet
from loupe_engine.recipes.textrec.recipe import Textrec


@dataclass(frozen=True)
class How:
    """As `drawn.start` says."""

    save_every: int = 0
    kill_at: int = 0
    hold_at: int = 0
    steps: int = 0
    hold_export: bool = False
    graph: bool = True


def run(how: How, job: Path, stderr: Path, environment: dict[str, str]) -> None:
    """Run a job in this process, to its end. Exits as the engine does."""
    os.environ.clear()  # a fork has that of the process which was there first
    os.environ.update(environment)
    with open(os.devnull, "w") as nothing, open(stderr, "a") as errors:
        os.dup2(nothing.fileno(), 1)
        os.dup2(errors.fileno(), 2)
    steer(how)
    sys.argv = ["loupe_engine", "run", str(job)]
    sys.exit(__main__.main())


def steer(how: How) -> None:
    if how.steps:
        budget.LEAST_STEPS = budget.MOST_STEPS = how.steps
        probing.MOST_EACH = 1
    usual = loop._Saver.in_epoch

    def in_epoch(saver: Any) -> None:
        step = saver.training.step
        if how.save_every and step % how.save_every == 0:
            saver.save()
        if step == how.kill_at:
            os.kill(os.getpid(), signal.SIGKILL)
        while step == how.hold_at and saver.context.control.desired == "run":
            time.sleep(0.01)
        usual(saver)

    loop._Saver.in_epoch = in_epoch
    for recipe in (Detect, *METHODS.values()) if how.hold_export else ():
        recipe.export = held(recipe.export)
    for recipe in () if how.graph else (Detect, Segment, Textdet, Textrec):
        recipe.export = without_graph


def without_graph(recipe: Any, net: torch.nn.Module, best: Best, epochs_done: int, tick: Tick) -> None:
    """Hands over the weights alone: to make a graph and prove it takes longer than such a training."""
    none = (recipe.context.out / "model.onnx", "0" * 64, 0)
    hand_over(recipe.context, best, epochs_done, none, {"state": best.state}, {})


def held(usual: Callable[..., Any]) -> Callable[..., Any]:
    def export(recipe: Any, *given: Any) -> Any:
        recipe.context.log.emit("phase", name="export")
        while recipe.context.control.desired == "run":
            time.sleep(0.01)
        return usual(recipe, *given)

    return export
