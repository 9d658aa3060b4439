"""Images as their parts: which truths each stage learns, and the crops in which the second sees them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...data.manifest import ManifestImage
from ...data.outlines import LEAST_VISIBLE, Outlines, boxes_of, clip_to, clipped, shares
from ..detect.data import Entry, TrainingSet, make_entries
from .crops import CropRule, Region, crop_of

SHIFT, SCALE = 0.10, 0.15  # of a true part, at most: how it is jittered
JITTERS = 4  # ways in which each true part is seen; batches move and scale them on
LOCATED = 0.3  # share of the crops that are of what the stage before found
JITTER = 11  # stream of randomness


def of_labels(images: Iterable[ManifestImage], labels: set[int]) -> list[ManifestImage]:
    """The images with the shapes of these labels alone; regions to ignore stay."""
    kept = [
        replace(image, shapes=tuple(s for s in image.shapes if s.ignore or s.label is None or s.label in labels))
        for image in images
    ]
    return kept


@dataclass(frozen=True)
class Whole:
    """An image with its true parts, (N, 4) float64 in its own pixels with labels (N,), and the truths of the others."""

    entry: Entry
    parts: np.ndarray
    part_labels: np.ndarray

    @property
    def image(self) -> ManifestImage:
        return self.entry.image


def wholes_of(images: list[ManifestImage], locating: set[int], others: set[int], warn: Callable) -> list[Whole]:
    """Images with parts and truths apart."""
    parts = make_entries(of_labels(images, locating), lambda *_, **__: None)
    found = []
    for part, entry in zip(parts, make_entries(of_labels(images, others), warn), strict=True):
        is_part = part.outlines.labels >= 0
        found.append(Whole(entry, boxes_of(part.outlines)[is_part], part.outlines.labels[is_part]))
    return found


def regions_of(boxes: np.ndarray, rule: CropRule, image: ManifestImage) -> list[Region]:
    """Crops of parts (N, 4), without those that give none."""
    return [crop for box in boxes if (crop := crop_of(box, rule, image.width, image.height)) is not None]


def entry_at(whole: Entry, region: Region) -> Entry:
    """What of an image is in a region: in its pixels, and what is hardly left of a truth is to be ignored."""
    x, y, width, height = region
    image = replace(whole.image, width=width, height=height, region=region, shapes=())
    moved = replace(whole.outlines, points=whole.outlines.points - (x, y))
    return Entry(image, clip_to(moved, width, height))


def outside(whole: Whole, regions: list[Region]) -> int:
    """How many of its truths no region shows well enough to be taught."""
    taught = whole.entry.outlines.labels >= 0
    seen = np.zeros(len(taught), bool)
    for x, y, width, height in regions:
        part: Outlines = clipped(whole.entry.outlines, (x, y), (x + width, y + height))
        seen |= shares(part, whole.entry.outlines) >= LEAST_VISIBLE
    return int((taught & ~seen).sum())


def jittered(box: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A part (4,) a little beside where it is, and a little larger or smaller."""
    centre, sides = (box[:2] + box[2:]) / 2, box[2:] - box[:2]
    centre = centre + rng.uniform(-SHIFT, SHIFT, 2) * sides
    sides = sides * (1 + rng.uniform(-SCALE, SCALE, 2))
    return np.concatenate([centre - sides / 2, centre + sides / 2])


@dataclass(frozen=True)
class Views:
    """Of a true part the regions in which it is seen, and those that the stage before cropped of its image."""

    whole: Entry
    near: list[Region]
    located: list[Region]

    @property
    def all(self) -> list[Region]:
        return [*self.near, *self.located]


def views_of(whole: Whole, box: np.ndarray, place: int, rule: CropRule, seed: int, located: list[Region]) -> Views:
    """`place`: of the part among those of its image."""
    rng = np.random.default_rng([seed, JITTER, whole.image.id, place])
    near = regions_of(np.stack([box, *(jittered(box, rng) for _ in range(JITTERS))]), rule, whole.image)
    return Views(whole.entry, near, located)


class PartsSet(TrainingSet):
    """Batches of crops: each true part a little otherwise every time, and some as the stage before found them."""

    def __init__(self, views: dict[tuple[int, Region], Views], entries: list[Entry], *given: Any) -> None:
        self.views = views
        super().__init__(entries, *given)

    def look(self, rng: np.random.Generator, index: int) -> tuple[np.ndarray, Outlines]:
        image = self.entries[index].image
        views = self.views[image.id, image.region]
        regions = views.located if views.located and rng.random() < LOCATED else views.near
        return self.shown(entry_at(views.whole, regions[int(rng.integers(len(regions)))]))
