"""Masks of what is found, from prototypes and coefficients to packed bits: in training, and in the graph."""

from __future__ import annotations

import torch
import torch.nn.functional as F

BITS = (128.0, 64.0, 32.0, 16.0, 8.0, 4.0, 2.0, 1.0)  # floats, so that bits are packed by a product of matrices
SMALL, LARGE = 320, 1280  # sides of a canvas up to which cells are one pixel of it, and two


def times_of(stride: int, canvas: tuple[int, int]) -> int:
    """How many times finer than its prototypes at `stride` masks are on such a canvas.

    An outline lies no better than its cells: masks of two pixels a cell that are right in every cell have an IoU of
    0.93 with a ring of 50 pixels, masks of one pixel 0.97. Where there are more pixels, cells may be as many.
    """
    side = max(canvas)
    cell = 1 if side <= SMALL else 2 if side <= LARGE else stride
    return max(1, stride // cell)


def packed_bits(
    prototypes: torch.Tensor,
    mixing: torch.Tensor,
    boxes: torch.Tensor,
    stride: int,
    times: int,
    size: tuple[int, int],
) -> torch.Tensor:
    """Prototypes (K, h, w) at `stride` pixels of the canvas and coefficients (N, K) to masks (N, H, W / 8) uint8,
    packed along x, most significant bit first, within boxes (N, 4) in pixels of the canvas and within the image, which
    is so high and wide there. H and W are 1, 2 or 4 `times` h and w; w is a multiple of 8.

    Only the rows of a mask that its box has are made: what is made of whole masks costs more than the prototypes.
    """
    high, wide = prototypes.shape[1:]
    x, y = ((torch.arange(side * times, device=boxes.device) + 0.5) * (stride / times) for side in (wide, high))
    x1, y1, x2, y2 = boxes[:, :, None].unbind(1)
    across = _packed((x > x1) & (x < x2) & (x < size[1]), BITS)  # (N, W / 8)
    which, row = ((y > y1) & (y < y2) & (y < size[0])).nonzero().unbind(1)  # (R,) each
    logits = (mixing @ prototypes.flatten(1)).view(-1, wide)
    found = _rows(logits, which, row, high, times) & across[which]
    empty = across.new_zeros(mixing.shape[0], high * times, wide * times // 8)
    return empty.index_put((which, row), found)


def _rows(logits: torch.Tensor, which: torch.Tensor, row: torch.Tensor, high: int, times: int) -> torch.Tensor:
    """Packed rows (R, W / 8) of masks `times` as fine as logits (N * h, w): of mask `which` its row `row`. Bilinear,
    as `interpolate` without aligned corners.
    """
    first = which * high
    if times == 1:
        return _packed(logits[first + row] > 0, BITS)
    # The middle of a row, in parts of a coarse row; from the row above the first one on, so that nothing is negative.
    parts = 2 * times
    place = 2 * row + 1 + times
    above = place // parts
    share = ((place - above * parts) / parts)[:, None]
    upper, lower = logits[first + (above - 1).clamp(min=0)], logits[first + above.clamp(max=high - 1)]
    near = upper * (1 - share) + lower * share  # (R, w)
    found = torch.zeros((), dtype=torch.uint8, device=logits.device)
    for step in range(times // 2):
        # A fine cell has most of the coarse one around it and the rest of the next one. Only the sign is asked for.
        rest = 0.5 - (step + 0.5) / times
        against = F.pad((near * (-rest / (1 - rest)))[:, None], (1, 1), mode="replicate")[:, 0]
        found = found + _packed(near > against[:, :-2], BITS[step::times])
        found = found + _packed(near > against[:, 2:], BITS[times - 1 - step :: times])
    return found


def _packed(bits: torch.Tensor, values: tuple[float, ...]) -> torch.Tensor:
    """Bits (R, W) to sums (R, W / n) uint8 of the n values of those that are set."""
    count, wide = bits.shape
    blocks = bits.float().view(count, wide // len(values), len(values))
    # a column, not a vector: ONNX Runtime multiplies by vectors slowly, and not at all where there is no row
    column = torch.stack([torch.scalar_tensor(value, device=bits.device) for value in values])[:, None]
    return (blocks @ column)[..., 0].to(torch.uint8)
