"""What a job reports of its progress: of images, and of steps. The clock decides when, never a result."""

from __future__ import annotations

import math
import time

from .recipes.base import Context, Interrupted, Plan

REPORT_EVERY_S = 2.0
POINTS = 1000  # points on a curve of a whole run, about
FIRST_STEPS = 10  # of a process, too slow to predict the others by


class ImageProgress:
    """Progress of what counts images; raises Interrupted when the person wants to pause or stop."""

    def __init__(self, context: Context) -> None:
        self.context, self.reported_at = context, 0.0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self.reported_at >= REPORT_EVERY_S or done == total:
            self.reported_at = now
            self.context.log.emit("progress", done=done, total=total, unit="image", eta_s=None)
        if self.context.control.desired in ("pause", "stop"):
            raise Interrupted


class StepProgress:
    """Losses at fixed steps (so that curves of resumed runs agree), and progress by the clock."""

    def __init__(self, context: Context, plan: Plan) -> None:
        self.context, self.plan = context, plan
        self.every = max(1, math.ceil(plan.steps / POINTS))
        self.sums: dict[str, float] = {}
        self.count = 0
        self.reported_at = time.monotonic()
        self.pace: float | None = None
        self.last = time.monotonic()
        self.steps = 0  # of this process
        self.check_s = 0.0  # the last validation

    def validated(self, seconds: float) -> None:
        self.check_s, self.last = seconds, time.monotonic()

    def _left(self, step: int) -> float | None:
        """Seconds to the end of the last validation; None while the first steps would make it a guess."""
        if self.steps < FIRST_STEPS or self.pace is None:
            return None
        plan = self.plan
        epochs = plan.epochs - step // plan.batches
        checks = math.ceil(epochs / plan.validation_interval) if step < plan.steps else 1
        return round((plan.steps - step) * self.pace + checks * self.check_s, 1)

    def stepped(self, step: int, values: dict[str, float]) -> None:
        """The figures of the step that is the `step`th of the training."""
        now = time.monotonic()
        took, self.last = now - self.last, now
        self.steps += 1
        # A checkpoint or the first step of a process takes long: cut it off.
        took = took if self.pace is None else min(took, 5 * self.pace)
        # The mean of the steps after the first, then a slow one: the time left shall not jump.
        self.pace = (
            took if self.pace is None else self.pace + (took - self.pace) * max(0.05, 1 / max(1, self.steps - 1))
        )
        for name, value in values.items():
            self.sums[name] = self.sums.get(name, 0.0) + value
        self.count += 1
        if step % self.every == 0 or step == self.plan.steps:
            means = {name: value / self.count for name, value in self.sums.items()}
            means |= {"lr": values["lr"]} if "lr" in values else {}
            means["img_s"] = self.plan.batch_size / max(self.pace, 1e-6)
            self.context.log.emit("series", step=step, values={k: float(f"{v:.6g}") for k, v in means.items()})
            self.sums, self.count = {}, 0
        if now - self.reported_at >= REPORT_EVERY_S or step in (1, self.plan.steps):
            self.reported_at = now
            self.context.log.emit("progress", done=step, total=self.plan.steps, unit="step", eta_s=self._left(step))
