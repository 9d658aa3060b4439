"""How good masks are: average precision by pycocotools, how close outlines lie, and how far areas are off."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from pycocotools import mask as coco_mask
from pycocotools.cocoeval import COCOeval

from ...data.masks import Window, coco_runs, on_pixels, together, window_of
from ...data.outlines import rings_of_each, scaled_by
from ..detect import metrics as boxes
from ..detect.data import Entry
from ..detect.metrics import Detections, Scores, coco_images

MOST_PIXELS = 2_000_000  # of an image that is compared in its own pixels; larger ones on the grid of the masks
NEAR = 2.0  # pixels between outlines that agree


@dataclass
class Instances(Detections):
    """Detections with their masks, windows of a grid (height, width) over the image, of cells (width, height) in its
    pixels.
    """

    masks: list[Window] = field(default_factory=list)
    cell: tuple[float, float] = (1.0, 1.0)
    grid: tuple[int, int] = (0, 0)


@dataclass
class MaskScores(Scores):
    """Figures of masks, and AP50 of their boxes. Of the objects that were found at the confidence and the overlap:
    `boundary_f`, the F1 of outlines within NEAR pixels, and `area_error`, the difference over the true area, both
    means; None where nothing was found.
    """

    box_map50: float = 0.0
    boundary_f: float | None = None
    area_error: float | None = None


def in_pixels(found: Instances, width: int, height: int) -> Instances:
    """Masks on the grid on which they are compared: the image's own pixels, where it is not too large."""
    if width * height > MOST_PIXELS:
        return found
    masks = [on_pixels(one, found.cell, width, height) for one in found.masks]
    return replace(found, masks=masks, cell=(1.0, 1.0), grid=(height, width))


def evaluate(
    entries: list[Entry], found: list[Instances], classes: int, iou: float, confidence: float | None = None
) -> MaskScores:
    """Compare masks with truths, image by image in the same order, each on the grid of what was found there.

    As `detect.metrics.evaluate`; a truth of which only the box is known counts neither way.
    """
    windows, truths = [], []
    for i, (entry, one) in enumerate(zip(entries, found, strict=True)):
        for row in _truths_of(entry, one, i + 1, classes, windows):
            truths.append({"id": len(truths) + 1, **row})
    rows, masks = [], []
    for i, one in enumerate(found):
        for window, score, c in zip(one.masks, one.scores.tolist(), one.classes.tolist(), strict=True):
            masks.append(window)
            rows.append({"image_id": i + 1, "category_id": int(c), "score": score, "segmentation": _rle(window, one)})
    runs: list[COCOeval] = []
    scores = boxes.scores_of(truths, coco_images(entries), rows, classes, iou, confidence, "segm", runs.append)
    near, off = [], []
    for one in _pairs(runs[0], iou, scores.confidence) if runs else ():
        a, b = masks[one[0]], windows[one[1]]
        near.append(boundary_f(a, b))
        off.append(abs(a.area - b.area) / max(1, b.area))
    of_boxes = boxes.evaluate(entries, [Detections(one.boxes, one.scores, one.classes) for one in found], classes, iou)
    return MaskScores(
        **vars(scores),
        box_map50=of_boxes.map50,
        boundary_f=float(np.mean(near)) if near else None,
        area_error=float(np.mean(off)) if off else None,
    )


def _truths_of(entry: Entry, found: Instances, image: int, classes: int, windows: list[Window]) -> list[dict[str, Any]]:
    """Truths of an image as COCO has them; their windows are put after the others, one for each."""
    outlines = scaled_by(entry.outlines, 1 / np.array(found.cell))
    rows = []
    for of_one, label, filled in zip(rings_of_each(outlines), outlines.labels, outlines.filled, strict=True):
        window = window_of(of_one, *found.grid)
        crowd = int(label < 0 or not filled)
        rle = _rle(window, found)
        for c in [int(label)] if label >= 0 else range(classes):
            box = coco_mask.toBbox(rle).tolist()
            truth = {"segmentation": rle, "area": float(max(1, window.area)), "bbox": box, "iscrowd": crowd}
            rows.append({"image_id": image, "category_id": c, **truth})
            windows.append(window)
    return rows


def _rle(window: Window, found: Instances) -> dict[str, Any]:
    height, width = found.grid
    return coco_mask.frPyObjects(coco_runs(window, height, width), height, width)


def _pairs(run: COCOeval, iou: float, confidence: float) -> list[tuple[int, int]]:
    """(detection, truth), as they stand in their lists, of those that were found."""
    at = int(np.flatnonzero(np.isclose(run.params.iouThrs, round(iou, 4)))[0])
    pairs = []
    for one in run.evalImgs:
        if one is None:
            continue
        matched, ignored = np.asarray(one["dtMatches"][at]), np.asarray(one["dtIgnore"][at], bool)
        right = (matched > 0) & ~ignored & (np.asarray(one["dtScores"]) >= confidence)
        pairs += [(int(one["dtIds"][k]) - 1, int(matched[k]) - 1) for k in np.flatnonzero(right)]
    return pairs


def boundary_f(a: Window, b: Window) -> float:
    """F1 of two outlines: of each the share that lies within NEAR pixels of the other. Perazzi et al., 2016."""
    both = together(a, b, beside=1)
    if not all(one.any() for one in both):
        return 0.0
    edges = [one & ~cv2.erode(one.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool) for one in both]
    away = [cv2.distanceTransform((~one).astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE) for one in edges]
    right, found = ((away[1 - i][edges[i]] <= NEAR).mean() for i in (0, 1))
    return float(2 * right * found / (right + found)) if right + found else 0.0
