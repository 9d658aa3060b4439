"""Drawn images with lines of text, and jobs of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from drawn import add_blob, make_job, png

WORDS = ("LOT 48", "EXP 26", "A7 B3", "NO 512", "24.11", "XK-90")


def text_image(seed: int, width: int = 128, height: int = 96) -> tuple[np.ndarray, list[dict[str, Any]]]:
    """RGB (H, W, 3) with two lines of print on grey noise, and a quadrilateral around each."""
    rng = np.random.default_rng(seed)
    pixels = rng.integers(150, 190, (height, width, 1)).repeat(3, 2).astype(np.uint8)
    shapes: list[dict[str, Any]] = []
    for i in range(2):
        text, high = WORDS[(2 * seed + i) % len(WORDS)], int(rng.integers(12, 17))
        scale = cv2.getFontScaleFromHeight(cv2.FONT_HERSHEY_SIMPLEX, high, 2)
        wide = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 2)[0][0]
        x, y = int(rng.integers(3, max(4, width - wide - 3))), 10 + i * 44 + int(rng.integers(0, 10))
        cv2.putText(pixels, text, (x, y + high), cv2.FONT_HERSHEY_SIMPLEX, scale, (20, 20, 30), 2, cv2.LINE_AA)
        right, bottom = min(x + wide + 1, width), y + high + 2
        points = [x - 1, y - 2, right, y - 2, right, bottom, x - 1, bottom]
        shape = {"id": f"{seed}-{i}", "c": 0, "kind": "quad", "p": points, "parts": [0], "text": text}
        shapes.append({**shape, "ignore": False})
    return pixels, shapes


def text_rows(folder: Path, train: int = 6, validation: int = 3) -> list[dict[str, Any]]:
    """Manifest rows of drawn images whose files lie under `folder`/blobs. Validation repeats images of training."""
    rows = []
    for i in range(train + validation):
        pixels, shapes = text_image(i if i < train else i - train)
        row = {"image": i + 1, "sha256": add_blob(folder, png(pixels)), "w": pixels.shape[1], "h": pixels.shape[0]}
        part = "train" if i < train else "val"
        rows.append({**row, "part": part, "group": "", "rev": 1, "name": f"t{i}.png", "shapes": shapes})
    return rows


SMALL = {"network": "n", "imageSize": 128, "rotate": 0, "scale": 0, "translate": 0, "unclip": 1.0}
SMALL |= {"learningRate": 0.002, "saturation": 0, "brightness": 0, "hue": 0}


def textdet_job(folder: Path, rows: list[dict[str, Any]], out: str = "run", **changes: Any) -> Path:
    """As `make_job`, for `textdet`."""
    params = SMALL | changes.pop("params", {})
    classes = [{"index": 0, "name": "text"}]
    return make_job(folder, rows, out, recipe="textdet", classes=classes, params=params, **changes)
