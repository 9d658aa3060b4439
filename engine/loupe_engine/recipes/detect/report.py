"""What a finished training hands over: graph, best weights, and the report with its parity cases."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...data.decode import pixels_sha256
from ...data.images import UnusableImage, decoded
from ...data.manifest import ManifestImage
from ...export import parity
from ...export.formats import ODD_FORMATS
from ...export.parity import Found
from ..base import Best, Context, Tick
from ..handover import as_file, hand_over, in_odd_format, onnx_runtime, require_agreement
from .data import Entry
from .export import FLOOR, DetectGraph, export, firm_detect
from .metrics import Detections, evaluate
from .params import Params

CASES = 16
LOWER_FLOORS = (3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6)
SPARE = 2  # times the needed detections: of two that tie elsewhere one may be cut off


@dataclass(frozen=True)
class ComparedAt:
    """The graph as a file, and the score and overlap from which on its detections are compared."""

    onnx: Path
    floor: float
    iou: float


Pairs = list[tuple[str, np.ndarray, Found]]


@dataclass(frozen=True)
class Proof:
    """How a recipe that finds objects proves its graph.

    `export` writes the file and gives (sha256, bytes); `see` is what PyTorch finds from a score and at an overlap,
    `read` what an answer of the file says, `rows` how the report lists what was found. `least` are compared, from the
    score `first` on where that is enough; a list of `full` may be cut. `unequal` finds what differs beside boxes.
    """

    export: Callable[[Path], tuple[str, int]]
    see: Callable[[np.ndarray, float, float], Found]
    read: Callable[[list[np.ndarray]], Found]
    rows: Callable[[Found], list[dict[str, Any]]] = parity.rows
    least: int = parity.MIN_DETECTIONS
    first: float = FLOOR
    full: int = parity.FULL
    unequal: Callable[[Pairs, Callable[[np.ndarray], Found], float], list[str]] | None = None


def proven(
    context: Context, params: Params, proof: Proof, validation: list[Entry], tick: Tick
) -> tuple[tuple[str, int], ComparedAt, list[dict[str, Any]]]:
    """Write model.onnx and compare it with PyTorch. Gives (sha256, bytes) of it, from where on it was compared, and the
    cases for the report. Raises Fault export.failed when the graph disagrees.
    """
    context.log.emit("phase", name="export")
    path = context.out / "model.onnx"
    onnx = proof.export(path)
    context.log.emit("phase", name="parity")
    chosen = chosen_images(context, validation)
    images = [pixels for _, pixels in chosen]
    floor, iou = compared_at(proof.see, images, params.nms_threshold, proof.least, proof.first)
    pairs, cases = cases_of(context, chosen, lambda pixels: proof.see(pixels, floor, iou), proof.rows, tick)
    given = {"iou_threshold": np.array([iou], np.float32), "score_threshold": np.array([floor], np.float32)}
    run = onnx_runtime(path, context.job.threads, **given)

    def other(pixels: np.ndarray) -> Found:
        return proof.read(run(pixels))

    wrong = parity.check(pairs, other, floor, proof.full)
    require_agreement(wrong + (proof.unequal(pairs, other, floor) if proof.unequal else []))
    return onnx, ComparedAt(path, floor, iou), cases


def write(
    context: Context,
    params: Params,
    graph: DetectGraph,
    best: Best,
    epochs_done: int,
    validation: list[Entry],
    tick: Tick,
    chain_of: Callable[[DetectGraph, ComparedAt, Tick], dict[str, Any] | None],
) -> None:
    """Write model.onnx, best.pt, report.json (and that of a chain) and announce them.

    Raises Fault export.failed when the graph disagrees.
    """
    classes = context.job.classes
    proof = Proof(
        lambda path: export(graph, path, classes),
        lambda pixels, floor, iou: firm_detect(graph, pixels, iou, floor),
        lambda answer: Found(*answer),
    )
    onnx, at, cases = proven(context, params, proof, validation, tick)
    found = _figures(context, params, at.onnx, validation, tick) or best.evaluation.detail
    report = report_of(context, found, parity.summarise(cases, at.floor, at.iou))
    chain = chain_of(graph, at, tick)
    weights = weights_of(context, params, "detect", best)
    hand_over(context, best, epochs_done, (at.onnx, *onnx), weights, report, chain)


def weights_of(context: Context, params: Params, recipe: str, best: Best) -> dict[str, Any]:
    """What best.pt holds."""
    return {
        "v": 1,
        "recipe": recipe,
        "network": params.network,
        **params.made_with,
        "image_size": params.image_size,
        "classes": list(context.job.classes),
        "state": best.state,
    }


def _figures(
    context: Context, params: Params, onnx: Path, validation: list[Entry], tick: Tick
) -> dict[str, Any] | None:
    """How good the graph is that will be used, on the validation images from their files; None without any.

    While learning the same is looked at with scaled images of the cache, in the number format of the training.
    """
    given = {"iou_threshold": params.nms_threshold, "score_threshold": FLOOR}
    pairs = [(entry, Detections(*one)) for entry, one in answered(context, onnx, given, validation, tick)]
    if not pairs:
        return None
    entries, found = map(list, zip(*pairs, strict=True))
    classes, confidence = len(context.job.classes), params.confidence_threshold or None
    return vars(evaluate(entries, found, classes, params.iou_threshold, confidence))


def report_of(context: Context, found: dict[str, Any], proof: dict[str, Any]) -> dict[str, Any]:
    """What a recipe that gives boxes says of itself: `found` are the fields of `Scores`, `proof` the parity cases."""
    names = ("map50", "map50_95", "map33", "precision", "recall")
    return figures_of(context, found, "boxes", names) | {"parity": proof}


def answered(
    context: Context, onnx: Path, given: dict[str, float], validation: list[Entry], tick: Tick
) -> Iterator[tuple[Entry, list[np.ndarray]]]:
    """What the graph answers to each validation image from its file; those that cannot be read are left out."""
    numbers = {name: np.array([value], np.float32) for name, value in given.items()}
    run = onnx_runtime(onnx, context.job.threads, **numbers)
    for done, entry in enumerate(validation, 1):
        try:
            pixels = decoded(context.job, entry.image)
        except UnusableImage:
            continue
        finally:
            tick(done, len(validation))
        yield entry, run(pixels)


def figures_of(context: Context, found: dict[str, Any], prediction: str, names: Sequence[str]) -> dict[str, Any]:
    """Metrics and thresholds of the report."""
    figures = {k: round(found[k], 6) for k in names}
    per_class = [
        {"index": i, "name": name, "ap50": None if math.isnan(ap) else round(ap, 6), "truths": truths}
        for i, (name, ap, truths) in enumerate(zip(context.job.classes, found["ap50"], found["truths"], strict=True))
    ]
    # a checkpoint of an older engine has none
    own = [(i, one) for i, one in enumerate(found.get("own", ())) if one is not None]
    return {
        "prediction": prediction,
        "metrics": {**figures, "per_class": per_class},
        "thresholds": {
            "confidence": round(found["confidence"], 4),
            "own": [{"index": i, "confidence": round(one, 4)} for i, one in own],
        },
    }


def chosen_images(context: Context, validation: list[Entry]) -> list[tuple[ManifestImage, np.ndarray]]:
    """Up to CASES validation images with their pixels (H, W, 3) uint8, those that can be read."""
    chosen = []
    for entry in spread(validation)[:CASES]:
        try:
            chosen.append((entry.image, decoded(context.job, entry.image)))
        except UnusableImage:
            continue
    return chosen


def cases_of(
    context: Context,
    chosen: list[tuple[ManifestImage, np.ndarray]],
    see: Callable[[np.ndarray], Found],
    rows: Callable[[Found], list[dict[str, Any]]],
    tick: Tick,
) -> tuple[Pairs, list[dict[str, Any]]]:
    """What `see` sees on these images as they are, and on some of them again in odd formats under `parity/`: for our
    own check, and for the report, whose detections `rows` writes.
    """
    pairs, cases = [], []

    def add(name: str, source: dict[str, str], pixels: np.ndarray) -> None:
        found = see(pixels)
        size = {"width": pixels.shape[1], "height": pixels.shape[0]}
        pairs.append((name, pixels, found))
        told = {"name": name, **source, **size, "pixels_sha256": pixels_sha256(pixels)}
        cases.append({**told, "detections": rows(found)})

    for done, (image, pixels) in enumerate(chosen, 1):
        source = {"sha256": image.sha256} if image.region is None else as_file(context, f"part-{done}.png", pixels)
        add(image.name, source, pixels)
        tick(done, len(chosen))
    for i, name in enumerate(ODD_FORMATS if chosen else ()):
        add(name, *in_odd_format(context, name, chosen[i % len(chosen)][1]))
    return pairs, cases


def compared_at(
    see: Callable[[np.ndarray, float, float], Found],
    images: list[np.ndarray],
    iou: float,
    least: int = parity.MIN_DETECTIONS,
    first: float = FLOOR,
) -> tuple[float, float]:
    """(score, overlap) from which on detections are compared: `first` and `iou`, or what leaves enough firm ones.

    A network too weak to reach that score is compared from a lower one. After a few steps all its scores tie, and of
    boxes that overlap any may win: then suppression proves nothing, and the boxes and scores themselves are compared.
    """
    for overlap in (iou, 1.0):
        for floor in (first, *(one for one in (FLOOR, *LOWER_FLOORS) if one < first)):
            count = 0
            for pixels in images:
                count += int(see(pixels, floor, overlap).firm.sum())
                if count >= SPARE * least:
                    return floor, overlap
    return FLOOR, iou


def spread(entries: list[Entry]) -> list[Entry]:
    """Entries evenly from the list, about CASES of them, those with truths before those without."""
    full = [e for e in entries if (e.outlines.labels >= 0).any()]
    ordered = full if len(full) >= CASES else full + [e for e in entries if not (e.outlines.labels >= 0).any()]
    step = max(1, len(ordered) // CASES)
    return ordered[::step]
