"""Small parts: schedule, averaging, checkpoints, boxes, assignment, augmentation, figures."""

from __future__ import annotations

from pathlib import Path
from time import sleep

import numpy as np
import pytest
import torch
from drawn import drawn_rows, make_job, truths_of

from loupe_engine import checkpoint
from loupe_engine.data.augment import Warp, blend, flip, mosaic, recolour
from loupe_engine.data.images import ImageStore
from loupe_engine.data.manifest import ManifestImage, Shape, read_manifest
from loupe_engine.data.outlines import IGNORE, Outlines, boxes_of, outlines_of
from loupe_engine.data.prefetch import MARGIN, prefetch
from loupe_engine.faults import Fault, as_fault
from loupe_engine.job import Resume, read_job
from loupe_engine.nn.boxes import complete_overlap, firm_after, overlap, suppress, suppress_by_class
from loupe_engine.nn.letterbox import FILL, letterbox, shrink
from loupe_engine.recipes.detect.data import TrainingSet, make_entries
from loupe_engine.recipes.detect.loss import Match, assign, losses
from loupe_engine.recipes.detect.metrics import Detections, evaluate
from loupe_engine.recipes.detect.model import Detector, anchor_points, decode_boxes, grids
from loupe_engine.recipes.detect.params import read_params
from loupe_engine.schedule import averaging_decay, learning_rate


def test_the_rate_warms_up_and_falls_to_its_share() -> None:
    rates = [learning_rate(step, 100, 10, 0.01, 0.1) for step in range(100)]
    assert rates[:11] == sorted(rates[:11]) and rates[0] < 0.002
    assert max(rates) == pytest.approx(0.01)
    assert rates[10:] == sorted(rates[10:], reverse=True) and rates[-1] == pytest.approx(0.001)


@pytest.mark.parametrize("total", [20, 150, 5000])
def test_averaged_weights_keep_up_in_short_runs(total: int) -> None:
    """A weight that grows evenly must be followed to within an eighth of the run, or the first steps of a tiny one."""
    average = 0.0
    for step in range(total):
        average += (1 - averaging_decay(step, total)) * (step - average)
    assert total - average < max(10, total / 8)


def test_checkpoints_keep_two_and_fall_back(tmp_path: Path) -> None:
    folder = tmp_path / "checkpoints"
    saved = {}
    for step in (1, 2, 3):
        path, saved[step] = checkpoint.save(folder, step, {"step": step, "t": torch.ones(3), "d": {"a": [1, None]}})
    assert [p.name for p in checkpoint.listed(folder)] == ["checkpoint-000000003.pt", "checkpoint-000000002.pt"]
    other = tmp_path / "other" / "checkpoints"
    state, damaged = checkpoint.load(Resume(path.as_uri(), saved[3]), other)
    assert state is not None and state["step"] == 3 and not damaged
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    state, damaged = checkpoint.load(Resume(path.as_uri(), saved[3]), other)
    assert state is not None and state["step"] == 2 and damaged == [path.name]
    (folder / "checkpoint-000000002.pt").write_bytes(b"half")
    with pytest.raises(Fault) as caught:
        checkpoint.load(Resume(path.as_uri(), saved[3]), other)
    assert caught.value.code == "checkpoint.damaged"
    assert checkpoint.load(None, other) == (None, [])


def test_a_failed_write_leaves_the_old_checkpoint_and_no_rest(tmp_path: Path) -> None:
    path, sha256 = checkpoint.save(tmp_path, 1, {"step": 1})
    with pytest.raises(Exception, match="pickle"):
        checkpoint.save(tmp_path, 1, {"step": lambda: 1})
    assert checkpoint.load(Resume(path.as_uri(), sha256), tmp_path)[0] == {"step": 1}
    assert not list(tmp_path.glob(".*.part"))


