"""Method `synthetic`: the segmentation, and beside it a memory of its own trunk's features on the good pictures.

The segmentation finds what looks like a defect, the memory what was never there: a part that is missing or turned. A
cell's evidence is the greater of the two, each in deviations of what good cells give.
"""

from __future__ import annotations

from collections.abc import Iterable

import torch
import torch.nn.functional as F
from torch import nn

from .memory import MAP_STRIDE, SMOOTH, STRIDE, Bank, Gathered, patches_of
from .model import Segmenter
from .scoring import blurred, top_mean

EDGE = 1e-6  # probabilities are kept this far from 0 and 1: their logits stay finite
LEVELS = (2, 3, 4)  # of the trunk that are remembered: strides 8, 16, 32
BANK, RESERVOIR = 512, 12_288  # patches remembered, and kept to choose them from
NOTHING = -10.0  # evidence where nothing counts
EVERY = 7  # cells of which one is looked at for what is usual

Given = tuple[torch.Tensor, torch.Tensor, torch.Tensor]  # pictures, counted cells, numbers of the pictures


class SyntheticNet(Segmenter):
    """A Segmenter that also scores. Raw scores and evidence are deviations from what good cells give."""

    def __init__(self, trunk: nn.Module) -> None:
        super().__init__(trunk)
        self.bank = Bank(BANK, sum(trunk.channels[i] for i in LEVELS))
        self.register_buffer("usual", torch.tensor([[0.0, 1.0], [0.0, 1.0]]))  # middle and deviation of either
        self.remembers = False  # until the training is over the segmentation stands alone

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
            distance = self.bank.distance(patches_of(features, LEVELS), own)
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
    def remember(self, train: Iterable[Given], ok: Iterable[Given], seed: int) -> None:
        """Make the memory from training pictures, then see on good pictures that were kept apart what is usual."""
        device = self.usual.device
        gathered = Gathered(RESERVOIR, len(self.bank.scale), BANK).to(device)
        for x, counted, numbers in train:
            used = F.avg_pool2d(counted.float(), STRIDE // MAP_STRIDE)[:, 0] > 0.5
            patches = patches_of(self.trunk(x), LEVELS).permute(0, 2, 3, 1)[used]
            gathered.add(patches, numbers[:, None, None].expand(used.shape)[used], seed)
        if not gathered.filled:
            return
        self.bank.fill(gathered)
        self.remembers = True
        seen: list[list[torch.Tensor]] = [[], []]
        for x, counted, _ in ok:
            for values, told in zip(self._looks(x, counted), seen, strict=True):
                told.append(values[counted][::EVERY])
        for i, told in enumerate(seen):
            values = torch.cat(told)
            self.usual[i, 0], self.usual[i, 1] = values.median(), values.std() + 1e-3
