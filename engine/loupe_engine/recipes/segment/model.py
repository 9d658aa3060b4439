"""The networks of `segment`: those of `detect`, with prototypes, coefficients and a map that only training has."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import nn

from ...nn.blocks import Conv
from ..detect.model import Detector, joined

USUAL, FINE = 4, 2  # strides of prototypes
COARSE = 8  # stride of the semantic map
PROTOTYPES, FEW = 32, 24  # the second for networks as narrow as n
NARROW = 32  # channels at stride 4
RARE = 0.02  # of the semantic map is an object at first

Answers = tuple[torch.Tensor, ...]


class Prototypes(nn.Module):
    """Features at strides 8 and 4, and the image, to prototypes (B, K, H / stride, W / stride): linear, so that a
    mixture of them may be any number. YOLACT, Bolya et al., 2019.
    """

    def __init__(self, coarse: int, detail: int, count: int, fine: bool) -> None:
        super().__init__()
        width = max(NARROW, coarse // 2)
        self.enter, self.beside = Conv(coarse, width, 3), Conv(detail, width)
        self.mix = Conv(width, width, 3)
        self.fine = fine
        if fine:
            # Filters of each channel alone: at stride 2 others would cost as much as the whole network.
            self.narrow, self.edges = Conv(width, NARROW), Conv(3, NARROW, 3, 2)
            self.sharpen = Conv(NARROW, NARROW, 3, groups=NARROW)
        self.leave = nn.Conv2d(NARROW if fine else width, count, 1)

    def forward(self, coarse: torch.Tensor, detail: torch.Tensor, image: torch.Tensor) -> torch.Tensor:
        x = F.interpolate(self.enter(coarse), scale_factor=2.0, mode="nearest") + self.beside(detail)
        x = self.mix(x)
        if self.fine:
            x = F.interpolate(self.narrow(x), scale_factor=2.0, mode="nearest") + self.edges(image)
            x = self.sharpen(x)
        return self.leave(x)


class Segmenter(Detector):
    """A network of the family. Its answers: sides (B, 4 * BINS, A), classes (B, C, A), coefficients (B, K, A) and
    prototypes (B, K, H / mask_stride, W / mask_stride), all raw; in training also labels (B, C, H / 8, W / 8).

    The logit of a mask at a point is the sum of the prototypes there, each times its coefficient.
    """

    def __init__(
        self,
        network: str,
        classes: int,
        learned: nn.Module | None = None,
        small_objects: bool = False,
        fine_masks: bool = False,
    ) -> None:
        super().__init__(network, classes, learned, small_objects, detail=True)
        self.mask_stride = FINE if fine_masks else USUAL
        self.finer = int(small_objects)
        detail, coarse = self.channels[1:3]  # at strides 4 and 8
        count = FEW if detail <= NARROW else PROTOTYPES
        self.prototypes = Prototypes(coarse, detail, count, fine_masks)
        self.coefficients = nn.ModuleList(
            nn.Sequential(Conv(c, c, 3, groups=c), Conv(c, min(c, coarse)), nn.Conv2d(min(c, coarse), count, 1))
            for c in self.channels[-len(self.strides) :]
        )
        self.semantic = nn.Sequential(Conv(coarse, coarse, 3), nn.Conv2d(coarse, classes, 1))
        nn.init.constant_(self.semantic[-1].bias, math.log(RARE / (1 - RARE)))

    def forward(self, x: torch.Tensor) -> Answers:
        features = self.backbone(x)
        levels = self.neck(features if self.finer else features[1:])
        detail, coarse = (levels[0], levels[1]) if self.finer else (features[0], levels[0])
        mixing = joined(self.coefficients, levels, self.training)
        answers = (*self.head(levels), mixing, self.prototypes(coarse, detail, x))
        return (*answers, self.semantic(coarse)) if self.training else answers

    def by_label(self) -> set[str]:
        return super().by_label() | {f"semantic.{len(self.semantic) - 1}"}
