"""Sets of detection (COCO folders) as jobs of the engine, and how good a trained graph is on their test part.

Used by the benches that train detectors on real images. `SET IMAGES DRAW` prints the sizes of the objects on the drawn
images: the side of a square as large over the longest side of the image; none where there is no such set. With `coco`
after it: the drawn images and those of the test part as COCO files; null where there is no such set.
"""

from __future__ import annotations

import json
import os
import random
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnxruntime
from loupe_engine.data.decode import decode
from loupe_engine.data.manifest import ManifestImage, Shape
from loupe_engine.recipes.detect.data import make_entries
from loupe_engine.recipes.detect.export import FLOOR
from loupe_engine.recipes.detect.metrics import Detections, Scores, evaluate

from jobs import put_blob, write_training

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
CACHE = Path(__file__).resolve().parents[1] / ".cache" / "sets"
NMS, MATCH = 0.6, 0.5  # the defaults of the training form


@dataclass(frozen=True)
class Item:
    """An image file with its boxes (label, x1, y1, x2, y2) in pixels."""

    file: Path
    width: int
    height: int
    boxes: tuple[tuple[int, float, float, float, float], ...]


@dataclass(frozen=True)
class DetectionSet:
    """Images to learn from and images to judge by, with the names of the labels."""

    labels: tuple[str, ...]
    train: tuple[Item, ...]
    test: tuple[Item, ...]


def load(name: str) -> DetectionSet | None:
    """The set of that name under shared/data; None where it is not there. `SET@SIDE`: with its images made smaller."""
    name, _, side = name.partition("@")
    root = DATA / name
    if not root.is_dir():
        return None
    parts = {part: read_part(root, part) for part in ("train", "test")}
    train, test = (parts[part][1] for part in ("train", "test"))
    if side:
        train, test = (
            tuple(smaller(item, int(side), CACHE / f"{name}@{side}") for item in all) for all in (train, test)
        )
    return DetectionSet(parts["train"][0], train, test)


def smaller(item: Item, side: int, folder: Path) -> Item:
    """The image with so many pixels on its longest side, kept in a folder, and its boxes."""
    scale = side / max(item.width, item.height)
    width, height = round(item.width * scale), round(item.height * scale)
    file = folder / f"{item.file.stem}.png"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        pixels = cv2.imread(str(item.file), cv2.IMREAD_UNCHANGED)
        made = file.with_suffix(f".{os.getpid()}.png")
        cv2.imwrite(str(made), cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA))
        made.replace(file)
    boxes = tuple((label, *(at * scale for at in sides)) for label, *sides in item.boxes)
    return Item(file, width, height, boxes)


def read_part(root: Path, part: str) -> tuple[tuple[str, ...], tuple[Item, ...]]:
    """Labels and images of a COCO part."""
    coco = json.loads((root / "annotations" / f"{part}.json").read_text("utf-8"))
    kinds = sorted(coco["categories"], key=lambda one: one["id"])
    label = {kind["id"]: i for i, kind in enumerate(kinds)}
    boxes: dict[int, list[tuple[int, float, float, float, float]]] = {}
    for truth in coco["annotations"]:
        x, y, width, height = truth["bbox"]
        box = (label[truth["category_id"]], x, y, x + width, y + height)
        boxes.setdefault(truth["image_id"], []).append(box)
    items = (
        Item(root / "images" / one["file_name"], one["width"], one["height"], tuple(boxes.get(one["id"], ())))
        for one in coco["images"]
    )
    return tuple(kind["name"] for kind in kinds), tuple(items)


def drawn(items: tuple[Item, ...], count: int, seed: int) -> list[Item]:
    """So many images, by the seed alone; all of them in a drawn order where there are no more."""
    return random.Random(seed).sample(items, min(count, len(items)))


def write_job(
    folder: Path,
    labels: tuple[str, ...],
    train: list[Item],
    validation: list[Item],
    seed: int,
    params: dict[str, Any],
    threads: int = 1,
) -> Path:
    """Blobs, manifest and job.json of a training. Gives the path of job.json."""
    rows = []
    parts = [("train", item) for item in train] + [("val", item) for item in validation]
    for i, (part, item) in enumerate(parts, 1):
        shapes = [
            {"id": f"{i}-{n}", "c": box[0], "kind": "rect", "p": box[1:], "parts": [0], "text": None, "ignore": False}
            for n, box in enumerate(item.boxes)
        ]
        sha256 = put_blob(folder, item.file.read_bytes())
        told = {"image": i, "sha256": sha256, "w": item.width, "h": item.height, "group": "", "rev": 1}
        rows.append({**told, "part": part, "name": item.file.name, "shapes": shapes})
    return write_training(folder, "detect", labels, rows, seed, params, threads)


def judge(model: Path, labels: tuple[str, ...], test: tuple[Item, ...]) -> Scores:
    """Figures of an exported graph on images that its training has not seen, from their files, on one thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    given = {"iou_threshold": np.array([NMS], np.float32), "score_threshold": np.array([FLOOR], np.float32)}
    found = [Detections(*session.run(None, {"image": decode(item.file.read_bytes()), **given})) for item in test]
    images = [
        ManifestImage(i, "", item.width, item.height, "test", item.file.name, tuple(map(_shape, item.boxes)))
        for i, item in enumerate(test, 1)
    ]
    return evaluate(make_entries(images, lambda *told, **args: None), found, len(labels), MATCH)


def _shape(box: tuple[int, float, float, float, float]) -> Shape:
    return Shape(box[0], "rect", box[1:], False)


def sides(name: str, images: str, draw: str) -> list[float]:
    """Of the objects of a drawn set, as the training form has them."""
    found = load(name)
    items = drawn(found.train, int(images) or len(found.train), int(draw)) if found else []
    return [
        ((x2 - x1) * (y2 - y1)) ** 0.5 / max(item.width, item.height)
        for item in items
        for _, x1, y1, x2, y2 in item.boxes
    ]


def coco(name: str, images: str, draw: str) -> dict[str, Any] | None:
    """The drawn images and the test part, as COCO files that name whole paths."""
    found = load(name)
    if found is None:
        return None
    parts = {"train": drawn(found.train, int(images) or len(found.train), int(draw)), "test": list(found.test)}
    return {part: _coco(found.labels, items) for part, items in parts.items()}


def _coco(labels: tuple[str, ...], items: list[Item]) -> dict[str, Any]:
    boxes = [(image, *box) for image, item in enumerate(items, 1) for box in item.boxes]
    return {
        "images": [
            {"id": i, "file_name": str(item.file), "width": item.width, "height": item.height}
            for i, item in enumerate(items, 1)
        ],
        "categories": [{"id": i, "name": name} for i, name in enumerate(labels)],
        "annotations": [
            {"id": i, "image_id": image, "category_id": label, "bbox": [x1, y1, x2 - x1, y2 - y1]}
            for i, (image, label, x1, y1, x2, y2) in enumerate(boxes, 1)
        ],
    }


if __name__ == "__main__":
    print(json.dumps(coco(*sys.argv[1:4]) if sys.argv[4:] == ["coco"] else sides(*sys.argv[1:])))
