"""Method `synthetic` as the loop sees it: synthetic defects, losses of the segmentation, then the memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch

from ....budget import within_budget
from ....faults import Fault
from ....gradient import gradient_step
from ....nn.backbones import backbone_of
from ...base import Best, Learning, Plan, Tick, Training
from .. import report
from ..bank import SIDE_BY_SIDE, Given
from ..data import Batch
from ..older import current_names
from ..recipe import Anomaly
from .data import TrainingSet
from .loss import losses
from .net import SyntheticNet

EPOCHS = 8  # parts of a training after which one looks at the validation images
LEARNING_RATE, FINAL_SHARE, WEIGHT_DECAY = 2e-3, 0.01, 1e-3
WEIGHED = 200  # samples, with synthetic defects and without, that say what weight segmentation and memory get
MOST_REMEMBERED = 480  # views of images that the memories beside a segmentation are made from
MOST_REFERRED = 200  # training images whose scores say on what scale the memories measure


class Synthetic(Anomaly):
    """One training by the method `synthetic`.

    Later weights are taken for better ones: how well synthetic defects are found says little about real ones, and the
    few bad images that a person has are too few to choose by, and would flatter the figures.
    """

    training: TrainingSet

    def plan(self) -> Plan:
        job = self.context.job
        self.training = TrainingSet(self.images.train, self.store, self.params, job.seed, self.context.log.warn)
        learning = Learning(
            rate=LEARNING_RATE, final_share=FINAL_SHARE, warmup_epochs=1, momentum=0.9, weight_decay=WEIGHT_DECAY
        )
        return Plan(epochs=EPOCHS, batches=1, batch_size=self.batch_size, learning=learning, compared=("averaged",))

    def measure(self, plan: Plan, dtype: torch.dtype) -> Plan:
        return within_budget(self, self.context, plan, dtype, 60 * self.params.time_budget)

    def fingerprint(self) -> dict[str, Any]:
        return super().fingerprint() | {"time_budget": self.params.time_budget}

    def build(self) -> SyntheticNet:
        return SyntheticNet(backbone_of(self.params.backbone), *SIDE_BY_SIDE[self.params.backbone])

    def begin_from(self, net: SyntheticNet, saved: dict[str, Any]) -> None:
        self.require_same(saved)
        load_matching(net, saved["state"])

    def batch(self, step: tuple[int, int]) -> Batch:
        return self.training.batch(step, self.batch_size)

    def step(self, training: Training, batch: Batch) -> dict[str, float]:
        return gradient_step(self.context, training, self.losses, batch)

    def losses(self, net: SyntheticNet, batch: Batch) -> dict[str, torch.Tensor]:
        x, inside = self.given(batch)
        logits = net(x)
        with torch.autocast(x.device.type, enabled=False):
            return losses(logits, torch.from_numpy(batch.masks).to(x.device), inside.float())

    def export(self, net: SyntheticNet, best: Best, epochs_done: int, tick: Tick) -> None:
        self.context.log.emit("phase", name="remember")
        # Numbers are places in this list: the images that are remembered come first.
        train = self.images.train
        rng = np.random.default_rng([self.context.job.seed, len(train)])
        train[:] = [train[i] for i in rng.permutation(len(train))]
        most = MOST_REMEMBERED // (1 + len(self.flips))
        parts = (train[:most], train[:MOST_REFERRED], self.images.ok[:most])
        net.remember(*(self.numbered_all(part, tick) for part in parts), 0, self.flips)
        if net.remembers:
            net.weigh(self._samples(tick))
        scores = self.raw_scores(net, train, tick, own=True)
        self.hand_over(net, best, epochs_done, report.Known(scores, np.zeros(0)), tick)

    def _samples(self, tick: Tick) -> Iterator[tuple[Given, torch.Tensor]]:
        """What a step behind the last one would learn from, and which of it have a synthetic defect."""
        for start in range(0, WEIGHED, self.batch_size):
            batch = self.training.batch((EPOCHS + 1, start // self.batch_size), self.batch_size)
            yield self.numbered(batch), torch.from_numpy(batch.masks.any((1, 2, 3)))
            tick(min(start + self.batch_size, WEIGHED), WEIGHED)


def load_matching(net: SyntheticNet, saved: dict[str, torch.Tensor]) -> None:
    """Begin with weights that must fit name by name and shape by shape; the memory is made again.

    Raises Fault start.damaged.
    """
    state = current_names(saved)
    own = {key: value for key, value in net.state_dict().items() if value.is_floating_point()}
    own = {key: value for key, value in own.items() if not key.startswith(("memories.", "reference"))}
    for key, value in own.items():
        found = state.get(key)
        if found is None or found.shape != value.shape:
            wrong = "missing" if found is None else f"{list(found.shape)} instead of {list(value.shape)}"
            raise Fault("start.damaged", "prepare", reason=f"{key}: {wrong}")
        if not torch.isfinite(found).all():
            raise Fault("start.damaged", "prepare", reason=f"{key}: not finite")
    net.load_state_dict({key: state[key] for key in own}, strict=False)
