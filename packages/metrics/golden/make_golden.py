"""Writes golden.json: random detections judged by pycocotools, and beta quantiles by scipy.

Not part of the tests: run by hand (numpy, pycocotools, scipy), then format with prettier and commit the result.
Boxes are xyxy in pixels. Up to 300 detections per image and class are looked at, in pycocotools as in Loupe.
"""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval
from scipy.stats import beta

MAX_DETECTIONS = 300
IOU_THRESHOLDS = np.concatenate([[0.33], np.linspace(0.5, 0.95, 10)])

Rows = list[list[float]]


def make_case(
    seed: int, images: int, classes: int, crowd: float, grid: float, decimals: int, crowded: int
) -> tuple[Rows, Rows]:
    """Draws truths [image, class, ignore, x1, y1, x2, y2] and detections [image, class, score, x1, y1, x2, y2].

    `grid` rounds coordinates (1.0 makes many equal overlaps), `decimals` rounds scores (1 makes many equal scores),
    `crowded` detections are thrown on the first image on top. The last class has no truths, the first no detections.
    """
    rng = np.random.default_rng(seed)

    def snap(values: list[float]) -> list[float]:
        return (np.round(np.asarray(values) / grid) * grid).round(4).tolist()

    truths: Rows = []
    detections: Rows = []
    for image in range(1, images + 1):
        for _ in range(rng.integers(0, 9)):
            x, y = rng.uniform(0, 200, 2)
            w, h = rng.uniform(6, 60, 2)
            label = int(rng.integers(0, classes - 1))
            ignore = int(rng.random() < crowd)
            truths.append([image, label, ignore, *snap([x, y, x + w, y + h])])
            if label == 0:
                continue
            for _ in range(rng.integers(0, 4)):
                dx, dy, dw, dh = rng.normal(0, 4, 4)
                seen = label if rng.random() < 0.85 else int(rng.integers(1, classes))
                box = snap([x + dx, y + dy, x + dx + max(w + dw, 3), y + dy + max(h + dh, 3)])
                detections.append([image, seen, round(float(rng.uniform(0.05, 1)), decimals), *box])
        for _ in range(rng.integers(0, 4) + (crowded if image == 1 else 0)):
            x, y = rng.uniform(0, 200, 2)
            w, h = rng.uniform(6, 60, 2)
            label = int(rng.integers(1, classes)) if image > 1 or classes < 3 else 1
            detections.append(
                [image, label, round(float(rng.uniform(0.01, 0.9)), decimals), *snap([x, y, x + w, y + h])]
            )
    order = rng.permutation(len(detections))
    return truths, [detections[i] for i in order]


def judge(truths: Rows, detections: Rows, classes: int, images: int) -> dict[str, Any]:
    """Runs COCOeval over all areas; gives precision [threshold][class], each the mean over 101 recalls, or null."""

    def annotation(number: int, row: list[float], is_truth: bool) -> dict[str, Any]:
        x1, y1, x2, y2 = row[3:]
        entry: dict[str, Any] = {
            "id": number + 1,
            "image_id": row[0],
            "category_id": row[1],
            "bbox": [x1, y1, x2 - x1, y2 - y1],
            "area": (x2 - x1) * (y2 - y1),
            "iscrowd": 0,
        }
        if is_truth:
            entry["iscrowd"] = row[2]
        else:
            entry["score"] = row[2]
        return entry

    frame = {"images": [{"id": i} for i in range(1, images + 1)], "categories": [{"id": c} for c in range(classes)]}
    tables = []
    for rows, is_truth in ((truths, True), (detections, False)):
        table = COCO()
        table.dataset = {**frame, "annotations": [annotation(i, row, is_truth) for i, row in enumerate(rows)]}
        table.createIndex()
        tables.append(table)
    run = COCOeval(*tables, iouType="bbox")
    run.params.iouThrs = IOU_THRESHOLDS
    run.params.maxDets = [MAX_DETECTIONS]
    run.params.areaRng = [[0, 1e10]]
    run.params.areaRngLbl = ["all"]
    run.evaluate()
    run.accumulate()
    precision = run.eval["precision"][:, :, :, 0, 0]  # (thresholds, 101, classes)
    means = [[None if p[0] < 0 else float(p.mean()) for p in at.T] for at in precision]
    return {"ap": means, "interpolated50": [None if p[0] < 0 else p.tolist() for p in precision[1].T]}


def main() -> None:
    """Writes the golden file beside this script."""
    plans = {
        "plain": {"images": 12, "classes": 4, "crowd": 0.0, "grid": 0.01, "decimals": 4, "crowded": 0},
        "crowds": {"images": 15, "classes": 3, "crowd": 0.35, "grid": 0.01, "decimals": 4, "crowded": 0},
        "equal scores and overlaps": {
            "images": 20,
            "classes": 3,
            "crowd": 0.2,
            "grid": 4.0,
            "decimals": 1,
            "crowded": 0,
        },
        "more than 300 detections": {
            "images": 3,
            "classes": 3,
            "crowd": 0.2,
            "grid": 0.1,
            "decimals": 2,
            "crowded": 420,
        },
        "many classes": {"images": 25, "classes": 12, "crowd": 0.1, "grid": 0.5, "decimals": 3, "crowded": 0},
    }
    cases = []
    for seed, (name, plan) in enumerate(plans.items()):
        truths, detections = make_case(seed, **plan)
        flat = {"truths": [*chain(*truths)], "detections": [*chain(*detections)]}
        cases.append(
            {
                "name": name,
                "classes": plan["classes"],
                **flat,
                **judge(truths, detections, plan["classes"], plan["images"]),
            }
        )
    quantiles = [
        [p, a, b, float(beta.ppf(p, a, b))]
        for p in (0.005, 0.025, 0.5, 0.975)
        for a, b in ((1, 1), (1, 30), (3, 200), (40, 7), (500, 9501), (9999, 2), (0.5, 0.5), (120000, 880000))
    ]
    golden = {"iouThresholds": IOU_THRESHOLDS.tolist(), "cases": cases, "betaQuantiles": quantiles}
    Path(__file__).with_name("golden.json").write_text(json.dumps(golden), encoding="utf-8")


if __name__ == "__main__":
    main()
