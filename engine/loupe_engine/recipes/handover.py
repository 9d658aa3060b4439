"""What every finished training hands over alike: artefacts, odd formats, answers of the runtime, the report."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnxruntime
import torch

from ..checkpoint import weights_sha256
from ..data.decode import decode
from ..export.formats import ODD_FORMATS
from ..faults import Fault
from ..files import write_whole
from ..nn.letterbox import shrink
from .base import Best, Context

ODD_SIDE = 640  # odd formats are written at most this large: they test decoders, not size


def in_odd_format(context: Context, name: str, pixels: np.ndarray) -> tuple[dict[str, str], np.ndarray]:
    """An image (H, W, 3) uint8 again in that format, as a file under `parity/`: where it lies, and what is decoded."""
    if max(pixels.shape) > ODD_SIDE:
        pixels = shrink(torch.from_numpy(pixels), ODD_SIDE).numpy()
    data = ODD_FORMATS[name](pixels)
    write_whole(context.out / "parity" / name, lambda out: out.write(data))
    return {"file": f"parity/{name}", "file_sha256": hashlib.sha256(data).hexdigest()}, decode(data)


def as_file(context: Context, name: str, pixels: np.ndarray) -> dict[str, str]:
    """Pixels (H, W, 3) uint8 as a PNG under `parity/`: where it lies. They are decoded as they are."""
    ok, data = cv2.imencode(".png", pixels[..., ::-1])
    assert ok
    write_whole(context.out / "parity" / name, partial(_put, data.tobytes()))
    return {"file": f"parity/{name}", "file_sha256": hashlib.sha256(data.tobytes()).hexdigest()}


def onnx_runtime(path: Path, threads: int, **given: np.ndarray) -> Callable[..., list[np.ndarray]]:
    """The exported graph as a function of pixels, run by ONNX Runtime; `given` are its other inputs, and those that are
    given with an image are named with it.

    Raises Fault export.failed.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads or 0
    options.log_severity_level = 3
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the runtime raises its own kinds
        raise Fault("export.failed", "parity", reason=str(error)[:300]) from error
    return lambda pixels, **more: session.run(None, {"image": np.ascontiguousarray(pixels), **given, **more})


def require_agreement(problems: list[str]) -> None:
    """Raises Fault export.failed where another runtime answered otherwise."""
    if problems:
        raise Fault("export.failed", "parity", count=len(problems), reason=problems[0][:300])


def hand_over(
    context: Context,
    best: Best,
    epochs_done: int,
    onnx: tuple[Path, str, int],
    weights: dict[str, Any],
    report: dict[str, Any],
    chain: dict[str, Any] | None = None,
) -> None:
    """Write best.pt and report.json, and announce them and the graph (path, sha256, bytes) as artefacts.

    `weights`: plain data with the tensors under `state`. `report`: what the recipe says beyond the frame; `chain`: what
    the last of several stages says of all of them together.
    """
    _announce(context, "onnx", *onnx)
    path = context.out / "best.pt"
    _announce(context, "best", path, *write_whole(path, lambda out: torch.save(weights, out)))
    frame = {
        "v": 1,
        "weights_sha256": weights_sha256(weights["state"]),
        "kept": best.kept,
        "kept_epoch": best.epoch,
        "epochs_done": epochs_done,
    }
    for role, body in (("report", report), ("chain", chain)):
        if body is not None:
            path = context.out / f"{role}.json"
            data = json.dumps({**frame, **body}, ensure_ascii=False, separators=(",", ":")).encode()
            _announce(context, role, path, *write_whole(path, partial(_put, data)))


def _put(data: bytes, out: Any) -> None:
    out.write(data)


def _announce(context: Context, role: str, path: Path, sha256: str, size: int) -> None:
    context.log.emit("artefact", role=role, path=path.resolve().as_uri(), bytes=size, sha256=sha256)
