"""Images and truths of `detect`: checked, split, and made into batches by (seed, epoch, index) alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
import torch

from ...data.augment import Sample, Warp, blend, change_brightness, crop, degrade, erase, flip, mosaic, recolour
from ...data.blending import with_channels
from ...data.images import ImageStore, UnusableImage
from ...data.manifest import ManifestImage, Shape
from ...data.outlines import (
    IGNORE,
    Outlines,
    boxes_of,
    clip_ring,
    contains,
    is_tiny,
    outlines_of,
    scaled_by,
    turned_round,
)
from ...data.pasting import objects_of, paste_objects
from ...data.sampling import Passes, turns_of
from ...faults import Fault
from ...nn.letterbox import fitted, shrink, whole_strides
from ..base import Plan
from .length import closing_epochs, repeats_of
from .params import Params

OUTSIDE_PX = 1.0  # truths may stand out of the image by rounding; beyond this they are clipped with a warning
STRIDE = 32  # of the coarsest level of most networks: sides of what is taught are multiples of it
MOST_TURNED = 30  # degrees; beyond, an image lies across its own shape
ORDER, SAMPLE, SIZE = 1, 2, 3  # streams of randomness, so that none repeats another


@dataclass(frozen=True)
class Entry:
    """An image with its truths as outlines in its own pixels (upright, unscaled)."""

    image: ManifestImage
    outlines: Outlines


@dataclass
class Batch:
    """images (B, C, H, W) uint8 with C 1 or 3; in their pixels truths (M, 6) float32: number of the image in the
    batch, label, x1, y1, x2, y2; and regions to ignore (K, 5) float32: number of the image, x1, y1, x2, y2.
    """

    images: np.ndarray
    truths: np.ndarray
    ignored: np.ndarray
    step: tuple[int, int]


def make_entries(
    images: list[ManifestImage], warn: Callable[..., None], is_filled: Callable[[Shape], bool] = lambda shape: True
) -> list[Entry]:
    """Truths as outlines, clipped to their images. One warning tells how many stand out, another how many have no
    width or no height and teach nothing; each names a file. `is_filled`: whether the inside of a shape is the object.
    """
    outside: list[str] = []
    flat: list[str] = []
    entries = []
    for image in images:
        size = (float(image.width), float(image.height))
        labels, truths, filled = [], [], []
        for shape in image.shapes:
            rings = rings_of_shape(shape)
            points = rings[0]
            if max(-points.min(), (points - size).max()) > OUTSIDE_PX:
                outside.append(image.name)
            pieces = clip_ring(points, (0.0, 0.0), size)
            sides = np.ptp(np.concatenate(pieces), axis=0) if pieces else np.zeros(2)
            if sides.min() <= 0:
                flat += [image.name] if (np.ptp(points, axis=0) <= 0).any() else []
                continue
            labels.append(IGNORE if shape.ignore or shape.label is None else shape.label)
            filled.append(is_filled(shape))
            truths.append(pieces + [piece for hole in rings[1:] for piece in clip_ring(hole, (0.0, 0.0), size)])
        entries.append(Entry(image, outlines_of(labels, truths, filled)))
    for code, names in (("data.labelOutside", outside), ("data.labelFlat", flat)):
        if names:
            warn(code, file=names[0], count=len(names))
    return entries


def rings_of_shape(shape: Shape) -> list[np.ndarray]:
    """The outline (P, 2) of a shape, then its holes and further pieces: a ring that lies in no other one, or in one
    that is a hole, is a piece. Two points are the corners of a rectangle.
    """
    points = np.array(shape.points, np.float64).reshape(-1, 2)
    if not len(points) or not np.isfinite(points).all():
        raise Fault("job.invalid", "prepare", field="manifest", reason=f"a {shape.kind} without finite points")
    if len(points) == 2:
        (x1, y1), (x2, y2) = points
        points = np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]])
    rings = [ring for ring in np.split(points, [at for at in shape.parts if 0 < at < len(points)]) if len(ring)]
    within = [sum(contains(other, ring[0]) for j, other in enumerate(rings) if j != i) for i, ring in enumerate(rings)]
    return [turned_round(ring, hole=depth % 2 == 1) for ring, depth in zip(rings, within, strict=True)]


def name_tiny(entries: list[Entry], image_size: int, warn: Callable[..., None]) -> None:
    """Warn of objects that are too small at the training size to be taught, with their number and a file."""
    count, first = 0, None
    for entry in entries:
        gain = image_size / max(entry.image.width, entry.image.height)
        tiny = is_tiny(boxes_of(entry.outlines) * gain) & (entry.outlines.labels >= 0)
        if tiny.any():
            count, first = count + int(tiny.sum()), first or entry.image.name
    if first is not None:
        warn("data.tiny", file=first, count=count)


def room_of(entries: list[Entry], params: Params) -> tuple[int, int]:
    """Height and width into which all images fit after their longest side is scaled to the training size, up to whole
    strides: long images need not learn, nor be judged, on a square that is mostly empty.

    A square where images are turned much or cut: then their shape says nothing.
    """
    size = params.image_size
    if params.rotate > MOST_TURNED or params.crop_share or not entries:
        return size, size
    sides = [fitted(entry.image.height, entry.image.width, size) for entry in entries]
    high, wide = (min(size, whole_strides(max(side), STRIDE)) for side in zip(*sides, strict=True))
    return high, wide


def scaled_to(room: tuple[int, int], share: float) -> tuple[int, int]:
    """Height and width of images in a room, where a batch shows them at a share of the training size."""
    return max(1, round(room[0] * share)), max(1, round(room[1] * share))


def require_truths(train: list[Entry], validation: list[Entry]) -> None:
    """Raises Fault when there is nothing to learn from or nothing to choose weights by."""
    if not train:
        raise Fault("data.empty", "prepare")
    if not validation:
        raise Fault("data.noValidation", "prepare")
    if not any((entry.outlines.labels >= 0).any() for entry in train):
        raise Fault("data.noObjects", "prepare", images=len(train))


class TrainingSet:
    """Batches of changed images. Every batch is a pure function of (seed, epoch, position)."""

    def __init__(
        self,
        entries: list[Entry],
        store: ImageStore,
        params: Params,
        seed: int,
        warn: Callable,
        detail: ImageStore | None = None,
        room: tuple[int, int] | None = None,
    ) -> None:
        """`detail` holds the images from which crops are taken; `room`: height and width of what is taught, a square of
        the training size where none is given.
        """
        self.detail = detail
        self.room = room or (params.image_size, params.image_size)
        self.entries, self.store, self.params, self.seed, self.warn = entries, store, params, seed, warn
        self.objects = objects_of([(entry.outlines, (entry.image.width, entry.image.height)) for entry in entries])
        self.passes = Passes([entry.outlines.labels for entry in entries], params.repeat_rare, params.empty_share)
        self.batch_size = min(params.batch_size, self.passes.size)
        self.repeats = repeats_of(params, self.passes.size, self.batch_size)
        self.mixed = params.epochs - closing_epochs(params, params.epochs)  # epochs
        self._warned: set[str] = set()
        # Two epochs: batches made ahead reach over the end of one. Of several threads each finds or makes the same.
        self._uses = lru_cache(maxsize=2)(self._uses_of)

    @property
    def batches(self) -> int:
        """Steps of an epoch that goes through all images."""
        return -(-self.uses // self.batch_size)

    @property
    def uses(self) -> int:
        """Of images, in an epoch."""
        return self.passes.size * self.repeats

    def use(self, plan: Plan) -> None:
        """Make batches as this plan has them."""
        self.repeats, self.mixed = plan.repeats, plan.epochs - plan.closing

    def batch(self, step: tuple[int, int]) -> Batch:
        """The batch at (epoch, position), of what `changed` gives."""
        images, outlines = self.changed(step)
        return Batch(images, *packed(outlines), step)

    def changed(self, step: tuple[int, int]) -> tuple[np.ndarray, list[Outlines]]:
        """Images (B, C, S, T) uint8 of a batch and the outlines in each. Every image comes as often in an epoch as its
        passes say, each time changed otherwise; where their number is no multiple of the batch size, batches are made
        almost equal and none of them larger than it.
        """
        epoch, position = step
        samples = [self.sample(epoch, *map(int, use)) for use in self._uses(epoch, self.repeats)[position]]
        channels = max(s.image.shape[2] for s in samples)
        images = np.stack([with_channels(s.image, channels) for s in samples])
        return np.ascontiguousarray(images.transpose(0, 3, 1, 2)), [s.outlines for s in samples]

    def _uses_of(self, epoch: int, repeats: int) -> list[np.ndarray]:
        """For each batch of an epoch its uses (B, 2) int64: image, and how often the epoch used it before."""
        rng, first = np.random.default_rng([self.seed, ORDER, epoch]), epoch * repeats
        order = np.concatenate([self.passes.order(rng, self.seed, first + i) for i in range(repeats)])
        return np.array_split(np.stack([order, turns_of(order)], 1), -(-len(order) // self.batch_size))

    def sample(self, epoch: int, index: int, turn: int = 0) -> Sample:
        """An image, changed for the `turn`th time in an epoch; in the last epochs alone on its canvas, as it will be in
        use.
        """
        p = self.params
        rng = np.random.default_rng([self.seed, SAMPLE, epoch, index, *([turn] if turn else [])])
        mixing = epoch < self.mixed
        sample = self._composed(rng, index, mixing)
        if mixing and rng.random() < p.mixup:
            sample = blend(rng, sample, self._composed(rng, *self.passes.any_of(rng, 1), mixing))
        sample = flip(sample, rng.random() < p.flip_horizontal, rng.random() < p.flip_vertical)
        if p.erase and rng.random() < p.erase:
            sample = erase(rng, sample)
        image = recolour(rng, sample.image, p.hue, p.saturation, p.brightness)
        image = change_brightness(rng, image, p.contrast, p.brightness_shift)
        sample.image = degrade(rng, image, p.grey, p.blur, p.noise)
        return sample

    def _composed(self, rng: np.random.Generator, index: int, mixing: bool) -> Sample:
        p = self.params
        four = rng.random() < p.mosaic and mixing
        others = self.passes.any_of(rng, 3)
        indexes = [index, *others] if four else [index]
        warp = Warp(p.rotate, p.scale, p.translate, p.perspective)
        return mosaic(rng, self.room, [self._part(rng, i, mixing) for i in indexes], warp)

    def _part(self, rng: np.random.Generator, index: int, mixing: bool) -> tuple[np.ndarray, Outlines]:
        """A whole image, or for some of them an enlarged crop; for some with pasted objects."""
        p = self.params
        is_crop = self.detail is not None and rng.uniform(0, 100) < p.crop_share
        load = partial(self._load_from, self.detail) if is_crop else self.load
        pixels, outlines = load(index) if is_crop else self.look(rng, index)
        if mixing and p.copy_paste and rng.random() < p.copy_paste:
            mirror = (p.flip_horizontal > 0, p.flip_vertical > 0)
            pixels, outlines = paste_objects(rng, pixels, outlines, self.objects, load, mirror)
        if not is_crop:
            return pixels, outlines
        part, outlines = crop(rng, pixels, outlines, p.crop_width, p.crop_height)
        small = shrink(torch.from_numpy(np.ascontiguousarray(part)), p.image_size).numpy()
        gain = np.array([small.shape[1] / part.shape[1], small.shape[0] / part.shape[0]])
        return small, scaled_by(outlines, gain)

    def _load_from(self, store: ImageStore, index: int) -> tuple[np.ndarray, Outlines]:
        """As `load`, at the scale of another store."""
        entry = self.entries[index]
        try:
            pixels = store.get(entry.image)
        except UnusableImage:
            return self.load(index)  # which names it
        gain = np.array([pixels.shape[1] / entry.image.width, pixels.shape[0] / entry.image.height])
        return pixels, scaled_by(entry.outlines, gain)

    def look(self, rng: np.random.Generator, index: int) -> tuple[np.ndarray, Outlines]:
        """As `load`, the way a batch sees the image this time."""
        return self.load(index)

    def load(self, index: int) -> tuple[np.ndarray, Outlines]:
        """A scaled image (h, w, C) and its outlines at that scale."""
        return self.shown(self.entries[index])

    def shown(self, entry: Entry) -> tuple[np.ndarray, Outlines]:
        """A scaled image (h, w, C) and its outlines at that scale.

        An image that breaks only now is plain grey and one region to ignore: it teaches nothing, and the order of all
        others stays as it was.
        """
        height, width = fitted(entry.image.height, entry.image.width, self.params.image_size)
        try:
            pixels = self.store.get(entry.image)
        except UnusableImage as error:
            if entry.image.sha256 not in self._warned:
                self._warned.add(entry.image.sha256)
                self.warn(error.code, file=entry.image.name, image=entry.image.id, reason=error.reason[:200])
            corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
            return np.full((height, width, 1), 114, np.uint8), outlines_of([IGNORE], [[corners]])
        gain = np.array([width / entry.image.width, height / entry.image.height])
        return pixels, scaled_by(entry.outlines, gain)


def packed(outlines: list[Outlines]) -> tuple[np.ndarray, np.ndarray]:
    """Truths (M, 6) and regions to ignore (K, 5) of a batch, as `Batch` has them. What is tiny is not taught."""
    boxes = [boxes_of(one).astype(np.float32) for one in outlines]
    box = np.concatenate(boxes)
    image = np.repeat(np.arange(len(outlines), dtype=np.float32), [len(one) for one in boxes])[:, None]
    label = np.concatenate([one.labels for one in outlines]).astype(np.float32)[:, None]
    taught = np.concatenate([is_taught(one, at) for one, at in zip(outlines, boxes, strict=True)])
    truths = np.concatenate([image, label, box], 1)[taught]
    return truths, np.concatenate([image, box], 1)[~taught]


def is_taught(outlines: Outlines, boxes: np.ndarray) -> np.ndarray:
    """Which truths, with boxes (N, 4) around them, are rows of a batch, (N,) bool; the others are ignored."""
    return (outlines.labels >= 0) & ~is_tiny(boxes)


def typical_sides(entries: list[Entry], image_size: int, strides: list[int]) -> list[float]:
    """For each level the typical distance in strides from a point inside to a box side: where the head starts."""
    halves = []
    for entry in entries:
        gain = image_size / max(entry.image.width, entry.image.height)
        boxes = boxes_of(entry.outlines)[entry.outlines.labels >= 0] * gain
        halves.append(np.sqrt((boxes[:, 2:] - boxes[:, :2]).prod(1)) / 2)
    half = np.concatenate(halves) if halves else np.zeros(0)
    typical = float(np.median(half)) if len(half) else strides[0]
    return [float(np.clip(typical / stride, 1.0, 8.0)) for stride in strides]
