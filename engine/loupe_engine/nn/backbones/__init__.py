"""Backbones behind one interface, shared by the recipes: an image (B, 3, H, W) in 0…1 to features at strides 2, 4, 8,
16, 32; `channels` says how many each has. `look` gives with them what a memory of good images takes, `inner` how many
channels that has. All come with weights and without normalisation layers.

`efficientnet` has learned ImageNet, `ppocr` is the backbone of a text detector. Their weights lie in Python packages
that the set-up installs (models.txt); a setting may name another place of the same file.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from torch import nn

from ...carried import EFFICIENTNET, PPOCR, Carried, carried_file
from ..blocks import fold_norms
from .efficientnet import load_efficientnet
from .ppocr import load_ppocr

BACKBONES: dict[str, tuple[Carried, Callable[[Path], nn.Module]]] = {
    "efficientnet": (EFFICIENTNET, load_efficientnet),
    "ppocr": (PPOCR, load_ppocr),
}


def backbone_of(name: str) -> nn.Module:
    """A backbone with its weights. Raises Fault backbone.missing, backbone.damaged."""
    carried, make = BACKBONES[name]
    return fold_norms(make(carried_file(carried)))
