"""Pictures of `anomaly`: good and bad by their role, checked, split, put on canvases; the same for both methods."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from ...data.manifest import Picture
from ...data.pictures import BadPicture, PictureStore
from ...faults import Fault
from ...nn.letterbox import FILL
from .params import Params
from .regions import counted
from .scoring import MAP_STRIDE

LEAST_OK = 4  # good pictures, those kept for validation with them
HELD_BACK = 5  # one part of so many is kept for the threshold where the server kept none
GREY = round(FILL * 255)


@dataclass
class Pictures:
    """What a training works on. `ng` are all for validation."""

    train: list[Picture]
    ok: list[Picture]
    ng: list[Picture]


@dataclass
class Batch:
    """images (B, C, H, W) uint8 with C 1 or 3; masks and counted (B, 1, H / 2, W / 2) float32, 0 or 1; its pictures."""

    images: np.ndarray
    masks: np.ndarray
    counted: np.ndarray
    indexes: list[int]


def sort_by_role(pictures: list[Picture], warn: Callable[..., None]) -> Pictures:
    """Good ones to learn from and to validate with, bad ones to validate with; oddities are named by a file."""
    strays = [p for p in pictures if p.role == "ng" and p.part == "train"]
    if strays:
        warn("data.ngInTraining", file=strays[0].name, count=len(strays))
    marked = [p for p in pictures if p.role != "ng" and p.shapes]
    if marked:
        warn("data.maskOnOk", file=marked[0].name, count=len(marked))
    ok = [p for p in pictures if p.role != "ng"]
    ng = [_with_masks_inside(p, warn) for p in pictures if p.role == "ng" and p.part == "val"]
    return Pictures([p for p in ok if p.part == "train"], [p for p in ok if p.part == "val"], ng)


def _with_masks_inside(picture: Picture, warn: Callable[..., None]) -> Picture:
    """The picture without masks that lie outside of it: they are of a picture of another size."""
    kept = []
    for shape in picture.shapes:
        points = np.array(shape.points, np.float64).reshape(-1, 2)
        fits = len(points) >= 2 and bool(np.isfinite(points).all())
        if fits and (points.min() >= -1 and points[:, 0].max() <= picture.width + 1):
            fits = points[:, 1].max() <= picture.height + 1
        else:
            fits = False
        if fits:
            kept.append(shape)
    if len(kept) < len(picture.shapes):
        warn("data.maskEmpty", file=picture.name, count=len(picture.shapes) - len(kept))
    return replace(picture, shapes=tuple(kept))


def require_enough(found: Pictures) -> Pictures:
    """The pictures, with some held back for the threshold where there are none. Raises Fault data.noOk,
    data.tooFewOk.
    """
    count = len(found.train) + len(found.ok)
    if not count or not found.train:
        raise Fault("data.noOk", "prepare")
    if count < LEAST_OK:
        raise Fault("data.tooFewOk", "prepare", found.train[0].name, count=count)
    if found.ok:
        return found
    train, held = _hold_back(found.train)
    return Pictures(train, held, found.ng)


def _hold_back(pictures: list[Picture]) -> tuple[list[Picture], list[Picture]]:
    """Those to learn from and those to validate with. A part is on one side, but where there is no other."""
    keys = [p.group or str(p.image) for p in pictures]
    if len(set(keys)) < 2:
        keys = [str(i) for i in range(len(pictures))]
    groups = list(dict.fromkeys(keys))
    held = set(groups[HELD_BACK - 1 :: HELD_BACK] or groups[-1:])
    sides: tuple[list[Picture], list[Picture]] = ([], [])
    for key, picture in zip(keys, pictures, strict=True):
        sides[key in held].append(picture)
    return sides


def is_flat(pixels: np.ndarray) -> bool:
    """Whether a picture (h, w, C) is of one colour."""
    return bool((pixels == pixels[0, 0]).all())


def truth_mask(picture: Picture, rows: int, columns: int) -> np.ndarray | None:
    """(rows, columns) bool: the defects of a picture scaled to that size; None where nobody drew them."""
    shapes = [s for s in picture.shapes if not s.ignore]
    if not shapes:
        return None
    mask = np.zeros((rows, columns), np.uint8)
    gain = np.array([columns / picture.width, rows / picture.height])
    for shape in shapes:
        points = np.array(shape.points, np.float64).reshape(-1, 2)
        if len(points) == 2:
            (x1, y1), (x2, y2) = points
            points = np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]])
        edges = [*shape.parts, len(points)]
        rings = [points[a:b] for a, b in itertools.pairwise(edges)] if len(points) > 2 else [points]
        one = np.zeros_like(mask)
        for i, ring in enumerate(r for r in rings if len(r)):
            drawn = [np.floor(ring * gain).astype(np.int32).clip(0, (columns - 1, rows - 1))]
            cv2.fillPoly(one, drawn, int(i == 0))
        mask |= one
    return mask.astype(bool)


def refuse_flat(pictures: list[Picture], store: PictureStore) -> None:
    """Pictures that are all of one colour, as a covered camera gives, teach nothing. Raises Fault data.allFlat."""
    for picture in pictures:
        try:
            if not is_flat(store.get(picture)):
                return
        except BadPicture:
            return
    raise Fault("data.allFlat", "prepare", pictures[0].name, count=len(pictures))


def on_canvas(pixels: np.ndarray, params: Params) -> tuple[np.ndarray, np.ndarray]:
    """A scaled picture (h, w, C) on the square that the network sees, (3, S, S) uint8, and its counted cells,
    (1, S / 2, S / 2) bool.
    """
    size, (height, width) = params.image_size, pixels.shape[:2]
    canvas = np.full((3, size, size), GREY, np.uint8)
    canvas[:, :height, :width] = pixels.transpose(2, 0, 1)
    cells = size // MAP_STRIDE
    here = height / MAP_STRIDE, width / MAP_STRIDE
    return canvas, counted(*here, cells, cells, params.region, params.ignore_regions)[None].numpy()
