"""The training parameters of `detect`, version 1. Bounds live in the contract; here is what would break a training."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, fields
from typing import Any

from ...faults import Fault
from .model import NETWORKS


@dataclass(frozen=True)
class Params:
    """Names are the contract's in snake_case; defaults stand where the job leaves one out."""

    network: str = "n"
    image_size: int = 640  # pixels of the longest side; a multiple of 32
    epochs: int = 100
    warmup_epochs: int = 1
    batch_size: int = 16
    adam: bool = True  # AdamW; else SGD with Nesterov momentum
    learning_rate: float = 0.002
    final_learning_rate: float = 0.05  # share of learning_rate at the end
    momentum: float = 0.9
    weight_decay: float = 0.05
    mosaic: float = 0.5
    mixup: float = 0.0
    flip_horizontal: float = 0.5
    flip_vertical: float = 0.0
    close_mosaic_epochs: int = 1
    rotate: float = 0.0
    scale: float = 0.4
    translate: float = 0.1
    hue: float = 0.015
    saturation: float = 0.4
    brightness: float = 0.3
    multi_scale: bool = False
    nms_threshold: float = 0.6
    iou_threshold: float = 0.5
    confidence_threshold: float = 0.25
    validation_split: float = 20
    save_interval: int = 0
    validation_interval: int = 1
    precision: str = "auto"


SHARES = ("mosaic", "mixup", "flip_horizontal", "flip_vertical", "momentum", "nms_threshold", "iou_threshold")
POSITIVE = ("epochs", "batch_size", "validation_interval", "learning_rate")


def read_params(raw: dict[str, Any]) -> Params:
    """Parameters of a job. Unknown names are left alone. Raises Fault job.invalid that names the field."""
    values: dict[str, Any] = {}
    for item in fields(Params):
        name = re.sub("_(.)", lambda m: m[1].upper(), item.name)
        if raw.get(name) is None:
            continue
        values[item.name] = _typed(name, raw[name], item.type)
    params = Params(**values)
    for problem in _problems(params):
        raise Fault("job.invalid", "prepare", field=f"params.{problem}", reason="out of bounds")
    return params


def _typed(name: str, value: Any, kind: Any) -> Any:
    kind = getattr(kind, "__name__", kind)
    number = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    if kind == "int" and number and value == int(value):
        return int(value)
    if kind == "float" and number:
        return float(value)
    if (kind == "bool" and isinstance(value, bool)) or (kind == "str" and isinstance(value, str)):
        return value
    raise Fault("job.invalid", "prepare", field=f"params.{name}", reason=f"{kind} is wanted")


def _problems(p: Params) -> list[str]:
    wrong = [name for name in SHARES if not 0 <= getattr(p, name) <= 1]
    wrong += [name for name in POSITIVE if getattr(p, name) <= 0]
    if p.network not in NETWORKS:
        wrong.append("network")
    if p.image_size < 64 or p.image_size % 32:
        wrong.append("image_size")
    if not 0 <= p.warmup_epochs <= p.epochs:
        wrong.append("warmup_epochs")
    if p.precision not in ("auto", "fp32", "bf16"):
        wrong.append("precision")
    return wrong
