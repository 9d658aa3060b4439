"""Job, event file and reporter: what TypeScript and Python agree on."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from drawn import drawn_rows, make_job
from fakeserver import FakeServer, wait_until

from loupe_engine import reporter as reporter_module
from loupe_engine.carried import PPOCR, READER
from loupe_engine.control import Control
from loupe_engine.events import EventLog
from loupe_engine.faults import Fault
from loupe_engine.job import parse_job, read_job
from loupe_engine.recipes.detect.params import read_params
from loupe_engine.reporter import Reporter
from loupe_engine.run import EXIT_FAILED, run


@pytest.fixture
def raw(tmp_path: Path) -> dict:
    return json.loads(make_job(tmp_path, drawn_rows(tmp_path, 1, 1)).read_text())


def test_a_job_is_read(raw: dict) -> None:
    job = parse_job(raw)
    assert (job.task, job.attempt, job.classes) == (812, 3, ("square", "disc"))
    assert job.token == "the-token" and job.address_file is None


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (("v",), 99, "v"),
        (("task",), "812", "task"),
        (("seed",), True, "seed"),
        (("manifest", "sha256"), None, "manifest.sha256"),
        (("classes",), [], "classes"),
        (("classes",), [{"index": 1, "name": "a"}], "classes"),
        (("resume",), {"path": "file:///x"}, "resume.sha256"),
        (("out",), "http://somewhere/", "out"),
        (("needs",), ["something else"], "needs"),
    ],
)
def test_a_wrong_job_names_its_field(raw: dict, path: tuple[str, ...], value: object, field: str) -> None:
    wrong = copy.deepcopy(raw)
    place = wrong
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(Fault) as caught:
        parse_job(wrong)
    assert caught.value.code == "job.invalid" and caught.value.details["field"] == field


@pytest.mark.parametrize("change", [{"network": "z"}, {"epochs": 1.5}, {"imageSize": 101}, {"mosaic": 2}])
def test_wrong_parameters_are_refused(change: dict) -> None:
    with pytest.raises(Fault) as caught:
        read_params(change)
    assert caught.value.code == "job.invalid"


def test_events_are_numbered_and_a_torn_line_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    log = EventLog(path)
    assert [log.emit("phase", name="train"), log.emit("series", step=1, values={"loss": float("nan")})] == [1, 2]
    with open(path, "ab") as stream:
        stream.write(b'{"seq":3,"t":1,"type":"pha')
    again = EventLog(path)
    assert again.emit("phase", name="validate") == 3
    found = [json.loads(line) for line in path.read_text().splitlines()]
    assert [e["seq"] for e in found] == [1, 2, 3]
    assert found[1]["values"]["loss"] is None


def test_the_reporter_delivers_each_event_once_and_keeps_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reporter_module, "MAX_EVENTS", 10)
    with FakeServer(tmp_path / "server.json") as server:
        report = {"address_file": str(tmp_path / "server.json")}
        job = read_job(make_job(tmp_path, drawn_rows(tmp_path, 1, 1), report=report))
        log = EventLog(job.out / "events.jsonl")
        first = Reporter(job, log, Control())
        first.start()
        for i in range(25):
            log.emit("series", step=i, values={"loss": 1.0})
        assert first.finish(300)
        assert [e["seq"] for e in server.events] == list(range(1, 26))
        assert all(len(post["events"]) <= 10 for post in server.posts)
        assert {post["token"] for post in server.posts} == {"Bearer the-token"}
        # A later process goes on where the first one stopped.
        log.emit("end", step=25, **{"as": "paused"})
        second = Reporter(job, EventLog(job.out / "events.jsonl"), Control())
        assert second.ack == 25
        second.start()
        assert second.finish(300)
        assert [e["seq"] for e in server.events] == list(range(1, 27))


def test_the_reporter_follows_a_server_that_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporter_module, "RETRY_S", (0.05, 0.1))
    address = tmp_path / "server.json"
    job = read_job(make_job(tmp_path, drawn_rows(tmp_path, 1, 1), report={"address_file": str(address)}))
    log = EventLog(job.out / "events.jsonl")
    control = Control()
    reporter = Reporter(job, log, control)
    reporter.start()
    log.emit("phase", name="train")
    with FakeServer(address) as busy:
        busy.status = 503
        busy.wait_for_posts(2)
    assert reporter.ack == 0
    with FakeServer(address) as server:
        server.desired = "complete"
        assert reporter.finish(300)
        assert [e["seq"] for e in server.events] == [1]
    assert control.desired == "complete"


def test_a_server_that_comes_back_is_found_at_once_and_obeyed_while_nothing_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reporter_module, "RETRY_S", (3600.0, 3600.0))
    address = tmp_path / "server.json"
    job = read_job(make_job(tmp_path, drawn_rows(tmp_path, 1, 1), report={"address_file": str(address)}))
    log = EventLog(job.out / "events.jsonl")
    control = Control()
    with FakeServer(address) as busy:
        busy.status = 503
        Reporter(job, log, control).start()
        log.emit("phase", name="train")
        busy.wait_for_posts(1)
    with FakeServer(address) as server:
        server.wait_for_posts(1)
        # no event of ours from here on: it comes with the heartbeat's answer
        server.desired = "pause"
        wait_until(lambda: control.desired == "pause")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_log_on_a_full_disk_does_not_keep_the_cause_from_being_told(raw: dict, tmp_path: Path) -> None:
    Path(raw["manifest"]["url"].removeprefix("file://")).write_bytes(b"damaged")
    (tmp_path / "job.json").write_text(json.dumps(raw))
    with open("/dev/full", "w") as full:
        code = subprocess.run(
            [sys.executable, "-m", "loupe_engine", "run", str(tmp_path / "job.json")], stderr=full, stdout=full
        ).returncode
    events = [json.loads(line) for line in (Path(raw["out"].removeprefix("file://")) / "events.jsonl").open()]
    assert code == 1
    assert (events[-1]["type"], events[-1]["as"]) == ("end", "failed")
    assert events[-1]["cause"]["code"] == "data.hashMismatch"


def test_the_probe_prints_one_line_of_json() -> None:
    done = subprocess.run([sys.executable, "-m", "loupe_engine", "probe"], capture_output=True, text=True, check=True)
    [line] = done.stdout.splitlines()
    found = json.loads(line)
    assert found["devices"][0]["id"] == "cpu" and found["threads"] >= 1 and "torch" in found["versions"]


@pytest.mark.parametrize(
    ("own", "turns"), [({}, "1000"), ({"GOMP_SPINCOUNT": "7"}, "7"), ({"OMP_WAIT_POLICY": "PASSIVE"}, "0")]
)
def test_threads_that_wait_leave_the_cores_to_others_unless_the_environment_says_how(
    own: dict[str, str], turns: str
) -> None:
    others = {name: value for name, value in os.environ.items() if name not in ("GOMP_SPINCOUNT", "OMP_WAIT_POLICY")}
    env = {**others, "OMP_DISPLAY_ENV": "verbose", **own}
    command = [sys.executable, "-m", "loupe_engine", "probe"]
    told = subprocess.run(command, capture_output=True, text=True, check=True, env=env).stderr
    if "GOMP_SPINCOUNT" not in told:
        pytest.skip("PyTorch has another OpenMP here")
    assert f"GOMP_SPINCOUNT = '{turns}'" in told


def test_what_a_later_stage_needs_is_missed_before_the_first_one_begins(
    raw: dict, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first stage could train; the file of the second is gone, and that ends it before PyTorch is loaded."""
    monkeypatch.setenv(READER.setting, str(tmp_path / "gone.onnx"))
    (tmp_path / "job.json").write_text(json.dumps({**raw, "needs": ["detector", "reader"]}))
    assert run(tmp_path / "job.json") == EXIT_FAILED
    events = [json.loads(line) for line in (parse_job(raw).out / "events.jsonl").read_text().splitlines()]
    assert [one["type"] for one in events] == ["end"]
    assert events[0]["cause"]["code"] == "reader.missing" and events[0]["cause"]["file"].endswith("gone.onnx")


def test_the_command_says_which_files_of_the_reader_cannot_be_used(tmp_path: Path) -> None:
    def told(**settings: str) -> list[tuple[str, str]]:
        command = [sys.executable, "-m", "loupe_engine", "reader"]
        done = subprocess.run(command, env={**os.environ, **settings}, capture_output=True, check=True, text=True)
        return [(one["part"], one["code"]) for one in json.loads(done.stdout)]

    assert told() == []
    other = tmp_path / "other.onnx"
    other.write_bytes(b"other")
    assert told(**{READER.setting: str(tmp_path / "gone"), PPOCR.setting: str(other)}) == [
        ("detector", "reader.damaged"),
        ("reader", "reader.missing"),
    ]
