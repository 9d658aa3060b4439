"""Faults provoked for real: a disk that fills up, a damaged checkpoint beside a good one, a kill while one is made.

And what every fault and warning says; `LOUPE_WRITE_FIXTURES=1` prints it for the server's tests.
"""

from __future__ import annotations

import ast
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from drawn import drawn_rows, events, make_job, of_type, start
from fakeserver import wait_until

from loupe_engine import checkpoint
from loupe_engine.faults import CAUSES, WARNINGS

ENGINE = Path(checkpoint.__file__).parent
PRINTED = Path(__file__).parents[2] / "packages" / "contract" / "fixtures" / "engine-codes.json"
MOST_BYTES = 4 * 1024 * 1024  # a checkpoint of the smallest network is larger


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a disk of its own that has hardly any room."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={MOST_BYTES}", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("this user may not mount a disk")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def cause_of(job: Path) -> dict:
    assert start(job).wait(900) == 1
    end = events(job.parent)[-1]
    assert end["as"] == "failed"
    return end["cause"]


def test_a_disk_that_fills_up_is_named(small_disk: Path) -> None:
    job = make_job(small_disk, drawn_rows(small_disk, 2, 1), params={"epochs": 1, "batchSize": 2})
    assert cause_of(job)["code"] == "disk.full"


def test_the_limit_of_a_run_folder_holds(tmp_path: Path) -> None:
    limits = {"memory_bytes": 0, "disk_bytes": 1000}
    job = make_job(tmp_path, drawn_rows(tmp_path, 2, 1), params={"epochs": 1, "batchSize": 2}, limits=limits)
    cause = cause_of(job)
    assert cause["code"] == "disk.full" and cause["file"] == str(job.parent)


def test_a_damaged_checkpoint_is_passed_over_for_the_one_before(tmp_path: Path) -> None:
    rows = drawn_rows(tmp_path, 2, 1)
    job = make_job(tmp_path, rows, "first", params={"epochs": 2, "batchSize": 2})
    assert start(job, save_every=1, graph=False).wait(900) == 0
    last = of_type(events(job.parent), "checkpoint")[-1]
    path = Path(last["path"].removeprefix("file://"))
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    resume = {"path": last["path"], "sha256": last["sha256"]}
    again = make_job(tmp_path, rows, "second", params={"epochs": 2, "batchSize": 2}, resume=resume)
    assert start(again).wait(900) == 0
    warnings = of_type(events(again.parent), "warning")
    assert [(e["code"], e["file"]) for e in warnings if e["code"].startswith("checkpoint")] == [
        ("checkpoint.damaged", path.name)
    ]
    for elder in path.parent.glob("*.pt"):
        elder.write_bytes(b"half")
    lost = make_job(tmp_path, rows, "third", params={"epochs": 2, "batchSize": 2}, resume=resume)
    assert cause_of(lost)["code"] == "checkpoint.damaged"


WRITER = """
import sys, torch
from pathlib import Path
from loupe_engine import checkpoint
from loupe_engine.faults import CAUSES, WARNINGS
for step in range(1, 1_000_000):
    checkpoint.save(Path(sys.argv[1]), step, {"step": step, "t": torch.full((500_000,), float(step))})
"""


def test_a_kill_while_a_checkpoint_is_written_costs_at_most_that_one(tmp_path: Path) -> None:
    """Nearly all that the process does is writing, so that a kill at any moment comes in the middle of it (F06)."""
    for i, pause in enumerate((0.0, 0.013, 0.029)):
        folder = tmp_path / str(i) / "checkpoints"
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(folder)])
        wait_until(lambda folder=folder: len(checkpoint.listed(folder)) >= 2, pause_s=0.002)
        # any moment will do; these differ
        time.sleep(pause)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        there = checkpoint.listed(folder)
        assert len(there) >= 2
        state, damaged = checkpoint.load(None, folder)
        assert state is not None and state["t"][0] == state["step"]
        assert damaged in ([], [there[0].name])


def test_the_server_knows_every_code_and_what_comes_with_it() -> None:
    text = json.dumps({"causes": CAUSES, "warnings": WARNINGS}, indent=2) + "\n"
    if os.environ.get("LOUPE_WRITE_FIXTURES"):
        PRINTED.write_text(text, "utf-8")
    assert PRINTED.read_text("utf-8") == text


def calls() -> Iterator[tuple[str, dict[str, tuple[str, ...]], str, set[str]]]:
    """Each fault and warning in the source whose code stands there: place, table, code, names of its details."""
    for path in sorted(ENGINE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name not in ("Fault", "warn"):
                continue
            table, file_at = (CAUSES, 2) if name == "Fault" else (WARNINGS, 1)
            gives = {keyword.arg or "**" for keyword in node.keywords}
            gives |= {"file"} if len(node.args) > file_at else set()
            yield f"{path.relative_to(ENGINE)}:{node.lineno}", table, node.args[0].value, gives


def test_every_fault_and_warning_brings_its_details() -> None:
    found = list(calls())
    assert {code for _, _, code, _ in found} >= {"backbone.damaged", "data.flat", "job.invalid", "start.labels"}
    for place, table, code, gives in found:
        # the loop names the file of a version, whichever recipe refuses it
        by_loop = {"file"} if code == "start.damaged" and place.startswith("recipes") else set()
        assert "**" in gives or set(table[code]) <= gives | by_loop, (place, code)
