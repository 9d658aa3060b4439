"""What a finished training hands over: graph, best weights, and the report with its threshold and parity cases."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import torch
from torch import nn

from ...checkpoint import weights_sha256
from ...data.decode import decode, pixels_sha256
from ...data.manifest import Picture
from ...data.pictures import BadPicture, read_bytes
from ...export.formats import ODD_FORMATS
from ...faults import Fault
from ...files import write_whole
from ...nn.letterbox import shrink
from ..base import Best, Context, Tick
from .data import Pictures, truth_mask
from .export import AnomalyGraph, export, predict
from .metrics import PixelFigures, auroc
from .params import Params
from .scoring import squash
from .threshold import false_reject_threshold, far_out, settle, spread_of, usual

MOST_CASES = 500
MOST_SCORES = 10_000
SCORE_TOLERANCE, HEAT_TOLERANCE = 1e-3, 2
ODD_SIDE = 640  # odd formats are written at most this large: they test decoders, not size
SUSPECTS = 20  # good pictures named at most


@dataclass
class Found:
    """Raw validation scores, the pictures of the good ones, the evidence of a usual good cell, and pixel figures."""

    ok: np.ndarray
    good: list[Picture]
    ng: np.ndarray
    usual: float
    pixels: PixelFigures


def write(
    context: Context,
    params: Params,
    net: nn.Module,
    best: Best,
    epochs_done: int,
    pictures: Pictures,
    train: np.ndarray,
    tick: Tick,
) -> None:
    """Write model.onnx, best.pt, report.json and tell of them; name good pictures that look bad.

    `train` are the raw scores of the training pictures. Raises Fault export.failed when the graph disagrees.
    """
    graph = AnomalyGraph(net, params)
    found = _look(context, params, graph, pictures, train, tick)
    target = params.false_reject_target
    graph.calibrate(false_reject_threshold(found.ok, target), spread_of(usual(found.ok, target)), found.usual)
    told = {
        "v": 1,
        "recipe": "anomaly",
        "method": params.method,
        "trunk": params.trunk,
        "image_size": params.image_size,
    }
    onnx_path = context.out / "model.onnx"
    onnx = export(graph, onnx_path, told)
    scores = {name: np.sort(_squashed(graph, raw)) for name, raw in (("ok", found.ok), ("ng", found.ng))}
    threshold = settle(0.5, np.concatenate(list(scores.values())))
    context.log.emit("phase", name="parity")
    cases = _prove(context, graph, onnx_path, pictures, threshold, tick)
    # Nothing is told before this: until here a person may pause, and all of it is done again.
    _name_suspects(context, graph, [*pictures.train, *found.good], np.concatenate([train, found.ok]))
    _artefact(context, "onnx", onnx_path, *onnx)
    state = {k: v.detach().cpu() for k, v in net.state_dict().items() if not k.startswith("gathered.")}
    weights = {**told, "state": state}
    best_path = context.out / "best.pt"
    _artefact(context, "best", best_path, *write_whole(best_path, lambda out: torch.save(weights, out)))
    body = {
        "v": 1,
        "prediction": "scoremap",
        "weights_sha256": weights_sha256(state),
        "kept": best.kept,
        "kept_epoch": best.epoch,
        "epochs_done": epochs_done,
        "metrics": _metrics(scores, found.pixels, threshold),
        "thresholds": {"score": threshold},
        "scores": {name: [round(float(v), 6) for v in _thinned(values)] for name, values in scores.items()},
        "parity": {
            "min_cases": len(cases),
            "tolerance": {"score": SCORE_TOLERANCE, "heat": HEAT_TOLERANCE},
            "cases": cases,
        },
    }
    path = context.out / "report.json"
    data = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
    _artefact(context, "report", path, *write_whole(path, lambda out: out.write(data)))


def _artefact(context: Context, role: str, path: Path, sha256: str, size: int) -> None:
    context.log.emit("artefact", role=role, path=path.resolve().as_uri(), bytes=size, sha256=sha256)


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


def _squashed(graph: AnomalyGraph, raw: np.ndarray) -> np.ndarray:
    return squash(torch.from_numpy(raw).float(), graph.threshold, graph.spread).double().numpy()


def _whole(context: Context, pictures: list[Picture], tick: Tick) -> Iterator[tuple[Picture, np.ndarray]]:
    """Pictures that can be read, with their pixels as the graph is given them."""
    for i, picture in enumerate(pictures):
        tick(i, len(pictures))
        try:
            yield picture, decode(read_bytes(context.job, picture))
        except BadPicture:
            continue


@torch.no_grad()
def _look(
    context: Context, params: Params, graph: AnomalyGraph, pictures: Pictures, train: np.ndarray, tick: Tick
) -> Found:
    """Raw scores of the validation pictures from their files, as in use, and pixel figures where truths are drawn."""
    known = train[np.isfinite(train)]
    middle, spread = torch.tensor(float(np.median(known))), torch.tensor(spread_of(known))  # only to sort into bins
    drawn = any(p.shapes for p in pictures.ng)
    pixels, scores = PixelFigures(), {"ok": [], "ng": []}
    good, cells = [], []
    for role, part in (("ok", pictures.ok), ("ng", pictures.ng)):
        for picture, image in _whole(context, part, tick):
            evidence, inside, rows, columns = graph.evidence(torch.from_numpy(image))
            scores[role].append(float(graph.net.score(evidence, inside)[0]))
            if role == "ok":
                good.append(picture)
                if inside.any():
                    cells.append(float(evidence[inside].median()))
            truth = truth_mask(picture, rows, columns) if role == "ng" else None
            if drawn and (role == "ok" or truth is not None):
                heat = squash(evidence, middle, spread)[0, 0, :rows, :columns].numpy()
                pixels.add(heat, truth, inside[0, 0, :rows, :columns].numpy())
    if not scores["ok"]:
        raise Fault("data.noOk", "export")
    return Found(np.array(scores["ok"]), good, np.array(scores["ng"]), float(np.median(cells or [0.0])), pixels)


def _name_suspects(context: Context, graph: AnomalyGraph, pictures: list[Picture], raw: np.ndarray) -> None:
    """Warn of good pictures that score far from the others: perhaps they are bad."""
    far = far_out(raw)
    order = np.argsort(-np.nan_to_num(raw, nan=-np.inf))
    for i in order[:SUSPECTS]:
        if raw[i] > far:
            score = float(_squashed(graph, raw[i : i + 1])[0])
            context.log.warn("data.suspect", file=pictures[i].name, image=pictures[i].image, score=round(score, 4))


def _runtime(path: Path, threads: int) -> Callable[[np.ndarray], tuple[float, np.ndarray]]:
    """The exported graph as a function of pixels, run by ONNX Runtime. Raises Fault export.failed."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads or 0
    options.log_severity_level = 3
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the runtime raises its own kinds
        raise Fault("export.failed", "parity", reason=str(error)[:300]) from error

    def run(pixels: np.ndarray) -> tuple[float, np.ndarray]:
        score, heat = session.run(None, {"image": np.ascontiguousarray(pixels)})
        return float(score[0]), heat

    return run


