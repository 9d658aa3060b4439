"""Method `synthetic`: the segmentation, and beside it memories of the backbone's features on the good images.

The segmentation finds what looks like a defect, the memories what was never there: a part that is missing or turned.
Each of both is measured in deviations of what good images have that it was not made from, and their weighted mean
counts (decision 79): the one that is steadier on good images says more. A branch that hardly tells synthetic defects
from good images gets less weight: a memory says nothing of parts that never look alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch
from torch import nn

from ..bank import Flips, Given, Kept, Reservoir, views
from ..memories import Memories
from ..metrics import auroc
from ..older import without_old_memory
from ..scoring import blurred, top_mean
from .model import Segmenter

EDGE = 1e-6  # probabilities are kept this far from 0 and 1: their logits stay finite
BANK, RESERVOIR = 512, 12_288  # patches that a memory has, and those kept to choose them from
NOTHING = -13.9  # logit where nothing counts: that of EDGE
LEAST_SCALE = 1e-3
SHARES = (1 / 3, 2 / 3)  # of segmentation and memories in what counts (decision 79)
AS_FEW = 2  # images that validate, as many as which the training images count for the deviation
MOST_LIKELY = 0.98  # share of the training images that count there: outliers do not
NO_WEIGHT_AT, FULL_WEIGHT_AT = 0.5, 0.75  # AUROC over synthetic defects between which the weight of a branch rises
LEAST_WEIGHT = 0.5  # of parts that are missing or turned synthetic defects say nothing


class SyntheticNet(Segmenter):
    """A Segmenter that also scores. Raw scores and evidence are in deviations from the mean of good images."""

    def __init__(self, backbone: nn.Module, *kept: Kept) -> None:
        super().__init__(backbone)
        self.memories = Memories(backbone.inner, BANK, *kept)
        # mean and deviation of good images: in the segmentation, in the memories
        self.register_buffer("reference", torch.tensor([[0.0, 1.0], [0.0, 1.0]]))
        self.remembers = False  # until the training is over the segmentation stands alone

    def load_state_dict(self, state: dict[str, torch.Tensor], *rest: Any, **options: Any) -> Any:
        """Also weights of an engine whose memory was another one."""
        return super().load_state_dict(without_old_memory(state, self.state_dict()), *rest, **options)

    def branches(
        self, x: torch.Tensor, counted: torch.Tensor, own: torch.Tensor | None = None
    ) -> tuple[list[torch.Tensor], list[torch.Tensor]]:
        """Logits of cells, smoothed, and where there are memories what stands out in them, both (B, 1, H / 2, W / 2)
        float32, and for each the raw scores of the images (B,).
        """
        features, inner = self.backbone.look(x)
        logits = self._logits(features, counted)
        maps, scores = [logits], [top_mean(logits, counted, NOTHING)]
        if self.remembers:
            with torch.autocast(x.device.type, enabled=False):
                remembered = self.memories.greatest(inner, counted, own)
            maps.append(remembered[0])
            scores.append(remembered[1])
        return maps, scores

    def judge(
        self, x: torch.Tensor, counted: torch.Tensor, own: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """As `Scorer.judge`: the weighted mean of the branches, cell by cell and image by image."""
        evidence, score = (
            [(value - middle) / scale for value, (middle, scale) in zip(values, self.reference, strict=False)]
            for values in self.branches(x, counted, own)
        )
        if not self.remembers:
            return evidence[0], score[0]
        return tuple(SHARES[0] * values[0] + SHARES[1] * values[1] for values in (evidence, score))

    def deployed(self) -> SyntheticNet:
        """As it is used: nothing in it was for the training alone."""
        return self

    @torch.no_grad()
    def remember(
        self, train: Iterable[Given], again: Iterable[Given], ok: Iterable[Given], seed: int, flips: Flips = ()
    ) -> None:
        """Make the memories from training images, then the reference from some of them again and from good images that
        were kept apart.
        """
        self.remembers = self._fill(train, seed, flips)
        tops, distances = [], []
        for x, counted, numbers in again:
            features, inner = self.backbone.look(x)
            tops.append(top_mean(self._logits(features, counted), counted, NOTHING))
            distances.append(self.memories.distances_in(inner, counted, numbers))
        if not self.remembers or not distances:
            return
        self.memories.refer_to(torch.cat(distances))
        learned = torch.cat(tops), self.memories.score_of(torch.cat(distances))
        held = [self.branches(x, counted)[1] for x, counted, _ in ok]
        for i, known in enumerate(learned):
            unseen = torch.cat([scores[i] for scores in held]) if held else known[:0]
            usual = known[known <= known.quantile(MOST_LIKELY)]
            squares = unseen.var(correction=0) * len(unseen) if held else 0.0
            scale = ((squares + AS_FEW * usual.var(correction=0)) / (len(unseen) + AS_FEW)).sqrt()
            self.reference[i, 0] = unseen.mean() if held else known.mean()
            self.reference[i, 1] = scale.clamp(min=LEAST_SCALE)

    def _logits(self, features: list[torch.Tensor], counted: torch.Tensor) -> torch.Tensor:
        return torch.logit(blurred(self.decode(features).float().sigmoid() * counted), EDGE)

    def _fill(self, train: Iterable[Given], seed: int, flips: Flips) -> bool:
        """Choose what the memories have. False where there is nothing to choose from."""
        pairs = zip(self.memories.dimensions, self.memories.kept, strict=True)
        reservoirs = [Reservoir(RESERVOIR, d, BANK, kept).to(self.reference.device) for d, kept in pairs]
        for x, counted, numbers in train:
            for images, inside in views(x, counted, flips):
                patches = self.memories.patches_in(self.backbone.look(images)[1], inside)
                self.memories.admit_to(reservoirs, patches, numbers, seed)
        if not all(reservoir.filled for reservoir in reservoirs):
            return False
        self.memories.fill(reservoirs)
        return True

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
