"""What another value of a parameter changes that several recipes have (test_every_field.py)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from clocked import Clocked, Still
from drawn import events

from loupe_engine.device import choose_dtype
from loupe_engine.gradient import make_optimiser
from loupe_engine.loop import train
from loupe_engine.recipes.base import Context, Plan

Quantity = Callable[[Context], Any]
Field = tuple[Quantity, Any, dict[str, Any]]
"""What is stated, another value, and what else is set."""
STEPPED = {"decay": "steps", "decayEpochs": [2]}


def prepared(recipe: Any) -> tuple[Any, Plan]:
    return recipe, recipe.prepare(lambda done, total: None)


class Quantities:
    """What is stated of any recipe that learns in epochs."""

    def __init__(self, recipe: type[Any]) -> None:
        self.recipe = recipe
        self._clocked = type("Clocked", (Clocked, recipe), {})
        self._still = type("Still", (Still, recipe), {})

    def network(self, context: Context) -> dict[str, tuple[int, ...]]:
        recipe, _ = prepared(self.recipe(context))
        return {name: tuple(value.shape) for name, value in recipe.build().state_dict().items()}

    def steps(self, context: Context) -> int:
        recipe, plan = prepared(self._clocked(context))
        return recipe.measure(plan, torch.float32).steps

    def canvas(self, context: Context) -> tuple[int, ...]:
        return prepared(self.recipe(context))[0].batch((0, 0)).images.shape

    def rates(self, context: Context) -> list[float]:
        plan = prepared(self.recipe(context))[1]
        return [plan.rate(step) for step in range(plan.steps)]

    def optimiser(self, context: Context) -> Any:
        recipe, plan = prepared(self.recipe(context))
        made = make_optimiser(recipe.groups(recipe.build(), plan), plan.learning)
        wanted = ("betas", "momentum", "weight_decay")
        return type(made).__name__, [{k: group.get(k) for k in wanted} for group in made.param_groups]

    def events(self, context: Context) -> list[Any]:
        """Which epochs were gone through, validated, and kept."""
        train(self._still(context), context)
        told = (one for one in events(context.out) if one["type"] in ("phase", "artefact"))
        return [(e["type"], e.get("name"), e.get("role"), e.get("epoch")) for e in told]

    def number_format(self, context: Context) -> torch.dtype:
        return choose_dtype(self.recipe(context).precision, context.device)

    def learning(self, a_step: Quantity) -> dict[str, Field]:
        """The fields of a training's length and rate; `a_step`: how many examples a step sees."""
        return {
            "length": (self.steps, "time", {}),
            "timeBudget": (self.steps, 5, {"length": "time"}),
            "epochs": (self.steps, 7, {}),
            "batchSize": (a_step, 2, {}),
            "warmupEpochs": (self.rates, 2, {}),
            "epochSteps": (self.steps, 9, {}),
            "adam": (self.optimiser, False, {}),
            "learningRate": (self.rates, 0.1, {}),
            "decay": (self.rates, "steps", {"decayEpochs": [2]}),
            "finalLearningRate": (self.rates, 0.5, {}),
            "decayEpochs": (self.rates, [3], STEPPED),
            "decayFactor": (self.rates, 0.5, STEPPED),
            "momentum": (self.optimiser, 0.5, {}),
            "weightDecay": (self.optimiser, 0.1, {}),
            "patience": (self.events, 1, {}),
            "saveInterval": (self.events, 2, {}),
            "validationInterval": (self.events, 2, {}),
            "precision": (self.number_format, "bf16", {}),
        }
