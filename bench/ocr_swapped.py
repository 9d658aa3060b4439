"""Where texts of our pipeline and of the package rapidocr begin to differ: one stage after the other is rapidocr's.

`FOLDER SET SIZE [PART]`: FOLDER holds what `ocr_read.py export FOLDER SIZE` wrote. For a Python that has rapidocr, with
`engine` on PYTHONPATH. Prints for each pipeline how many texts are as rapidocr's, and how many are right; matched by
bounds that overlap by half, as `ocr-pipeline.ts` does.

map: scaling of the image, network, probabilities. boxes: from map to quadrilaterals. crop: from quadrilateral to strip.
columns: how wide the strip is with what stands beside it.
"""

from __future__ import annotations

import json
import math
import sys
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnxruntime
import rapidocr
from loupe_engine.data.decode import decode
from loupe_engine.recipes.text.boxes import TextThresholds, text_boxes
from loupe_engine.recipes.text.decode import collapse
from loupe_engine.recipes.text.widths import HEIGHT, columns_of
from rapidocr.ch_ppocr_det.utils import DBPostProcess, DetPreProcess
from rapidocr.utils.process_img import get_rotate_crop_image

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
MODELS = Path(rapidocr.__file__).parent / "models"
STAGES = ("map", "boxes", "crop", "columns")
ALIKE, SURE = 0.5, 0.5  # overlap of the same text; score under which nobody is sure of one
LEAST = 320  # columns that rapidocr gives a text

Read = tuple[list[float], str, float]


