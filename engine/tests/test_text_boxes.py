"""Boxes from maps of text, the geometry under them, and the figures made of them."""

from __future__ import annotations

import json

import numpy as np
import pytest
from drawn_maps import GOLDEN, drawn_map, turned_corners, unpacked

from loupe_engine.recipes.text.boxes import MOST, MOST_REGIONS, TextThresholds, text_boxes
from loupe_engine.recipes.text.det_metrics import matched, scores_of
from loupe_engine.recipes.text.quads import (
    is_convex,
    offset,
    overlap_area,
    perimeter,
    polygon_iou,
    signed_area,
    smallest_quad,
)

CASES = json.loads(GOLDEN.read_text("utf-8"))["cases"]
FIT = TextThresholds(binary=0.45, unclip=0)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_boxes_are_those_of_the_golden_file(case: dict) -> None:
    cells = unpacked(case["map"]["zlib"], case["map"]["height"], case["map"]["width"])
    size = (case["image"]["height"], case["image"]["width"])
    found = text_boxes(cells, case["scale"], size, TextThresholds(**case["thresholds"]))
    assert len(found.quads) == len(case["boxes"])
    np.testing.assert_allclose(found.scores, [box["score"] for box in case["boxes"]], rtol=0, atol=1e-9)
    if len(found.quads):
        np.testing.assert_allclose(found.quads, [box["quad"] for box in case["boxes"]], rtol=0, atol=1e-6)


def test_drawn_rectangles_come_back() -> None:
    rng = np.random.default_rng(1)
    for _ in range(60):
        wide, high = rng.uniform(30, 90), rng.uniform(18, 40)
        truth = turned_corners(*rng.uniform(62, 66, 2), wide, high, rng.uniform(0, 180))
        scale = rng.uniform(0.5, 3)
        found = text_boxes(drawn_map(128, 128, [truth]), (scale, scale), (round(128 * scale),) * 2, FIT)
        assert len(found.quads) == 1
        assert polygon_iou(truth * scale, found.quads[0].reshape(4, 2)) > 0.9


def test_a_text_is_read_from_its_left_or_from_its_top() -> None:
    for degrees in range(-80, 81, 10):
        u = np.array([np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))])
        cells = drawn_map(128, 128, [turned_corners(64, 64, 90, 12, degrees)])
        start, end = text_boxes(cells, (1, 1), (128, 128), FIT).quads[0].reshape(4, 2)[:2]
        if abs(degrees) < 80:
            assert (end - start) @ u > 80, degrees
    for degrees in (88, 90, 92):
        cells = drawn_map(128, 128, [turned_corners(64, 64, 90, 12, degrees)])
        start, end = text_boxes(cells, (1, 1), (128, 128), FIT).quads[0].reshape(4, 2)[:2]
        assert end[1] - start[1] > 80


def test_a_box_grows_by_its_area_over_its_outline() -> None:
    cells = drawn_map(64, 128, [turned_corners(64, 32, 60, 20, 0)])
    plain, grown = (text_boxes(cells, (1, 1), (64, 128), TextThresholds(unclip=u)).quads[0] for u in (0, 1.5))
    away = 60 * 20 * 1.5 / 160
    np.testing.assert_allclose(grown - plain, np.array([-1, -1, 1, -1, 1, 1, -1, 1]) * away, atol=1e-9)


def test_an_empty_map_has_no_box_and_a_full_one_has_one_within_the_image() -> None:
    assert len(text_boxes(np.zeros((64, 64), np.uint8), (1, 1), (64, 64), FIT).quads) == 0
    found = text_boxes(np.full((64, 96), 255, np.uint8), (2, 2), (128, 192), TextThresholds())
    assert found.quads.tolist() == [[0, 0, 192, 0, 192, 128, 0, 128]] and found.scores.tolist() == [1]


