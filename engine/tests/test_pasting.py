"""Pasted objects: cut by their outlines, laid softly, at places of their label, over nothing that must be seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from drawn import drawn_rows, make_job

from loupe_engine.data.images import ImageStore
from loupe_engine.data.manifest import read_manifest
from loupe_engine.data.outlines import IGNORE, Outlines, boxes_of, outlines_of
from loupe_engine.data.pasting import MOST_HIDDEN, Objects, objects_of, opacity, paste_objects
from loupe_engine.job import read_job
from loupe_engine.recipes.detect.data import TrainingSet, make_entries
from loupe_engine.recipes.detect.params import read_params

SIDE = 120
NONE = outlines_of([], [])


def box(x: float, y: float, right: float, bottom: float) -> np.ndarray:
    return np.array([[x, y], [right, y], [right, bottom], [x, bottom]], float)


def diamond(x: float, y: float, half: float) -> np.ndarray:
    return np.array([[x, y - half], [x + half, y], [x, y + half], [x - half, y]], float)


def source(level: int = 80, channels: int = 3) -> tuple[np.ndarray, Outlines]:
    """A bright diamond of label 1 about (30, 90) on an even ground."""
    image = np.full((SIDE, SIDE, channels), level, np.uint8)
    y, x = np.mgrid[:SIDE, :SIDE] + 0.5
    image[abs(x - 30) + abs(y - 90) < 14] = level + 100
    return image, outlines_of([1], [[diamond(30, 90, 14)]])


def objects(*outlines: Outlines) -> Objects:
    return objects_of([(one, (SIDE, SIDE)) for one in outlines])


def pasted(
    seed: int, image: np.ndarray, outlines: Outlines, mirror: tuple[bool, bool] = (True, True), **of: Any
) -> tuple[np.ndarray, Outlines]:
    given = source(**of)
    return paste_objects(np.random.default_rng(seed), image, outlines, objects(given[1]), lambda _: given, mirror)


@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("seed", range(6))
def test_a_pasted_object_stands_where_its_outline_says_and_nothing_else_changes(seed: int, channels: int) -> None:
    ground = np.full((SIDE, SIDE, channels), 140, np.uint8)
    image, found = pasted(seed, ground, NONE)
    assert (ground == 140).all() and image.shape == ground.shape and 1 <= len(found.labels) <= 3
    assert (found.labels == 1).all()
    whole = np.zeros((SIDE, SIDE), bool)
    y, x = np.mgrid[:SIDE, :SIDE] + 0.5
    for x1, y1, x2, y2 in boxes_of(found):
        assert 2 * 14 / 1.26 < x2 - x1 < 2 * 14 * 1.26 and x1 >= 0 and x2 <= SIDE
        distance = abs(x - (x1 + x2) / 2) / (x2 - x1) + abs(y - (y1 + y2) / 2) / (y2 - y1)
        # bright as it was above its ground, dark ground gone with the outline
        assert (image[distance < 0.35] > 225).all()
        whole |= distance < 0.5 + 5 / (x2 - x1)
    assert (image[~whole] == 140).all()


def test_places_are_those_of_the_label_and_flips_only_where_they_are_allowed() -> None:
    ground = np.full((SIDE, SIDE, 1), 80, np.uint8)
    given, arrow = source(channels=1)[0], np.array([[20, 80], [40, 90], [20, 100]], float)
    stock = objects(outlines_of([1], [[arrow]]))
    middles, turned = [], {True: set(), False: set()}
    for seed in range(40):
        for allowed in (True, False):
            random = np.random.default_rng(seed)
            one = outlines_of([1], [[arrow]])
            found = paste_objects(random, ground, NONE, stock, lambda _, one=one: (given, one), (allowed, False))[1]
            for ring in np.split(found.points, found.starts[1:]):
                middles.append((ring.min(0) + ring.max(0)) / 2 / SIDE)
                turned[allowed].add(bool(ring[1, 0] < ring[0, 0]))
    assert turned == {True: {True, False}, False: {False}}
    # one image holds up to three, which give way to each other
    assert np.abs(np.median(middles, 0) - (0.25, 0.75)).max() < 0.02
    assert np.abs(np.array(middles) - (0.25, 0.75)).max() < 0.2


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_pasted_over_ignored_regions_and_little_of_other_objects_is_hidden(seed: int) -> None:
    ground = np.full((SIDE, SIDE, 3), 140, np.uint8)
    there = outlines_of([IGNORE, 0], [[box(0, 92, 120, 120)], [box(20, 60, 40, 80)]])
    image, found = pasted(seed, ground, there)
    assert (image[92:] == 140).all()
    first, new = boxes_of(found)[1], boxes_of(found)[2:]
    for one in new:
        common = (np.minimum(first[2:], one[2:]) - np.maximum(first[:2], one[:2])).clip(min=0).prod()
        assert common <= MOST_HIDDEN * 400 and one[3] <= 92
    assert found.labels[:2].tolist() == [IGNORE, 0] and (found.labels[2:] == 1).all()
    everywhere = outlines_of([IGNORE], [[box(0, 0, 120, 120)]])
    same, none = pasted(seed, ground, everywhere)
    assert same is ground and none is everywhere


def test_what_is_cut_off_or_hides_another_is_not_taken() -> None:
    inside, edge, ignored = box(10, 10, 30, 30), box(0, 50, 20, 70), box(60, 60, 80, 80)
    on_another, covered = box(85, 10, 110, 35), box(90, 15, 100, 25)
    one = outlines_of([0, 1, IGNORE, 2, 3], [[r] for r in (inside, edge, ignored, on_another, covered)])
    stock = objects(NONE, one)
    assert (stock.image.tolist(), stock.truth.tolist(), stock.label.tolist()) == ([1, 1], [0, 4], [0, 3])
    assert stock.middle[0].tolist() == pytest.approx([20 / SIDE, 20 / SIDE])
    ground = np.zeros((SIDE, SIDE, 1), np.uint8)
    assert paste_objects(np.random.default_rng(1), ground, NONE, objects(NONE), source, (True, True))[0] is ground


def test_an_object_whose_image_broke_is_left_out() -> None:
    ground = np.zeros((SIDE, SIDE, 1), np.uint8)
    grey = np.full((SIDE, SIDE, 1), 114, np.uint8), outlines_of([IGNORE], [[box(0, 0, SIDE, SIDE)]])
    stock = objects(outlines_of([1], [[diamond(30, 90, 14)]]))
    assert paste_objects(np.random.default_rng(1), ground, NONE, stock, lambda _: grey, (True, True))[0] is ground


def test_outlines_are_soft_outside_and_rectangles_within_and_holes_stay_holes() -> None:
    rectangle = opacity([box(4, 4, 44, 24)], (48, 28))
    assert rectangle[14, 24] == 1 and 0 < rectangle[5, 24] < 1 and (rectangle[:4] == 0).all()
    ring = [diamond(30, 30, 25), diamond(30, 30, 12)[::-1]]
    soft = opacity(ring, (60, 60))
    assert soft[30, 30] < 0.05 and soft[30, 12] > 0.95 and soft[0, 0] == 0
    outside = soft[30, 54:60]
    assert (np.diff(outside) <= 0).all() and 0.3 < outside[1] < 1 and outside[-1] < 0.1


def training_set(folder: Path, **params: Any) -> TrainingSet:
    rows = drawn_rows(folder, 4, 1)
    rows[3]["shapes"] = []
    job = read_job(make_job(folder, rows, params=params))
    entries = make_entries([x for x in read_manifest(job) if x.part == "train"], lambda *_, **__: None)
    detail = ImageStore(job, 128, 2**26) if params.get("cropShare") else None
    return TrainingSet(entries, ImageStore(job, 96, 2**26), read_params(job.params), 7, lambda *_, **__: None, detail)


ALONE = {"mosaic": 0, "scale": 0, "translate": 0, "epochs": 30, "closeMosaicEpochs": 5}


def test_a_training_pastes_by_seed_epoch_and_index_and_not_in_its_last_epochs(tmp_path: Path) -> None:
    off, on = training_set(tmp_path, **ALONE), training_set(tmp_path, **ALONE, copyPaste=1)
    counts = {epoch: [len(on.sample(epoch, i).outlines.labels) for i in range(4)] for epoch in (0, 1, 25)}
    before = [len(off.sample(0, i).outlines.labels) for i in range(4)]
    assert before[3] == 0 and counts[0][3] > 0, "also onto an image without objects"
    assert all(b >= a for a, b in zip(before, counts[0], strict=True)) and counts[25] == before
    again = training_set(tmp_path, **ALONE, copyPaste=1)
    again.sample(1, 2)
    one, other = on.sample(0, 1), again.sample(0, 1)
    assert np.array_equal(one.image, other.image) and np.array_equal(one.outlines.points, other.outlines.points)
    assert not np.array_equal(one.image, off.sample(0, 1).image)


def test_crops_are_taken_after_pasting(tmp_path: Path) -> None:
    crops = {"cropShare": 100, "sourceSize": 128, "cropWidth": [128, 128], "cropHeight": [128, 128]}
    off, on = training_set(tmp_path, **ALONE, **crops), training_set(tmp_path, **ALONE, **crops, copyPaste=1)
    assert len(off.sample(0, 3).outlines.labels) == 0 < len(on.sample(0, 3).outlines.labels)
