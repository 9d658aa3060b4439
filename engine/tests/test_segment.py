"""Recipe `segment`: a training on drawn rings from files to the graph, resuming, starting, its networks and fields."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest
import torch
from drawn import ended, events, make_job, of_type, whole_and_resumed
from drawn_rings import CLASSES, SEGMENT, ring_rows
from test_schema import problems, schema

from loupe_engine.data.decode import decode
from loupe_engine.data.masks import Window, filled, on_pixels, shared, tight, together, unpacked
from loupe_engine.export.parity import Found, differences, firm_pairs
from loupe_engine.recipes.segment.export import MOST, SegmentGraph, export, firm_segment
from loupe_engine.recipes.segment.model import Segmenter
from loupe_engine.recipes.segment.report import written

LEARN = {"imageSize": 192, "epochs": 40, "batchSize": 4, "warmupEpochs": 2, "mosaic": 0, "scale": 0.1}
LEARN |= {"translate": 0.05, "closeMosaicEpochs": 0, "validationInterval": 40, "learningRate": 0.004}
SHORT = {"imageSize": 96, "epochs": 3, "batchSize": 4, "epochSteps": 1, "multiScale": True, "copyPaste": 0.5}


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a training on eight drawn images."""
    folder = tmp_path_factory.mktemp("rings")
    job = make_job(folder, ring_rows(folder, 8, 8), params=LEARN, **SEGMENT)
    assert ended(job)["as"] == "completed", (job.parent / "stderr.log").read_text()[-2000:]
    return folder


def session_of(run: Path) -> onnxruntime.InferenceSession:
    return onnxruntime.InferenceSession(str(run / "model.onnx"), providers=["CPUExecutionProvider"])


def answer(session: onnxruntime.InferenceSession, pixels: np.ndarray, floor: float = 0.3, iou: float = 0.6) -> Any:
    given = {"iou_threshold": np.array([iou], np.float32), "score_threshold": np.array([floor], np.float32)}
    return session.run(None, {"image": pixels, **given})


def blob(folder: Path, sha256: str) -> np.ndarray:
    return decode((folder / "blobs" / sha256[:2] / sha256[2:4] / sha256).read_bytes())


def test_rings_are_learned_with_their_holes(learned: Path) -> None:
    session, overlaps = session_of(learned / "run"), []
    rows = [json.loads(line) for line in gzip.decompress((learned / "manifest.jsonl.gz").read_bytes()).splitlines()]
    for row in rows[:8]:
        _, scores, classes, masks, cell = answer(session, blob(learned, row["sha256"]))
        assert (np.diff(scores) <= 0).all() and masks.dtype == np.uint8 and masks.shape[1:] == (192, 24)
        windows = [on_pixels(one, cell, row["w"], row["h"]) for one in unpacked(masks)]
        for truth in row["shapes"]:
            rings = np.split(np.array(truth["p"]).reshape(-1, 2), truth["parts"][1:])
            want = tight(Window(0, 0, filled(rings, row["h"], row["w"])))
            alike = [shared(one, want) for one, c in zip(windows, classes, strict=True) if c == truth["c"]]
            best = int(np.argmax(alike))
            one = [w for w, c in zip(windows, classes, strict=True) if c == truth["c"]][best]
            overlaps.append(alike[best] / (one.area + want.area - alike[best]))
    assert np.mean(overlaps[::2]) > 0.95, "rings"
    assert np.mean(overlaps[1::2]) > 0.9, "bars of two pieces"


def test_the_report_speaks_by_the_schema_and_the_graph_agrees_with_it(learned: Path) -> None:
    run = learned / "run"
    report = json.loads((run / "report.json").read_text("utf-8"))
    assert report["prediction"] == "masks" and report["metrics"]["map50"] > 0.9
    assert report["metrics"]["boundary_f"] > 0.9 and report["metrics"]["area_error"] < 0.1
    known = schema("engine-report.json")["oneOf"]
    if any(one["properties"]["prediction"]["const"] == "masks" for one in known):
        assert problems(schema("engine-report.json"), report) == []
    assert [p for event in events(run) for p in problems(schema("event.json"), event)] == []
    proof, session, equal, count = report["parity"], session_of(run), 0, 0
    for case in proof["cases"]:
        pixels = decode((run / case["file"]).read_bytes()) if "file" in case else blob(learned, case["sha256"])
        boxes, scores, classes, masks, _ = answer(session, pixels, proof["score_threshold"], proof["iou_threshold"])
        listed = case["detections"]
        want = Found(
            np.array([d["p"] for d in listed], np.float32).reshape(-1, 4),
            np.array([d["score"] for d in listed], np.float32),
            np.array([d["c"] for d in listed]),
            np.array([d["firm"] for d in listed], bool),
        )
        assert differences(want, Found(boxes, scores, classes), proof["score_threshold"], MOST) == []
        found = [written(one) for one in unpacked(masks)]
        firm = [d["mask"] for d in listed if d["firm"]]
        equal, count = equal + sum(one in found for one in firm), count + len(firm)
    assert proof["enough"] and count == proof["detections"] >= proof["min_detections"] == 50
    assert equal >= 0.95 * count, "whole masks, of which a cell may differ"
    assert proof["tolerance"]["pixels"] == 0.999


