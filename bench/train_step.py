"""Images a CPU second of a training step on a COCO folder: `train_step.py FOLDER STEPS THREADS PRECISION`; JSON out."""

from __future__ import annotations

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
from loupe_engine.job import read_job
from loupe_engine.loop import begin
from loupe_engine.recipes.base import Context
from loupe_engine.recipes.detect.recipe import Detect

from detection_sets import read_part, write_job

WARM_STEPS, BATCH, SIZE = 3, 16, 320
PARAMS = {"network": "n", "imageSize": SIZE, "batchSize": BATCH, "epochs": 1, "warmupEpochs": 0, "closeMosaicEpochs": 0}


def measure(folder: Path, steps: int, threads: int, precision: str) -> dict[str, Any]:
    """CPU seconds of all threads, data included, after a few steps to get warm."""
    with tempfile.TemporaryDirectory() as made:
        labels, (judged, *train) = read_part(folder, "train")
        train = train[: (steps + WARM_STEPS) * BATCH]
        params = {**PARAMS, "precision": precision}
        job = read_job(write_job(Path(made), labels, train, [judged], 1, params, threads))
        use_threads(threads)
        context = Context(job, EventLog(job.out / "events.jsonl"), Control(), torch.device("cpu"))
        recipe = Detect(context)
        plan = recipe.prepare(lambda done, total: None)
        dtype = choose_dtype(recipe.precision, context.device)
        training = begin(recipe, context, plan, None, dtype, threads)
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
