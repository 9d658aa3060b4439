"""Which shapes have an inside that can be taught as a mask, and what is wrong with the others, for the person."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...data.manifest import ManifestImage, Shape
from ...data.outlines import contains
from ..detect.data import rings_of_shape

BOXES = ("rect", "rrect", "quad")  # kinds that stand around an object
ROUNDING_PX = 0.05  # that corners of a rectangle may be off
LEAST_AREA = 0.25  # square pixels
MOST_POINTS = 2000  # of a ring that is looked at for crossings: the work grows with their square
SAMPLES = 64  # points of a hole that are looked at


def is_box(shape: Shape) -> bool:
    """Whether a shape stands around an object: by its kind, or as a polygon of four upright corners, for a data set
    without rectangles has those of other programs as polygons. The server has the same in `geometry/rectangle.ts`.
    """
    if shape.kind in BOXES:
        return True
    if len(shape.points) != 8 or len(shape.parts) > 1:
        return False
    # the sides of an upright rectangle run along x and y in turn
    corners = np.array(shape.points, np.float64).reshape(4, 2)
    flat = np.abs(corners - np.roll(corners, -1, 0)) <= ROUNDING_PX
    return any(bool(flat[::2, axis].all() and flat[1::2, 1 - axis].all()) for axis in (0, 1))


def is_filled(shape: Shape, boxes: bool) -> bool:
    """Whether the inside of a shape is the object. `boxes`: also that of rectangles."""
    return (boxes or not is_box(shape)) and has_area(rings_of_shape(shape))


def name_bad(images: list[ManifestImage], boxes: bool, warn: Callable[..., None]) -> None:
    """Warn of rectangles without outlines, and of polygons without area, that cross themselves, or with holes outside,
    of each with their number and a file.
    """
    found: dict[str, list[str]] = {}
    for image in images:
        for shape in image.shapes:
            for code in () if shape.ignore else problems(shape, boxes):
                found.setdefault(code, []).append(image.name)
    for code, names in found.items():
        warn(code, file=names[0], count=len(names))


def problems(shape: Shape, boxes: bool) -> list[str]:
    """Codes of warnings."""
    if is_box(shape):
        return [] if boxes else ["data.rectsOnly"]
    outer, *holes = rings_of_shape(shape)
    # what has no width or no height is named with all shapes
    flat = not has_area([outer, *holes]) and bool((np.ptp(outer, axis=0) > 0).all())
    crosses = any(crosses_itself(ring) for ring in (outer, *holes)) and not flat
    outside = [part_outside(hole, outer) for hole in holes]
    found = {"data.outlineFlat": flat, "data.outlineCrosses": crosses, "data.holeOutside": any(outside)}
    return [code for code, holds in found.items() if holds]


def area(rings: list[np.ndarray]) -> float:
    """Of rings (P, 2) in square pixels, holes taken off."""
    return abs(sum(float(np.sum(_cross(ring, np.roll(ring, -1, 0)))) / 2 for ring in rings))


def has_area(rings: list[np.ndarray]) -> bool:
    """Whether rings enclose anything. Of one that crosses itself the parts may cancel out."""
    return area(rings) >= LEAST_AREA or any(crosses_itself(ring) for ring in rings)


def part_outside(hole: np.ndarray, outer: np.ndarray) -> bool:
    """Whether a ring crosses the one that it should lie in; one that lies beside it is a piece of its own."""
    some = hole[:: max(1, len(hole) // SAMPLES)]
    inside = [contains(outer, point) for point in some]
    return any(inside) and not all(inside)


def crosses_itself(ring: np.ndarray) -> bool:
    """Whether two edges cross in their middles; edges that only touch do not."""
    if len(ring) > MOST_POINTS:
        return False
    start, end = ring[:, None], np.roll(ring, -1, 0)[:, None]
    other, to = start.transpose(1, 0, 2), end.transpose(1, 0, 2)

    def sides(a: np.ndarray, b: np.ndarray, c: np.ndarray, d: np.ndarray) -> np.ndarray:
        return _cross(b - a, c - a) * _cross(b - a, d - a) < 0

    return bool((sides(start, end, other, to) & sides(other, to, start, end)).any())


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
