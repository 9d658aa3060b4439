"""From an image and a quad to the strip that the network reads: one way for training, checks and the graph.

The perspective that puts the unit square onto a quad: Heckbert, Fundamentals of texture mapping, 1989.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F

from ..text.widths import HEIGHT

FINER = 2  # samples for each row and column of the strip, averaged: large texts are scaled down


def strip(image: torch.Tensor, quad: torch.Tensor, columns: torch.Tensor, content: torch.Tensor) -> torch.Tensor:
    """Image (H, W, C) uint8, quad (4, 2) float32 in its pixels, `columns` (N,) whose length alone counts, `content`
    (1,) float32 to (1, C, 48, N) float32 in -1…1: the quad upright in the first `content` columns, 0 beside it.

    Quads reach from edge to edge of their pixels; what lies beside the image is as its nearest pixel.
    """
    across = torch.arange(columns.shape[0] * FINER, dtype=torch.float32, device=image.device)
    down = torch.arange(HEIGHT * FINER, dtype=torch.float32, device=image.device)
    u = ((across + 0.5) / (FINER * content)).clamp(max=1)[None, :]
    v = ((down + 0.5) / (FINER * HEIGHT))[:, None]
    x, y = on_quad(quad, u, v)
    # -1 and 1 are the outer edges of the first and last pixel
    grid = torch.stack([2 * x / image.shape[1] - 1, 2 * y / image.shape[0] - 1], 2)[None]
    pixels = image.permute(2, 0, 1)[None].float()
    seen = F.grid_sample(pixels, grid, mode="bilinear", padding_mode="border", align_corners=False)
    seen = F.avg_pool2d(seen, FINER) / 127.5 - 1
    inside = torch.arange(columns.shape[0], device=image.device) < content
    return seen * inside.float()


def on_quad(quad: torch.Tensor, u: torch.Tensor, v: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Where points (u, v) of the unit square lie on a quad (4, 2): x and y."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = ((corner[0], corner[1]) for corner in quad.unbind(0))
    ax, ay, bx, by = x1 - x2, y1 - y2, x3 - x2, y3 - y2
    sx, sy = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    area = ax * by - bx * ay
    area = torch.where(area.abs() < 1e-6, torch.ones_like(area), area)  # a quad without area is read as a line
    g, h = (sx * by - bx * sy) / area, (ax * sy - sx * ay) / area
    depth = (g * u + h * v + 1).clamp(min=1e-3)  # corners that cross have points beyond the horizon
    x = ((x1 - x0 + g * x1) * u + (x3 - x0 + h * x3) * v + x0) / depth
    y = ((y1 - y0 + g * y1) * u + (y3 - y0 + h * y3) * v + y0) / depth
    return x, y
