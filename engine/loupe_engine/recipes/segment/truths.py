"""Truths of a batch as masks: for each one that is taught a window of cells, and how much of each cell it covers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...data.masks import coverage
from ...data.outlines import Outlines, boxes_of, rings_of_each
from ..detect.data import Batch, is_taught
from .model import COARSE

BESIDE = 0.1  # of a box on each side, where its mask learns to end: boxes that are found are a little larger, too
MOST = 128 * 128  # cells of a window that is compared more finely than its prototypes are


@dataclass
class MaskBatch(Batch):
    """Beside what `detect` has: for each row of `truths` in its order windows (M, 4) int32, first and last column and
    row on the grid of the prototypes, x1, y1, x2, y2, whole cells of the semantic map; cells (P,) uint8, the windows
    one after the other, row by row, each `times_finer` as fine, 255 where a cell lies in the truth. A window of 0
    cells: only the box is known.
    """

    windows: np.ndarray
    cells: np.ndarray


def times_finer(high: int, wide: int, stride: int) -> int:
    """How many times finer than its prototypes the window of a truth is compared: cells of one pixel, of two or four
    where the object is large.

    An object of 4 px covers no cell of 4 px by half, wherever it lies: taught by shares of such cells its mask would
    learn to be empty. Scaled up, the same prototypes can draw it.
    """
    times = stride
    while times > 1 and high * wide * times**2 > MOST:
        times //= 2
    return times


def packed_masks(
    outlines: list[Outlines], gain: float, stride: int, canvas: tuple[int, int]
) -> tuple[np.ndarray, np.ndarray]:
    """Windows and cells as `MaskBatch` has them. `gain`: pixels of the canvas (height, width) for one of theirs."""
    block = COARSE // stride
    grid = np.array([canvas[1] // COARSE, canvas[0] // COARSE])
    windows, cells = [], []
    for one in outlines:
        boxes = boxes_of(one).astype(np.float32)  # as in the rows
        rings = rings_of_each(one)
        for i in np.flatnonzero(is_taught(one, boxes)):
            if not one.filled[i]:
                windows.append((0, 0, 0, 0))
                continue
            beside = np.maximum(BESIDE * (boxes[i, 2:] - boxes[i, :2]) * gain, stride)
            low = np.floor((boxes[i, :2] * gain - beside) / COARSE).clip(0, grid - 1).astype(int) * block
            high = np.ceil((boxes[i, 2:] * gain + beside) / COARSE).clip(1, grid).astype(int) * block
            tall, wide = (high - low)[::-1]
            times = times_finer(tall, wide, stride)
            scaled = [(ring * (gain / stride) - low) * times for ring in rings[i]]
            windows.append((*low, *high))
            cells.append(coverage(scaled, tall * times, wide * times).ravel())
    empty = np.zeros(0, np.uint8)
    return np.array(windows, np.int32).reshape(-1, 4), np.concatenate(cells) if cells else empty
