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

    @property
    def steps(self) -> int:
        return self.epochs * self.batches


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


class Recipe(Protocol):
    """One trainable network. Made once a job; `prepare` comes first."""

    precision: str  # auto, fp32 or bf16

    def prepare(self, tick: Tick) -> Plan:
        """Look at every picture and make the plan. Raises Fault data.* ."""

    def fingerprint(self) -> dict[str, Any]:
        """Plain data that must be equal for a checkpoint to fit."""

    def build(self) -> torch.nn.Module:
        """The untrained network; torch's seed is set."""

    def batch(self, step: tuple[int, int]) -> Any:
        """The batch at (epoch, position): a pure function of it. Called from another thread."""

    def losses(self, net: torch.nn.Module, batch: Any) -> dict[str, torch.Tensor]:
        """Scalar losses whose sum is to fall."""

    def evaluate(self, net: torch.nn.Module, tick: Tick) -> Evaluation:
        """Figures on the validation part, of a network in eval mode."""

    def export(self, net: torch.nn.Module, best: Best, epochs_done: int) -> None:
        """Write graph, best weights and report into the run folder and tell of them as artefacts."""
