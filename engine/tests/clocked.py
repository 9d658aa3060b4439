"""Recipes that learn nothing, mixed into the recipe under test."""

from __future__ import annotations

from typing import Any

import torch

from loupe_engine.recipes.base import Best, Evaluation, Training


class Clocked:
    """Takes one second a step by the clock of the test, whatever the machine takes for it."""

    now = 0.0

    def step(self, training: Training, batch: Any) -> dict[str, float]:
        Clocked.now += 1
        return {}


class Still:
    """Goes through a whole training in which nothing is learned, and every validation is as good as the first."""

    def step(self, training: Training, batch: Any) -> dict[str, float]:
        return {}

    def evaluate(self, net: torch.nn.Module, tick: Any) -> Evaluation:
        return Evaluation({}, 0.5)

    def export(self, net: torch.nn.Module, best: Best, epochs_done: int, tick: Any) -> None:
        pass
