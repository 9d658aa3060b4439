"""How often each image is used: rare labels more often, images without objects in turns, all by seed and pass alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from drawn import drawn_rows, make_job

from loupe_engine.data.images import ImageStore
from loupe_engine.data.manifest import read_manifest
from loupe_engine.data.outlines import IGNORE
from loupe_engine.data.sampling import Passes, repeat_factors, turns_of
from loupe_engine.job import read_job
from loupe_engine.recipes.detect.data import TrainingSet, make_entries
from loupe_engine.recipes.detect.params import read_params


def labels(*images: list[int]) -> list[np.ndarray]:
    return [np.array(one, np.int64) for one in images]


MIXED = labels(*[[0]] * 15, [0, 1, 1], [], [IGNORE], [], [])
"""Label 1 on one of 16 images with objects, and four images without any."""


def orders(passes: Passes, count: int, seed: int = 7) -> list[np.ndarray]:
    return [passes.order(np.random.default_rng([seed, i]), seed, i) for i in range(count)]


def test_where_nothing_else_is_wanted_a_pass_is_the_permutation_that_it_always_was() -> None:
    passes = Passes(MIXED)
    assert passes.size == 20
    for i, order in enumerate(orders(passes, 3)):
        assert order.tolist() == np.random.default_rng([7, i]).permutation(20).tolist()
    assert passes.any_of(np.random.default_rng(3), 3) == np.random.default_rng(3).integers(0, 20, 3).tolist()
    assert passes.any_of(np.random.default_rng(3), 1) == [int(np.random.default_rng(3).integers(20))]
    nothing = Passes(labels([0], [1]), rare=0.5, empty_share=0.5)
    assert nothing.order(np.random.default_rng(1), 7, 0).tolist() == np.random.default_rng(1).permutation(2).tolist()


def test_images_of_rare_labels_are_used_as_often_as_lvis_says() -> None:
    assert repeat_factors(MIXED, 0).tolist() == [1] * 20
    assert repeat_factors(MIXED, 0.25).tolist() == [1] * 15 + [2] + [1] * 4  # sqrt(0.25 / (1 / 16))
    assert repeat_factors(labels([0], [0, 1]), 1).tolist() == pytest.approx([1, 2**0.5])
    assert repeat_factors(labels([], []), 1).tolist() == [1, 1]
    passes = Passes(MIXED, rare=0.25)
    assert passes.size == 21
    for order in orders(passes, 5):
        assert np.bincount(order).tolist() == [1] * 15 + [2] + [1] * 4


def test_a_part_of_a_use_is_a_use_in_some_passes_and_passes_are_equally_long() -> None:
    passes = Passes(labels(*[[0]] * 6, [1], [2], [2]), rare=0.5)
    wanted = repeat_factors(labels(*[[0]] * 6, [1], [2], [2]), 0.5)
    counts = np.stack([np.bincount(order, minlength=9) for order in orders(passes, 400)])
    assert (counts.sum(1) == passes.size).all() and passes.size == 12  # 9 and 2.12, 1.5 + 0.5 + 0.5, in whole numbers
    assert counts.min() == 1 and set(counts[:, 6]) == {2, 3}
    scale = (passes.size - 9) / (wanted - 1).sum()
    assert np.abs(counts.mean(0) - 1 - (wanted - 1) * scale).max() < 0.1


@pytest.mark.parametrize(("share", "empties"), [(1, 8), (0.5, 4), (0.3, 1), (0.05, 1), (0.75, 8)])
def test_images_without_objects_are_no_more_than_their_share_and_take_turns(share: float, empties: int) -> None:
    passes = Passes(labels(*[[0]] * 4, *[[]] * 8), empty_share=share)
    assert passes.size == 4 + empties
    counts = np.stack([np.bincount(order, minlength=12) for order in orders(passes, 16)])
    assert (counts[:, :4] == 1).all() and (counts[:, 4:].sum(1) == empties).all()
    used = counts[:, 4:].sum(0)
    assert used.min() == used.max() == 2 * empties, "every one of them, equally often"
    drawn = np.bincount(passes.any_of(np.random.default_rng(1), 4000), minlength=12) / 4000 * passes.size
    assert np.abs(drawn[:4] - 1).max() < 0.2 and np.abs(drawn[4:] - empties / 8).max() < 0.2


def test_an_image_that_comes_again_is_changed_otherwise() -> None:
    assert turns_of(np.array([3, 1, 3, 3, 1, 0])).tolist() == [0, 0, 1, 2, 1, 0]


def test_batches_hold_what_the_passes_say(tmp_path: Path) -> None:
    rows = drawn_rows(tmp_path, 6, 1)
    for row in rows[:5]:
        row["shapes"] = [shape for shape in row["shapes"] if shape["c"] == 0][:1]
    rows[4]["shapes"] = rows[3]["shapes"] = []
    params = {"repeatRare": 1, "emptyShare": 0.2, "epochSteps": 1, "batchSize": 2}

    def used(epoch: int) -> list[tuple[int, int]]:
        job = read_job(make_job(tmp_path, rows, params=params))
        entries = make_entries([x for x in read_manifest(job) if x.part == "train"], lambda *_, **__: None)
        training = TrainingSet(entries, ImageStore(job, 96, 2**26), read_params(job.params), 7, lambda *_, **__: None)
        found: list[tuple[int, int]] = []
        sample = training.sample
        training.sample = lambda epoch, *use: found.append(use) or sample(epoch, *use)
        for position in range(training.batches):
            training.batch((epoch, position))
        assert len(found) == training.uses
        return found

    first = used(0)
    assert first == used(0) and len(set(first)) == len(first)
    counts = np.bincount([index for index, _ in first], minlength=6)
    assert counts[5] == 2 and counts[[0, 1, 2]].min() == 1 and counts[[3, 4]].sum() == 1
    assert {index for epoch in range(2) for index, _ in used(epoch)} == set(range(6))


def test_the_order_of_an_epoch_is_made_once_and_is_the_same_from_several_threads(tmp_path: Path) -> None:
    rows = drawn_rows(tmp_path, 8, 1)
    params = {"repeatRare": 1, "emptyShare": 0.5, "epochSteps": 5, "batchSize": 4}
    job = read_job(make_job(tmp_path, rows, params=params))
    entries = make_entries([x for x in read_manifest(job) if x.part == "train"], lambda *_, **__: None)
    store = ImageStore(job, 96, 2**26)

    def fresh(repeats: int) -> TrainingSet:
        training = TrainingSet(entries, store, read_params(job.params), 7, lambda *_, **__: None)
        training.repeats = repeats
        return training

    kept, made = fresh(3), []
    order = kept.passes.order
    kept.passes.order = lambda rng, seed, number: made.append(number) or order(rng, seed, number)
    keys = [(epoch, position) for epoch in range(2) for position in range(kept.batches)]
    for key in keys:
        kept.batch(key)
    assert made == list(range(6)), "three passes for each of two epochs, once"
    for repeats in (3, 2):
        kept.repeats = repeats
        keys = [(epoch, position) for epoch in range(3) for position in range(kept.batches)]
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(kept.batch, keys[::-1]))[::-1]
        for key, one in zip(keys, found, strict=True):
            wanted = fresh(repeats).batch(key)
            assert np.array_equal(one.images, wanted.images) and np.array_equal(one.truths, wanted.truths)
