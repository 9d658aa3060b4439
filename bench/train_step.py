"""Images a CPU second of a training step on a COCO folder: `train_step.py FOLDER STEPS THREADS PRECISION`; JSON out."""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import torch
from loupe_engine.control import Control
from loupe_engine.data.prefetch import prefetch
from loupe_engine.device import choose_dtype, use_threads
from loupe_engine.events import EventLog
from loupe_engine.job import parse_job
from loupe_engine.loop import _begin
from loupe_engine.recipes.base import Context
from loupe_engine.recipes.detect.recipe import Detect

WARM_STEPS, BATCH, SIZE = 3, 16, 320


def manifest_rows(folder: Path, out: Path, most: int) -> tuple[list[dict[str, Any]], list[str]]:
    """Rows of the first `most` training images and of one that validates; files are linked under their hash."""
    coco = json.loads((folder / "annotations" / "train.json").read_text("utf-8"))
    names = [c["name"] for c in sorted(coco["categories"], key=lambda c: c["id"])]
    index = {c["id"]: i for i, c in enumerate(sorted(coco["categories"], key=lambda c: c["id"]))}
    rows = []
    for i, image in enumerate(coco["images"][: most + 1]):
        file = folder / "images" / image["file_name"]
        sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
        place = out / "blobs" / sha256[:2] / sha256[2:4] / sha256
        place.parent.mkdir(parents=True, exist_ok=True)
        if not place.exists():
            place.symlink_to(file.resolve())
        shapes = [
            {
                "id": str(n["id"]),
                "c": index[n["category_id"]],
                "kind": "rect",
                "p": [x, y, x + w, y + h],
                "parts": [0],
            }
            | {"text": None, "ignore": False}
            for n in coco["annotations"]
            if n["image_id"] == image["id"]
            for x, y, w, h in [n["bbox"]]
        ]
        row = {
            "image": i + 1,
            "sha256": sha256,
            "w": image["width"],
            "h": image["height"],
            "group": "",
            "rev": 1,
        }
        rows.append(
            {
                **row,
                "part": "train" if i else "val",
                "name": image["file_name"],
                "shapes": shapes,
            }
        )
    return rows, names


def measure(folder: Path, steps: int, threads: int, precision: str) -> dict[str, Any]:
    """CPU seconds of all threads, data included, after a few steps to get warm."""
    with tempfile.TemporaryDirectory() as made:
        out = Path(made)
        rows, names = manifest_rows(folder, out, (steps + WARM_STEPS) * BATCH)
        packed = gzip.compress("\n".join(map(json.dumps, rows)).encode())
        (out / "manifest.jsonl.gz").write_bytes(packed)
        params = {
            "network": "n",
            "imageSize": SIZE,
            "batchSize": BATCH,
            "epochs": 1,
            "warmupEpochs": 0,
        }
        params |= {"precision": precision, "closeMosaicEpochs": 0}
        manifest = {"url": (out / "manifest.jsonl.gz").as_uri(), "images": len(rows)}
        raw = {
            "v": 1,
            "task": 1,
            "attempt": 1,
            "mode": "train",
            "recipe": "detect",
            "seed": 1,
            "device": "cpu",
        }
        raw |= {
            "stage": {"index": 0, "count": 1},
            "threads": threads,
            "params": params,
            "out": out.as_uri(),
        }
        raw |= {
            "manifest": {**manifest, "sha256": hashlib.sha256(packed).hexdigest()},
            "resume": None,
        }
        raw |= {
            "blobs": (out / "blobs").as_uri() + "/",
            "classes": [{"index": i, "name": n} for i, n in enumerate(names)],
        }
        job = parse_job(raw)
        use_threads(threads)
        context = Context(job, EventLog(out / "events.jsonl"), Control(), torch.device("cpu"))
        recipe = Detect(context)
        plan = recipe.prepare(lambda done, total: None)
        dtype = choose_dtype(recipe.precision, context.device)
        training = _begin(recipe, context, plan, None, dtype, threads)
        training.net.train()
        done = 0
        began = time.process_time()
        for batch in prefetch(recipe.batch, ((0, i) for i in range(plan.batches))):
            recipe.step(training, recipe.send(batch))
            training.step += 1
            done += 1
            if done == WARM_STEPS:
                began = time.process_time()
        seconds = time.process_time() - began
        return {
            "images_per_cpu_s": (done - WARM_STEPS) * BATCH / seconds,
            "dtype": str(dtype).removeprefix("torch."),
        }


if __name__ == "__main__":
    print(json.dumps(measure(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])))
