"""The parameters of `locate` and `inspect`: those of a detector, the parts to find, and the rule of their crops."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from ..detect.params import Params, checked
from ..params import read_params, refused
from .crops import CropRule


@dataclass(frozen=True, kw_only=True)
class LocateParams(Params):
    """Of the stage that finds parts (schema/locate-params.json)."""

    locating: tuple[str, ...]  # labels


@dataclass(frozen=True, kw_only=True)
class InspectParams(Params):
    """Of the stage that looks at crops of parts (schema/inspect-params.json)."""

    part_score: float  # from where a part counts as found; 0: chosen on the validation images
    part_margin: int  # percent of a side of the part, on either side
    part_width: tuple[int, ...]  # least and most, pixels
    part_height: tuple[int, ...]
    part_square: bool
    part_most: int  # of an image

    @property
    def rule(self) -> CropRule:
        return CropRule(self.part_margin, self.part_width[:2], self.part_height[:2], self.part_square)


def read_locate(raw: dict[str, Any], classes: tuple[str, ...]) -> LocateParams:
    """Parameters of a job. Raises Fault job.invalid, also where a label is not one of the training."""
    params = checked(read_params(LocateParams, "locate", raw))
    if not params.locating or set(params.locating) - set(classes):
        raise refused("locating", "labels of the training are wanted")
    return params


def read_inspect(raw: dict[str, Any]) -> InspectParams:
    """Parameters of a job. Raises Fault job.invalid."""
    params = checked(read_params(partial(InspectParams, validation_split=0), "inspect", raw))
    if min(*params.part_width, *params.part_height, params.part_most) <= 0:
        raise refused("partWidth", "out of bounds")
    return params