def test_faults_are_recognised() -> None:
    assert as_fault(OSError(28, "No space left")).code == "disk.full"
    try:
        try:
            raise OSError(28, "No space left")
        finally:
            raise RuntimeError("unexpected pos 64 vs 0")  # what torch.save makes of it
    except RuntimeError as error:
        assert as_fault(error).code == "disk.full"
    assert as_fault(MemoryError()).code == "train.outOfMemory"
    assert as_fault(RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried")).code == "train.outOfMemory"
    assert as_fault(KeyError("x")).code == "engine.internal"


def test_batches_come_in_order_and_errors_come_through() -> None:
    assert list(prefetch(lambda k: k * 2, range(20))) == [k * 2 for k in range(20)]
    with pytest.raises(ZeroDivisionError):
        list(prefetch(lambda k: 1 // (3 - k), range(5)))


def test_several_loaders_give_batches_in_the_order_of_the_keys() -> None:
    """Also where a later one is made first, and no more than is asked for soon."""
    asked = []

    def made(key: int) -> int:
        asked.append(key)
        sleep(0.02 * (key % 3 == 0))
        return key

    batches = prefetch(made, range(100), 4)
    assert [next(batches) for _ in range(20)] == list(range(20))
    batches.close()
    assert 20 <= len(asked) <= 20 + 4 + MARGIN
    with pytest.raises(ZeroDivisionError):
        list(prefetch(lambda k: 1 // (3 - k), range(50), 4))


def test_overlap_and_suppression() -> None:
    boxes = torch.tensor([[0.0, 0, 10, 10], [1, 0, 11, 10], [20, 20, 30, 30], [5, 0, 15, 10]])
    assert overlap(boxes[0], boxes[3]).item() == pytest.approx(1 / 3, abs=1e-6)
    assert complete_overlap(boxes[0], boxes[0]).item() == pytest.approx(1, abs=1e-5)
    assert complete_overlap(boxes[0], boxes[2]).item() < 0
    scores = torch.tensor([0.5, 0.9, 0.4, 0.9])
    assert suppress(boxes, scores, 0.5, 10).tolist() == [1, 3, 2]  # 1 and 3 are as good: the lower index first
    assert suppress(boxes, scores, 0.3, 10).tolist() == [1, 2]
    assert suppress(boxes, scores, 0.5, 1).tolist() == [1]
    classes, picked = suppress_by_class(boxes, torch.stack([scores, scores * 0.1]), 0.3, 0.05, 10)
    assert (classes.tolist(), picked.tolist()) == ([0, 0, 1], [1, 2, 1])


def test_what_rounding_could_change_is_not_firm() -> None:
    boxes = torch.tensor([[0.0, 0, 10, 10], [1, 0, 11, 10], [40, 0, 50, 10], [41, 0, 51, 10], [46.5, 0, 56.5, 10]])

    def firm(*scores: float) -> dict[int, bool]:
        score = torch.tensor(scores)
        kept = suppress(boxes, score, 0.5, 10)
        return dict(zip(kept.tolist(), firm_after(boxes, score, kept, 0.5, 1e-3, 1e-3).tolist(), strict=True))

    assert firm(0.9, 0.8, 0.7, 0.6, 0.1) == {0: True, 2: True, 4: True}
    assert firm(0.9, 0.8999, 0.7, 0.6, 0.1) == {0: False, 2: True, 4: True}
    # A box that lives only because its rival lost by a hair is as unsure as that.
    chain = torch.tensor([[0.0, 0, 10, 10], [3, 0, 13, 10], [6, 0, 16, 10]])
    score = torch.tensor([0.9, 0.8999, 0.5])
    kept = suppress(chain, score, 0.5, 10)
    assert kept.tolist() == [0, 2] and firm_after(chain, score, kept, 0.5, 1e-3, 1e-3).tolist() == [False, False]


def test_letterbox_places_the_image_at_the_top_left() -> None:
    image = torch.full((50, 100, 3), 255, dtype=torch.uint8)
    x, height, width = letterbox(image, (96, 96), (64, 64))
    assert x.shape == (1, 3, 96, 96) and (height, width) == (32, 64)
    assert torch.allclose(x[0, :, :32, :64], torch.ones(3, 32, 64))
    assert torch.all(x[0, :, 32:, :] == FILL) and torch.all(x[0, :, :, 64:] == FILL)
    assert shrink(image, 64).shape == (32, 64, 3)


def test_decoded_boxes_stand_about_their_points() -> None:
    points, strides = anchor_points(32, 32, [8, 16])
    sides = torch.full((1, 4, 16, 20), -50.0)
    sides[:, :, 2] = 50.0  # two strides to each side
    boxes = decode_boxes(sides.reshape(1, 64, 20), points, strides)
    assert torch.allclose(boxes[0, 0], torch.tensor([4 - 16.0, 4 - 16, 4 + 16, 4 + 16]))
    assert torch.allclose(boxes[0, 16], torch.tensor([8 - 32.0, 8 - 32, 8 + 32, 8 + 32]))


def test_every_truth_is_answered_for_even_a_tiny_one() -> None:
    points, strides = anchor_points(64, 64, [8, 16, 32])
    truth = ([[3.0, 3, 5, 5], [20, 20, 60, 60]], [0, 1], [])
    boxes = torch.cat([points - strides[:, None], points + strides[:, None]], 1)
    logits = torch.full((3, len(points), 2), -1.0)
    match = assign(logits, lambda _, at: boxes[at], grids(64, 64, [8, 16, 32]), truths_of(([], [], []), truth, truth))
    assert set(match.images.tolist()) == {1, 2} and set(match.truths.tolist()) == {0, 1, 2, 3}
    own = match.images == 1
    match = Match(*(part[own] for part in vars(match).values()))
    assert set(match.truths.tolist()) == {0, 1}
    assert (match.weights > 0).all() and (match.weights <= 1).all()
    inside = points[match.anchors[match.truths == 1]]
    assert ((inside > 20) & (inside < 60)).all()


def test_a_point_wanted_twice_goes_to_the_truth_that_its_box_overlaps_more() -> None:
    points, strides = anchor_points(64, 64, [8, 16, 32])
    both = torch.tensor([[8.0, 8, 24, 24], [8, 8, 24.5, 24.5]])  # four points lie in each, the same ones
    truth = truths_of((both.tolist(), [0, 1], []))
    levels = grids(64, 64, [8, 16, 32])
    for more in (0, 1):
        box = both[more]
        match = assign(torch.zeros(1, len(points), 2), lambda _, at, box=box: box.expand(len(at), 4), levels, truth)
        four = match.anchors[strides[match.anchors] == 8]
        assert len(four) == 4 == len(four.unique())
        assert (match.truths[strides[match.anchors] == 8] == more).all()


def test_ignored_regions_teach_nothing_and_empty_images_something() -> None:
    torch.manual_seed(0)
    net = Detector("n", 2)
    sides, classes = net(torch.rand(1, 3, 64, 64))
    ignored = losses(net, sides, classes, truths_of(([], [], [[-1, -1, 65, 65]])), 64, 64)
    empty = losses(net, sides, classes, truths_of(([], [], [])), 64, 64)
    assert sum(ignored.values()).item() == 0 and empty["cls"].item() > 0


def outlines(*boxes: list[float], label: int = 0) -> Outlines:
    rings = [[np.array([(x1, y1), (x2, y1), (x2, y2), (x1, y2)], float)] for x1, y1, x2, y2 in boxes]
    return outlines_of([label] * len(boxes), rings)


def test_warping_moves_boxes_with_their_pixels() -> None:
    """The bright square must be where its box says, whatever the warp did."""
    image = np.zeros((64, 64, 1), np.uint8)
    image[20:40, 10:30] = 255
    for seed in range(8):
        rng = np.random.default_rng(seed)
        sample = mosaic(rng, (64, 64), [(image, outlines([10, 20, 30, 40]))], Warp(0, 0.3, 0.2))
        sample = flip(sample, seed % 2 == 1, seed % 3 == 1)
        for box, label in zip(boxes_of(sample.outlines), sample.outlines.labels, strict=True):
            rows, columns = np.nonzero(sample.image[..., 0] > 200)
            found = [columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]
            assert label == 0 and np.abs(box - found).max() <= 1.5


def test_what_is_hardly_visible_is_ignored() -> None:
    image = np.zeros((64, 64, 1), np.uint8)
    seen = []
    for seed in range(40):
        sample = mosaic(np.random.default_rng(seed), (64, 64), [(image, outlines([40, 40, 60, 60]))], Warp(0, 0, 0.9))
        assert (sample.outlines.points >= 0).all() and (sample.outlines.points <= 64).all()
        seen += sample.outlines.labels.tolist()
    assert {0, IGNORE} == set(seen)


def test_colour_and_mixing() -> None:
    rng = np.random.default_rng(0)
    grey, colour = np.full((8, 8, 1), 100, np.uint8), np.full((8, 8, 3), (200, 100, 50), np.uint8)
    assert recolour(rng, grey, 0.1, 0.5, 0.5).shape == grey.shape
    assert not np.array_equal(recolour(rng, colour, 0.1, 0.5, 0.5), colour)
    assert np.array_equal(recolour(rng, colour, 0, 0, 0), colour)
    four = [(grey, outlines([1, 1, 7, 7]))] * 3 + [(colour, outlines([1, 1, 7, 7], label=1))]
    first = mosaic(np.random.default_rng(1), (8, 8), four, Warp(0, 0, 0))
    again = mosaic(np.random.default_rng(1), (8, 8), four, Warp(0, 0, 0))
    assert np.array_equal(first.image, again.image) and first.image.shape == (8, 8, 3)
    assert len(blend(rng, first, again).outlines.labels) == 2 * len(first.outlines.labels)


def one_image(*shapes: Shape) -> ManifestImage:
    return ManifestImage(1, "0" * 64, 100, 80, "train", "a.png", shapes)


def test_shapes_become_boxes_and_what_stands_out_is_told() -> None:
    warned = []
    shapes = (
        Shape(0, "rect", (10, 10, 30, 40), False),
        Shape(1, "polygon", (50, 50, 120, 60, 70, 75), False),
        Shape(None, "quad", (1, 1, 5, 1, 5, 5, 1, 5), False),
        Shape(0, "rect", (60, 10, 70, 20), True),
        Shape(0, "rect", (200, 10, 270, 20), False),
    )
    [entry] = make_entries([one_image(*shapes)], lambda code, **args: warned.append((code, args)))
    assert entry.outlines.labels.tolist() == [0, 1, IGNORE, IGNORE]
    wanted = [[10, 10, 30, 40], [50, 50, 100, 75], [1, 1, 5, 5], [60, 10, 70, 20]]
    assert boxes_of(entry.outlines).tolist() == wanted
    assert warned == [("data.labelOutside", {"file": "a.png", "count": 2})]


def test_figures_of_right_wrong_and_ignored_detections() -> None:
    shapes = (
        Shape(0, "rect", (10, 10, 30, 30), False),
        Shape(1, "rect", (50, 10, 70, 30), False),
        Shape(None, "rect", (80, 60, 100, 80), True),
    )
    entries = make_entries([one_image(*shapes)], lambda *_, **__: None)
    right = np.array([[10.0, 10, 30, 30], [50, 10, 70, 30]])
    in_ignored = np.array([[82.0, 62, 98, 78]])
    found = Detections(np.concatenate([right, in_ignored]), np.array([0.9, 0.8, 0.95]), np.array([0, 1, 0]))
    scores = evaluate(entries, [found], 2, 0.5)
    assert (scores.map50, scores.map50_95, scores.map33) == pytest.approx((1, 1, 1))
    assert (scores.precision, scores.recall, scores.truths) == (1, 1, [1, 1])
    assert 0.01 <= scores.confidence <= 0.8
    wrong = Detections(right + 25, np.array([0.9, 0.8]), np.array([0, 1]))
    assert evaluate(entries, [wrong], 2, 0.5).map50 == 0
    half = Detections(right[:1], np.array([0.9]), np.array([0]))
    assert evaluate(entries, [half], 2, 0.5).map50 == pytest.approx(0.5)
    assert evaluate(entries, [Detections(right[:0], np.zeros(0), np.zeros(0))], 2, 0.5).map50 == 0


def test_labels_get_a_threshold_of_their_own_where_enough_was_found() -> None:
    """Labels 0 and 1 score differently, 2 has four objects, 3 none, and what of 4 is found is found at any score."""
    scored = {
        0: ([0.9, 0.85, 0.8, 0.75, 0.7], [0.6, 0.55, 0.5]),
        1: ([0.45, 0.4, 0.35, 0.3, 0.25], [0.2, 0.15]),
        2: ([0.4, 0.35, 0.3, 0.25], [0.2]),
        3: ([], [0.1]),
        4: ([0.95, 0.94, 0.93, 0.92, 0.91], []),
    }
    shapes, boxes, scores, labels = [], [], [], []
    for label, (right, wrong) in scored.items():
        for i, score in enumerate(right + wrong):
            box = (20 * i, 20 * label, 20 * i + 10, 20 * label + 10)
            if i < len(right):
                shapes.append(Shape(label, "rect", box, False))
            boxes.append(box), scores.append(score), labels.append(label)
    image = ManifestImage(1, "0" * 64, 200, 120, "val", "a.png", tuple(shapes))
    entries = make_entries([image], lambda *_, **__: None)
    found = [Detections(np.array(boxes, float), np.array(scores), np.array(labels))]
    figures = evaluate(entries, found, 5, 0.5)
    assert 0.2 < figures.confidence < 0.25
    # halfway between the last right and the first wrong one
    assert figures.own == [pytest.approx(0.65), None, None, None, None]
    # where the first label has many more false ones, the common threshold rises, and the second one needs its own
    more = np.array([[20.0 * i, 0, 20 * i + 10, 10] for i in range(60, 100)])
    noisy = Detections(
        np.concatenate([found[0].boxes, more]),
        np.concatenate([found[0].scores, np.full(40, 0.5)]),
        np.concatenate([found[0].classes, np.zeros(40, int)]),
    )
    figures = evaluate(entries, [noisy], 5, 0.5)
    assert 0.5 < figures.confidence < 0.9
    assert figures.own[1:] == [pytest.approx(0.225), None, None, None], "four found are too few, and 4 gains nothing"
    assert evaluate(entries, [noisy], 5, 0.5, 0.3).own == [None] * 5, "a person's threshold holds for all labels"


def test_a_image_that_vanishes_in_mid_training_is_named_once_and_teaches_nothing(tmp_path: Path) -> None:
    rows = drawn_rows(tmp_path, 4, 1)
    job = read_job(make_job(tmp_path, rows, params={"mosaic": 0}))
    warned: list[tuple[str, object]] = []

    def warn(code: str, file: str | None = None, **args: object) -> None:
        warned.append((code, file))

    entries = make_entries([x for x in read_manifest(job) if x.part == "train"], warn)
    # nothing is kept in memory: every image is read again
    training = TrainingSet(entries, ImageStore(job, 96, 0), read_params(job.params), job.seed, warn)
    before = [training.load(i)[0] for i in range(len(entries))]
    sha256 = entries[1].image.sha256
    (tmp_path / "blobs" / sha256[:2] / sha256[2:4] / sha256).unlink()
    for _ in range(2):
        pixels, outlines = training.load(1)
        assert (pixels == pixels[0, 0, 0]).all() and outlines.labels.tolist() == [IGNORE]
        assert (training.load(0)[0] == before[0]).all()
    assert warned == [("data.imageMissing", entries[1].image.name)]
    assert training.batch((0, 0)).images.shape[0] == training.batch_size


@pytest.mark.parametrize(
    ("image", "room", "scaled"),
    [
        ((645, 1540), (160, 320), (134, 320)),  # a long image is limited by its width
        ((460, 1130), (320, 320), (130, 320)),
        ((1540, 645), (160, 320), (160, 67)),  # one that stands is limited by the height that there is
        ((1, 4000), (160, 320), (1, 320)),
        ((100, 200), (160, 320), (160, 320)),
    ],
)
def test_an_image_is_as_large_as_its_room_allows(
    image: tuple[int, int], room: tuple[int, int], scaled: tuple[int, int]
) -> None:
    x, height, width = letterbox(torch.full((*image, 3), 255, dtype=torch.uint8), (192, 320), room)
    assert x.shape == (1, 3, 192, 320) and (height, width) == scaled
    assert torch.all(x[0, :, height:, :] == FILL) and torch.all(x[0, :, :, width:] == FILL)


@pytest.mark.parametrize("canvas", [(64, 128), (128, 64)])
def test_four_images_meet_on_a_long_canvas(canvas: tuple[int, int]) -> None:
    """Truths lie on their pixels, and all of the canvas is made use of."""
    image = np.full((*canvas, 3), 40, np.uint8)
    image[20:40, 30:50] = 200
    seen = []
    for seed in range(12):
        part = (image, outlines([30, 20, 50, 40]))
        sample = mosaic(np.random.default_rng(seed), canvas, [part] * 4, Warp(0, 0.2, 0.1))
        assert sample.image.shape == (*canvas, 3)
        for x1, y1, x2, y2 in boxes_of(sample.outlines)[sample.outlines.labels >= 0]:
            inner = sample.image[round(y1) + 1 : round(y2) - 1, round(x1) + 1 : round(x2) - 1]
            assert inner.min() > 150 if inner.size else True
            seen.append(((x1 + x2) / 2 / canvas[1], (y1 + y2) / 2 / canvas[0]))
    low, high = np.min(seen, 0), np.max(seen, 0)
    assert (low < 0.25).all() and (high > 0.75).all()