def test_noise_and_many_regions_give_a_bounded_number_of_boxes() -> None:
    rng = np.random.default_rng(2)
    noise = rng.integers(0, 256, (640, 640)).astype(np.uint8)
    for binary in (0.1, 0.5, 0.7, 0.9):
        assert len(text_boxes(noise, (1, 1), (640, 640), TextThresholds(binary, 0, 1.6)).quads) <= MOST
    blocks = np.zeros((640, 640), np.uint8)
    for y in range(0, 640, 10):
        for x in range(0, 640, 10):
            blocks[y : y + 5, x : x + 6] = 200
    assert (blocks > 0).sum() // 30 > MOST_REGIONS
    assert len(text_boxes(blocks, (1, 1), (640, 640), TextThresholds()).quads) == MOST


def test_overlaps_are_those_of_pixels() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        a, b = (turned_corners(*rng.uniform(80, 120, 2), *rng.uniform(30, 90, 2), rng.uniform(0, 180)) for _ in "ab")
        fill = [drawn_map(200, 200, [one], 255) > 127 for one in (a, b)]
        assert overlap_area(a, b) == pytest.approx((fill[0] & fill[1]).sum(), abs=0.02 * abs(signed_area(a)) + 15)
        assert polygon_iou(a, b) == pytest.approx(polygon_iou(b[::-1], a), abs=1e-12)
    notched = np.array([[0, 0], [10, 0], [10, 10], [5, 5], [0, 10]], np.float64)
    assert overlap_area(notched, np.array([[0, 6], [10, 6], [10, 10], [0, 10]], np.float64)) == pytest.approx(16)


def test_an_offset_moves_every_edge_by_the_distance() -> None:
    quad = np.array([[10, 10], [90, 20], [80, 60], [20, 50]], np.float64)
    assert is_convex(quad) and not is_convex(quad[[0, 2, 1, 3]])
    away = offset(quad, -5)
    assert away is not None
    for i in range(4):
        a, b = quad[i], quad[(i + 1) % 4]
        n = np.array([a[1] - b[1], b[0] - a[0]]) / np.linalg.norm(b - a)
        assert (away[i] - a) @ n == pytest.approx(5) and (away[(i + 1) % 4] - a) @ n == pytest.approx(5)
    assert offset(quad, -30) is None
    back = offset(away, 5)
    assert back is not None
    np.testing.assert_allclose(back, quad, atol=1e-9)
    assert perimeter(back) == pytest.approx(perimeter(quad))


def test_the_smallest_quad_around_an_outline() -> None:
    truth = turned_corners(60, 50, 80, 20, 15)
    middle = (truth[0] + truth[1]) / 2
    found = smallest_quad(np.array([truth[0], middle, *truth[1:]]))
    np.testing.assert_allclose(found, truth, atol=1e-3)


def quads(*boxes: tuple[float, float, float, float]) -> np.ndarray:
    return np.array([[x, y, x + w, y, x + w, y + h, x, y + h] for x, y, w, h in boxes], np.float64).reshape(-1, 8)


def test_figures_count_pairs_and_leave_out_what_is_ignored() -> None:
    truths = list(quads((0, 0, 100, 20), (0, 50, 100, 20), (0, 100, 100, 20)).reshape(-1, 4, 2))
    found = quads((0, 2, 100, 20), (5, 0, 100, 20), (200, 0, 50, 20), (10, 101, 80, 18))
    one = matched(truths, [False, False, True], found)
    # the second found is on the first truth again, the third on nothing, the fourth on what is ignored
    assert one.pairs == [(0, 0)] or one.pairs == [(0, 1)]
    assert (one.truths, one.found) == (2, 3)
    scores = scores_of([one, matched([], [], quads())])
    assert (scores.precision, scores.recall) == (pytest.approx(1 / 3), 0.5)
    assert scores.hmean == pytest.approx(0.4)
    assert scores_of([matched([], [], quads((0, 0, 9, 9)))]).hmean == 0
    assert scores_of([matched([], [], quads())]).hmean == 1
