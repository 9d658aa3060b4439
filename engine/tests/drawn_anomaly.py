"""Drawn images for anomaly detection: striped plates, the bad ones with a dark spot or a scratch."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import torch
from drawn import add_blob, make_job, png
from PIL import Image, ImageDraw
from torch import nn

CLASSES = [{"index": 0, "name": "defect"}]
SIZE = 96


def plate(
    seed: int, bad: bool = False, width: int = SIZE, height: int = SIZE
) -> tuple[np.ndarray, list[dict[str, Any]]]:
    """RGB (height, width, 3): a striped plate with noise; a bad one has one defect, whose outline is its shape."""
    rng = np.random.default_rng(seed)
    x = np.arange(width)[None]
    grey = 130 + 25 * np.sin(x / 5 + rng.uniform(0, 6)) + rng.normal(0, 5, (height, width)) + rng.uniform(-6, 6)
    image = Image.fromarray(grey.clip(0, 255).astype(np.uint8)[..., None].repeat(3, 2))
    shapes: list[dict[str, Any]] = []
    if bad:
        draw = ImageDraw.Draw(image)
        cx, cy = (int(v) for v in rng.integers(24, min(width, height) - 24, 2))
        if seed % 2:
            box = [cx - 7, cy - 7, cx + 7, cy + 7]
            draw.ellipse(box, fill=(40, 40, 45))
            shape = {"kind": "rect", "p": [float(v) for v in box]}
        else:
            draw.line([cx - 18, cy - 10, cx + 18, cy + 10], fill=(235, 235, 230), width=4)
            ring = [cx - 19, cy - 12, cx + 17, cy + 8, cx + 19, cy + 12, cx - 17, cy - 8]
            shape = {"kind": "polygon", "p": [float(v) for v in ring]}
        shapes.append({"id": f"s{seed}", "c": 0, "parts": [0], "text": None, "ignore": False, **shape})
    return np.asarray(image), shapes


def row(
    folder: Path, number: int, pixels: np.ndarray, part: str, role: str, shapes: list[dict[str, Any]]
) -> dict[str, Any]:
    """One line of the manifest, its file put under its hash."""
    size = {"w": pixels.shape[1], "h": pixels.shape[0]}
    name = f"{role}{number}.png"
    line = {"image": number, "sha256": add_blob(folder, png(pixels)), **size, "part": part, "group": "", "rev": 1}
    return {**line, "name": name, "role": role, "shapes": shapes}


def plates(folder: Path, train: int = 12, ok: int = 6, ng: int = 6) -> list[dict[str, Any]]:
    """Rows of good images to learn from, good and bad ones to validate with."""
    kinds = ["train"] * train + ["ok"] * ok + ["ng"] * ng
    rows = []
    for i, kind in enumerate(kinds):
        pixels, shapes = plate(i, kind == "ng")
        part, role = ("train" if kind == "train" else "val"), ("ng" if kind == "ng" else "ok")
        rows.append(row(folder, i + 1, pixels, part, role, shapes))
    return rows


def anomaly_job(folder: Path, rows: list[dict[str, Any]], out: str = "run", **changes: Any) -> Path:
    """As `make_job`, of the recipe `anomaly`, small and short."""
    params = {"imageSize": 128, "timeBudget": 0.1, "bankSize": 200, "precision": "fp32", **changes.pop("params", {})}
    # The defaults of another recipe stay in the parameters: what a recipe does not know it leaves alone.
    return make_job(folder, rows, out, recipe="anomaly", classes=CLASSES, params=params, **changes)


class SmallBackbone(nn.Module):
    """(B, 3, H, W) to features at strides 2, 4, 8, 16, 32, by random weights: small, for tests of what uses them."""

    channels = (8, 12, 16, 16, 16)
    inner = channels[3:4]

    def __init__(self) -> None:
        super().__init__()
        pairs = itertools.pairwise((3, *self.channels))
        self.stages = nn.ModuleList(nn.Conv2d(a, b, 3, 2, 1) for a, b in pairs)

    def forward(self, x: torch.Tensor) -> list[torch.Tensor]:
        features = [x]
        for stage in self.stages:
            features.append(stage(features[-1]).relu())
        return features[1:]

    def look(self, x: torch.Tensor) -> tuple[list[torch.Tensor], list[torch.Tensor]]:
        features = self(x)
        return features, features[3:4]
