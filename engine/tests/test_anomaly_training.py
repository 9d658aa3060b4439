"""Whole trainings of `anomaly` in processes of their own: learning, resuming, pausing, odd input, proof."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from drawn import add_blob, events, of_type, start
from drawn_anomaly import anomaly_job, plate, plates, row
from fakeserver import FakeServer, wait_until
from test_schema import problems, schema

from loupe_engine.control import Control
from loupe_engine.data.decode import decode, pixels_sha256
from loupe_engine.events import EventLog
from loupe_engine.faults import Fault
from loupe_engine.job import read_job
from loupe_engine.recipes.anomaly.methods import anomaly
from loupe_engine.recipes.base import Context

STEPS = 96  # of a whole training: what a time budget comes to must not decide what is learned here


def finish(job: Path, steps: int = STEPS) -> list[dict[str, Any]]:
    """Run a job to its end, with so many steps whatever time they take; its events."""
    assert start(job, steps=steps).wait(900) == 0, (job.parent / "stderr.log").read_text()[-2000:]
    return events(job.parent)


def report_of(run: Path) -> dict[str, Any]:
    return json.loads((run / "report.json").read_text("utf-8"))


def odd_rows(folder: Path) -> list[dict[str, Any]]:
    """Good images among odd ones: of other sizes, all black, broken, marked, with a mask that does not fit."""
    rows = plates(folder)
    rows += [row(folder, 31, plate(31, width=80, height=64)[0], "train", "ok", [])]
    rows += [row(folder, 32, np.zeros((96, 96, 3), np.uint8), "train", "ok", [])]
    rows += [row(folder, 33, *_bad(33, "train"))]
    pixels, shapes = plate(35, True)
    rows += [row(folder, 35, pixels, "val", "ng", [{**shapes[0], "kind": "rect", "p": [5, 5, 500, 500]}])]
    rows[1]["shapes"] = shapes
    rows[5]["sha256"] = add_blob(folder, b"\x89PNG\r\n\x1a\n and then nothing")
    return rows


def _bad(seed: int, part: str) -> tuple[np.ndarray, str, str, list[dict[str, Any]]]:
    pixels, shapes = plate(seed, True)
    return pixels, part, "ng", shapes


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of one training with the default method, odd images among the good ones."""
    folder = tmp_path_factory.mktemp("learned")
    finish(anomaly_job(folder, odd_rows(folder)))
    return folder


def test_drawn_plates_are_told_apart_whatever_lies_among_them(learned: Path) -> None:
    found, report = events(learned / "run"), report_of(learned / "run")
    assert found[-1]["as"] == "completed"
    warned = {(e["code"], e.get("file")) for e in of_type(found, "warning")}
    assert warned >= {
        ("data.imageCorrupt", "ok6.png"),
        ("data.maskOnOk", "ok2.png"),
        ("data.flat", "ok32.png"),
        ("data.maskEmpty", "ng35.png"),
        ("data.ngInTraining", "ng33.png"),
    }
    metrics = report["metrics"]
    assert (metrics["ok"], metrics["ng"]) == (6, 7)
    assert metrics["image_auroc"] > 0.9 and metrics["pixel_auroc"] > 0.8 and metrics["pro"] > 0.5
    scores, threshold = report["scores"], report["thresholds"]["score"]
    assert scores["ok"] == sorted(scores["ok"]) and len(scores["ng"]) == 7
    assert metrics["false_reject"] == round(float(np.mean(np.array(scores["ok"]) >= threshold)), 6)
    assert report["prediction"] == "scoremap" and report["epochs_done"] == 8
    assert [e["role"] for e in of_type(found, "artefact")] == ["onnx", "best", "report"]
    series = [e["values"] for e in of_type(found, "series")]
    assert any("image_auroc" in v for v in series) and any("loss_bce" in v for v in series)


def test_it_speaks_by_the_schema(learned: Path) -> None:
    run = learned / "run"
    assert problems(schema("job.json"), json.loads((run / "job.json").read_text("utf-8"))) == []
    assert [p for line in odd_rows(learned) for p in problems(schema("manifest-line.json"), line)] == []
    assert [p for event in events(run) for p in problems(schema("event.json"), event)] == []
    assert problems(schema("engine-report.json"), report_of(run)) == []


