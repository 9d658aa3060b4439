"""What another value of each field of `textrec` changes, for test_every_field.py."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from clocked import Clocked
from drawn import events
from drawn_texts import text_job, text_rows

from loupe_engine.device import choose_dtype
from loupe_engine.gradient import make_optimiser
from loupe_engine.loop import train
from loupe_engine.recipes.base import Best, Context, Evaluation, Plan, Training
from loupe_engine.recipes.textrec.recipe import Textrec

Quantity = Callable[[Context], Any]


def prepared(recipe: Textrec) -> tuple[Textrec, Plan]:
    return recipe, recipe.prepare(lambda done, total: None)


class ClockedTextrec(Textrec):
    def step(self, training: Training, batch: Any) -> dict[str, float]:
        Clocked.now += 1
        return {}


class Still(Textrec):
    """Goes through a whole training in which nothing is learned, and every validation is as good as the first."""

    def step(self, training: Training, batch: Any) -> dict[str, float]:
        return {}

    def evaluate(self, net: torch.nn.Module, tick: Any) -> Evaluation:
        return Evaluation({}, 0.5)

    def export(self, net: torch.nn.Module, best: Best, epochs_done: int, tick: Any) -> None:
        pass


class Small(Textrec):
    """Reads every text in small letters."""

    def _readings(self, net: Any, batch: Any) -> tuple[list[str], float]:
        return ["ab12" for _ in batch.lengths], 0.0


def learns(context: Context) -> bool:
    return prepared(Textrec(context))[1].learning is not None


def network(context: Context) -> Any:
    return {name: tuple(value.shape) for name, value in prepared(Textrec(context))[0].build().state_dict().items()}


def characters(context: Context) -> list[str]:
    return prepared(Textrec(context))[0].characters


def texts(context: Context) -> int:
    recipe, _ = prepared(Textrec(context))
    assert recipe.training is not None
    return len(recipe.training.texts)


def right(context: Context) -> float:
    recipe, _ = prepared(Small(context))
    return recipe.evaluate(recipe.build().eval(), lambda done, total: None).values["word_accuracy"]


def steps(context: Context) -> int:
    recipe, plan = prepared(ClockedTextrec(context))
    return recipe.measure(plan, torch.float32).steps


def texts_a_step(context: Context) -> int:
    return len(prepared(Textrec(context))[0].batch((0, 0)).strips)


def rates(context: Context) -> list[float]:
    plan = prepared(Textrec(context))[1]
    return [plan.rate(step) for step in range(plan.steps)]


def optimiser(context: Context) -> Any:
    recipe, plan = prepared(Textrec(context))
    made = make_optimiser(recipe.groups(recipe.build(), plan), plan.learning)
    wanted = ("betas", "momentum", "weight_decay")
    return type(made).__name__, [{k: group.get(k) for k in wanted} for group in made.param_groups]


def events_of_a_training(context: Context) -> list[Any]:
    train(Still(context), context)
    told = events(context.out)
    return [
        (e["type"], e.get("name"), e.get("role"), e.get("epoch")) for e in told if e["type"] in ("phase", "artefact")
    ]


def strips(context: Context) -> bytes:
    recipe, _ = prepared(Textrec(context))
    batch = recipe.batch((0, 0))
    return batch.strips.tobytes() + batch.classes.tobytes()


def number_format(context: Context) -> torch.dtype:
    return choose_dtype(Textrec(context).precision, context.device)


FIXED = {"widthZoom": "fixed"}
STEPPED = {"decay": "steps", "decayEpochs": [2]}
BASE = {"language": "custom", "epochs": 4, "finalLearningRate": 0.1}
FIELDS: dict[str, tuple[Quantity, Any, dict[str, Any]]] = {
    # field: what is stated, another value, and what else is set
    "training": (learns, "none", {"network": "pp"}),
    "network": (network, "pp", {}),
    "language": (characters, "en", {}),
    "characters": (characters, "xyz", {}),
    "maxTextLength": (texts, 3, {}),
    "ignoreCase": (right, True, {}),
    "widthZoom": (strips, "fixed", {}),
    "width": (strips, 160, FIXED),
    "edgeCut": (strips, 0.3, {}),
    "synthetic": (strips, 0.5, {}),
    "length": (steps, "time", {}),
    "timeBudget": (steps, 5, {"length": "time"}),
    "epochs": (steps, 5, {}),
    "batchSize": (texts_a_step, 2, {}),
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
    "rotate": (strips, 5, {}),
    "brightness": (strips, 0.5, {}),
    "contrast": (strips, 0.5, {}),
    "noise": (strips, 20, {}),
    "blur": (strips, 100, {}),
}


def field_rows(folder: Path) -> list[dict[str, Any]]:
    """Images with a text of four characters and one of three."""
    rows = text_rows(folder, 4, 2)
    for row in rows:
        row["shapes"] = [{**one, "text": text} for one, text in zip(row["shapes"], ("AB12", "C34"), strict=True)]
    return rows


def field_job(*where: Any, **changes: Any) -> Path:
    return text_job(*where, **changes)
