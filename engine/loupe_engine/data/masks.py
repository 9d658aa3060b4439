"""Outlines as masks: even-odd, so that a ring in a ring is a hole, whichever way it runs; and windows of masks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

FINE = 4  # samples of a cell's side, where its covered share is wanted


@dataclass(frozen=True)
class Window:
    """Part of a grid of cells: its first column and row, and what lies in it, (h, w) bool. Nothing at all is (0, 0)."""

    x: int
    y: int
    bits: np.ndarray

    @property
    def area(self) -> int:
        return int(self.bits.sum())


EMPTY = Window(0, 0, np.zeros((0, 0), bool))


def filled(rings: Sequence[np.ndarray], height: int, width: int) -> np.ndarray:
    """Rings (P, 2) in cells of a grid, as (height, width) bool: true where the middle of a cell lies within."""
    flips = np.zeros(height * (width + 1), np.int64)
    if rings and height and width:
        start = np.concatenate(rings)
        end = np.concatenate([np.roll(ring, -1, 0) for ring in rings])
        low, high = np.minimum(start[:, 1], end[:, 1]), np.maximum(start[:, 1], end[:, 1])
        first, last = (np.ceil(at - 0.5).clip(0, height).astype(np.int64) for at in (low, high))
        count = last - first
        edge = np.repeat(np.arange(len(count)), count)
        row = first[edge] + np.arange(len(edge)) - (count.cumsum() - count)[edge]
        (x, y), (to_x, to_y) = start[edge].T, end[edge].T
        crossing = x + (row + 0.5 - y) / (to_y - y) * (to_x - x)
        column = np.ceil(crossing - 0.5).clip(0, width).astype(np.int64)
        flips = np.bincount(row * (width + 1) + column, minlength=len(flips))
    return (flips.reshape(height, width + 1).cumsum(1)[:, :-1] & 1).astype(bool)


def coverage(rings: Sequence[np.ndarray], height: int, width: int) -> np.ndarray:
    """How much of each cell lies within rings (P, 2) in cells, (height, width) uint8, 255 for all of it."""
    fine = filled([ring * FINE for ring in rings], height * FINE, width * FINE)
    share = fine.reshape(height, FINE, width, FINE).sum((1, 3))
    return (share * 255 // FINE**2).astype(np.uint8)


def window_of(rings: Sequence[np.ndarray], height: int, width: int) -> Window:
    """Rings in cells as the window that holds their cells; one too small to hold any middle takes the cell of its
    first point.
    """
    if not rings:
        return EMPTY
    points = np.concatenate(rings)
    x, y = np.floor(points.min(0)).clip(0, (width, height)).astype(int)
    right, bottom = np.ceil(points.max(0)).clip(0, (width, height)).astype(int)
    found = tight(Window(x, y, filled([ring - (x, y) for ring in rings], bottom - y, right - x)))
    if found.bits.size:
        return found
    x, y = np.floor(points[0]).astype(int)
    return Window(int(x), int(y), np.ones((1, 1), bool)) if 0 <= x < width and 0 <= y < height else EMPTY


def tight(window: Window) -> Window:
    """The same cells without empty rows and columns around them."""
    rows, columns = window.bits.any(1).nonzero()[0], window.bits.any(0).nonzero()[0]
    if not len(rows):
        return EMPTY
    bits = window.bits[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return Window(int(window.x + columns[0]), int(window.y + rows[0]), bits)


def unpacked(packed: np.ndarray) -> list[Window]:
    """Masks (N, H, W / 8) uint8, most significant bit first, as windows."""
    found = []
    for one in packed:
        rows = one.any(1).nonzero()[0]
        if not len(rows):
            found.append(EMPTY)
            continue
        top, bottom = int(rows[0]), int(rows[-1]) + 1
        found.append(tight(Window(0, top, np.unpackbits(one[top:bottom], axis=1).astype(bool))))
    return found


def runs(bits: np.ndarray) -> list[int]:
    """Lengths of runs, row by row, beginning with cells that are not in it (0 where the first one is)."""
    flat = np.concatenate([[False], bits.ravel()])
    at = np.flatnonzero(flat[1:] != flat[:-1])
    return np.diff(np.concatenate([[0], at, [bits.size]])).tolist() if bits.size else []


def on_pixels(window: Window, cell: Sequence[float], width: int, height: int) -> Window:
    """A window of cells, each so many pixels wide and high, as one of pixels: each takes the cell of its middle."""
    if not window.bits.size:
        return EMPTY
    rows, columns = window.bits.shape
    spans = []
    for at, count, side, length in ((window.x, columns, cell[0], width), (window.y, rows, cell[1], height)):
        first, last = int(max(0, np.floor(at * side))), int(min(length, np.ceil((at + count) * side)))
        place = np.floor((np.arange(first, last) + 0.5) / side).astype(int) - at
        within = (place >= 0) & (place < count)
        spans.append((np.arange(first, last)[within], place[within]))
    (x, of_x), (y, of_y) = spans
    if not len(x) or not len(y):
        return EMPTY
    return tight(Window(int(x[0]), int(y[0]), window.bits[of_y][:, of_x]))


def shared(a: Window, b: Window) -> int:
    """Cells that are in both."""
    x, y = max(a.x, b.x), max(a.y, b.y)
    right = min(a.x + a.bits.shape[1], b.x + b.bits.shape[1])
    bottom = min(a.y + a.bits.shape[0], b.y + b.bits.shape[0])
    if right <= x or bottom <= y:
        return 0
    parts = (one.bits[y - one.y : bottom - one.y, x - one.x : right - one.x] for one in (a, b))
    first, second = parts
    return int((first & second).sum())


def together(a: Window, b: Window, beside: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Both on one window that holds them with so many empty cells around, (h, w) bool each."""
    some = [one for one in (a, b) if one.bits.size]
    if not some:
        return EMPTY.bits, EMPTY.bits
    x, y = min(one.x for one in some) - beside, min(one.y for one in some) - beside
    right = max(one.x + one.bits.shape[1] for one in some) + beside
    bottom = max(one.y + one.bits.shape[0] for one in some) + beside
    both = np.zeros((2, bottom - y, right - x), bool)
    for canvas, one in zip(both, (a, b), strict=True):
        if one.bits.size:
            canvas[one.y - y : one.y - y + one.bits.shape[0], one.x - x : one.x - x + one.bits.shape[1]] = one.bits
    return both[0], both[1]


def coco_runs(window: Window, height: int, width: int) -> dict:
    """The mask on a whole grid as COCO has it: run lengths column by column, not packed."""
    x, y = np.nonzero(window.bits.T)
    at = (x + window.x) * height + y + window.y
    if not len(at):
        return {"counts": [height * width], "size": [height, width]}
    breaks = np.flatnonzero(np.diff(at) > 1)
    begins, ends = at[np.concatenate([[0], breaks + 1])], at[np.concatenate([breaks, [len(at) - 1]])] + 1
    turns = np.stack([begins, ends], 1).ravel()
    return {"counts": np.diff(np.concatenate([[0], turns, [height * width]])).tolist(), "size": [height, width]}
