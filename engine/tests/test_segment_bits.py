"""Masks as packed bits are those that one makes whole: scaled up, compared with 0, and cut to box and image."""

from __future__ import annotations

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from loupe_engine.recipes.segment.bits import packed_bits, times_of


def whole(
    prototypes: torch.Tensor, mixing: torch.Tensor, boxes: torch.Tensor, stride: int, times: int, size: tuple[int, int]
) -> np.ndarray:
    """(N, H, W) bool; where a logit is 0 but for rounding, it may be either."""
    logits = torch.einsum("nk,khw->nhw", mixing, prototypes)
    if times > 1:
        logits = F.interpolate(logits[:, None], scale_factor=times, mode="bilinear", align_corners=False)[:, 0]
    y, x = ((torch.arange(side * times) + 0.5) * stride / times for side in (prototypes.shape[1], prototypes.shape[2]))
    x1, y1, x2, y2 = boxes[:, :, None].unbind(1)
    inside = ((x > x1) & (x < x2) & (x < size[1]))[:, None] & ((y > y1) & (y < y2) & (y < size[0]))[:, :, None]
    return ((logits > 0) & inside).numpy()


@pytest.mark.parametrize(("stride", "times"), [(4, 4), (4, 2), (4, 1), (2, 2), (2, 1)])
def test_bits_are_those_of_whole_masks(stride: int, times: int) -> None:
    draw = torch.Generator().manual_seed(stride + 10 * times)
    high, wide, count = 12, 24, 7
    prototypes = torch.randn(5, high, wide, generator=draw)
    mixing = torch.randn(count, 5, generator=draw)
    corner = torch.rand(count, 2, generator=draw) * torch.tensor([wide, high]) * stride - 4
    boxes = torch.cat([corner, corner + 3 + 40 * torch.rand(count, 2, generator=draw)], 1)
    boxes[0] = torch.tensor([-5.0, -5.0, 500.0, 500.0])
    boxes[1] = torch.tensor([8.2, 8.2, 8.3, 8.3])  # between the middles of cells
    size = high * stride - 3, wide * stride - 5
    packed = packed_bits(prototypes, mixing, boxes, stride, times, size)
    assert packed.dtype == torch.uint8 and packed.shape == (count, high * times, wide * times // 8)
    found = np.unpackbits(packed.numpy(), axis=2).astype(bool)
    want = whole(prototypes, mixing, boxes, stride, times, size)
    assert want[0].any() and not want[1].any()
    assert (found != want).sum() <= 1, "one cell on the fence"


def test_nothing_found_has_no_masks() -> None:
    packed = packed_bits(torch.randn(5, 8, 8), torch.zeros(0, 5), torch.zeros(0, 4), 4, 2, (32, 32))
    assert packed.shape == (0, 16, 2)


def test_cells_are_as_fine_as_there_is_room() -> None:
    sides = (96, 320, 352, 640, 1280, 1312)
    assert [4 // times_of(4, (side, 64)) for side in sides] == [1, 1, 2, 2, 2, 4]
    assert [2 // times_of(2, (64, side)) for side in sides] == [1, 1, 2, 2, 2, 2]