def test_the_graph_agrees_with_the_network_from_file_bytes(learned: Path) -> None:
    """What Node will do: take the files, decode them, run the graph, and compare with the report."""
    run = learned / "run"
    report = report_of(run)
    session = onnxruntime.InferenceSession(str(run / "model.onnx"), providers=["CPUExecutionProvider"])
    proof, threshold = report["parity"], report["thresholds"]["score"]
    assert len(proof["cases"]) == proof["min_cases"] == 6 + 7 + 8
    for case in proof["cases"]:
        sha256 = case.get("sha256", "")
        path = run / case["file"] if "file" in case else learned / "blobs" / sha256[:2] / sha256[2:4] / sha256
        pixels = decode(path.read_bytes())
        assert pixels.shape == (case["height"], case["width"], 3) and pixels_sha256(pixels) == case["pixels_sha256"]
        score, heat = session.run(None, {"image": pixels})
        assert score.shape == (1,) and heat.dtype == np.uint8 and heat.ndim == 2
        assert abs(score[0] - case["score"]) <= proof["tolerance"]["score"]
        assert abs(heat.mean() - case["heat_mean"]) <= proof["tolerance"]["heat"]
        assert (score[0] >= threshold) == (case["score"] >= threshold)


def test_the_graph_says_what_it_is(learned: Path) -> None:
    model = onnx.load(learned / "run" / "model.onnx")
    [metadata] = [json.loads(p.value) for p in model.metadata_props if p.key == "loupe"]
    made_for = {"recipe": "anomaly", "method": "synthetic", "backbone": "efficientnet"}
    assert metadata == {"v": 1, **made_for, "image_size": 128}
    assert [i.name for i in model.graph.input] == ["image"]
    assert [o.name for o in model.graph.output] == ["score", "heat"]
    assert str(Path(__file__).parents[1]).encode() not in model.SerializeToString()


SMALL = {"imageSize": 64}


def test_killed_trainings_end_with_the_very_same_weights(tmp_path: Path) -> None:
    """Steps and rate are measured once: a training that was killed twice agrees with an unbroken one."""
    rows = plates(tmp_path, 8, 3, 0)
    steps = 24

    def killed(out: str, resume: dict[str, str] | None) -> dict[str, str]:
        """Its last checkpoint, of an attempt that was killed some steps after it."""
        job = anomaly_job(tmp_path, rows, out, resume=resume, params=SMALL)
        reached = int(resume["path"][-12:-3]) if resume else 0
        assert start(job, steps=steps, save_every=5, kill_at=reached + 8).wait(900) == -9
        last = of_type(events(job.parent), "checkpoint")[-1]
        assert last["step"] == reached + 5
        return {"path": last["path"], "sha256": last["sha256"]}

    first = killed("once", None)
    state = torch.load(first["path"].removeprefix("file://"), weights_only=True)
    assert state["step"] < 8 * state["plan"]["batches"]
    ends = []
    for out, resume in (("whole", None), ("resumed", killed("again", first))):
        found = finish(anomaly_job(tmp_path, rows, out, resume=resume, params=SMALL), steps)
        assert found[-1]["step"] == 8 * state["plan"]["batches"] == steps
        assert [e["code"] for e in of_type(found, "warning")] == ["data.noNg", "train.fewOk"]
        ends.append(report_of(tmp_path / out))
    assert len({end["weights_sha256"] for end in ends}) == 1
    assert ends[0]["scores"] == ends[1]["scores"]
    metrics = ends[0]["metrics"]
    assert metrics["image_auroc"] is None and metrics["true_reject"] is None and ends[0]["scores"]["ng"] == []


@pytest.mark.parametrize("method", ["synthetic", "memory"])
def test_a_pause_while_the_result_is_made_loses_nothing(method: str, tmp_path: Path) -> None:
    rows = plates(tmp_path, 10, 4, 2)
    params = {**SMALL, "method": method}
    assert start(anomaly_job(tmp_path, rows, "whole", params=params), steps=3).wait(900) == 0
    with FakeServer(tmp_path / "server.json") as server:
        report = {"address_file": str(tmp_path / "server.json")}
        job = anomaly_job(tmp_path, rows, "paused", params=params, report=report)
        process = start(job, steps=3, hold_export=True)
        wait_until(lambda: "export" in [e["name"] for e in of_type(server.events, "phase")])
        server.desired = "pause"
        assert process.wait(900) == 0
    found = events(job.parent)
    assert found[-1]["as"] == "paused" and not of_type(found, "artefact")
    resume = of_type(found, "checkpoint")[-1]
    job = anomaly_job(tmp_path, rows, "resumed", params=params, resume=resume)
    assert start(job, steps=3).wait(900) == 0
    found = events(job.parent)
    assert [e["role"] for e in of_type(found, "artefact")] == ["onnx", "best", "report"]
    begun = next(i for i, e in enumerate(found) if e["type"] == "phase" and e["name"] == "remember")
    assert (10, 10) in [(e["done"], e["total"]) for e in of_type(found[begun:], "progress")]
    ends = [report_of(tmp_path / run) for run in ("whole", "resumed")]
    assert ends[0]["weights_sha256"] == ends[1]["weights_sha256"] and ends[0]["scores"] == ends[1]["scores"]


