"""One training that a bench judges: `SET IMAGES SIZE DRAW CPU_MIN PARAMS`; prints one line of JSON, `null` where there
is no such set.

So many labelled images of the set's training part (0: all), a fifth of which validate, with what the form begins with
(PARAMS, JSON) but their size and minutes of CPU time. Judged by the exported graph on the set's test part.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from loupe_engine import budget
from loupe_engine.run import run

from detection_sets import drawn, judge, load, write_job

VALIDATE = 5  # of so many images one validates


def cell(name: str, images: str, size: str, draw: str, minutes: str, params: str) -> dict[str, Any] | None:
    found = load(name)
    if found is None:
        return None
    budget.clock = time.process_time  # what else the machine does shall not shorten the training
    items = drawn(found.train, int(images) or len(found.train), int(draw))
    kept_back = len(items) // VALIDATE
    asked = {**json.loads(params), "imageSize": int(size), "timeBudget": float(minutes)}
    with tempfile.TemporaryDirectory() as made:
        job = write_job(Path(made), found.labels, items[kept_back:], items[:kept_back], int(draw), asked)
        began = time.process_time()
        code = run(job)
        cpu = time.process_time() - began
        events = [json.loads(line) for line in (job.parent / "events.jsonl").read_text("utf-8").splitlines()]
        if code:
            raise SystemExit(json.dumps(events[-1]))
        length = next(event for event in events if event["type"] == "length")
        scores = judge(job.parent / "model.onnx", found.labels, found.test)
    figures = {"ap50": scores.map50, "ap": scores.map50_95, "ap33": scores.map33}
    return {**figures, "epochs": length["epochs"], "steps": length["steps"], "cpu_min": cpu / 60}


if __name__ == "__main__":
    print(json.dumps(cell(*sys.argv[1:])))
