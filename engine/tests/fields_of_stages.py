"""What another value of each field of `locate` and `inspect` changes; those of all detectors are in `detect`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from drawn import make_job

from loupe_engine.recipes.base import Context
from loupe_engine.recipes.stages.chain import Located
from loupe_engine.recipes.stages.crops import crop_of
from loupe_engine.recipes.stages.params import read_inspect
from loupe_engine.recipes.stages.recipe import Locate

FOUND = Located(np.array([[40.0, 40, 60, 50], [100, 40, 120, 50]]), np.array([0.9, 0.3]), np.zeros(2, np.int64))


def labels_learned(context: Context) -> list[int]:
    recipe = Locate(context)
    recipe.prepare(lambda done, total: None)
    assert recipe.training is not None
    return [int(label) for entry in recipe.training.entries for label in entry.outlines.labels]


def crops(context: Context) -> list[Any]:
    params = read_inspect(context.job.params)
    return [crop_of(box, params.rule, 200, 100) for box in FOUND.parts(params).boxes]


def locate_job(*where: Any, **changes: Any) -> Path:
    return make_job(*where, recipe="locate", **changes)


def inspect_job(*where: Any, **changes: Any) -> Path:
    return make_job(*where, recipe="inspect", **changes)


LOCATE: dict[str, tuple[Any, Any, dict[str, Any]]] = {"locating": (labels_learned, ["disc"], {"locating": ["square"]})}
SMALL = {"partWidth": [4, 100], "partHeight": [4, 100], "partScore": 0.1}
INSPECT: dict[str, tuple[Any, Any, dict[str, Any]]] = {
    "partScore": (crops, 0.5, SMALL),
    "partMargin": (crops, 60, SMALL),
    "partWidth": (crops, [4, 12], SMALL),
    "partHeight": (crops, [32, 100], SMALL),
    "partSquare": (crops, True, SMALL),
    "partMost": (crops, 1, SMALL),
}
