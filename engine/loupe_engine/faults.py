"""Faults that end a job (or warn) with a code that the server has words for, in Chinese and English."""

from __future__ import annotations

import errno
import re
from typing import Any

# Code to the details that always come with it: what the server's texts may name. Printed for the server's tests into
# packages/contract/fixtures/engine-codes.json. The server says a `field`, `reason` or `message` as the why of a text.
CAUSES: dict[str, tuple[str, ...]] = {
    "data.empty": (),
    "data.noOutlines": ("images",),
    "data.noObjects": ("images",),
    "data.noValidation": (),
    "data.noParts": (),
    "data.noTexts": (),
    "stage.damaged": ("file", "reason"),
    "data.imageCorrupt": ("file",),
    "data.imageMissing": ("file",),
    "data.hashMismatch": ("file",),
    "data.noOk": (),
    "data.tooFewOk": ("file", "count"),
    "data.allFlat": ("file", "count"),
    "region.outside": (),
    "backbone.gone": ("name",),
    "backbone.missing": ("file",),
    "backbone.damaged": ("file", "why"),
    "reader.missing": ("file",),
    "reader.damaged": ("file", "why"),
    "train.outOfMemory": ("message",),
    "train.lossNaN": ("step", "epoch", "lr"),
    "device.missing": ("device", "reason"),
    "disk.full": ("file",),
    "checkpoint.damaged": ("file", "tried"),
    "start.damaged": ("file", "reason"),
    "job.invalid": ("field", "reason"),
    "export.failed": ("reason",),
    "engine.internal": ("message",),
}
WARNINGS: dict[str, tuple[str, ...]] = {
    "data.imageCorrupt": ("file", "image"),
    "data.imageMissing": ("file", "image"),
    "data.hashMismatch": ("file", "image"),
    "data.labelOutside": ("file", "count"),
    "data.labelFlat": ("file", "count"),
    "data.outlineFlat": ("file", "count"),
    "data.outlineCrosses": ("file", "count"),
    "data.holeOutside": ("file", "count"),
    "data.rectsOnly": ("file", "count"),
    "data.tiny": ("file", "count"),
    "data.outsideParts": ("file", "count"),
    "data.cutParts": ("file", "count"),
    "data.manyParts": ("file", "count", "most"),
    "data.partsMissed": ("count",),
    "data.textLong": ("file", "count"),
    "data.textNarrow": ("file", "count"),
    "data.textLines": ("file", "count"),
    "data.textEmpty": ("file", "count"),
    "data.charactersAdded": ("characters",),
    "data.quadCrossed": ("file", "count"),
    "data.ngInTraining": ("file", "count"),
    "data.maskOnOk": ("file", "count"),
    "data.maskEmpty": ("file", "count"),
    "data.flat": ("file", "image"),
    "data.noNg": (),
    "data.suspect": ("file", "image", "score"),
    "data.leftOut": ("count",),
    "train.fewOk": ("count",),
    "train.fewSteps": ("count",),
    "train.memory": ("need", "free"),
    "train.startKept": (),
    "train.otherLabels": ("labels",),
    "train.weightsGap": ("raw", "averaged"),  # sent by earlier releases: their logs have it
    "train.closing": ("count",),
    "train.otherDevice": ("device", "dtype"),
    "train.noFp16": ("dtype",),
    "checkpoint.damaged": ("file",),
    "start.labels": ("labels",),
}


class Fault(Exception):
    """A job cannot go on. `code` is one of CAUSES; `stage` a phase; `file` the image or file concerned."""

    def __init__(self, code: str, stage: str | None = None, file: str | None = None, **details: Any) -> None:
        assert code in CAUSES, code
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


# PyTorch has no one class for this: CUDA raises its own, its libraries and the CPU allocator errors with a text.
NO_MEMORY = re.compile(
    "can't allocate memory|not enough memory|out of memory|bad_?alloc|could not create a memory|insufficient memory"
    "|failed to allocate|CUBLAS_STATUS_ALLOC_FAILED|CUDNN_STATUS_\\w*ALLOC|cudaErrorMemoryAllocation",
    re.IGNORECASE,
)


def is_out_of_memory(error: BaseException) -> bool:
    """Whether a job ended for want of memory, of the machine or of an accelerator."""
    if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError":
        return True
    known = isinstance(error, RuntimeError) or type(error).__module__.partition(".")[0] in ("cv2", "onnxruntime")
    return known and NO_MEMORY.search(str(error)) is not None
