"""Method `synthetic`: the segmentation, and beside it a memory of a trunk's features on the good pictures.

The segmentation finds what looks like a defect, the memory what was never there: a part that is missing or turned. A
cell's evidence is the greater of the two. Either is measured by its reach: how far the highest cells of nearly all good
pictures lie above their usual cells, so that neither drowns the other however long its tail is. One that hardly tells
invented defects from good pictures is heard less: a memory says nothing of parts that never look alike.

Both look at the features of one trunk. A trunk that has seen photographs stays as it is; the shipped one learns with
the segmentation, and what is remembered are then the features that it has learnt.
"""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import nn

from .memory import SMOOTH, Bank, Flips, Gathered, let_in, patches_of, views
from .metrics import auroc
from .model import Segmenter
from .scoring import blurred, top_mean

EDGE = 1e-6  # probabilities are kept this far from 0 and 1: their logits stay finite
LEARNT_LEVELS = (2, 3, 4)  # of a trunk that learns that are remembered: strides 8, 16, 32
BANK, RESERVOIR = 512, 12_288  # patches remembered, and kept to choose them from
NOTHING = -10.0  # evidence where nothing counts
EVERY = 7  # cells of which one is looked at for what is usual
LEAST_REACH = 1e-3
REACHED_BY = 0.9  # share of the good pictures that lie within the reach
HEARD_FROM, HEARD_AT = 0.5, 0.75  # AUROC over invented defects from which a look is heard, and at which as it is
LEAST_HEARD = 0.5  # of parts that are missing or turned invented defects say nothing

Given = tuple[torch.Tensor, torch.Tensor, torch.Tensor]  # pictures, counted cells, numbers of the pictures


class SyntheticNet(Segmenter):
    """A Segmenter that also scores. Raw scores and evidence are in reaches above what good cells give."""

    def __init__(self, trunk: nn.Module) -> None:
        super().__init__(trunk)
        self.levels = LEARNT_LEVELS if trunk.learns else trunk.levels
        self.bank = Bank(BANK, sum(trunk.channels[i] for i in self.levels))
        self.register_buffer("usual", torch.tensor([[0.0, 1.0], [0.0, 1.0]]))  # middle and reach of either
        self.remembers = False  # until the training is over the segmentation stands alone
        trunk.requires_grad_(trunk.learns)

    def train(self, mode: bool = True) -> SyntheticNet:
        """The running statistics of a trunk that does not learn never follow anything."""
        super().train(mode)
        if not self.trunk.learns:
            self.trunk.train(False)
        return self

    def _looks(
        self, x: torch.Tensor, counted: torch.Tensor, own: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor | None]:
        """Logits and distances of cells, both smoothed, (B, 1, H / 2, W / 2) float32."""
        features = self.trunk(x)
        probability = self.decode(features).float().sigmoid()
        logits = torch.logit(blurred(probability * counted), EDGE)
        if not self.remembers:
            return logits, None
        with torch.autocast(x.device.type, enabled=False):
            distance = self.bank.distance(patches_of(features, self.levels), own)
        return logits, blurred(distance * counted, SMOOTH)

    def evidence(self, x: torch.Tensor, counted: torch.Tensor, own: torch.Tensor | None = None) -> torch.Tensor:
        """Pictures (B, 3, H, W) in 0…1 and counted cells (B, 1, H / 2, W / 2) bool to (B, 1, H / 2, W / 2) float32.

        `own` as in `Bank.distance`.
        """
        logits, distance = self._looks(x, counted, own)
        evidence = (logits - self.usual[0, 0]) / self.usual[0, 1]
        if distance is None:
            return evidence
        return torch.maximum(evidence, (distance - self.usual[1, 0]) / self.usual[1, 1])

    def score(self, evidence: torch.Tensor, counted: torch.Tensor) -> torch.Tensor:
        """(B,) raw scores of pictures from their evidence."""
        return top_mean(evidence, counted, NOTHING)

    def deployed(self) -> SyntheticNet:
        """As it is used."""
        return self

    @torch.no_grad()
    def remember(self, train: Iterable[Given], ok: Iterable[Given], seed: int, flips: Flips = ()) -> None:
        """Make the memory from training pictures, then see on good pictures that were kept apart what is usual."""
        gathered = Gathered(RESERVOIR, len(self.bank.scale), BANK, self.trunk.even).to(self.usual.device)
        for x, counted, numbers in train:
            for pictures, inside in views(x, counted, flips):
                let_in(gathered, patches_of(self.trunk(pictures), self.levels), inside, numbers, seed)
        if not gathered.filled:
            return
        self.bank.fill(gathered)
        self.remembers = True
        cells: list[list[torch.Tensor]] = [[], []]
        tops: list[list[torch.Tensor]] = [[], []]
        for x, counted, _ in ok:
            for i, values in enumerate(self._looks(x, counted)):
                cells[i].append(values[counted][::EVERY])
                tops[i].append(top_mean(values, counted, float(values.min())))
        for i in range(2):
            middle = torch.cat(cells[i]).median()
            reach = torch.cat(tops[i]).quantile(REACHED_BY) - middle
            self.usual[i, 0], self.usual[i, 1] = middle, reach.clamp(min=LEAST_REACH)

    @torch.no_grad()
    def weigh(self, samples: Iterable[tuple[Given, torch.Tensor]]) -> None:
        """Lengthen the reach of a look that tells few invented defects. `samples` are training pictures, and which of
        them have such a defect, (B,) bool.
        """
        parts: list[torch.Tensor] = []
        tops: list[list[torch.Tensor]] = [[], []]
        for (x, counted, numbers), has_defect in samples:
            parts.append(has_defect)
            for i, values in enumerate(self._looks(x, counted, numbers)):
                tops[i].append(top_mean(values, counted, float(values.min())).cpu())
        bad = torch.cat(parts)
        told = [auroc(look[~bad].numpy(), look[bad].numpy()) for look in map(torch.cat, tops)]
        if None in told:
            return
        heard = ((torch.tensor(told) - HEARD_FROM) / (HEARD_AT - HEARD_FROM)).clamp(LEAST_HEARD, 1.0)
        self.usual[:, 1] *= (heard.max() / heard).to(self.usual)
