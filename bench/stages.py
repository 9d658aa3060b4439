"""A drawn set of small defects on parts: AP50 of both stages end to end, on crops of the true parts, and of one stage.

    python stages.py SEED STEPS

The two stages together learn as many steps as the one: a third finds parts, the rest looks at them. Prints a JSON
line.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from loupe_engine.control import Control
from loupe_engine.data.decode import decode
from loupe_engine.data.images import read_bytes
from loupe_engine.data.manifest import read_manifest
from loupe_engine.device import use_threads
from loupe_engine.events import EventLog
from loupe_engine.job import Job, parse_job
from loupe_engine.loop import train
from loupe_engine.recipes.base import Context
from loupe_engine.recipes.detect.data import make_entries
from loupe_engine.recipes.detect.export import FLOOR
from loupe_engine.recipes.detect.metrics import Detections, evaluate
from loupe_engine.recipes.handover import onnx_runtime
from loupe_engine.recipes.stages.chain import _figures, locator
from loupe_engine.recipes.stages.data import of_labels, wholes_of
from loupe_engine.work import RECIPES
from PIL import Image

from jobs import put_blob, write_training

LABELS = ("part", "spot", "scratch")
PARTS = {"train": 30, "val": 10, "test": 20}
WIDTH, HEIGHT, SIZE, BATCH = 1024, 768, 256, 8
COMMON = {"network": "n", "imageSize": SIZE, "batchSize": BATCH, "warmupEpochs": 1, "mosaic": 0.5, "precision": "fp32"}


def image(seed: int) -> tuple[np.ndarray, list[tuple[int, list[int]]]]:
    """RGB of textured parts of 150 to 220 px on a belt; two in three have one or two defects of 6 to 14 px."""
    rng = np.random.default_rng(seed)
    pixels = rng.integers(25, 55, (HEIGHT, WIDTH, 1)).repeat(3, 2).astype(np.uint8)
    found: list[tuple[int, list[int]]] = []
    cells = [(x, y) for x in range(3) for y in range(2)]
    for column, row in rng.permutation(cells)[: int(rng.integers(2, 5))].tolist():
        w, h = (int(side) for side in rng.integers(150, 221, 2))
        x, y = column * 340 + int(rng.integers(20, 110)), row * 384 + int(rng.integers(20, 140))
        part = (
            rng.normal(130, 6, (h, w, 1))
            + rng.normal(0, 8, (h // 10 + 1, w // 10 + 1)).repeat(10, 0).repeat(10, 1)[:h, :w, None]
        )
        pixels[y : y + h, x : x + w] = part.clip(0, 255).astype(np.uint8)
        found.append((0, [x, y, x + w, y + h]))
        for _ in range(int(rng.integers(0, 3))):
            label = int(rng.integers(1, 3))
            a, b = (int(rng.integers(6, 10)),) * 2 if label == 1 else (int(rng.integers(10, 15)), 3)
            u, v = x + int(rng.integers(6, w - a - 6)), y + int(rng.integers(6, h - b - 6))
            shift = -45 if label == 1 else 50
            area = pixels[v : v + b, u : u + a].astype(np.int16)
            pixels[v : v + b, u : u + a] = (area + shift).clip(0, 255).astype(np.uint8)
            found.append((label, [u, v, u + a, v + b]))
    return pixels, found


def rows_of(folder: Path, seed: int) -> list[dict[str, Any]]:
    rows = []
    for part, count in PARTS.items():
        for i in range(count):
            pixels, found = image(seed * 10_000 + len(rows))
            out = io.BytesIO()
            Image.fromarray(pixels).save(out, "PNG")
            shape = {"kind": "rect", "parts": [0], "text": None, "ignore": False}
            shapes = [{**shape, "id": f"{i}-{k}", "c": c, "p": box} for k, (c, box) in enumerate(found)]
            row = {"image": len(rows) + 1, "sha256": put_blob(folder, out.getvalue()), "w": WIDTH, "h": HEIGHT}
            rows.append({**row, "part": part, "group": "", "rev": 1, "name": f"{part}-{i}.png", "shapes": shapes})
    return rows


def trained(
    folder: Path, recipe: str, rows: list[dict[str, Any]], seed: int, params: dict[str, Any], **more: Any
) -> Job:
    """The job of a training that is done."""
    place = folder / recipe
    place.mkdir()
    (place / "blobs").symlink_to(folder / "blobs")
    path = write_training(place, recipe, LABELS, rows, seed, {**COMMON, **params})
    job = parse_job({**json.loads(path.read_text()), **more})
    context = Context(job, EventLog(job.out / "events.jsonl"), Control(), torch.device("cpu"))
    assert train(RECIPES[recipe](context), context).ended == "completed"
    return job


def main() -> None:
    seed, steps = int(sys.argv[1]), int(sys.argv[2])
    use_threads(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = rows_of(folder, seed)
        began = time.process_time()

        def of(share: float) -> dict[str, Any]:
            # ten epochs of as many steps as they are asked for
            return {"epochs": 10, "epochSteps": max(1, round(steps * share / 10)), "validationInterval": 5}

        single = trained(folder, "detect", rows, seed, of(1))
        single_s = time.process_time() - began
        first = trained(folder, "locate", rows, seed, {**of(1 / 3), "locating": [LABELS[0]]})
        onnx = first.out / "model.onnx"
        sha256 = hashlib.sha256(onnx.read_bytes()).hexdigest()
        earlier = [{"recipe": "locate", "params": first.params, "onnx": {"url": onnx.as_uri(), "sha256": sha256}}]
        last = trained(folder, "inspect", rows, seed, of(2 / 3), earlier=earlier)
        stages_s = time.process_time() - began - single_s
        context = Context(last, EventLog(last.out / "test.jsonl"), Control(), torch.device("cpu"))
        recipe = RECIPES["inspect"](context)
        tested = [one for one in read_manifest(last) if one.part == "test"]
        wholes = wholes_of(tested, {0}, {1, 2}, lambda *_, **__: None)
        run = locator(context, last.earlier[0])
        found = _figures(context, recipe.params, last.out / "model.onnx", wholes, run[0], lambda *_: None)
        given = {"iou_threshold": np.array([0.6], np.float32), "score_threshold": np.array([FLOOR], np.float32)}
        look = onnx_runtime(single.out / "model.onnx", 1, **given)
        answers = []
        for one in tested:
            boxes, scores, classes = look(decode(read_bytes(last, one)))
            other = classes > 0
            answers.append(Detections(boxes[other], scores[other], classes[other]))
        entries = make_entries(of_labels(tested, {1, 2}), lambda *_, **__: None)
        alone = evaluate(entries, answers, len(LABELS), 0.5)
        figures = {"end_to_end": found["whole"].map50, "oracle": found["oracle"].map50, "single": alone.map50}
        figures |= {"parts": found["parts"].map50, "parts_found": found["parts_found"], "outside": found["outside"]}
        print(json.dumps({**figures, "single_cpu_s": single_s, "stages_cpu_s": stages_s}))


if __name__ == "__main__":
    main()
