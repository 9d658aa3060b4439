"""Parts of `anomaly`, each by itself: parameters, regions, thresholds, figures, synthetic defects, memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest
import torch
from drawn_anomaly import SmallBackbone, plate

from loupe_engine.data.manifest import ManifestImage, Shape
from loupe_engine.faults import Fault
from loupe_engine.recipes.anomaly.bank import Kept, Reservoir
from loupe_engine.recipes.anomaly.data import Images, require_enough, sort_by_role, truth_mask
from loupe_engine.recipes.anomaly.export import AnomalyGraph, export, predict
from loupe_engine.recipes.anomaly.memory.net import CHOICES, MemoryNet, gather
from loupe_engine.recipes.anomaly.metrics import PixelFigures, auroc
from loupe_engine.recipes.anomaly.params import read_params
from loupe_engine.recipes.anomaly.regions import counted
from loupe_engine.recipes.anomaly.report import differences
from loupe_engine.recipes.anomaly.scoring import calibrate
from loupe_engine.recipes.anomaly.synthetic.defects import add_defects
from loupe_engine.recipes.anomaly.synthetic.net import SyntheticNet
from loupe_engine.recipes.anomaly.synthetic.recipe import load_matching
from loupe_engine.recipes.anomaly.threshold import (
    NEAR,
    false_reject_threshold,
    reference_scores,
    snap_to_gap,
    spread_of,
)
from loupe_engine.recipes.params import snake, table_of

KEPT = Kept(stride=16, top=1 / 16, pooled=False, floor=0.1, evened=0.03)


def test_the_engine_takes_what_the_contract_allows() -> None:
    for key, field in table_of("anomaly").items():
        allowed = [field[end] for end in ("min", "max") if field["kind"] in ("integer", "decimal") and end in field]
        allowed += [option["value"] for option in field.get("options", [])]
        for value in allowed:
            assert getattr(read_params({key: value}), snake(key)) == value


@pytest.mark.parametrize("name", ["shipped", "imagenet"])
def test_a_task_of_a_backbone_that_is_gone_says_so(name: str) -> None:
    with pytest.raises(Fault) as caught:
        read_params({"backbone": name})
    assert (caught.value.code, caught.value.details) == ("backbone.gone", {"name": name})


@pytest.mark.parametrize(
    "wrong",
    [
        {"method": "magic"},
        {"backbone": "magic"},
        {"imageSize": 250},
        {"falseRejectTarget": 0.9},
        {"bankSize": 0},
        {"region": [7]},
        {"region": [[0, 0, 50, 50], [0, 0, 60, 60]]},
    ],
)
def test_wrong_parameters_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Fault) as caught:
        read_params(wrong)
    assert caught.value.code == "job.invalid"


@pytest.mark.parametrize("box", [[50, 0, 20, 10], [0, 0, 120, 50], [-1, 0, 10, 10], [0, 0, 10]])
def test_a_region_outside_the_image_is_refused(box: list[float]) -> None:
    for key in ("region", "ignoreRegions"):
        with pytest.raises(Fault) as caught:
            read_params({key: [box]})
        assert caught.value.code == "region.outside"


def test_regions_that_leave_nothing_are_refused() -> None:
    with pytest.raises(Fault) as caught:
        read_params({"region": [[10, 10, 40, 40]], "ignoreRegions": [[0, 0, 30, 50], [30, 0, 100, 100]]})
    assert caught.value.code == "region.outside"


def test_cells_count_by_their_centre() -> None:
    inside = counted(4, 8, 6, 10, ((0, 0, 50, 100),), ((0, 0, 100, 25),))
    assert inside.nonzero().tolist() == [[y, x] for y in (1, 2, 3) for x in (0, 1, 2, 3)]


def test_the_target_share_of_good_images_is_refused() -> None:
    """With enough images the expected share of false rejects is the target; with few it is not far above it."""
    rng = np.random.default_rng(0)
    for count, target, most in (
        (99, 0.05, 0.055),
        (150, 0.02, 0.022),
        (20, 0.02, 0.04),
        (8, 0.02, 0.06),
        (4, 0.02, 0.09),
    ):
        draws = rng.gamma(3, 1, (2000, count))
        fresh = np.sort(rng.gamma(3, 1, 20_000))
        above = [1 - np.searchsorted(fresh, false_reject_threshold(row, target)) / len(fresh) for row in draws]
        assert np.mean(above) < most
        if count * target > 1:
            assert np.mean(above) > 0.9 * target


def test_one_outlier_among_few_does_not_carry_the_threshold() -> None:
    few = np.array([1.0, 1.1, 1.2, 1.3, 9.0])
    assert reference_scores(few, 0.02).tolist() == [1.0, 1.1, 1.2, 1.3]
    assert 1.3 < false_reject_threshold(few, 0.02) < 2.5
    # two of five may be how the parts are; and of enough images the rank alone decides
    assert false_reject_threshold(np.array([1.0, 1.1, 1.2, 8.8, 9.0]), 0.02) > 9.0
    many = np.concatenate([np.linspace(1, 1.3, 95), np.linspace(8, 9, 5)])
    assert len(reference_scores(many, 0.02)) == 100 and false_reject_threshold(many, 0.02) > 8


def test_thresholds_stand_in_gaps_and_equal_scores_do_no_harm() -> None:
    known = np.array([0.1, 0.49995, 0.5, 0.50005, 0.62])
    found = snap_to_gap(0.5, known)
    assert np.abs(known - found).min() > NEAR and round(found, 4) == found
    assert snap_to_gap(0.5, np.array([0.2, 0.7])) == 0.5
    assert 0 <= snap_to_gap(0.5, np.full(9, 0.5)) <= 1
    same = np.zeros(9)
    assert spread_of(same) > 0 and np.isfinite(false_reject_threshold(same, 0.02))


def test_scores_rise_and_never_reach_their_ends() -> None:
    raw = torch.tensor([-1e4, -3.0, 2.0, 2.5, 1e4], dtype=torch.float64)
    found = calibrate(raw, torch.tensor(2.0), torch.tensor(0.5))
    assert found[2] == 0.5 and (found.diff() > 0).all() and found[0] > 0 and found[-1] < 1


def test_areas_under_curves_are_right() -> None:
    assert auroc(np.array([1, 2, 3]), np.array([3, 4])) == pytest.approx((6 - 0.5) / 6)
    assert auroc(np.array([1.0]), np.zeros(0)) is None
    rng = np.random.default_rng(0)
    figures, values, truths = PixelFigures(), [], []
    for i in range(6):
        truth = np.zeros((20, 30), bool)
        truth[3:9, 4:12] = i % 2 == 0
        heat = np.clip(rng.normal(0.4, 0.1, truth.shape) + 0.15 * truth, 0, 0.999)
        figures.add(heat, truth if truth.any() else None, np.ones_like(truth))
        values.append(heat)
        truths.append(truth)
    value, truth = np.concatenate(values), np.concatenate(truths)
    assert figures.pixel_auroc() == pytest.approx(auroc(value[~truth], value[truth]), abs=1e-3)
    levels = np.quantile(value[~truth], 1 - np.linspace(0, 0.3, 400))
    found = [
        np.mean([(v[t] > level).mean() for v, t in zip(values, truths, strict=True) if t.any()]) for level in levels
    ]
    assert figures.pro() == pytest.approx(np.mean(found), abs=0.01)


def test_synthetic_defects_lie_where_they_may_and_are_marked() -> None:
    image = plate(1)[0].astype(np.float32)
    allowed = np.zeros(image.shape[:2], np.float32)
    allowed[:, 48:] = 1
    shares = []
    for seed in range(40):
        for channels in (1, 3):
            given = image[..., :channels].copy()
            changed, mask = add_defects(np.random.default_rng(seed), given, [plate(9)[0]], allowed)
            assert changed.shape == given.shape and changed.min() >= 0 and changed.max() <= 255
            assert np.array_equal(given, image[..., :channels])
            moved = np.abs(changed - given).max(2)
            assert moved[mask > 0].min(initial=255) > 1 and (moved[:, :40] == 0).all() and not mask[:, :40].any()
            shares.append(mask.mean())
    assert np.mean(np.array(shares) > 0) > 0.8 and np.median(shares) < 0.2
    again = add_defects(np.random.default_rng(3), image, [plate(9)[0]], allowed)
    assert np.array_equal(again[0], add_defects(np.random.default_rng(3), image, [plate(9)[0]], allowed)[0])


def image(role: str, part: str, shapes: tuple[Shape, ...] = (), image: int = 1) -> ManifestImage:
    return ManifestImage(image, "ab" * 32, 40, 20, part, f"{role}{image}.png", shapes, role)


def test_oddities_of_images_are_warned_of() -> None:
    warned: list[tuple[str, str]] = []
    inside = Shape(0, "rect", (1.0, 1, 9, 9), False)
    larger = Shape(0, "rect", (1.0, 1, 90, 9), False)
    found = sort_by_role(
        [image("ok", "train", (inside,)), image("ng", "train"), image("ng", "val", (inside, larger))],
        lambda code, file, **_: warned.append((code, file)),
    )
    assert [code for code, _ in warned] == ["data.ngInTraining", "data.maskOnOk", "data.maskEmpty"]
    assert len(found.train) == 1 and [p.shapes for p in found.ng] == [(inside,)]


def test_masks_have_holes_and_small_ones_stay() -> None:
    ring = (0.0, 0, 40, 0, 40, 20, 0, 20, 10, 5, 30, 5, 30, 15, 10, 15)
    mask = truth_mask(image("ng", "val", (Shape(0, "polygon", ring, False, (0, 4)),)), 20, 40)
    assert mask is not None and mask[1, 1] and not mask[10, 20]
    tiny = truth_mask(image("ng", "val", (Shape(0, "rect", (7.0, 7, 7.4, 7.4), False),)), 5, 10)
    assert tiny is not None and tiny.sum() == 1
    assert truth_mask(image("ng", "val"), 5, 10) is None


def test_too_few_good_images_are_refused_and_some_are_held_back() -> None:
    def some(count: int, part: str) -> list[ManifestImage]:
        return [image("ok", part, image=i) for i in range(count)]

    for train, ok, code in ((0, 5, "data.noOk"), (0, 0, "data.noOk"), (1, 0, "data.tooFewOk"), (2, 1, "data.tooFewOk")):
        with pytest.raises(Fault) as caught:
            require_enough(Images(some(train, "train"), some(ok, "val"), []))
        assert caught.value.code == code
    held = require_enough(Images(some(10, "train"), [], []))
    assert len(held.ok) == 2 and len(held.train) == 8


def test_the_reservoir_is_bounded_fair_and_the_coreset_spreads() -> None:
    reservoir = Reservoir(400, 8, 60, KEPT)
    rng = np.random.default_rng(0)
    for number in range(100):  # 10,000 patches of which one in a hundred lies far off
        patches = torch.from_numpy(rng.normal(0, 1, (100, 8)).astype(np.float32))
        patches[0] += 40
        reservoir.add(patches, torch.full((100,), number), 7)
    assert reservoir.filled == 400 and reservoir.pool.shape == (400, 8) and int(reservoir.seen) == 10_000
    far = (reservoir.pool.mean(1) > 20).sum()
    assert 0 < far < 16
    radii = [reservoir.choose(CHOICES // 2) for _ in range(3)]
    assert radii[0] > radii[-1] and int(reservoir.picked) == 60 and len(reservoir.picks.unique()) == 60
    assert (reservoir.pool[reservoir.picks].mean(1) > 20).any()


def test_a_memory_is_the_same_whenever_it_was_interrupted() -> None:
    torch.manual_seed(0)
    backbone = SmallBackbone().eval()
    images = torch.rand(6, 3, 64, 64)
    inside = torch.ones(6, 1, 32, 32, dtype=torch.bool)
    whole, first = MemoryNet(backbone, 120, KEPT).train(), MemoryNet(backbone, 120, KEPT).train()
    for net in (whole, first):
        for i in range(0, 6, 2):
            gather(net, (images[i : i + 2], inside[:2], torch.arange(i, i + 2)), 7)
        gather(net, None, 7)
    later = MemoryNet(backbone, 120, KEPT)
    later.load_state_dict(first.state_dict())
    for net in (whole, later):
        gather(net, None, 7)
        net.complete()
    assert all(torch.equal(a, b) for a, b in zip(whole.state_dict().values(), later.state_dict().values(), strict=True))
    seen = whole.judge(images, inside)[1]
    strange = whole.judge(images.round(), inside)[1]
    assert (strange > seen).all()
    alone = whole.judge(images, inside, torch.arange(6))[1]
    assert (alone > seen).all()


def test_a_memory_without_some_images_is_that_of_the_others() -> None:
    torch.manual_seed(0)
    backbone = SmallBackbone().eval()
    images, inside = torch.rand(5, 3, 64, 64), torch.ones(5, 1, 32, 32, dtype=torch.bool)
    others = torch.tensor([0, 2, 4])
    whole, without = MemoryNet(backbone, 40, KEPT), MemoryNet(backbone, 40, KEPT)
    for net, numbers in ((whole, torch.arange(5)), (without, others)):
        gather(net, (images[numbers], inside[numbers], numbers), 7)
        gather(net, None, 7)
        net.complete()
    [bank], [other] = whole.banks, without.banks
    assert set(bank.owner.tolist()) == {0, 1, 2, 3, 4}
    whole.leave_out(torch.tensor([1, 3]))
    for name, value in bank.state_dict().items():
        assert torch.equal(value, other.state_dict()[name])


@pytest.mark.parametrize(
    ("logits", "distances", "scale"),
    [
        ((0.0, 1.0), (3.0, 3.0), [1.0, 4.0]),  # the memory takes both for the same
        ((0.0, 1.0), (3.0, 1.0), [1.0, 4.0]),  # and here the wrong ones for bad
        ((1.0, 1.0), (2.0, 3.0), [2.0, 2.0]),  # a segmentation that has learned nothing yet
        ((0.0, 1.0), (2.0, 3.0), [1.0, 2.0]),
    ],
)
def test_a_branch_that_tells_no_defects_gets_less_weight(
    logits: tuple[float, float], distances: tuple[float, float], scale: list[float]
) -> None:
    net = SyntheticNet(SmallBackbone(), KEPT)
    net.reference.copy_(torch.tensor([[0.0, 1.0], [0.5, 2.0]]))
    inside, numbers = torch.ones(4, 1, 32, 32, dtype=torch.bool), torch.arange(4)
    bad = torch.tensor([False, True, True, False])

    def branches(x: torch.Tensor, counted: torch.Tensor, own: torch.Tensor) -> tuple[list[torch.Tensor], ...]:
        assert own is numbers  # no image shall be known by its own patches
        return [], [torch.where(bad, two[1], two[0]) for two in (logits, distances)]

    net.branches = branches
    net.weigh([((torch.rand(4, 3, 64, 64), inside, numbers), torch.zeros(4, dtype=torch.bool))])
    assert net.reference[:, 1].tolist() == [1.0, 2.0]  # without defects nothing is known
    net.weigh([((torch.rand(4, 3, 64, 64), inside, numbers), bad)])
    assert net.reference[:, 0].tolist() == [0.0, 0.5]
    assert net.reference[:, 1].tolist() == pytest.approx(scale)


def test_the_branch_that_is_steadier_on_good_images_says_more() -> None:
    """Each branch in deviations of images that were kept apart; the training images count as two of them."""
    net = SyntheticNet(SmallBackbone(), KEPT)
    net._fill = lambda *given: True
    net._logits = lambda features, counted: features[0].expand(-1, 1, 32, 32)
    net.backbone.look = lambda x: ([x[:, :1, :1, :1]], [10 * x[:, :1, :1, :1]])
    net.memories.distances_in = lambda inner, *given: inner[0][:, 0, 0]
    net.memories.refer_to = lambda distances: None  # as they are
    net.memories.greatest = lambda inner, *given: (inner[0].expand(-1, 1, 32, 32), inner[0][:, 0, 0, 0])

    def images(*values: float) -> torch.Tensor:
        return torch.tensor(values).view(-1, 1, 1, 1).expand(-1, 3, 64, 64)

    inside = torch.ones(3, 1, 32, 32, dtype=torch.bool)
    train = [(images(4.0, 6.0, 60.0), inside, torch.arange(3))]  # the last one is an outlier
    net.remember(train, train, [(images(1.0, 3.0, 5.0), inside, torch.arange(3))], 0)
    deviation = ((8 + 2 * 1) / (3 + 2)) ** 0.5
    assert net.reference.flatten().tolist() == pytest.approx([3, deviation, 30, 10 * deviation])
    evidence, score = net.judge(images(7.0), inside[:1])
    assert float(score) == pytest.approx(4 / deviation) and torch.all(evidence == score)
    net.reference[1, 1] *= 2  # of half the weight
    assert float(net.judge(images(7.0), inside[:1])[1]) == pytest.approx((4 / 3 + 4 / 3) / deviation)
    net.remember(train, train, [], 0)  # none was kept apart
    assert net.reference[0].tolist() == pytest.approx([70 / 3, 1])


def test_weights_under_their_old_names_fit() -> None:
    """As checkpoints and versions have them that an older engine wrote."""

    def as_before(state: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
        old = {"backbone.": "trunk.", "reservoir.": "gathered.", "reference": "usual"}
        for new, name in old.items():
            state = {name + key.removeprefix(new) if key.startswith(new) else key: state[key] for key in state}
        return state

    def weights_of(net: torch.nn.Module) -> dict[str, torch.Tensor]:
        return {key: torch.rand(value.shape) for key, value in net.state_dict().items() if value.is_floating_point()}

    for net in (SyntheticNet(SmallBackbone(), KEPT), MemoryNet(SmallBackbone(), 20, KEPT)):
        wanted = weights_of(net)
        net.load_state_dict(as_before(wanted), strict=False)
        assert all(torch.equal(net.state_dict()[key], value) for key, value in wanted.items())
    net = SyntheticNet(SmallBackbone(), KEPT)
    wanted = weights_of(net)
    load_matching(net, as_before(wanted))
    assert torch.equal(net.state_dict()["backbone.stages.0.weight"], wanted["backbone.stages.0.weight"])
    assert not torch.equal(net.reference, wanted["reference"])  # like the memory it is made again


def test_a_segmentation_goes_on_whose_memory_was_to_be_of_another_kind() -> None:
    net, begun = SyntheticNet(SmallBackbone(), KEPT), SyntheticNet(SmallBackbone(), KEPT)
    before = {key: value for key, value in begun.state_dict().items() if not key.startswith("memories.")}
    before |= {"bank.patches": torch.zeros(512, 36), "bank.squares": torch.zeros(512), "bank.scale": torch.ones(36)}
    net.load_state_dict(before)
    assert torch.equal(net.out.weight, begun.out.weight)
    own, other = net.memories.banks[0].projection, begun.memories.banks[0].projection
    assert own.shape == other.shape
    net.load_state_dict(begun.state_dict() | {"memories.banks.0.projection": torch.zeros(99, 36)})  # of more channels
    assert torch.equal(own, torch.zeros_like(other))


def test_the_graph_takes_any_size_and_leaves_out_what_shall_not_count() -> None:
    torch.manual_seed(0)
    params = read_params({"imageSize": 128, "ignoreRegions": [[0, 0, 50, 100]]})
    graph = AnomalyGraph(SyntheticNet(SmallBackbone(), KEPT), params, (128, 128))
    for height, width in ((96, 64), (1, 1), (3, 500), (300, 200)):
        score, heat = predict(graph, np.full((height, width, 3), 90, np.uint8))
        longest = max(height, width)
        sides = [max(1, (side * 128 + longest // 2) // longest) for side in (height, width)]
        assert heat.shape == tuple((side + 1) // 2 for side in sides) and 0 < score < 1
        assert not heat[:, : heat.shape[1] // 2].any()
    pixels = np.full((64, 64, 3), 90, np.uint8)
    pixels[:, :24] = np.random.default_rng(0).integers(0, 255, (64, 24, 3))
    graph.ignored = ((0.0, 0.0, 100.0, 100.0),)
    assert predict(graph, pixels)[0] == predict(graph, pixels * 0)[0]


def test_the_graph_of_a_long_canvas_answers_like_the_network(tmp_path: Path) -> None:
    """Two windows: a speck at either end, and images that lie the other way."""
    torch.manual_seed(0)
    net = MemoryNet(SmallBackbone().eval(), 40, KEPT)
    gather(net, (torch.rand(4, 3, 64, 384), torch.ones(4, 1, 32, 192, dtype=torch.bool), torch.arange(4)), 7)
    net.complete()
    graph = AnomalyGraph(net, read_params({"imageSize": 384, "ignoreRegions": [[0, 0, 10, 100]]}), (64, 384))
    export(graph, tmp_path / "long.onnx", {})
    session = onnxruntime.InferenceSession(str(tmp_path / "long.onnx"), providers=["CPUExecutionProvider"])
    for shape, at in (((50, 300), 280), ((50, 300), 40), ((300, 50), 20)):
        pixels = np.full((*shape, 3), 120, np.uint8)
        pixels[10:20, at : at + 10] = 250
        score, heat = predict(graph, pixels)
        other, other_heat = session.run(None, {"image": pixels})
        assert differences((score, heat), (float(other[0]), other_heat), 0.5) == []
        assert heat.shape == ((32, 192) if shape[1] == 300 else (32, 6))


def test_a_wrong_graph_is_found_out() -> None:
    heat = np.full((4, 4), 9, np.uint8)
    assert differences((0.4, heat), (0.4004, heat + 2), 0.5) == []
    assert differences((0.4, heat), (0.402, heat), 0.5)
    assert differences((0.4996, heat), (0.5002, heat), 0.5)
    assert differences((0.4, heat), (0.4, heat + 3), 0.5)
    assert differences((0.4, heat), (0.4, heat[:2]), 0.5)
