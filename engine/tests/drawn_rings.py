"""Drawn rings and crescents for tests of masks: what is in the hole is background, and some have two pieces."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from drawn import add_blob, png

CLASSES = ("ring", "bar")
SEGMENT = {"recipe": "segment", "classes": [{"index": i, "name": name} for i, name in enumerate(CLASSES)]}


def circle(x: float, y: float, radius: float, points: int = 40) -> np.ndarray:
    turn = np.linspace(0, 2 * np.pi, points, endpoint=False)
    return np.stack([x + radius * np.cos(turn), y + radius * np.sin(turn)], 1)


def image(seed: int, size: int = 128) -> tuple[np.ndarray, list[dict[str, Any]]]:
    """RGB (H, W, 3) with a ring and a bar of two pieces on grey noise, and their shapes."""
    rng = np.random.default_rng(seed)
    height, width = size - 16, size
    pixels = rng.integers(60, 90, (height, width, 1)).repeat(3, 2).astype(np.float64)
    left = bool(seed % 2)
    x, y = (34.0 if left else 90.0) + rng.integers(-4, 5), height / 2 + rng.integers(-10, 11)
    outer = float(rng.integers(22, 28))
    inner = outer * rng.uniform(0.4, 0.55)
    rows, columns = np.mgrid[:height, :width] + 0.5
    away = np.hypot(columns - x, rows - y)
    pixels[(away < outer) & (away > inner)] = (230, 200, 60)
    shapes = [_shape(f"{seed}-ring", 0, [circle(x, y, outer), circle(x, y, inner)])]
    x1, y1 = (76.0 if left else 12.0) + rng.integers(0, 6), 14.0 + rng.integers(0, 10)
    wide, gap = float(rng.integers(20, 36)), float(rng.integers(6, 12))
    pieces = [(x1, y1, x1 + wide, y1 + 16), (x1, y1 + 16 + gap, x1 + wide, y1 + 34 + gap)]
    for left_x, top, right, bottom in pieces:
        pixels[int(top) : int(bottom), int(left_x) : int(right)] = (60, 200, 230)
    corners = [np.array([[a, b], [c, b], [c, d], [a, d]]) for a, b, c, d in pieces]
    shapes.append(_shape(f"{seed}-bar", 1, corners))
    return pixels.astype(np.uint8), shapes


def _shape(name: str, label: int, rings: list[np.ndarray]) -> dict[str, Any]:
    parts = np.cumsum([0, *map(len, rings)])[:-1].tolist()
    points = np.concatenate(rings).ravel().tolist()
    return {"id": name, "c": label, "kind": "polygon", "p": points, "parts": parts, "text": None, "ignore": False}


def ring_rows(folder: Path, train: int = 8, validation: int = 8) -> list[dict[str, Any]]:
    """Manifest rows; validation repeats images of training."""
    rows = []
    for i in range(train + validation):
        pixels, shapes = image(i if i < train else (i - train) % train)
        row = {"image": i + 1, "sha256": add_blob(folder, png(pixels)), "w": pixels.shape[1], "h": pixels.shape[0]}
        part = "train" if i < train else "val"
        rows.append({**row, "part": part, "group": "", "rev": 1, "name": f"r{i}.png", "shapes": shapes})
    return rows
