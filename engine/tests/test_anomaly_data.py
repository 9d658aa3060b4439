"""What an anomaly training makes of its images: which side of the split each is on, and odd ones among them."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest
import torch
from drawn_anomaly import anomaly_job, plate, plates, row

from loupe_engine import loop
from loupe_engine.control import Control
from loupe_engine.data.manifest import ManifestImage
from loupe_engine.events import EventLog
from loupe_engine.faults import Fault
from loupe_engine.job import read_job
from loupe_engine.recipes.anomaly.data import Images, canvas_of, require_enough
from loupe_engine.recipes.anomaly.methods import anomaly
from loupe_engine.recipes.anomaly.params import read_params
from loupe_engine.recipes.anomaly.recipe import Anomaly
from loupe_engine.recipes.anomaly.threshold import false_reject_threshold
from loupe_engine.recipes.base import Context


def of_parts(groups: str) -> list[ManifestImage]:
    """A good image to learn from for each letter: those of one letter show one part."""
    return [ManifestImage(i, "ab" * 32, 40, 20, "train", f"p{i}.png", (), "ok", part) for i, part in enumerate(groups)]


@pytest.mark.parametrize(("groups", "held"), [("aabbccddee", "ee"), ("aabb", "bb"), ("aaab", "b")])
def test_a_part_is_not_held_back_by_halves(groups: str, held: str) -> None:
    found = require_enough(Images(of_parts(groups), [], []))
    assert [p.group for p in found.ok] == list(held)
    assert [p.group for p in found.train] == [group for group in groups if group not in held]


def test_long_parts_leave_no_square_half_empty() -> None:
    long = of_parts("ab")
    assert canvas_of(long, read_params({"imageSize": 256})) == (128, 256)
    assert canvas_of(long, read_params({"imageSize": 256, "rotate90": True})) == (256, 256)
    upright = ManifestImage(9, "ab" * 32, 30, 40, "val", "p9.png", (), "ok", "z")
    assert canvas_of([*long, upright], read_params({"imageSize": 256})) == (256, 256)


def test_an_only_part_is_divided_image_by_image() -> None:
    found = require_enough(Images(of_parts("a" * 10), [], []))
    assert (len(found.train), len(found.ok)) == (8, 2)


@pytest.mark.parametrize("target", [0.001, 0.02, 0.1, 0.3])
def test_equal_scores_are_refused_together_or_not_at_all(target: float) -> None:
    """As images that are all black have them: a threshold on such a score would refuse each."""
    rng = np.random.default_rng(0)
    draws = [rng.integers(0, 8, count).astype(float) for count in (1, 2, 30, 200) for _ in range(20)]
    for scores in [*draws, np.full(1, 2.0), np.full(300, -1.0), np.repeat([1.0, 2.0, 3.0], [150, 100, 50])]:
        assert (scores >= false_reject_threshold(scores, target)).sum() <= target * (len(scores) + 1) + 1e-9


def prepared(job: Path) -> tuple[Anomaly, Context]:
    read = read_job(job)
    context = Context(read, EventLog(read.out / "events.jsonl"), Control(), torch.device("cpu"))
    recipe = anomaly(context)
    recipe.prepare(lambda done, total: None)
    return recipe, context


@pytest.mark.parametrize("method", ["synthetic", "memory"])
def test_images_that_are_all_black_are_refused_and_a_few_are_not(method: str, tmp_path: Path) -> None:
    dark = np.zeros((96, 96, 3), np.uint8)
    black = [row(tmp_path, i, dark, part, "ok", []) for i, part in enumerate(["train"] * 6 + ["val"] * 2)]
    with pytest.raises(Fault) as caught:
        prepared(anomaly_job(tmp_path, black, params={"method": method}))
    fault = caught.value
    assert (fault.code, fault.file, fault.details) == ("data.allFlat", "ok0.png", {"count": 6})
    some = [*black, row(tmp_path, 9, plate(9)[0], "train", "ok", [])]
    recipe, _ = prepared(anomaly_job(tmp_path, some, "some", params={"method": method}))
    assert len(recipe.images.train) == 7


def test_what_an_older_engine_wrote_about_its_training_fits(tmp_path: Path) -> None:
    """Its checkpoints and weights call the backbone by another name."""
    recipe, _ = prepared(anomaly_job(tmp_path, plates(tmp_path, 6, 2, 1)))
    older = {{"backbone": "trunk"}.get(key, key): value for key, value in recipe.fingerprint().items()}
    assert older["trunk"] == "efficientnet" and "backbone" not in older
    assert recipe.fits(older) and not recipe.fits({**older, "trunk": "ppocr"})
    net = recipe.build()
    weights = {"recipe": "anomaly", "method": "synthetic", "trunk": "efficientnet", "state": net.state_dict()}
    recipe.begin_from(net, weights)
    with pytest.raises(Fault):
        recipe.begin_from(net, {**weights, "trunk": "ppocr"})


@pytest.mark.parametrize("broken", ["bytes", "shape", "recipe"])
def test_weights_to_begin_with_that_do_not_fit_are_named(broken: str, tmp_path: Path) -> None:
    rows = plates(tmp_path, 6, 2, 1)
    whole, _ = prepared(anomaly_job(tmp_path, rows, "whole"))
    state = whole.build().state_dict()
    name = next(key for key, value in state.items() if value.ndim == 4)
    state[name] = state[name][..., :0] if broken == "shape" else state[name]
    recipe = "detect" if broken == "recipe" else "anomaly"
    metadata = {"recipe": recipe, "method": "synthetic", "backbone": "efficientnet"}
    path = tmp_path / "best.pt"
    torch.save({**metadata, "state": state}, path)
    if broken == "bytes":
        path.write_bytes(path.read_bytes()[:-50])
    start = {"url": path.as_uri(), "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    job = anomaly_job(tmp_path, rows, start=start)
    recipe, context = prepared(job)
    with pytest.raises(Fault) as caught:
        loop._begin_from(recipe, recipe.build(), context)
    assert (caught.value.code, caught.value.file) == ("start.damaged", "best.pt")
    assert caught.value.details["reason"]
