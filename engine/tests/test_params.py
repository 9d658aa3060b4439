"""Every parameter: its bounds and default are the contract's, and it changes what the engine does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from drawn import drawn_rows, events, make_job, of_type, start, truths_of

from loupe_engine.data.augment import Sample, change_brightness, crop, degrade, erase
from loupe_engine.data.outlines import IGNORE, outlines_of
from loupe_engine.faults import Fault
from loupe_engine.recipes.base import Learning, Plan
from loupe_engine.recipes.detect.loss import Weighting, label_factors, losses
from loupe_engine.recipes.detect.model import NETWORKS, Detector
from loupe_engine.recipes.detect.params import read_params
from loupe_engine.recipes.params import snake, table_of

TABLE = table_of("detect")
ROOM = {"epochs": 999_999, "warmupEpochs": 0, "network": "n6"}


def test_what_is_left_out_is_as_the_contract_has_it() -> None:
    params = read_params({"epochs": None})
    assert (params.epochs, params.learning_rate, params.crop_width) == (
        TABLE["epochs"]["default"],
        TABLE["learningRate"]["default"],
        tuple(TABLE["cropWidth"]["default"]),
    )


def test_every_network_of_the_contract_is_there() -> None:
    assert [option["value"] for option in TABLE["network"]["options"]] == list(NETWORKS)


@pytest.mark.parametrize("epochs", [1, 7])
def test_the_warm_up_is_shorter_than_the_training(epochs: int) -> None:
    """The rule stands in the contract's table: the server refuses by the same line."""
    assert TABLE["warmupEpochs"]["below"]["key"] == "epochs"
    assert read_params({"epochs": epochs, "warmupEpochs": epochs - 1}).warmup_epochs == epochs - 1
    with pytest.raises(Fault) as caught:
        read_params({"epochs": epochs, "warmupEpochs": epochs})
    assert caught.value.details["field"] == "params.warmupEpochs"


def bounds() -> list[tuple[str, Any]]:
    """Each value at a bound of the contract's table: the engine must take what the server lets through."""
    found: list[tuple[str, Any]] = []
    for key, field in TABLE.items():
        ends = [field.get("min"), field.get("max")]
        if "below" in field:
            ends[1] = ROOM[field["below"]["key"]] - 1
        match field["kind"]:
            case "integer" | "decimal":
                found += [(key, end) for end in ends]
            case "pair":
                equal = [] if field.get("increasing") else [(key, [ends[0]] * 2), (key, [ends[1]] * 2)]
                found += [(key, ends), *equal]
            case "sequence":
                found += [(key, []), (key, ends), (key, list(range(1, field["most"] + 1)))]
            case "factors":
                found += [(key, {}), (key, {f"label {i}": ends[i % 2] for i in range(field["most"])})]
            case "choice":
                found += [(key, option["value"]) for option in field["options"]]
            case "switch":
                found += [(key, True), (key, False)]
    return found


@pytest.mark.parametrize(("key", "value"), bounds())
def test_the_engine_takes_what_the_contract_allows(key: str, value: Any) -> None:
    room = ROOM | ({"network": "n"} if key in ("backbone", "smallObjects") else {})
    params = read_params({**room, "decayEpochs": [1], key: value})
    kept = getattr(params, snake(key))
    assert (list(kept) if isinstance(kept, tuple) else kept) == value


@pytest.mark.parametrize(
    "wrong",
    [
        {"cropWidth": [9, 8]},
        {"cropWidth": [9]},
        {"cropHeight": 7},
        {"multiScaleRange": [0, 1]},
        {"multiScaleRange": [1, 1]},
        {"multiScaleRange": [1.5, 0.5]},
        {"decay": "steps"},
        {"decay": "linear"},
        {"decayEpochs": [3, 3]},
        {"decayEpochs": [1.5]},
        {"imageSize": 641},
    ],
)
def test_what_would_break_a_training_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Fault) as caught:
        read_params(wrong)
    assert caught.value.code == "job.invalid"


LEARNING = {"rate": 0.1, "final_share": 0.1, "warmup_epochs": 1, "momentum": 0.9, "weight_decay": 0.0}


