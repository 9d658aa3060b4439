"""What a finished training of `segment` hands over: graph, best weights, and the report with its parity cases."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ...data.masks import Window, runs, together, unpacked
from ...export import parity
from ...export.parity import Found
from ..base import Best, Context, Tick
from ..detect.data import Entry
from ..detect.export import FLOOR
from ..detect.report import Pairs, Proof, answered, figures_of, proven, weights_of
from ..handover import hand_over
from .export import MOST, SegmentGraph, export, firm_segment
from .metrics import Instances, evaluate, in_pixels
from .params import Params

LEAST_FIRM = 50  # instances that a proof compares
PIXELS = 0.999  # of the cells of all firm instances together that are equal
FIRST = 0.1  # score from which on they are compared: masks of weak ones are long to tell


def write(
    context: Context,
    params: Params,
    graph: SegmentGraph,
    best: Best,
    epochs_done: int,
    validation: list[Entry],
    tick: Tick,
) -> None:
    """Write model.onnx, best.pt, report.json and announce them. Raises Fault export.failed when the graph disagrees."""
    classes = context.job.classes

    def read(answer: list[np.ndarray]) -> Found:
        boxes, scores, labels, masks, _ = answer
        return Found(boxes, scores, labels, masks=unpacked(masks))

    proof = Proof(
        lambda path: export(graph, path, classes),
        lambda pixels, floor, iou: firm_segment(graph, pixels, iou, floor),
        read,
        rows,
        LEAST_FIRM,
        FIRST,
        MOST,
        unequal,
    )
    onnx, at, cases = proven(context, params, proof, validation, tick)
    found = _figures(context, params, at.onnx, validation, tick) or best.evaluation.detail
    report = figures_of(context, found, "masks", ("map50", "map50_95", "box_map50", "precision", "recall"))
    for name in ("boundary_f", "area_error"):
        report["metrics"][name] = None if found[name] is None else round(found[name], 6)
    certificate = parity.summarise(cases, at.floor, at.iou, LEAST_FIRM)
    certificate["tolerance"]["pixels"] = PIXELS
    weights = weights_of(context, params, "segment", best)
    hand_over(context, best, epochs_done, (at.onnx, *onnx), weights, report | {"parity": certificate})


def rows(found: Found) -> list[dict[str, Any]]:
    """Detections as the report has them, with their masks."""
    assert found.masks is not None
    return [row | {"mask": written(mask)} for row, mask in zip(parity.rows(found), found.masks, strict=True)]


def written(mask: Window) -> dict[str, Any]:
    """A mask as server and report have it: its window of cells, and run lengths row by row."""
    high, wide = mask.bits.shape
    return {"x": mask.x, "y": mask.y, "w": wide, "h": high, "counts": runs(mask.bits)}


def unequal(pairs: Pairs, run: Callable[[np.ndarray], Found], floor: float) -> list[str]:
    """What is wrong where the masks of firm instances differ in more than their share of cells, over all images."""
    equal, cells = 0, 0
    for _, pixels, reference in pairs:
        other = run(pixels)
        for i, k in parity.firm_pairs(reference, other, floor):
            a, b = together(reference.masks[i], other.masks[k])
            equal, cells = equal + int((a == b).sum()), cells + a.size
    if equal >= PIXELS * cells:
        return []
    return [f"masks: {cells - equal} of {cells} cells differ"]


def _figures(
    context: Context, params: Params, onnx: Path, validation: list[Entry], tick: Tick
) -> dict[str, Any] | None:
    """How good the graph is that will be used, on the validation images from their files; None without any."""
    given = {"iou_threshold": params.nms_threshold, "score_threshold": FLOOR}
    entries, found = [], []
    for entry, (boxes, scores, classes, masks, cell) in answered(context, onnx, given, validation, tick):
        grid = masks.shape[1], masks.shape[2] * 8
        one = Instances(boxes, scores, classes, unpacked(masks), tuple(map(float, cell)), grid)
        entries.append(entry)
        found.append(in_pixels(one, entry.image.width, entry.image.height))
    if not entries:
        return None
    classes, confidence = len(context.job.classes), params.confidence_threshold or None
    return vars(evaluate(entries, found, classes, params.iou_threshold, confidence))
