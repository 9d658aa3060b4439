"""Small defects on parts: AP50 of both stages end to end, on crops of the true parts, and of one stage.

    python stages.py SET SEED STEPS
    python stages.py SET SEED one SECONDS SIZE TILES

The two stages together learn as many steps as the one: a third finds parts, the rest looks at them. End to end twice:
with the score of a part that the validation images choose, and with a fixed one. `one` is one stage alone that has so
many CPU seconds and another training size; where TILES is not 0 it learns crops of so many pixels, and looks at test
images in tiles as large. Prints a JSON line; `null` where the set is not there.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from loupe_engine import budget
from loupe_engine.control import Control
from loupe_engine.data.decode import decode
from loupe_engine.data.images import read_bytes
from loupe_engine.data.manifest import read_manifest
from loupe_engine.device import use_threads
from loupe_engine.events import EventLog
from loupe_engine.export.parity import Found
from loupe_engine.job import Job, parse_job
from loupe_engine.loop import train
from loupe_engine.recipes.base import Context
from loupe_engine.recipes.detect.data import make_entries
from loupe_engine.recipes.detect.export import FLOOR
from loupe_engine.recipes.detect.metrics import MOST, Detections, evaluate
from loupe_engine.recipes.handover import onnx_runtime
from loupe_engine.recipes.stages.chain import _figures, locator, looked_at
from loupe_engine.recipes.stages.crops import Region
from loupe_engine.recipes.stages.data import of_labels, wholes_of
from loupe_engine.work import RECIPES

from jobs import write_training
from stages_sets import LABELS, rows_of

SIZE, BATCH = 256, 8
FIXED = 0.1  # the score of a part that was the default before it was chosen
COMMON = {"network": "n", "imageSize": SIZE, "batchSize": BATCH, "warmupEpochs": 1, "mosaic": 0.5, "precision": "fp32"}


def trained(
    folder: Path,
    recipe: str,
    labels: tuple[str, ...],
    rows: list[dict[str, Any]],
    seed: int,
    params: dict[str, Any],
    **more: Any,
) -> Job:
    """The job of a training that is done."""
    place = folder / recipe
    place.mkdir()
    (place / "blobs").symlink_to(folder / "blobs")
    path = write_training(place, recipe, labels, rows, seed, {**COMMON, **params})
    job = parse_job({**json.loads(path.read_text()), **more})
    context = Context(job, EventLog(job.out / "events.jsonl"), Control(), torch.device("cpu"))
    assert train(RECIPES[recipe](context), context).ended == "completed"
    return job


def tiles_of(width: int, height: int, side: int) -> list[Region]:
    """Tiles of an image, each with a quarter of the next one."""

    def starts(length: int) -> list[int]:
        count = 1 + max(0, -(-(length - side) // (side * 3 // 4)))
        return [round(i * max(0, length - side) / max(1, count - 1)) for i in range(count)]

    return [(x, y, min(side, width), min(side, height)) for y in starts(height) for x in starts(width)]


def alone(job: Job, count: int, tiles: int = 0) -> float:
    """AP50 of the defects, of one stage on test images, whole or in tiles of so many pixels."""
    tested = [one for one in read_manifest(job) if one.part == "test"]
    given = {"iou_threshold": np.array([0.6], np.float32), "score_threshold": np.array([FLOOR], np.float32)}
    look = onnx_runtime(job.out / "model.onnx", 1, **given)
    answers = []
    for one in tested:
        pixels = decode(read_bytes(job, one))
        regions = tiles_of(one.width, one.height, tiles or max(one.width, one.height))
        found = looked_at(lambda part: Found(*look(part)), pixels, regions, 0.6)
        other = np.flatnonzero(found.classes > 0)[:MOST]
        answers.append(Detections(found.boxes[other], found.scores[other], found.classes[other]))
    entries = make_entries(of_labels(tested, set(range(1, count))), lambda *_, **__: None)
    return evaluate(entries, answers, count, 0.5).map50


def one_stage(folder: Path, labels: tuple[str, ...], rows: list[dict[str, Any]], seed: int, given: list[str]) -> dict:
    """One stage with so many CPU seconds, at another training size or in tiles."""
    seconds, size, tiles = float(given[0]), int(given[1]), int(given[2])
    budget.clock = time.process_time  # what else the machine does shall not shorten the training
    began = time.process_time()
    crops = {"cropShare": 100, "sourceSize": rows[0]["w"], "cropWidth": [tiles] * 2, "cropHeight": [tiles] * 2}
    length = {"length": "time", "timeBudget": seconds / 60, "epochs": 10, "validationInterval": 5}
    job = trained(folder, "detect", labels, rows, seed, {**length, **(crops if tiles else {}), "imageSize": size})
    cpu = time.process_time() - began
    events = [json.loads(line) for line in (job.out / "events.jsonl").read_text("utf-8").splitlines()]
    steps = next(event["steps"] for event in events if event["type"] == "length")
    return {"single": alone(job, len(labels), tiles), "steps": steps, "size": size, "tiles": tiles, "cpu_s": cpu}


def both(folder: Path, labels: tuple[str, ...], rows: list[dict[str, Any]], seed: int, steps: int) -> dict[str, Any]:
    """Two stages, and one that learns as many steps at the same size."""

    def of(share: float) -> dict[str, Any]:
        # ten epochs of as many steps as they are asked for
        return {"epochs": 10, "epochSteps": max(1, round(steps * share / 10)), "validationInterval": 5}

    began = time.process_time()
    single = trained(folder, "detect", labels, rows, seed, of(1))
    single_s = time.process_time() - began
    first = trained(folder, "locate", labels, rows, seed, {**of(1 / 3), "locating": [labels[0]]})
    onnx = first.out / "model.onnx"
    sha256 = hashlib.sha256(onnx.read_bytes()).hexdigest()
    earlier = [{"recipe": "locate", "params": first.params, "onnx": {"url": onnx.as_uri(), "sha256": sha256}}]
    last = trained(folder, "inspect", labels, rows, seed, of(2 / 3), earlier=earlier)
    stages_s = time.process_time() - began - single_s
    context = Context(last, EventLog(last.out / "test.jsonl"), Control(), torch.device("cpu"))
    chosen = json.loads((last.out / "chain.json").read_text("utf-8"))["thresholds"]["parts"]
    asked = RECIPES["inspect"](context).params
    tested = [one for one in read_manifest(last) if one.part == "test"]
    wholes = wholes_of(tested, {0}, set(range(1, len(labels))), lambda *_, **__: None)
    run = locator(context, last.earlier[0])

    def end_to_end(score: float) -> dict[str, Any]:
        params = replace(asked, part_score=score)
        return _figures(context, params, last.out / "model.onnx", wholes, run[0], lambda *_: None)

    found, fixed = end_to_end(chosen), end_to_end(FIXED)
    figures = {"end_to_end": found["whole"].map50, "oracle": found["oracle"].map50}
    figures |= {"single": alone(single, len(labels))}
    figures |= {"parts": found["parts"].map50, "parts_found": found["parts_found"], "outside": found["outside"]}
    figures |= {"part_score": chosen, "fixed": fixed["whole"].map50, "fixed_parts_found": fixed["parts_found"]}
    return {**figures, "single_cpu_s": single_s, "stages_cpu_s": stages_s}


def main() -> None:
    name, seed, given = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    labels = LABELS[name]
    use_threads(1)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        rows = rows_of(name, folder, seed)
        if rows is None:
            print("null")
        elif given[0] == "one":
            print(json.dumps(one_stage(folder, labels, rows, seed, given[1:])))
        else:
            print(json.dumps(both(folder, labels, rows, seed, int(given[0]))))


if __name__ == "__main__":
    main()
