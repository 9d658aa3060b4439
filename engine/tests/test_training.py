"""Whole trainings in processes of their own: learning, resuming after kill -9, requests, faults, proof of the graph."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from drawn import CLASSES, THRESHOLDS, add_blob, drawn_rows, events, make_job, of_type, start
from fakeserver import FakeServer, wait_until

from loupe_engine.data.decode import decode, pixels_sha256
from loupe_engine.export import parity
from loupe_engine.export.parity import Found

LEARN = {"epochs": 35, "batchSize": 4, "warmupEpochs": 2, "mosaic": 0.25, "scale": 0.2, "closeMosaicEpochs": 12}
LEARN |= {"validationInterval": 18, "learningRate": 0.004}


def finish(job: Path, seconds: float = 900) -> int:
    return start(job).wait(seconds)


def end_of(run: Path) -> dict[str, Any]:
    found = events(run)
    assert [e["seq"] for e in found] == list(range(1, len(found) + 1))
    assert found[-1]["type"] == "end", (run / "stderr.log").read_text()[-2000:]
    return found[-1]


def report_of(run: Path) -> dict[str, Any]:
    return json.loads((run / "report.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of one unbroken training on eight drawn images."""
    folder = tmp_path_factory.mktemp("learned")
    assert finish(make_job(folder, drawn_rows(folder), params=LEARN)) == 0
    return folder


def test_eight_drawn_images_are_learned(learned: Path) -> None:
    run = learned / "run"
    assert end_of(run)["as"] == "completed"
    report = report_of(run)
    assert report["metrics"]["map50"] > 0.5
    assert report["epochs_done"] == 35 and report["kept"] in ("raw", "averaged")
    assert [c["name"] for c in report["metrics"]["per_class"]] == list(CLASSES)
    found = events(run)
    losses = [e["values"]["loss"] for e in of_type(found, "series") if "loss" in e["values"]]
    assert np.mean(losses[-5:]) < 0.6 * np.mean(losses[:5])
    checks = [e["values"] for e in of_type(found, "series") if "map50" in e["values"]]
    assert len(checks) == 2 and {"map50/0", "map50/1", "precision", "recall", "map50_95", "val_loss"} <= set(checks[-1])
    assert [e["role"] for e in of_type(found, "artefact")] == ["onnx", "best", "report"]
    assert {"prepare", "train", "validate", "export", "parity"} == {e["name"] for e in of_type(found, "phase")}


def test_the_graph_agrees_with_the_network_from_file_bytes(learned: Path) -> None:
    """What Node will do: take the files, decode them, run the graph, and compare with the report."""
    run = learned / "run"
    proof = report_of(run)["parity"]
    session = onnxruntime.InferenceSession(str(run / "model.onnx"), providers=["CPUExecutionProvider"])
    count = 0
    floor = np.array([proof["score_threshold"]], np.float32)
    overlap = np.array([proof["iou_threshold"]], np.float32)
    for case in proof["cases"]:
        sha256 = case.get("sha256", "")
        path = run / case["file"] if "file" in case else learned / "blobs" / sha256[:2] / sha256[2:4] / sha256
        pixels = decode(path.read_bytes())
        assert pixels.shape == (case["height"], case["width"], 3) and pixels_sha256(pixels) == case["pixels_sha256"]
        given = {**THRESHOLDS, "score_threshold": floor, "iou_threshold": overlap}
        got = Found(*session.run(None, {"image": pixels, **given}))
        told = case["detections"]
        want = Found(
            np.array([d["p"] for d in told], np.float32).reshape(-1, 4),
            np.array([d["score"] for d in told], np.float32),
            np.array([d["c"] for d in told]),
            np.array([d["firm"] for d in told], bool),
        )
        assert parity.differences(want, got, proof["score_threshold"]) == []
        assert (np.diff(got.scores) <= 0).all() and len(got.scores) <= 300 and (got.scores >= floor).all()
        count += int(want.firm.sum())
    assert len(proof["cases"]) == 4 + 8
    assert proof["enough"] and count == proof["detections"] >= proof["min_detections"] == 20


