"""From a map of where text is to quadrilaterals on the image.

The server has the same in `packages/geometry/src/text-boxes.ts`; both are held to
`packages/contract/fixtures/text-boxes.json`. All up to the last corners is counted in whole numbers, what comes after
with + − × ÷ and square roots in one order, so that both give the same numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

MOST = 300  # boxes of an image: `limits.predictionMax`
MOST_REGIONS = 1000  # regions that are looked at, the largest; a map of noise has tens of thousands
LEAST_SIDE = 3  # cells
TALL = 1.5  # height over width from which a text is read from top to bottom

Point = tuple[int, int]


@dataclass(frozen=True)
class TextThresholds:
    """`binary`: from which probability on a cell is text; `box`: least mean probability of a box; `unclip`: how far a
    box grows, times its area over its outline.
    """

    binary: float = 0.3
    box: float = 0.5
    unclip: float = 1.0


@dataclass(frozen=True)
class TextBoxes:
    """Best first: quads (N, 8) float64 in pixels of the image, x and y of start of line top, end top, end bottom, start
    bottom; scores (N,) float64.
    """

    quads: np.ndarray
    scores: np.ndarray


@dataclass(frozen=True)
class _Rect:
    """The smallest rectangle around a region: a side runs along (ex, ey) with ex > 0, ey >= 0. `along` and `across`:
    least and most of x·ex + y·ey and of y·ex − x·ey.
    """

    ex: int
    ey: int
    along: tuple[int, int]
    across: tuple[int, int]


def text_boxes(
    probability: np.ndarray, scale: tuple[float, float], size: tuple[int, int], thresholds: TextThresholds
) -> TextBoxes:
    """Boxes of a map (h, w) uint8 for an image of `size` (height, width) that begins at cell 0, 0. `scale`: pixels of
    the image for a cell, x and y.
    """
    sx, sy = float(scale[0]), float(scale[1])
    height, width = size
    # what lies beside the image is no text
    rows, columns = math.floor(height / sy + 0.5), math.floor(width / sx + 0.5)
    cells = np.ascontiguousarray(probability[: max(1, rows), : max(1, columns)])
    level = max(1, math.floor(thresholds.binary * 255 + 0.5))
    labels, stats, first = _regions(cells >= level)
    sums = np.zeros((cells.shape[0], cells.shape[1] + 1), np.int64)
    np.cumsum(cells, axis=1, out=sums[:, 1:], dtype=np.int64)
    found: list[tuple[float, int, list[float]]] = []
    for label in _largest(stats, first):
        rect = _smallest_rect(_hull(labels, label, stats[label]))
        length = math.sqrt(rect.ex * rect.ex + rect.ey * rect.ey)
        wide, high = (rect.along[1] - rect.along[0]) / length, (rect.across[1] - rect.across[0]) / length
        if wide < LEAST_SIDE or high < LEAST_SIDE:
            continue
        score = _mean_inside(sums, rect)
        if score < thresholds.box:
            continue
        grown = (wide * high * thresholds.unclip) / (2 * (wide + high))
        corners = reading_order(_corners(rect, length, grown, sx, sy))
        clipped = [min(max(v, 0.0), float(height if i % 2 else width)) for i, v in enumerate(corners)]
        found.append((score, int(first[label]), clipped))
    found.sort(key=lambda one: (-one[0], one[1]))
    kept = found[:MOST]
    quads = np.array([quad for _, _, quad in kept], np.float64).reshape(-1, 8)
    return TextBoxes(quads, np.array([score for score, _, _ in kept], np.float64))


def _regions(on: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Regions of cells that touch by an edge or a corner: labels (h, w), OpenCV's figures of each, and the first cell
    of each row by row.
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStats(on.astype(np.uint8), connectivity=8)
    first = np.zeros(count, np.int64)
    cells = np.flatnonzero(on)[::-1]
    first[labels.ravel()[cells]] = cells  # of several the last is kept: the first cell
    return labels, stats, first


def _largest(stats: np.ndarray, first: np.ndarray) -> list[int]:
    """Labels of the regions worth a look."""
    wide, high, area = stats[1:, cv2.CC_STAT_WIDTH], stats[1:, cv2.CC_STAT_HEIGHT], stats[1:, cv2.CC_STAT_AREA]
    fit = 1 + np.flatnonzero((wide >= LEAST_SIDE) & (high >= LEAST_SIDE))
    return fit[np.lexsort((first[fit], -area[fit - 1]))][:MOST_REGIONS].tolist()


def _hull(labels: np.ndarray, label: int, stats: np.ndarray) -> list[Point]:
    """Corners of cells around a region, clockwise on the screen, no three on a line."""
    x, y, wide, high = (int(v) for v in stats[:4])
    inside = labels[y : y + high, x : x + wide] == label
    left = x + inside.argmax(1)
    right = x + wide - inside[:, ::-1].argmax(1)
    # lines between rows: a corner belongs to the row above and to that below
    lows = np.minimum(np.append(left, left[-1]), np.append(left[0], left)).tolist()
    highs = np.maximum(np.append(right, right[-1]), np.append(right[0], right)).tolist()
    down, up = [], []
    for i in range(high + 1):
        _push(down, (highs[i], y + i), 1)
        _push(up, (lows[i], y + i), -1)
    return down + up[::-1]


def _push(chain: list[Point], point: Point, sign: int) -> None:
    """Add a point to one side of a hull, which loses those that it leaves inside."""
    while len(chain) > 1:
        (ax, ay), (bx, by) = chain[-2], chain[-1]
        if ((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)) * sign > 0:
            break
        chain.pop()
    chain.append(point)


def _smallest_rect(hull: list[Point]) -> _Rect:
    """Of the rectangles with a side along an edge of the hull that with the smallest area; of equal ones that which is
    turned least.
    """
    points = np.array(hull, np.int64)
    edges = np.roll(points, -1, 0) - points
    ex, ey = edges[:, 0], edges[:, 1]
    for _ in range(3):  # quarter turns until ex > 0 and ey >= 0
        off = (ex <= 0) | (ey < 0)
        ex, ey = np.where(off, ey, ex), np.where(off, -ex, ey)
    x, y = points[:, 0], points[:, 1]
    along = ex[:, None] * x + ey[:, None] * y
    across = ex[:, None] * y - ey[:, None] * x
    low, high, top, bottom = along.min(1), along.max(1), across.min(1), across.max(1)
    areas = ((high - low) * (bottom - top)) / (ex * ex + ey * ey)
    best = 0
    for i in range(1, len(hull)):
        if areas[i] < areas[best] or (areas[i] == areas[best] and ey[i] * ex[best] < ey[best] * ex[i]):
            best = i
    at = (int(v[best]) for v in (ex, ey, low, high, top, bottom))
    ex1, ey1, low1, high1, top1, bottom1 = at
    return _Rect(ex1, ey1, (low1, high1), (top1, bottom1))


def _mean_inside(sums: np.ndarray, rect: _Rect) -> float:
    """Mean in 0…1 of the cells whose centres lie in the rectangle; `sums` (h, w + 1): of the cells left of each."""
    rows, columns = sums.shape[0], sums.shape[1] - 1
    ex, ey = rect.ex, rect.ey
    (low, high), (top, bottom) = rect.along, rect.across
    # twice the centres, 2x + 1 and 2y + 1, are whole: no rounding decides which cells count
    least = (ex * top + ey * low) // (ex * ex + ey * ey)
    most = -((-ex * bottom - ey * high) // (ex * ex + ey * ey))
    twice = 2 * np.arange(max(0, least), min(rows, most), dtype=np.int64) + 1
    start = -((twice * ey - 2 * low) // ex)
    stop = (2 * high - twice * ey) // ex
    if ey > 0:
        start = np.maximum(start, -((2 * bottom - twice * ex) // ey))
        stop = np.minimum(stop, (twice * ex - 2 * top) // ey)
    begin = np.clip(start // 2, 0, columns)  # the least x with 2x + 1 >= start
    end = np.clip((stop - 1) // 2 + 1, 0, columns)
    y = twice // 2
    inside = end > begin
    count = int((end - begin)[inside].sum())
    total = int((sums[y, end] - sums[y, begin])[inside].sum())
    return total / (count * 255) if count else 0.0


def _corners(rect: _Rect, length: float, grown: float, sx: float, sy: float) -> list[float]:
    """Of the rectangle grown on all sides, in pixels of the image, clockwise on the screen."""
    ux, uy = rect.ex / length, rect.ey / length
    low, high = rect.along[0] / length - grown, rect.along[1] / length + grown
    top, bottom = rect.across[0] / length - grown, rect.across[1] / length + grown
    found: list[float] = []
    for d, c in ((low, top), (high, top), (high, bottom), (low, bottom)):
        found += [(d * ux - c * uy) * sx, (d * uy + c * ux) * sy]
    return found


def reading_order(corners: list[float]) -> list[float]:
    """Four corners from where the text begins: the two at the left are the start of the line, but of a text that is
    much taller than wide, which is read from top to bottom, those at the top.
    """
    points = sorted((corners[2 * i], corners[2 * i + 1]) for i in range(4))
    (a, d), (b, c) = (sorted(pair, key=lambda p: p[1]) for pair in (points[:2], points[2:]))
    width = math.sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]))
    height = math.sqrt((d[0] - a[0]) * (d[0] - a[0]) + (d[1] - a[1]) * (d[1] - a[1]))
    order = (b, c, d, a) if height > TALL * width else (a, b, c, d)
    return [v for point in order for v in point]
