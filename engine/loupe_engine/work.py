"""From a job to its recipe; apart from run.py so that the server knows of us before PyTorch is loaded."""

from __future__ import annotations

from collections.abc import Callable

from .control import Control
from .device import choose_device, use_threads
from .events import EventLog
from .faults import Fault
from .job import Job
from .loop import Outcome, train
from .memory import keep_memory, limit_memory, yield_to_others
from .recipes.anomaly.methods import anomaly
from .recipes.base import Context, Recipe
from .recipes.detect.recipe import Detect
from .recipes.segment.recipe import Segment
from .recipes.stages.recipe import Inspect, Locate
from .recipes.textdet.recipe import Textdet
from .recipes.textrec.recipe import Textrec

RECIPES: dict[str, Callable[[Context], Recipe]] = {
    "detect": Detect,
    "locate": Locate,
    "inspect": Inspect,
    "anomaly": anomaly,
    "segment": Segment,
    "textdet": Textdet,
    "textrec": Textrec,
}


def work(job: Job, log: EventLog, control: Control) -> Outcome:
    """Do the job. Raises Fault and whatever else goes wrong."""
    if job.recipe not in RECIPES:
        raise Fault("job.invalid", "prepare", field="recipe", reason=f"{job.recipe!r} is not one of {list(RECIPES)}")
    keep_memory()
    yield_to_others()
    use_threads(job.threads)
    context = Context(job, log, control, choose_device(job.device))
    if context.device.type == "cpu":
        limit_memory(job.memory_bytes)
    return train(RECIPES[job.recipe](context), context)
