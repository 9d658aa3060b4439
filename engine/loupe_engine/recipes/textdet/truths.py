"""Truths of `textdet`: which of them can be used, and what was found of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from ...data.manifest import ManifestImage, Shape
from ...data.outlines import IGNORE, rings_of_each
from ..detect.data import Entry, rings_of_shape
from ..segment.shapes import crosses_itself
from ..text.boxes import TextBoxes
from ..text.det_metrics import Matches, matched


def without_crossed(images: list[ManifestImage], warn: Callable[..., None]) -> list[ManifestImage]:
    """The same images; quadrilaterals whose edges cross are ignored with all that lies around them, and one warning
    names how many there are and an image.
    """
    names: list[str] = []
    found = []
    for image in images:
        shapes = tuple(_ignored(one) if _is_crossed(one) else one for one in image.shapes)
        names += [image.name for one in image.shapes if not one.ignore and _is_crossed(one)]
        found.append(replace(image, shapes=shapes))
    if names:
        warn("data.quadCrossed", file=names[0], count=len(names))
    return found


def _is_crossed(shape: Shape) -> bool:
    return len(shape.points) == 8 and crosses_itself(rings_of_shape(shape)[0])


def _ignored(shape: Shape) -> Shape:
    points = np.array(shape.points, np.float32).reshape(-1, 2)
    hull = cv2.convexHull(points).reshape(-1)
    return replace(shape, points=tuple(map(float, hull)), ignore=True)


def judge(entry: Entry, found: TextBoxes) -> Matches:
    """What was found on an image, in its own pixels, beside what is there."""
    outlines = entry.outlines
    rings = [max(of_one, key=len) if of_one else np.zeros((3, 2)) for of_one in rings_of_each(outlines)]
    return matched(rings, (outlines.labels == IGNORE).tolist(), found.quads)
