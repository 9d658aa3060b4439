"""Drawn images with texts on them and jobs that read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from drawn import add_blob, make_job, png

CLASSES = [{"index": 0, "name": "text"}]
RECIPE = {"recipe": "textrec", "classes": CLASSES, "stage": {"index": 1, "count": 2}}
READ = {**RECIPE, "stage": {"index": 0, "count": 1}}
PARAMS = {"network": "n", "language": "digits", "epochs": 2, "batchSize": 4, "warmupEpochs": 0, "epochSteps": 1}
PARAMS |= {"precision": "fp32", "synthetic": 0, "noise": 0, "rotate": 0, "brightness": 0, "contrast": 0}


def text_image(texts: list[str], seed: int = 0, turn: float = 0.0) -> tuple[np.ndarray, list[list[float]]]:
    """RGB (H, W, 3) uint8 with a line for each text, dark on light, and their quads; `turn`: degrees."""
    rng = np.random.default_rng(seed)
    pixels = rng.integers(170, 190, (30 + 50 * len(texts), 200, 1)).repeat(3, 2).astype(np.uint8)
    quads = []
    font = cv2.FontFace("sans")
    for i, text in enumerate(texts):
        y = 50 + 50 * i
        (right, _), pixels = cv2.putText(pixels, text, (24, y), (30, 30, 40), font, 30, 500)
        quads.append([22.0, y - 25.0, right + 2.0, y - 25.0, right + 2.0, y + 3.0, 22.0, y + 3.0])
    if turn:
        middle = (pixels.shape[1] / 2, pixels.shape[0] / 2)
        matrix = cv2.getRotationMatrix2D(middle, turn, 1.0)
        pixels = cv2.warpAffine(pixels, matrix, pixels.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
        turned = [np.array(quad).reshape(4, 2) @ matrix[:, :2].T + matrix[:, 2] for quad in quads]
        quads = [one.ravel().tolist() for one in turned]
    return pixels, quads


def text_rows(folder: Path, train: int = 6, validation: int = 3, lines: int = 2) -> list[dict[str, Any]]:
    """Manifest rows of images of numbers whose files lie under `folder`/blobs. Validation repeats training images."""
    rows = []
    for i in range(train + validation):
        seed = i if i < train else i - train
        rng = np.random.default_rng(seed)
        texts = ["".join(map(str, rng.integers(0, 10, 4))) for _ in range(lines)]
        pixels, quads = text_image(texts, seed)
        shapes = [
            {"id": f"{i}-{k}", "c": 0, "kind": "quad", "p": quad, "parts": [0], "text": text, "ignore": False}
            for k, (quad, text) in enumerate(zip(quads, texts, strict=True))
        ]
        row = {"image": i + 1, "sha256": add_blob(folder, png(pixels)), "w": pixels.shape[1], "h": pixels.shape[0]}
        part = "train" if i < train else "val"
        rows.append({**row, "part": part, "group": "", "rev": 1, "name": f"t{i}.png", "shapes": shapes})
    return rows


def text_job(folder: Path, rows: list[dict[str, Any]], out: str = "run", **changes: Any) -> Path:
    """As `make_job`, of a training that reads texts."""
    usual = {"imageSize": None, **PARAMS}  # the former is no parameter of this recipe
    params = usual | changes.pop("params", {})
    return make_job(folder, rows, out, **{**RECIPE, **changes, "params": params})
