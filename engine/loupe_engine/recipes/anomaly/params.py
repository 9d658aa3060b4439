"""The training parameters of `anomaly`, version 1: their names here, and what would break a training."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...faults import Fault
from ..params import read_params as read
from ..params import refused
from .regions import Box, counted

FINEST = 1024  # cells a side: what leaves none of them counts nothing
GONE = ("shipped", "imagenet")  # backbones of earlier versions, which were worse on every set (decision 0018)


@dataclass(frozen=True)
class Params:
    """Names, defaults and choices are the contract's (schema/anomaly-params.json)."""

    method: str
    backbone: str
    image_size: int  # longest side that the network sees, pixels
    time_budget: float  # minutes of training at most
    bank_size: int  # patches
    false_reject_target: float  # share of the good images
    validation_split: int
    flip_horizontal: bool
    flip_vertical: bool
    rotate90: bool
    brightness: float
    contrast: float
    region: tuple[Box, ...]
    ignore_regions: tuple[Box, ...]
    precision: str

    @property
    def made_for(self) -> dict[str, str]:
        """What weights are made for, as files and checkpoints say it."""
        return {"recipe": "anomaly", "method": self.method, "backbone": self.backbone}


def read_params(raw: dict[str, Any]) -> Params:
    """Parameters of a job. Raises Fault job.invalid, region.outside, backbone.gone."""
    if raw.get("backbone") in GONE:
        raise Fault("backbone.gone", "prepare", name=raw["backbone"])
    params = read(Params, "anomaly", raw)
    for name in _problems(params):
        raise refused(name, "out of bounds")
    for box in (*params.region, *params.ignore_regions):
        if not (len(box) == 4 and 0 <= box[0] < box[2] <= 100 and 0 <= box[1] < box[3] <= 100):
            raise Fault("region.outside", "prepare", region=", ".join(f"{v:g}" for v in box))
    inside = counted(FINEST, FINEST, FINEST, FINEST, params.region, params.ignore_regions)
    if not inside.any():
        raise Fault("region.outside", "prepare")
    return params


def _problems(p: Params) -> list[str]:
    wrong = [name for name in ("time_budget", "bank_size") if getattr(p, name) <= 0]
    if p.image_size < 64 or p.image_size % 32:
        wrong.append("image_size")
    if not 0 <= p.false_reject_target <= 0.5:
        wrong.append("false_reject_target")
    return wrong + [name for name in ("brightness", "contrast") if not 0 <= getattr(p, name) <= 1]
