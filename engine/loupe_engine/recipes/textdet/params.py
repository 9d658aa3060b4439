"""The training parameters of `textdet`, version 1: their names here, and what would break a training."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ..detect.params import OWN
from ..params import read_params as read
from ..params import refused
from ..text.boxes import TextThresholds
from .model import PP, STRIDE

TUNE, NONE = "tune", "none"
LEAST_UNCLIP = 0.5  # by which kernels are made: without growth neighbours would be one region


@dataclass(frozen=True)
class Params:
    """Names, defaults and choices are the contract's (schema/textdet-params.json). What `detect` sets beyond them and
    its data ask for is fixed: a text is not mirrored, four images are not mixed.
    """

    training: str  # TUNE, or NONE: the ready-made detector becomes a version as it stands
    network: str
    image_size: int  # pixels of the longest side
    length: str
    epochs: int
    time_budget: float  # minutes
    batch_size: int
    validation_split: int
    warmup_epochs: int
    epoch_steps: int
    adam: bool
    learning_rate: float
    decay: str
    final_learning_rate: float
    decay_epochs: tuple[int, ...]
    decay_factor: float
    momentum: float
    weight_decay: float
    patience: int
    save_interval: int
    validation_interval: int
    precision: str
    rotate: float
    scale: float
    translate: float
    perspective: float
    hue: float
    saturation: float
    brightness: float
    contrast: float
    noise: int
    blur: int
    binary: float
    box: float
    unclip: float

    backbone: ClassVar[str] = OWN  # it has its place in the network
    freeze_epochs: ClassVar[int] = 0
    close_mosaic_epochs: ClassVar[int] = 0
    source_size: ClassVar[int] = 0
    crop_share: ClassVar[int] = 0
    repeat_rare: ClassVar[float] = 0.0
    empty_share: ClassVar[float] = 1.0
    mosaic: ClassVar[float] = 0.0
    mixup: ClassVar[float] = 0.0
    copy_paste: ClassVar[float] = 0.0
    flip_horizontal: ClassVar[float] = 0.0
    flip_vertical: ClassVar[float] = 0.0
    brightness_shift: ClassVar[int] = 0
    grey: ClassVar[int] = 0
    erase: ClassVar[float] = 0.0
    multi_scale: ClassVar[bool] = False
    rare_labels: ClassVar[float] = 0.0
    label_weights: ClassVar[dict[str, float]] = {}
    focus: ClassVar[float] = 0.0

    @property
    def by_time(self) -> bool:
        return self.length == "time" and self.learns

    @property
    def learns(self) -> bool:
        return self.training == TUNE

    @property
    def thresholds(self) -> TextThresholds:
        return TextThresholds(self.binary, self.box, self.unclip)

    @property
    def kernel_unclip(self) -> float:
        """By which a kernel grows to its text: what is learned is what the boxes are then made of."""
        return max(self.unclip, LEAST_UNCLIP)

    @property
    def made_with(self) -> dict[str, Any]:
        """What files and checkpoints say beside the network."""
        return {} if self.learns else {"training": NONE}


def read_params(raw: dict[str, Any]) -> Params:
    """Parameters of a job. Raises Fault job.invalid that names the field."""
    params = read(Params, "textdet", raw)
    for name in _problems(params):
        raise refused(name, "out of bounds")
    return params


def _problems(p: Params) -> list[str]:
    wrong = [name for name in ("binary", "box", "momentum") if not 0 <= getattr(p, name) <= 1]
    wrong += [
        n for n in ("epochs", "time_budget", "batch_size", "validation_interval", "epoch_steps") if getattr(p, n) <= 0
    ]
    if p.image_size < STRIDE or p.image_size % STRIDE:
        wrong.append("image_size")
    if p.unclip < 0:
        wrong.append("unclip")
    if p.training == NONE and p.network != PP:
        wrong.append("training")
    if p.warmup_epochs < 0:
        wrong.append("warmup_epochs")
    if p.decay == "steps" and not p.decay_epochs:
        wrong.append("decay_epochs")
    return wrong
