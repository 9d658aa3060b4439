"""Trainings on a graphics card, where there is one: every recipe and number format, and what goes on elsewhere."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from drawn import drawn_rows, ended, events, last_of, make_job, of_type, start
from drawn_anomaly import anomaly_job, plates
from drawn_lines import text_rows as line_rows
from drawn_lines import textdet_job
from drawn_rings import SEGMENT, ring_rows
from drawn_stages import plate_rows, stage_job
from drawn_texts import text_job, text_rows

from loupe_engine.device import probe
from loupe_engine.files import sha256_file

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="no graphics card")

Made = Callable[..., Path]
JOBS: dict[str, tuple[Callable[[Path], Any], Made]] = {
    "detect": (drawn_rows, make_job),
    "segment": (ring_rows, lambda *given, **how: make_job(*given, **{**SEGMENT, **how})),
    "locate": (plate_rows, lambda *given, **how: stage_job(*given, 0, **how)),
    "anomaly": (plates, anomaly_job),
    "textdet": (line_rows, textdet_job),
    "textrec": (text_rows, text_job),
}
IMAGENET = {"backbone": "imagenet", "smallObjects": True}
FORMATS = {"auto": "bfloat16", "fp32": "float32", "bf16": "bfloat16", "fp16": "float16"}
TIGHT = """
import sys, torch, loupe_engine.__main__
torch.cuda.set_per_process_memory_fraction(2e8 / torch.cuda.get_device_properties(0).total_memory)
sys.exit(loupe_engine.__main__.main())
"""


def done(job: Path, **how: Any) -> list[dict[str, Any]]:
    """All events of a job that ended well."""
    found = ended(job, **how)
    assert found.get("as") == "completed", (found, (job.parent / "stderr.log").read_text()[-3000:])
    return events(job.parent)


CASES = [(recipe, one) for recipe in JOBS for one in FORMATS if (recipe, one) != ("anomaly", "fp16")]  # takes no fp16


@pytest.mark.parametrize(("recipe", "precision"), CASES)
def test_every_recipe_learns_in_every_format(recipe: str, precision: str, tmp_path: Path) -> None:
    make_rows, make = JOBS[recipe]
    job = make(tmp_path, make_rows(tmp_path), "run", device="auto", params={"precision": precision})
    found = done(job, steps=8)
    [started] = of_type(found, "started")
    assert started["device"] == "cuda:0" and started["dtype"] == FORMATS[precision]
    assert {one["role"] for one in of_type(found, "artefact")} >= {"onnx", "report"}


@pytest.mark.parametrize("precision", ["auto", "fp16", "fp32"])
def test_the_pretrained_backbone_with_small_objects(precision: str, tmp_path: Path) -> None:
    params = IMAGENET | {"precision": precision}
    done(make_job(tmp_path, drawn_rows(tmp_path), device="cuda", params=params))
    params |= {"fineMasks": True}
    done(make_job(tmp_path, ring_rows(tmp_path), "masks", device="cuda", params=params, **SEGMENT))


def test_the_second_stage_learns_there_what_the_first_found(tmp_path: Path) -> None:
    rows = plate_rows(tmp_path)
    first = stage_job(tmp_path, rows, "locate", 0, device="cuda")
    done(first)
    path = first.parent / "model.onnx"
    about = {"url": path.as_uri(), "sha256": sha256_file(path)}
    earlier = [{"recipe": "locate", "params": {"locating": ["plate"], "imageSize": 128}, "onnx": about}]
    done(stage_job(tmp_path, rows, "inspect", 1, device="cuda", earlier=earlier))


@pytest.mark.parametrize(("before", "after"), [("cuda", "cpu"), ("cpu", "cuda"), ("cuda", "cuda")])
@pytest.mark.parametrize("recipe", ["detect", "textrec"])
def test_a_training_goes_on_where_it_did_not_begin(recipe: str, before: str, after: str, tmp_path: Path) -> None:
    make_rows, make = JOBS[recipe]
    rows, params = make_rows(tmp_path), {"epochs": 4, "precision": "auto"}
    start(make(tmp_path, rows, "killed", device=before, params=params), save_every=2, kill_at=3).wait(900)
    resume = last_of(tmp_path / "killed", "checkpoint")
    found = done(make(tmp_path, rows, "resumed", device=after, params=params, resume=resume))
    moved = [one for one in of_type(found, "warning") if one["code"] == "train.otherDevice"]
    assert len(moved) == (before != after)


def test_a_full_card_is_named(tmp_path: Path) -> None:
    params = {"network": "m", "imageSize": 640, "batchSize": 8}
    job = make_job(tmp_path, drawn_rows(tmp_path), device="cuda", params=params)
    subprocess.run([sys.executable, "-c", TIGHT, "run", str(job)], capture_output=True, timeout=900)
    end = events(job.parent)[-1]
    assert (end["type"], end["as"], end["cause"]["code"]) == ("end", "failed", "train.outOfMemory"), end


def test_the_server_is_told_of_the_card() -> None:
    [card, *_] = [one for one in probe()["devices"] if one["id"] != "cpu"]
    assert card["id"] == "cuda:0" and card["name"] and card["memory_bytes"] > 1e9
