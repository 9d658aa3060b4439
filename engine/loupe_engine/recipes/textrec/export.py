"""The deployed form of `textrec`: from an image and a quad to the best class of each column, in one graph."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import nn

from ...export.graph import export_graph
from ...nn.blocks import fold_norms
from ..text.decode import collapse
from ..text.widths import STEP, Quad, columns_of
from .model import PP, Reader
from .params import Params
from .pretrained import NOTICE
from .warp import strip

DOUBTFUL, CLOSE = 0.6, 0.02  # scores, and differences of two, below which a reading is not firm


class TextrecGraph(nn.Module):
    """image (H, W, 3) uint8 RGB, quad (4, 2) float32 in its pixels, columns (N,) float32 whose length alone counts,
    content (1,) float32 to ids (N / 8,) int64, 0 the blank, and scores (N / 8,) float32, their probability.

    The same module runs in PyTorch, where it is the reference, and becomes the ONNX file.
    """

    def __init__(self, net: Reader, characters: Sequence[str], params: Params) -> None:
        super().__init__()
        self.net = fold_norms(copy.deepcopy(net).cpu().float().eval().to(memory_format=torch.contiguous_format))
        self.characters, self.params = list(characters), params
        self.requires_grad_(False)

    def forward(
        self, image: torch.Tensor, quad: torch.Tensor, columns: torch.Tensor, content: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        scores, ids = self.net(strip(image, quad, columns, content))[0].softmax(1).max(1)
        return ids, scores

    def inputs_of(self, quad: Quad) -> dict[str, np.ndarray]:
        """What the graph is given beside the image."""
        columns, content = columns_of(quad, self.params.width_zoom, self.params.width)
        return {
            "quad": np.array(quad, np.float32).reshape(4, 2),
            "columns": np.zeros(columns, np.float32),
            "content": np.array([content], np.float32),
        }

    @torch.no_grad()
    def read_firmly(self, pixels: np.ndarray, quad: Quad) -> tuple[str, list[float], bool]:
        """Text and the score of each of its characters, of a quad on an image (H, W, 3) uint8; and whether rounding
        cannot make another text of it.

        That is where no character is doubtful, and the second best class of no column would change the text where it is
        almost as good.
        """
        given = (torch.from_numpy(np.ascontiguousarray(one)) for one in (pixels, *self.inputs_of(quad).values()))
        best = self.net(strip(*given))[0].softmax(1).topk(2, 1)
        ids, scores = best.indices[:, 0].tolist(), best.values[:, 0].tolist()
        text, found = collapse(ids, scores, self.characters)
        firm = all(score >= DOUBTFUL for score in found)
        for place in ((best.values[:, 0] - best.values[:, 1]) < CLOSE).nonzero().flatten().tolist():
            others = [*ids[:place], int(best.indices[place, 1]), *ids[place + 1 :]]
            firm = firm and collapse(others, scores, self.characters)[0] == text
        return text, found, firm


def export(graph: TextrecGraph, path: Path, classes: Sequence[str]) -> tuple[str, int]:
    """Write the ONNX file. Returns (sha256, bytes). Raises Fault export.failed."""
    params = graph.params
    metadata = {
        "v": 1,
        "recipe": "textrec",
        "classes": list(classes),
        "characters": graph.characters,
        "width": {"zoom": params.width_zoom, "fixed": params.width, "step": STEP},
    }
    if params.network == PP:
        metadata["notice"] = NOTICE
    sides = torch.export.Dim("height", min=1, max=32768), torch.export.Dim("width", min=1, max=32768)
    # answers come in whole numbers: sixteen columns are two
    columns = 16 * torch.export.Dim("sixteenths", min=4, max=128)
    example = (
        torch.randint(0, 255, (51, 203, 3), dtype=torch.uint8),
        torch.tensor([[2.0, 3.0], [190.0, 4.0], [191.0, 44.0], [3.0, 45.0]]),
        torch.zeros(240),
        torch.tensor([200.0]),
    )
    return export_graph(
        graph,
        path,
        example,
        ({0: sides[0], 1: sides[1]}, None, {0: columns}, None),
        (["image", "quad", "columns", "content"], ["ids", "scores"]),
        metadata,
        (("answers",), ("answers",)),
    )