def plan(**changes: Any) -> Plan:
    return Plan(**{"epochs": 10, "batches": 4, "batch_size": 2, "learning": Learning(**LEARNING), **changes})


def test_the_rate_falls_in_steps_or_along_a_cosine() -> None:
    stepped = plan(learning=Learning(**LEARNING, decay_epochs=(4, 8), decay_factor=0.5))
    rates = [stepped.rate(epoch * 4) for epoch in range(10)]
    assert rates == pytest.approx([0.02, *[0.1] * 3, *[0.05] * 4, *[0.025] * 2])
    smooth = [plan().rate(step) for step in range(4, 40)]
    assert smooth == sorted(smooth, reverse=True) and smooth[-1] == pytest.approx(0.01)


def rng() -> np.random.Generator:
    return np.random.default_rng(5)


def test_a_crop_keeps_its_range_and_its_truths() -> None:
    image = np.zeros((100, 200, 1), np.uint8)
    image[40:60, 80:120] = 255
    box = np.array([[80, 40], [120, 40], [120, 60], [80, 60]], np.float64)
    far = np.array([[0, 0], [3, 0], [3, 3], [0, 3]], np.float64)
    outlines = outlines_of([1, 0], [[box], [far]])
    random = rng()
    seen = set()
    for _ in range(60):
        part, found = crop(random, image, outlines, (50, 120), (30, 300))
        assert 50 <= part.shape[1] <= 120 and 30 <= part.shape[0] <= 100
        for i, label in enumerate(found.labels):
            points = found.points[found.starts[i] :][:4]
            assert (points >= 0).all() and (points <= part.shape[1::-1]).all()
            if label == 1:
                x, y = points.mean(0).astype(int)
                assert part[y, x] == 255
            seen.add(int(label))
    assert seen >= {1, IGNORE} or seen >= {1, 0}


def test_light_and_camera_faults_change_pixels_within_their_ranges() -> None:
    image = np.full((64, 64, 3), (100, 150, 200), np.uint8)
    assert change_brightness(rng(), image, 0, 0) is image
    moved = change_brightness(rng(), image, 0, 40).astype(int) - image
    assert 0 < np.abs(moved).max() <= 40 and len(np.unique(moved)) == 1
    assert len(np.unique(change_brightness(rng(), image, 0.5, 0).astype(int) - image)) > 1
    assert degrade(rng(), image, 0, 0, 0) is image
    grey = degrade(rng(), image, 100, 0, 0)
    assert (grey[..., 0] == grey[..., 1]).all() and (grey[..., 1] == grey[..., 2]).all()
    edge = image.copy()
    edge[:, 32:] = 0
    assert len(np.unique(degrade(rng(), edge, 0, 100, 0))) > len(np.unique(edge))
    noisy = degrade(rng(), image, 0, 0, 30).astype(float) - image
    assert 0 < noisy.std() <= 31
    assert degrade(rng(), image[..., :1], 100, 100, 30).shape == (64, 64, 1)


def test_a_hidden_truth_teaches_nothing() -> None:
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
    places = [corners * 64, *[corners * 2 + (x, y) for x in range(0, 64, 4) for y in range(0, 64, 4)]]
    sample = Sample(np.zeros((64, 64, 1), np.uint8), outlines_of([1] * len(places), [[one] for one in places]))
    hidden = erase(rng(), sample)
    labels = hidden.outlines.labels
    assert labels[0] == 1 and (labels == IGNORE).any() and (hidden.image == 114).any()
    assert (sample.outlines.labels == 1).all() and (sample.image == 0).all()


def test_losses_follow_their_weights() -> None:
    torch.manual_seed(1)
    net = Detector("n", 2)
    sides, classes = net(torch.rand(1, 3, 64, 64))
    truths = truths_of(([[8, 8, 40, 40]], [1], []))

    def of(weighting: Weighting) -> dict[str, float]:
        return {k: float(v.detach()) for k, v in losses(net, sides, classes, truths, 64, 64, weighting).items()}

    even = of(Weighting({}))
    double = of(Weighting({"box": 2.0, "cls": 0.5, "dfl": 0.0}))
    assert double["box"] == pytest.approx(2 * even["box"]) and double["cls"] == pytest.approx(even["cls"] / 2)
    assert double["dfl"] == 0
    assert of(Weighting({}, focus=2.0))["cls"] < even["cls"]
    assert of(Weighting({}, labels=torch.tensor([1.0, 3.0])))["cls"] > even["cls"]
    assert label_factors([10, 10], 0) is None
    assert label_factors([30.0, 10.0, 0.0], 1.0).tolist() == pytest.approx([2 / 3, 2.0, 1.0])


