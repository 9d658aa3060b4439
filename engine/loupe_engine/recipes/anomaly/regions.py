"""Which parts of an image count: the region of interest less the regions to ignore, in percent of the image."""

from __future__ import annotations

import torch

Box = tuple[float, ...]  # left, top, right, bottom in percent of the image


def axis(length: int | torch.SymInt, like: torch.Tensor, size: int) -> torch.Tensor:
    """Centres of `size` canvas cells in percent of an image that covers the first `length` of them; beyond it >
    100.
    """
    return (torch.arange(size, dtype=like.dtype, device=like.device) + 0.5) * (100.0 / length)


def counted(
    height: int, width: int, rows: int, columns: int, region: tuple[Box, ...], ignored: tuple[Box, ...]
) -> torch.Tensor:
    """(rows, columns) bool: cells of a canvas that count; the image covers its first `height` and `width` cells.

    A cell counts by its centre. Works with symbolic heights and widths, so the exported graph uses the same.
    """
    like = torch.zeros(1)
    y, x = axis(height, like, rows)[:, None], axis(width, like, columns)[None]
    inside = (y < 100) & (x < 100)
    for left, top, right, bottom in region:
        inside = inside & (x >= left) & (x <= right) & (y >= top) & (y <= bottom)
    for left, top, right, bottom in ignored:
        inside = inside & ~((x >= left) & (x <= right) & (y >= top) & (y <= bottom))
    return inside
