"""What the person wants of this job, as last received: from the server's answers and from SIGTERM."""

from __future__ import annotations

import signal
import threading

WORDS = ("run", "pause", "stop", "complete")
EXIT_FENCED = 75


class Control:
    """Holds what is desired. It is read between steps; receiving the same word twice changes nothing.

    SIGTERM means pause and is not taken back by a server that still says run: the machine is going down.
    """

    def __init__(self) -> None:
        self._received = "run"
        self._terminated = threading.Event()

    def receive(self, desired: str) -> None:
        """Take what is desired from the server; unknown words are ignored, so that a newer server does no harm."""
        if desired in WORDS:
            self._received = desired

    def terminate(self) -> None:
        self._terminated.set()

    @property
    def desired(self) -> str:
        if self._received in ("stop", "complete"):
            return self._received
        return "pause" if self._terminated.is_set() else self._received

    def listen_to_signals(self) -> None:
        """SIGTERM = pause; so is Ctrl-C, when somebody runs a job by hand."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.terminate())
