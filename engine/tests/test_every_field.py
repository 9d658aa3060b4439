"""Every field of every recipe: another value changes what is stated here. A field without a row fails by its name.

A bound, a default and a text do not prove that a parameter does anything; a table that is walked does.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from clocked import Clocked
from drawn import drawn_rows, make_job
from drawn_anomaly import anomaly_job, plates
from drawn_lines import text_rows, textdet_job
from fields_of_all import Field, Quantities, prepared
from fields_of_stages import INSPECT, LOCATE, inspect_job, locate_job
from fields_of_textdet import LINES, TEXTDET
from fields_textrec import BASE as TEXTREC_BASE
from fields_textrec import FIELDS as TEXTREC
from fields_textrec import field_job, field_rows

from loupe_engine import budget
from loupe_engine.averaging import averaged_copy
from loupe_engine.control import Control
from loupe_engine.device import choose_dtype
from loupe_engine.events import EventLog
from loupe_engine.gradient import make_optimiser
from loupe_engine.job import read_job
from loupe_engine.recipes.anomaly.export import AnomalyGraph
from loupe_engine.recipes.anomaly.methods import anomaly
from loupe_engine.recipes.anomaly.report import set_threshold
from loupe_engine.recipes.anomaly.synthetic.recipe import Synthetic
from loupe_engine.recipes.base import Context, Training
from loupe_engine.recipes.detect.data import Entry
from loupe_engine.recipes.detect.metrics import Detections
from loupe_engine.recipes.detect.recipe import Detect
from loupe_engine.recipes.params import table_of
from loupe_engine.recipes.segment.recipe import Segment

BY_THE_SERVER = {"validationSplit": "images.ts"}
"""What the engine gets the result of, and the file under apps/server/src/families that makes it."""


class ClockedSynthetic(Synthetic):
    def losses(self, net: torch.nn.Module, batch: Any) -> dict[str, torch.Tensor]:
        Clocked.now += 1
        return {"none": torch.zeros((), requires_grad=True)}


class Near(Detect):
    """Finds every object a little beside where it is, the later ones with less confidence."""

    def detect(self, net: Any, entries: list[Entry], images: torch.Tensor) -> tuple[list[Detections], float]:
        found = []
        for entry in entries:
            outlines = entry.outlines
            boxes = np.stack([ring.min(0) for ring in np.split(outlines.points, outlines.starts[1:])])
            sides = np.stack([np.ptp(ring, 0) for ring in np.split(outlines.points, outlines.starts[1:])])
            low = boxes + 0.1 * sides
            scores = np.linspace(0.9, 0.2, len(low))
            found.append(Detections(np.concatenate([low, low + sides], 1), scores, outlines.labels))
        return found, 0.0


def images_a_step(context: Context) -> int:
    return len(prepared(Detect(context))[0].batch((0, 0)).images)


def images_an_epoch(context: Context) -> float:
    plan = prepared(Detect(context))[1]
    return plan.batches * plan.batch_size


def frozen_after_steps(context: Context) -> list[bool]:
    """After a step of each epoch: whether any weight of the backbone has a gradient."""
    recipe, plan = prepared(Detect(context))
    net = recipe.build().train()
    made = make_optimiser(recipe.groups(net, plan), plan.learning)
    training = Training(plan, net, averaged_copy(net), made, torch.float32, 1)
    found = []
    for training.epoch in range(2):
        recipe.step(training, recipe.send(recipe.batch((0, 0))))
        found.append(any(p.grad is not None for p in net.backbone.net.parameters()))
    return found


def pixels(context: Context, epoch: int = 0) -> bytes:
    batch = prepared(Detect(context))[0].batch((epoch, 0))
    return batch.images.tobytes() + batch.truths.tobytes() + batch.ignored.tobytes()


def last_pixels(context: Context) -> bytes:
    return pixels(context, BASE["epochs"] - 1)


def sides(context: Context) -> list[int]:
    recipe, _ = prepared(Detect(context))
    net = recipe.build()
    return [round(96 * recipe.share(net.stride, (0, position))) for position in range(6)]


def loss_terms(context: Context) -> dict[str, float]:
    recipe, _ = prepared(Detect(context))
    torch.manual_seed(1)
    found = recipe.losses(recipe.build().train(), recipe.send(recipe.batch((0, 0))))
    return {name: round(float(value.detach()), 5) for name, value in found.items()}


@torch.no_grad()
def detections(context: Context) -> list[int]:
    recipe, _ = prepared(Detect(context))
    torch.manual_seed(1)
    net = recipe.build().eval()
    for head in net.head.classes:
        torch.nn.init.normal_(head[-1].weight, std=0.1)
    found, _ = recipe.detect(net, *recipe.validation_batch(recipe.validation, net))
    return [len(one.scores) for one in found]


def figures(context: Context) -> Any:
    recipe, _ = prepared(Near(context))
    found = recipe.evaluate(recipe.build().eval(), lambda done, total: None)
    return {name: round(found.detail[name], 6) for name in ("precision", "recall", "confidence")}


def number_format(context: Context) -> torch.dtype:
    recipe = Detect(context) if context.job.recipe == "detect" else anomaly(context)
    return choose_dtype(recipe.precision, context.device)


BASE = {"network": "n", "imageSize": 96, "epochs": 6, "warmupEpochs": 0, "batchSize": 3, "epochSteps": 1}
BASE |= {"precision": "fp32", "mosaic": 0, "flipHorizontal": 0, "scale": 0, "translate": 0}
BASE |= {"hue": 0, "saturation": 0, "brightness": 0, "finalLearningRate": 0.1}
CROPS = {"cropShare": 100, "sourceSize": 96, "cropWidth": [40, 50], "cropHeight": [40, 50]}

OF = Quantities(Detect)
DETECT: dict[str, Field] = {
    **OF.learning(images_a_step),
    "network": (OF.network, "s", {}),
    "backbone": (OF.network, "imagenet", {}),
    "smallObjects": (OF.network, True, {}),
    "imageSize": (OF.canvas, 128, {}),
    "freezeEpochs": (frozen_after_steps, 1, {"backbone": "imagenet"}),
    "repeatRare": (images_an_epoch, 1, {}),
    "emptyShare": (images_an_epoch, 0.2, {}),
    "patience": (OF.events, 1, {"closeMosaicEpochs": 0}),
    "precision": (number_format, "bf16", {}),
    "cropShare": (pixels, 100, CROPS | {"cropShare": 0}),
    "sourceSize": (pixels, 192, CROPS),
    "cropWidth": (pixels, [60, 70], CROPS),
    "cropHeight": (pixels, [60, 70], CROPS),
    "mosaic": (pixels, 1, {}),
    "closeMosaicEpochs": (last_pixels, 0, {"mosaic": 1}),
    "mixup": (pixels, 1, {}),
    "copyPaste": (pixels, 1, {}),
    "flipHorizontal": (pixels, 1, {}),
    "flipVertical": (pixels, 1, {}),
    "rotate": (pixels, 30, {}),
    "scale": (pixels, 0.5, {}),
    "translate": (pixels, 0.3, {}),
    "perspective": (pixels, 0.001, {}),
    "hue": (pixels, 0.5, {}),
    "saturation": (pixels, 0.5, {}),
    "brightness": (pixels, 0.5, {}),
    "contrast": (pixels, 0.5, {}),
    "brightnessShift": (pixels, 50, {}),
    "noise": (pixels, 20, {}),
    "blur": (pixels, 100, {}),
    "grey": (pixels, 100, {}),
    "erase": (pixels, 1, {}),
    "multiScale": (sides, True, {}),
    "multiScaleRange": (sides, [1, 2], {"multiScale": True}),
    "boxWeight": (loss_terms, 2, {}),
    "classWeight": (loss_terms, 2, {}),
    "edgeWeight": (loss_terms, 2, {}),
    "focus": (loss_terms, 2, {}),
    "rareLabels": (loss_terms, 2, {}),
    "labelWeights": (loss_terms, {"disc": 2}, {}),
    "nmsThreshold": (detections, 0.1, {}),
    "iouThreshold": (figures, 0.95, {}),
    "confidenceThreshold": (figures, 0.8, {}),
}


def mask_network(context: Context) -> Any:
    recipe, _ = prepared(Segment(context))
    return {name: tuple(value.shape) for name, value in recipe.build().state_dict().items()}


def cells_that_teach(context: Context) -> int:
    recipe, _ = prepared(Segment(context))
    return sum(len(recipe.batch((0, position)).cells) for position in range(2))


def mask_loss_terms(context: Context) -> dict[str, float]:
    recipe, _ = prepared(Segment(context))
    torch.manual_seed(1)
    found = recipe.losses(recipe.build().train(), recipe.send(recipe.batch((0, 0))))
    return {name: round(float(value.detach()), 5) for name, value in found.items()}


SEGMENT: dict[str, Field] = {
    "fineMasks": (mask_network, True, {}),
    "filledBoxes": (cells_that_teach, True, {}),
    "maskWeight": (mask_loss_terms, 2, {}),
}


def segment_job(*where: Any, **changes: Any) -> Path:
    return make_job(*where, recipe="segment", **changes)


def learned_images(context: Context) -> list[bytes]:
    recipe, _ = prepared(anomaly(context))
    batch = recipe.batch((0, 0))
    return [batch.images.tobytes(), batch.counted.tobytes()]


def state(context: Context) -> Any:
    recipe, _ = prepared(anomaly(context))
    return {name: tuple(value.shape) for name, value in recipe.build().state_dict().items()}


def canvas_of_plates(context: Context) -> tuple[int, ...]:
    return prepared(anomaly(context))[0].batch((0, 0)).images.shape


def plates_within_time(context: Context) -> int:
    recipe, plan = prepared(ClockedSynthetic(context, anomaly(context).params))
    return recipe.measure(plan, torch.float32).steps


def calibration(context: Context) -> list[float]:
    recipe, _ = prepared(anomaly(context))
    graph = AnomalyGraph(recipe.build(), recipe.params, recipe.canvas)
    set_threshold(graph, np.linspace(1, 2, 100) ** 2, recipe.params.false_reject_target, 0.0)
    return [float(value.sum()) for name, value in graph.named_buffers() if "." not in name]


PLAIN = {"flipHorizontal": False, "flipVertical": False, "brightness": 0, "contrast": 0, "imageSize": 128}
MIDDLE = [[20, 20, 70, 70]]
ANOMALY: dict[str, Field] = {
    "method": (state, "memory", {}),
    "backbone": (state, "ppocr", {}),
    "imageSize": (canvas_of_plates, 160, {}),
    "timeBudget": (plates_within_time, 3, {}),
    "bankSize": (state, 300, {"method": "memory"}),
    "falseRejectTarget": (calibration, 0.2, {}),
    "region": (learned_images, MIDDLE, {}),
    "ignoreRegions": (learned_images, MIDDLE, {}),
    "flipHorizontal": (learned_images, True, {}),
    "flipVertical": (learned_images, True, {}),
    "rotate90": (learned_images, True, {}),
    "brightness": (learned_images, 0.5, {}),
    "contrast": (learned_images, 0.5, {}),
    "precision": (number_format, "bf16", {}),
}
RECIPES = {
    "detect": (DETECT, make_job, BASE),
    "anomaly": (ANOMALY, anomaly_job, PLAIN),
    "segment": (SEGMENT, segment_job, BASE),
    "textdet": (TEXTDET, textdet_job, LINES),
    "locate": (LOCATE, locate_job, BASE),
    "inspect": (INSPECT, inspect_job, BASE),
    "textrec": (TEXTREC, field_job, TEXTREC_BASE),
}


def fields_of(recipe: str) -> list[str]:
    """Those that other detectors have from `detect` are used by the same lines."""
    own = recipe not in ("segment", "locate", "inspect")
    return [key for key in table_of(recipe) if own or (key not in DETECT and key not in BY_THE_SERVER)]


@pytest.fixture(scope="module")
def images(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, list[dict[str, Any]]]]:
    """Of `detect` one image has no objects and one another label than all the others."""
    folders = {recipe: tmp_path_factory.mktemp(recipe) for recipe in RECIPES}
    rows = drawn_rows(folders["detect"], 8, 2)
    for i, row in enumerate(rows[:8]):
        row["shapes"] = [{**shape, "c": int(i == 7)} for shape in row["shapes"]] if i > 1 else []
    # rectangles and outlines: of the former only the box is known
    drawn = folders["detect"], rows
    alike = dict.fromkeys(("detect", "segment", "locate", "inspect"), drawn)
    lines = folders["textdet"], text_rows(folders["textdet"])
    texts = folders["textrec"], field_rows(folders["textrec"])
    parts = folders["anomaly"], plates(folders["anomaly"], 6, 2, 2)
    return {**alike, "anomaly": parts, "textdet": lines, "textrec": texts}


@pytest.mark.parametrize(("recipe", "key"), [(recipe, key) for recipe in RECIPES for key in fields_of(recipe)])
def test_another_value_changes_what_is_stated(
    recipe: str, key: str, images: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, make, base = RECIPES[recipe]
    if key in BY_THE_SERVER:
        server = Path(__file__).parents[2] / "apps/server/src/families" / BY_THE_SERVER[key]
        assert key in server.read_text("utf-8") and key not in rows
        return
    assert key in rows, f"say in this file what another value of {recipe}'s {key} changes"
    what, value, among = rows[key]
    monkeypatch.setattr(budget, "clock", lambda: Clocked.now)
    folder, images_of = images[recipe]

    def stated(**changes: Any) -> Any:
        stated.calls += 1
        job = make(folder, images_of, f"{key}-{stated.calls}", params={**base, **among, **changes})
        context = Context(read_job(job), EventLog(job.parent / "events.jsonl"), Control(), torch.device("cpu"))
        torch.manual_seed(0)
        return what(context)

    stated.calls = 0
    usual = stated()
    assert stated() == usual, "the same values change nothing"
    assert stated(**{key: value}) != usual


@pytest.mark.parametrize("recipe", RECIPES)
def test_no_row_is_of_a_field_that_is_gone(recipe: str) -> None:
    assert set(RECIPES[recipe][0]) <= set(table_of(recipe))