def test_a_memory_can_be_paused_and_names_a_bad_image_among_the_good(tmp_path: Path) -> None:
    rows = plates(tmp_path, 16, 6, 6)
    pixels, _ = plate(41, True)
    rows.append(row(tmp_path, 41, pixels, "train", "ok", []))
    # One training image lies after another in the manifest; the bad one comes last.
    params = {"method": "memory", "bankSize": 400, "imageSize": 256}
    with FakeServer(tmp_path / "server.json") as server:
        report = {"address_file": str(tmp_path / "server.json")}
        job = anomaly_job(tmp_path, rows, "paused", params={**params, "bankSize": 20_000}, report=report)
        process = start(job, hold_at=2)
        wait_until(lambda: len(of_type(server.events, "series")) >= 2)
        server.desired = "pause"
        assert process.wait(900) == 0
    found = events(job.parent)
    assert found[-1]["as"] == "paused" and found[-1]["step"] == 2
    assert of_type(found, "checkpoint")[-1]["step"] == found[-1]["step"]
    found = finish(anomaly_job(tmp_path, rows, "whole", params=params))
    report = report_of(tmp_path / "whole")
    assert report["metrics"]["image_auroc"] > 0.9 and report["kept"] == "raw"
    assert report["metrics"]["ng"] == 6 == len(report["scores"]["ng"])
    # Too few validate: the training images count too, each judged by a memory of the others, but for the bad one.
    assert report["metrics"]["ok"] == len(report["scores"]["ok"]) == 6 + 16
    probes = report["probes"]
    assert probes["judged"] == 22 and probes["held"] == 6 and 6 < probes["images"] + probes["refused"] <= 22
    large = [cell for cell in probes["cells"] if cell["share"] > 0.2]
    assert sum(c["found"] for c in large) >= 0.5 * sum(c["tried"] for c in large)
    radii = [e["values"]["radius"] for e in of_type(found, "series") if "radius" in e["values"]]
    assert radii == sorted(radii, reverse=True)
    warned = of_type(found, "warning")
    assert [e["file"] for e in warned if e["code"] == "data.suspect"] == ["ok41.png"]
    assert [e["args"] for e in warned if e["code"] == "data.leftOut"] == [{"count": 1}]
    weights = torch.load(tmp_path / "whole" / "best.pt", weights_only=True)
    assert not any(name.startswith("reservoir") for name in weights["state"])
    assert weights["state"]["lean"].any()  # six bad images are enough to learn from
    memories = weights["state"]["reference"]  # two, each on a scale of its own
    assert memories.shape == (2, 2) and (memories > 0).all() and memories[0, 1] != memories[1, 1]
    assert {name.split(".")[1] for name in weights["state"] if name.startswith("banks.")} == {"0", "1"}


def test_a_memory_of_another_kind_is_gathered_again(tmp_path: Path) -> None:
    job = read_job(anomaly_job(tmp_path, plates(tmp_path, 4, 2, 0), params={"method": "memory"}))
    recipe = anomaly(Context(job, EventLog(job.out / "events.jsonl"), Control(), torch.device("cpu")))
    begun = recipe.fingerprint()
    assert recipe.fits(begun) and not recipe.fits(begun | {"memory": begun["memory"] - 1})


def test_what_cannot_be_trained_is_refused_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = plates(tmp_path, 6, 2, 1)
    good = [r for r in rows if r["role"] == "ok"]
    monkeypatch.setenv("LOUPE_BACKBONE_EFFICIENTNET", str(tmp_path / "nowhere"))
    for name, these, params, code in (
        ("none", rows[-1:], {}, "data.noOk"),
        ("one", good[:1], {}, "data.tooFewOk"),
        ("outside", rows, {"region": [[10, 10, 110, 50]]}, "region.outside"),
        ("backbone", rows, {}, "backbone.missing"),
        ("gone", rows, {"backbone": "imagenet"}, "backbone.gone"),
    ):
        job = read_job(anomaly_job(tmp_path, these, name, params=params))
        with pytest.raises(Fault) as caught:
            recipe = anomaly(Context(job, EventLog(job.out / "events.jsonl"), Control(), torch.device("cpu")))
            recipe.prepare(lambda done, total: None)
            recipe.build()
        assert caught.value.code == code
