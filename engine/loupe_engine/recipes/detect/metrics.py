"""How good detections are: average precision by pycocotools, precision and recall at the best threshold."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

from ...data.outlines import boxes_of
from .data import Entry

STEPS = np.round(np.arange(0.5, 1.0, 0.05), 2)
LOOSE = 0.33  # the threshold of the DeepPCB paper
MOST = 300
USUAL_CONFIDENCE = 0.25  # where nothing was found that says better
LEAST_FOUND = 5  # objects of a label from which on its own threshold is better than the common one (decision 35)


@dataclass
class Detections:
    """Detections in an image, best first: boxes (N, 4) in pixels of the upright image, scores (N,), classes (N,)."""

    boxes: np.ndarray
    scores: np.ndarray
    classes: np.ndarray


@dataclass
class Scores:
    """Figures of one evaluation, all in 0…1. `ap50` is NaN for a class without truths.

    `own` has the score where F1 of a class alone is best, None where `confidence` holds for it.
    """

    map50: float
    map50_95: float
    map33: float
    precision: float
    recall: float
    confidence: float
    ap50: list[float]
    truths: list[int]
    own: list[float | None]

    @property
    def fitness(self) -> float:
        """By what weights are chosen: mostly the strict figure, with a share of the loose one while all is weak."""
        return 0.9 * self.map50_95 + 0.1 * self.map50

    @property
    def doubt(self) -> float:
        """Half the standard error that a share as large as the fitness has among so many truths.

        Half, because two networks are judged by the same images. The one-standard-error rule: Breiman et al., CART,
        1984.
        """
        share = min(1.0, max(0.0, self.fitness))
        return 0.5 * (share * (1 - share) / max(1, sum(self.truths))) ** 0.5


def evaluate(
    entries: list[Entry], found: list[Detections], classes: int, iou: float, confidence: float | None = None
) -> Scores:
    """Compare detections with truths, image by image in the same order.

    A region to ignore is a crowd in COCO's words: what lies in it counts neither way. A region ignored for all classes
    is one crowd for each. `iou` is from where a detection matches, for precision and recall; `confidence` from where
    it is shown: None takes the score where F1 is best.
    """
    truths = _coco_truths(entries, classes)
    return scores_of(truths, coco_images(entries), _coco_rows(found), classes, iou, confidence)


def scores_of(
    truths: list[dict],
    images: list[dict],
    rows: list[dict],
    classes: int,
    iou: float,
    confidence: float | None,
    kind: str = "bbox",
    look: Callable[[COCOeval], None] = lambda run: None,
) -> Scores:
    """As `evaluate`, of truths and detections as COCO has them; `kind`: what of them overlaps, also `segm`. `look` is
    handed the run, where there was anything to compare.
    """
    counts = [sum(1 for t in truths if t["category_id"] == c and not t["iscrowd"]) for c in range(classes)]
    thresholds = np.unique(np.round([LOOSE, iou, *STEPS], 4))
    none = [0.0 if n else float("nan") for n in counts]
    nothing = Scores(0, 0, 0, 0, 0, confidence or USUAL_CONFIDENCE, none, counts, [None] * classes)
    if not rows or not any(counts):
        return nothing
    with contextlib.redirect_stdout(io.StringIO()):
        coco = COCO()
        coco.dataset = {"images": images, "annotations": truths, "categories": [{"id": c} for c in range(classes)]}
        coco.createIndex()
        run = COCOeval(coco, coco.loadRes(rows), kind)
        run.params.iouThrs = thresholds
        run.params.maxDets = [MOST]
        run.params.areaRng, run.params.areaRngLbl = [[0, 1e10]], ["all"]
        run.evaluate()
        run.accumulate()
    look(run)
    precision = run.eval["precision"][..., 0, 0]  # (T, R, K)
    by_class = np.where((precision > -1).all(1), precision.mean(1), np.nan)  # (T, K)
    at = {float(t): i for i, t in enumerate(thresholds)}
    mean = np.nanmean(by_class, axis=1)
    chosen, matched = confidence is None, at[float(np.round(iou, 4))]
    right, recall, confidence = _point(*_ranked(run, matched), sum(counts), confidence)
    own = [_own(*_ranked(run, matched, c), n, confidence) if chosen else None for c, n in enumerate(counts)]
    return Scores(
        map50=float(mean[at[0.5]]),
        map50_95=float(np.mean([mean[at[float(t)]] for t in STEPS])),
        map33=float(mean[at[LOOSE]]),
        precision=right,
        recall=recall,
        confidence=confidence,
        ap50=[float(v) for v in by_class[at[0.5]]],
        truths=counts,
        own=own,
    )


def _coco_truths(entries: list[Entry], classes: int) -> list[dict]:
    truths: list[dict] = []
    for i, entry in enumerate(entries):
        for (x1, y1, x2, y2), label in zip(boxes_of(entry.outlines), entry.outlines.labels, strict=True):
            size = (float(x2 - x1), float(y2 - y1))
            for c in [int(label)] if label >= 0 else range(classes):
                box = {"bbox": [float(x1), float(y1), *size], "area": size[0] * size[1], "iscrowd": int(label < 0)}
                truths.append({"id": len(truths) + 1, "image_id": i + 1, "category_id": c, **box})
    return truths


def coco_images(entries: list[Entry]) -> list[dict]:
    """Images as COCO has them, numbered from 1."""
    return [{"id": i + 1, "width": e.image.width, "height": e.image.height} for i, e in enumerate(entries)]


def _coco_rows(found: list[Detections]) -> list[dict]:
    rows = []
    for i, one in enumerate(found):
        for (x1, y1, x2, y2), score, c in zip(
            one.boxes.tolist(), one.scores.tolist(), one.classes.tolist(), strict=True
        ):
            rows.append({"image_id": i + 1, "category_id": int(c), "bbox": [x1, y1, x2 - x1, y2 - y1], "score": score})
    return rows


def _ranked(run: COCOeval, threshold: int, label: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Scores (N,), highest first, and whether each found a truth (N,), of one class or all, without ignored ones."""
    scores, hits = [np.zeros(0)], [np.zeros(0, bool)]
    for one in run.evalImgs:
        if one is not None and label in (None, one["category_id"]):
            used = ~np.asarray(one["dtIgnore"][threshold], bool)
            scores.append(np.asarray(one["dtScores"])[used])
            hits.append(np.asarray(one["dtMatches"][threshold])[used] > 0)
    score, hit = np.concatenate(scores), np.concatenate(hits)
    order = np.argsort(-score, kind="stable")
    return score[order], hit[order]


