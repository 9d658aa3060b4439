"""Crops of parts, and what was found in several of them put together.

The server has the same in `packages/geometry/src/crops.ts`; both are held to `packages/contract/fixtures/crops.json`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

GRID = 4  # pixels; crops lie on it, so that what two runtimes round otherwise seldom moves them
CUT_FROM = (
    GRID / 2 + 0.5
)  # how far a part may stick out: half of the grid, as every crop may lie, and what rounding does
Region = tuple[int, int, int, int]  # x, y, width, height in pixels of the image


@dataclass(frozen=True)
class CropRule:
    """How a crop is made of a part: its box with a margin, between a least and a most side.

    `margin`: percent of a side of the part, on either side of it; `width`, `height`: (least, most) in pixels; `square`:
    both sides as long as the longer one.
    """

    margin: float
    width: tuple[int, int]
    height: tuple[int, int]
    square: bool


def crop_of(box: Sequence[float], rule: CropRule, width: int, height: int) -> Region | None:
    """The crop of a part, x1 y1 x2 y2, in an image of that size; None for a box without area, or beside the image."""
    x1, y1, x2, y2 = map(float, box)
    if not all(map(math.isfinite, (x1, y1, x2, y2))) or x2 <= x1 or y2 <= y1:
        return None
    if x2 <= 0 or y2 <= 0 or x1 >= width or y1 >= height:
        return None
    grown = 1 + (2 * rule.margin) / 100
    w, h = (x2 - x1) * grown, (y2 - y1) * grown
    longer = max(w, h)
    x, wide = _extent(x1, x2, longer if rule.square else w, rule.width, width)
    y, high = _extent(y1, y2, longer if rule.square else h, rule.height, height)
    return x, y, wide, high


def _extent(low: float, high: float, wanted: float, bounds: tuple[int, int], length: int) -> tuple[int, int]:
    """Where the crop begins along one axis, and how long it is."""
    side = min(max(math.ceil(wanted / GRID) * GRID, bounds[0]), bounds[1], length)
    start = math.floor(((low + high) / 2 - side / 2) / GRID + 0.5) * GRID
    return min(max(start, 0), length - side), side


def is_cut(box: Sequence[float], crop: Region, width: int, height: int) -> bool:
    """Whether a crop shows not all of its part that is in the image: the greatest crop is smaller."""
    (x1, y1, x2, y2), (x, y, wide, high) = map(float, box), crop
    before = max(x - max(x1, 0), y - max(y1, 0))
    return max(before, min(x2, width) - (x + wide), min(y2, height) - (y + high)) > CUT_FROM


def is_steady(box: Sequence[float], rule: CropRule, width: int, height: int, by: float) -> bool:
    """Whether the crop stays the same where the sides of the box move by so many pixels."""
    crop = crop_of(box, rule, width, height)
    moves = product((-by, by), repeat=4)
    return all(crop_of(np.asarray(box, np.float64) + move, rule, width, height) == crop for move in moves)


def cover(box: np.ndarray, others: np.ndarray) -> np.ndarray:
    """The share of the smaller of two boxes that lies in the other: (4,) with (N, 4) gives (N,)."""
    sides = np.minimum(box[2:], others[:, 2:]) - np.maximum(box[:2], others[:, :2])
    shared = sides.clip(min=0).prod(1)
    least = np.minimum((box[2:] - box[:2]).clip(min=0).prod(), (others[:, 2:] - others[:, :2]).clip(min=0).prod(1))
    return np.where(least > 0, shared / np.where(least > 0, least, 1), 0.0)


def merge(boxes: np.ndarray, scores: np.ndarray, classes: np.ndarray, crops: np.ndarray, most: float) -> np.ndarray:
    """Findings of crops that overlap, the same thing only once; gives the indexes that stay, best first.

    boxes (N, 4) in pixels of the image; scores, classes and crops (N,): in which crop each was found. Of two of one
    label from different crops that cover each other by more than `most`, the one with the better score stays. Within
    a crop the network has done that.
    """
    boxes = np.asarray(boxes, np.float64).reshape(-1, 4)
    kept: list[int] = []
    for i in np.argsort(-np.asarray(scores, np.float64), kind="stable").tolist():
        rivals = [k for k in kept if crops[k] != crops[i] and classes[k] == classes[i]]
        if not (cover(boxes[i], boxes[rivals]) > most).any():
            kept.append(i)
    return np.array(kept, np.int64)
