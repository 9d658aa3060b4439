"""The one way from an image of any size to the canvas that a network sees; training, checks and the graph share it."""

from __future__ import annotations

import torch
import torch.nn.functional as F

FILL = 114 / 255  # grey beside the image


def scaled(length: int, other: int, size: int) -> int:
    """A side after scaling the other one to `size`: rounded in integers, the same in every language; at least 1."""
    return torch.sym_max((length * size + other // 2) // other, 1)


def whole_strides(length: int, stride: int) -> int:
    """The least multiple of the stride that is not below a length: a side of a canvas."""
    return -(-length // stride) * stride


def letterbox(
    image: torch.Tensor, canvas: tuple[int, int], room: tuple[int, int] | None = None
) -> tuple[torch.Tensor, int, int]:
    """Image (H, W, 3) uint8 to (1, 3, *canvas) float32 in 0…1: at the top left, as large as it fits into the `room`
    (height, width), all of the canvas where none is given.

    Also gives the scaled height and width. Scaling is bilinear with antialiasing.
    """
    height, width = image.shape[0], image.shape[1]
    high, wide = room or canvas
    # One of the two is its room, whichever is used up first.
    new_height = torch.sym_min(scaled(height, width, wide), high)
    new_width = torch.sym_min(scaled(width, height, high), wide)
    x = image.permute(2, 0, 1)[None].float()
    x = F.interpolate(x, size=(new_height, new_width), mode="bilinear", align_corners=False, antialias=True)
    x = x / 255  # only now: of an image of 70 megapixels each copy takes 0.8 GB
    x = F.pad(x, (0, canvas[1] - new_width, 0, canvas[0] - new_height), value=FILL)
    return x, new_height, new_width


def stretched(image: torch.Tensor, room: tuple[int, int], stride: int) -> torch.Tensor:
    """Image (H, W, 3) uint8 to (1, 3, h, w) float32 in 0…1 with nothing beside it: as large as it fits into the `room`
    (height, width), each side then the nearest multiple of the stride. Scaling as `letterbox` has it.
    """
    height, width = image.shape[0], image.shape[1]
    high, wide = room
    new_height = torch.sym_min(scaled(height, width, wide), high)
    new_width = torch.sym_min(scaled(width, height, high), wide)
    size = [torch.sym_max((side + stride // 2) // stride, 1) * stride for side in (new_height, new_width)]
    x = image.permute(2, 0, 1)[None].float()
    return F.interpolate(x, size=size, mode="bilinear", align_corners=False, antialias=True) / 255


def fitted(height: int, width: int, size: int) -> tuple[int, int]:
    """Height and width of an image whose longest side is scaled to `size`."""
    longest = max(height, width)
    return int(scaled(height, longest, size)), int(scaled(width, longest, size))


def shrink(image: torch.Tensor, size: int) -> torch.Tensor:
    """Image (H, W, C) uint8 scaled so that its longest side is `size`, uint8: what the cache of training keeps."""
    height, width = image.shape[0], image.shape[1]
    new = fitted(height, width, size)
    if new == (height, width):
        return image
    x = image.permute(2, 0, 1)[None].float()
    x = F.interpolate(x, size=new, mode="bilinear", align_corners=False, antialias=True)
    return x[0].round_().clamp_(0, 255).to(torch.uint8).permute(1, 2, 0).contiguous()
