"""Networks that read a strip: (B, 3, 48, W) RGB in -1…1 to class logits (B, W / 8, C), class 0 the blank.

`pp` is the recogniser of PP-OCRv6 small with its weights (PaddleOCR's authors, Apache-2.0; the blocks are those of
PP-LCNet, Cui et al., 2021, the neck is a light SVTR, Du et al., 2022), `n` a small one of our own that knows nothing.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from ...nn.backbones.ppocr import Block
from ...nn.blocks import Conv, Residual

PP, OWN = "pp", "n"
MIDDLE, STEM, WIDE, WIDEST = 48, 96, 192, 384  # channels of `pp`
TOKEN, HEADS = 120, 8  # of its neck
OWN_CHANNELS, OWN_TOKEN = (24, 48, 64, 96), 96


class Reader(nn.Module):
    """A backbone that gives (B, K, T), and a last layer with a row for each class."""

    stride = 8

    def __init__(self, backbone: nn.Module, channels: int, classes: int) -> None:
        super().__init__()
        self.backbone, self.last = backbone, nn.Linear(channels, classes)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.last(self.backbone(x).transpose(1, 2))


def reader(network: str, classes: int) -> Reader:
    """An untrained network with so many classes, the blank among them."""
    return Reader(PpBackbone(), TOKEN, classes) if network == PP else Reader(OwnBackbone(), OWN_TOKEN, classes)


class PpBackbone(nn.Module):
    """(B, 3, 48, W) to (B, 120, W / 8). Modules stand in the order in which the file has their weights."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(3, MIDDLE, 3, 2, 1)
        self.left, self.right = nn.Conv2d(MIDDLE, MIDDLE // 2, 2), nn.Conv2d(MIDDLE // 2, MIDDLE, 2)
        self.join, self.widen = nn.Conv2d(2 * MIDDLE, MIDDLE, 3, 2, 1), nn.Conv2d(MIDDLE, STEM, 1)
        down = (2, 1)  # a line keeps its columns
        self.blocks = nn.Sequential(
            *(Block(STEM, STEM, i == 0) for i in range(3)),
            Block(STEM, WIDE, False, down),
            *(Block(WIDE, WIDE, i % 2 == 0) for i in range(6)),
            Block(WIDE, WIDEST, False, down),
            *(Block(WIDEST, WIDEST, i == 0) for i in range(2)),
        )
        self.neck = Neck()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = F.relu(self.first(x.flip(1)))  # it learned from blue, green, red
        beside = (0, 1, 0, 1)  # windows of two by two keep the size: one more column and row, of zeros
        y = F.relu(self.right(F.pad(F.relu(self.left(F.pad(x, beside))), beside)))
        pooled = F.max_pool2d(F.pad(x, beside), 2, 1)  # x is not negative, so zeros change no maximum
        x = F.relu(self.widen(F.relu(self.join(torch.cat([pooled, y], 1)))))
        return self.neck(F.avg_pool2d(self.blocks(x), (3, 2)))


class Neck(nn.Module):
    """(B, 384, 1, T) to (B, 120, T): columns that look at each other."""

    def __init__(self) -> None:
        super().__init__()
        self.beside, self.enter = nn.Conv2d(WIDEST, TOKEN, 1), nn.Conv2d(WIDEST, TOKEN, 1)
        self.near = nn.Conv2d(TOKEN, TOKEN, (1, 7), padding=(0, 3), groups=TOKEN)
        self.mixers = nn.Sequential(Mixer(), Mixer())
        self.norm = nn.LayerNorm(TOKEN)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        beside, x = F.silu(self.beside(x)), F.silu(self.enter(x))
        x = (x + F.silu(self.near(x)))[:, :, 0].transpose(1, 2)
        return self.norm(self.mixers(x)).transpose(1, 2) + beside[:, :, 0]


class Mixer(nn.Module):
    """Self-attention among columns (B, T, K), then their channels mixed: Vaswani et al., 2017."""

    def __init__(self) -> None:
        super().__init__()
        self.before, self.ask = nn.LayerNorm(TOKEN), nn.Linear(TOKEN, 3 * TOKEN)
        self.answer, self.after = nn.Linear(TOKEN, TOKEN), nn.LayerNorm(TOKEN)
        self.wide, self.narrow = nn.Linear(TOKEN, 2 * TOKEN), nn.Linear(2 * TOKEN, TOKEN)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        batch, columns = x.shape[0], x.shape[1]
        asked = self.ask(self.before(x)).view(batch, columns, 3, HEADS, TOKEN // HEADS).permute(2, 0, 3, 1, 4)
        query, key, value = asked[0] * (TOKEN // HEADS) ** -0.5, asked[1], asked[2]
        seen = (query @ key.transpose(2, 3)).softmax(3) @ value
        x = x + self.answer(seen.transpose(1, 2).reshape(batch, columns, TOKEN))
        return x + self.narrow(F.silu(self.wide(self.after(x))))


class OwnBackbone(nn.Module):
    """(B, 3, 48, W) to (B, 96, W / 8) with 0.4 million weights: plain convolutions, then rows of columns."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d = OWN_CHANNELS
        self.look = nn.Sequential(
            Conv(3, a, 3, 2), Conv(a, b, 3, 2), Residual(b, True), Conv(b, c, 3, 2), Residual(c, True), Conv(c, d, 3)
        )
        self.flatten = nn.Conv2d(d, OWN_TOKEN, (6, 1), bias=False)
        self.norm = nn.BatchNorm2d(OWN_TOKEN, eps=1e-3, momentum=0.03)
        self.along = nn.ModuleList(Along(OWN_TOKEN, step) for step in (1, 2))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = F.silu(self.norm(self.flatten(self.look(x))))
        for part in self.along:
            x = part(x)
        return x[:, :, 0]


class Along(nn.Module):
    """Columns (B, K, 1, T) beside each other, `step` apart, added to themselves."""

    def __init__(self, channels: int, step: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, (1, 5), padding=(0, 2 * step), dilation=(1, step), bias=False)
        self.norm = nn.BatchNorm2d(channels, eps=1e-3, momentum=0.03)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + F.silu(self.norm(self.conv(x)))
