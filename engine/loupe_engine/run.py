"""One job from job.json to its end event and exit code."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from pathlib import Path

from .carried import READY_MADE, ready_made_file
from .control import Control
from .events import EventLog
from .faults import Fault, as_fault
from .job import Job, read_job
from .reporter import Reporter

EXIT_DONE, EXIT_FAILED, EXIT_NO_JOB = 0, 1, 2
END_DELIVERY_S = 60.0
RESERVE_BYTES = 256 * 1024  # given back when the disk is full, so that the end event can be written


def run(path: Path) -> int:
    """Run the job in a file. Exit codes: 0 ended as desired, 1 failed (end event), 2 no readable job, 75 fenced."""
    try:
        job = read_job(path)
    except Fault as fault:
        return _end_without_job(path, fault)
    control = Control()
    control.listen_to_signals()
    log = EventLog(job.out / "events.jsonl")
    reporter = Reporter(job, log, control) if job.address_file else None
    if reporter:
        reporter.start()  # before the heavy imports: the server knows of us at once
    code = _run_job(job, log, control)
    if reporter and not reporter.finish(END_DELIVERY_S):
        print("report: not all events were delivered; they are in events.jsonl", file=sys.stderr, flush=True)
    return code


def _run_job(job: Job, log: EventLog, control: Control) -> int:
    reserve = _Reserve(job.out / ".reserve")
    stage = _StageOf(log)
    step = 0
    try:
        reserve.take()
        for part in job.needs:  # also of later stages: what they lack is said before hours of the first one
            ready_made_file(READY_MADE[part])
        from .work import work

        outcome = work(job, stage, control)
        log.emit("end", **{"as": outcome.ended}, step=outcome.step)
        return EXIT_DONE
    except BaseException as error:
        fault = as_fault(error)
        # Room for the end event first; the log lies on the same disk and may fail.
        reserve.give_back()
        step = stage.step
        log.emit("end", **{"as": "failed"}, step=step, cause=fault.cause(stage.name))
        with contextlib.suppress(OSError):
            traceback.print_exc()
        return EXIT_FAILED
    finally:
        reserve.give_back()


def _end_without_job(path: Path, fault: Fault) -> int:
    """A job that cannot be read: the end event goes beside it, where the server looks for dead attempts."""
    print(fault, file=sys.stderr, flush=True)
    with contextlib.suppress(OSError):
        EventLog(Path(path).parent / "events.jsonl").emit(
            "end", **{"as": "failed"}, step=0, cause=fault.cause("prepare")
        )
    return EXIT_NO_JOB


class _StageOf:
    """An event log that remembers the phase and the step, for the cause of a failure."""

    def __init__(self, log: EventLog) -> None:
        self.log, self.name, self.step = log, "prepare", 0

    def emit(self, type: str, **body: object) -> int:
        if type == "phase":
            self.name = str(body["name"])
        if isinstance(body.get("step"), int):
            self.step = int(body["step"])  # type: ignore[arg-type]
        return self.log.emit(type, **body)

    def warn(self, code: str, file: str | None = None, **args: object) -> None:
        self.log.warn(code, file, **args)


class _Reserve:
    """A small file that holds room on the disk for the last words."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def take(self) -> None:
        with open(self.path, "wb") as stream:
            stream.write(os.urandom(RESERVE_BYTES))

    def give_back(self) -> None:
        with contextlib.suppress(OSError):
            self.path.unlink()
