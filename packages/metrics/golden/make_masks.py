"""Writes masks.json: random masks judged by pycocotools (segm).

Not part of the tests: run by hand (numpy, pycocotools), then format with prettier and commit the result.
Masks are windows of an image: x, y, w, h and run lengths row by row, beginning outside.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from make_golden import IOU_THRESHOLDS, MAX_DETECTIONS
from pycocotools import mask as coco_mask
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

SIDE = 72
Row = dict[str, Any]


def blob(rng: np.random.Generator, x: float, y: float, a: float, b: float, turn: float, hole: bool) -> np.ndarray:
    """An ellipse with ragged edge, with or without a hole, (SIDE, SIDE) bool."""
    v, u = np.mgrid[:SIDE, :SIDE] + 0.5
    s = (u - x) * np.cos(turn) + (v - y) * np.sin(turn)
    t = (v - y) * np.cos(turn) - (u - x) * np.sin(turn)
    away = np.hypot(s / a, t / b) + rng.normal(0, 0.05, (SIDE, SIDE))
    return (away < 1) & ~(hole & (away < 0.45))


def window(mask: np.ndarray) -> dict[str, Any]:
    """The mask as MaskWindow."""
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    y, x = int(rows[0]), int(columns[0])
    part = mask[y : rows[-1] + 1, x : columns[-1] + 1]
    flat = np.concatenate([[False], part.ravel()])
    starts = np.flatnonzero(flat[1:] != flat[:-1])
    counts = np.diff([0, *starts, part.size]).tolist()
    return {"x": x, "y": y, "w": int(part.shape[1]), "h": int(part.shape[0]), "counts": counts}


def draw(seed: int, images: int, classes: int, crowd: float) -> tuple[list[Row], list[Row]]:
    """Truths and detections, each with its mask; a detection is a truth that was moved, or something else."""
    rng = np.random.default_rng(seed)
    truths: list[Row] = []
    found: list[Row] = []
    for image in range(1, images + 1):
        for _ in range(rng.integers(1, 5)):
            x, y = rng.uniform(8, SIDE - 8, 2)
            a, b, turn = *rng.uniform(4, 20, 2), rng.uniform(0, 3)
            label, hole = int(rng.integers(0, classes)), bool(rng.random() < 0.3)
            mask = blob(rng, x, y, a, b, turn, hole)
            truths.append({"image": image, "c": label, "ignore": int(rng.random() < crowd), "mask": mask})
            for _ in range(rng.integers(0, 3)):
                dx, dy, da, db = rng.normal(0, 0.8, 4)
                seen = label if rng.random() < 0.85 else int(rng.integers(0, classes))
                mask = blob(rng, x + dx, y + dy, max(3, a + da), max(3, b + db), turn + rng.normal(0, 0.05), hole)
                found.append({"image": image, "c": seen, "score": round(rng.uniform(0.05, 1), 2), "mask": mask})
        mask = blob(rng, *rng.uniform(8, SIDE - 8, 2), *rng.uniform(4, 20, 2), 0, False)
        found.append(
            {
                "image": image,
                "c": int(rng.integers(0, classes)),
                "score": round(rng.uniform(0.05, 0.8), 2),
                "mask": mask,
            }
        )
    kept = ([row for row in rows if row["mask"].any()] for rows in (truths, found))
    return next(kept), next(kept)


def judge(truths: list[Row], found: list[Row], classes: int, images: int) -> list[list[float | None]]:
    """COCOeval over all areas: precision [threshold][class], each the mean over 101 recalls, or null."""
    frame = {
        "images": [{"id": i, "width": SIDE, "height": SIDE} for i in range(1, images + 1)],
        "categories": [{"id": c} for c in range(classes)],
    }
    tables = []
    for rows in (truths, found):
        entries = []
        for number, row in enumerate(rows):
            rle = coco_mask.encode(np.asfortranarray(row["mask"].astype(np.uint8)))
            entry = {"id": number + 1, "image_id": row["image"], "category_id": row["c"], "segmentation": rle}
            entry |= {"area": int(row["mask"].sum()), "iscrowd": row.get("ignore", 0)}
            entry |= {"score": row["score"]} if "score" in row else {}
            entries.append(entry)
        table = COCO()
        table.dataset = {**frame, "annotations": entries}
        table.createIndex()
        tables.append(table)
    run = COCOeval(*tables, iouType="segm")
    run.params.iouThrs = IOU_THRESHOLDS
    run.params.maxDets = [MAX_DETECTIONS]
    run.params.areaRng = [[0, 1e10]]
    run.params.areaRngLbl = ["all"]
    run.evaluate()
    run.accumulate()
    precision = run.eval["precision"][:, :, :, 0, 0]
    return [[None if p[0] < 0 else float(p.mean()) for p in at.T] for at in precision]


def main() -> None:
    """Writes the golden file beside this script."""
    cases = []
    for seed, (name, images, classes, crowd) in enumerate([("plain", 8, 3, 0.0), ("regions to ignore", 10, 2, 0.3)]):
        truths, found = draw(seed, images, classes, crowd)
        ap = judge(truths, found, classes, images)
        for row in (*truths, *found):
            row["mask"] = window(row["mask"])
        cases.append({"name": name, "side": SIDE, "classes": classes, "truths": truths, "detections": found, "ap": ap})
    Path(__file__).with_name("masks.json").write_text(json.dumps({"cases": cases}), encoding="utf-8")


if __name__ == "__main__":
    main()
