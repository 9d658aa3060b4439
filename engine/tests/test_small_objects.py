"""The level at stride 4 for small objects: its points, who answers for tiny truths, its graph, resuming, refusals."""

from __future__ import annotations

from pathlib import Path

import onnxruntime
import pytest
import torch
from drawn import CLASSES, THRESHOLDS, drawn_rows, ended, image, make_job, truths_of, whole_and_resumed

from loupe_engine.control import Control
from loupe_engine.events import EventLog
from loupe_engine.export.parity import Found, differences
from loupe_engine.faults import Fault
from loupe_engine.job import read_job
from loupe_engine.nn.blocks import set_norm_momentum
from loupe_engine.recipes.base import Context
from loupe_engine.recipes.detect.export import CANDIDATES, DetectGraph, export, firm_detect
from loupe_engine.recipes.detect.loss import assign, losses
from loupe_engine.recipes.detect.model import Detector, grids
from loupe_engine.recipes.detect.params import read_params
from loupe_engine.recipes.detect.pretrained import imagenet
from loupe_engine.recipes.detect.recipe import Detect

SIZE = 64
PARAMS = {"smallObjects": True, "epochs": 4, "closeMosaicEpochs": 1, "validationInterval": 4, "multiScale": True}
OWN = [(name, False) for name in "nsmlx"]


def finer(network: str = "n", classes: int = 2, pretrained: bool = False) -> Detector:
    return Detector(network, classes, imagenet() if pretrained else None, small_objects=True)


@pytest.mark.parametrize(("network", "pretrained"), [*OWN, ("n", True), ("s", True)])
def test_its_points_come_first_and_all_that_learns_takes_a_step(network: str, pretrained: bool) -> None:
    torch.manual_seed(0)
    net = finer(network, pretrained=pretrained).train()
    net.start_from(100, [1.0, 0.5], [2.0] * len(net.strides))
    assert net.strides == [4, 8, 16, 32] and net.canvas((96, 96)) == (96, 96)
    sides, classes = net(torch.rand(2, 3, SIZE, 96))
    points, strides = net.points(SIZE, 96, sides.device)
    assert sides.shape[2] == classes.shape[2] == len(points) == 16 * 24 + 8 * 12 + 4 * 6 + 2 * 3
    assert strides[: 16 * 24].unique().tolist() == [4] and points[0].tolist() == [2, 2]
    before = {k: v.clone() for k, v in net.named_parameters() if v.requires_grad}
    truths = truths_of(([[8, 8, 40, 44], [50, 9, 54, 13]], [0, 1], []), ([[60, 30, 64, 34]], [0], []))
    torch.stack(list(losses(net, sides, classes, truths, SIZE, 96).values())).sum().backward()
    torch.optim.SGD(net.parameters(), lr=0.1).step()
    now = dict(net.named_parameters())
    moved = [k for k, v in before.items() if not torch.equal(v, now[k])]
    assert len(moved) > 0.9 * len(before)
    assert {"neck.finer.0.leave.conv.weight", "head.sides.0.2.weight", "head.classes.0.4.weight"} <= set(moved)


def test_a_tiny_truth_has_four_points_of_the_level_wherever_it_lies() -> None:
    net = finer()
    levels = grids(SIZE, SIZE, net.strides)
    points, strides = net.points(SIZE, SIZE, torch.device("cpu"))
    logits = torch.zeros(1, len(points), 2)
    for side in (2.0, 4.0):
        for shift in range(9):
            box = [20 + shift / 2, 28 + shift / 2, 20 + shift / 2 + side, 28 + shift / 2 + side]

            def boxes(images: torch.Tensor, at: torch.Tensor) -> torch.Tensor:
                half = strides[at, None]
                return torch.cat([points[at] - half, points[at] + half], 1)

            match = assign(logits, boxes, levels, truths_of(([box], [1], [])))
            fine = strides[match.anchors] == 4
            away = (points[match.anchors[fine]] - torch.tensor([box[0] + side / 2, box[1] + side / 2])).abs()
            assert int(fine.sum()) >= 4 and float(away.max()) < 6


@pytest.mark.parametrize("pretrained", [False, True])
def test_the_graph_answers_as_the_network(pretrained: bool, tmp_path: Path) -> None:
    """At a size where more points answer than enter suppression."""
    torch.manual_seed(1)
    net = finer(pretrained=pretrained)
    net.start_from(30, [1.0, 1.0], [2.0] * 4)
    for head in net.head.classes:
        torch.nn.init.normal_(head[-1].weight, std=0.5)
    set_norm_momentum(net, 0.5)
    with torch.no_grad():
        for seed in range(4):
            net(torch.from_numpy(image(seed, 208)[0][:192, :192].copy()).permute(2, 0, 1)[None] / 255)
    graph = DetectGraph(net, 256)
    assert len(graph.points) == 64**2 + 32**2 + 16**2 + 8**2 > CANDIDATES
    export(graph, tmp_path / "model.onnx", ["square", "disc"])
    session = onnxruntime.InferenceSession(str(tmp_path / "model.onnx"), providers=["CPUExecutionProvider"])
    count = 0
    for seed in range(3):
        pixels = image(seed, 96 + 80 * seed)[0]
        want = firm_detect(graph, pixels, 0.6)
        got = Found(*session.run(None, {"image": pixels, **THRESHOLDS}))
        assert differences(want, got, 0.01) == []
        count += int(want.firm.sum())
    assert count >= 10


@pytest.mark.parametrize("network", ["n6", "s6", "m6", "l6", "x6"])
def test_networks_with_a_6_do_not_have_it(network: str) -> None:
    assert not read_params({"network": network, "imageSize": 640}).small_objects
    with pytest.raises(Fault) as caught:
        read_params({"network": network, "imageSize": 640, "smallObjects": True})
    assert caught.value.details["field"] == "params.small_objects"


def test_it_resumes_to_the_very_same_weights(tmp_path: Path) -> None:
    rows = drawn_rows(tmp_path, 6, 2)
    resume, best = whole_and_resumed(tmp_path, rows, PARAMS)
    whole, resumed = (one["state"] for one in best.values())
    assert best["whole"]["small_objects"] is True and whole.keys() == resumed.keys()
    assert all(torch.equal(whole[name], resumed[name]) for name in whole)
    without = {**PARAMS, "smallObjects": False}
    other = ended(make_job(tmp_path, rows, "other", params=without, resume=resume))
    assert (other["cause"]["code"], other["cause"]["args"]["field"]) == ("job.invalid", "resume")


@pytest.mark.parametrize("has_level", [True, False])
def test_only_weights_with_the_same_levels_are_begun_with(has_level: bool, tmp_path: Path) -> None:
    def recipe_with(small_objects: bool) -> Detect:
        params = {**PARAMS, "smallObjects": small_objects}
        job = read_job(make_job(tmp_path, drawn_rows(tmp_path, 2, 1), params=params))
        recipe = Detect(Context(job, EventLog(job.out / "events.jsonl"), Control(), torch.device("cpu")))
        recipe.prepare(lambda done, total: None)
        return recipe

    first, other = recipe_with(has_level), recipe_with(not has_level)
    state = first.build().state_dict()
    saved = {"recipe": "detect", "network": "n", **first.params.made_with, "classes": list(CLASSES), "state": state}
    net = first.build()
    first.begin_from(net, saved)
    assert all(torch.equal(tensor, state[name]) for name, tensor in net.state_dict().items())
    with pytest.raises(Fault) as caught:
        other.begin_from(other.build(), saved)
    assert caught.value.code == "start.damaged"
    assert ("with" if has_level else "without") + " a level for small objects" in caught.value.details["reason"]