def _point(score: np.ndarray, hit: np.ndarray, truths: int, wanted: float | None) -> tuple[float, float, float]:
    """(precision, recall, score) at the wanted score, or where F1 of all these detections together is best."""
    if wanted is not None:
        right, shown = int(hit[score >= wanted].sum()), int((score >= wanted).sum())
        return right / max(1, shown), right / truths, wanted
    if not hit.any():
        return 0.0, 0.0, USUAL_CONFIDENCE
    right = np.cumsum(hit)
    f1 = 2 * right / (np.arange(1, len(right) + 1) + truths)
    last = np.append(score[1:] != score[:-1], True)  # a threshold cannot part equal scores
    best = int(np.argmax(np.where(last, f1, -1)))
    # Halfway to the next score, so that rounding does not lose the detection that made the point.
    below = score[best + 1] if best + 1 < len(score) else score[best]
    confidence = float(np.clip((score[best] + below) / 2, 0.01, 0.95))
    return float(right[best] / (best + 1)), float(right[best] / truths), confidence


def _own(score: np.ndarray, hit: np.ndarray, truths: int, common: float) -> float | None:
    """The score where F1 of one class is best; None where too few were found to tell, or the common one is as good."""
    if not hit.any():
        return None
    confidence = _point(score, hit, truths, None)[2]

    def f1(at: float) -> float:
        return 2 * int(hit[score >= at].sum()) / (int((score >= at).sum()) + truths)

    if int(hit[score >= confidence].sum()) < LEAST_FOUND or f1(confidence) <= f1(common):
        return None
    return confidence
