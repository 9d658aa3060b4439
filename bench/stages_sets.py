"""Sets of small defects on parts for the bench of multi-stage detection.

Drawn parts, boards cut from deeppcb, and boards cut from one large image, in images of four times the area.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from detection_sets import DATA, Item, load, read_part
from jobs import put_blob

WIDTH, HEIGHT = 1024, 768
COUNTS = {"train": 30, "val": 10, "test": 20}
LABELS = {"drawn": ("part", "spot", "scratch"), "boards": ("part", "defect"), "large": ("part", "defect")}
SCALES = {"large": 2}  # images and parts are so many times as wide; defects are as large as they are
LEAST_VISIBLE = 0.5  # of a defect in the cut of a board: below it the cut would show what is not annotated

Shapes = list[tuple[int, list[int]]]
Cut = tuple[np.ndarray, Shapes]


def rows_of(name: str, folder: Path, seed: int) -> list[dict[str, Any]] | None:
    """Lines of the manifest of a set, with their files under `folder`/blobs; None where its data are not there."""
    cuts = {"drawn": lambda part: drawn_part, "boards": _boards, "large": _large}[name]
    scale = SCALES.get(name, 1)
    rows: list[dict[str, Any]] = []
    for part, count in COUNTS.items():
        cut = cuts(part)
        if cut is None:
            return None
        for i in range(count):
            pixels, found = image(seed * 10_000 + len(rows), cut, scale)
            out = io.BytesIO()
            Image.fromarray(pixels).save(out, "PNG")
            shape = {"kind": "rect", "parts": [0], "text": None, "ignore": False}
            shapes = [{**shape, "id": f"{i}-{k}", "c": c, "p": box} for k, (c, box) in enumerate(found)]
            size = {"w": WIDTH * scale, "h": HEIGHT * scale}
            row = {"image": len(rows) + 1, "sha256": put_blob(folder, out.getvalue()), **size}
            rows.append({**row, "part": part, "group": "", "rev": 1, "name": f"{part}-{i}.png", "shapes": shapes})
    return rows


def image(seed: int, cut: Callable[[np.random.Generator, int, int], Cut], scale: int) -> tuple[np.ndarray, Shapes]:
    """RGB of two to four parts of 150 to 220 px on a belt, times `scale`, and the boxes of parts and defects in it."""
    rng = np.random.default_rng(seed)
    pixels = rng.integers(25, 55, (HEIGHT * scale, WIDTH * scale, 1)).repeat(3, 2).astype(np.uint8)
    found: Shapes = []
    cells = [(x, y) for x in range(3) for y in range(2)]
    for column, row in rng.permutation(cells)[: int(rng.integers(2, 5))].tolist():
        w, h = (int(side) * scale for side in rng.integers(150, 221, 2))
        x, y = column * 340 + int(rng.integers(20, 110)), row * 384 + int(rng.integers(20, 140))
        x, y = x * scale, y * scale
        part, defects = cut(rng, w, h)
        pixels[y : y + h, x : x + w] = part
        found.append((0, [x, y, x + w, y + h]))
        found += [(c, [a + x, b + y, c2 + x, d + y]) for c, (a, b, c2, d) in defects]
    return pixels, found


def drawn_part(rng: np.random.Generator, w: int, h: int) -> Cut:
    """A textured part (h, w, 3); two in three have one or two defects of 6 to 14 px."""
    part = (
        rng.normal(130, 6, (h, w, 1))
        + rng.normal(0, 8, (h // 10 + 1, w // 10 + 1)).repeat(10, 0).repeat(10, 1)[:h, :w, None]
    )
    pixels = part.clip(0, 255).astype(np.uint8).repeat(3, 2)
    found: Shapes = []
    for _ in range(int(rng.integers(0, 3))):
        label = int(rng.integers(1, 3))
        a, b = (int(rng.integers(6, 10)),) * 2 if label == 1 else (int(rng.integers(10, 15)), 3)
        u, v = int(rng.integers(6, w - a - 6)), int(rng.integers(6, h - b - 6))
        area = pixels[v : v + b, u : u + a].astype(np.int16)
        pixels[v : v + b, u : u + a] = (area + (-45 if label == 1 else 50)).clip(0, 255).astype(np.uint8)
        found.append((label, [u, v, u + a, v + b]))
    return pixels, found


def _boards(part: str) -> Callable[[np.random.Generator, int, int], Cut] | None:
    """Cuts of the boards of deeppcb: of its test part for tests, of others for training and for validation."""
    whole = load("deeppcb")
    if whole is None:
        return None
    items = whole.test if part == "test" else whole.train[0 if part == "train" else 1 :: 2]

    def cut(rng: np.random.Generator, w: int, h: int) -> Cut:
        while True:
            item = items[int(rng.integers(len(items)))]
            x, y = int(rng.integers(0, item.width - w)), int(rng.integers(0, item.height - h))
            found = _inside(item, x, y, w, h)
            if found is not None:
                with Image.open(item.file) as opened:
                    pixels = np.asarray(opened.convert("RGB").crop((x, y, x + w, y + h)))
                return pixels, found

    return cut


# rows of boards in the large image, first and behind the last: no board is in two parts
ROWS = {"train": (0, 7), "val": (7, 9), "test": (9, 13)}
BOARD = 640


def _large(part: str) -> Callable[[np.random.Generator, int, int], Cut] | None:
    """Cuts of the large image: tests from other boards than training and validation."""
    place = DATA / "large"
    if not place.is_dir():
        return None
    [item] = read_part(place, "all")[1]
    with Image.open(item.file) as opened:
        whole = np.asarray(opened.convert("L"))
    first, behind = (row * BOARD for row in ROWS[part])

    def cut(rng: np.random.Generator, w: int, h: int) -> Cut:
        while True:
            x, y = int(rng.integers(0, item.width - w)), int(rng.integers(first, behind - h))
            found = _inside(item, x, y, w, h)
            if found is not None:
                return whole[y : y + h, x : x + w, None].repeat(3, 2), found

    return cut


def _inside(item: Item, x: int, y: int, w: int, h: int) -> Shapes | None:
    """Boxes of the defects in a cut, in its pixels; None where it shows too little of one."""
    found: Shapes = []
    for _, x1, y1, x2, y2 in item.boxes:
        box = [max(x1, x) - x, max(y1, y) - y, min(x2, x + w) - x, min(y2, y + h) - y]
        if box[0] >= box[2] or box[1] >= box[3]:
            continue
        if (box[2] - box[0]) * (box[3] - box[1]) < LEAST_VISIBLE * (x2 - x1) * (y2 - y1):
            return None
        found.append((1, [int(side) for side in box]))
    return found