def test_nothing_against_nothing_is_no_proof() -> None:
    nothing = Found(np.zeros((0, 4)), np.zeros(0), np.zeros(0, int), np.zeros(0, bool))
    assert parity.differences(nothing, nothing, 0.01) == []
    case = {"name": "empty", "detections": parity.rows(nothing)}
    assert parity.summarise([case] * 20, 0.01, 0.6)["enough"] is False


def test_a_wrong_graph_is_found_out() -> None:
    one = Found(np.array([[1.0, 2, 30, 40]]), np.array([0.5]), np.array([1]), np.array([True]))
    for other in (
        Found(one.boxes + 0.2, one.scores, one.classes),
        Found(one.boxes, one.scores + 0.01, one.classes),
        Found(one.boxes, one.scores, one.classes - 1),
        Found(one.boxes[:0], one.scores[:0], one.classes[:0]),
    ):
        assert parity.differences(one, other, 0.01)
    assert parity.differences(one, Found(one.boxes + 0.01, one.scores + 0.0001, one.classes), 0.01) == []


def test_of_two_boxes_below_the_image_either_may_win() -> None:
    """They overlap where the image has been padded; in the image both are lines on its edge."""
    one = Found(np.array([[4.0, 80, 25, 80]]), np.array([0.5]), np.array([1]), np.array([False]))
    assert parity.differences(one, Found(np.array([[8.0, 80, 29, 80]]), one.scores, one.classes), 0.01) == []
    assert parity.differences(one, Found(np.array([[26.0, 80, 47, 80]]), one.scores, one.classes), 0.01)


def test_the_graph_says_what_it_is(learned: Path) -> None:
    model = onnx.load(learned / "run" / "model.onnx")
    [told] = [json.loads(p.value) for p in model.metadata_props if p.key == "loupe"]
    assert told == {"v": 1, "recipe": "detect", "image_size": 96, "classes": list(CLASSES)}
    assert [i.name for i in model.graph.input] == ["image", "iou_threshold", "score_threshold"]
    assert [o.name for o in model.graph.output] == ["boxes", "scores", "classes"]
    assert str(Path(__file__).parents[1]).encode() not in model.SerializeToString()


def test_killed_trainings_end_with_the_very_same_weights(learned: Path, tmp_path: Path) -> None:
    """Three kill -9 some steps after a checkpoint; each later attempt resumes in a folder of its own."""
    rows = drawn_rows(tmp_path)
    resume, reached = None, 0
    for attempt in range(3):
        job = make_job(tmp_path, rows, f"run{attempt}", params=LEARN, resume=resume)
        assert start(job, save_every=10, kill_at=reached + 13).wait(900) == -9
        last = of_type(events(job.parent), "checkpoint")[-1]
        # steps beyond it are lost, and done again
        assert last["step"] == reached + 10 - reached % 10
        resume, reached = {"path": last["path"], "sha256": last["sha256"]}, last["step"]
    assert start(make_job(tmp_path, rows, "run9", params=LEARN, resume=resume), graph=False).wait(900) == 0
    assert of_type(events(tmp_path / "run9"), "series")[0]["step"] == reached + 1
    assert report_of(tmp_path / "run9")["weights_sha256"] == report_of(learned / "run")["weights_sha256"]


LONG = {"epochs": 500, "batchSize": 8, "validationInterval": 500}


def test_pause_and_stop_leave_a_checkpoint(tmp_path: Path) -> None:
    for desired, ended in (("pause", "paused"), ("stop", "stopped")):
        with FakeServer(tmp_path / "server.json") as server:
            job = make_job(
                tmp_path,
                drawn_rows(tmp_path),
                desired,
                params=LONG,
                report={"address_file": str(tmp_path / "server.json")},
            )
            process = start(job, hold_at=3)
            wait_until(lambda s=server: len(of_type(s.events, "series")) >= 3)
            server.desired = desired
            assert process.wait(900) == 0
        end = end_of(job.parent)
        assert end["as"] == ended and end["step"] == 3
        last = of_type(events(job.parent), "checkpoint")[-1]
        assert last["step"] == end["step"] and Path(last["path"].removeprefix("file://")).exists()
        assert [e["seq"] for e in server.events] == list(range(1, end["seq"] + 1))


