"""Method `memory` as the loop sees it: a step adds images to the reservoir, or chooses from it."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from ....nn.backbones import backbone_of
from ...base import Best, Evaluation, Plan, Tick, Training
from ..bank import KEPT, Flips
from ..data import Batch
from ..recipe import Anomaly
from ..threshold import outlier_limit
from .net import MemoryNet, gather, steps_of

KIND = 2  # of what is remembered; a memory of another kind is gathered again
MOST_TURNED = 500  # training images up to which a memory also sees them turned over


class Memory(Anomaly):
    """One training by the method `memory`: its one epoch gathers, its one validation completes the memory."""

    @property
    def flips(self) -> Flips:
        """Of many images it sees enough as they are."""
        return () if len(self.images.train) > MOST_TURNED else super().flips

    def plan(self) -> Plan:
        batches = steps_of(len(self.images.train), self.batch_size, self.params.bank_size)
        return Plan(epochs=1, batches=batches, batch_size=self.batch_size, compared=("raw",))

    def fingerprint(self) -> dict[str, Any]:
        return super().fingerprint() | {"bank_size": self.params.bank_size, "memory": KIND}

    def build(self) -> MemoryNet:
        p = self.params
        return MemoryNet(backbone_of(p.backbone), p.bank_size, KEPT[p.backbone])

    def begin_from(self, net: MemoryNet, saved: dict[str, Any]) -> None:
        """A memory is made again from the images of each training."""
        self.require_same(saved)

    def batch(self, step: tuple[int, int]) -> Batch | None:
        return self.as_batch(self.images.train, step[1] * self.batch_size)

    def step(self, training: Training, batch: Batch | None) -> dict[str, float]:
        return gather(training.net, batch and self.numbered(batch), self.context.job.seed, self.flips)

    def evaluate(self, net: MemoryNet, tick: Tick) -> Evaluation:
        net.complete()
        return super().evaluate(net, tick)

    def export(self, net: MemoryNet, best: Best, epochs_done: int, tick: Tick) -> None:
        self.context.log.emit("phase", name="export")
        scores, left_out = self._scored(net, tick)
        self.hand_over(net, best, epochs_done, scores, tick)
        if left_out:
            self.context.log.warn("data.leftOut", count=left_out)

    def _scored(self, net: MemoryNet, tick: Tick) -> tuple[np.ndarray, int]:
        """Raw scores of the training images, and how many of them the memory leaves out: those that lie far from all
        others, since it would take every defect for good that looks like theirs.
        """
        scores = self.raw_scores(net, self.images.train, tick, own=True)
        outliers = np.flatnonzero(scores > outlier_limit(scores))
        if not 0 < len(outliers) < len(scores):
            return scores, 0
        net.leave_out(torch.from_numpy(outliers).to(net.bank.owner.device))
        return self.raw_scores(net, self.images.train, tick, own=True), len(outliers)
