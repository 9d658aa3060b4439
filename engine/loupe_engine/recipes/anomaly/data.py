"""Pictures of `anomaly`: good and bad by their role, checked, split, and made into batches by (seed, epoch, index)
alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from ...data.manifest import Picture
from ...data.pictures import BadPicture, PictureStore
from ...faults import Fault
from ...nn.letterbox import FILL, scaled
from .model import MAP_STRIDE, STRIDE
from .params import Params
from .regions import counted
from .synth import add_defects

ORDER, SAMPLE = 1, 2  # streams of randomness, so that none repeats another
LEAST_OK = 4  # good pictures, those kept for validation with them
HELD_BACK = 5  # one part of so many is kept for the threshold where the server kept none
CLEAN = 0.25  # share of samples without a defect
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
    """Good ones to learn from and to validate with, bad ones to validate with; what is odd is told by a file's name."""
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


class TrainingSet:
    """Batches of good pictures with invented defects. Every batch is a pure function of (seed, epoch, position)."""

    def __init__(
        self, pictures: list[Picture], store: PictureStore, params: Params, seed: int, warn: Callable[..., None]
    ) -> None:
        self.pictures, self.store, self.params, self.seed, self.warn = pictures, store, params, seed, warn
        sizes = [self.size_of(p) for p in pictures]
        if params.rotate90:
            sizes += [(w, h) for h, w in sizes]
        self.canvas = tuple(-(-max(sides) // STRIDE) * STRIDE for sides in zip(*sizes, strict=True))
        self._warned: set[str] = set()
        self._refuse_flat()

    def _refuse_flat(self) -> None:
        """Pictures that are all of one colour, as a covered camera gives, teach nothing. Raises Fault data.allFlat."""
        for i in range(len(self.pictures)):
            pixels = self.load(i)
            if pixels is None or not is_flat(pixels):
                return
        raise Fault("data.allFlat", "prepare", self.pictures[0].name, count=len(self.pictures))

    def size_of(self, picture: Picture) -> tuple[int, int]:
        """(height, width) of a picture as the network sees it."""
        longest, size = max(picture.width, picture.height), self.params.image_size
        return int(scaled(picture.height, longest, size)), int(scaled(picture.width, longest, size))

    def indexes(self, epoch: int, position: int, count: int) -> list[int]:
        """Which pictures a batch is of: all of them once, in an order of their own, before any comes again."""
        total = len(self.pictures)
        at = position * count + np.arange(count)
        orders = {
            int(r): np.random.default_rng([self.seed, ORDER, epoch, int(r)]).permutation(total) for r in at // total
        }
        return [int(orders[int(i) // total][int(i) % total]) for i in at]

    def load(self, index: int) -> np.ndarray | None:
        """A scaled picture (h, w, C); None where it breaks only now, which is told once."""
        picture = self.pictures[index]
        try:
            return self.store.get(picture)
        except BadPicture as error:
            if picture.sha256 not in self._warned:
                self._warned.add(picture.sha256)
                self.warn(error.code, file=picture.name, image=picture.image, reason=error.reason[:200])
            return None

    def batch(self, step: tuple[int, int], count: int) -> Batch:
        """The batch at (epoch, position) to learn from."""
        epoch, position = step
        indexes = self.indexes(epoch, position, count)
        samples = [
            self._sample(np.random.default_rng([self.seed, SAMPLE, epoch, position, k]), i)
            for k, i in enumerate(indexes)
        ]
        channels = max(image.shape[2] for image, _, _ in samples)
        images = np.stack([np.repeat(image, channels // image.shape[2], axis=2) for image, _, _ in samples])
        masks, inside = (np.stack([s[i] for s in samples])[:, None] for i in (1, 2))
        return Batch(np.ascontiguousarray(images.transpose(0, 3, 1, 2)), masks, inside, indexes)

    def _sample(self, rng: np.random.Generator, index: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """A changed picture on the canvas (H, W, C) uint8, mask and counted cells (H / 2, W / 2) float32."""
        height, width = self.canvas
        p = self.params
        pixels = self.load(index)
        if pixels is None:
            cells = (height // MAP_STRIDE, width // MAP_STRIDE)
            return np.full((height, width, 1), GREY, np.uint8), *np.zeros((2, *cells), np.float32)
        h, w = pixels.shape[:2]
        inside = counted(h, w, h, w, p.region, p.ignore_regions).numpy().astype(np.float32)
        if p.flip_horizontal and rng.random() < 0.5:
            pixels, inside = pixels[:, ::-1], inside[:, ::-1]
        if p.flip_vertical and rng.random() < 0.5:
            pixels, inside = pixels[::-1], inside[::-1]
        if p.rotate90 and rng.random() < 0.5:
            pixels, inside = np.rot90(pixels), np.rot90(inside)
        h, w = pixels.shape[:2]
        image = np.ascontiguousarray(pixels, dtype=np.float32)
        gain, shift = 1 + rng.uniform(-p.contrast, p.contrast), 128 * rng.uniform(-p.brightness, p.brightness)
        image = np.clip((image - 128) * gain + 128 + shift, 0, 255)
        mask = np.zeros((h, w), np.float32)
        if rng.random() >= CLEAN:
            other = self.load(int(rng.integers(len(self.pictures))))
            image, mask = add_defects(rng, image, [] if other is None else [other], np.ascontiguousarray(inside))
        canvas = np.full((height, width, pixels.shape[2]), GREY, np.uint8)
        canvas[:h, :w] = np.round(image).astype(np.uint8)
        return canvas, _cells(mask, height, width, np.maximum), _cells(inside, height, width, np.minimum)


def _cells(values: np.ndarray, height: int, width: int, pick: np.ufunc) -> np.ndarray:
    """(h, w) on the canvas, two by two pixels to one cell by `pick`: (H / 2, W / 2) float32."""
    full = np.zeros((height, width), np.float32)
    full[: values.shape[0], : values.shape[1]] = values
    return pick(pick(full[::2, ::2], full[1::2, ::2]), pick(full[::2, 1::2], full[1::2, 1::2]))
