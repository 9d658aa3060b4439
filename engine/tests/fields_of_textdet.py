"""What another value of each parameter of `textdet` changes (test_every_field.py)."""

from __future__ import annotations

import torch
from drawn_lines import SMALL
from fields_of_all import Field, Quantities, prepared

from loupe_engine.recipes.base import Context
from loupe_engine.recipes.textdet.model import text_detector
from loupe_engine.recipes.textdet.recipe import Textdet


def images_a_step(context: Context) -> int:
    return len(prepared(Textdet(context))[0].batch((0, 0)).images)


def pixels(context: Context) -> bytes:
    return prepared(Textdet(context))[0].batch((0, 0)).images.tobytes()


def kernels(context: Context) -> bytes:
    return prepared(Textdet(context))[0].batch((0, 0)).kernel.tobytes()


@torch.no_grad()
def regions(context: Context) -> list[list[float]]:
    """What a network that says the grey level is told to find."""
    recipe, _ = prepared(Textdet(context))

    class Grey(torch.nn.Module):
        canvas = text_detector("n").canvas

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.logit((0.9 - x[:, :1]).clamp(0.01, 0.7))

    found, _ = recipe.detect(Grey(), *recipe.validation_batch(recipe.validation, Grey()))
    return [one.scores.tolist() for one in found]


LINES = {**SMALL, "epochs": 6, "warmupEpochs": 0, "batchSize": 3, "epochSteps": 1, "precision": "fp32"}
LINES |= {"finalLearningRate": 0.1}
OF = Quantities(Textdet)
TEXTDET: dict[str, Field] = {
    **OF.learning(images_a_step),
    "training": (OF.steps, "none", {"network": "pp"}),
    "network": (OF.network, "pp", {}),
    "imageSize": (OF.canvas, 160, {}),
    "rotate": (pixels, 30, {}),
    "scale": (pixels, 0.5, {}),
    "translate": (pixels, 0.3, {}),
    "perspective": (pixels, 0.001, {}),
    "hue": (pixels, 0.5, {"brightness": 0.1}),
    "saturation": (pixels, 0.5, {}),
    "brightness": (pixels, 0.5, {}),
    "contrast": (pixels, 0.5, {}),
    "noise": (pixels, 20, {}),
    "blur": (pixels, 100, {}),
    "binary": (regions, 0.6, {}),
    "box": (regions, 0.9, {"box": 0.05}),
    "unclip": (kernels, 2.0, {}),
}
