"""`ROUNDS`: how many of so many trainings end with the very same weights after kill -9, as one line of JSON.

Each is killed at a random moment twice, also amid a checkpoint or a validation, and resumed from its last whole
checkpoint in a folder of its own, as the server does. What the tests draw and start is used.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ENGINE = Path(__file__).resolve().parents[1] / "engine"
sys.path.insert(0, str(ENGINE / "tests"))

from drawn import drawn_rows, events, make_job, of_type, start  # noqa: E402  (lies beside the tests)

KILLS, SAVE_EVERY = 2, 7
PARAMS = {"backbone": "imagenet", "epochs": 12, "batchSize": 3, "mixup": 0.2, "copyPaste": 0.5, "erase": 0.2}
WAIT_S = 600


def weights_of(run: Path) -> str:
    return json.loads((run / "report.json").read_text())["weights_sha256"]


def killed(folder: Path, rows: list[dict[str, Any]], seconds: float, rng: random.Random) -> str:
    """Hash of the weights of a training that was killed at random moments of the `seconds` that learning takes."""
    resume = None
    for attempt in range(KILLS):
        job = make_job(folder, rows, f"run{attempt}", params=PARAMS, resume=resume)
        engine = start(job, save_every=SAVE_EVERY)
        while not of_type(events(job.parent), "series") and engine.poll() is None:
            time.sleep(0.01)
        time.sleep(rng.uniform(0, seconds / KILLS))
        engine.kill()
        engine.wait(WAIT_S)
        saved = of_type(events(job.parent), "checkpoint")
        if saved:
            resume = {"path": saved[-1]["path"], "sha256": saved[-1]["sha256"]}
    job = make_job(folder, rows, "run9", params=PARAMS, resume=resume)
    if start(job, save_every=SAVE_EVERY).wait(WAIT_S):
        raise SystemExit((job.parent / "stderr.log").read_text()[-2000:])
    return weights_of(job.parent)


def main(rounds: int) -> dict[str, int]:
    same = 0
    with tempfile.TemporaryDirectory() as made:
        whole = Path(made) / "whole"
        whole.mkdir()
        job = make_job(whole, drawn_rows(whole, 9, 3), params=PARAMS)
        if start(job, save_every=SAVE_EVERY).wait(WAIT_S):
            raise SystemExit((job.parent / "stderr.log").read_text()[-2000:])
        times = [event["t"] for event in of_type(events(job.parent), "series")]
        wanted = weights_of(job.parent)
        for i in range(rounds):
            folder = Path(made) / str(i)
            folder.mkdir()
            same += killed(folder, drawn_rows(folder, 9, 3), times[-1] - times[0], random.Random(i)) == wanted
            print(f"{same} of {i + 1}", file=sys.stderr, flush=True)
    return {"same": same, "rounds": rounds}


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]))))