def _prove(
    context: Context, graph: AnomalyGraph, onnx_path: Path, pictures: Pictures, threshold: float, tick: Tick
) -> list[dict[str, Any]]:
    """Parity cases: the validation pictures, and some of them in odd formats. Raises Fault export.failed."""
    run = _runtime(onnx_path, context.job.threads)
    cases, problems = [], []

    def add(name: str, source: dict[str, str], pixels: np.ndarray) -> None:
        score, heat = predict(graph, pixels)
        problems.extend(f"{name}: {p}" for p in differences((score, heat), run(pixels), threshold))
        size = {"width": pixels.shape[1], "height": pixels.shape[0], "pixels_sha256": pixels_sha256(pixels)}
        told = {"score": round(score, 6), "heat_mean": round(float(heat.mean()), 3)}
        cases.append({"name": name, **source, **size, **told})

    odd = list(ODD_FORMATS.items())
    wanted = [*pictures.ng[: MOST_CASES // 2], *pictures.ok][:MOST_CASES]
    for i, (picture, pixels) in enumerate(_whole(context, wanted, tick)):
        add(picture.name, {"sha256": picture.sha256}, pixels)
        for name, encode in odd[i:None] if i == len(wanted) - 1 else odd[i : i + 1]:
            small = shrink(torch.from_numpy(pixels), ODD_SIDE).numpy() if max(pixels.shape) > ODD_SIDE else pixels
            data = encode(small)
            write_whole(context.out / "parity" / name, lambda out, data=data: out.write(data))
            source = {"file": f"parity/{name}", "file_sha256": hashlib.sha256(data).hexdigest()}
            add(name, source, decode(data))
    if problems:
        raise Fault("export.failed", "parity", count=len(problems), reason=problems[0][:300])
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
