"""Method `synthetic`: the segmentation, and beside it a memory of the backbone's features on the good images.

The segmentation finds what looks like a defect, the memory what was never there: a part that is missing or turned. A
cell's evidence is the greater of the two branches'. Each is measured on a scale of its own: how far the highest cells
of nearly all good images lie above their middle, so that neither drowns the other however long its tail is. A branch
that hardly tells synthetic defects from good images gets less weight: a memory says nothing of parts that never look
alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch
from torch import nn

from ..bank import (
    Bank,
    Flips,
    Given,
    Kept,
    Reservoir,
    admit,
    highest,
    levels_of,
    on_map,
    patches_counted,
    patches_of,
    views,
)
from ..metrics import auroc
from ..older import without_old_memory
from ..scoring import blurred, top_mean
from .model import Segmenter

EDGE = 1e-6  # probabilities are kept this far from 0 and 1: their logits stay finite
BANK, RESERVOIR = 512, 12_288  # patches remembered, and kept to choose them from
NOTHING = -13.9  # logit where nothing counts: that of EDGE
EVERY = 7  # cells of which one is looked at for the middle
LEAST_SCALE = 1e-3
SCALE_QUANTILE = 0.9  # share of the good images that lie within the scale
NO_WEIGHT_AT, FULL_WEIGHT_AT = 0.5, 0.75  # AUROC over synthetic defects between which the weight of a branch rises
LEAST_WEIGHT = 0.5  # of parts that are missing or turned synthetic defects say nothing


class SyntheticNet(Segmenter):
    """A Segmenter that also scores. Raw scores and evidence are in scales above the middle of good cells."""

    def __init__(self, backbone: nn.Module, kept: Kept) -> None:
        super().__init__(backbone)
        self.kept = kept
        self.bank = Bank(BANK, sum(levels_of(backbone.inner, kept)))
        # middle and scale of good cells: of the segmentation, of the memory
        self.register_buffer("reference", torch.tensor([[0.0, 1.0], [0.0, 1.0]]))
        self.remembers = False  # until the training is over the segmentation stands alone

    def load_state_dict(self, state: dict[str, torch.Tensor], *rest: Any, **options: Any) -> Any:
        """Also weights of an engine whose memory kept other features."""
        return super().load_state_dict(without_old_memory(state, self.state_dict()), *rest, **options)

    def branches(
        self, x: torch.Tensor, counted: torch.Tensor, own: torch.Tensor | None = None
    ) -> tuple[list[torch.Tensor], list[torch.Tensor]]:
        """Logits of cells, smoothed, and where there is a memory distances, both (B, 1, H / 2, W / 2) float32, and for
        each the raw scores of the images (B,).
        """
        features, inner = self.backbone.look(x)
        logits = torch.logit(blurred(self.decode(features).float().sigmoid() * counted), EDGE)
        maps, scores = [logits], [top_mean(logits, counted, NOTHING)]
        if self.remembers:
            with torch.autocast(x.device.type, enabled=False):
                rows, columns = (side // self.kept.stride for side in x.shape[2:])
                distance = self.bank.distance(patches_of(inner, self.kept, rows, columns), own)
            maps.append(on_map(distance, counted))
            scores.append(highest(distance, patches_counted(counted, self.kept), self.kept))
        return maps, scores

    def judge(
        self, x: torch.Tensor, counted: torch.Tensor, own: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """As `Scorer.judge`: the greater of the branches, cell by cell and image by image."""
        found = self.branches(x, counted, own)
        evidence, score = (
            [(value - middle) / scale for value, (middle, scale) in zip(values, self.reference, strict=False)]
            for values in found
        )
        if len(score) == 1:
            return evidence[0], score[0]
        return torch.maximum(*evidence), torch.maximum(*score)

    def deployed(self) -> SyntheticNet:
        """As it is used: nothing in it was for the training alone."""
        return self

    @torch.no_grad()
    def remember(self, train: Iterable[Given], ok: Iterable[Given], seed: int, flips: Flips = ()) -> None:
        """Make the memory from training images, then the reference from good images that were kept apart."""
        reservoir = Reservoir(RESERVOIR, len(self.bank.projection), BANK, self.kept).to(self.reference.device)
        for x, counted, numbers in train:
            for images, inside in views(x, counted, flips):
                rows, columns = (side // self.kept.stride for side in images.shape[2:])
                patches = patches_of(self.backbone.look(images)[1], self.kept, rows, columns)
                admit(reservoir, patches, patches_counted(inside, self.kept), numbers, seed)
        if not reservoir.filled:
            return
        self.bank.fill(reservoir)
        self.remembers = True
        cells: list[list[torch.Tensor]] = [[], []]
        tops: list[list[torch.Tensor]] = [[], []]
        for x, counted, _ in ok:
            for i, (values, scores) in enumerate(zip(*self.branches(x, counted), strict=True)):
                cells[i].append(values[counted][::EVERY])
                tops[i].append(scores)
        for i in range(2):
            middle = torch.cat(cells[i]).median()
            scale = torch.cat(tops[i]).quantile(SCALE_QUANTILE) - middle
            self.reference[i, 0], self.reference[i, 1] = middle, scale.clamp(min=LEAST_SCALE)

    @torch.no_grad()
    def weigh(self, samples: Iterable[tuple[Given, torch.Tensor]]) -> None:
        """Widen the scale of a branch that tells few synthetic defects. `samples` are training images, and which of
        them have such a defect, (B,) bool.
        """
        parts: list[torch.Tensor] = []
        tops: list[list[torch.Tensor]] = [[], []]
        for (x, counted, numbers), has_defect in samples:
            parts.append(has_defect)
            for i, scores in enumerate(self.branches(x, counted, numbers)[1]):
                tops[i].append(scores.cpu())
        bad = torch.cat(parts)
        areas = [auroc(scores[~bad].numpy(), scores[bad].numpy()) for scores in map(torch.cat, tops)]
        if None in areas:
            return
        share = (torch.tensor(areas) - NO_WEIGHT_AT) / (FULL_WEIGHT_AT - NO_WEIGHT_AT)
        weight = share.clamp(LEAST_WEIGHT, 1.0)
        self.reference[:, 1] *= (weight.max() / weight).to(self.reference)
