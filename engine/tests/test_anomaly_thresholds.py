"""The threshold that a training ends with is the one that the result page finds for the same scores and target.

The table is read by the page's test too; `LOUPE_WRITE_FIXTURES=1` writes it again.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import torch

from loupe_engine.recipes.anomaly.scoring import calibrate
from loupe_engine.recipes.anomaly.threshold import false_reject_threshold, snap_to_gap

TABLE = Path(__file__).parents[2] / "packages" / "contract" / "fixtures" / "thresholds.json"


def ended_with(good: list[float], target: float) -> float:
    """The threshold of calibrated scores, as the end of a training finds it."""
    signed = np.clip(2 * np.array(good) - 1, -1 + 1e-9, 1 - 1e-9)
    raw = torch.tensor(false_reject_threshold(signed / (1 - np.abs(signed)), target), dtype=torch.float64)
    return snap_to_gap(float(calibrate(raw, torch.tensor(0.0), torch.tensor(1.0))), np.array(good))


def drawn() -> list[list[float]]:
    """Scores of good images: few and many, with outliers, with equal ones, at the ends."""
    rng = np.random.default_rng(20)
    sets = [np.sort(rng.normal(0.3, 0.04, n)) for n in (1, 2, 3, 4, 5, 8, 20, 49, 50, 120)]
    sets += [np.append(rng.normal(0.3, 0.01, n), far) for n, far in ((4, [0.9]), (12, [0.8, 0.95]), (60, [0.9]))]
    sets += [np.full(6, 0.25), np.array([0.2] * 30 + [0.7] * 3), np.array([0.0, 0.4, 1.0]), np.linspace(0.5, 0.501, 40)]
    return [[round(float(score), 6) for score in np.clip(one, 0, 1)] for one in sets]


def test_the_table_of_thresholds_is_this_rule() -> None:
    rows = [
        {"good": good, "target": target, "threshold": ended_with(good, target)}
        for good in drawn()
        for target in (0.0, 0.02, 0.2)
    ]
    if os.environ.get("LOUPE_WRITE_FIXTURES"):
        TABLE.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n", "utf-8")
    table = json.loads(TABLE.read_text("utf-8"))
    assert len(table) == len(rows)
    for row, made in zip(table, rows, strict=True):
        assert (row["good"], row["target"]) == (made["good"], made["target"])
        assert abs(row["threshold"] - made["threshold"]) < 1.5e-4, row
