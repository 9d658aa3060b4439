"""Networks to one ONNX file: the exporter, and the suppression operator that PyTorch does not have."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import warnings
from pathlib import Path
from typing import Any

import onnx
import torch
from onnxscript import opset18 as op

from ..faults import Fault
from ..files import write_whole
from ..nn.boxes import suppress_by_class

OPSET = 18  # antialiased resizing came with 18; ONNX Runtime since 1.14 knows it


@torch.library.custom_op("loupe::suppress", mutates_args=())
def suppress_op(
    boxes: torch.Tensor, scores: torch.Tensor, iou: torch.Tensor, floor: torch.Tensor, most: int
) -> torch.Tensor:
    """Greedy suppression by class, as ONNX NonMaxSuppression: boxes (1, A, 4), scores (1, C, A), iou and floor (1,).

    Gives (N, 3): image, class, box.
    """
    classes, picked = suppress_by_class(boxes[0], scores[0], float(iou[0]), float(floor[0]), most)
    return torch.stack([torch.zeros_like(classes), classes, picked], 1)


@suppress_op.register_fake
def _(boxes: torch.Tensor, scores: torch.Tensor, iou: torch.Tensor, floor: torch.Tensor, most: int) -> torch.Tensor:
    rows = torch.library.get_ctx().new_dynamic_size()
    return boxes.new_empty((rows, 3), dtype=torch.long)


def _suppress_onnx(boxes, scores, iou, floor, most: int):  # types are read by onnxscript from the call
    return op.NonMaxSuppression(boxes, scores, op.Constant(value_ints=[most]), iou, floor)


def _gelu_onnx(x, approximate: str = "none"):
    """Written as ONNX Runtime looks for it, to run it as one operator; the exporter's own form stays five."""
    root, one, half = (op.Constant(value_float=v) for v in (2**0.5, 1.0, 0.5))
    return op.Mul(op.Mul(x, op.Add(op.Erf(op.Div(x, root)), one)), half)


def export_graph(
    net: torch.nn.Module,
    path: Path,
    example: tuple[torch.Tensor, ...],
    dynamic: tuple[dict[int, Any] | None, ...],
    names: tuple[list[str], list[str]],
    metadata: dict[str, Any],
    shapes: tuple[tuple[str, ...], ...] = (),
) -> tuple[str, int]:
    """Export a module to one self-contained ONNX file. Returns (sha256, bytes).

    `names` are (inputs, outputs); `metadata` goes into the property `loupe` as JSON; `shapes` names the first sides
    of each output that are not fixed: the exporter's own names for them are formulas. Raises Fault export.failed;
    OSError where it cannot be written.
    """
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()), _quiet("torch.onnx", "onnxscript"):
            warnings.simplefilter("ignore")
            program = torch.onnx.export(
                net,
                example,
                dynamo=True,
                opset_version=OPSET,
                input_names=names[0],
                output_names=names[1],
                dynamic_shapes=dynamic,
                custom_translation_table={
                    torch.ops.loupe.suppress.default: _suppress_onnx,
                    torch.ops.aten.gelu.default: _gelu_onnx,
                },
                verbose=False,
            )
        model = program.model_proto
        entry = model.metadata_props.add()
        entry.key, entry.value = "loupe", json.dumps(metadata, ensure_ascii=False, separators=(",", ":"))
        _forget_traces(model)
        for output, sizes in zip(model.graph.output, shapes or (), strict=False):
            for size, name in zip(output.type.tensor_type.shape.dim, sizes, strict=False):
                size.dim_param = name
        onnx.checker.check_model(model)
        data = model.SerializeToString()
    except Fault:
        raise
    except Exception as error:  # the exporter raises many kinds; all mean that there is no graph
        raise Fault("export.failed", "export", reason=f"{type(error).__name__}: {error}"[:500]) from error
    return write_whole(path, lambda out: out.write(data))


def _forget_traces(model: onnx.ModelProto) -> None:
    """Drop what the exporter notes about source lines: it names folders of this machine."""
    for node in model.graph.node:
        del node.metadata_props[:]
        node.doc_string = ""
    for value in (*model.graph.value_info, *model.graph.input, *model.graph.output):
        del value.metadata_props[:]
    for value in model.graph.initializer:
        del value.metadata_props[:]
    del model.graph.metadata_props[:]


@contextlib.contextmanager
def _quiet(*names: str):
    """Keep the exporter's progress talk out of the engine's log."""
    levels = {name: logging.getLogger(name).level for name in names}
    try:
        for name in names:
            logging.getLogger(name).setLevel(logging.ERROR)
        yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
