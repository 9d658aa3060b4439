"""What a finished training of `textdet` hands over: graph, best weights, and the report with its parity cases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from ...data.decode import pixels_sha256
from ..base import Best, Context, Tick
from ..detect.data import Entry
from ..detect.report import answered, cases_of, chosen_images, weights_of
from ..handover import as_file, hand_over, onnx_runtime, require_agreement
from ..text.boxes import TextBoxes, TextThresholds, text_boxes
from ..text.det_metrics import DetScores, scores_of
from .export import TextdetGraph, export, predict
from .params import Params
from .truths import judge

LEAST_FIRM = 20  # texts that a proof compares
NEAR_BOX = 0.05  # of the box threshold: a text whose score lies there may be dropped elsewhere
QUAD_PX, SCORE = 2.0, 0.01  # tolerances; the server takes none that are wider
TEXT_SCORE = 0.5  # for the second stage, where there is one
SHEETS = 4  # drawn images at most, where those of validation show too few texts
LINES = ("LOT 2026-11-24", "S/N 0471-8832", "EXP 05.2028", "MADE OF STEEL", "AB12 CD34", "7 x 24 h")


@dataclass(frozen=True)
class Found:
    """Texts of one side on an image, best first; firm (N,) bool: rounding changes neither whether nor where one is."""

    boxes: TextBoxes
    firm: np.ndarray


def write(
    context: Context,
    params: Params,
    graph: TextdetGraph,
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

    def see(pixels: np.ndarray) -> Found:
        return found_in(*predict(graph, pixels), pixels.shape[:2], params.thresholds)

    pairs, cases = cases_of(context, chosen_images(context, validation), see, rows, tick)
    for i in range(SHEETS):
        if sum(int(found.firm.sum()) for _, _, found in pairs) >= LEAST_FIRM:
            break
        pair, case = _sheet_case(context, i, graph.image_size, see)
        pairs.append(pair)
        cases.append(case)
    run = onnx_runtime(onnx_path, context.job.threads)

    def other(pixels: np.ndarray) -> Found:
        return found_in(*run(pixels), pixels.shape[:2], params.thresholds)

    require_agreement([f"{name}: {one}" for name, pixels, found in pairs for one in differences(found, other(pixels))])
    scores = _figures(context, params, onnx_path, validation, tick)
    body = report_of(scores, params.thresholds, proof_of(pairs, cases, params.thresholds))
    hand_over(context, best, epochs_done, (onnx_path, *onnx), weights_of(context, params, "textdet", best), body)


def found_in(levels: np.ndarray, scale: np.ndarray, size: tuple[int, int], thresholds: TextThresholds) -> Found:
    """Texts in a map for an image of `size` (height, width)."""
    sides = float(scale[0]), float(scale[1])
    boxes = text_boxes(levels, sides, size, thresholds)
    firm = np.abs(boxes.scores - thresholds.box) > NEAR_BOX
    for step in (-1, 1):  # a level more or less in every cell
        moved = TextThresholds(thresholds.binary + step / 255, 0.0, thresholds.unclip)
        others = text_boxes(levels, sides, size, moved)
        firm &= np.array([_is_among(boxes, i, others) for i in range(len(boxes.scores))], bool)
    return Found(boxes, firm)


def _is_among(of: TextBoxes, i: int, others: TextBoxes) -> bool:
    """Whether one text is there on another side too, within the tolerances."""
    near = np.abs(others.quads - of.quads[i]).max(1, initial=0) <= QUAD_PX
    return bool((near & (np.abs(others.scores - of.scores[i]) <= SCORE)).any())


def differences(reference: Found, other: Found) -> list[str]:
    """Firm texts of either side that the other one has not."""
    return [*_missing("missing", reference, other), *_missing("extra", other, reference)]


def _missing(what: str, of: Found, among: Found) -> list[str]:
    problems = []
    for i in np.flatnonzero(of.firm):
        if not _is_among(of.boxes, i, among.boxes):
            place = [round(float(v), 2) for v in of.boxes.quads[i]]
            problems.append(f"{what}: score {of.boxes.scores[i]:.4f} at {place}")
    return problems


def rows(found: Found) -> list[dict[str, Any]]:
    """Texts as the report has them: found, and not read."""
    return [
        {
            "quad": [round(float(v), 3) for v in quad],
            "score": round(float(score), 6),
            "text": None,
            "textScore": None,
            "firm": bool(firm),
        }
        for quad, score, firm in zip(found.boxes.quads, found.boxes.scores, found.firm, strict=True)
    ]


def proof_of(
    pairs: list[tuple[str, np.ndarray, Found]], cases: list[dict[str, Any]], thresholds: TextThresholds
) -> dict[str, Any]:
    """The part `parity` of the report."""
    firm = sum(int(found.firm.sum()) for _, _, found in pairs)
    return {
        "min_texts": min(LEAST_FIRM, firm),  # a network that has not learned finds none, and nothing is compared
        "score_threshold": thresholds.box,
        "tolerance": {"quad_px": QUAD_PX, "score": SCORE},
        "cases": [{("texts" if key == "detections" else key): v for key, v in case.items()} for case in cases],
    }


def report_of(scores: DetScores, thresholds: TextThresholds, proof: dict[str, Any]) -> dict[str, Any]:
    """What the recipe says of itself. Without a truth there are no figures."""
    values = (scores.precision, scores.recall, scores.hmean)
    names = ("det_precision", "det_recall", "det_hmean")
    figures = {k: round(v, 6) if scores.truths else None for k, v in zip(names, values, strict=True)}
    unread = dict.fromkeys(("word_accuracy", "one_minus_ned", "char_accuracy", "end_to_end"))
    return {
        "prediction": "texts",
        "metrics": {**figures, **unread},
        "thresholds": {**vars(thresholds), "textScore": TEXT_SCORE},
        "parity": proof,
    }


def _figures(context: Context, params: Params, onnx: Path, validation: list[Entry], tick: Tick) -> DetScores:
    """How good the graph is that will be used, on the validation images from their files."""
    judged = []
    for entry, (levels, scale) in answered(context, onnx, {}, validation, tick):
        size = entry.image.height, entry.image.width
        judged.append(judge(entry, found_in(levels, scale, size, params.thresholds).boxes))
    return scores_of(judged)


def _sheet_case(
    context: Context, number: int, size: int, see: Callable[[np.ndarray], Found]
) -> tuple[tuple[str, np.ndarray, Found], dict[str, Any]]:
    """A drawn image with lines of text: for our own check, and for the report."""
    pixels, name = sheet(number, size), f"sheet-{number}.png"
    found, source = see(pixels), as_file(context, name, pixels)
    sides = {"width": pixels.shape[1], "height": pixels.shape[0]}
    return (name, pixels, found), {
        "name": name,
        **source,
        **sides,
        "pixels_sha256": pixels_sha256(pixels),
        "detections": rows(found),
    }


def sheet(number: int, size: int) -> np.ndarray:
    """(size, size, 3) uint8: dark lines of print on light grey, of another size and place for each number."""
    pixels = np.full((size, size, 3), 205 + 10 * (number % 4), np.uint8)
    step = size / (len(LINES) + 1)
    for i, text in enumerate(LINES):
        font = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX)[(i + number) % 3]
        height = size / (18 + 3 * ((i + 2 * number) % 4))
        thick = max(1, round(height / 10))
        scale = cv2.getFontScaleFromHeight(font, max(4, round(height)), thick)
        at = round(size / 16 + (i * 37 + number * 53) % 5 * size / 40), round((i + 1) * step)
        cv2.putText(pixels, text, at, font, scale, (40, 44, 52), thick, cv2.LINE_AA)
    return pixels
