"""What a finished training hands over: graph, best weights, and the report with its parity cases."""

from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import torch

from ...checkpoint import weights_sha256
from ...data.decode import decode, pixels_sha256
from ...data.pictures import BadPicture, read_bytes
from ...export import parity
from ...export.formats import ODD_FORMATS
from ...export.parity import Found
from ...faults import Fault
from ...files import write_whole
from ...nn.letterbox import shrink
from ..base import Best, Context, Tick
from .data import Entry
from .export import FLOOR, DetectGraph, export, firm_detect
from .model import Detector
from .params import Params

CASES = 16
LOWER_FLOORS = (3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6)
SPARE = 2  # times the needed detections: of two that tie elsewhere one may be cut off
ODD_SIDE = 640  # odd formats are written at most this large: they test decoders, not size


def write(
    context: Context, params: Params, net: Detector, best: Best, epochs_done: int, validation: list[Entry], tick: Tick
) -> None:
    """Write model.onnx, best.pt, report.json and tell of them. Raises Fault export.failed when the graph disagrees."""
    context.log.emit("phase", name="export")
    graph = DetectGraph(net, params.image_size)
    onnx_path = context.out / "model.onnx"
    onnx_sha256, onnx_bytes = export(graph, onnx_path, context.job.classes)
    context.log.emit("phase", name="parity")
    pairs, cases, (floor, iou) = _cases(context, params, graph, validation, tick)
    problems = parity.check(pairs, _runtime(onnx_path, context.job.threads, iou, floor), floor)
    if problems:
        raise Fault("export.failed", "parity", count=len(problems), reason=problems[0][:300])
    _artefact(context, "onnx", onnx_path, onnx_sha256, onnx_bytes)
    weights = {
        "v": 1,
        "recipe": "detect",
        "network": params.network,
        "image_size": params.image_size,
        "classes": list(context.job.classes),
        "state": best.state,
    }
    best_path = context.out / "best.pt"
    _artefact(context, "best", best_path, *write_whole(best_path, lambda out: torch.save(weights, out)))
    body = _report(context, best, epochs_done, parity.summarise(cases, floor, iou))
    report_path = context.out / "report.json"
    data = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
    _artefact(context, "report", report_path, *write_whole(report_path, lambda out: out.write(data)))


def _artefact(context: Context, role: str, path: Path, sha256: str, size: int) -> None:
    context.log.emit("artefact", role=role, path=path.resolve().as_uri(), bytes=size, sha256=sha256)


def _report(context: Context, best: Best, epochs_done: int, proof: dict[str, Any]) -> dict[str, Any]:
    found = best.evaluation.detail
    figures = {k: round(found[k], 6) for k in ("map50", "map50_95", "map33", "precision", "recall")}
    per_class = [
        {"index": i, "name": name, "ap50": None if math.isnan(ap) else round(ap, 6), "truths": truths}
        for i, (name, ap, truths) in enumerate(zip(context.job.classes, found["ap50"], found["truths"], strict=True))
    ]
    return {
        "v": 1,
        "weights_sha256": weights_sha256(best.state),
        "kept": best.kept,
        "kept_epoch": best.epoch,
        "epochs_done": epochs_done,
        "metrics": {**figures, "per_class": per_class},
        "thresholds": {"confidence": round(found["confidence"], 4)},
        "parity": proof,
    }


def _runtime(path: Path, threads: int, iou: float, floor: float):
    """The exported graph as a function of pixels, run by ONNX Runtime. Raises Fault export.failed."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads or 0
    options.log_severity_level = 3
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the runtime raises its own kinds
        raise Fault("export.failed", "parity", reason=str(error)[:300]) from error
    thresholds = {"iou_threshold": np.array([iou], np.float32), "score_threshold": np.array([floor], np.float32)}

    def run(pixels: np.ndarray) -> Found:
        return Found(*session.run(None, {"image": np.ascontiguousarray(pixels), **thresholds}))

    return run


def _cases(
    context: Context, params: Params, graph: DetectGraph, validation: list[Entry], tick: Tick
) -> tuple[list[tuple[str, np.ndarray, Found]], list[dict[str, Any]], tuple[float, float]]:
    """Up to CASES validation pictures as they are, and some of them again in odd formats under `parity/`.

    Also gives score and overlap from which on detections are compared.
    """
    chosen = []
    for entry in _spread(validation):
        try:
            chosen.append((entry.picture, decode(read_bytes(context.job, entry.picture))))
        except BadPicture:
            continue
    pairs, cases = [], []
    floor, iou = compared_at(graph, [pixels for _, pixels in chosen], params.nms_threshold)

    def add(name: str, source: dict[str, str], pixels: np.ndarray) -> None:
        found = firm_detect(graph, pixels, iou, floor)
        size = {"width": pixels.shape[1], "height": pixels.shape[0]}
        pairs.append((name, pixels, found))
        rows = parity.rows(found)
        cases.append({"name": name, **source, **size, "pixels_sha256": pixels_sha256(pixels), "detections": rows})

    for done, (picture, pixels) in enumerate(chosen, 1):
        add(picture.name, {"sha256": picture.sha256}, pixels)
        tick(done, len(chosen))
    for i, (name, encode) in enumerate(ODD_FORMATS.items() if chosen else ()):
        pixels = chosen[i % len(chosen)][1]
        if max(pixels.shape) > ODD_SIDE:
            pixels = shrink(torch.from_numpy(pixels), ODD_SIDE).numpy()
        data = encode(pixels)
        write_whole(context.out / "parity" / name, lambda out, data=data: out.write(data))
        source = {"file": f"parity/{name}", "file_sha256": hashlib.sha256(data).hexdigest()}
        add(name, source, decode(data))
    return pairs, cases, (floor, iou)


def compared_at(graph: DetectGraph, pictures: list[np.ndarray], iou: float) -> tuple[float, float]:
    """(score, overlap) from which on detections are compared: FLOOR and `iou`, or what leaves enough firm ones.

    A network too weak to reach FLOOR is compared from a lower score. After a few steps all its scores tie, and of boxes
    that overlap any may win: then suppression proves nothing, and the boxes and scores themselves are compared.
    """
    for overlap in (iou, 1.0):
        for floor in (FLOOR, *LOWER_FLOORS):
            count = 0
            for pixels in pictures:
                count += int(firm_detect(graph, pixels, overlap, floor).firm.sum())
                if count >= SPARE * parity.MIN_DETECTIONS:
                    return floor, overlap
    return FLOOR, iou


def _spread(entries: list[Entry]) -> list[Entry]:
    """CASES entries evenly from the list, those with truths before those without."""
    full = [e for e in entries if (e.outlines.labels >= 0).any()]
    ordered = full if len(full) >= CASES else full + [e for e in entries if not (e.outlines.labels >= 0).any()]
    step = max(1, len(ordered) // CASES)
    return ordered[::step][:CASES]
