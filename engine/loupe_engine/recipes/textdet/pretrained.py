"""The ready-made detector: the weights of PP-OCRv6 small, whose file lies in the Python package rapidocr.

Only the file is used, never the package's code. Weights: PaddleOCR's authors, Apache-2.0.
"""

from __future__ import annotations

from collections.abc import Iterator

import onnx
import torch
from onnx import numpy_helper
from torch import nn

from ...carried import PPOCR, ready_made_file
from ...nn.blocks import zero_denormals
from .model import PP, TextDetector, text_detector

NOTICE = "Contains weights of PP-OCRv6 small, PaddleOCR's authors, Apache-2.0; changed by training"


def ready_made() -> TextDetector:
    """The network with its weights; the threshold branch begins as a copy of the other. Raises Fault reader.missing,
    reader.damaged.
    """
    net = text_detector(PP)
    weights = _in_order(onnx.load(ready_made_file(PPOCR)))
    for part in (net.backbone, net.neck, net.head):
        for module in part.modules():  # in the order in which the graph has them
            if isinstance(module, (nn.Conv2d, nn.ConvTranspose2d)):
                weight, bias = next(weights)
                module.weight.data.copy_(weight)
                if bias is not None:
                    assert module.bias is not None
                    module.bias.data.copy_(bias)
    assert next(weights, None) is None
    zero_denormals(net)  # a tenth of the file, in channels that have died
    assert net.threshold is not None
    net.threshold.load_state_dict(net.head.state_dict())
    return net


def _in_order(model: onnx.ModelProto) -> Iterator[tuple[torch.Tensor, torch.Tensor | None]]:
    """Weight and bias of each convolution in the graph's order; a bias is added by a node of its own."""
    graph = model.graph
    values = {t.name: t for t in graph.initializer}
    same = {n.input[0]: n.output[0] for n in graph.node if n.op_type == "Identity"}
    added = {n.input[0]: n.input[1] for n in graph.node if n.op_type == "Add" and n.input[1] in values}
    for node in graph.node:
        if node.op_type in ("Conv", "ConvTranspose"):
            name = added.get(node.output[0]) or added.get(same.get(node.output[0], ""))
            weight = torch.from_numpy(numpy_helper.to_array(values[node.input[1]]).copy())
            yield weight, torch.from_numpy(numpy_helper.to_array(values[name]).copy()).flatten() if name else None
