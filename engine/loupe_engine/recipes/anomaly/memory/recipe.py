"""Method `memory` as the loop sees it: a step adds images to the reservoirs, or chooses from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import torch

from ....data.manifest import ManifestImage
from ....nn.backbones import backbone_of
from ...base import Best, Evaluation, Plan, Tick, Training
from .. import report
from ..bank import SIDE_BY_SIDE, Flips
from ..data import Batch
from ..export import AnomalyGraph
from ..probes.probing import Probing
from ..recipe import Anomaly
from ..threshold import enough, outlier_limit, spread_of
from .net import MemoryNet, gather, steps_of

LEAST_NG = 5  # bad images, and parts of them, from which on they help
FOLDS = 5  # parts of the training images, each judged by a memory of the others
KIND = 5  # of what is remembered; a memory of another kind is gathered again
MOST_TURNED = 500  # training images up to which a memory also sees them turned over
MOST_REFERRED = 500  # training images whose scores say on what scale each memory measures


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
        return MemoryNet(backbone_of(p.backbone), p.bank_size, *SIDE_BY_SIDE[p.backbone])

    def begin_from(self, net: MemoryNet, saved: dict[str, Any]) -> None:
        """A memory is made again from the images of each training."""
        self.require_same(saved)

    def batch(self, step: tuple[int, int]) -> Batch | None:
        return self.as_batch(self.images.train, step[1] * self.batch_size)

    def step(self, training: Training, batch: Batch | None) -> dict[str, float]:
        return gather(training.net, batch and self.numbered(batch), self.context.job.seed, self.flips)

    def evaluate(self, net: MemoryNet, tick: Tick) -> Evaluation:
        net.complete()
        self._refer(net, range(len(self.images.train)), tick)
        return super().evaluate(net, tick)

    def export(self, net: MemoryNet, best: Best, epochs_done: int, tick: Tick) -> None:
        self.context.log.emit("phase", name="remember")
        net.lean.zero_()
        scores, left_out = self._scored(net, tick)
        ng = self._learned_from_bad(net, scores, tick)
        unseen, probing = self._cross_validated(net, scores, tick)
        if ng is not None:
            scores = self.raw_scores(net, self.images.train, tick, own=True)
        self.hand_over(net, best, epochs_done, report.Known(scores, unseen, ng), tick, probing)
        if left_out:
            self.context.log.warn("data.leftOut", count=left_out)

    @torch.no_grad()
    def _refer(self, net: MemoryNet, usable: Sequence[int], tick: Tick) -> None:
        """Measure in spreads of the scores of the training images with these numbers, each without its own patches."""
        places = np.linspace(0, len(usable) - 1, min(len(usable), MOST_REFERRED)).round().astype(int)
        chosen = torch.tensor([usable[i] for i in places], device=net.lean.device)
        images = [self.images.train[i] for i in chosen.tolist()]
        found = [net.distances(x, counted, chosen[numbers]) for x, counted, numbers in self.numbered_all(images, tick)]
        if found:
            net.refer_to(torch.cat(found))

    def _scored(self, net: MemoryNet, tick: Tick) -> tuple[np.ndarray, int]:
        """Raw scores of the training images, and how many of them the memory leaves out: those that lie far from all
        others, since it would take every defect for good that looks like theirs.
        """
        scores = self.raw_scores(net, self.images.train, tick, own=True)
        outliers = np.flatnonzero(scores > outlier_limit(scores))
        if not 0 < len(outliers) < len(scores):
            return scores, 0
        net.leave_out(torch.from_numpy(outliers).to(net.lean.device))
        self._refer(net, np.setdiff1d(np.arange(len(scores)), outliers).tolist(), tick)
        return self.raw_scores(net, self.images.train, tick, own=True), len(outliers)

    def _learned_from_bad(self, net: MemoryNet, scores: np.ndarray, tick: Tick) -> np.ndarray | None:
        """Where there are enough bad images: let what sets them apart count. Gives the raw score of each by a network
        that was told of the others alone, NaN where it cannot be read; None where they are too few.

        The threshold still follows from good images alone.
        """
        ng = self.images.ng
        folds = folds_of([p.group or str(p.id) for p in ng], FOLDS)
        if len(folds) < LEAST_NG:
            return None
        found = np.full(len(ng), np.nan)
        bad = self._standing_out(net, ng, tick)
        for fold in folds:
            others = torch.ones(len(ng), dtype=torch.bool)
            others[fold] = False
            self._lean(net, scores, range(len(scores)), bad[others], tick)
            found[fold] = self.raw_scores(net, [ng[i] for i in fold], tick)
        self._lean(net, scores, range(len(scores)), bad, tick)
        return found

    def _lean(self, net: MemoryNet, scores: np.ndarray, learned: Iterable[int], bad: torch.Tensor, tick: Tick) -> None:
        """Let what stands out on bad images (M, P) count against the training images with these numbers."""
        limit = outlier_limit(scores)
        usable = [i for i in learned if scores[i] <= limit]
        good = self._standing_out(net, self.images.train, tick, own=True)[usable]
        good, bad = (rows[rows.isfinite().all(1)] for rows in (good, bad))
        if len(good) and len(bad):
            net.lean_from(good, bad, spread_of(scores[usable]))

    @torch.no_grad()
    def _standing_out(self, net: MemoryNet, images: list[ManifestImage], tick: Tick, own: bool = False) -> torch.Tensor:
        """(N, P) on the net's device, as `MemoryNet.standing_out`; NaN where an image cannot be read."""
        found = torch.full((len(images), len(net.lean)), torch.nan, device=net.lean.device)
        for x, counted, numbers in self.numbered_all(images, tick):
            found[numbers] = net.standing_out(x, counted, numbers if own else None)
        return found

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
        whole, lean, found = net.banks, net.lean.clone(), []
        probing = Probing(self.context, p, [*self.images.ok, *(train[i] for i in usable)])
        for fold in folds:
            numbers = [usable[i] for i in fold]
            net.banks = net.without(torch.tensor(numbers, device=lean.device))
            if lean.any():  # in the directions of this memory
                others = sorted(set(usable) - set(numbers))
                self._lean(net, scores, others, self._standing_out(net, self.images.ng, tick), tick)
            images = [train[i] for i in numbers]
            found.append(self.raw_scores(net, images, tick))
            probing.judge(AnomalyGraph(net, p, self.canvas), images, tick)
        net.banks = whole
        net.lean.copy_(lean)
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
