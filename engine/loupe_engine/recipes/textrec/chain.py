"""Both stages on whole images, as the server runs them: figures end to end, and the parity cases of the whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...data.decode import pixels_sha256
from ...data.images import UnusableImage, decoded
from ...data.manifest import ManifestImage
from ...faults import Fault
from ...files import fetch, sha256_file
from ...job import Earlier
from ..base import Context, Tick
from ..handover import onnx_runtime
from ..text.boxes import TextThresholds, text_boxes
from ..text.decode import text_score
from ..text.det_metrics import Matches, matched, scores_of
from ..text.quads import clockwise
from ..text.rec_metrics import compared
from ..text.widths import Quad, inset
from ..textdet.params import read_params as read_textdet
from ..textdet.report import TEXT_SCORE, Found, found_in
from .params import Params

CASES = 16  # images
LEAST_FIRM = 20  # texts
QUAD_PX, SCORE = 2.0, 0.01  # tolerances
Maps = tuple[np.ndarray, np.ndarray]
Read = Callable[[np.ndarray, Quad], tuple[str, list[float]]]


@dataclass(frozen=True)
class Finder:
    """The graph of the stage before, (H, W, 3) uint8 to a map and its scale, and the thresholds of that training."""

    run: Callable[[np.ndarray], Maps]
    thresholds: TextThresholds


def finder(context: Context, earlier: Earlier) -> Finder:
    """Raises Fault stage.damaged."""
    job, name = context.job, earlier.url.rsplit("/", 1)[-1]
    try:
        path = fetch(earlier.url, earlier.sha256, job.out / "cache", job.token)
        if sha256_file(path) != earlier.sha256:
            raise ValueError("other bytes than its hash says")
        run = onnx_runtime(path, job.threads)
    except Fault as fault:
        raise Fault("stage.damaged", "prepare", name, reason=fault.details.get("reason", "")) from fault
    except (OSError, ValueError) as error:
        raise Fault("stage.damaged", "prepare", name, reason=str(error)[:200]) from error
    return Finder(lambda pixels: tuple(run(pixels)), read_textdet(earlier.params).thresholds)


def chain_report(
    context: Context,
    params: Params,
    find: Finder,
    read: Read,
    firmly: Callable[[np.ndarray, Quad], tuple[str, list[float], bool]],
    images: list[ManifestImage],
    readings: dict[str, float | None],
    tick: Tick,
) -> dict[str, Any]:
    """The report of both stages together on images: what is found, what of it is read right, and the parity cases.

    `read` and `firmly` are the network that reads, as it runs in use and as the reference; `readings`: figures of the
    true texts alone.
    """
    whole, reads, cases = [], [], []
    for done, image in enumerate(images, 1):
        tick(done, len(images))
        try:
            pixels = decoded(context.job, image)
        except UnusableImage:
            continue
        levels, scale = find.run(pixels)
        found = found_in(levels, scale, pixels.shape[:2], find.thresholds)
        quads = found.boxes.quads
        texts = [read(pixels, inset(quad.tolist(), params.edge_cut))[0] for quad in quads]
        one, right = judged(image, quads, texts, params.ignore_case)
        whole.append(one)
        reads.append(right)
        if len(cases) < CASES:
            rows = _rows(pixels, (levels, scale), found, find.thresholds, params, firmly)
            about = {"name": image.name, "sha256": image.sha256, "width": image.width, "height": image.height}
            cases.append({**about, "pixels_sha256": pixels_sha256(pixels), "texts": rows})
    figures = scores_of(whole)
    typed = sum(one.truths for one in reads)
    names = ("precision", "recall", "hmean")
    found_figures = {f"det_{k}": round(getattr(figures, k), 6) if figures.truths else None for k in names}
    firm = sum(text["firm"] for case in cases for text in case["texts"])
    return {
        "prediction": "texts",
        "metrics": {
            **found_figures,
            **readings,
            "end_to_end": round(scores_of(reads).hmean, 6) if typed else None,
        },
        "thresholds": {**vars(find.thresholds), "textScore": TEXT_SCORE},
        "parity": {
            "min_texts": min(LEAST_FIRM, firm),
            "score_threshold": find.thresholds.box,
            "tolerance": {"quad_px": QUAD_PX, "score": SCORE},
            "cases": cases,
        },
    }


def judged(image: ManifestImage, quads: np.ndarray, texts: list[str], ignore_case: bool) -> tuple[Matches, Matches]:
    """Of an image what is found, and what is found and read right. Found quads (N, 8) of a truth that nobody typed
    count for the former alone.
    """
    truths, ignored, typed = [], [], []
    for shape in image.shapes:
        points = np.array(shape.points, np.float64).reshape(-1, 2)
        if len(points) == 2:
            (x1, y1), (x2, y2) = points
            points = np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]])
        if len(points) < 3:
            continue
        truths.append(clockwise(points))
        ignored.append(shape.ignore)
        typed.append(shape.text)
    found = matched(truths, ignored, quads)
    equal = [
        (i, j)
        for i, j in found.pairs
        if typed[i] is not None and compared(typed[i], ignore_case) == compared(texts[j], ignore_case)
    ]
    untyped = sum(typed[i] is None for i, _ in found.pairs)
    count = sum(text is not None and not ignore for text, ignore in zip(typed, ignored, strict=True))
    return found, Matches(equal, count, found.found - untyped)


def _rows(
    pixels: np.ndarray,
    maps: Maps,
    found: Found,
    thresholds: TextThresholds,
    params: Params,
    firmly: Callable[[np.ndarray, Quad], tuple[str, list[float], bool]],
) -> list[dict[str, Any]]:
    """Texts of an image for the proof. Firm is what stays found, near and read alike when every cell of the map has a
    level more or less.
    """
    sides = float(maps[1][0]), float(maps[1][1])
    moved = [
        text_boxes(
            maps[0], sides, pixels.shape[:2], TextThresholds(thresholds.binary + by / 255, 0.0, thresholds.unclip)
        )
        for by in (-1, 1)
    ]
    rows = []
    for quad, score, firm in zip(found.boxes.quads, found.boxes.scores, found.firm, strict=True):
        text, scores, sure = firmly(pixels, inset(quad.tolist(), params.edge_cut))
        firm = bool(firm) and sure
        for other in moved if firm else ():
            at = int(np.abs(other.quads - quad).max(1).argmin())
            said, others, _ = firmly(pixels, inset(other.quads[at].tolist(), params.edge_cut))
            there = np.abs(other.quads[at] - quad).max() <= QUAD_PX and abs(other.scores[at] - score) <= SCORE
            firm = firm and bool(there) and said == text and abs(text_score(others) - text_score(scores)) <= SCORE
        rows.append(
            {
                "quad": [round(float(v), 3) for v in quad],
                "score": round(float(score), 6),
                "text": text,
                "textScore": round(text_score(scores), 6),
                "firm": firm,
            }
        )
    return rows
