"""The one training loop: every recipe goes through it. Time decides only when to save and to report, never a result."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch

from . import checkpoint
from .averaging import averaged_copy
from .choosing import better, choose
from .data.prefetch import prefetch
from .device import autocast, choose_dtype, loaders, use_threads, versions
from .estimate import warn_of_memory
from .faults import Fault
from .gradient import all_finite, make_optimiser, make_scaler
from .nn.blocks import set_norm_momentum
from .progress import ImageProgress, StepProgress
from .recipes.base import Best, Context, Evaluation, Interrupted, Plan, Recipe, Training
from .schedule import norm_momentum

SAVE_EVERY_S = 20.0
SAVE_AFTER_EPOCH_S = 5.0
SAVE_SHARE = 0.05  # of the time at most, for networks that take long to write
DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}


@dataclass(frozen=True)
class Outcome:
    """How the loop ended: completed, paused or stopped."""

    ended: str
    step: int


def train(recipe: Recipe, context: Context) -> Outcome:
    """Run a job from its start or its checkpoint to its end. Raises Fault, OSError, torch's errors."""
    state = _resumed(recipe, context)
    threads = use_threads(state["threads"] if state else context.job.threads)
    dtype = _dtype(recipe, context, state)
    named = str(dtype).removeprefix("torch.")
    context.log.emit("started", device=str(context.device), threads=threads, dtype=named, versions=versions())
    context.log.emit("phase", name="prepare")
    try:
        plan = recipe.prepare(ImageProgress(context), state.get("left_out") if state else None)
        warn_of_memory(recipe, context, plan, dtype)
        if not context.job.keep:
            plan = recipe.as_begun(plan, state.get("plan", {})) if state else recipe.measure(plan, dtype)
    except Interrupted:
        return Outcome(_ended(context), state["step"] if state else 0)
    training = begin(recipe, context, plan, state, dtype, threads)
    if context.job.keep:
        outcome = _keep(recipe, context, training)
    else:
        saver = _Saver(recipe, context, training)
        outcome = _judge_start(recipe, context, training) or _run_epochs(recipe, context, training, saver)
        saver.save()
    if outcome is not None:
        return outcome
    best = training.best
    assert best is not None
    if best.epoch == 0:
        context.log.warn("train.startKept")
    training.net.load_state_dict(best.state)
    try:
        recipe.export(training.net.eval(), best, training.epochs_done, ImageProgress(context))
    except Interrupted:
        return Outcome(_ended(context), training.steps_done)
    return Outcome("completed", training.steps_done)


def _keep(recipe: Recipe, context: Context, training: Training) -> Outcome | None:
    """Take the weights as they came: what is left is to judge them on these images."""
    try:
        _validate(recipe, context, training, training.plan.compared, 1)
    except Interrupted:
        return Outcome(_ended(context), 0)
    return None


def _judge_start(recipe: Recipe, context: Context, training: Training) -> Outcome | None:
    """Weights that do their work already are the first to choose from: few steps on few images may make them worse."""
    if not recipe.begins_able or training.step > 0 or training.best is not None:
        return None
    try:
        _validate(recipe, context, training, ("raw",), 0)
    except Interrupted:
        return Outcome(_ended(context), 0)
    return None


def _resumed(recipe: Recipe, context: Context) -> dict[str, Any] | None:
    """The checkpoint to go on from, if any. Its number format and threads hold: others would give other bits."""
    state, damaged = checkpoint.load(context.job.resume, context.out / "checkpoints")
    for name in damaged:
        context.log.warn("checkpoint.damaged", file=name)
    if state is not None and not recipe.fits(state["fingerprint"]):
        raise Fault("job.invalid", "prepare", field="resume", reason="the checkpoint is of another training")
    return state


def _dtype(recipe: Recipe, context: Context, state: dict[str, Any] | None) -> torch.dtype:
    """The number format of a checkpoint, on the kind of device that it was made on; elsewhere what is quick there."""
    kind = context.device.type
    if state is None or state.get("device", kind) != kind:
        dtype = choose_dtype(recipe.precision, context.device, recipe.takes_fp16)
        named = str(dtype).removeprefix("torch.")
        if state is not None:
            context.log.warn("train.otherDevice", device=kind, dtype=named)
        elif recipe.precision == "fp16" and dtype != torch.float16:
            context.log.warn("train.noFp16", dtype=named)
        return dtype
    return DTYPES[state["dtype"]]


def begin(
    recipe: Recipe,
    context: Context,
    plan: Plan,
    state: dict[str, Any] | None,
    dtype: torch.dtype,
    threads: int,
) -> Training:
    """A training before its first step, or as the checkpoint `state` holds it: network and averaged copy on the device,
    optimiser. Raises Fault start.damaged.
    """
    torch.manual_seed(context.job.seed)
    net = recipe.build()
    if state is None and context.job.start:
        _begin_from(recipe, net, context)
    net = net.to(context.device, memory_format=torch.channels_last).train()
    set_norm_momentum(net, norm_momentum(plan.steps))
    averaged = averaged_copy(net) if "averaged" in plan.compared else net
    optimiser = make_optimiser(recipe.groups(net, plan), plan.learning) if plan.learning else None
    training = Training(plan, net, averaged, optimiser, dtype, threads)
    training.scaler = make_scaler(dtype, context.device) if optimiser else None
    if state is not None:
        _restore(training, state)
    return training


