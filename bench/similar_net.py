"""The backbone of *propose similar* as a graph that the server runs: `similar_net.py OUT.onnx`.

Features of three blocks of the frozen backbone side by side on cells of 8 px, and beside them the scores of linear heads
that whoever asks gives along. Weights lie in the file in 16 bits.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from loupe_engine.export.graph import export_graph
from loupe_engine.nn.backbones import backbone_of
from loupe_engine.nn.backbones.efficientnet import convolved
from onnx import TensorProto, helper, numpy_helper
from torch import nn

TAKEN = (4, 7, 10)  # 40 channels at stride 8, 80 and 112 at stride 16
CHANNELS = 232


class Features(nn.Module):
    """(H, W, 3) bytes, sides that 16 divides, and heads (K, CHANNELS) to scores (K, H/8, W/8) and features."""

    def __init__(self) -> None:
        super().__init__()
        self.net = backbone_of("efficientnet").eval()

    def forward(self, image: torch.Tensor, heads: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = image.permute(2, 0, 1)[None].float()
        x = convolved(self.net._conv_stem, self.net._bn0, (x - 127) / 128)
        taken = []
        for i, block in enumerate(self.net._blocks[: TAKEN[-1] + 1]):
            x = block(x)
            if i in TAKEN:
                taken.append(x if not taken else F.interpolate(x, scale_factor=2.0, mode="bilinear"))
        features = torch.cat(taken, 1)
        return F.conv2d(features, heads[:, :, None, None])[0], features[0]


def halved(path: Path) -> None:
    """Large weights as 16 bits with a cast behind them, which the runtime does once when it loads the file."""
    model = onnx.load(path)
    casts = []
    for tensor in list(model.graph.initializer):
        if tensor.data_type != TensorProto.FLOAT or np.prod(tensor.dims) < 64:
            continue
        small = numpy_helper.from_array(numpy_helper.to_array(tensor).astype(np.float16), f"{tensor.name}_16")
        casts.append(helper.make_node("Cast", [small.name], [tensor.name], to=TensorProto.FLOAT))
        model.graph.initializer.remove(tensor)
        model.graph.initializer.append(small)
    for node in reversed(casts):
        model.graph.node.insert(0, node)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def main() -> None:
    out = Path(sys.argv[1])
    rows, columns, heads = (torch.export.Dim(name, min=1, max=512) for name in ("rows", "columns", "heads"))
    about = {"network": "efficientnet-lite0, blocks 4, 7 and 10", "weights": "TensorFlow's authors, Apache-2.0"}
    export_graph(
        Features().eval(),
        out,
        (torch.zeros(160, 192, 3, dtype=torch.uint8), torch.zeros(3, CHANNELS)),
        ({0: 16 * rows, 1: 16 * columns}, {0: heads}),
        (["image", "heads"], ["scores", "features"]),
        about,
        (("heads", "rows8", "columns8"), ("channels", "rows8", "columns8")),
    )
    halved(out)


if __name__ == "__main__":
    main()
