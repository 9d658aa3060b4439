"""What another value of each parameter of `textdet` changes (test_every_field.py)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from drawn import events
from drawn_lines import SMALL

from loupe_engine.device import choose_dtype
from loupe_engine.gradient import make_optimiser
from loupe_engine.loop import train
from loupe_engine.recipes.base import Best, Context, Evaluation, Plan, Training
from loupe_engine.recipes.textdet.model import text_detector
from loupe_engine.recipes.textdet.recipe import Textdet


def prepared(recipe: Textdet) -> tuple[Textdet, Plan]:
    return recipe, recipe.prepare(lambda done, total: None)


class Clocked(Textdet):
    """Takes one second a step by the clock of the test."""

    def step(self, training: Training, batch: Any) -> dict[str, float]:
        from test_every_field import Clocked as Clock

        Clock.now += 1
        return {}


class Still(Textdet):
    """Goes through a whole training in which nothing is learned, and every validation is as good as the first."""

    def step(self, training: Training, batch: Any) -> dict[str, float]:
        return {}

    def evaluate(self, net: torch.nn.Module, tick: Any) -> Evaluation:
        return Evaluation({}, 0.5)

    def export(self, net: torch.nn.Module, best: Best, epochs_done: int, tick: Any) -> None:
        pass


def network(context: Context) -> list[tuple[int, ...]]:
    return [tuple(value.shape) for value in prepared(Textdet(context))[0].build().state_dict().values()]


def steps(context: Context) -> int:
    recipe, plan = prepared(Clocked(context))
    return recipe.measure(plan, torch.float32).steps


def images_a_step(context: Context) -> int:
    return len(prepared(Textdet(context))[0].batch((0, 0)).images)


def rates(context: Context) -> list[float]:
    plan = prepared(Textdet(context))[1]
    return [plan.rate(step) for step in range(plan.steps)]


def optimiser(context: Context) -> Any:
    recipe, plan = prepared(Textdet(context))
    assert plan.learning is not None
    made = make_optimiser(recipe.groups(recipe.build(), plan), plan.learning)
    wanted = ("betas", "momentum", "weight_decay")
    return type(made).__name__, [{k: group.get(k) for k in wanted} for group in made.param_groups]


def events_of_a_training(context: Context) -> list[Any]:
    """Which epochs were gone through, validated, and kept."""
    train(Still(context), context)
    told = (one for one in events(context.out) if one["type"] in ("phase", "artefact"))
    return [(e["type"], e.get("name"), e.get("role"), e.get("epoch")) for e in told]


def canvas(context: Context) -> tuple[int, ...]:
    return prepared(Textdet(context))[0].batch((0, 0)).images.shape


def pixels(context: Context) -> bytes:
    return prepared(Textdet(context))[0].batch((0, 0)).images.tobytes()


def kernels(context: Context) -> bytes:
    return prepared(Textdet(context))[0].batch((0, 0)).kernel.tobytes()


@torch.no_grad()
def regions(context: Context) -> list[list[float]]:
    """What a network that says the grey level is told to find."""
    recipe, _ = prepared(Textdet(context))

    class Grey(torch.nn.Module):
        canvas = text_detector("n").canvas

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.logit((0.9 - x[:, :1]).clamp(0.01, 0.7))

    found, _ = recipe.detect(Grey(), *recipe.validation_batch(recipe.validation, Grey()))
    return [one.scores.tolist() for one in found]


def number_format(context: Context) -> torch.dtype:
    return choose_dtype(Textdet(context).precision, context.device)


LINES = {**SMALL, "epochs": 6, "warmupEpochs": 0, "batchSize": 3, "epochSteps": 1, "precision": "fp32"}
LINES |= {"finalLearningRate": 0.1}
STEPPED = {"decay": "steps", "decayEpochs": [2]}
TEXTDET: dict[str, tuple[Callable[[Context], Any], Any, dict[str, Any]]] = {
    # field: what is stated, another value, and what else is set
    "training": (steps, "none", {"network": "pp"}),
    "network": (network, "pp", {}),
    "imageSize": (canvas, 160, {}),
    "length": (steps, "time", {}),
    "timeBudget": (steps, 5, {"length": "time"}),
    "epochs": (steps, 7, {}),
    "batchSize": (images_a_step, 2, {}),
    "warmupEpochs": (rates, 2, {}),
    "epochSteps": (steps, 9, {}),
    "adam": (optimiser, False, {}),
    "learningRate": (rates, 0.1, {}),
    "decay": (rates, "steps", {"decayEpochs": [2]}),
    "finalLearningRate": (rates, 0.5, {}),
    "decayEpochs": (rates, [3], STEPPED),
    "decayFactor": (rates, 0.5, STEPPED),
    "momentum": (optimiser, 0.5, {}),
    "weightDecay": (optimiser, 0.1, {}),
    "patience": (events_of_a_training, 1, {}),
    "saveInterval": (events_of_a_training, 2, {}),
    "validationInterval": (events_of_a_training, 2, {}),
    "precision": (number_format, "bf16", {}),
    "rotate": (pixels, 30, {}),
    "scale": (pixels, 0.5, {}),
    "translate": (pixels, 0.3, {}),
    "perspective": (pixels, 0.001, {}),
    "hue": (pixels, 0.5, {"brightness": 0.1}),
    "saturation": (pixels, 0.5, {}),
    "brightness": (pixels, 0.5, {}),
    "contrast": (pixels, 0.5, {}),
    "noise": (pixels, 20, {}),
    "blur": (pixels, 100, {}),
    "binary": (regions, 0.6, {}),
    "box": (regions, 0.9, {"box": 0.05}),
    "unclip": (kernels, 2.0, {}),
}
