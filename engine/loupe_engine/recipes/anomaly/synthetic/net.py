"""Method `synthetic`: the segmentation, and beside it a memory of the backbone's features on the good images.

The segmentation finds what looks like a defect, the memory what was never there: a part that is missing or turned. A
cell's evidence is the greater of the two branches'. Each is measured on a scale of its own: how far the highest cells
of nearly all good images lie above their middle, so that neither drowns the other however long its tail is. A branch
that hardly tells synthetic defects from good images gets less weight: a memory says nothing of parts that never look
alike.
"""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import nn

from ..bank import LEVELS, SMOOTH, Bank, Flips, Given, Reservoir, admit, patches_of, views
from ..metrics import auroc
from ..scoring import blurred, top_mean
from .model import Segmenter

EDGE = 1e-6  # probabilities are kept this far from 0 and 1: their logits stay finite
BANK, RESERVOIR = 512, 12_288  # patches remembered, and kept to choose them from
NOTHING = -10.0  # evidence where nothing counts
EVERY = 7  # cells of which one is looked at for the middle
LEAST_SCALE = 1e-3
SCALE_QUANTILE = 0.9  # share of the good images that lie within the scale
NO_WEIGHT_AT, FULL_WEIGHT_AT = 0.5, 0.75  # AUROC over synthetic defects between which the weight of a branch rises
LEAST_WEIGHT = 0.5  # of parts that are missing or turned synthetic defects say nothing


class SyntheticNet(Segmenter):
    """A Segmenter that also scores. Raw scores and evidence are in scales above the middle of good cells.

    `even`: whether the features of the backbone get the same say in the memory, whatever their size.
    """

    def __init__(self, backbone: nn.Module, even: bool = True) -> None:
        super().__init__(backbone)
        self.even = even
        self.bank = Bank(BANK, sum(backbone.channels[i] for i in LEVELS))
        # middle and scale of good cells: of the segmentation, of the memory
        self.register_buffer("reference", torch.tensor([[0.0, 1.0], [0.0, 1.0]]))
        self.remembers = False  # until the training is over the segmentation stands alone

    def branches(
        self, x: torch.Tensor, counted: torch.Tensor, own: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, ...]:
        """Logits of cells and, where there is a memory, distances, both smoothed, (B, 1, H / 2, W / 2) float32."""
        features = self.backbone(x)
        probability = self.decode(features).float().sigmoid()
        logits = torch.logit(blurred(probability * counted), EDGE)
        if not self.remembers:
            return (logits,)
        with torch.autocast(x.device.type, enabled=False):
            distance = self.bank.distance(patches_of(features), own)
        return logits, blurred(distance * counted, SMOOTH)

    def evidence(self, x: torch.Tensor, counted: torch.Tensor, own: torch.Tensor | None = None) -> torch.Tensor:
        """Images (B, 3, H, W) in 0…1 and counted cells (B, 1, H / 2, W / 2) bool to (B, 1, H / 2, W / 2) float32.

        `own` as in `Bank.distance`.
        """
        logits, *distance = self.branches(x, counted, own)
        evidence = (logits - self.reference[0, 0]) / self.reference[0, 1]
        if not distance:
            return evidence
        return torch.maximum(evidence, (distance[0] - self.reference[1, 0]) / self.reference[1, 1])

    def score(self, evidence: torch.Tensor, counted: torch.Tensor) -> torch.Tensor:
        """(B,) raw scores of images from their evidence."""
        return top_mean(evidence, counted, NOTHING)

    def deployed(self) -> SyntheticNet:
        """As it is used: nothing in it was for the training alone."""
        return self

    @torch.no_grad()
    def remember(self, train: Iterable[Given], ok: Iterable[Given], seed: int, flips: Flips = ()) -> None:
        """Make the memory from training images, then the reference from good images that were kept apart."""
        reservoir = Reservoir(RESERVOIR, len(self.bank.scale), BANK, self.even).to(self.reference.device)
        for x, counted, numbers in train:
            for images, inside in views(x, counted, flips):
                admit(reservoir, patches_of(self.backbone(images)), inside, numbers, seed)
        if not reservoir.filled:
            return
        self.bank.fill(reservoir)
        self.remembers = True
        cells: list[list[torch.Tensor]] = [[], []]
        tops: list[list[torch.Tensor]] = [[], []]
        for x, counted, _ in ok:
            for i, values in enumerate(self.branches(x, counted)):
                cells[i].append(values[counted][::EVERY])
                tops[i].append(top_mean(values, counted, float(values.min())))
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
            for i, values in enumerate(self.branches(x, counted, numbers)):
                tops[i].append(top_mean(values, counted, float(values.min())).cpu())
        bad = torch.cat(parts)
        areas = [auroc(scores[~bad].numpy(), scores[bad].numpy()) for scores in map(torch.cat, tops)]
        if None in areas:
            return
        share = (torch.tensor(areas) - NO_WEIGHT_AT) / (FULL_WEIGHT_AT - NO_WEIGHT_AT)
        weight = share.clamp(LEAST_WEIGHT, 1.0)
        self.reference[:, 1] *= (weight.max() / weight).to(self.reference)
