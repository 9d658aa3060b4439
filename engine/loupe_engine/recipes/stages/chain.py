"""Both stages on whole images, as the server runs them: figures end to end, and the parity cases of the whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ...data.decode import pixels_sha256
from ...data.images import UnusableImage, decoded
from ...data.outlines import outlines_of
from ...export import parity
from ...export.parity import Found
from ...faults import Fault
from ...files import fetch, sha256_file
from ...job import Earlier
from ...nn.boxes import overlap
from ..base import Context, Tick
from ..detect.data import Entry
from ..detect.export import FLOOR, OVERLAP_ROUNDING, SCORE_ROUNDING, DetectGraph, firm_detect
from ..detect.metrics import MOST, Detections, Scores, evaluate
from ..detect.report import CASES, ComparedAt, report_of, spread
from ..handover import onnx_runtime
from .crops import Region, cover, crop_of, is_steady, merge
from .data import Whole, outside, regions_of
from .params import InspectParams

LEAST_COMPARED = 5  # detections: each network is proven by itself, what is left are crops and what becomes of them
SHAKE = 0.06  # pixels: more than the boxes of two runtimes may differ by
Runner = Callable[[np.ndarray], list[np.ndarray]]


@dataclass(frozen=True)
class Located:
    """What the first stage found, best first: boxes (N, 4) in pixels of the image, scores and classes (N,)."""

    boxes: np.ndarray
    scores: np.ndarray
    classes: np.ndarray

    def parts(self, params: InspectParams) -> Located:
        """Those that are cropped."""
        which = np.flatnonzero(self.scores >= params.part_score)[: params.part_most]
        return Located(self.boxes[which], self.scores[which], self.classes[which])


def locator(context: Context, earlier: Earlier) -> tuple[Runner, Runner]:
    """The graph of the first stage with suppression, and without. Raises Fault stage.damaged."""
    job, name = context.job, earlier.url.rsplit("/", 1)[-1]
    try:
        path = fetch(earlier.url, earlier.sha256, job.out / "cache", job.token)
        if sha256_file(path) != earlier.sha256:
            raise ValueError("other bytes than its hash says")
    except (OSError, ValueError) as error:
        raise Fault("stage.damaged", "prepare", name, reason=str(error)[:200]) from error
    floor = np.array([FLOOR], np.float32)
    overlaps = (float(earlier.params.get("nmsThreshold", 0.6)), 1.0)
    try:
        return tuple(
            onnx_runtime(path, job.threads, iou_threshold=np.array([iou], np.float32), score_threshold=floor)
            for iou in overlaps
        )
    except Fault as fault:
        raise Fault("stage.damaged", "prepare", name, reason=fault.details.get("reason", "")) from fault


def located(run: Runner, pixels: np.ndarray) -> Located:
    boxes, scores, classes = run(pixels)
    return Located(boxes.astype(np.float64), scores, classes)


def looked_at(run: Callable[[np.ndarray], Found], pixels: np.ndarray, regions: list[Region], iou: float) -> Found:
    """What the second stage finds in these regions, in pixels of the image; firm is what two runtimes agree on.

    What is not firm stays in the list, so that its counterpart elsewhere has one.
    """
    found = [
        (i, region, run(pixels[y : y + h, x : x + w])) for i, region in enumerate(regions) for x, y, w, h in [region]
    ]
    if not found:
        return Found(np.zeros((0, 4)), np.zeros(0), np.zeros(0, np.int64), np.zeros(0, bool))
    boxes = np.concatenate([one.boxes + np.array([x, y, x, y]) for _, (x, y, _, _), one in found])
    scores = np.concatenate([one.scores for _, _, one in found])
    classes = np.concatenate([one.classes for _, _, one in found])
    crops = np.repeat([i for i, _, _ in found], [len(one.scores) for _, _, one in found])
    firm = np.concatenate([np.ones(len(one.scores), bool) if one.firm is None else one.firm for _, _, one in found])
    kept = merge(boxes, scores, classes, crops, iou)
    if found[0][2].firm is not None:
        for k in kept[firm[kept]]:
            rivals = (crops != crops[k]) & (classes == classes[k]) & (scores > scores[k] * (1 - SCORE_ROUNDING))
            firm[k] = not (cover(boxes[k], boxes[rivals]) > iou - OVERLAP_ROUNDING).any()
        kept = np.concatenate([kept, np.setdiff1d(np.flatnonzero(~firm), kept)])
    kept = kept[np.argsort(-scores[kept], kind="stable")]
    return Found(boxes[kept], scores[kept], classes[kept], firm[kept])


def _is_steady(every: Located, found: Located, parts: Located, params: InspectParams, iou: float, size: tuple) -> bool:
    """Whether two runtimes crop the same regions of an image, (width, height): `every` is without suppression."""
    if (np.abs(found.scores - params.part_score) < 2 * SCORE_ROUNDING * params.part_score).any():
        return False
    least = parts.scores[-1] if len(parts.scores) else 1.0
    others = len(found.parts(params).scores) == params.part_most and len(found.scores) > params.part_most
    if others and found.scores[params.part_most] > least * (1 - SCORE_ROUNDING):
        return False
    near = every.scores >= params.part_score * (1 - SCORE_ROUNDING)
    for box, score, label in zip(parts.boxes, parts.scores, parts.classes, strict=True):
        shared = overlap(torch.from_numpy(box), torch.from_numpy(every.boxes)).numpy()
        same = near & (every.classes == label)
        tied = same & (np.abs(every.scores - score) <= score * SCORE_ROUNDING) & (shared > iou - OVERLAP_ROUNDING)
        if tied.sum() > 1 or (same & (np.abs(shared - iou) < 2 * OVERLAP_ROUNDING)).any():
            return False
        if not is_steady(box, params.rule, *size, SHAKE):
            return False
    return True


def chain_report(
    context: Context,
    params: InspectParams,
    graph: DetectGraph,
    compared: ComparedAt,
    wholes: list[Whole],
    run: tuple[Runner, Runner],
    tick: Tick,
) -> dict[str, Any]:
    """The report of both stages together on the validation images.

    metrics: of the defects end to end, `oracle_*` of the same network on crops of the true parts, `parts_*` of the
    first stage, and `outside`: the share of the defects that lie in no crop. `per_class` is of the defects. Of the
    thresholds `parts` is the score from which on a part is cropped.
    """
    figures = _figures(context, params, compared.onnx, wholes, run[0], tick)
    cases = _cases(context, params, graph, compared, wholes, run)
    proof = parity.summarise(cases, compared.floor, compared.iou)
    proof |= {"min_detections": LEAST_COMPARED, "enough": proof["detections"] >= LEAST_COMPARED}
    whole, parts = figures["whole"], figures["parts"]
    body = report_of(context, vars(whole), proof)
    body["thresholds"]["parts"] = params.part_score
    body["metrics"] |= {
        "oracle_map50": round(figures["oracle"].map50, 6),
        "oracle_map50_95": round(figures["oracle"].map50_95, 6),
        "parts_map50": round(parts.map50, 6),
        "parts_found": round(figures["parts_found"], 6),
        "outside": round(figures["outside"], 6),
    }
    return body


def _figures(
    context: Context, params: InspectParams, onnx: Path, wholes: list[Whole], locate: Runner, tick: Tick
) -> dict[str, Any]:
    given = {"iou_threshold": params.nms_threshold, "score_threshold": FLOOR}
    network = onnx_runtime(
        onnx, context.job.threads, **{name: np.array([value], np.float32) for name, value in given.items()}
    )

    def look(pixels: np.ndarray, boxes: np.ndarray, whole: Whole) -> Detections:
        regions = regions_of(boxes, params.rule, whole.image)
        found = looked_at(lambda part: Found(*network(part)), pixels, regions, params.nms_threshold)
        return Detections(found.boxes[:MOST], found.scores[:MOST], found.classes[:MOST])

    entries, parts_of, ends, oracles, parts = [], [], [], [], []
    hit = missed = truths = 0
    for done, whole in enumerate(wholes, 1):
        tick(done, len(wholes))
        try:
            pixels = decoded(context.job, whole.image)
        except UnusableImage:
            continue
        found = located(locate, pixels)
        cropped = found.parts(params)
        entries.append(whole.entry)
        parts_of.append(_as_entry(whole))
        parts.append(Detections(found.boxes, found.scores, found.classes))
        ends.append(look(pixels, cropped.boxes, whole))
        oracles.append(look(pixels, whole.parts, whole))
        hit += sum(_is_found(box, label, cropped) for box, label in zip(whole.parts, whole.part_labels, strict=True))
        truths += int((whole.entry.outlines.labels >= 0).sum())
        missed += outside(whole, regions_of(cropped.boxes, params.rule, whole.image))
    if not entries:
        raise Fault("data.noValidation", "parity")

    def scores(of: list[Entry], found: list[Detections]) -> Scores:
        confidence = params.confidence_threshold or None
        return evaluate(of, found, len(context.job.classes), params.iou_threshold, confidence)

    count = sum(len(one.parts) for one in wholes)
    return {
        "whole": scores(entries, ends),
        "oracle": scores(entries, oracles),
        "parts": scores(parts_of, parts),
        "parts_found": hit / count if count else 0.0,
        "outside": missed / truths if truths else 0.0,
    }


def _as_entry(whole: Whole) -> Entry:
    corners = [[np.array([[a, b], [c, b], [c, d], [a, d]])] for a, b, c, d in whole.parts.tolist()]
    return Entry(whole.image, outlines_of(whole.part_labels.tolist(), corners))


def _is_found(box: np.ndarray, label: int, parts: Located) -> bool:
    same = parts.boxes[parts.classes == label]
    return bool((overlap(torch.from_numpy(box), torch.from_numpy(same)) >= 0.5).any()) if len(same) else False


def _cases(
    context: Context,
    params: InspectParams,
    graph: DetectGraph,
    compared: ComparedAt,
    wholes: list[Whole],
    run: tuple[Runner, Runner],
) -> list[dict[str, Any]]:
    """Up to CASES validation images whose crops are the same wherever they are computed."""
    cases: list[dict[str, Any]] = []
    by_entry = {id(one.entry): one for one in wholes}
    for entry in spread([one.entry for one in wholes]):
        image = by_entry[id(entry)].image
        try:
            pixels = decoded(context.job, image)
        except UnusableImage:
            continue
        size = (image.width, image.height)
        found, every = located(run[0], pixels), located(run[1], pixels)
        parts = found.parts(params)
        iou = float(context.job.earlier[-1].params.get("nmsThreshold", 0.6))
        if not _is_steady(every, found, parts, params, iou, size):
            continue
        regions = [crop for box in parts.boxes if (crop := crop_of(box, params.rule, *size)) is not None]

        def look(part: np.ndarray) -> Found:
            return firm_detect(graph, part, compared.iou, compared.floor)

        answer = looked_at(look, pixels, regions, compared.iou)
        rows = parity.rows(Found(parts.boxes, parts.scores, parts.classes)) + parity.rows(answer)
        about = {"name": image.name, "sha256": image.sha256, "width": size[0], "height": size[1]}
        cases.append({**about, "pixels_sha256": pixels_sha256(pixels), "detections": rows})
        if len(cases) >= CASES:
            break
    return cases
