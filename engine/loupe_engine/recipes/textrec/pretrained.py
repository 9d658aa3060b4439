"""The ready-made reader: weights and characters from the file of PP-OCRv6 small, rows picked by character."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from ...carried import READER, ready_made_file
from ...nn.blocks import zero_denormals
from .model import TOKEN, Reader

NOTICE = "Contains weights of PP-OCRv6 small, PaddleOCR's authors, Apache-2.0; changed by training"
FRESH = 0.01  # deviation of the weights of a character that the reader does not know
UNLIKELY = -4.0  # bias of such a character


@cache
def known_characters() -> tuple[str, ...]:
    """What the ready-made reader knows, by its classes from 1 on. Raises Fault reader.missing, reader.damaged."""
    return _characters(_model())


def _model() -> onnx.ModelProto:
    return onnx.load(ready_made_file(READER))


def _characters(model: onnx.ModelProto) -> tuple[str, ...]:
    listed = next(one.value for one in model.metadata_props if one.key == "character")
    return (*listed.split("\n"), " ")  # the space has the last class and stands in no line


def read_weights(net: Reader, characters: Sequence[str]) -> list[str]:
    """Give a `pp` network its weights, the last layer those of these characters; gives the characters that the reader
    does not know, whose rows are small and random. Raises as `known_characters`.
    """
    model = _model()
    rows = {one: i for i, one in enumerate(_characters(model), 1)}
    weights = _in_order(model)
    for module in net.backbone.modules():  # in the order in which the graph has them
        if isinstance(module, (nn.Conv2d, nn.Linear, nn.LayerNorm)):
            weight, bias = weights.pop(0)
            module.weight.data.copy_(torch.from_numpy(weight.copy()))
            module.bias.data.copy_(torch.from_numpy(bias.copy()))
    weight, bias = weights.pop(0)
    assert not weights
    fresh = [one for one in characters if one not in rows]
    net.last.weight.data.normal_(0, FRESH)
    net.last.bias.data.fill_(UNLIKELY)
    places = [(i, rows[one]) for i, one in enumerate(characters, 1) if one in rows]
    mine, theirs = (list(side) for side in zip((0, 0), *places, strict=True))
    net.last.weight.data[mine] = torch.from_numpy(weight[theirs].copy())
    net.last.bias.data[mine] = torch.from_numpy(bias[theirs].copy())
    zero_denormals(net)
    return fresh


def _in_order(model: onnx.ModelProto) -> list[tuple[np.ndarray, np.ndarray]]:
    """(weight, bias) of convolutions with their normalisation folded in, of layer normalisations and of matrices, as
    PyTorch has them, in the order of our modules.
    """
    graph = _Graph(model)
    return [graph.weights_of(node) for node in graph.carrying()]


class _Graph:
    """Nodes of a file, and what stands in the ways between them."""

    def __init__(self, model: onnx.ModelProto) -> None:
        # names that only stand for another one
        same = {n.output[0]: n.input[0] for n in model.graph.node if n.op_type == "Identity"}

        def first(name: str) -> str:
            return first(same[name]) if name in same else name

        self.values = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer}
        self.nodes = [(n, [first(name) for name in n.input]) for n in model.graph.node if n.op_type != "Identity"]
        self.after: dict[str, list[tuple[Any, list[str]]]] = {}
        for node, inputs in self.nodes:
            for name in inputs:
                self.after.setdefault(name, []).append((node, inputs))

    def constant(self, inputs: list[str]) -> np.ndarray | None:
        """The stored one of a node's inputs."""
        return next((self.values[name] for name in inputs if name in self.values), None)

    def carrying(self) -> list[tuple[Any, list[str]]]:
        """Convolutions, matrices, and the multiplications of layer normalisations."""
        found = []
        for node, inputs in self.nodes:
            stored = self.constant(inputs)
            matrix = node.op_type == "MatMul" and stored is not None
            scale = node.op_type == "Mul" and stored is not None and stored.shape == (TOKEN,)
            if node.op_type == "Conv" or matrix or scale:
                found.append((node, inputs))
        return found

    def weights_of(self, one: tuple[Any, list[str]]) -> tuple[np.ndarray, np.ndarray]:
        node, inputs = one
        weight = self.constant(inputs[1:] if node.op_type == "Conv" else inputs)
        assert weight is not None
        following, others = next(
            pair for pair in self.after[node.output[0]] if pair[0].op_type in ("Add", "BatchNormalization")
        )
        if following.op_type == "BatchNormalization":
            gain, shift, mean, variance = (self.values[name] for name in others[1:])
            gain = gain / np.sqrt(variance + next(a.f for a in following.attribute if a.name == "epsilon"))
            return weight * gain[:, None, None, None], shift - mean * gain
        bias = self.constant(others)
        assert bias is not None
        return (weight.T if node.op_type == "MatMul" else weight), bias.reshape(-1)
