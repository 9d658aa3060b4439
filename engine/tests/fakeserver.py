"""A tiny server that speaks the engine protocol, for tests."""

from __future__ import annotations

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class FakeServer:
    """Takes reports as the real one does: gaps are refused, repeats ignored. `desired` and `status` are to be set."""

    def __init__(self, address_file: Path) -> None:
        self.address_file = address_file
        self.desired, self.status = "run", 200
        self.posts: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.ack = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                answer = outer.take(self.path, self.headers["authorization"], body)
                data = json.dumps(answer).encode()
                self.send_response(outer.status)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)

    def take(self, path: str, token: str, body: dict[str, Any]) -> dict[str, Any]:
        assert path == "/engine/v1/attempts/812/3/report", path
        self.posts.append({**body, "token": token})
        if self.status == 200:
            assert body["v"] == 1 and body["from"] <= self.ack + 1, (body["from"], self.ack)
            for i, event in enumerate(body["events"]):
                assert event["seq"] == body["from"] + i
                if event["seq"] > self.ack:
                    self.ack = event["seq"]
                    self.events.append(event)
        return {"v": 1, "ack": self.ack, "desired": self.desired, "lease_s": 60}

    def wait_for_posts(self, count: int, seconds: float = 900) -> None:
        wait_until(lambda: len(self.posts) >= count, seconds)

    def __enter__(self) -> FakeServer:
        self._thread.start()
        self.address_file.write_text(json.dumps({"url": f"http://127.0.0.1:{self._http.server_port}"}))
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()


def wait_until(done: Any, seconds: float = 900, pause_s: float = 0.02) -> None:
    """Poll until `done()`; fails loudly after a generous time."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(pause_s)
