"""The training parameters of `textrec`, version 1: their names here, and what would break a training."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..params import read_params as read
from ..params import refused
from ..text.widths import STRIDE


@dataclass(frozen=True)
class Params:
    """Names, defaults and choices are the contract's (schema/textrec-params.json)."""

    training: str  # TUNE, or NONE: the ready-made reader as it is
    network: str
    language: str
    characters: str  # typed by a person, beside those of the language
    max_text_length: int
    ignore_case: bool
    width_zoom: str  # keep or fixed
    width: int  # columns, where fixed
    edge_cut: float  # of a text's height, at most, at its top and at its bottom
    synthetic: float  # share of a batch that is drawn
    length: str  # epochs or time
    epochs: int
    time_budget: float  # minutes
    batch_size: int
    validation_split: int
    warmup_epochs: int
    epoch_steps: int  # of an epoch at least
    adam: bool
    learning_rate: float
    decay: str  # cosine or steps
    final_learning_rate: float  # share of learning_rate at the cosine's end
    decay_epochs: tuple[int, ...]
    decay_factor: float
    momentum: float
    weight_decay: float
    patience: int
    save_interval: int
    validation_interval: int
    precision: str
    rotate: float  # degrees
    brightness: float
    contrast: float
    noise: int  # grey levels
    blur: int  # percent of the texts

    @property
    def by_time(self) -> bool:
        return self.length == "time"

    @property
    def close_mosaic_epochs(self) -> int:
        """A batch of texts is no mosaic: nothing ends before the training does."""
        return 0

    @property
    def learns(self) -> bool:
        return self.training != NONE


TUNE, NONE = "tune", "none"
POSITIVE = ("epochs", "time_budget", "batch_size", "validation_interval", "epoch_steps", "max_text_length")


def read_params(raw: dict[str, Any]) -> Params:
    """Parameters of a job. Raises Fault job.invalid that names the field."""
    p = read(Params, "textrec", raw)
    wrong = [name for name in POSITIVE if getattr(p, name) <= 0]
    if p.width < 2 * STRIDE or p.width % (2 * STRIDE):
        wrong.append("width")
    if not 0 <= p.edge_cut <= 0.5:
        wrong.append("edgeCut")
    if not 0 <= p.synthetic < 1:
        wrong.append("synthetic")
    if p.decay == "steps" and not p.decay_epochs:
        wrong.append("decayEpochs")
    if not p.learns and p.network != "pp":
        wrong.append("network")
    for name in wrong:
        raise refused(name, "out of bounds")
    return p