def _begin_from(recipe: Recipe, net: torch.nn.Module, context: Context) -> None:
    """The net begins with the weights of another version. Raises Fault start.damaged, whatever does not fit in them."""
    assert context.job.start is not None
    saved = checkpoint.load_start(context.job)
    try:
        recipe.begin_from(net, saved)
    except Fault as fault:
        why = fault.details.get("reason") or fault.details.get("why") or fault.code
        raise Fault("start.damaged", "prepare", context.job.start.name, reason=why) from fault


def _run_epochs(recipe: Recipe, context: Context, training: Training, saver: _Saver) -> Outcome | None:
    """Train and validate until the plan is done or the person wants an end. None means: go on to export."""
    progress = StepProgress(context, training.plan)
    if training.skipped:
        _tell_length(context, training, progress)
    batches = prefetch(recipe.batch, steps_to_come(training), loaders(context.device))
    try:
        while training.epoch < training.plan.epochs:
            if _is_spent(training):
                if not training.plan.closing:
                    return None
                _close_early(context, training)
                _tell_length(context, training, progress)
                batches.close()
                batches = prefetch(recipe.batch, steps_to_come(training), loaders(context.device))
            context.log.emit("phase", name="train")
            desired = _run_epoch(recipe, context, training, saver, progress, batches)
            last = desired == "complete"
            if desired in ("pause", "stop") or not _end_epoch(recipe, context, training, progress, last):
                return Outcome(_ended(context), training.steps_done)
            saver.after_epoch()
            if desired == "complete":
                return None
    finally:
        batches.close()
    return None


def steps_to_come(training: Training) -> Iterator[tuple[int, int]]:
    """(epoch, position) of all steps to come: batches are made ahead also over the end of an epoch."""
    epoch, position = training.epoch, training.position
    while epoch < training.plan.epochs:
        for i in range(position, training.plan.batches):
            yield epoch, i
        epoch, position = epoch + 1, 0


def _end_epoch(recipe: Recipe, context: Context, training: Training, progress: StepProgress, last: bool) -> bool:
    """Validate where it is due, and count the epoch. False: the person wants something else meanwhile."""
    plan = training.plan
    due = (training.epoch + 1) % plan.validation_interval == 0 or last or training.epoch + 1 >= plan.epochs
    if due and training.validated <= training.epoch:
        began = time.monotonic()
        try:
            _validate(recipe, context, training, plan.compared, training.epoch + 1)
        except Interrupted:
            return False
        progress.validated(time.monotonic() - began)
    training.epoch, training.position = training.epoch + 1, 0
    if plan.save_interval and training.epochs_done % plan.save_interval == 0:
        _keep_epoch(recipe, context, training)
    return True


def _close_early(context: Context, training: Training) -> None:
    """Go on to the closing epochs: rate, batches and mosaic follow from the epoch alone."""
    plan = training.plan
    context.log.warn("train.closing", count=plan.closing)
    begins = plan.epochs - plan.closing
    training.skipped += begins - training.epoch
    training.epoch, training.step = begins, begins * plan.batches


def _tell_length(context: Context, training: Training, progress: StepProgress) -> None:
    """What is shown counts no epoch that nobody has trained."""
    progress.plan = training.shortened
    context.log.emit("length", epochs=progress.plan.epochs, steps=progress.plan.steps)


def _is_spent(training: Training) -> bool:
    """Whether so many validations brought no progress as the person allows. Known from what a checkpoint holds.

    The closing epochs are gone through.
    """
    plan = training.plan
    if not plan.patience or training.best is None or training.best.evaluation.fitness <= 0:
        return False
    if training.position or training.epoch >= plan.epochs - plan.closing:
        return False
    return training.validated - training.best.since >= plan.patience * plan.validation_interval


def _run_epoch(
    recipe: Recipe,
    context: Context,
    training: Training,
    saver: _Saver,
    progress: StepProgress,
    batches: Iterator[Any],
) -> str:
    """Steps up to the end of the epoch, or until the person wants something else; gives that."""
    training.net.train()
    while training.position < training.plan.batches:
        desired = context.control.desired
        # A training without one step has no weights worth a version: "complete" waits for the first.
        if desired in ("pause", "stop") or (desired == "complete" and training.step > 0):
            return desired
        values = recipe.step(training, recipe.send(next(batches)))
        training.step, training.position = training.step + 1, training.position + 1
        progress.stepped(training.steps_done, values)
        saver.in_epoch()
    return "run"


