"""What the loop asks of a recipe, and what it hands to one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import torch

from ..control import Control
from ..events import EventLog
from ..job import Job
from ..schedule import learning_rate, stepped_rate

Tick = Callable[[int, int], None]  # (done, total); may raise Interrupted


class Interrupted(Exception):
    """The person wants to pause or stop while something long is going on."""


@dataclass
class Context:
    """What a job runs with. Events go to `log`, the person's wish is in `control`."""

    job: Job
    log: EventLog
    control: Control
    device: torch.device

    @property
    def out(self) -> Path:
        return self.job.out


@dataclass(frozen=True)
class Plan:
    """How long and how fast to train; the loop needs to know nothing else about a recipe's parameters."""

    epochs: int
    batches: int  # steps an epoch
    batch_size: int
    warmup_epochs: int
    learning_rate: float
    final_share: float
    adam: bool
    momentum: float
    weight_decay: float
    validation_interval: int
    save_interval: int
    patience: int = 0  # validations without progress after which the training ends; 0: never
    decay_epochs: tuple[int, ...] = ()  # where the rate falls; empty: along a cosine
    decay_factor: float = 0.1
    budget_s: float = 0.0  # time for all steps: `batches` is then measured before the training; 0: as many as told
    chooses: bool = True  # whether a validation tells which weights are better; else the latest averaged ones are kept
    learns: bool = True  # whether steps follow a gradient; else they only gather what the network keeps in its buffers

    @property
    def steps(self) -> int:
        return self.epochs * self.batches

    def rate(self, step: int) -> float:
        """Learning rate for `step` (0-based): a pure function of it."""
        warmup = self.warmup_epochs * self.batches
        if self.decay_epochs:
            falls = tuple(epoch * self.batches for epoch in self.decay_epochs)
            return stepped_rate(step, warmup, self.learning_rate, self.decay_factor, falls)
        return learning_rate(step, self.steps, warmup, self.learning_rate, self.final_share)


@dataclass
class Evaluation:
    """One validation: `values` for the curves, `fitness` to choose by, `detail` (plain data) for the report."""

    values: dict[str, float]
    fitness: float
    detail: dict[str, Any] = field(default_factory=dict)


@dataclass
class Best:
    """The weights to keep: which kind, from which epoch, how good."""

    kept: str  # raw or averaged
    epoch: int
    evaluation: Evaluation
    state: dict[str, torch.Tensor]
    since: int = 0  # the epoch that was first this good; equally good weights of later ones take their place


class Recipe(Protocol):
    """One trainable network. Made once a job; `prepare` comes first."""

    precision: str  # auto, fp32 or bf16

    def prepare(self, tick: Tick) -> Plan:
        """Look at every picture and make the plan. Raises Fault data.* ."""

    def fingerprint(self) -> dict[str, Any]:
        """Plain data that must be equal for a checkpoint to fit."""

    def build(self) -> torch.nn.Module:
        """The untrained network; torch's seed is set."""

    def begin_from(self, net: torch.nn.Module, saved: dict[str, Any]) -> None:
        """Take from an earlier version's saved weights what fits this network."""

    def batch(self, step: tuple[int, int]) -> Any:
        """The batch at (epoch, position): a pure function of it. Called from another thread."""

    def losses(self, net: torch.nn.Module, batch: Any) -> dict[str, torch.Tensor]:
        """Scalar losses whose sum is to fall; where the plan does not learn, figures of what the step gathered."""

    def evaluate(self, net: torch.nn.Module, tick: Tick) -> Evaluation:
        """Figures on the validation part, of a network in eval mode."""

    def export(self, net: torch.nn.Module, best: Best, epochs_done: int, tick: Tick) -> None:
        """Write graph, best weights and report into the run folder and tell of them as artefacts."""
