"""Images of `anomaly`: good and bad by their role, checked, split, put on canvases; the same for both methods."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from ...data.images import ImageStore, UnusableImage
from ...data.manifest import ManifestImage
from ...faults import Fault
from ...nn.letterbox import FILL, fitted, whole_strides
from .params import Params
from .regions import counted
from .scoring import MAP_STRIDE

LEAST_OK = 4  # good images, those kept for validation with them
HELD_BACK = 5  # one part of so many is kept for the threshold where the server kept none
GREY = round(FILL * 255)
STRIDE = 32  # sides of the canvas are multiples of this


@dataclass
class Images:
    """What a training works on. `ng` are all for validation."""

    train: list[ManifestImage]
    ok: list[ManifestImage]
    ng: list[ManifestImage]


@dataclass
class Batch:
    """images (B, C, H, W) uint8 with C 1 or 3; masks and counted (B, 1, H / 2, W / 2) float32, 0 or 1; its images."""

    images: np.ndarray
    masks: np.ndarray
    counted: np.ndarray
    indexes: list[int]


def sort_by_role(images: list[ManifestImage], warn: Callable[..., None]) -> Images:
    """Good ones to learn from and to validate with, bad ones to validate with; oddities are named by a file."""
    strays = [p for p in images if p.role == "ng" and p.part == "train"]
    if strays:
        warn("data.ngInTraining", file=strays[0].name, count=len(strays))
    marked = [p for p in images if p.role != "ng" and p.shapes]
    if marked:
        warn("data.maskOnOk", file=marked[0].name, count=len(marked))
    ok = [p for p in images if p.role != "ng"]
    ng = [_with_masks_inside(p, warn) for p in images if p.role == "ng" and p.part == "val"]
    return Images([p for p in ok if p.part == "train"], [p for p in ok if p.part == "val"], ng)


def _with_masks_inside(image: ManifestImage, warn: Callable[..., None]) -> ManifestImage:
    """The image without masks that lie outside of it: they are of an image of another size."""
    kept = []
    for shape in image.shapes:
        points = np.array(shape.points, np.float64).reshape(-1, 2)
        fits = len(points) >= 2 and bool(np.isfinite(points).all())
        if fits and (points.min() >= -1 and points[:, 0].max() <= image.width + 1):
            fits = points[:, 1].max() <= image.height + 1
        else:
            fits = False
        if fits:
            kept.append(shape)
    if len(kept) < len(image.shapes):
        warn("data.maskEmpty", file=image.name, count=len(image.shapes) - len(kept))
    return replace(image, shapes=tuple(kept))


def require_enough(found: Images) -> Images:
    """The images, with some held back for the threshold where there are none. Raises Fault data.noOk,
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
    return Images(train, held, found.ng)


def _hold_back(images: list[ManifestImage]) -> tuple[list[ManifestImage], list[ManifestImage]]:
    """Those to learn from and those to validate with. A part is on one side, but where there is no other."""
    keys = [p.group or str(p.id) for p in images]
    if len(set(keys)) < 2:
        keys = [str(i) for i in range(len(images))]
    groups = list(dict.fromkeys(keys))
    held = set(groups[HELD_BACK - 1 :: HELD_BACK] or groups[-1:])
    sides: tuple[list[ManifestImage], list[ManifestImage]] = ([], [])
    for key, image in zip(keys, images, strict=True):
        sides[key in held].append(image)
    return sides


def is_flat(pixels: np.ndarray) -> bool:
    """Whether an image (h, w, C) is of one colour."""
    return bool((pixels == pixels[0, 0]).all())


def truth_mask(image: ManifestImage, rows: int, columns: int) -> np.ndarray | None:
    """(rows, columns) bool: the defects of an image scaled to that size; None where nobody drew them."""
    shapes = [s for s in image.shapes if not s.ignore]
    if not shapes:
        return None
    mask = np.zeros((rows, columns), np.uint8)
    gain = np.array([columns / image.width, rows / image.height])
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


def refuse_flat(images: list[ManifestImage], store: ImageStore) -> None:
    """Images that are all of one colour, as a covered camera gives, teach nothing. Raises Fault data.allFlat."""
    for image in images:
        try:
            if not is_flat(store.get(image)):
                return
        except UnusableImage:
            return
    raise Fault("data.allFlat", "prepare", images[0].name, count=len(images))


def canvas_of(images: list[ManifestImage], params: Params) -> tuple[int, int]:
    """(height, width) of the least canvas that holds all these images, each with its longest side at the image size: a
    long part leaves no square half empty."""
    sizes = [fitted(image.height, image.width, params.image_size) for image in images]
    if params.rotate90:
        sizes += [(width, height) for height, width in sizes]
    height, width = (whole_strides(max(sides), STRIDE) for sides in zip(*sizes, strict=True))
    return height, width


def on_canvas(pixels: np.ndarray, canvas: tuple[int, int], params: Params) -> tuple[np.ndarray, np.ndarray]:
    """A scaled image (h, w, C) on what the network sees, (3, H, W) uint8, and its counted cells, (1, H / 2, W / 2)
    bool.
    """
    height, width = pixels.shape[:2]
    full = np.full((3, *canvas), GREY, np.uint8)
    full[:, :height, :width] = pixels.transpose(2, 0, 1)
    rows, columns = (side // MAP_STRIDE for side in canvas)
    here = height / MAP_STRIDE, width / MAP_STRIDE
    return full, counted(*here, rows, columns, params.region, params.ignore_regions)[None].numpy()
