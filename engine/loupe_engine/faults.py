"""Faults that end a job (or warn) with a code that the server has words for, in Chinese and English."""

from __future__ import annotations

import errno
from typing import Any

CODES = frozenset(
    {
        "data.empty",
        "data.noObjects",
        "data.noValidation",
        "data.imageCorrupt",
        "data.imageMissing",
        "data.labelOutside",
        "data.hashMismatch",
        "data.noOk",
        "data.tooFewOk",
        "data.allFlat",
        "region.outside",
        "backbone.gone",
        "trunk.missing",
        "trunk.damaged",
        "train.outOfMemory",
        "train.lossNaN",
        "train.weightsGap",
        "disk.full",
        "checkpoint.damaged",
        "start.damaged",
        "start.labels",
        "job.invalid",
        "export.failed",
        "engine.internal",
    }
)


class Fault(Exception):
    """A job cannot go on. `code` is one of CODES; `stage` a phase; `file` the picture or file concerned."""

    def __init__(self, code: str, stage: str | None = None, file: str | None = None, **details: Any) -> None:
        assert code in CODES, code
        super().__init__(f"{code} {file or ''} {details or ''}".strip())
        self.code, self.stage, self.file, self.details = code, stage, file, details

    def cause(self, stage: str) -> dict[str, Any]:
        """The `cause` of an end event."""
        return {"code": self.code, "stage": self.stage or stage, "file": self.file, "args": self.details}


def as_fault(error: BaseException) -> Fault:
    """Any exception as a fault: out of memory and full disks are recognised, the rest is `engine.internal`."""
    if isinstance(error, Fault):
        return error
    full = _full_disk(error)
    if full:
        return Fault("disk.full", file=full.filename)
    if is_out_of_memory(error):
        return Fault("train.outOfMemory", message=str(error)[:300])
    return Fault("engine.internal", message=f"{type(error).__name__}: {error}"[:500])


def _full_disk(error: BaseException) -> OSError | None:
    """The full disk behind an error: torch.save answers a failed write with an error of its own."""
    seen: list[BaseException] = []
    following: BaseException | None = error
    while following is not None and following not in seen:
        if isinstance(following, OSError) and following.errno in (errno.ENOSPC, errno.EDQUOT):
            return following
        seen.append(following)
        following = following.__cause__ or following.__context__
    return None


def is_out_of_memory(error: BaseException) -> bool:
    """PyTorch has no one class for this: CUDA raises its own, the CPU allocator a RuntimeError with a text."""
    if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError":
        return True
    text = str(error)
    return isinstance(error, RuntimeError) and ("can't allocate memory" in text or "not enough memory" in text)
