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
    """Names are the contract's in snake_case, defaults too; a test holds both against the contract's printed table."""

    network: str = "s"
    image_size: int = 640  # training size: pixels of the longest side; even
    epochs: int = 100
    batch_size: int = 16
    validation_split: float = 20
    warmup_epochs: int = 3
    adam: bool = True  # AdamW; else SGD with Nesterov momentum
    learning_rate: float = 0.002
    decay: str = "cosine"  # or steps
    final_learning_rate: float = 0.05  # share of learning_rate at the cosine's end
    decay_epochs: tuple[int, ...] = ()
    decay_factor: float = 0.1
    momentum: float = 0.937
    weight_decay: float = 0.0005
    patience: int = 0  # validations without progress after which a training ends; 0: never
    save_interval: int = 0
    validation_interval: int = 1
    precision: str = "auto"
    crop_share: int = 0  # percent of the pictures
    source_size: int = 2448  # longest side before a crop
    crop_width: tuple[int, ...] = (640, 1280)
    crop_height: tuple[int, ...] = (640, 1280)
    mosaic: float = 0.5
    close_mosaic_epochs: int = 1
    mixup: float = 0.0
    flip_horizontal: float = 0.5
    flip_vertical: float = 0.0
    rotate: float = 0.0
    scale: float = 0.3
    translate: float = 0.1
    hue: float = 0.01
    saturation: float = 0.3
    brightness: float = 0.3
    contrast: float = 0.0
    brightness_shift: int = 0  # grey levels
    noise: int = 0  # grey levels
    blur: int = 0  # percent of the pictures
    grey: int = 0  # percent of the pictures
    erase: float = 0.0
    multi_scale: bool = False
    multi_scale_range: tuple[float, ...] = (0.5, 1.5)  # of the training size
    box_weight: float = 1.0
    class_weight: float = 1.0
    edge_weight: float = 1.0
    focus: float = 0.0  # power of the focal loss
    rare_labels: float = 0.0  # power of the inverse share of a label
    nms_threshold: float = 0.6
    iou_threshold: float = 0.5
    confidence_threshold: float = 0.25


SHARES = ("mosaic", "mixup", "flip_horizontal", "flip_vertical", "momentum", "nms_threshold", "iou_threshold")
POSITIVE = ("epochs", "batch_size", "validation_interval")
PAIRS = ("crop_width", "crop_height", "multi_scale_range")
RANGES = ("multi_scale_range",)  # pairs that must increase
CHOICES = {"precision": ("auto", "fp32", "bf16"), "decay": ("cosine", "steps"), "network": tuple(NETWORKS)}


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
    if kind.startswith("tuple") and isinstance(value, list):
        return tuple(_typed(name, one, kind[6:].split(",")[0]) for one in value)
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
    wrong += [name for name, options in CHOICES.items() if getattr(p, name) not in options]
    wrong += [name for name in PAIRS if not _is_pair(getattr(p, name))]
    wrong += [name for name in RANGES if _is_pair(getattr(p, name)) and len(set(getattr(p, name))) == 1]
    if p.image_size < 64 or p.image_size % 2:
        wrong.append("image_size")
    if not 0 <= p.warmup_epochs <= p.epochs:
        wrong.append("warmup_epochs")
    if list(p.decay_epochs) != sorted(set(p.decay_epochs)) or (p.decay == "steps" and not p.decay_epochs):
        wrong.append("decay_epochs")
    return wrong


def _is_pair(values: tuple[float, ...]) -> bool:
    return len(values) == 2 and 0 < values[0] <= values[1]
