"""What the loop asks of a recipe, and what it hands to one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import torch

from ..averaging import Follower
from ..control import Control
from ..events import EventLog
from ..job import Job
from ..recorded import Recordings
from ..schedule import learning_rate, stepped_rate

Tick = Callable[[int, int], None]  # (done, total); may raise Interrupted


WARMUP_FLOOR = 100  # steps
LeftOut = tuple[int, ...] | None  # places in the list of images of those that cannot be used; None: not known


class Interrupted(Exception):
    """The person wants to pause or stop while something long is going on."""


@dataclass
class Context:
    """What a job runs with. Events go to `log`, what the person desires is in `control`."""

    job: Job
    log: EventLog
    control: Control
    device: torch.device

    @property
    def out(self) -> Path:
        return self.job.out


@dataclass(frozen=True)
class Learning:
    """How weights follow a gradient."""

    rate: float
    final_share: float  # of the rate, where the cosine ends
    warmup_epochs: float  # a part of an epoch where it is a share of the training
    momentum: float
    weight_decay: float
    adam: bool = True
    decay_epochs: tuple[float, ...] = ()  # where the rate falls; empty: along a cosine
    decay_factor: float = 0.1


@dataclass(frozen=True)
class Plan:
    """How long and how fast to train; the loop needs to know nothing else about a recipe's parameters."""

    epochs: int
    batches: int  # steps an epoch
    batch_size: float  # images a step, on average
    validation_interval: int = 1
    save_interval: int = 0
    patience: int = 0  # validations without progress after which the training ends; 0: never
    learning: Learning | None = None  # None: no step of this recipe follows a gradient
    compared: tuple[str, ...] = ("raw", "averaged")  # kinds of weights of which a validation keeps the better
    closing: int = 0  # last epochs, which also a training that ends by patience goes through
    left_out: LeftOut = None
    repeats: int = 1  # how often an epoch goes through the images

    @property
    def steps(self) -> int:
        return self.epochs * self.batches

    @property
    def warmup(self) -> int:
        """Steps. A few images give a few steps an epoch: then a tenth of all steps, up to a hundred."""
        assert self.learning is not None
        epochs = self.learning.warmup_epochs
        return max(round(epochs * self.batches), min(WARMUP_FLOOR, self.steps // 10)) if epochs else 0

    def rate(self, step: int) -> float:
        """Learning rate for `step` (0-based): a pure function of it."""
        how = self.learning
        assert how is not None
        if how.decay_epochs:
            falls = tuple(round(epoch * self.batches) for epoch in how.decay_epochs)
            return stepped_rate(step, self.warmup, how.rate, how.decay_factor, falls)
        return learning_rate(step, self.steps, self.warmup, how.rate, how.final_share)


@dataclass
class Evaluation:
    """One validation: `values` for the curves, `fitness` to choose by, `detail` (plain data) for the report.

    `doubt`: differences in fitness below it say nothing, so few were judged.
    """

    values: dict[str, float]
    fitness: float
    detail: dict[str, Any] = field(default_factory=dict)
    doubt: float = 0.0


@dataclass
class Best:
    """The weights to keep: which kind, from which epoch, how good; and the best fitness so far, with its doubt."""

    kept: str  # raw or averaged
    epoch: int
    evaluation: Evaluation
    state: dict[str, torch.Tensor]
    # the epoch of the best fitness, skipped ones counted; weights of later ones, no worse for certain, take its place
    since: int = 0
    top: float = 0.0
    doubt: float = 0.0


@dataclass
class Training:
    """All that changes in a training; what a checkpoint holds."""

    plan: Plan
    net: torch.nn.Module
    averaged: torch.nn.Module  # `net` itself where no averaged weights are compared
    optimiser: torch.optim.Optimizer | None
    dtype: torch.dtype
    threads: int
    epoch: int = 0
    position: int = 0  # steps done in this epoch
    step: int = 0  # steps done in all
    skipped: int = 0  # epochs, on the way to the closing ones; `epoch` and `step` count them
    validated: int = 0  # epochs up to which validation is done
    best: Best | None = None
    recent: list[float] = field(default_factory=list)  # fitness of the last validations
    trend: float = 0.0  # the highest mean of such
    scaler: torch.amp.GradScaler | None = None  # where dtype is float16
    recordings: Recordings = field(default_factory=Recordings)  # none in a checkpoint: they are made again

    @cached_property
    def weights(self) -> list[torch.nn.Parameter]:
        """All of the network: listing them takes longer than some of the work with them."""
        return list(self.net.parameters())

    @property
    def epochs_done(self) -> int:
        return self.epoch - self.skipped

    @property
    def steps_done(self) -> int:
        return self.step - self.skipped * self.plan.batches

    @property
    def shortened(self) -> Plan:
        """The plan without the epochs that are skipped: as long as the training will have been."""
        return replace(self.plan, epochs=self.plan.epochs - self.skipped)

    @cached_property
    def follower(self) -> Follower:
        return Follower(self.averaged, self.net)


def decayed_apart(net: torch.nn.Module, weight_decay: float, rate: float = 1.0) -> list[dict[str, Any]]:
    """Groups of parameters for an optimiser, `rate` a share of the plan's. Biases and normalisation are not decayed;
    frozen parameters are left out.
    """
    learning = [p for p in net.parameters() if p.requires_grad]
    decayed = [p for p in learning if p.ndim > 1]
    free = [p for p in learning if p.ndim <= 1]
    return [
        {"params": decayed, "weight_decay": weight_decay, "rate": rate},
        {"params": free, "weight_decay": 0.0, "rate": rate},
    ]


class Recipe(Protocol):
    """One trainable network. Made once a job; `prepare` comes first."""

    precision: str  # auto, fp32, bf16 or fp16
    takes_fp16: bool = False  # whether `auto` may choose it
    begins_able: bool = False  # whether the weights do their work before the first step already

    def prepare(self, tick: Tick, left_out: LeftOut = None) -> Plan:
        """Look at every image and make the plan. Raises Fault data.* .

        `left_out`: what this found when the training began; its images are then not looked at again.
        """

    def measure(self, plan: Plan, dtype: torch.dtype) -> Plan:
        """The plan as this machine can do it. A resumed training is not measured again. Raises Interrupted."""
        return plan

    def as_begun(self, plan: Plan, saved: dict[str, Any]) -> Plan:
        """The plan with what a checkpoint says of it: as it was measured when the training began.

        Older checkpoints do not say the rate.
        """
        learning = plan.learning
        if learning and saved.get("rate") is not None:
            learning = replace(learning, rate=saved["rate"])
        return replace(plan, batches=saved.get("batches", plan.batches), learning=learning)

    def fingerprint(self) -> dict[str, Any]:
        """Plain data of this training, as its checkpoints note it."""

    def fits(self, fingerprint: dict[str, Any]) -> bool:
        """Whether a checkpoint with this fingerprint is of this training."""
        return fingerprint == self.fingerprint()

    def build(self) -> torch.nn.Module:
        """The untrained network; torch's seed is set."""

    def example(self, net: torch.nn.Module, batch_size: int) -> tuple[torch.Tensor, ...] | None:
        """The largest input of the network in a training, as meta tensors; None where nobody knows."""
        return None

    def begin_from(self, net: torch.nn.Module, saved: dict[str, Any]) -> None:
        """Take from an earlier version's saved weights what fits this network."""

    def groups(self, net: torch.nn.Module, plan: Plan) -> list[dict[str, Any]]:
        """Parameters for the optimiser with their `weight_decay` and their `rate`, a share of the plan's; those that
        stay as they are are in none.
        """
        assert plan.learning is not None
        return decayed_apart(net, plan.learning.weight_decay)

    def batch(self, step: tuple[int, int]) -> Any:
        """The batch at (epoch, position): a pure function of it. Called from another thread."""

    def send(self, batch: Any) -> Any:
        """A batch on the device, from the loop's own thread."""
        return batch

    def step(self, training: Training, batch: Any) -> dict[str, float]:
        """Change the network by a batch; gives figures for the curves. Most recipes have `gradient_step` do it.
        The batch was sent.
        """

    def evaluate(self, net: torch.nn.Module, tick: Tick) -> Evaluation:
        """Figures on the validation part, of a network in eval mode."""

    def export(self, net: torch.nn.Module, best: Best, epochs_done: int, tick: Tick) -> None:
        """Write graph, best weights and report into the run folder and announce them as artefacts."""