def _validate(recipe: Recipe, context: Context, training: Training, kinds: tuple[str, ...], epoch: int) -> None:
    """Look at these kinds of weights after so many epochs, and keep the better if it is the best so far."""
    context.log.emit("phase", name="validate")
    found: dict[str, Evaluation] = {}
    weights = {"raw": training.net, "averaged": training.averaged}
    for kind in kinds:
        with torch.no_grad(), autocast(context.device, training.dtype):
            found[kind] = recipe.evaluate(weights[kind].eval(), ImageProgress(context))
    training.net.train()
    kept, done = better(found), epoch - training.skipped
    context.log.emit("series", step=training.steps_done, values={**found[kept].values, "epoch": done})
    choose(training, kept, found[kept], epoch)
    training.validated = epoch


def _keep_epoch(recipe: Recipe, context: Context, training: Training) -> None:
    """Weights of every nth epoch, where the person asked for them: announced, so that they can be had."""
    path = context.out / "weights" / f"epoch-{training.epochs_done:06d}.pt"
    about = {"v": 1, "epoch": training.epochs_done, "training": recipe.fingerprint()}
    state = about | {"raw": training.net.state_dict(), "averaged": training.averaged.state_dict()}
    sha256, size = checkpoint.write_whole(path, lambda out: torch.save(state, out))
    where = {"path": path.resolve().as_uri(), "bytes": size, "sha256": sha256}
    context.log.emit("artefact", role="weights", epoch=training.epochs_done, **where)


def _ended(context: Context) -> str:
    return "stopped" if context.control.desired == "stop" else "paused"


class _Saver:
    """Writes checkpoints by the clock. Saving only reads, so when it happens changes no result."""

    def __init__(self, recipe: Recipe, context: Context, training: Training) -> None:
        self.recipe, self.context, self.training = recipe, context, training
        self.saved_at, self.cost_s = time.monotonic(), 0.0
        self.saved: tuple[int, int, int] | None = None

    def in_epoch(self) -> None:
        self._if_older(SAVE_EVERY_S)

    def after_epoch(self) -> None:
        self._if_older(SAVE_AFTER_EPOCH_S)

    def _if_older(self, seconds: float) -> None:
        if time.monotonic() - self.saved_at >= max(seconds, self.cost_s / SAVE_SHARE):
            self.save()

    def save(self) -> None:
        """Write the checkpoint of this moment, unless it is there."""
        training = self.training
        now = (training.step, training.epoch, training.validated)
        if now == self.saved:
            return
        began = time.monotonic()
        self._check_room()
        self._check_weights()
        state = _state(training, self.recipe.fingerprint(), self.context.device.type)
        path, sha256 = checkpoint.save(self.context.out / "checkpoints", training.step, state)
        self.saved_at = time.monotonic()
        self.cost_s, self.saved = self.saved_at - began, now
        self.context.log.emit("checkpoint", step=training.steps_done, path=path.resolve().as_uri(), sha256=sha256)

    def _check_weights(self) -> None:
        """A checkpoint of weights that are no numbers would be where every later attempt begins."""
        training = self.training
        if training.optimiser and not (all_finite(training.net) and all_finite(training.averaged)):
            rate = training.plan.rate(training.step)
            raise Fault("train.lossNaN", "train", step=training.steps_done, epoch=training.epochs_done, lr=rate)

    def _check_room(self) -> None:
        """The run folder may be given a limit; what lies there already and one more checkpoint must fit."""
        limit = self.context.job.disk_bytes
        if limit and sum(p.stat().st_size for p in self.context.out.rglob("*") if p.is_file()) > limit:
            raise Fault("disk.full", file=str(self.context.out), limit=limit)


def _state(training: Training, fingerprint: dict[str, Any], device: str) -> dict[str, Any]:
    """A training as plain data and tensors."""
    best, plan = training.best, training.plan
    return {
        "v": 1,
        "fingerprint": fingerprint,
        "dtype": str(training.dtype).removeprefix("torch."),
        "device": device,
        "threads": training.threads,
        "plan": {
            "epochs": plan.epochs,
            "batches": plan.batches,
            "repeats": plan.repeats,
            "rate": plan.learning.rate if plan.learning else None,
        },
        "epoch": training.epoch,
        "position": training.position,
        "step": training.step,
        "validated": training.validated,
        "skipped": training.skipped,
        "recent": training.recent,
        "trend": training.trend,
        "left_out": plan.left_out,
        "net": training.net.state_dict(),
        "averaged": training.averaged.state_dict(),
        "optimiser": training.optimiser.state_dict() if training.optimiser else None,
        "scaler": training.scaler.state_dict() if training.scaler else None,
        "best": None if best is None else {**vars(best), "evaluation": vars(best.evaluation)},
    }


def _restore(training: Training, state: dict[str, Any]) -> None:
    training.net.load_state_dict(state["net"])
    training.averaged.load_state_dict(state["averaged"])
    if training.optimiser:
        training.optimiser.load_state_dict(state["optimiser"])
    if training.scaler and state.get("scaler"):
        training.scaler.load_state_dict(state["scaler"])
    for name in ("epoch", "position", "step", "validated", "skipped"):
        setattr(training, name, state.get(name, 0))
    # older ones have none
    training.recent, training.trend = list(state.get("recent", ())), state.get("trend", 0.0)
    if state["best"] is not None:
        found = Evaluation(**state["best"]["evaluation"])
        training.best = Best(**{"top": found.fitness, **state["best"], "evaluation": found})
