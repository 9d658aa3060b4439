"""From a job to its recipe; apart from run.py so that the server hears from us before PyTorch is loaded."""

from __future__ import annotations

from .control import Control
from .device import choose_device, keep_memory, limit_memory, use_threads
from .events import EventLog
from .faults import Fault
from .job import Job
from .loop import Outcome, train
from .recipes.anomaly.recipe import Anomaly
from .recipes.base import Context
from .recipes.detect.recipe import Detect

RECIPES = {"detect": Detect, "anomaly": Anomaly}


def work(job: Job, log: EventLog, control: Control) -> Outcome:
    """Do the job. Raises Fault and whatever else goes wrong."""
    if job.recipe not in RECIPES:
        raise Fault("job.invalid", "prepare", field="recipe", reason=f"{job.recipe!r} is not one of {list(RECIPES)}")
    keep_memory()
    limit_memory(job.memory_bytes)
    use_threads(job.threads)
    context = Context(job, log, control, choose_device(job.device))
    return train(RECIPES[job.recipe](context), context)
