"""Outlines stay outlines to the end of a sample: clipped where the image ends, never clamped to its edge."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from drawn import drawn_rows, make_job

from loupe_engine.data.augment import Sample, Warp, crop, erase, flip, mosaic, random_matrix
from loupe_engine.data.images import ImageStore
from loupe_engine.data.manifest import ManifestImage, Shape, read_manifest
from loupe_engine.data.outlines import IGNORE, Outlines, boxes_of, clip_ring, clip_to, outlines_of, turned_round
from loupe_engine.job import read_job
from loupe_engine.recipes.detect.data import TrainingSet, make_entries, name_tiny, packed
from loupe_engine.recipes.detect.params import read_params


def ring(*points: tuple[float, float]) -> np.ndarray:
    return np.array(points, float)


def star(seed: int, corners: int, middle: float, least: float, most: float) -> np.ndarray:
    """A bent ring without crossings, around a point."""
    rng = np.random.default_rng(seed)
    angles = np.sort(rng.uniform(0, 2 * np.pi, corners))
    return middle + rng.uniform(least, most, corners)[:, None] * np.stack([np.cos(angles), np.sin(angles)], 1)


def filled(rings: list[np.ndarray], side: int, scale: int = 8) -> np.ndarray:
    """Pixels of rings on a fine grid, what lies in an odd number of them."""
    mask = np.zeros((side * scale, side * scale), np.uint8)
    cv2.fillPoly(mask, [np.round(r * scale * 16).astype(np.int32) for r in rings], 1, shift=4)
    return mask


def area_of(rings: list[np.ndarray]) -> float:
    return abs(sum((r[:, 0] * np.roll(r[:, 1], -1) - np.roll(r[:, 0], -1) * r[:, 1]).sum() / 2 for r in rings))


@pytest.mark.parametrize("seed", range(30))
def test_clipping_leaves_what_lies_in_the_window(seed: int) -> None:
    """Against pixels: the same area, and a box that is not larger than what is seen."""
    whole = turned_round(star(seed, 5 + seed % 14, 32, 4, 30), hole=False)
    low, high = (18 + seed % 9, 20.0), (45.0, 40 + seed % 7)
    pieces = clip_ring(whole, low, high)
    fine = filled([whole], 64)
    seen = np.zeros_like(fine)
    rows_seen, columns_seen = (slice(int(a * 8), int(b * 8)) for a, b in zip(low[::-1], high[::-1], strict=True))
    seen[rows_seen, columns_seen] = fine[rows_seen, columns_seen]
    assert area_of(pieces) == pytest.approx(seen.sum() / 64, abs=8)
    rows, columns = np.nonzero(seen)
    box = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]) / 8
    [found] = boxes_of(outlines_of([0], [pieces]))
    assert np.abs(found - box).max() <= 0.5


def test_a_bent_ring_that_leaves_and_comes_back_is_two_pieces() -> None:
    """A U seen from above its bend: a strip along the edge would join its arms, and reach into the corner."""
    u = ring((2, -5), (4, -5), (4, 8), (12, 8), (12, -5), (14, -5), (14, 10), (2, 10))
    above = clip_ring(u, (0, -20), (20, 5))
    assert sorted(boxes_of(outlines_of([0, 0], [[p] for p in above])).tolist()) == [[2, -5, 4, 5], [12, -5, 14, 5]]
    around = ring((-9, 6), (3, 6), (3, 8), (-7, 8), (-7, -6), (16, -6), (16, -4), (-9, -4))
    [left] = clip_ring(around, (0, 0), (20, 20))
    assert [*left.min(0), *left.max(0)] == [0, 6, 3, 8], "what runs by outside of the corner does not reach it"


def scratch(length: float = 600.0, width: float = 4.0) -> np.ndarray:
    """A thin scratch along the diagonal of an image."""
    return ring((0, width), (width, 0), (length, length - width), (length - width, length))


def test_of_a_scratch_only_what_is_seen_becomes_its_box() -> None:
    """The review measured two of five boxes of such scratches below an overlap of 0.5 with what is seen."""
    image = np.zeros((800, 800, 1), np.uint8)
    cv2.fillPoly(image, [np.round(scratch() + 100).astype(np.int32)], 255)
    truth = outlines_of([0], [[scratch() + 100]])
    rng, judged = np.random.default_rng(4), 0
    for _ in range(40):
        part, found = crop(rng, image, truth, (350, 400), (350, 400))
        for box, label in zip(boxes_of(found), found.labels, strict=True):
            if label == IGNORE:
                continue
            rows, columns = np.nonzero(part[..., 0])
            seen = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1])
            assert np.abs(box - seen).max() <= 2.5
            judged += 1
    assert judged >= 15


def test_half_of_a_scratch_is_no_hardly_visible_one() -> None:
    """Half of its length shows but only a quarter of its box."""
    seen = clip_to(outlines_of([3], [[scratch()]]), 300, 600)
    assert seen.labels.tolist() == [3]
    assert np.abs(boxes_of(seen)[0] - (0, 0, 300, 304)).max() <= 4.1
    assert clip_to(outlines_of([3], [[scratch()]]), 150, 600).labels.tolist() == [IGNORE]
    line = ring((0, 0), (100, 100), (50, 50))
    assert clip_to(outlines_of([3], [[line]]), 50, 100).labels.tolist() == [3], "by its length where it has no area"
    assert clip_to(outlines_of([3], [[line]]), 20, 100).labels.tolist() == [IGNORE]


@pytest.mark.parametrize("tilt", [0, 0.001])
@pytest.mark.parametrize("seed", range(12))
def test_turned_scaled_tilted_and_mirrored_outlines_stay_with_their_pixels(seed: int, tilt: float) -> None:
    image = np.zeros((96, 96, 1), np.uint8)
    bent = star(seed, 9, 48, 8, 40)
    cv2.fillPoly(image, [np.round((bent - 0.5) * 16).astype(np.int32)], 255, shift=4)
    rng = np.random.default_rng(seed)
    sample = mosaic(rng, (96, 96), [(image, outlines_of([0], [[bent]]))], Warp(180, 0.3, 0.3, tilt))
    sample = flip(sample, seed % 2 == 0, seed % 3 == 0)
    for box, label in zip(boxes_of(sample.outlines), sample.outlines.labels, strict=True):
        bright = (sample.image[..., 0] > 128) & (sample.image[..., 0] != 114)
        rows, columns = np.nonzero(bright)
        if label == 0:
            assert np.abs(box - (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)).max() <= (
                3 if tilt else 2
            ), "pixels of the drawn image that are near become larger"


@pytest.mark.parametrize("size", [96, 640, 2048])
def test_the_strongest_perspective_is_seen_and_turns_nothing_inside_out(size: int) -> None:
    """As strong at every size, and every corner of four images stays in front of the viewer."""
    far = size * np.array([[x, y, 1 / size] for x in (-1.5, 1.5) for y in (-1.5, 1.5)])
    depths = []
    for seed in range(60):
        four, alone = (
            random_matrix(np.random.default_rng(seed), Warp(0, 0, 0, 0.001), (size, size), reach)
            for reach in (1.5, 0.5)
        )
        assert (far @ four[2]).min() > 0.099
        depths.append((far / (3, 3, 1) @ alone[2]).min())
    assert 0.35 < min(depths) < 0.6 < max(depths), "one side of an image is nearer"
    middle = alone @ (0, 0, 1)
    assert (middle[:2] / middle[2]).tolist() == pytest.approx([size / 2, size / 2])


def test_holes_go_with_their_outline_to_the_end() -> None:
    shape = Shape(0, "polygon", (10, 10, 50, 10, 50, 50, 10, 50, 20, 20, 40, 20, 40, 40, 20, 40), False, (0, 4))
    [entry] = make_entries([ManifestImage(1, "0" * 64, 60, 60, "train", "a.png", (shape,))], lambda *_, **__: None)
    assert entry.outlines.owners.tolist() == [0, 0]
    seen = clip_to(entry.outlines, 35, 60)
    assert len(seen.labels) == 1 and area_of(pieces_of(seen)) == pytest.approx(25 * 40 - 15 * 20)
    sample = flip(Sample(np.zeros((60, 60, 1), np.uint8), seen), True, False)
    mask = filled(pieces_of(sample.outlines), 60)
    assert mask.sum() / 64 == pytest.approx(25 * 40 - 15 * 20, rel=0.02)
    assert boxes_of(sample.outlines).tolist() == [[25, 10, 50, 50]]


def pieces_of(outlines: Outlines) -> list[np.ndarray]:
    return np.split(outlines.points, outlines.starts[1:])


def test_a_patch_hides_by_what_it_covers_of_the_outline() -> None:
    """The patch lies in a corner of the box that the scratch does not touch, or on all of a small one."""
    for seed in range(30):
        sample = Sample(np.zeros((600, 600, 1), np.uint8), outlines_of([0], [[scratch()]]))
        hidden = erase(np.random.default_rng(seed), sample)
        assert hidden.outlines.labels.tolist() == [0], "a patch of a quarter of the side covers no 70 % of the diagonal"


def test_what_teaches_nothing_is_told() -> None:
    warned: list[tuple[str, object, object]] = []

    def warn(code: str, file: str | None = None, count: object = None) -> None:
        warned.append((code, file, count))

    shapes = (
        Shape(0, "rect", (10, 10, 10, 40), False),
        Shape(0, "polygon", (20, 20, 60, 20, 40, 20), False),
        Shape(0, "rect", (100, 100, 103, 103), False),
        Shape(0, "polygon", (200, 200, 520, 200, 520, 202, 200, 202), False),
        Shape(0, "rect", (300, 300, 400, 400), False),
    )
    entries = make_entries([ManifestImage(1, "0" * 64, 640, 640, "train", "a.png", shapes)], warn)
    assert warned == [("data.labelFlat", "a.png", 2)] and len(entries[0].outlines.labels) == 3
    warned.clear()
    name_tiny(entries, 640, warn)
    assert warned == []
    name_tiny(entries, 320, warn)
    assert warned == [("data.tiny", "a.png", 1)], "of 1.5 px each way; a line of 1 by 160 px can be taught"
    truths, ignored = packed([outlines_of([0], [[entries[0].outlines.points[4:8] / 2]])])
    assert truths[:, 2:].tolist() == [[100, 100, 260, 101]] and not len(ignored)


@pytest.mark.parametrize("images", [5, 4, 7, 3])
def test_every_image_comes_once_in_every_epoch(images: int, tmp_path: Path) -> None:
    job = read_job(make_job(tmp_path, drawn_rows(tmp_path, images, 1), params={"mosaic": 0}))

    def warn(code: str, **_: object) -> None:
        raise AssertionError(code)

    entries = make_entries([x for x in read_manifest(job) if x.part == "train"], warn)
    training = TrainingSet(entries, ImageStore(job, 96, 2**26), read_params(job.params), job.seed, warn)
    used: list[int] = []
    training.sample = lambda epoch, index, turn: used.append(index) or TrainingSet.sample(training, epoch, index, turn)
    for epoch in range(3):
        used.clear()
        sizes = [len(training.batch((epoch, position)).images) for position in range(training.batches)]
        assert sorted(used) == list(range(images))
        assert max(sizes) <= training.batch_size and max(sizes) - min(sizes) <= 1