def test_curves_tell_of_masks(learned: Path) -> None:
    series = [e["values"] for e in of_type(events(learned / "run"), "series")]
    assert {"loss_mask", "loss_semantic", "loss_box", "loss_cls", "loss_dfl"} <= set(series[0])
    checked = [one for one in series if "map50" in one]
    assert {"box_map50", "boundary_f", "area_error", "val_loss", "map50/0", "map50/1"} <= set(checked[-1])


def test_a_killed_training_ends_with_the_same_weights(tmp_path: Path) -> None:
    rows = ring_rows(tmp_path, 8, 2)
    rows[0]["shapes"][0]["ignore"] = True
    rows[1]["shapes"][1] |= {"kind": "rect", "p": [20, 20, 60, 70], "parts": [0]}
    _, best = whole_and_resumed(tmp_path, rows, SHORT, **SEGMENT)
    whole, resumed = best["whole"]["state"], best["resumed"]["state"]
    assert whole.keys() == resumed.keys() and all(torch.equal(whole[k], resumed[k]) for k in whole)
    told_of = {e["code"]: e["args"] for e in of_type(events(tmp_path / "whole"), "warning")}
    assert told_of["data.rectsOnly"] == {"count": 1}


def test_without_a_mask_there_is_nothing_to_learn(tmp_path: Path) -> None:
    rows = ring_rows(tmp_path, 2, 1)
    for row in rows:
        row["shapes"] = [one | {"kind": "rect", "p": [20, 20, 60, 70], "parts": [0]} for one in row["shapes"][:1]]
    end = ended(make_job(tmp_path, rows, params=SHORT, **SEGMENT))
    assert (end["as"], end["cause"]["code"]) == ("failed", "data.noOutlines")
    filled_ones = make_job(tmp_path, rows, "filled", params=SHORT | {"epochs": 1, "filledBoxes": True}, **SEGMENT)
    assert ended(filled_ones, graph=False)["as"] == "completed"


FINER, FINE = {"small_objects": True}, {"fine_masks": True}


@pytest.mark.parametrize(("network", "more", "side"), [("n", {}, 64), ("s", FINER | FINE, 64), ("n6", FINE, 64)])
def test_networks_export_to_what_torch_says(network: str, more: dict[str, bool], side: int, tmp_path: Path) -> None:
    torch.manual_seed(1)
    net = Segmenter(network, 2, **more).eval()
    for head in (*net.head.classes, *net.coefficients):
        torch.nn.init.normal_(head[-1].weight, std=0.3)
    graph = SegmentGraph(net, side)
    export(graph, tmp_path / "model.onnx", CLASSES)
    session = session_of(tmp_path)
    for high, wide in ((50, 83), (64, 64)):
        pixels = np.random.default_rng(high).integers(0, 255, (high, wide, 3), np.uint8)
        want = firm_segment(graph, pixels, 1.0, 0.05)  # nothing is suppressed: all are firm
        boxes, scores, classes, masks, cell = answer(session, pixels, 0.05, 1.0)
        assert differences(want, Found(boxes, scores, classes), 0.05, MOST) == []
        assert masks.shape[1:] == (graph.canvas[0], graph.canvas[1] // 8)
        assert cell == pytest.approx([wide / min(side, round(wide * side / max(high, wide)))] * 2, rel=0.05)
        windows = unpacked(masks)
        pairs = [together(want.masks[i], windows[k]) for i, k in firm_pairs(want, Found(boxes, scores, classes), 0.05)]
        assert len(pairs) > 3 and len(masks) <= MOST
        assert sum(int((a != b).sum()) for a, b in pairs) <= 0.001 * sum(a.size for a, _ in pairs)
    nothing = answer(session, pixels, 0.9999)
    assert nothing[0].shape == (0, 4) and nothing[3].shape[0] == 0


def test_a_start_takes_what_is_known_and_refuses_other_prototypes(learned: Path, tmp_path: Path) -> None:
    best = torch.load(learned / "run" / "best.pt", weights_only=True)
    assert best["recipe"] == "segment"
    net = Segmenter("n", 3)
    fresh = net.load_matching(best["state"], best["classes"], ["bar", "scratch", "ring"])
    assert fresh == ["scratch"]
    for name in ("semantic.1", "head.classes.0.4"):
        mine, saved = net.state_dict()[f"{name}.weight"], best["state"][f"{name}.weight"]
        assert torch.equal(mine[0], saved[1]) and torch.equal(mine[2], saved[0])
    assert torch.equal(net.prototypes.leave.weight, best["state"]["prototypes.leave.weight"])
    file = learned / "run" / "best.pt"
    start = {"url": file.as_uri(), "sha256": hashlib.sha256(file.read_bytes()).hexdigest()}
    job = make_job(
        learned, ring_rows(learned, 2, 1), "other", params=SHORT | {"fineMasks": True}, start=start, **SEGMENT
    )
    end = ended(job)
    assert (end["as"], end["cause"]["code"]) == ("failed", "start.damaged")
