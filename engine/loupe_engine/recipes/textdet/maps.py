"""What is true as maps at the resolution of the image: kernels, what counts, and borders.

As in DB (Liao et al., 2020), but for how far a kernel lies within its text: so that the region, grown by its area times
`unclip` over its outline as the boxes are, is the text again. With the usual share of 0.4 long texts would come back at
half of their height.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from ...data.masks import filled
from ...data.outlines import IGNORE, Outlines, rings_of_each
from ..text.quads import is_convex, offset, perimeter, signed_area

LEAST_SIDE = 3.0  # pixels of a text's height on the canvas; a smaller one is ignored
SUB = 4  # bits below a pixel in which OpenCV is given corners
LOW, HIGH = 0.3, 0.7  # threshold far from an edge and on it


@dataclass(frozen=True)
class Maps:
    """(H, W) uint8 each. kernel: 1 in the middle of texts; counted: 0 on what is ignored; border: 255 on an edge, 0 as
    far from it as kernels lie within their texts; beside: 1 where the border is taught.
    """

    kernel: np.ndarray
    counted: np.ndarray
    border: np.ndarray
    beside: np.ndarray


def kernel_distance(points: np.ndarray, unclip: float) -> float:
    """How far the kernel of a text (P, 2) lies within it, by area and outline of a rectangle: the kernel grown by its
    own area times `unclip` over its own outline has the edges of the text.
    """
    area, outline = abs(signed_area(points)), perimeter(points)
    half = (1 + unclip) * outline
    inner = half * half - 4 * (8 + 4 * unclip) * unclip * area
    return (half - math.sqrt(max(inner, 0.0))) / (2 * (8 + 4 * unclip))


def maps_of(outlines: Outlines, height: int, width: int, unclip: float) -> Maps:
    """Of the texts on a canvas; those that are too small to show are ignored."""
    kernel, beside = np.zeros((height, width), np.uint8), np.zeros((height, width), np.uint8)
    border, counted = np.zeros((height, width), np.uint8), np.ones((height, width), np.uint8)
    for label, rings in zip(outlines.labels, rings_of_each(outlines), strict=True):
        for i, points in enumerate(ring for ring in rings if len(ring) > 2 and signed_area(ring) > 0):
            side = cv2.minAreaRect(points.astype(np.float32))[1]
            distance = kernel_distance(points, unclip)
            if label == IGNORE or i or min(side) < LEAST_SIDE or not _put_kernel(kernel, points, distance):
                _fill(counted, points, 0)
                continue
            _put_border(border, beside, points, max(distance, 1.0))
    # what is ignored is so also where a text lies below it; a text keeps its own kernel
    return Maps(kernel, np.maximum(counted, kernel), border, beside * counted)


def _corners(points: np.ndarray) -> np.ndarray:
    """As OpenCV takes them: pixel centres at whole numbers there, at +0.5 here."""
    return np.round((points - 0.5) * (1 << SUB)).astype(np.int32)


def _fill(cells: np.ndarray, points: np.ndarray, value: int) -> None:
    cv2.fillPoly(cells, [_corners(points)], value, cv2.LINE_8, SUB)


def _put_kernel(kernel: np.ndarray, points: np.ndarray, distance: float) -> bool:
    """Fill the kernel of a text, the cells whose middles lie in it; whether there are any. Of four corners the edges
    are moved, of other outlines it is what lies so far from the edge.
    """
    inner = offset(points, -distance) if len(points) == 4 and is_convex(points) else points
    if inner is None:
        return False
    x, y, window = _window(kernel, inner, 2)
    if window is None:
        return False
    cells = filled([inner - (x, y)], *window.shape).astype(np.uint8)
    if inner is points:
        # the edge lies half a cell beyond the last middle within
        cells = cv2.distanceTransform(cells, cv2.DIST_L2, cv2.DIST_MASK_PRECISE) >= distance + 0.5
    window |= cells.astype(np.uint8)
    return bool(cells.any())


def _put_border(border: np.ndarray, beside: np.ndarray, points: np.ndarray, distance: float) -> None:
    """Put how near the edge of a text is, within and around it."""
    x, y, window = _window(border, points, math.ceil(distance) + 1)
    if window is None:
        return
    edge, inside = np.ones(window.shape, np.uint8), np.zeros(window.shape, np.uint8)
    moved = points - (x, y)
    cv2.polylines(edge, [_corners(moved)], True, 0, 1, cv2.LINE_8, SUB)
    _fill(inside, moved, 1)
    away = cv2.distanceTransform(edge, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    near = (255 * (1 - away / distance)).clip(0, 255).astype(np.uint8)
    np.maximum(window, near, out=window)
    high, wide = window.shape
    part = beside[y : y + high, x : x + wide]
    part |= ((away <= distance) | (inside > 0)).astype(np.uint8)


def _window(cells: np.ndarray, points: np.ndarray, around: int) -> tuple[int, int, np.ndarray | None]:
    """Place and view of the cells around a ring; None where there are none."""
    low = np.maximum(np.floor(points.min(0)).astype(int) - around, 0)
    high = np.minimum(np.ceil(points.max(0)).astype(int) + around, cells.shape[::-1])
    if (high <= low).any():
        return 0, 0, None
    return int(low[0]), int(low[1]), cells[low[1] : high[1], low[0] : high[0]]
