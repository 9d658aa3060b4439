"""The segmentation: a decoder over the features of a backbone that does not learn."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F
from torch import nn

from ....nn.blocks import Conv
from ..older import current_names

RARE = -3.5  # logit of the typical share of defective cells
DROPPED = 0.2  # share of the backbone's features: no defect is to be known by a few of them


def conv(inputs: int, outputs: int) -> Conv:
    """3x3 convolution, normalisation, ReLU: on a processor quicker than SiLU, which matters at 30 ms an image."""
    made = Conv(inputs, outputs, 3)
    made.act = nn.ReLU()
    return made


class Segmenter(nn.Module):
    """Logits of "this is a defect" at stride 2, (B, 1, H / 2, W / 2), from an image (B, 3, H, W) in 0…1.

    U-Net, Ronneberger et al., 2015.
    """

    def __init__(self, backbone: nn.Module) -> None:
        super().__init__()
        self.backbone = backbone.requires_grad_(False)
        c2, c4, c8, c16, c32 = backbone.channels
        self.up16, self.up8 = conv(c32 + c16, 96), conv(96 + c8, 64)
        self.up4, self.up2 = conv(64 + c4, 32), conv(32 + c2, 24)
        self.out = nn.Conv2d(24, 1, 1)
        nn.init.constant_(self.out.bias, RARE)  # so that training does not begin by unlearning the background

    def train(self, mode: bool = True) -> Segmenter:
        """The backbone stays as it is, also its running statistics."""
        super().train(mode)
        self.backbone.train(False)
        return self

    def load_state_dict(self, state: dict[str, torch.Tensor], *rest: Any, **options: Any) -> Any:
        """Also weights under the names that they once had."""
        return super().load_state_dict(current_names(state), *rest, **options)

    def decode(self, features: list[torch.Tensor]) -> torch.Tensor:
        """Features of the backbone to logits."""
        if self.training:
            features = [F.dropout2d(f, DROPPED) for f in features]
        y = features[4]
        steps = ((self.up16, features[3]), (self.up8, features[2]), (self.up4, features[1]), (self.up2, features[0]))
        for step, beside in steps:
            y = step(torch.cat([F.interpolate(y, scale_factor=2.0, mode="nearest"), beside], 1))
        return self.out(y)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.decode(self.backbone(x))
