"""The sets of bench anomaly-left-out: pools of good and bad images, split by part for each seed.

Six anomaly sets as they are; windows cut from detection sets, without any truth against with one; drawn surfaces. No
part (board layout, photograph, spindle image, workpiece, drawn lot) is ever on both sides of a split.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from anomaly_drawn import DRAWN, drawn_pool
from anomaly_sets import DATA, FOLDERS

MOST_GOOD, MOST_BAD = 240, 160  # images of a pool
TEST_SHARE, MOST_TRAIN, MOST_OK, MOST_NG = 0.4, 100, 80, 80
MARGIN = 8  # pixels beside a truth that a good window keeps clear of


@dataclass(frozen=True)
class Part:
    """An image (h, w, 3) uint8, the part, lot or photograph that it is of, and where it is known what is wrong with it,
    (h, w) bool: masks, or the boxes of a detection set."""

    pixels: np.ndarray
    group: str
    truth: np.ndarray | None = None


@dataclass(frozen=True)
class Pool:
    good: list[Part]
    bad: list[Part]


@dataclass(frozen=True)
class Split:
    """Numbers of good images to learn from and to test with, and of bad ones to test with."""

    train: list[int]
    ok: list[int]
    ng: list[int]


@dataclass(frozen=True)
class Cut:
    """How windows are cut from a detection set: side, step, least truth in a bad one (pixels), key of a part."""

    parts: tuple[str, ...]
    side: int
    step: int
    least: float
    group: Any


CUTS = {
    "bsdata": Cut(("train", "val", "test"), 256, 256, 150, lambda name: name),
    "workpiece-crack": Cut(("train", "test"), 96, 56, 150, lambda name: name.split("_")[0]),
    "vin-plates": Cut(("train", "val", "test"), 96, 80, 900, lambda name: name),
    "deeppcb": Cut(("val", "test"), 160, 160, 150, lambda name: name[:5]),
    "large": Cut(("all",), 208, 208, 150, lambda name: name),
}
POOLS = (*FOLDERS, *CUTS, *DRAWN)


def pool(name: str) -> Pool | None:
    """A set, always the same; None where it is not there."""
    drawn = random.Random(0)
    if name in DRAWN:
        good, bad = drawn_pool(name, MOST_GOOD, MOST_BAD)
        return Pool([Part(*p) for p in good], [Part(*p) for p in bad])
    made = _folders(*FOLDERS[name]) if name in FOLDERS else _windows(name, CUTS[name])
    if made is None:
        return None
    chosen = zip(made, (MOST_GOOD, MOST_BAD), strict=True)
    good, bad = (drawn.sample(part, min(most, len(part))) for part, most in chosen)
    return Pool([_read(p) for p in good], [_read(p) for p in bad])


def split(of: Pool, seed: int) -> Split:
    """Whole groups to test with, until they hold enough good images; bad images of the others are left out."""
    drawn = random.Random(seed)
    groups = sorted({p.group for p in of.good})
    drawn.shuffle(groups)
    wanted, tested, count = min(TEST_SHARE * len(of.good), MOST_OK), set(), 0
    for group in groups[:-1]:
        if count >= wanted:
            break
        tested.add(group)
        count += sum(p.group == group for p in of.good)
    sides: tuple[list[int], list[int]] = ([], [])
    for i, part in enumerate(of.good):
        sides[part.group in tested].append(i)
    learned = {p.group for p in of.good} - tested
    bad = [i for i, part in enumerate(of.bad) if part.group not in learned]
    chosen = ((*sides, bad), (MOST_TRAIN, MOST_OK, MOST_NG))
    return Split(*(sorted(drawn.sample(side, min(most, len(side)))) for side, most in zip(*chosen, strict=True)))


Box = tuple[int, int, int, int]  # left, top, right, bottom
Wrong = Path | list[list[float]] | None  # file of a mask, or boxes (x, y, w, h) in the whole image
Found = tuple[Path, str, Box | None, Wrong]  # file, group, window


@lru_cache(2)
def _opened(path: Path) -> Image.Image:
    image = Image.open(path)
    image.load()
    return image


def _read(found: Found) -> Part:
    path, group, box, wrong = found
    image = _opened(path)
    truth = _boxes(box, wrong) if box and wrong else None
    if isinstance(wrong, Path):
        truth = np.asarray(Image.open(wrong).convert("L")) > 0
    return Part(np.asarray((image.crop(box) if box else image).convert("RGB")), group, truth)


def _boxes(window: Box, boxes: Any) -> np.ndarray:
    truth = np.zeros((window[3] - window[1], window[2] - window[0]), bool)
    for left, top, w, h in boxes:
        x, y = left - window[0], top - window[1]
        truth[max(0, round(y)) : max(0, round(y + h)), max(0, round(x)) : max(0, round(x + w))] = True
    return truth


def _folders(folder: str, bad: str) -> tuple[list[Found], list[Found]] | None:
    root = DATA / folder
    if not root.is_dir():
        return None

    def files(part: str) -> list[Found]:
        # Boards are named by their layout; other images are each a part of their own.
        found = sorted((root / part).iterdir())
        masks = {f: root / "ground_truth" / bad / f"{f.stem}_mask.png" for f in found}
        return [
            (f, f.name[:5] if "pcb" in folder else f"{part}/{f.name}", None, masks[f] if masks[f].is_file() else None)
            for f in found
        ]

    return files("train/good") + files("test/good"), files(f"test/{bad}")


def _windows(name: str, cut: Cut) -> tuple[list[Found], list[Found]] | None:
    root = DATA / name
    if not root.is_dir():
        return None
    made: dict[bool, list[Found]] = {True: [], False: []}
    for part in cut.parts:
        coco = json.loads((root / "annotations" / f"{part}.json").read_text("utf-8"))
        boxes: dict[int, list[list[float]]] = {}
        for truth in coco["annotations"]:
            boxes.setdefault(truth["image_id"], []).append(truth["bbox"])
        for image in coco["images"]:
            group, own = cut.group(image["file_name"]), boxes.get(image["id"], [])
            for is_bad, box in _cut(image["width"], image["height"], own, cut):
                # A mosaic of boards has its tiles for parts.
                tile = f"{box[0] // 640}.{box[1] // 640}" if name == "large" else group
                made[is_bad].append((root / "images" / image["file_name"], tile, box, own if is_bad else None))
    return made[False], made[True]


def _cut(width: int, height: int, boxes: list[list[float]], cut: Cut) -> Iterator[tuple[bool, Box]]:
    """Windows clear of every truth, and those that hold enough of one; what is between is left out."""
    for y in range(0, height - cut.side + 1, cut.step):
        for x in range(0, width - cut.side + 1, cut.step):
            window = (x, y, x + cut.side, y + cut.side)
            if not any(_shared(window, box, MARGIN) for box in boxes):
                yield False, window
            elif any(_shared(window, box, 0) >= min(cut.least, box[2] * box[3]) for box in boxes):
                yield True, window


def _shared(window: Box, box: list[float], margin: float) -> float:
    """Pixels that a window shares with a box (x, y, w, h) and so much around it."""
    left, top, w, h = box
    across = min(window[2], left + w + margin) - max(window[0], left - margin)
    down = min(window[3], top + h + margin) - max(window[1], top - margin)
    return max(0.0, across) * max(0.0, down)
