"""Test defects of `anomaly`: what is drawn where, and what is counted of it."""

from __future__ import annotations

import base64
import dataclasses
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import torch
from drawn_anomaly import anomaly_job, plate, row
from test_schema import problems, schema
from torch import nn

from loupe_engine.control import Control
from loupe_engine.data.manifest import ManifestImage, read_manifest
from loupe_engine.events import EventLog
from loupe_engine.job import read_job
from loupe_engine.recipes.anomaly.export import AnomalyGraph
from loupe_engine.recipes.anomaly.params import read_params
from loupe_engine.recipes.anomaly.probes.defects import KINDS, SIZES, with_defect
from loupe_engine.recipes.anomaly.probes.probing import Probing, more_needed, planned, tries_each
from loupe_engine.recipes.anomaly.threshold import enough
from loupe_engine.recipes.base import Context, Interrupted


def surface(seed: int, height: int = 120, width: int = 200) -> np.ndarray:
    """A rough brown surface with structure."""
    rng = np.random.default_rng(seed)
    coarse = cv2.resize(rng.normal(0, 1, (12, 20)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    grey = 120 + 25 * coarse + rng.normal(0, 4, (height, width))
    return np.clip(grey[..., None] + np.array([20, 0, -25]), 0, 255).astype(np.uint8)


def test_each_kind_changes_one_place_of_about_its_size() -> None:
    image = surface(1)
    everywhere = np.ones(image.shape[:2], bool)
    for kind in KINDS:
        for share in SIZES[1:]:
            drawn, again = (
                with_defect(np.random.default_rng([3, 5]), kind, share, image, everywhere) for _ in range(2)
            )
            assert drawn is not None and again is not None, kind
            assert np.array_equal(drawn.pixels, again.pixels) and drawn.box == again.box
            left, top, right, bottom = drawn.box
            extent = max(right - left, bottom - top)
            assert 0.3 * share * 200 <= extent <= 1.3 * share * 200 + 3, (kind, share, drawn.box)
            changed = np.argwhere((drawn.pixels != image).any(2))
            assert len(changed) > 0
            margin = 4 + 0.05 * 200
            assert (changed.min(0) >= (top - margin, left - margin)).all()
            assert (changed.max(0) <= (bottom + margin, right + margin)).all()


def test_what_nobody_would_see_is_not_drawn() -> None:
    everywhere = np.ones((120, 200), bool)
    flat = np.full((120, 200, 3), 128, np.uint8)
    assert with_defect(np.random.default_rng(1), "missing", 0.12, flat, everywhere) is None
    assert with_defect(np.random.default_rng(1), "stain", 0.12, flat, everywhere) is not None
    grey = surface(2)[..., :1].repeat(3, 2)
    assert with_defect(np.random.default_rng(1), "colour", 0.12, grey, everywhere) is None


def test_defects_lie_where_the_image_counts() -> None:
    image = surface(3)
    allowed = np.zeros((120, 200), bool)
    allowed[20:100, 60:120] = True
    assert with_defect(np.random.default_rng(1), "stain", 0.12, image, np.zeros_like(allowed)) is None
    for seed in range(20):
        drawn = with_defect(np.random.default_rng(seed), "stain", 0.12, image, allowed)
        if drawn is not None:
            left, top, right, bottom = drawn.box
            assert left >= 50 and right <= 130 and top >= 10 and bottom <= 110


def test_tries_are_spread_and_bounded() -> None:
    assert tries_each(256) == 10 and 2 <= tries_each(1024) < tries_each(768) < 10
    plan = planned(10, 7)
    tries = [one for own in plan for one in own]
    assert len(set(tries)) == len(tries) == 10 * len(KINDS) * len(SIZES)
    assert max(map(len, plan)) - min(map(len, plan)) <= 1
    of_one = [i for i, own in enumerate(plan) for one in own if (one.kind, one.size) == ("dent", 2)]
    assert len(set(of_one)) == 7
    assert planned(10, 0) == []


def test_how_many_more_good_images_a_target_needs() -> None:
    for target in (0.01, 0.02, 0.05, 0.2):
        for judged in (4, 20, 48, 49, 120):
            more = more_needed(judged, target)
            assert more is not None and enough(judged + more, target)
            assert more == 0 or not enough(judged + more - 1, target)
    assert more_needed(20, 0.02) == 29 and more_needed(20, 0.0) is None


class Bright(nn.Module):
    """Evidence is how far a cell is from mid grey; the score is that of the highest 64 cells."""

    def judge(self, x: torch.Tensor, counted: torch.Tensor, own: Any = None) -> tuple[torch.Tensor, torch.Tensor]:
        evidence = torch.nn.functional.avg_pool2d((x.mean(1, keepdim=True) - 0.5).abs(), 2) * counted
        return evidence, evidence.flatten(1).topk(64).values.mean(1)

    def deployed(self) -> Bright:
        return self


def begun(folder: Path, images: int = 4, **params: Any) -> tuple[Probing, AnomalyGraph, list[ManifestImage]]:
    """Tries on drawn plates, the last of which is bad as it is."""
    rows = [
        row(folder, i + 1, np.clip(plate(i)[0] // 4 + 96, 0, 255).astype(np.uint8), "val", "ok", [])
        for i in range(images)
    ]
    rows.append(row(folder, 99, plate(99, True)[0], "val", "ok", []))
    job = read_job(anomaly_job(folder, rows, params=params))
    context = Context(job, EventLog(job.out / "events.jsonl"), Control(), torch.device("cpu"))
    read = read_params(job.params)
    graph = AnomalyGraph(Bright(), read, (read.image_size, read.image_size))
    graph.set_calibration(0.08, 0.05, 0.02)
    held = read_manifest(job)
    return Probing(context, read, held), graph, held


def reported(probing: Probing, graph: AnomalyGraph, held: list[ManifestImage]) -> dict[str, Any]:
    probing.judge(graph, held, lambda done, total: None)
    calibrated = lambda raw: 0.5 + (raw - 0.08)  # noqa: E731
    found = probing.report(len(held), len(held) - 1, calibrated, 0.5, graph)
    assert found is not None
    return found


def test_a_report_counts_by_kind_and_size_and_shows_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("loupe_engine.recipes.anomaly.probes.probing.MOST_EACH", 5)
    probing, graph, held = begun(tmp_path / "a")
    report = reported(probing, graph, held)
    assert (report["images"], report["refused"], report["judged"], report["needed"]) == (4, 1, 5, 44)
    assert report["held"] == 4
    kinds = [kind["properties"] for kind in schema("engine-report.json")["oneOf"]]
    [said] = [of["probes"] for of in kinds if of["prediction"]["const"] == "scoremap"]
    assert problems(said, report) == []
    cells = {(cell["kind"], cell["share"]): cell for cell in report["cells"]}
    assert not any(kind == "colour" for kind, _ in cells)  # the plates are grey
    # a fifth of the tries were for the image that is refused as it is
    assert all(0 <= c["found"] <= c["tried"] <= 4 for c in cells.values())
    assert [cells["stain", share]["px"] for share in SIZES] == [1, 3, 6, 12, 23]
    assert cells["stain", SIZES[0]]["found"] == 0 and cells["stain", SIZES[4]]["found"] == 4
    for example in report["examples"]:
        pixels = cv2.imdecode(np.frombuffer(base64.b64decode(example["jpeg"]), np.uint8), cv2.IMREAD_COLOR)
        assert pixels.shape == (example["height"], example["width"], 3) == (96, 96, 3)
        heat = cv2.imdecode(np.frombuffer(base64.b64decode(example["heat"]["png"]), np.uint8), cv2.IMREAD_UNCHANGED)
        assert heat.shape == (example["heat"]["height"], example["heat"]["width"])
        assert example["found"] == (example["score"] >= 0.5)
    [hit] = [e for e in report["examples"] if e["kind"] == "stain" and e["found"]]
    [miss] = [e for e in report["examples"] if e["kind"] == "stain" and not e["found"]]
    assert hit["px"] == min(c["px"] for c in cells.values() if c["kind"] == "stain" and c["found"])
    assert miss["px"] == max(c["px"] for c in cells.values() if c["kind"] == "stain" and c["found"] < c["tried"])
    assert reported(*begun(tmp_path / "b")) == report


def test_tries_end_where_the_person_wants_to_stop(tmp_path: Path) -> None:
    probing, graph, held = begun(tmp_path)

    def stop(done: int, total: int) -> None:
        raise Interrupted

    with pytest.raises(Interrupted):
        probing.judge(graph, held, stop)
    assert len(probing.found) <= 8


def test_nothing_is_said_where_no_image_could_be_drawn_on(tmp_path: Path) -> None:
    probing, graph, held = begun(tmp_path)
    gone = [dataclasses.replace(image, sha256="0" * 64) for image in held]
    probing.judge(graph, gone, lambda done, total: None)
    assert probing.report(4, 4, lambda raw: raw, 0.5, graph) is None
