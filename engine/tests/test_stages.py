"""The two stages of multi-stage detection: the rule of crops, what each learns, and what they find together."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from drawn import events, of_type
from drawn_stages import plate_rows, stage_job
from test_schema import problems, schema

from loupe_engine.control import Control
from loupe_engine.data.decode import decode
from loupe_engine.data.manifest import read_manifest
from loupe_engine.events import EventLog
from loupe_engine.faults import Fault
from loupe_engine.files import sha256_file
from loupe_engine.job import Job, read_job
from loupe_engine.loop import train
from loupe_engine.recipes.base import Context
from loupe_engine.recipes.stages.chain import Located, _is_steady, looked_at
from loupe_engine.recipes.stages.choice import USUAL, chosen_score
from loupe_engine.recipes.stages.crops import CropRule, crop_of, is_cut, is_steady, merge
from loupe_engine.recipes.stages.recipe import Inspect, Locate

GOLDEN = Path(__file__).parents[2] / "packages" / "contract" / "fixtures" / "crops.json"
LEARN = {"epochs": 30, "batchSize": 4, "warmupEpochs": 2, "mosaic": 0.25, "scale": 0.2, "closeMosaicEpochs": 10}
LEARN |= {"validationInterval": 30, "learningRate": 0.004}


def context_of(path: Path) -> Context:
    job = read_job(path)
    return Context(job, EventLog(job.out / "events.jsonl"), Control(), torch.device("cpu"))


def trained(kind: type, path: Path) -> Job:
    context = context_of(path)
    assert train(kind(context), context).ended == "completed"
    return context.job


def earlier_of(job: Job) -> list[dict[str, Any]]:
    onnx = job.out / "model.onnx"
    return [{"recipe": "locate", "params": job.params, "onnx": {"url": onnx.as_uri(), "sha256": sha256_file(onnx)}}]


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, Any]], Job, Job]:
    """Both stages, trained one after the other on eight drawn images."""
    folder = tmp_path_factory.mktemp("stages")
    rows = plate_rows(folder)
    first = trained(Locate, stage_job(folder, rows, "locate", 0, params=LEARN))
    second = trained(Inspect, stage_job(folder, rows, "inspect", 1, params=LEARN, earlier=earlier_of(first)))
    return folder, rows, first, second


def report_of(job: Job, role: str = "report") -> dict[str, Any]:
    return json.loads((job.out / f"{role}.json").read_text("utf-8"))


def test_crops_and_their_union_are_those_of_the_server() -> None:
    golden = json.loads(GOLDEN.read_text("utf-8"))
    for one in golden["crops"]:
        raw = one["rule"]
        rule = CropRule(raw["margin"], tuple(raw["width"]), tuple(raw["height"]), raw["square"])
        crop = crop_of(one["box"], rule, *one["image"])
        assert (list(crop) if crop else None) == one["crop"], one
        assert (crop is not None and is_cut(one["box"], crop, *one["image"])) == one["cut"], one
    for one in golden["merges"]:
        columns = ("p", "score", "c", "crop")
        boxes, scores, classes, crops = (np.array([found[key] for found in one["found"]]) for key in columns)
        assert merge(boxes, scores, classes, crops, one["most"]).tolist() == one["kept"]


def test_a_part_at_the_edge_of_the_grid_is_no_proof() -> None:
    rule = CropRule(0, (1, 400), (1, 400), False)
    assert is_steady([10.3, 10.3, 52.8, 51.9], rule, 200, 200, 0.06)
    assert not is_steady([10.3, 10.3, 50.32, 51.9], rule, 200, 200, 0.06)


def test_each_stage_learns_its_own_labels(stages: Any) -> None:
    _, _, first, second = stages
    whole, crops = report_of(first)["metrics"], report_of(second)["metrics"]
    assert [c["truths"] > 0 for c in whole["per_class"]] == [True, False, False]
    assert [c["truths"] > 0 for c in crops["per_class"]] == [False, True, True]
    assert whole["map50"] > 0.8 and crops["map50"] > 0.5
    sizes = {
        (case["width"], case["height"]) for case in report_of(second)["parity"]["cases"] if "part-" in case["file"]
    }
    assert all(side <= 160 for size in sizes for side in size)


def test_the_chain_is_reported_beside_the_last_stage(stages: Any) -> None:
    folder, _, first, second = stages
    assert [e["role"] for e in of_type(events(first.out), "artefact")] == ["onnx", "best", "report"]
    assert [e["role"] for e in of_type(events(second.out), "artefact")] == ["onnx", "best", "report", "chain"]
    chain = report_of(second, "chain")
    assert problems(schema("engine-report.json"), chain) == []
    figures = chain["metrics"]
    assert 0.01 <= chain["thresholds"]["parts"] <= 0.25
    assert figures["map50"] >= 0.9 * figures["oracle_map50"] > 0.4
    assert figures["parts_map50"] > 0.8 and figures["parts_found"] == 1 and figures["outside"] == 0
    assert [c["truths"] > 0 for c in figures["per_class"]] == [False, True, True]
    proof = chain["parity"]
    assert proof["enough"] and proof["detections"] >= proof["min_detections"] > 0
    for case in proof["cases"]:
        sha256 = case["sha256"]
        pixels = decode((folder / "blobs" / sha256[:2] / sha256[2:4] / sha256).read_bytes())
        assert pixels.shape == (case["height"], case["width"], 3)
        assert {d["c"] for d in case["detections"] if d["score"] > 0.5} <= {0, 1, 2}


def test_a_kept_stage_is_handed_over_as_it_was(stages: Any) -> None:
    """The first stage trained again, the second kept: a new chain of the two, with the very same weights."""
    folder, rows, first, second = stages
    best = second.out / "best.pt"
    start = {"url": best.as_uri(), "sha256": sha256_file(best)}
    path = stage_job(folder, rows, "kept", 1, params=LEARN, earlier=earlier_of(first), start=start, keep=True)
    kept = trained(Inspect, path)
    assert report_of(kept)["weights_sha256"] == report_of(second)["weights_sha256"]
    assert report_of(kept)["epochs_done"] == 0
    assert report_of(kept, "chain")["metrics"] == report_of(second, "chain")["metrics"]
    assert not of_type(events(kept.out), "checkpoint")


def test_crops_are_jittered_and_some_are_of_what_was_found(stages: Any) -> None:
    folder, rows, first, _ = stages
    context = context_of(stage_job(folder, rows, "seen", 1, params=LEARN, earlier=earlier_of(first)))
    recipe = Inspect(context)
    recipe.prepare(lambda done, total: None)
    assert recipe.training is not None
    views = list(recipe.views.values())
    assert len(views) == sum(shape["c"] == 0 for row in rows if row["part"] == "train" for shape in row["shapes"])
    assert all(len(set(one.near)) > 1 and one.located for one in views)
    first_batch, again = recipe.batch((0, 0)), recipe.batch((0, 0))
    assert (first_batch.images == again.images).all() and len(first_batch.truths) > 0


def faults(kind: type, path: Path) -> Fault:
    with pytest.raises(Fault) as caught:
        kind(context_of(path)).prepare(lambda done, total: None)
    return caught.value


def test_what_cannot_be_trained_is_named(stages: Any, tmp_path: Path) -> None:
    folder, rows, first, _ = stages
    bare = [{**row, "shapes": [s for s in row["shapes"] if s["c"] != 0]} for row in rows]
    assert faults(Locate, stage_job(folder, bare, "bare", 0)).code == "data.noParts"
    assert faults(Inspect, stage_job(folder, bare, "bare1", 1, earlier=earlier_of(first))).code == "data.noParts"
    other = stage_job(folder, rows, "other", 0, params={"locating": ["gear"]})
    assert faults(Locate, other).details["field"] == "params.locating"
    gone = earlier_of(first)
    gone[0]["onnx"] = {"url": (tmp_path / "gone.onnx").as_uri(), "sha256": "0" * 64}
    assert faults(Inspect, stage_job(folder, rows, "gone", 1, earlier=gone)).code == "stage.damaged"
    (tmp_path / "broken.onnx").write_bytes(b"no graph")
    broken = {"url": (tmp_path / "broken.onnx").as_uri(), "sha256": sha256_file(tmp_path / "broken.onnx")}
    gone[0]["onnx"] = broken
    assert faults(Inspect, stage_job(folder, rows, "broken", 1, earlier=gone)).code == "stage.damaged"


def test_defects_beside_every_part_are_told(stages: Any) -> None:
    folder, rows, first, _ = stages
    beside = {"id": "x", "c": 1, "kind": "rect", "p": [0, 0, 3, 3], "parts": [0], "text": None, "ignore": False}
    lost = [{**row, "shapes": [*row["shapes"], beside]} for row in rows]
    context = context_of(stage_job(folder, lost, "lost", 1, earlier=earlier_of(first)))
    Inspect(context).prepare(lambda done, total: None)
    [told] = [e for e in of_type(events(context.job.out), "warning") if e["code"] == "data.outsideParts"]
    assert told["args"]["count"] == 8 and told["file"] == "p0.png"


def test_a_defect_that_two_crops_show_is_found_once() -> None:
    from loupe_engine.export.parity import Found

    def run(part: np.ndarray) -> Found:
        # the same place of the image, seen from two crops
        x = 30.0 if part.shape[1] == 60 else 10.0
        one = np.array([[x, 5, x + 10, 15]])
        return Found(one, np.array([0.9 if part.shape[1] == 60 else 0.8]), np.array([1]), np.array([True]))

    pixels = np.zeros((40, 100, 3), np.uint8)
    found = looked_at(run, pixels, [(0, 0, 60, 40), (20, 0, 80, 40)], 0.6)
    assert found.boxes.tolist() == [[30, 5, 40, 15]] and found.scores.tolist() == [0.9]
    assert found.firm is not None and found.firm.tolist() == [True]


def test_scores_at_the_least_of_a_part_are_no_proof(stages: Any) -> None:
    folder, rows, first, _ = stages
    params = {"partScore": 0.1}
    recipe = Inspect(context_of(stage_job(folder, rows, "steady", 1, params=params, earlier=earlier_of(first))))
    box, label = np.array([[10.3, 10.3, 62.1, 61.3]]), np.zeros(1, int)
    for score, steady in ((0.9, True), (recipe.params.part_score + 1e-5, False)):
        found = Located(box, np.array([score]), label)
        parts = found.parts(recipe.params)
        assert _is_steady(found, found, parts, recipe.params, 0.6, (256, 192)) is steady


def test_the_manifest_is_read_as_it_was(stages: Any) -> None:
    """Crops are no files: what is listed is the whole image."""
    _, rows, _, second = stages
    assert [image.region for image in read_manifest(second)] == [None] * len(rows)


def test_more_parts_than_are_looked_at_are_told(stages: Any) -> None:
    folder, rows, first, _ = stages
    few = {**LEARN, "partMost": 2}
    context = context_of(stage_job(folder, rows, "few", 1, params=few, earlier=earlier_of(first)))
    Inspect(context).prepare(lambda done, total: None)
    [told] = [e for e in of_type(events(context.job.out), "warning") if e["code"] == "data.manyParts"]
    # every second image has three
    assert told["args"] == {"count": 4, "most": 2} and told["file"] == "p1.png"


def test_parts_larger_than_the_greatest_crop_are_told(stages: Any) -> None:
    folder, rows, first, _ = stages
    small = {**LEARN, "partWidth": [8, 24]}
    context = context_of(stage_job(folder, rows, "small", 1, params=small, earlier=earlier_of(first)))
    Inspect(context).prepare(lambda done, total: None)
    [told] = [e for e in of_type(events(context.job.out), "warning") if e["code"] == "data.cutParts"]
    assert told["args"] == {"count": 8} and told["file"] == "p0.png"


def test_a_crop_that_nothing_bounds_shows_its_part() -> None:
    rng = np.random.default_rng(3)
    rule = CropRule(0, (1, 400), (1, 400), False)
    for _ in range(2000):
        low, sides = rng.uniform(-60, 190, 2), rng.uniform(1, 200, 2)
        box = [*low, *(low + sides)]
        crop = crop_of(box, rule, 200, 160)
        assert crop is None or not is_cut(box, crop, 200, 160)


def _row(scores: list[float], true: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """An image with so many true parts, which the best detections find, in this order; the others are beside them."""
    boxes = np.array([[60.0 * i, 0, 60.0 * i + 50, 50] for i in range(len(scores))]).reshape(-1, 4)
    return boxes[:true], boxes, np.array(scores, np.float32)


def test_the_score_of_a_part_follows_what_the_first_stage_finds() -> None:
    # after few steps: ranked right, scored low. What is fixed would crop nothing
    weak = chosen_score([_row([0.019, 0.018, 0.017, 0.0105], 3), _row([0.02, 0.011], 1)])
    assert 0.011 < weak < 0.017
    # well trained: some way below the weakest, for a part that is not cropped is not inspected
    assert 0.12 < chosen_score([_row([0.9, 0.85, 0.8], 3)]) < 0.25
    # many false ones: as few of them as can be without losing a part
    crowded = chosen_score([_row([0.9, 0.2, *[0.19 - 0.001 * i for i in range(40)]], 2)])
    assert 0.19 < crowded < 0.2
    # a true part is nowhere: what is usual
    assert chosen_score([(np.array([[0.0, 100, 50, 150]]), *_row([0.9], 0)[1:])]) == USUAL
    assert chosen_score([_row([], 0)]) == USUAL
