"""Trunk `imagenet`: MobileNetV2 (Sandler et al., 2018), its weights in a file of the person's own as timm names them
(mobilenetv2_100)."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn


class _Separable(nn.Module):
    """The first block of MobileNetV2: depthwise, then pointwise."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.conv_dw, self.bn1 = nn.Conv2d(inputs, inputs, 3, 1, 1, groups=inputs, bias=False), nn.BatchNorm2d(inputs)
        self.conv_pw, self.bn2 = nn.Conv2d(inputs, outputs, 1, bias=False), nn.BatchNorm2d(outputs)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.bn2(self.conv_pw(F.relu6(self.bn1(self.conv_dw(x)))))


class _Inverted(nn.Module):
    """Widen, depthwise, narrow; with the input added where shapes agree."""

    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        wide = 6 * inputs
        self.conv_pw, self.bn1 = nn.Conv2d(inputs, wide, 1, bias=False), nn.BatchNorm2d(wide)
        self.conv_dw, self.bn2 = nn.Conv2d(wide, wide, 3, stride, 1, groups=wide, bias=False), nn.BatchNorm2d(wide)
        self.conv_pwl, self.bn3 = nn.Conv2d(wide, outputs, 1, bias=False), nn.BatchNorm2d(outputs)
        self.shortcut = stride == 1 and inputs == outputs

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = F.relu6(self.bn2(self.conv_dw(F.relu6(self.bn1(self.conv_pw(x))))))
        y = self.bn3(self.conv_pwl(y))
        return x + y if self.shortcut else y


class MobileTrunk(nn.Module):
    """(B, 3, H, W) RGB in 0…1 to features at strides 2, 4, 8, 16, 32."""

    channels = (16, 24, 32, 96, 160)
    levels, even, learns = (2, 3), True, False

    def __init__(self) -> None:
        super().__init__()
        self.conv_stem, self.bn1 = nn.Conv2d(3, 32, 3, 2, 1, bias=False), nn.BatchNorm2d(32)
        stages: list[nn.Module] = [nn.Sequential(_Separable(32, 16))]
        inputs = 16
        for outputs, count, stride in ((24, 2, 2), (32, 3, 2), (64, 4, 2), (96, 3, 1), (160, 3, 2)):
            units = [_Inverted(inputs if i == 0 else outputs, outputs, stride if i == 0 else 1) for i in range(count)]
            stages.append(nn.Sequential(*units))
            inputs = outputs
        self.blocks = nn.Sequential(*stages)
        self.register_buffer("mean", torch.tensor([0.485, 0.456, 0.406]).view(3, 1, 1), persistent=False)
        self.register_buffer("deviation", torch.tensor([0.229, 0.224, 0.225]).view(3, 1, 1), persistent=False)

    def forward(self, x: torch.Tensor) -> list[torch.Tensor]:
        x = F.relu6(self.bn1(self.conv_stem((x - self.mean) / self.deviation)))
        features = []
        for i, block in enumerate(self.blocks):
            x = block(x)
            if i != 3:  # strides 2, 4, 8, (16,) 16, 32
                features.append(x)
        return features
