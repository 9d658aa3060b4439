"""The proof that the graph does what the trained network does: cases from file bytes, and our own check of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..data.masks import Window

BOX_PX, SCORE = 0.05, 0.001  # tolerances
MIN_DETECTIONS = 20
FULL = 300  # detections of an image at most


@dataclass
class Found:
    """Detections of one side, best first: boxes (N, 4), scores (N,), classes (N,); `firm` (N,) bool or None.

    A detection is firm when a rounding difference in scores or overlaps cannot make suppression choose another box in
    its place. Of two boxes whose scores differ by a millionth either may rightly win. `masks`: where a recipe has them.
    """

    boxes: np.ndarray
    scores: np.ndarray
    classes: np.ndarray
    firm: np.ndarray | None = None
    masks: list[Window] | None = None


def rows(found: Found) -> list[dict[str, Any]]:
    """Detections as the report has them."""
    firm = np.ones(len(found.scores), bool) if found.firm is None else found.firm
    return [
        {"c": int(c), "score": round(float(s), 6), "p": [round(float(v), 3) for v in box], "firm": bool(f)}
        for c, s, box, f in zip(found.classes, found.scores, found.boxes, firm, strict=True)
    ]


def differences(reference: Found, other: Found, floor: float, full: int = FULL) -> list[str]:
    """What the other side has otherwise: firm detections missing there, and detections there without a counterpart.

    A firm one may be missing where the other side's list is `full` and it does not score above that list's last. One
    there may lack a counterpart only where a non-firm one of its class overlaps it, or by the floor.
    """
    problems = []
    near = score_tolerance(floor)
    last = float(other.scores.min()) + near if len(other.scores) >= full else 0.0
    for i in _firm(reference):
        if reference.scores[i] > last and not _same(reference, i, other, near).any():
            box = [round(float(v), 3) for v in reference.boxes[i]]
            problems.append(f"missing: class {reference.classes[i]} score {reference.scores[i]:.5f} at {box}")
    for i in range(len(other.scores)):
        if other.scores[i] <= floor + near or _same(other, i, reference, near).any():
            continue
        if reference.firm is not None and _overlapping(other, i, reference, ~reference.firm):
            continue
        problems.append(f"extra: class {other.classes[i]} score {other.scores[i]:.5f}")
    return problems


def firm_pairs(reference: Found, other: Found, floor: float) -> list[tuple[int, int]]:
    """Firm detections that the other side has too: the place in both lists."""
    near = score_tolerance(floor)
    found = ((i, np.flatnonzero(_same(reference, i, other, near))) for i in _firm(reference))
    return [(i, int(there[0])) for i, there in found if len(there)]


def _firm(found: Found) -> list[int]:
    return np.flatnonzero(np.ones(len(found.scores), bool) if found.firm is None else found.firm).tolist()


def score_tolerance(floor: float) -> float:
    """How far scores may lie apart: a weak network's are small, and so is what they may differ by."""
    return min(SCORE, floor / 10)


def _same(a: Found, i: int, b: Found, tolerance: float) -> np.ndarray:
    near = np.abs(b.boxes - a.boxes[i]).max(1) <= BOX_PX if len(b.scores) else np.zeros(0, bool)
    return near & (b.classes == a.classes[i]) & (np.abs(b.scores - a.scores[i]) <= tolerance)


def _overlapping(a: Found, i: int, b: Found, among: np.ndarray) -> bool:
    """Or touching: of boxes beside the image that overlap there, only an edge is left in it."""
    low, high = np.maximum(a.boxes[i, :2], b.boxes[:, :2]), np.minimum(a.boxes[i, 2:], b.boxes[:, 2:])
    return bool((((high - low) >= 0).all(1) & among & (b.classes == a.classes[i])).any())


def summarise(cases: list[dict[str, Any]], floor: float, iou: float, least: int = MIN_DETECTIONS) -> dict[str, Any]:
    """The part `parity` of the report. `enough` is false where there is too little to compare from `floor` on."""
    count = sum(d["firm"] for case in cases for d in case["detections"])
    return {
        "min_detections": least,
        "detections": count,
        "enough": count >= least,
        "score_threshold": floor,
        "iou_threshold": iou,
        "tolerance": {"box_px": BOX_PX, "score": score_tolerance(floor)},
        "cases": cases,
    }


def check(
    pairs: list[tuple[str, np.ndarray, Found]], run: Callable[[np.ndarray], Found], floor: float, full: int = FULL
) -> list[str]:
    """Run the other side on the pixels of each (name, pixels, reference); all differences, by name."""
    return [
        f"{name}: {problem}"
        for name, pixels, found in pairs
        for problem in differences(found, run(pixels), floor, full)
    ]