def test_complete_by_hand_makes_a_version(tmp_path: Path) -> None:
    with FakeServer(tmp_path / "server.json") as server:
        report = {"address_file": str(tmp_path / "server.json")}
        job = make_job(tmp_path, drawn_rows(tmp_path), params=LONG, report=report)
        process = start(job, hold_at=3)
        wait_until(lambda: len(of_type(server.events, "series")) >= 3)
        server.desired = "complete"
        assert process.wait(900) == 0
        assert server.events[-1]["as"] == "completed" and server.events[-1]["step"] == 3
    assert (job.parent / "model.onnx").exists() and report_of(job.parent)["v"] == 1


def test_a_fence_ends_it_at_once(tmp_path: Path) -> None:
    with FakeServer(tmp_path / "server.json") as server:
        report = {"address_file": str(tmp_path / "server.json")}
        job = make_job(tmp_path, drawn_rows(tmp_path), params=LONG, report=report)
        process = start(job, hold_at=2)
        wait_until(lambda: len(of_type(server.events, "series")) >= 2)
        server.status = 409
        assert process.wait(900) == 75
    found = events(job.parent)
    assert of_type(found, "series")[-1]["step"] == 2 and not of_type(found, "end")


def failed(job: Path) -> dict[str, Any]:
    assert finish(job) == 1
    end = end_of(job.parent)
    assert end["as"] == "failed"
    return end["cause"]


def test_sets_that_cannot_be_trained_are_refused(tmp_path: Path) -> None:
    rows = drawn_rows(tmp_path, 2, 1)
    only_validation = [r for r in rows if r["part"] == "val"]
    only_training = [r for r in rows if r["part"] == "train"]
    bare = [{**r, "shapes": []} for r in rows]
    for name, these, code in (
        ("empty", only_validation, "data.empty"),
        ("novalidation", only_training, "data.noValidation"),
        ("noobjects", bare, "data.noObjects"),
    ):
        assert failed(make_job(tmp_path, these, name))["code"] == code


def test_a_broken_image_is_named_and_left_out(tmp_path: Path) -> None:
    rows = drawn_rows(tmp_path, 6, 2)
    rows[2]["sha256"] = add_blob(tmp_path, b"\x89PNG\r\n\x1a\n and then nothing")
    rows[3]["sha256"] = "ab" * 32
    job = make_job(tmp_path, rows, params={"epochs": 1, "batchSize": 2})
    assert finish(job) == 0
    told = {e["code"]: e["file"] for e in of_type(events(job.parent), "warning") if e["code"].startswith("data.")}
    assert told == {"data.imageCorrupt": "p2.png", "data.imageMissing": "p3.png"}
    for row in rows:
        row["sha256"] = rows[2]["sha256"]
    cause = failed(make_job(tmp_path, rows, "all"))
    assert (cause["code"], cause["file"]) == ("data.imageCorrupt", "p0.png")


def test_a_loss_that_is_no_number_ends_the_job(tmp_path: Path) -> None:
    wild = {"learningRate": 1e30, "adam": False, "epochs": 50}
    cause = failed(make_job(tmp_path, drawn_rows(tmp_path), params=wild))
    assert cause["code"] == "train.lossNaN" and cause["stage"] == "train" and cause["args"]["step"] >= 0


def test_a_wrong_manifest_or_checkpoint_is_refused(tmp_path: Path) -> None:
    rows = drawn_rows(tmp_path, 2, 1)
    job = make_job(tmp_path, rows, "hash")
    raw = json.loads(job.read_text())
    raw["manifest"]["sha256"] = "0" * 64
    job.write_text(json.dumps(raw))
    assert failed(job)["code"] == "data.hashMismatch"
    (tmp_path / "checkpoint-000000001.pt").write_bytes(b"nonsense")
    resume = {"path": (tmp_path / "checkpoint-000000001.pt").as_uri(), "sha256": "1" * 64}
    assert failed(make_job(tmp_path, rows, "damaged", resume=resume))["code"] == "checkpoint.damaged"
