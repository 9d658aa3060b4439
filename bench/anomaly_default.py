"""One training of bench anomaly-default: `SET DRAW MINUTES`, a line of JSON; `null` where the set is not there.

What the form of anomaly detection begins with, but 256 px and so many CPU minutes, on the split of bench
anomaly-left-out: no part on both sides. Judged by the exported graph.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from loupe_engine import budget
from loupe_engine.recipes.anomaly.metrics import auroc
from loupe_engine.run import run

from anomaly import SIDE, items, scores, threshold_of
from anomaly_left_out import SHARES
from anomaly_pools import pool, split
from anomaly_sets import write_job


def measured(name: str, draw: int, minutes: float) -> dict[str, float] | None:
    budget.clock = time.process_time  # what else the machine does shall not shorten the training
    of = pool(name)
    if of is None:
        return None
    chosen = split(of, draw)
    with tempfile.TemporaryDirectory() as made:
        asked = {"imageSize": SIDE, "timeBudget": minutes}
        folder = write_job(Path(made), items([of.good[i] for i in chosen.train]), draw, asked).parent
        began = time.process_time()
        if run(folder / "job.json"):
            raise SystemExit((folder / "events.jsonl").read_text("utf-8")[-2000:])
        cpu = (time.process_time() - began) / 60
        threshold = threshold_of(folder)
        ok, ng = (
            scores(folder, items([part[i] for i in numbers]))
            for part, numbers in ((of.good, chosen.ok), (of.bad, chosen.ng))
        )
    found = {f"found_{round(100 * share)}": float((ng > np.quantile(ok, 1 - share)).mean()) for share in SHARES}
    by_threshold = {"found": float((ng >= threshold).mean()), "refused": float((ok >= threshold).mean())}
    return {"auroc": float(auroc(ok, ng) or 0), **found, **by_threshold, "cpu_min": cpu}


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))))
