"""Posts events.jsonl to the server, and brings what the person desires and a fence back."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from .control import EXIT_FENCED, Control
from .events import EventLog
from .files import write_whole
from .job import Job

MAX_EVENTS = 256
MAX_BYTES = 256_000
HEARTBEAT_S = 1.0  # also how long a person's desired is on its way: the answer brings it
GATHER_S = 0.3  # events come in bursts: wait a moment and send them together
RETRY_S = (1.0, 30.0)
LOOK_S = 0.5  # how often a server that came back is looked for meanwhile
ANSWER_TIMEOUT_S = 15


class Reporter:
    """Posts what the server has not acknowledged. One thread; its place is kept in the file `ack`."""

    def __init__(self, job: Job, log: EventLog, control: Control) -> None:
        self.job, self.log, self.control = job, log, control
        self.ack_file = job.out / "ack"
        self.ack = min(_read_ack(self.ack_file), log.last)
        self._offset, self._next = 0, 1  # where in the file event number `_next` begins
        self._closing = threading.Event()
        self._delivered = threading.Event()
        self._thread = threading.Thread(target=self._run, name="report", daemon=True)
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def start(self) -> None:
        self._thread.start()

    def finish(self, seconds: float) -> bool:
        """Wait until all is delivered, at most so long. What is not stays in the file, where the server finds it."""
        self._closing.set()
        self.log.grown.set()
        return self._delivered.wait(seconds)

    def _run(self) -> None:
        pause = RETRY_S[0]
        posted_at = 0.0
        while True:
            batch = self._batch()
            if not batch and self._closing.is_set() and self.ack >= self.log.last:
                self._delivered.set()
                return
            if not batch and time.monotonic() - posted_at < HEARTBEAT_S:
                if self.log.grown.wait(max(0.05, HEARTBEAT_S - (time.monotonic() - posted_at))):
                    self.log.grown.clear()
                    self._closing.wait(GATHER_S)
                continue
            posted_at = time.monotonic()
            known = _changed_at(self.job.address_file)
            if self._post(batch):
                pause = RETRY_S[0]
                self._closing.wait(GATHER_S)
            else:
                back = self._wait_for_server(pause, known)
                pause = RETRY_S[0] if back else min(pause * 2, RETRY_S[1])

    def _wait_for_server(self, seconds: float, known: int) -> bool:
        """Wait before the next try; True at once when a server has written its address again since `known`."""
        # While closing, the remaining seconds count: try often.
        end = time.monotonic() + (min(seconds, 2.0) if self._closing.is_set() else seconds)
        while (left := end - time.monotonic()) > 0:
            if self._closing.is_set():
                time.sleep(min(left, LOOK_S))
            elif self._closing.wait(min(left, LOOK_S)):
                return False
            if _changed_at(self.job.address_file) != known:
                return True
        return False

    def _batch(self) -> list[bytes]:
        """Lines after the acknowledged one, within the limits of one post. Reads only whole lines."""
        lines: list[bytes] = []
        size = 0
        with open(self.log.path, "rb") as stream:
            if self._next > self.ack + 1:  # the server went back behind our place: read from the start
                self._offset, self._next = 0, 1
            stream.seek(self._offset)
            while len(lines) < MAX_EVENTS:
                line = stream.readline()
                if not line.endswith(b"\n"):
                    break
                if self._next <= self.ack:
                    self._offset += len(line)
                    self._next += 1
                    continue
                size += len(line) + 1
                if lines and size > MAX_BYTES - 200:
                    break
                lines.append(line[:-1])
        return lines

    def _post(self, lines: list[bytes]) -> bool:
        """One post; False when it must be tried again. A fence ends the process here and now."""
        try:
            url = json.loads(Path(self.job.address_file).read_text("utf-8"))["url"].rstrip("/")
            address = f"{url}/engine/v1/attempts/{self.job.task}/{self.job.attempt}/report"
            body = b'{"v":1,"from":%d,"events":[%s]}' % (self.ack + 1, b",".join(lines))
            headers = {"content-type": "application/json", "authorization": f"Bearer {self.job.token or ''}"}
            request = urllib.request.Request(address, body, headers, method="POST")
            with self._opener.open(request, timeout=ANSWER_TIMEOUT_S) as reply:
                answer: dict[str, Any] = json.loads(reply.read())
            self._answered(answer)
            return True
        except urllib.error.HTTPError as error:
            if error.code in (409, 410):
                self._fenced(error.code)
            _print(f"HTTP {error.code}")
        except (OSError, ValueError, KeyError, TypeError) as error:
            _print(f"{type(error).__name__}: {error}")
        return False

    def _answered(self, answer: dict[str, Any]) -> None:
        self.control.receive(answer.get("desired", "run"))
        ack = min(int(answer["ack"]), self.log.last)
        if ack != self.ack:
            self.ack = ack
            try:
                write_whole(self.ack_file, lambda out: out.write(str(ack).encode()))
            except OSError as error:  # a full disk: the place is only known in memory, repeats are ignored
                _print(str(error))

    def _fenced(self, status: int) -> None:
        """Another attempt owns the task: not one more byte may be written, so no clean-up runs either."""
        _print(f"HTTP {status}: this attempt is over")
        os._exit(EXIT_FENCED)


def _print(text: str) -> None:
    """A line for the log. It lies on the same disk as the run: when that is full, reporting goes on without it."""
    with contextlib.suppress(OSError):
        print(f"report: {text}", file=sys.stderr, flush=True)


def _changed_at(path: Path | None) -> int:
    try:
        return path.stat().st_mtime_ns if path else 0
    except OSError:
        return 0


def _read_ack(path: Path) -> int:
    try:
        return int(path.read_text("ascii"))
    except (OSError, ValueError):
        return 0
