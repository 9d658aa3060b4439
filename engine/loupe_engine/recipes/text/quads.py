"""Geometry of quadrilaterals and polygons as lists of points (P, 2) float64: area, overlap, offset."""

from __future__ import annotations

import cv2
import numpy as np

from .boxes import reading_order

MOST_MITRE = 4.0  # how far a corner may move when its edges move by one: that of an angle of 29 degrees


def signed_area(points: np.ndarray) -> float:
    """Positive where the points (P, 2) go clockwise on the screen."""
    moved = points - points[0]  # far ones lose digits
    x, y = moved[:, 0], moved[:, 1]
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)


def perimeter(points: np.ndarray) -> float:
    return float(np.linalg.norm(np.roll(points, -1, 0) - points, axis=1).sum())


def clockwise(points: np.ndarray) -> np.ndarray:
    """The same points, clockwise on the screen, from the same one."""
    return points if signed_area(points) >= 0 else np.roll(points[::-1], 1, 0)


def is_convex(points: np.ndarray) -> bool:
    """Strictly: every corner turns the same way. Four points that cross each other are not."""
    edges = np.roll(points, -1, 0) - points
    after = np.roll(edges, -1, 0)
    turns = edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0]
    return bool((turns > 0).all() or (turns < 0).all())


def overlap_area(polygon: np.ndarray, convex: np.ndarray) -> float:
    """Area that a simple polygon (P, 2) shares with a convex one, by clipping at each edge (Sutherland and Hodgman,
    1974).
    """
    if (polygon.max(0) <= convex.min(0)).any() or (convex.max(0) <= polygon.min(0)).any():
        return 0.0
    points = [(float(x), float(y)) for x, y in polygon]
    corners = [(float(x), float(y)) for x, y in clockwise(convex)]
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        points = _cut(points, ax, ay, bx - ax, by - ay)
        if len(points) < 3:
            return 0.0
    return abs(signed_area(np.array(points)))


def _cut(points: list[tuple[float, float]], ax: float, ay: float, dx: float, dy: float) -> list[tuple[float, float]]:
    """What of a polygon lies at the right of a line through (ax, ay) along (dx, dy)."""
    sides = [dx * (y - ay) - dy * (x - ax) for x, y in points]
    kept: list[tuple[float, float]] = []
    for i, ((x, y), side) in enumerate(zip(points, sides, strict=True)):
        if side >= 0:
            kept.append((x, y))
        j = (i + 1) % len(points)
        if (side > 0 > sides[j]) or (side < 0 < sides[j]):
            t = side / (side - sides[j])
            kept.append((x + t * (points[j][0] - x), y + t * (points[j][1] - y)))
    return kept


def polygon_iou(polygon: np.ndarray, convex: np.ndarray) -> float:
    """Shared area over that of both together; 0 where one has none."""
    shared = overlap_area(polygon, convex)
    whole = abs(signed_area(polygon)) + abs(signed_area(convex)) - shared
    return shared / whole if whole > 0 else 0.0


def offset(convex: np.ndarray, distance: float) -> np.ndarray | None:
    """A convex polygon (P, 2) whose edges are moved outwards by `distance`, inwards where it is negative; None where
    nothing is left of it.
    """
    points = clockwise(convex)
    edges = np.roll(points, -1, 0) - points
    lengths = np.linalg.norm(edges, axis=1, keepdims=True)
    if (lengths < 1e-9).any():
        return None
    along = edges / lengths
    before = np.roll(along, 1, 0)
    # both edges of a corner move along their normals; it moves by their sum over 1 + the cosine between them
    outwards = np.stack([along[:, 1], -along[:, 0]], 1)
    bend = 1 + (along * before).sum(1, keepdims=True)
    step = (outwards + np.roll(outwards, 1, 0)) / np.maximum(bend, 1 / MOST_MITRE)
    moved = points + distance * step
    now = np.roll(moved, -1, 0) - moved
    return moved if ((now * along).sum(1) > 0).all() else None


def smallest_quad(points: np.ndarray) -> np.ndarray:
    """The smallest rectangle around points (P, 2), turned as it may be: (4, 2), in the order in which it is read."""
    corners = cv2.boxPoints(cv2.minAreaRect(points.astype(np.float32))).astype(np.float64)
    return np.array(reading_order(corners.ravel().tolist())).reshape(4, 2)
