"""The model whose proposals bench annotate corrects: `SET CPU_SECONDS OUT.onnx`.

Trains a detector s at 640 px (pretrained backbone, batches of 16) on the set's training part for about so many seconds
of CPU time, on one thread, and writes its graph. Prints one line of JSON: AP50 on the test part, which it has not seen.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import time
from pathlib import Path

from loupe_engine import budget
from loupe_engine.run import run

from detection_sets import judge, load, write_job

VALIDATE = 10  # of so many images one validates


def main(name: str, seconds: str, out: str) -> None:
    found = load(name)
    if found is None:
        raise SystemExit(f"there is no {name} under shared/data")
    budget.clock = time.process_time  # what else the machine does shall not shorten the training
    asked = {
        "backbone": "imagenet",
        "imageSize": 640,
        "batchSize": 16,
        "length": "time",
        "timeBudget": float(seconds) / 60,
    }
    kept_back = len(found.train) // VALIDATE
    with tempfile.TemporaryDirectory() as folder:
        items = list(found.train)
        job = write_job(Path(folder), found.labels, items[kept_back:], items[:kept_back], 1, asked)
        if run(job):
            raise SystemExit((job.parent / "events.jsonl").read_text("utf-8").splitlines()[-1])
        shutil.copy(job.parent / "model.onnx", out)
    print(json.dumps({"ap50": judge(Path(out), found.labels, found.test).map50}))


if __name__ == "__main__":
    main(*sys.argv[1:])
