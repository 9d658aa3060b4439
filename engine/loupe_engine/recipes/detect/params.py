"""The training parameters of `detect`, version 1: their names here, and what would break a training."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from ..params import read_params as read
from ..params import refused

OWN, IMAGENET = "own", "imagenet"
SMALL = ("n", "s")  # networks in whose neck the features of the pretrained backbone fit


@dataclass(frozen=True)
class Params:
    """Names, defaults and choices are the contract's (schema/detect-params.json)."""

    network: str
    backbone: str  # OWN, or IMAGENET in its place
    small_objects: bool  # with a level at stride 4
    image_size: int  # training size: pixels of the longest side; even
    length: str  # epochs or time
    epochs: int
    time_budget: float  # minutes
    batch_size: int
    validation_split: int
    warmup_epochs: int
    adam: bool  # AdamW; else SGD with Nesterov momentum
    learning_rate: float
    decay: str  # cosine or steps
    final_learning_rate: float  # share of learning_rate at the cosine's end
    decay_epochs: tuple[int, ...]
    decay_factor: float
    momentum: float
    weight_decay: float
    freeze_epochs: int  # first ones, in which the pretrained backbone stays as it is
    epoch_steps: int  # of an epoch at least
    repeat_rare: float  # share of the images below which a label counts as rare; 0: none does
    empty_share: float  # of the images used, at most; 1: all of them
    patience: int  # validations without progress after which a training ends; 0: never
    save_interval: int
    validation_interval: int
    precision: str
    crop_share: int  # percent of the images
    source_size: int  # longest side before a crop
    crop_width: tuple[int, ...]
    crop_height: tuple[int, ...]
    mosaic: float
    close_mosaic_epochs: int
    mixup: float
    copy_paste: float
    flip_horizontal: float
    flip_vertical: float
    rotate: float
    scale: float
    translate: float
    perspective: float  # per pixel of a canvas of 640
    hue: float
    saturation: float
    brightness: float
    contrast: float
    brightness_shift: int  # grey levels
    noise: int  # grey levels
    blur: int  # percent of the images
    grey: int  # percent of the images
    erase: float
    multi_scale: bool
    multi_scale_range: tuple[float, ...]  # of the training size
    box_weight: float
    class_weight: float
    edge_weight: float
    focus: float  # power of the focal loss
    rare_labels: float  # power of the inverse share of a label
    label_weights: dict[str, float]  # by the label's name; 1 for those that are not there
    nms_threshold: float
    iou_threshold: float
    confidence_threshold: float

    @property
    def made_with(self) -> dict[str, Any]:
        """What files and checkpoints say of backbone and levels; those from before there was a choice say nothing."""
        backbone = {} if self.backbone == OWN else {"backbone": self.backbone}
        return backbone | ({"small_objects": True} if self.small_objects else {})

    @property
    def by_time(self) -> bool:
        return self.length == "time"


SHARES = ("mosaic", "mixup", "copy_paste", "flip_horizontal", "flip_vertical", "momentum")
SHARES += ("repeat_rare", "empty_share", "nms_threshold", "iou_threshold")
POSITIVE = ("epochs", "time_budget", "batch_size", "validation_interval", "epoch_steps")
P = TypeVar("P", bound=Params)
PAIRS = ("crop_width", "crop_height", "multi_scale_range")


def read_params(raw: dict[str, Any]) -> Params:
    """Parameters of a job. Raises Fault job.invalid that names the field."""
    return checked(read(Params, "detect", raw))


def checked(params: P) -> P:
    """The same parameters. Raises Fault job.invalid that names one that would break a training."""
    for name in _problems(params):
        raise refused(name, "out of bounds")
    return params


def _problems(p: Params) -> list[str]:
    wrong = [name for name in SHARES if not 0 <= getattr(p, name) <= 1]
    wrong += [name for name in POSITIVE if getattr(p, name) <= 0]
    wrong += [name for name in PAIRS if getattr(p, name)[0] <= 0]
    if p.image_size < 64 or p.image_size % 2:
        wrong.append("image_size")
    if p.backbone == IMAGENET and p.network not in SMALL:
        wrong.append("backbone")
    if p.small_objects and p.network.endswith("6"):
        wrong.append("small_objects")
    if p.warmup_epochs < 0:
        wrong.append("warmup_epochs")
    if p.decay == "steps" and not p.decay_epochs:
        wrong.append("decay_epochs")
    return wrong
