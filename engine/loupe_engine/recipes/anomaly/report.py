"""What a finished training hands over: graph, best weights, and the report with its threshold and parity cases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ...data.decode import decode, pixels_sha256
from ...data.images import UnusableImage, read_bytes
from ...data.manifest import ManifestImage
from ...export.formats import ODD_FORMATS
from ...faults import Fault
from ..base import Best, Context, Tick
from ..handover import hand_over, in_odd_format, onnx_runtime, require_agreement
from .data import Images, truth_mask
from .export import AnomalyGraph, export, predict
from .metrics import PixelFigures, auroc
from .params import Params
from .probes.probing import Probing
from .scoring import Scorer, calibrate
from .threshold import false_reject_threshold, outlier_limit, reference_scores, snap_to_gap, spread_of

MOST_CASES = 500
MOST_SCORES = 10_000
SCORE_TOLERANCE, HEAT_TOLERANCE = 1e-3, 2
SUSPECTS = 20  # good images named at most


@dataclass
class Found:
    """Raw validation scores, the images of the good ones, the evidence of a typical good cell, and pixel figures."""

    ok: np.ndarray
    good: list[ManifestImage]
    ng: np.ndarray
    reference: float
    pixels: PixelFigures


@dataclass
class Known:
    """Raw scores of the training images, and of some of them by a network that has not seen them; of the bad images by
    networks that were told of others alone, where this one was told of them (NaN: cannot be read)."""

    train: np.ndarray
    unseen: np.ndarray
    ng: np.ndarray | None = None


def write(
    context: Context,
    params: Params,
    canvas: tuple[int, int],
    net: Scorer,
    best: Best,
    epochs_done: int,
    images: Images,
    known: Known,
    probing: Probing,
    tick: Tick,
) -> None:
    """Write model.onnx, best.pt, report.json and announce them; name good images that look bad.

    Good images that `known` says were judged unseen count like those that validate. Raises Fault export.failed when
    the graph disagrees.
    """
    graph = AnomalyGraph(net, params, canvas)
    context.log.emit("phase", name="calibrate")
    found = _measure(context, params, graph, images, known.train, tick)
    good = np.concatenate([found.ok, known.unseen])
    if known.ng is not None:
        found.ng = known.ng[np.isfinite(known.ng)]
    scores, threshold = threshold_among(graph, good, found.ng, params.false_reject_target, found.reference)
    context.log.emit("phase", name="export")
    metadata = {"v": 1, **params.made_for, "image_size": params.image_size}
    onnx_path = context.out / "model.onnx"
    onnx = export(graph, onnx_path, metadata)
    context.log.emit("phase", name="probe")
    probing.judge(graph, images.ok, tick)
    context.log.emit("phase", name="parity")
    cases = _prove(context, graph, onnx_path, images, threshold, tick)
    # Nothing is handed over before this: until here a person may pause, and all of it is done again.
    _name_suspects(context, graph, (images.train, known.train), (found.good, found.ok))
    state = {k: v.detach().cpu() for k, v in net.deployed().state_dict().items()}
    body = {
        "prediction": "scoremap",
        "metrics": _metrics(scores, found.pixels, threshold),
        "thresholds": {"score": threshold},
        "scores": {name: [round(float(v), 6) for v in _thinned(values)] for name, values in scores.items()},
        "parity": {
            "min_cases": len(cases),
            "tolerance": {"score": SCORE_TOLERANCE, "heat": HEAT_TOLERANCE},
            "cases": cases,
        },
        "probes": probing.report(len(good), len(found.ok), lambda raw: _calibrated(graph, raw), threshold, graph),
    }
    hand_over(context, best, epochs_done, (onnx_path, *onnx), {**metadata, "state": state}, body)


def threshold_among(
    graph: AnomalyGraph, ok: np.ndarray, ng: np.ndarray, target: float, reference: float
) -> tuple[dict[str, np.ndarray], float]:
    """The calibrated scores of good and bad images, sorted, and the threshold of the version among them. The page of a
    result finds the same one from these scores and the target.
    """
    set_threshold(graph, ok, target, reference)
    scores = {name: np.sort(_calibrated(graph, raw)) for name, raw in (("ok", ok), ("ng", ng))}
    return scores, snap_to_gap(0.5, np.concatenate(list(scores.values())))


def set_threshold(graph: AnomalyGraph, ok: np.ndarray, target: float, reference: float) -> None:
    """Put the graph's threshold where so large a share of good images would be judged bad, by their raw scores.

    Those are about one apart between good images. Of few, and of one alone, the spread may come out as nothing by
    chance: the rounding of another runtime would then be as large as the score.
    """
    known = reference_scores(ok, target)
    spread = max(spread_of(known), 1 / len(known))
    graph.set_calibration(false_reject_threshold(ok, target), spread, reference)


def _thinned(ordered: np.ndarray) -> np.ndarray:
    """At most MOST_SCORES of them, evenly, the first and the last among them."""
    if len(ordered) <= MOST_SCORES:
        return ordered
    return ordered[np.linspace(0, len(ordered) - 1, MOST_SCORES).round().astype(int)]


def _metrics(scores: dict[str, np.ndarray], pixels: PixelFigures, threshold: float) -> dict[str, Any]:
    def rounded(value: float | None) -> float | None:
        return None if value is None else round(value, 6)

    ok, ng = scores["ok"], scores["ng"]
    return {
        "image_auroc": rounded(auroc(ok, ng)),
        "pixel_auroc": rounded(pixels.pixel_auroc()),
        "pro": rounded(pixels.pro()),
        "false_reject": rounded(float((ok >= threshold).mean())),
        "true_reject": rounded(float((ng >= threshold).mean()) if len(ng) else None),
        "ok": len(ok),
        "ng": len(ng),
    }


def _calibrated(graph: AnomalyGraph, raw: np.ndarray) -> np.ndarray:
    return calibrate(torch.from_numpy(raw).float(), graph.threshold, graph.spread).double().numpy()


def _whole(context: Context, images: list[ManifestImage], tick: Tick) -> Iterator[tuple[ManifestImage, np.ndarray]]:
    """Images that can be read, with their pixels as the graph is given them."""
    for i, image in enumerate(images):
        tick(i, len(images))
        try:
            yield image, decode(read_bytes(context.job, image))
        except UnusableImage:
            continue


@torch.no_grad()
def _measure(
    context: Context, params: Params, graph: AnomalyGraph, images: Images, train: np.ndarray, tick: Tick
) -> Found:
    """Raw scores of the validation images from their files, as in use, and pixel figures where truths are drawn."""
    known = train[np.isfinite(train)]
    middle, spread = torch.tensor(float(np.median(known))), torch.tensor(spread_of(known))  # only to sort into bins
    drawn = any(p.shapes for p in images.ng)
    pixels, scores = PixelFigures(), {"ok": [], "ng": []}
    good, cells = [], []
    for role, part in (("ok", images.ok), ("ng", images.ng)):
        for image, decoded in _whole(context, part, tick):
            evidence, inside, raw, rows, columns = graph.judge(torch.from_numpy(decoded))
            scores[role].append(float(raw[0]))
            if role == "ok":
                good.append(image)
                if inside.any():
                    cells.append(float(evidence[inside].median()))
            truth = truth_mask(image, rows, columns) if role == "ng" else None
            if drawn and (role == "ok" or truth is not None):
                heat = calibrate(evidence, middle, spread)[0, 0, :rows, :columns].numpy()
                pixels.add(heat, truth, inside[0, 0, :rows, :columns].numpy())
    if not scores["ok"]:
        raise Fault("data.noOk", "export")
    return Found(np.array(scores["ok"]), good, np.array(scores["ng"]), float(np.median(cells or [0.0])), pixels)


Scored = tuple[list[ManifestImage], np.ndarray]  # images, and their raw scores


def suspects(*parts: Scored) -> list[tuple[float, ManifestImage]]:
    """Raw scores and images that lie far from the others of their part, farthest first: perhaps they are bad.

    Images that were learned from score lower than those that were not, so each part has a limit of its own.
    """
    far: list[tuple[float, float, ManifestImage]] = []
    for images, raw in parts:
        limit, spread = outlier_limit(raw), spread_of(raw[np.isfinite(raw)])
        found = zip(images, raw, strict=True)
        far += [((value - limit) / spread, float(value), image) for image, value in found if value > limit]
    return [(value, image) for _, value, image in sorted(far, key=lambda one: -one[0])]


def _name_suspects(context: Context, graph: AnomalyGraph, *parts: Scored) -> None:
    """Warn of good images that score far from the others."""
    for value, image in suspects(*parts)[:SUSPECTS]:
        score = float(_calibrated(graph, np.array([value]))[0])
        context.log.warn("data.suspect", file=image.name, image=image.id, score=round(score, 4))


def _prove(
    context: Context, graph: AnomalyGraph, onnx_path: Path, images: Images, threshold: float, tick: Tick
) -> list[dict[str, Any]]:
    """Parity cases: the validation images, and some of them in odd formats. Raises Fault export.failed."""
    run = onnx_runtime(onnx_path, context.job.threads)
    cases, problems = [], []

    def add(name: str, source: dict[str, str], pixels: np.ndarray) -> None:
        score, heat = predict(graph, pixels)
        other, other_heat = run(pixels)
        problems.extend(f"{name}: {p}" for p in differences((score, heat), (float(other[0]), other_heat), threshold))
        size = {"width": pixels.shape[1], "height": pixels.shape[0], "pixels_sha256": pixels_sha256(pixels)}
        answer = {"score": round(score, 6), "heat_mean": round(float(heat.mean()), 3)}
        cases.append({"name": name, **source, **size, **answer})

    odd = list(ODD_FORMATS)
    wanted = [*images.ng[: MOST_CASES // 2], *images.ok][:MOST_CASES]
    for i, (image, pixels) in enumerate(_whole(context, wanted, tick)):
        add(image.name, {"sha256": image.sha256}, pixels)
        for name in odd[i:None] if i == len(wanted) - 1 else odd[i : i + 1]:
            add(name, *in_odd_format(context, name, pixels))
    require_agreement(problems)
    return cases


def differences(ours: tuple[float, np.ndarray], other: tuple[float, np.ndarray], threshold: float) -> list[str]:
    """What another runtime answers otherwise: score, decision at the threshold, or heat (score, (h, w) uint8)."""
    found = []
    if abs(ours[0] - other[0]) > SCORE_TOLERANCE:
        found.append(f"score {ours[0]:.6f} against {other[0]:.6f}")
    near = abs(ours[0] - threshold) < SCORE_TOLERANCE / 10  # an odd format may lie on the threshold itself
    if (ours[0] >= threshold) != (other[0] >= threshold) and not near:
        found.append(f"decision at {threshold}: {ours[0]:.6f} against {other[0]:.6f}")
    if ours[1].shape != other[1].shape:
        return [*found, f"heat {ours[1].shape} against {other[1].shape}"]
    if np.abs(ours[1].astype(int) - other[1]).max() > HEAT_TOLERANCE:
        found.append("heat")
    return found
