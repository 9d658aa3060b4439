"""What a finished training of `segment` hands over: graph, best weights, and the report with its parity cases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ...data.masks import Window, runs, together, unpacked
from ...export import parity
from ...export.parity import Found
from ..base import Best, Context, Tick
from ..detect.data import Entry
from ..detect.export import FLOOR
from ..detect.report import answered, cases_of, chosen_images, compared_at, figures_of, weights_of
from ..handover import hand_over, onnx_runtime, require_agreement
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
    context.log.emit("phase", name="export")
    onnx_path = context.out / "model.onnx"
    onnx = export(graph, onnx_path, context.job.classes)
    context.log.emit("phase", name="parity")
    chosen = chosen_images(context, validation)

    def see(pixels: np.ndarray, floor: float, iou: float) -> Found:
        return firm_segment(graph, pixels, iou, floor)

    floor, iou = compared_at(see, [pixels for _, pixels in chosen], params.nms_threshold, LEAST_FIRM, FIRST)
    pairs, cases = cases_of(context, chosen, lambda pixels: see(pixels, floor, iou), rows, tick)
    given = {"iou_threshold": np.array([iou], np.float32), "score_threshold": np.array([floor], np.float32)}
    run = onnx_runtime(onnx_path, context.job.threads, **given)

    def other(pixels: np.ndarray) -> Found:
        boxes, scores, classes, masks, _ = run(pixels)
        return Found(boxes, scores, classes, masks=unpacked(masks))

    require_agreement([*parity.check(pairs, other, floor, MOST), *unequal(pairs, other, floor)])
    found = _figures(context, params, onnx_path, validation, tick) or best.evaluation.detail
    report = figures_of(context, found, "masks", ("map50", "map50_95", "box_map50", "precision", "recall"))
    for name in ("boundary_f", "area_error"):
        report["metrics"][name] = None if found[name] is None else round(found[name], 6)
    proof = parity.summarise(cases, floor, iou, LEAST_FIRM)
    proof["tolerance"]["pixels"] = PIXELS
    weights = weights_of(context, params, "segment", best)
    hand_over(context, best, epochs_done, (onnx_path, *onnx), weights, report | {"parity": proof})


def rows(found: Found) -> list[dict[str, Any]]:
    """Detections as the report has them, with their masks."""
    assert found.masks is not None
    return [row | {"mask": written(mask)} for row, mask in zip(parity.rows(found), found.masks, strict=True)]


def written(mask: Window) -> dict[str, Any]:
    """A mask as server and report have it: its window of cells, and run lengths row by row."""
    high, wide = mask.bits.shape
    return {"x": mask.x, "y": mask.y, "w": wide, "h": high, "counts": runs(mask.bits)}


def unequal(pairs: list[tuple[str, np.ndarray, Found]], run: Any, floor: float) -> list[str]:
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
