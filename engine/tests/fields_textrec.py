"""What another value of each field of `textrec` changes, for test_every_field.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from drawn_texts import text_job, text_rows
from fields_of_all import Field, Quantities, prepared

from loupe_engine.recipes.base import Context
from loupe_engine.recipes.textrec.recipe import Textrec


class Small(Textrec):
    """Reads every text in small letters."""

    def _readings(self, net: Any, batch: Any) -> tuple[list[str], float]:
        return ["ab12" for _ in batch.lengths], 0.0


def learns(context: Context) -> bool:
    return prepared(Textrec(context))[1].learning is not None


def characters(context: Context) -> list[str]:
    return prepared(Textrec(context))[0].characters


def texts(context: Context) -> int:
    recipe, _ = prepared(Textrec(context))
    assert recipe.training is not None
    return len(recipe.training.texts)


def right(context: Context) -> float:
    recipe, _ = prepared(Small(context))
    return recipe.evaluate(recipe.build().eval(), lambda done, total: None).values["word_accuracy"]


def texts_a_step(context: Context) -> int:
    return len(prepared(Textrec(context))[0].batch((0, 0)).strips)


def strips(context: Context) -> bytes:
    recipe, _ = prepared(Textrec(context))
    batch = recipe.batch((0, 0))
    return batch.strips.tobytes() + batch.classes.tobytes()


FIXED = {"widthZoom": "fixed"}
BASE = {"language": "custom", "epochs": 4, "finalLearningRate": 0.1}
OF = Quantities(Textrec)
FIELDS: dict[str, Field] = {
    **OF.learning(texts_a_step),
    "training": (learns, "none", {"network": "pp"}),
    "network": (OF.network, "pp", {}),
    "language": (characters, "en", {}),
    "characters": (characters, "xyz", {}),
    "maxTextLength": (texts, 3, {}),
    "ignoreCase": (right, True, {}),
    "widthZoom": (strips, "fixed", {}),
    "width": (strips, 160, FIXED),
    "edgeCut": (strips, 0.3, {}),
    "synthetic": (strips, 0.5, {}),
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
