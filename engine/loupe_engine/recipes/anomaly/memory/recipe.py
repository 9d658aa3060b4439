"""Method `memory` as the loop sees it: a step adds images to the reservoir, or chooses from it."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from ....nn.backbones import backbone_of
from ...base import Best, Evaluation, Plan, Tick, Training
from ..bank import KEPT, Flips
from ..data import Batch
from ..export import AnomalyGraph
from ..probes.probing import Probing
from ..recipe import Anomaly
from ..threshold import enough, outlier_limit
from .net import MemoryNet, gather, steps_of

FOLDS = 5  # parts of the training images, each judged by a memory of the others
KIND = 3  # of what is remembered; a memory of another kind is gathered again
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
        unseen, probing = self._cross_validated(net, scores, tick)
        self.hand_over(net, best, epochs_done, scores, tick, unseen, probing)
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

    def _cross_validated(self, net: MemoryNet, scores: np.ndarray, tick: Tick) -> tuple[np.ndarray, Probing | None]:
        """Where few good images validate: raw scores of training images, each by the memory of the other parts, and
        what these memories find of test defects on them.

        Their scores by the whole memory, even without their own patches, lie far below those of new images: what the
        good ones look like (directions and their variances) was learned from them too.
        """
        p, train = self.params, self.images.train
        if enough(len(self.images.ok), p.false_reject_target):
            return np.zeros(0), None
        limit = outlier_limit(scores)
        usable = [i for i in range(len(train)) if scores[i] <= limit]
        folds = folds_of([train[i].group or str(train[i].id) for i in usable], FOLDS)
        if len(folds) < 2:
            return np.zeros(0), None
        whole, found = net.bank, []
        probing = Probing(self.context, p, [*self.images.ok, *(train[i] for i in usable)])
        for fold in folds:
            numbers = [usable[i] for i in fold]
            net.bank = net.without(torch.tensor(numbers, device=whole.owner.device))
            images = [train[i] for i in numbers]
            found.append(self.raw_scores(net, images, tick))
            probing.judge(AnomalyGraph(net, p, self.canvas), images, tick)
        net.bank = whole
        unseen = np.concatenate(found)
        return unseen[np.isfinite(unseen)], probing


def folds_of(groups: list[str], most: int) -> list[list[int]]:
    """Places in the list in at most so many folds of about the same size; what is of one group is in one fold."""
    names = sorted(set(groups), key=lambda name: (-groups.count(name), name))
    folds: list[list[int]] = [[] for _ in range(min(most, len(names)))]
    for name in names:
        least = min(folds, key=len)
        least += [i for i, group in enumerate(groups) if group == name]
    return folds
