"""Trunks behind one interface: a picture (B, 3, H, W) in 0…1 to features at strides 2, 4, 8, 16, 32; `channels` says
how many, `levels` which of them a memory is made from, `even` whether those of one level get the same say there.

`shipped` lies beside this file; pretrain.py made it from pictures drawn by formula. `ppocr` is the backbone of a text
detector (ppocr.py). `imagenet` is MobileNetV2 as timm names its weights (mobilenetv2_100), in a safetensors file of the
person's own: `LOUPE_TRUNK_IMAGENET` is its path or its http(s) address, by default `loupe/trunks/imagenet.safetensors`
in the user's cache folder; `LOUPE_TRUNK_IMAGENET_SHA256` is its hash, which an address must have and a file may have.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

from ...faults import Fault
from ...files import fetch, path_of, sha256_file
from . import safetensors
from .model import Segmenter, ShippedTrunk
from .ppocr import ppocr_trunk

PPOCR = Path("models") / "PP-OCRv6_det_small.onnx"  # in the package rapidocr
PPOCR_SHA256 = "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f"
SHIPPED = Path(__file__).with_name("trunk.safetensors")
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "loupe" / "trunks"


def trunk_of(name: str) -> nn.Module:
    """A trunk with its weights. Raises Fault trunk.missing, trunk.damaged."""
    if name == "ppocr":
        return ppocr_trunk(ppocr_file())
    if name == "imagenet":
        trunk = MobileTrunk()
        path = imagenet_file()
        take(trunk, read_weights(path), path.name)
        return trunk
    trunk = ShippedTrunk()
    take(trunk, read_weights(SHIPPED), SHIPPED.name, "trunk.")
    return trunk


def warm_start(net: Segmenter) -> None:
    """The shipped trunk and its decoder, which have already seen invented defects. Raises as `trunk_of`."""
    take(net, read_weights(SHIPPED), SHIPPED.name)


def take(net: nn.Module, state: dict[str, torch.Tensor], name: str, prefix: str = "") -> None:
    """Load weights that must fit name by name and shape by shape; a memory and what it is of are left as they are.

    Raises Fault trunk.damaged.
    """
    own = {key: value for key, value in net.state_dict().items() if value.is_floating_point()}
    own = {key: value for key, value in own.items() if not key.startswith(("bank.", "chosen.", "usual"))}
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


def ppocr_file() -> Path:
    """The file with the text detector: `LOUPE_TRUNK_PPOCR`, or that of the package. Raises as `trunk_of`."""
    found = find_spec("rapidocr")
    folder = Path(found.origin).parent if found and found.origin else Path("rapidocr")
    path = Path(os.environ.get("LOUPE_TRUNK_PPOCR") or folder / PPOCR)
    if not path.is_file():
        raise Fault("trunk.missing", "prepare", str(path))
    return held_against(path, PPOCR_SHA256)


class _Separable(nn.Module):
    """The first block of MobileNetV2: depthwise, then pointwise."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.conv_dw, self.bn1 = nn.Conv2d(inputs, inputs, 3, 1, 1, groups=inputs, bias=False), nn.BatchNorm2d(inputs)
        self.conv_pw, self.bn2 = nn.Conv2d(inputs, outputs, 1, bias=False), nn.BatchNorm2d(outputs)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.bn2(self.conv_pw(F.relu6(self.bn1(self.conv_dw(x)))))


class _Inverted(nn.Module):
    """Widen, depthwise, narrow; with the input added where shapes agree."""

    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        wide = 6 * inputs
        self.conv_pw, self.bn1 = nn.Conv2d(inputs, wide, 1, bias=False), nn.BatchNorm2d(wide)
        self.conv_dw, self.bn2 = nn.Conv2d(wide, wide, 3, stride, 1, groups=wide, bias=False), nn.BatchNorm2d(wide)
        self.conv_pwl, self.bn3 = nn.Conv2d(wide, outputs, 1, bias=False), nn.BatchNorm2d(outputs)
        self.shortcut = stride == 1 and inputs == outputs

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = F.relu6(self.bn2(self.conv_dw(F.relu6(self.bn1(self.conv_pw(x))))))
        y = self.bn3(self.conv_pwl(y))
        return x + y if self.shortcut else y


class MobileTrunk(nn.Module):
    """MobileNetV2 (Sandler et al., 2018) up to stride 32, with timm's names."""

    channels = (16, 24, 32, 96, 160)
    levels, even = (2, 3), True

    def __init__(self) -> None:
        super().__init__()
        self.conv_stem, self.bn1 = nn.Conv2d(3, 32, 3, 2, 1, bias=False), nn.BatchNorm2d(32)
        stages: list[nn.Module] = [nn.Sequential(_Separable(32, 16))]
        inputs = 16
        for outputs, count, stride in ((24, 2, 2), (32, 3, 2), (64, 4, 2), (96, 3, 1), (160, 3, 2)):
            units = [_Inverted(inputs if i == 0 else outputs, outputs, stride if i == 0 else 1) for i in range(count)]
            stages.append(nn.Sequential(*units))
            inputs = outputs
        self.blocks = nn.Sequential(*stages)
        self.register_buffer("mean", torch.tensor([0.485, 0.456, 0.406]).view(3, 1, 1), persistent=False)
        self.register_buffer("deviation", torch.tensor([0.229, 0.224, 0.225]).view(3, 1, 1), persistent=False)

    def forward(self, x: torch.Tensor) -> list[torch.Tensor]:
        x = F.relu6(self.bn1(self.conv_stem((x - self.mean) / self.deviation)))
        features = []
        for i, block in enumerate(self.blocks):
            x = block(x)
            if i != 3:  # strides 2, 4, 8, (16,) 16, 32
                features.append(x)
        return features
