"""The training parameters of `segment`, version 1: those of `detect` and its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..detect.params import Params as DetectParams
from ..detect.params import checked
from ..params import read_params as read


@dataclass(frozen=True)
class Params(DetectParams):
    """Names, defaults and choices are the contract's (schema/segment-params.json)."""

    fine_masks: bool  # prototypes at stride 2
    filled_boxes: bool  # rectangles are masks; else only boxes are known of them
    mask_weight: float

    @property
    def made_with(self) -> dict[str, Any]:
        return super().made_with | ({"fine_masks": True} if self.fine_masks else {})


def read_params(raw: dict[str, Any]) -> Params:
    """Parameters of a job. Raises Fault job.invalid that names the field."""
    return checked(read(Params, "segment", raw))
