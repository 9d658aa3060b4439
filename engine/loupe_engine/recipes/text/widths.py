"""How wide a text is for the network that reads it: columns, and how many of them it occupies.

The server has the same in `packages/geometry/src/text-widths.ts`; both are held to
`packages/contract/fixtures/text-widths.json`. Quads are 8 numbers in pixels of the image: start of the line at its top,
end at its top, end at its bottom, start at its bottom. Plain arithmetic alone, in the same order on both sides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

HEIGHT = 48  # rows that the network sees
STRIDE = 8  # columns for one of its answers
STEP = 16  # columns are multiples of it, and the text fills them: what stands beside it costs time and spoils long ones
NARROWEST, WIDEST = 80, 1280  # columns
GROUPS = (80, 160, 320, 480, 640, 960, 1280)  # columns up to which texts are learned together
TALL = 1.5  # times its width: an image higher than that is a line of text on its side
ROUNDING = 1e-3  # columns that are no column more: corners of two runtimes differ by less
LEAST_LEFT = 0.1  # of the height, however much is cut from the edges

Quad = Sequence[float]


def columns_of(quad: Quad, zoom: str, fixed: int) -> tuple[int, int]:
    """(columns, content): what the network sees, and how many of them the text occupies, from the left.

    `zoom`: keep, the text keeps its shape, to a step, and fills its columns unless it is very short; fixed, it is
    stretched over `fixed`.
    """
    if zoom == "fixed":
        return fixed, fixed
    x0, y0, x1, y1, x2, y2, x3, y3 = quad
    wide = max(_length(x1 - x0, y1 - y0), _length(x2 - x3, y2 - y3))
    high = max(_length(x2 - x1, y2 - y1), _length(x3 - x0, y3 - y0))
    occupied = min(HEIGHT * wide / high, WIDEST) if high > 0 else WIDEST
    content = max(1, math.ceil(occupied - ROUNDING))
    columns = whole_steps(content)
    return columns, (content if content < NARROWEST else columns)


def whole_steps(content: int) -> int:
    """The fewest columns that hold so many."""
    return max(NARROWEST, -(-content // STEP) * STEP)


def group_of(columns: int) -> int:
    """Columns of the texts that a text is learned with, at most."""
    return next((group for group in GROUPS if group >= columns), columns)


def inset(quad: Quad, edge_cut: float) -> list[float]:
    """The quad without that share of its height at its top, and as much at its bottom; a tenth of it is always left."""
    cut = min(edge_cut, (1 - LEAST_LEFT) / 2)
    x0, y0, x1, y1, x2, y2, x3, y3 = quad
    return [
        x0 + (x3 - x0) * cut,
        y0 + (y3 - y0) * cut,
        x1 + (x2 - x1) * cut,
        y1 + (y2 - y1) * cut,
        x2 + (x1 - x2) * cut,
        y2 + (y1 - y2) * cut,
        x3 + (x0 - x3) * cut,
        y3 + (y0 - y3) * cut,
    ]


def whole_quad(width: int, height: int) -> list[float]:
    """The quad of an image that is one text. A tall one is read from its top to its bottom: it begins top right."""
    w, h = float(width), float(height)
    if height > TALL * width:
        return [w, 0.0, w, h, 0.0, h, 0.0, 0.0]
    return [0.0, 0.0, w, 0.0, w, h, 0.0, h]


def _length(x: float, y: float) -> float:
    return math.sqrt(x * x + y * y)
