"""Backbone `ppocr`: the backbone of the text detector PP-OCRv6 small, whose weights lie in the Python package rapidocr.

It has seen very many photographs of surfaces, print and edges. Only the file of the package is used, never its code.
Weights: PaddleOCR's authors, Apache-2.0. Blocks as in PP-LCNet, Cui et al., 2021, with residual channel mixing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper
from torch import nn

CHANNELS = (24, 48, 96, 192, 384)


class _Squeeze(nn.Module):
    """Channels weighed by what the whole image shows of them: Hu et al., Squeeze-and-excitation networks, 2018."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.down, self.up = nn.Conv2d(channels, channels // 4, 1), nn.Conv2d(channels // 4, channels, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * F.hardsigmoid(self.up(F.relu(self.down(x.mean((2, 3), keepdim=True)))))


class Block(nn.Module):
    """Depthwise convolution, then channels mixed. (B, I, H, W) to the same, or where O > I to (B, O, H / 2, W / 2);
    `stride`: of height and width, where it is another one.
    """

    def __init__(self, inputs: int, outputs: int, weighed: bool, stride: tuple[int, int] = (2, 2)) -> None:
        super().__init__()
        moved = (1, 1) if inputs == outputs else stride
        self.depthwise = nn.Conv2d(inputs, inputs, 3, moved, 1, groups=inputs)
        self.squeeze = _Squeeze(inputs) if weighed else nn.Identity()
        self.wide, self.narrow = nn.Conv2d(inputs, 2 * inputs, 1), nn.Conv2d(2 * inputs, outputs, 1)
        self.shortcut = inputs == outputs

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.squeeze(self.depthwise(x))
        y = self.narrow(F.gelu(self.wide(x)))
        return x + y if self.shortcut else y


def _stage(inputs: int, outputs: int, pairs: int) -> nn.Sequential:
    first = [Block(inputs, outputs, False)] if inputs != outputs else []
    return nn.Sequential(*first, *(Block(outputs, outputs, i % 2 == 0) for i in range(2 * pairs)))


class PpOcr(nn.Module):
    """(B, 3, H, W) RGB in 0…1 to features at strides 2, 4, 8, 16, 32 with CHANNELS channels."""

    channels = CHANNELS
    inner = CHANNELS[2:4]

    def __init__(self) -> None:
        super().__init__()
        c2, c4, c8, c16, c32 = CHANNELS
        self.first = nn.Conv2d(3, c2, 3, 2, 1)
        self.left, self.right = nn.Conv2d(c2, c2 // 2, 2), nn.Conv2d(c2 // 2, c2, 2)
        self.join, self.widen = nn.Conv2d(2 * c2, c2, 3, 2, 1), nn.Conv2d(c2, c4, 1)
        self.s4, self.s8 = _stage(c4, c4, 1), _stage(c4, c8, 1)
        self.s16, self.s32 = _stage(c8, c16, 2), _stage(c16, c32, 1)

    def forward(self, x: torch.Tensor) -> list[torch.Tensor]:
        x = F.relu(self.first((x * 2 - 1).flip(1)))  # it learned from blue, green, red
        beside = (0, 1, 0, 1)  # windows of two by two keep the size: one more column and row, of zeros
        y = F.relu(self.right(F.pad(F.relu(self.left(F.pad(x, beside))), beside)))
        pooled = F.max_pool2d(F.pad(x, beside), 2, 1)  # x is not negative, so zeros change no maximum
        features = [x]
        x = F.relu(self.widen(F.relu(self.join(torch.cat([pooled, y], 1)))))
        for stage in (self.s4, self.s8, self.s16, self.s32):
            x = stage(x)
            features.append(x)
        return features

    def look(self, x: torch.Tensor) -> tuple[list[torch.Tensor], list[torch.Tensor]]:
        """The features, and what a memory takes of them: strides 8 and 16."""
        features = self(x)
        return features, features[2:4]


def load_ppocr(path: Path) -> PpOcr:
    """The backbone with the weights of the detector's file, which must be the known one."""
    net = PpOcr()
    pairs = convolutions(path)
    for module in net.modules():  # in the order in which the graph has them
        if isinstance(module, nn.Conv2d):
            weight, bias = next(pairs)
            module.weight.data.copy_(weight)
            module.bias.data.copy_(bias)
    return net


def convolutions(path: Path) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Weights and biases of the graph's convolutions in its order; a bias is added by a node of its own."""
    graph = onnx.load(path).graph
    values = {t.name: t for t in graph.initializer}
    added = {n.input[0]: n.input[1] for n in graph.node if n.op_type == "Add" and n.input[1] in values}
    for node in graph.node:
        if node.op_type == "Conv" and node.output[0] in added:
            weight, bias = (numpy_helper.to_array(values[name]) for name in (node.input[1], added[node.output[0]]))
            yield torch.from_numpy(weight.copy()), torch.from_numpy(bias.copy()).flatten()
