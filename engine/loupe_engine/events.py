"""events.jsonl: every event goes here first, numbered without gaps; posting reads this file."""

from __future__ import annotations

import json
import math
import os
import threading
import time
from pathlib import Path
from typing import Any

# These must not be lost with the power: the server acts on them.
DURABLE = frozenset({"checkpoint", "artefact", "end"})


class EventLog:
    """Appends events to a file. Safe from any thread. A torn last line of a killed process is cut off at opening."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.last = 0
        self._lock = threading.Lock()
        self.grown = threading.Event()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        self._repair()

    def _repair(self) -> None:
        whole = 0
        with open(self.path, "rb") as stream:
            for line in stream:
                try:
                    seq = json.loads(line)["seq"] if line.endswith(b"\n") else None
                except (ValueError, KeyError, TypeError):
                    seq = None
                if seq != self.last + 1:
                    break
                self.last = seq
                whole += len(line)
        os.ftruncate(self._file, whole)
        os.lseek(self._file, 0, os.SEEK_END)

    def emit(self, type: str, **body: Any) -> int:
        """Write one event and return its seq. Numbers that JSON has no word for become null."""
        with self._lock:
            event = {"seq": self.last + 1, "t": round(time.time(), 3), "type": type, **body}
            line = json.dumps(_finite(event), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            start = os.lseek(self._file, 0, os.SEEK_CUR)
            try:
                written = 0
                while written < len(line):
                    written += os.write(self._file, line[written:])
                if type in DURABLE:
                    os.fsync(self._file)
            except OSError:
                os.ftruncate(self._file, start)  # a full disk must not leave half a line before the end event
                os.lseek(self._file, start, os.SEEK_SET)
                raise
            self.last += 1
        self.grown.set()
        return self.last

    def warn(self, code: str, file: str | None = None, **args: Any) -> None:
        """A warning that the person reads: something was left out or is doubtful, the job goes on."""
        self.emit("warning", code=code, args=args, **({"file": file} if file is not None else {}))


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {k: _finite(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(v) for v in value]
    return value
