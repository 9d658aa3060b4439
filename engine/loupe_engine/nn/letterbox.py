"""The one way from an image of any size to the square that a network sees; training, checks and the graph share it."""

from __future__ import annotations

import torch
import torch.nn.functional as F

FILL = 114 / 255  # grey beside the image


def scaled(length: int, longest: int, size: int) -> int:
    """A side after scaling the longest one to `size`: rounded in integers, the same in every language; at least 1."""
    return torch.sym_max((length * size + longest // 2) // longest, 1)


def letterbox(image: torch.Tensor, size: int, canvas: int) -> tuple[torch.Tensor, int, int]:
    """Image (H, W, 3) uint8 to (1, 3, canvas, canvas) float32 in 0…1, longest side `size`, at the top left.

    Also gives the scaled height and width. Scaling is bilinear with antialiasing.
    """
    height, width = image.shape[0], image.shape[1]
    longest = torch.sym_max(height, width)
    new_height, new_width = scaled(height, longest, size), scaled(width, longest, size)
    x = image.permute(2, 0, 1)[None].float()
    x = F.interpolate(x, size=(new_height, new_width), mode="bilinear", align_corners=False, antialias=True)
    x = x / 255  # only now: of an image of 70 megapixels each copy takes 0.8 GB
    x = F.pad(x, (0, canvas - new_width, 0, canvas - new_height), value=FILL)
    return x, new_height, new_width


def shrink(image: torch.Tensor, size: int) -> torch.Tensor:
    """Image (H, W, C) uint8 scaled so that its longest side is `size`, uint8: what the cache of training keeps."""
    height, width = image.shape[0], image.shape[1]
    longest = max(height, width)
    new = scaled(height, longest, size), scaled(width, longest, size)
    if new == (height, width):
        return image
    x = image.permute(2, 0, 1)[None].float()
    x = F.interpolate(x, size=new, mode="bilinear", align_corners=False, antialias=True)
    return x[0].round_().clamp_(0, 255).to(torch.uint8).permute(1, 2, 0).contiguous()
