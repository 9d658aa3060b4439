"""The threshold that a training ends with is the one that the result page finds for the same scores and target.

The table is read by the page's test too; `LOUPE_WRITE_FIXTURES=1` writes it again.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest
import torch

from loupe_engine.recipes.anomaly.export import AnomalyGraph
from loupe_engine.recipes.anomaly.params import read_params
from loupe_engine.recipes.anomaly.report import SCORE_TOLERANCE, threshold_among
from loupe_engine.recipes.anomaly.scoring import calibrate
from loupe_engine.recipes.anomaly.threshold import false_reject_threshold, snap_to_gap

TABLE = Path(__file__).parents[2] / "packages" / "contract" / "fixtures" / "thresholds.json"
ENDED = TABLE.with_name("ended-thresholds.json")


class Whole(torch.nn.Module):
    """A network of which only the calibration matters."""

    def deployed(self) -> Whole:
        return self


def ended_with(good: list[float], target: float) -> float:
    """The threshold of calibrated scores, as the end of a training finds it."""
    signed = np.clip(2 * np.array(good) - 1, -1 + 1e-9, 1 - 1e-9)
    raw = torch.tensor(false_reject_threshold(signed / (1 - np.abs(signed)), target), dtype=torch.float64)
    return snap_to_gap(float(calibrate(raw, torch.tensor(0.0), torch.tensor(1.0))), np.array(good))


def endings() -> list[dict[str, object]]:
    """What reports of trainings say: scores of their good and bad images, the target, and the threshold.

    Distances as a memory gives them, few and many of them, with an outlier, bad ones far off and all around the
    threshold, and scores of other sizes.
    """
    rng = np.random.default_rng(45)
    rows: list[dict[str, object]] = []
    for target in (0.01, 0.02, 0.05, 0.2):
        for n in (4, 12, 20, 36, 60, 150):
            for size, near in ((1.0, 2.0), (1.0, 0.02), (40.0, 1.0)):
                good = size * rng.gamma(40, 0.1, n)
                if n == 12:
                    good[3] = 9 * size
                bad = np.quantile(good, 0.97) + size * near * rng.normal(0.5, 1, 0 if n == 36 else 25)
                params = read_params({"method": "memory", "falseRejectTarget": target})
                graph = AnomalyGraph(Whole(), params, (256, 256))
                scores, threshold = threshold_among(graph, good, bad, target, float(np.median(good)))
                said = {name: [round(float(v), 6) for v in values] for name, values in scores.items()}
                rows.append({"good": said["ok"], "bad": said["ng"], "target": target, "threshold": threshold})
    return rows


def drawn() -> list[list[float]]:
    """Scores of good images: few and many, with outliers, with equal ones, at the ends."""
    rng = np.random.default_rng(20)
    sets = [np.sort(rng.normal(0.3, 0.04, n)) for n in (1, 2, 3, 4, 5, 8, 20, 49, 50, 120)]
    sets += [np.append(rng.normal(0.3, 0.01, n), far) for n, far in ((4, [0.9]), (12, [0.8, 0.95]), (60, [0.9]))]
    sets += [np.full(6, 0.25), np.array([0.2] * 30 + [0.7] * 3), np.array([0.0, 0.4, 1.0]), np.linspace(0.5, 0.501, 40)]
    return [[round(float(score), 6) for score in np.clip(one, 0, 1)] for one in sets]


@pytest.mark.parametrize("good", [[0.0], [2.7], [0.31, 0.31], [1.0, 1.0, 1.0]])
def test_few_good_images_that_score_alike_do_not_make_rounding_large(good: list[float]) -> None:
    graph = AnomalyGraph(Whole(), read_params({}), (256, 256))
    scores, threshold = threshold_among(graph, np.array(good), np.zeros(0), 0.02, -5.0)
    other = calibrate(torch.tensor(good) + 1e-4, graph.threshold, graph.spread).numpy()
    assert np.abs(other - scores["ok"]).max() < SCORE_TOLERANCE
    assert (other < threshold).all()


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


def test_the_table_of_endings_is_what_trainings_end_with() -> None:
    rows = endings()
    if os.environ.get("LOUPE_WRITE_FIXTURES"):
        ENDED.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n", "utf-8")
    table = json.loads(ENDED.read_text("utf-8"))
    assert len(table) == len(rows) == 72
    for row, made in zip(table, rows, strict=True):
        assert row["target"] == made["target"] and abs(row["threshold"] - made["threshold"]) < 1.5e-4
        for side in ("good", "bad"):
            assert np.allclose(row[side], made[side], atol=2e-6), row["target"]
