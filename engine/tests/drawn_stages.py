"""Drawn images of plates with small defects, for the two stages: the plates are the parts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from drawn import add_blob, make_job, png

CLASSES = [{"index": 0, "name": "plate"}, {"index": 1, "name": "dot"}, {"index": 2, "name": "bar"}]


def _shape(seed: int, place: int, label: int, box: list[int]) -> dict[str, Any]:
    about = {"id": f"{seed}-{place}", "kind": "rect", "parts": [0], "text": None, "ignore": False}
    return {**about, "c": label, "p": box}


def plates(seed: int, width: int = 256, height: int = 192) -> tuple[np.ndarray, list[dict[str, Any]]]:
    """RGB (H, W, 3): two or three grey plates, each with a small bright dot or dark bar, and their shapes."""
    rng = np.random.default_rng(seed)
    image = rng.integers(20, 40, (height, width, 1)).repeat(3, 2).astype(np.uint8)
    shapes = []
    for column, row in rng.permutation([(0, 0), (1, 0), (0, 1), (1, 1)])[: 2 + seed % 2].tolist():
        w, h = int(rng.integers(56, 80)), int(rng.integers(48, 64))
        x, y = column * 128 + int(rng.integers(8, 40)), row * 96 + int(rng.integers(6, 28))
        image[y : y + h, x : x + w] = rng.integers(120, 140, (h, w, 1))
        shapes.append(_shape(seed, len(shapes), 0, [x, y, x + w, y + h]))
        label = int(rng.integers(1, 3))
        a, b = (6, 6) if label == 1 else (12, 4)
        u, v = x + int(rng.integers(4, w - a - 4)), y + int(rng.integers(4, h - b - 4))
        image[v : v + b, u : u + a] = (240, 230, 90) if label == 1 else (60, 20, 20)
        shapes.append(_shape(seed, len(shapes), label, [u, v, u + a, v + b]))
    return image, shapes


def plate_rows(folder: Path, train: int = 8, validation: int = 4) -> list[dict[str, Any]]:
    """Manifest rows of drawn plates whose files lie under `folder`/blobs. Validation repeats images of training."""
    rows = []
    for i in range(train + validation):
        pixels, shapes = plates(i if i < train else i - train)
        row = {"image": i + 1, "sha256": add_blob(folder, png(pixels)), "w": pixels.shape[1], "h": pixels.shape[0]}
        part = "train" if i < train else "val"
        rows.append({**row, "part": part, "group": "", "rev": 1, "name": f"p{i}.png", "shapes": shapes})
    return rows


def stage_job(folder: Path, rows: list[dict[str, Any]], out: str, stage: int, **changes: Any) -> Path:
    """The job of one of the two stages."""
    recipe = ("locate", "inspect")[stage]
    own = {"locating": ["plate"]} if stage == 0 else {"partWidth": [32, 160], "partHeight": [32, 160]}
    params = {**own, "imageSize": 128, **changes.pop("params", {})}
    about = {"recipe": recipe, "stage": {"index": stage, "count": 2}, "classes": CLASSES}
    return make_job(folder, rows, out, params=params, **{**about, **changes})
