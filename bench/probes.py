"""One training of bench probes: `SET METHOD DRAW GOOD`, a line of JSON; `null` where the set is not there.

What the version says it finds of test defects (its report), against the real bad images of the set that it finds at the
same threshold; and, for the method `synthetic`, what it finds of defects that are drawn as those it learned from.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from loupe_engine.recipes.anomaly.probes.defects import KINDS
from loupe_engine.recipes.anomaly.synthetic.defects import add_defects

from anomaly import SIDE, items, scores, threshold_of, train
from anomaly_pools import Part, pool, split
from anomaly_sets import Item, held_out, png

MINUTES, OWN = 1.0, 200


def as_learned(parts: list[Part], seed: int) -> list[Item]:
    """Good images with defects of the generator that the segmentation learns from, at the size that it sees."""
    made = []
    for i in range(OWN):
        rng = np.random.default_rng([seed, i])
        pixels = parts[i % len(parts)].pixels
        gain = SIDE / max(pixels.shape[:2])
        small = cv2.resize(
            pixels, None, fx=gain, fy=gain, interpolation=cv2.INTER_AREA if gain < 1 else cv2.INTER_LINEAR
        )
        changed, mask = add_defects(rng, small.astype(np.float32), [])
        if mask.any():
            made.append(Item(png(np.round(changed).astype(np.uint8)), ""))
    return made


def measured(name: str, method: str, draw: int, good: int) -> dict[str, Any] | None:
    found = pool(name)
    if found is None:
        return None
    chosen = split(found, draw)
    learned = [found.good[i] for i in chosen.train][:good]
    with tempfile.TemporaryDirectory() as made:
        given = items(learned)
        cpu = train(Path(made), given, draw, {"method": method, "timeBudget": MINUTES})
        run = Path(made) / "run"
        report = json.loads((run / "report.json").read_text("utf-8"))
        threshold = threshold_of(run)
        share = {
            key: float(np.mean(scores(run, items([part[i] for i in numbers])) >= threshold))
            for key, part, numbers in (("real", found.bad, chosen.ng), ("refused", found.good, chosen.ok))
        }
        if method == "synthetic":
            validation = held_out(given, draw)
            kept = [part for part in learned if part.group in validation]
            share["as_learned"] = float(np.mean(scores(run, as_learned(kept, draw)) >= threshold))
    cells = report["probes"]["cells"]
    kinds = {kind: [c for c in cells if c["kind"] == kind] for kind in KINDS}
    tests = {kind: found_of(own) for kind, own in kinds.items() if own}
    return {"tests": found_of(cells), "kinds": tests, **share, "cpu_min": cpu, "judged": report["probes"]["judged"]}


def found_of(cells: list[dict[str, Any]]) -> float:
    """Share of the tries that were found."""
    return sum(c["found"] for c in cells) / sum(c["tried"] for c in cells)


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))))