def session_of(path: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


@dataclass
class Pipelines:
    folder: Path
    size: int

    def __post_init__(self) -> None:
        self.finder, self.reader = session_of(self.folder / "det.onnx"), session_of(self.folder / "rec.onnx")
        self.peer_finder = session_of(MODELS / "PP-OCRv6_det_small.onnx")
        self.peer_reader = session_of(MODELS / "PP-OCRv6_rec_small.onnx")
        about = self.reader.get_modelmeta().custom_metadata_map["loupe"]
        self.characters = json.loads(about)["characters"]
        listed = self.peer_reader.get_modelmeta().custom_metadata_map["character"]
        self.peer_characters = [*listed.split("\n"), " "]

    def read_all(self, pixels: np.ndarray, theirs: frozenset[str]) -> list[Read]:
        """What a pipeline finds and reads whose stages `theirs` are rapidocr's."""
        return [(quad, *self.read(pixels, quad, theirs)) for quad in self.find(pixels, theirs)]

    def find(self, pixels: np.ndarray, theirs: frozenset[str]) -> list[list[float]]:
        size = pixels.shape[:2]
        if "map" in theirs:
            given = DetPreProcess(self.size, "max")(np.ascontiguousarray(pixels[..., ::-1]))
            levels = self.peer_finder.run(None, {self.peer_finder.get_inputs()[0].name: given})[0][0, 0]
            scale = size[1] / levels.shape[1], size[0] / levels.shape[0]
        else:
            levels, found = self.finder.run(None, {"image": pixels})
            levels, scale = levels.astype(np.float32) / 255, tuple(map(float, found))
        if "boxes" in theirs:
            boxes, _ = DBPostProcess(0.3, 0.5, 1000, 1.0, "fast", False)(levels[None, None], size)
            return [box.astype(float).ravel().tolist() for box in boxes]
        rounded = np.round(levels * 255).astype(np.uint8)
        return text_boxes(rounded, scale, size, TextThresholds()).quads.tolist()

    def read(self, pixels: np.ndarray, quad: list[float], theirs: frozenset[str]) -> tuple[str, float]:
        corners = np.array(quad, np.float32).reshape(4, 2)
        if "crop" in theirs:
            crop = get_rotate_crop_image(np.ascontiguousarray(pixels[..., ::-1]), corners.copy())
            if not crop.size:
                return "", 0.0
            columns, content = widths_of(crop_quad(crop), "columns" in theirs)
            strip = cv2.resize(crop, (content, HEIGHT)).astype(np.float32) / 127.5 - 1
            given = np.zeros((1, 3, HEIGHT, columns), np.float32)
            given[0, :, :, :content] = strip.transpose(2, 0, 1)
            answers = self.peer_reader.run(None, {self.peer_reader.get_inputs()[0].name: given})[0][0]
            return scored(collapse(answers.argmax(1).tolist(), answers.max(1).tolist(), self.peer_characters))
        columns, content = widths_of(quad, "columns" in theirs)
        given = {"quad": corners, "columns": np.zeros(columns, np.float32), "content": np.array([content], np.float32)}
        ids, scores = self.reader.run(None, {"image": pixels, **given})
        return scored(collapse(ids.tolist(), scores.tolist(), self.characters))


def crop_quad(crop: np.ndarray) -> list[float]:
    high, wide = crop.shape[:2]
    return [0, 0, wide, 0, wide, high, 0, high]


def widths_of(quad: Sequence[float], theirs: bool) -> tuple[int, int]:
    """(columns, content); theirs without a bound, in the steps of sixteen that our graph takes."""
    if not theirs:
        return columns_of(quad, "keep", LEAST)
    x0, y0, x1, y1, x2, y2, x3, y3 = quad
    wide = max(math.hypot(x1 - x0, y1 - y0), math.hypot(x2 - x3, y2 - y3))
    high = max(math.hypot(x2 - x1, y2 - y1), math.hypot(x3 - x0, y3 - y0))
    content = max(1, math.ceil(HEIGHT * wide / max(high, 1)))
    return max(LEAST, -(-content // 16) * 16), content


def scored(found: tuple[str, list[float]]) -> tuple[str, float]:
    text, scores = found
    return text, sum(scores) / len(scores) if scores else 0.0


def overlap(one: Sequence[float], other: Sequence[float]) -> float:
    a, b = (np.array(quad).reshape(-1, 2) for quad in (one, other))
    low, high = np.maximum(a.min(0), b.min(0)), np.minimum(a.max(0), b.max(0))
    both = float(np.prod((high - low).clip(0)))
    areas = sum(float(np.prod(points.max(0) - points.min(0))) for points in (a, b))
    return both / max(areas - both, 1)


def same(one: str, other: str, fold: bool = False) -> bool:
    a, b = (unicodedata.normalize("NFKC", text).strip(" ") for text in (one, other))
    return (a.lower() == b.lower()) if fold else a == b


def compared(ours: list[Read], theirs: list[Read]) -> np.ndarray:
    """(equal, texts) of what one of both is sure of."""
    left, found = list(range(len(theirs))), np.zeros(2, int)
    for one in ours:
        at = next((i for i in left if overlap(one[0], theirs[i][0]) >= ALIKE), None)
        other = None if at is None else theirs[at]
        if at is not None:
            left.remove(at)
        if max(one[2], other[2] if other else 0) >= SURE:
            found += (other is not None and same(one[1], other[1]), 1)
    found[1] += sum(theirs[i][2] >= SURE for i in left)
    return found


def judged(found: list[Read], truths: list[dict[str, Any]], fold: bool) -> np.ndarray:
    """(truths, found, right), the best pairs first."""
    quads = [np.ravel(one["points"]).tolist() for one in truths]
    pairs = [(overlap(one[0], quad), i, k) for i, one in enumerate(found) for k, quad in enumerate(quads)]
    of: dict[int, int] = {}
    for value, i, k in sorted(pairs, reverse=True):
        if value >= ALIKE and k not in of and i not in of.values():
            of[k] = i
    counted = [k for k, one in enumerate(truths) if not one["difficult"]]
    right = sum(k in of and same(found[of[k]][1], truths[k]["transcription"], fold) for k in counted)
    return np.array([len(counted), sum(k in of for k in counted), right])


def main(folder: str, name: str, size: str, part: str = "test") -> None:
    lines = [json.loads(line) for line in (DATA / name / f"{part}.jsonl").read_text("utf-8").splitlines()]
    images = [decode((DATA / name / line["image"]).read_bytes()) for line in lines]
    pipelines = Pipelines(Path(folder), int(size))
    every = frozenset(STAGES)
    peer = [pipelines.read_all(pixels, every) for pixels in images]
    one_by_one = [frozenset({stage}) for stage in STAGES]
    for theirs in (frozenset(), *one_by_one, *(every - one for one in one_by_one), every):
        read = peer if theirs == every else [pipelines.read_all(pixels, theirs) for pixels in images]
        equal, texts = sum(map(compared, read, peer), np.zeros(2, int)).tolist()
        rows = [judged(found, line["label"], name == "ocr-sroie") for found, line in zip(read, lines, strict=True)]
        truths, found, right = np.sum(rows, 0).tolist()
        row = {"theirs": [stage for stage in STAGES if stage in theirs], "equal": equal, "texts": texts}
        print(json.dumps(row | {"truths": truths, "found": found, "right": right}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