def test_a_later_training_begins_with_the_weights_that_fit() -> None:
    torch.manual_seed(1)
    old, new = Detector("n", 2), Detector("n", 3)
    before = {k: v.clone() for k, v in new.state_dict().items()}
    assert new.load_matching(old.state_dict(), ["dent", "scratch"], ["crack", "scratch", "dent"]) == ["crack"]
    was, now = old.state_dict(), new.state_dict()
    assert torch.equal(now["backbone.stem.conv.weight"], was["backbone.stem.conv.weight"])
    last = f"head.classes.0.{len(new.head.classes[0]) - 1}.weight"
    assert torch.equal(now[last][1], was[last][1]) and torch.equal(now[last][2], was[last][0])
    assert torch.equal(now[last][0], before[last][0])


EVERYTHING = {"cropShare": 60, "sourceSize": 128, "cropWidth": [30, 90], "cropHeight": [20, 300], "contrast": 0.3}
EVERYTHING |= {"brightnessShift": 20, "noise": 8, "blur": 40, "grey": 20, "erase": 0.5, "mixup": 0.3, "rotate": 10}
EVERYTHING |= {"focus": 1.5, "rareLabels": 1, "boxWeight": 2, "decay": "steps", "decayEpochs": [1, 2]}
EVERYTHING |= {"multiScale": True}


def test_a_training_with_everything_and_one_that_begins_with_its_weights(tmp_path: Path) -> None:
    rows = drawn_rows(tmp_path, 4, 2)
    job = make_job(tmp_path, rows, "first", params={**EVERYTHING, "epochs": 3})
    assert start(job).wait(900) == 0
    found = events(job.parent)
    rates = {round(e["values"]["lr"], 6) for e in of_type(found, "series") if "lr" in e["values"]}
    assert rates == {0.002, 0.0002, 0.00002}
    [best] = [e for e in of_type(found, "artefact") if e["role"] == "best"]
    begun = {"url": best["path"], "sha256": best["sha256"]}
    labels = [{"index": 0, "name": "disc"}, {"index": 1, "name": "crack"}]
    still = {"learningRate": 0, "epochs": 1}  # the weights stay as they came
    job = make_job(tmp_path, rows, "second", params=still, start=begun, classes=labels)
    assert start(job, graph=False).wait(900) == 0, (job.parent / "stderr.log").read_text()[-900:]
    warned = [e for e in of_type(events(job.parent), "warning") if e["code"] == "start.labels"]
    assert [e["args"] for e in warned] == [{"labels": "crack"}]
    first, second = (
        torch.load(tmp_path / name / "best.pt", weights_only=True)["state"] for name in ("first", "second")
    )
    assert torch.equal(first["backbone.stem.conv.weight"], second["backbone.stem.conv.weight"])
    damaged = make_job(tmp_path, rows, "third", start={**begun, "sha256": "0" * 64})
    assert start(damaged).wait(900) == 1
    assert events(damaged.parent)[-1]["cause"]["code"] == "start.damaged"


def test_patience_counts_validations_without_progress() -> None:
    from loupe_engine.loop import _is_spent
    from loupe_engine.recipes.base import Best, Evaluation, Training

    none = torch.nn.Identity()

    def is_spent(best: Best | None, **rule: int) -> bool:
        return _is_spent(Training(plan(**rule), none, none, None, torch.float32, 1, validated=12, best=best))

    assert not is_spent(None, patience=1)
    best = Best("raw", 11, Evaluation({}, 0.5), {}, since=6)
    assert is_spent(best, patience=3, validation_interval=2)
    assert not is_spent(best, patience=4, validation_interval=2)
    assert not is_spent(best)
    assert not is_spent(Best("raw", 6, Evaluation({}, 0.0), {}, since=6), patience=1), "nothing was found yet"
