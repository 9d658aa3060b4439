"""What the segmentation learns from: good images with synthetic defects, by (seed, epoch, index) alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ....data.blending import with_channels
from ....data.images import ImageStore, UnusableImage
from ....data.manifest import ManifestImage
from ..data import GREY, Batch, canvas_of
from ..params import Params
from ..regions import counted
from ..scoring import MAP_STRIDE
from .defects import add_defects

ORDER, SAMPLE = 1, 2  # streams of randomness, so that none repeats another
CLEAN = 0.25  # share of samples without a defect


class TrainingSet:
    """Batches of good images with synthetic defects. Every batch is a pure function of (seed, epoch, position)."""

    def __init__(
        self, images: list[ManifestImage], store: ImageStore, params: Params, seed: int, warn: Callable[..., None]
    ) -> None:
        self.images, self.store, self.params, self.seed, self.warn = images, store, params, seed, warn
        self.canvas = canvas_of(images, params)
        self._warned: set[str] = set()

    def indexes(self, epoch: int, position: int, count: int) -> list[int]:
        """Which images a batch is of: all of them once, in an order of their own, before any comes again."""
        total = len(self.images)
        at = position * count + np.arange(count)
        orders = {
            int(r): np.random.default_rng([self.seed, ORDER, epoch, int(r)]).permutation(total) for r in at // total
        }
        return [int(orders[int(i) // total][int(i) % total]) for i in at]

    def load(self, index: int) -> np.ndarray | None:
        """A scaled image (h, w, C); None where it breaks only now, which is warned of once."""
        image = self.images[index]
        try:
            return self.store.get(image)
        except UnusableImage as error:
            if image.sha256 not in self._warned:
                self._warned.add(image.sha256)
                self.warn(error.code, file=image.name, image=image.id, reason=error.reason[:200])
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
        images = np.stack([with_channels(image, channels) for image, _, _ in samples])
        masks, inside = (np.stack([s[i] for s in samples])[:, None] for i in (1, 2))
        return Batch(np.ascontiguousarray(images.transpose(0, 3, 1, 2)), masks, inside, indexes)

    def _sample(self, rng: np.random.Generator, index: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """A changed image on the canvas (H, W, C) uint8, mask and counted cells (H / 2, W / 2) float32."""
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
            other = self.load(int(rng.integers(len(self.images))))
            image, mask = add_defects(rng, image, [] if other is None else [other], np.ascontiguousarray(inside))
        canvas = np.full((height, width, pixels.shape[2]), GREY, np.uint8)
        canvas[:h, :w] = np.round(image).astype(np.uint8)
        return canvas, _cells(mask, height, width, np.maximum), _cells(inside, height, width, np.minimum)


def _cells(values: np.ndarray, height: int, width: int, pick: np.ufunc) -> np.ndarray:
    """(h, w) on the canvas, two by two pixels to one cell by `pick`: (H / 2, W / 2) float32."""
    full = np.zeros((height, width), np.float32)
    full[: values.shape[0], : values.shape[1]] = values
    return pick(pick(full[::2, ::2], full[1::2, ::2]), pick(full[::2, 1::2], full[1::2, 1::2]))
