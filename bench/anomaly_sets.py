"""The sets of bench anomaly as manifests: good images to learn from, and images to test with that it never sees."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from jobs import put_blob, write_training

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
WINDOW, LEAST_PITTED = 256, 150  # pixels: side of a window of bsdata, and area of truth boxes in a pitted one
MOST_TRAIN, MOST_TEST = 200, 80
VALIDATION = 0.2

FOLDERS = {
    "cookies": ("anomaly-aws/cookies", "cracked"),
    "aliens": ("anomaly-aws/aliens", "broken"),
    "mono": ("anomaly-elpv/mono", "defective"),
    "poly": ("anomaly-elpv/poly", "defective"),
    "pcb": ("anomaly-pcb/boards", "defect"),
}
SETS = (*FOLDERS, "bsdata")


@dataclass
class Item:
    """An image's file bytes and what it shares with others of the same part."""

    data: bytes
    group: str


@dataclass
class Set:
    train: list[Item]
    ok: list[Item]
    ng: list[Item]


def load(name: str, most_test: int = MOST_TEST, most_train: int = MOST_TRAIN) -> Set | None:
    """A set, its images chosen by a fixed draw; None where it is not there."""
    drawn = random.Random(0)
    found = _bsdata() if name == "bsdata" else _folders(*FOLDERS[name])
    if found is None:
        return None

    def some(items: list[Item], most: int) -> list[Item]:
        return drawn.sample(items, min(most, len(items)))

    return Set(some(found.train, most_train), some(found.ok, most_test), some(found.ng, most_test))


def _folders(folder: str, bad: str) -> Set | None:
    root = DATA / folder
    if not root.is_dir():
        return None
    parts = []
    for part in ("train/good", "test/good", f"test/{bad}"):
        # Boards are named by their layout; other images are each a part of their own.
        files = sorted((root / part).iterdir())
        parts.append([Item(f.read_bytes(), f.name[:5] if "pcb" in folder else f.name) for f in files])
    return Set(*parts)


def _bsdata() -> Set | None:
    root = DATA / "bsdata"
    if not root.is_dir():
        return None
    found: dict[str, dict[bool, list[Item]]] = {}
    for part in ("train", "val", "test"):
        found[part] = {True: [], False: []}
        for pitted, item in _windows(root, json.loads((root / "annotations" / f"{part}.json").read_text("utf-8"))):
            found[part][pitted].append(item)
    return Set(found["train"][False], found["test"][False], found["test"][True] + found["val"][True])


def _windows(root: Path, coco: dict[str, Any]) -> Iterator[tuple[bool, Item]]:
    """Windows without a truth, and those that hold enough of one; what is between is left out."""
    boxes: dict[int, list[list[float]]] = {}
    for truth in coco["annotations"]:
        boxes.setdefault(truth["image_id"], []).append(truth["bbox"])
    for image in coco["images"]:
        pixels = np.asarray(Image.open(root / "images" / image["file_name"]).convert("RGB"))
        height, width = pixels.shape[:2]
        for y in {0, max(0, height - WINDOW)}:
            for x in range(0, width - WINDOW + 1, WINDOW):
                area = 0.0
                for left, top, w, h in boxes.get(image["id"], []):
                    across = max(0.0, min(x + WINDOW, left + w) - max(x, left))
                    area += across * max(0.0, min(y + WINDOW, top + h) - max(y, top))
                if area == 0 or area >= LEAST_PITTED:
                    part = pixels[y : y + WINDOW, x : x + WINDOW]
                    yield area > 0, Item(png(part), image["file_name"])


def png(pixels: np.ndarray) -> bytes:
    out = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(pixels)).save(out, "PNG", compress_level=1)
    return out.getvalue()


def held_out(items: list[Item], seed: int) -> set[str]:
    """Groups for validation: about a fifth of the images, a group on one side only."""
    groups = sorted({item.group for item in items})
    random.Random(seed).shuffle(groups)
    chosen: set[str] = set()
    for group in groups:
        if sum(item.group in chosen for item in items) >= VALIDATION * len(items):
            break
        chosen.add(group)
    return chosen


def write_job(folder: Path, items: list[Item], seed: int, params: dict[str, Any]) -> Path:
    """Blobs, manifest and job.json for a training on good images alone. Gives the path of job.json."""
    validation = held_out(items, seed)
    rows = []
    for i, item in enumerate(items):
        width, height = Image.open(io.BytesIO(item.data)).size
        part = "val" if item.group in validation else "train"
        row = {"image": i + 1, "sha256": put_blob(folder, item.data), "w": width, "h": height, "part": part}
        rows.append({**row, "role": "ok", "group": item.group, "rev": 1, "name": f"{i}", "shapes": []})
    return write_training(folder, "anomaly", ["defect"], rows, seed, params)
