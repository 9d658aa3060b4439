"""The training parameters of `anomaly`, version 1. Bounds live in the contract; here is what would break a training."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, fields
from typing import Any

from ...faults import Fault
from .regions import Box, counted

FINEST = 1024  # cells a side: what leaves none of them counts nothing


@dataclass(frozen=True)
class Params:
    """Names are the contract's in snake_case, defaults too; a test holds both against the contract's printed table."""

    method: str = "synthetic"  # or memory
    trunk: str = "efficientnet"  # or ppocr, shipped, imagenet
    image_size: int = 256  # longest side that the network sees, pixels
    time_budget: float = 10.0  # minutes of training at most
    bank_size: int = 2000  # patches
    false_reject_target: float = 0.02  # share of the good pictures
    validation_split: int = 20
    flip_horizontal: bool = True
    flip_vertical: bool = True
    rotate90: bool = False
    brightness: float = 0.1
    contrast: float = 0.1
    region: tuple[Box, ...] = ()
    ignore_regions: tuple[Box, ...] = ()
    precision: str = "auto"


CHOICES = {
    "method": ("synthetic", "memory"),
    "trunk": ("efficientnet", "ppocr", "shipped", "imagenet"),
    "precision": ("auto", "fp32", "bf16"),
}
POSITIVE = ("time_budget", "bank_size")


def read_params(raw: dict[str, Any]) -> Params:
    """Parameters of a job. Unknown names are left alone. Raises Fault job.invalid, region.outside."""
    values: dict[str, Any] = {}
    for item in fields(Params):
        name = re.sub("_(.)", lambda m: m[1].upper(), item.name)
        if raw.get(name) is not None:
            values[item.name] = _typed(name, raw[name], str(item.type))
    params = Params(**values)
    for problem in _problems(params):
        raise Fault("job.invalid", "prepare", field=f"params.{problem}", reason="out of bounds")
    for box in (*params.region, *params.ignore_regions):
        if not (len(box) == 4 and 0 <= box[0] < box[2] <= 100 and 0 <= box[1] < box[3] <= 100):
            raise Fault("region.outside", "prepare", region=", ".join(f"{v:g}" for v in box))
    inside = counted(FINEST, FINEST, FINEST, FINEST, params.region, params.ignore_regions)
    if not inside.any():
        raise Fault("region.outside", "prepare")
    return params


def _typed(name: str, value: Any, kind: str) -> Any:
    number = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    if kind.startswith("tuple[Box") and isinstance(value, list):
        return tuple(tuple(_typed(name, v, "float") for v in _listed(name, box)) for box in value)
    if kind == "int" and number and value == int(value):
        return int(value)
    if kind == "float" and number:
        return float(value)
    if (kind == "bool" and isinstance(value, bool)) or (kind == "str" and isinstance(value, str)):
        return value
    raise Fault("job.invalid", "prepare", field=f"params.{name}", reason=f"{kind} is wanted")


def _listed(name: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise Fault("job.invalid", "prepare", field=f"params.{name}", reason="a list of four numbers is wanted")
    return value


def _problems(p: Params) -> list[str]:
    wrong = [name for name, options in CHOICES.items() if getattr(p, name) not in options]
    wrong += [name for name in POSITIVE if getattr(p, name) <= 0]
    if p.image_size < 64 or p.image_size % 32:
        wrong.append("image_size")
    if not 0 <= p.false_reject_target <= 0.5:
        wrong.append("false_reject_target")
    if len(p.region) > 1:
        wrong.append("region")
    return wrong + [name for name in ("brightness", "contrast") if not 0 <= getattr(p, name) <= 1]
