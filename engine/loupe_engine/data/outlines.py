"""Truths as outlines: moved, mirrored, joined and clipped as such; boxes are made of them only at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

IGNORE = -1  # label of a region that neither teaches nor counts
LEAST_VISIBLE = 0.3  # of a truth; what is less visible becomes a region to ignore
LEAST_SEEN = 0.5  # pixels of a side; what shows less is not there
LEAST_SIDE, LEAST_AREA = 1.0, 4.0  # pixels of a box that can be taught: a hairline may be thin where it is long
FLAT = 1e-3  # square pixels; a truth without area is measured by its length


@dataclass(frozen=True)
class Outlines:
    """Truths of one image, in pixels of that (scaled) image.

    labels (N,) int64, IGNORE for regions to ignore; points (P, 2) float64; starts (R,) int64, where each ring begins;
    owners (R,) int64, never falling: the truth of each ring. The rings of a truth are its outline in one or more
    pieces, and its holes, which run the other way round; filled (N,) bool: whether they are that of the object itself,
    not only of a box around it.
    """

    labels: np.ndarray
    points: np.ndarray
    starts: np.ndarray
    owners: np.ndarray
    filled: np.ndarray


def outlines_of(
    labels: Sequence[int], truths: Sequence[Sequence[np.ndarray]], filled: Sequence[bool] | None = None
) -> Outlines:
    """From the rings (P, 2) of each truth; all are filled where nobody says so."""
    rings = [ring for one in truths for ring in one]
    return Outlines(
        np.array(labels, np.int64),
        np.concatenate(rings) if rings else np.zeros((0, 2)),
        np.cumsum([0, *map(len, rings)])[:-1].astype(np.int64),
        np.repeat(np.arange(len(truths)), [len(one) for one in truths]).astype(np.int64),
        np.ones(len(labels), bool) if filled is None else np.array(filled, bool),
    )


def moved(outlines: Outlines, matrix: np.ndarray) -> Outlines:
    """By a (2 or 3, 3) matrix, also one of a perspective in which all points lie in front."""
    points = outlines.points @ matrix[:2, :2].T + matrix[:2, 2]
    if len(matrix) == 3 and (matrix[2] != (0, 0, 1)).any():
        points = points / (outlines.points @ matrix[2, :2] + matrix[2, 2])[:, None]
    return replace(outlines, points=points)


def scaled_by(outlines: Outlines, gain: np.ndarray) -> Outlines:
    """By a factor for x and one for y."""
    return replace(outlines, points=outlines.points * gain)


def mirrored(outlines: Outlines, axis: int, length: int) -> Outlines:
    """Along x (0) or y (1), on an image of that length."""
    points = outlines.points.copy()
    points[:, axis] = length - points[:, axis]
    return replace(outlines, points=points)


def joined(parts: Sequence[Outlines]) -> Outlines:
    """All truths of several, in their order."""
    if len(parts) == 1:
        return parts[0]
    points = np.cumsum([0, *(len(part.points) for part in parts)])
    truths = np.cumsum([0, *(len(part.labels) for part in parts)])
    return Outlines(
        np.concatenate([part.labels for part in parts]),
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.starts + at for part, at in zip(parts, points[:-1], strict=True)]),
        np.concatenate([part.owners + at for part, at in zip(parts, truths[:-1], strict=True)]),
        np.concatenate([part.filled for part in parts]),
    )


def boxes_of(outlines: Outlines) -> np.ndarray:
    """Boxes (N, 4) around truths, float64; zeros for one that has no ring."""
    low, high = _ring_boxes(outlines)
    count = len(outlines.labels)
    if np.array_equal(outlines.owners, np.arange(count)):
        return np.concatenate([low, high], 1)
    boxes = np.concatenate([np.full((count, 2), np.inf), np.full((count, 2), -np.inf)], 1)
    np.minimum.at(boxes[:, :2], outlines.owners, low)
    np.maximum.at(boxes[:, 2:], outlines.owners, high)
    boxes[np.isinf(boxes[:, 0])] = 0
    return boxes


def is_tiny(boxes: np.ndarray) -> np.ndarray:
    """Which of the boxes (N, 4) are too small to teach, (N,) bool."""
    sides = boxes[:, 2:] - boxes[:, :2]
    return (sides.min(1, initial=np.inf) < LEAST_SIDE) | (sides.prod(1) < LEAST_AREA)


def clipped(outlines: Outlines, low: tuple[float, float], high: tuple[float, float]) -> Outlines:
    """The same truths, of each what lies in the window; some may have no ring left."""
    least, most = _ring_boxes(outlines)
    inside = (least >= low).all(1) & (most <= high).all(1)
    if inside.all():
        return outlines
    apart = (least >= high).any(1) | (most <= low).any(1)
    truths: list[list[np.ndarray]] = [[] for _ in outlines.labels]
    for i, (owner, ring) in enumerate(zip(outlines.owners, rings_of(outlines), strict=True)):
        if not apart[i]:
            truths[owner] += [ring] if inside[i] else clip_ring(ring, low, high)
    return outlines_of(outlines.labels, truths, outlines.filled)


def shares(part: Outlines, whole: Outlines) -> np.ndarray:
    """What share of each truth of `whole` is in `part`, (N,): of its area, or of its length where it has none."""
    (area, length), (full, full_length) = _measures(part), _measures(whole)
    return np.where(full > FLAT, area / np.maximum(full, FLAT), length / np.maximum(full_length, 1e-9))


def clip_to(outlines: Outlines, width: float, height: float) -> Outlines:
    """What is seen of truths on an image of that size; what is hardly seen of one becomes a region to ignore."""
    part = clipped(outlines, (0, 0), (width, height))
    if part is outlines:
        return outlines
    boxes = boxes_of(part)
    labels = np.where(shares(part, outlines) >= LEAST_VISIBLE, part.labels, IGNORE)
    return chosen(replace(part, labels=labels), (boxes[:, 2:] - boxes[:, :2] > LEAST_SEEN).all(1))


def chosen(outlines: Outlines, which: np.ndarray) -> Outlines:
    """Only the truths of `which` (N,) bool."""
    if which.all():
        return outlines
    kept = [one for one, keep in zip(rings_of_each(outlines), which, strict=True) if keep]
    return outlines_of(outlines.labels[which], kept, outlines.filled[which])


def clip_ring(ring: np.ndarray, low: tuple[float, float], high: tuple[float, float]) -> list[np.ndarray]:
    """What of a ring (P, 2) lies in a window: no ring, one, or several where it leaves and comes back."""
    rings = [ring]
    for axis in (0, 1):
        for bound, sign in ((low[axis], -1.0), (high[axis], 1.0)):
            rings = [piece for one in rings for piece in _cut(one, axis, bound, sign)]
    return rings


def turned_round(ring: np.ndarray, hole: bool) -> np.ndarray:
    """A ring (P, 2) in the direction that an outline or a hole has."""
    return ring[::-1] if (_twice_area(ring, np.roll(ring, -1, 0)).sum() < 0) != hole else ring


def contains(ring: np.ndarray, point: np.ndarray) -> bool:
    """Whether a point (2,) lies in a ring (P, 2); even-odd."""
    a, b = ring - point, np.roll(ring, -1, 0) - point
    over = (a[:, 1] > 0) != (b[:, 1] > 0)
    a, b = a[over], b[over]
    return bool((a[:, 0] - a[:, 1] * (b[:, 0] - a[:, 0]) / (b[:, 1] - a[:, 1]) > 0).sum() % 2)


def _cut(ring: np.ndarray, axis: int, bound: float, sign: float) -> list[np.ndarray]:
    """Pieces of a ring on one side of a line.

    The chains of points on this side are closed along the line: in the order along it every second gap between the
    crossings lies in the ring. Sutherland and Hodgman, 1974, would leave the pieces of a bent ring joined by strips
    without area, and the box around them too large.
    """
    out = (ring[:, axis] - bound) * sign > 0
    if not out.any():
        return [ring]
    if out.all():
        return []
    count = len(ring)
    at = np.flatnonzero(out != np.roll(out, -1))  # the points before the crossings
    a, b = ring[at], ring[(at + 1) % count]
    crossings = a + (b - a) * ((bound - a[:, axis]) / (b[:, axis] - a[:, axis]))[:, None]
    crossings[:, axis] = bound
    order = np.argsort(crossings[:, 1 - axis], kind="stable")
    partner = np.empty(len(at), np.int64)
    partner[order] = order[np.arange(len(at)) ^ 1]
    entries = [int(i) for i in np.flatnonzero(out[at])]
    left, pieces = set(entries), []
    for k in entries:
        chain: list[np.ndarray] = []
        while k in left:
            left.remove(k)
            leaves = (k + 1) % len(at)
            among = (at[k] + 1 + np.arange((at[leaves] - at[k]) % count)) % count
            chain += [crossings[k : k + 1], ring[among], crossings[leaves : leaves + 1]]
            k = int(partner[leaves])
        if chain:
            pieces.append(np.concatenate(chain))
    return pieces


def rings_of(outlines: Outlines) -> list[np.ndarray]:
    """Each ring (P, 2), in the order of their owners."""
    return np.split(outlines.points, outlines.starts[1:]) if len(outlines.starts) else []


def rings_of_each(outlines: Outlines) -> list[list[np.ndarray]]:
    """The rings of each truth."""
    truths: list[list[np.ndarray]] = [[] for _ in outlines.labels]
    for owner, ring in zip(outlines.owners, rings_of(outlines), strict=True):
        truths[owner].append(ring)
    return truths


def _ring_boxes(outlines: Outlines) -> tuple[np.ndarray, np.ndarray]:
    if not len(outlines.starts):
        return np.zeros((0, 2)), np.zeros((0, 2))
    return (
        np.minimum.reduceat(outlines.points, outlines.starts),
        np.maximum.reduceat(outlines.points, outlines.starts),
    )


def _measures(outlines: Outlines) -> tuple[np.ndarray, np.ndarray]:
    """Area and length of each truth, (N,) each; the area of holes is taken off."""
    count = len(outlines.labels)
    if not len(outlines.starts):
        return np.zeros(count), np.zeros(count)
    following = np.arange(1, len(outlines.points) + 1)
    following[np.append(outlines.starts[1:], len(outlines.points)) - 1] = outlines.starts
    then = outlines.points[following]
    areas = np.add.reduceat(_twice_area(outlines.points, then), outlines.starts) / 2
    lengths = np.add.reduceat(np.hypot(*(then - outlines.points).T), outlines.starts)
    of_each = (np.bincount(outlines.owners, weights=part, minlength=count) for part in (areas, lengths))
    area, length = of_each
    return np.abs(area), length


def _twice_area(points: np.ndarray, then: np.ndarray) -> np.ndarray:
    return points[:, 0] * then[:, 1] - then[:, 0] * points[:, 1]
