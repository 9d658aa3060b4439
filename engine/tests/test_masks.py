"""Masks: outlines as cells, windows, run lengths; figures against pycocotools; what is wrong with shapes, by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from drawn_rings import circle
from pycocotools import mask as coco_mask
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

from loupe_engine.data.manifest import ManifestImage, Shape
from loupe_engine.data.masks import (
    EMPTY,
    Window,
    coco_runs,
    coverage,
    filled,
    on_pixels,
    runs,
    shared,
    tight,
    unpacked,
    window_of,
)
from loupe_engine.recipes.detect.data import Entry, make_entries
from loupe_engine.recipes.detect.loss import Match, Truths
from loupe_engine.recipes.segment.bits import packed_bits
from loupe_engine.recipes.segment.loss import Masks, mask_loss
from loupe_engine.recipes.segment.metrics import Instances, boundary_f, evaluate
from loupe_engine.recipes.segment.shapes import is_filled, name_bad
from loupe_engine.recipes.segment.truths import packed_masks, times_finer

SQUARE = np.array([[2.0, 2], [10, 2], [10, 10], [2, 10]])
SOUTH, EAST = np.array([22, 20]), np.array([24, 0])
HOLE = np.array([[4.0, 4], [8, 4], [8, 8], [4, 8]])


def shape(*rings: np.ndarray, kind: str = "polygon", label: int = 0, ignore: bool = False) -> Shape:
    parts = np.cumsum([0, *map(len, rings)])[:-1].tolist()
    return Shape(label, kind, tuple(np.concatenate(rings).ravel().tolist()), ignore, tuple(parts))


def entry(*shapes: Shape, side: int = 40, boxes: bool = False) -> Entry:
    image = ManifestImage(1, "", side, side, "val", "a.png", shapes)
    return make_entries([image], lambda *told, **args: None, lambda one: is_filled(one, boxes))[0]


def test_a_ring_in_a_ring_is_a_hole_whichever_way_it_runs() -> None:
    for hole in (HOLE, HOLE[::-1]):
        mask = filled([SQUARE, hole], 12, 12)
        assert mask.sum() == 64 - 16 and not mask[5, 5] and mask[2, 2] and not mask[10, 10]
    assert filled([SQUARE, HOLE, np.array([[5.0, 5], [7, 5], [7, 7], [5, 7]])], 12, 12).sum() == 64 - 16 + 4
    assert not filled([], 4, 4).any() and filled([SQUARE], 0, 0).size == 0


@pytest.mark.parametrize("seed", range(4))
def test_cells_are_those_whose_middle_lies_within(seed: int) -> None:
    """By the angle around each middle, another way to say what lies in a ring; also where it leaves the grid."""
    rng = np.random.default_rng(seed)
    ring = rng.uniform(-5, 25, (7, 2))
    y, x = np.mgrid[:20, :20] + 0.5
    away = ring[None, None] - np.stack([x, y], -1)[:, :, None]
    turn = np.angle(np.exp(1j * np.diff(np.arctan2(*away.T), axis=0, append=np.arctan2(*away.T)[:1])))
    assert np.array_equal(filled([ring], 20, 20), np.round(turn.sum(0) / (2 * np.pi)).astype(int).T % 2 == 1)


def test_a_cell_that_is_covered_in_part_says_how_much() -> None:
    cover = coverage([np.array([[1.0, 0], [2.5, 0], [2.5, 2], [1, 2]])], 2, 4)
    assert cover.tolist() == [[0, 255, 127, 0]] * 2


def test_a_shape_below_a_pixel_takes_the_one_it_lies_in() -> None:
    speck = window_of([np.array([[3.6, 4.6], [3.8, 4.6], [3.8, 4.8]])], 10, 10)
    assert (speck.x, speck.y, speck.area) == (3, 4, 1)
    assert window_of([SQUARE + 50], 10, 10) is EMPTY and window_of([], 10, 10) is EMPTY


def test_windows_come_back_from_runs_and_bits() -> None:
    mask = filled([SQUARE, HOLE], 16, 16)
    [window] = unpacked(np.packbits(mask, axis=1)[None])
    assert (window.x, window.y, window.bits.shape) == (2, 2, (8, 8)) and np.array_equal(window.bits, mask[2:10, 2:10])
    counts = runs(window.bits)
    assert counts[0] == 0 and sum(counts) == 64
    assert np.array_equal(np.repeat(np.arange(len(counts)) % 2, counts).reshape(8, 8).astype(bool), window.bits)
    assert runs(EMPTY.bits) == [] and unpacked(np.zeros((1, 4, 1), np.uint8)) == [EMPTY]


def test_run_lengths_are_those_of_coco() -> None:
    mask = filled([SQUARE, HOLE, SQUARE + np.array([12, 3])], 20, 30)
    told = coco_runs(tight(Window(0, 0, mask)), 20, 30)
    packed = coco_mask.frPyObjects(told, 20, 30)
    assert np.array_equal(coco_mask.decode(packed).astype(bool), mask)
    assert coco_mask.encode(np.asfortranarray(mask.astype(np.uint8)))["counts"] == packed["counts"]


def test_cells_become_pixels_by_their_middle() -> None:
    pixels = on_pixels(Window(1, 1, np.ones((2, 2), bool)), (2.5, 2.0), 20, 20)
    assert (pixels.x, pixels.y, pixels.bits.shape) == (2, 2, (4, 5))  # 2.5 to 7.5 holds the middles 2.5 to 6.5
    assert on_pixels(Window(9, 9, np.ones((2, 2), bool)), (2.5, 2.0), 20, 10) is EMPTY


def test_outlines_two_pixels_apart_agree_and_three_do_not() -> None:
    a = Window(5, 5, np.ones((30, 30), bool))
    assert boundary_f(a, a) == boundary_f(a, Window(7, 5, a.bits)) == 1
    far = boundary_f(a, Window(8, 8, a.bits))
    assert 0 < far < 0.2
    assert boundary_f(a, EMPTY) == 0


def material() -> tuple[list[Entry], list[Instances], list[np.ndarray], list[list[np.ndarray]]]:
    """Two labels on two images with holes, pieces, and things found beside or twice: entries, what was found, and both
    again as whole masks.
    """
    rings = [[[circle(12, 12, 9), circle(12, 12, 4)], [SQUARE + SOUTH, SQUARE + EAST]], [[circle(20, 20, 12.5)]]]
    entries = [entry(*(shape(*one, label=i) for i, one in enumerate(each))) for each in rings]
    truths = [[filled(one, 40, 40) for one in each] for each in rings]
    found = [
        [(filled([circle(12.5, 12, 9), circle(12, 12, 5)], 40, 40), 0.9, 0), (truths[0][1], 0.8, 1)],
        [(filled([circle(22, 20, 12)], 40, 40), 0.7, 0), (filled([circle(30, 8, 6)], 40, 40), 0.75, 1)],
    ]
    instances = []
    for each in found:
        windows = [tight(Window(0, 0, mask)) for mask, _, _ in each]
        boxes = np.array([[w.x, w.y, w.x + w.bits.shape[1], w.y + w.bits.shape[0]] for w in windows], float)
        scores, labels = np.array([s for _, s, _ in each]), np.array([c for _, _, c in each])
        instances.append(Instances(boxes, scores, labels, windows, (1.0, 1.0), (40, 40)))
    return entries, instances, truths, [[mask for mask, _, _ in each] for each in found]


def test_figures_are_those_of_pycocotools() -> None:
    entries, found, truths, masks = material()

    def rle(mask: np.ndarray) -> dict[str, Any]:
        return coco_mask.encode(np.asfortranarray(mask.astype(np.uint8)))

    rows = [(i, c, rle(mask)) for i, each in enumerate(truths) for c, mask in enumerate(each)]
    boxes = [{"area": float(coco_mask.area(r)), "bbox": coco_mask.toBbox(r).tolist(), "iscrowd": 0} for _, _, r in rows]
    coco = COCO()
    coco.dataset = {
        "images": [{"id": i, "width": 40, "height": 40} for i in (0, 1)],
        "categories": [{"id": 0}, {"id": 1}],
        "annotations": [
            {"id": k + 1, "image_id": i, "category_id": c, "segmentation": r, **boxes[k]}
            for k, (i, c, r) in enumerate(rows)
        ],
    }
    coco.createIndex()
    told = [
        {"image_id": i, "category_id": int(c), "segmentation": rle(mask), "score": float(s)}
        for i, (one, each) in enumerate(zip(found, masks, strict=True))
        for c, s, mask in zip(one.classes, one.scores, each, strict=True)
    ]
    run = COCOeval(coco, coco.loadRes(told), "segm")
    run.evaluate()
    run.accumulate()
    run.summarize()
    scores = evaluate(entries, found, 2, 0.5)
    assert scores.map50_95 == pytest.approx(run.stats[0]) and scores.map50 == pytest.approx(run.stats[1])
    assert 0.3 < scores.map50_95 < 0.95 and scores.box_map50 > 0.5
    assert 0.9 < scores.boundary_f <= 1 and 0 < scores.area_error < 0.2


def test_what_only_has_a_box_counts_neither_way_as_a_mask() -> None:
    rect = shape(np.array([[22.0, 22], [34, 34]]), kind="rect")
    ring = shape(SQUARE, HOLE)
    one = material()[1][0]
    inside = Window(24, 24, np.ones((8, 8), bool))
    found = Instances(np.array([[24.0, 24, 32, 32]]), np.array([0.9]), np.array([0]), [inside], one.cell, one.grid)
    assert evaluate([entry(ring, rect)], [found], 1, 0.5, 0.5).precision == 0  # neither right nor wrong
    assert evaluate([entry(ring, rect)], [found], 1, 0.5, 0.5).truths == [1]
    assert evaluate([entry(ring, rect, boxes=True)], [found], 1, 0.3, 0.5).recall == 0.5


def warnings(*shapes: Shape, boxes: bool = False) -> dict[str, int]:
    told: dict[str, int] = {}

    def warn(code: str, **args: Any) -> None:
        assert args["file"] == "a.png"
        told[code] = args["count"]

    image = ManifestImage(1, "", 40, 40, "train", "a.png", shapes)
    name_bad([image], boxes, warn)
    make_entries([image], warn, lambda one: is_filled(one, boxes))
    return told


def test_bad_shapes_are_named_and_the_good_ones_used() -> None:
    good = shape(SQUARE, HOLE)
    line = shape(np.array([[1.0, 1], [9, 9], [5, 5]]))
    eight = shape(np.array([[1.0, 1], [20, 20], [20, 1], [1, 24]]))
    leaving = shape(SQUARE, np.array([[4.0, 4], [14, 4], [14, 8], [4, 8]]))
    rect = shape(np.array([[5.0, 5], [30, 30]]), kind="rect")
    assert warnings(good) == {} and warnings(good, shape(SQUARE + 20, ignore=True)) == {}
    assert warnings(good, line) == {"data.outlineFlat": 1}
    assert warnings(eight, good) == {"data.outlineCrosses": 1}
    # of the same size on both sides, so that their signed areas cancel out
    bow = shape(np.array([[1.0, 1], [20, 20], [20, 1], [1, 20]]))
    assert warnings(bow, good) == {"data.outlineCrosses": 1} and entry(bow).outlines.filled.all()
    assert warnings(leaving) == {"data.holeOutside": 1}
    box = shape(np.array([[5.0, 5], [5, 30], [30, 30.04], [30, 5]]))  # as boxes are in a set of polygons
    assert warnings(good, rect, box) == {"data.rectsOnly": 2} and warnings(rect, box, boxes=True) == {}
    assert warnings(shape(SQUARE + np.array([[0, 0], [0, 1], [0, 1], [0, 0]]))) == {}, "a leaning outline is no box"
    assert warnings(shape(np.array([[5.0, 5], [9, 5], [7, 5]]))) == {"data.labelFlat": 1}
    assert warnings(shape(SQUARE, SQUARE + 20)) == {}, "a second piece is no hole"
    truth = entry(good, line, eight, leaving, rect).outlines
    assert truth.filled.tolist() == [True, False, True, True, False] and len(truth.labels) == 5


def test_a_batch_has_the_windows_of_its_truths() -> None:
    outlines = entry(shape(SQUARE * 2, HOLE * 2), shape(np.array([[22.0, 22], [34, 34]]), kind="rect")).outlines
    windows, cells = packed_masks([outlines], np.ones(2), 4, (64, 64))
    assert windows.tolist() == [[0, 0, 6, 6], [0, 0, 0, 0]] and len(cells) == 24 * 24
    expected = filled([SQUARE * 2, HOLE * 2], 24, 24)
    assert (cells.reshape(24, 24) == 255 * expected).all(), "cells of a pixel, though prototypes have four"
    finer, _ = packed_masks([outlines], np.full(2, 2.0), 2, (96, 96))
    assert finer.tolist() == [[0, 0, 24, 24], [0, 0, 0, 0]]
    assert [times_finer(side, side, 4) for side in (32, 33, 64, 65)] == [4, 2, 2, 1], "the larger, the coarser"


@pytest.mark.parametrize("corner", [9.0, 10.0, 11.0])
def test_prototypes_can_learn_an_object_smaller_than_their_cells(corner: float) -> None:
    """Of 4 px it covers no cell of 4 px by more than half, from two of these corners on even by a quarter."""
    square = np.array([[0.0, 0], [4, 0], [4, 2], [4, 4], [0, 4]]) + corner  # with four corners it would be a box
    box = torch.tensor([[corner, corner, corner + 4, corner + 4]])
    windows, cells = packed_masks([entry(shape(square)).outlines], np.ones(2), 4, (32, 32))
    masks = Masks.of(torch.from_numpy(windows), torch.from_numpy(cells), 4)
    first, none = torch.zeros(1, dtype=torch.long), torch.zeros(0, 4)
    truths = Truths(first, first, box, none[:, 0].long(), none)
    match = Match(first, first, first, torch.ones(1))
    prototypes = torch.zeros(1, 1, 8, 8, requires_grad=True)
    step = torch.optim.Adam([prototypes], 0.3)
    for _ in range(100):
        step.zero_grad()
        mask_loss(torch.ones(1, 1, 1), prototypes, truths, masks, match, match.weights, None).backward()
        step.step()
    [found] = unpacked(packed_bits(prototypes[0].detach(), torch.ones(1, 1), box, 4, 4, (32, 32)).numpy())
    true = window_of([square], 32, 32)
    both = shared(found, true)
    assert both / (found.area + true.area - both) > 0.6
