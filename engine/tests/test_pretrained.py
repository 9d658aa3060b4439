"""The detector over a backbone that has learned ImageNet: what learns and how fast, resuming, refusals, its graph."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch
from drawn import THRESHOLDS, drawn_rows, ended, image, last_of, make_job, truths_of, whole_and_resumed

from loupe_engine.averaging import averaged_copy
from loupe_engine.control import Control
from loupe_engine.events import EventLog
from loupe_engine.faults import Fault
from loupe_engine.gradient import make_optimiser
from loupe_engine.job import read_job
from loupe_engine.recipes.base import Context, Training
from loupe_engine.recipes.detect.export import DetectGraph, export
from loupe_engine.recipes.detect.length import frozen_epochs
from loupe_engine.recipes.detect.loss import losses
from loupe_engine.recipes.detect.model import Detector
from loupe_engine.recipes.detect.params import read_params
from loupe_engine.recipes.detect.pretrained import RATE, groups_of, imagenet
from loupe_engine.recipes.detect.recipe import Detect

SIZE = 64
PARAMS = {"freezeEpochs": 1, "backbone": "imagenet", "epochs": 4, "closeMosaicEpochs": 1, "validationInterval": 4}


@pytest.mark.parametrize(("network", "millions"), [("n", 2.34), ("s", 6.46)])
def test_what_is_fresh_learns_fast_what_it_knows_slowly_and_edges_not_at_all(network: str, millions: float) -> None:
    torch.manual_seed(0)
    net = Detector(network, 2, imagenet()).train()
    net.start_from(100, [1.0, 0.5], [2.0, 1.0, 1.0])
    assert sum(p.numel() for p in net.parameters()) / 1e6 == pytest.approx(millions, abs=0.01)
    before = {k: v.clone() for k, v in net.named_parameters()}
    groups = groups_of(net, 0.0005)
    optimiser = torch.optim.SGD([{**group, "lr": 0.01 * group["rate"]} for group in groups])
    truths = truths_of(*[([[8, 8, 40, 44]], [0], [])] * 2)
    x = torch.rand(2, 3, SIZE, SIZE)
    torch.stack(list(losses(net, *net(x), truths, SIZE, SIZE).values())).sum().backward()
    optimiser.step()
    moved = {k for k, v in net.named_parameters() if not torch.equal(v, before[k])}
    known = {k for k in before if k.startswith("backbone.net.") and k.endswith(".weight")}
    assert {k for k in known if k in moved} == {
        k for k in known if "._blocks." in k and int(k.split(".")[3]) > 2 and "_depthwise_conv" not in k
    }
    assert {k for k in before if k.startswith("backbone.sides.") and k.endswith("conv.weight")} <= moved
    assert not any(isinstance(m, torch.nn.BatchNorm2d) for m in net.backbone.net.modules())
    rates = {id(p): group["rate"] for group in groups for p in group["params"]}
    named = {k: rates.get(id(p)) for k, p in net.named_parameters()}
    assert {named[k] for k in moved if k.startswith("backbone.net.")} == {RATE}
    assert {rate for k, rate in named.items() if not k.startswith("backbone.net.")} == {1.0}


def test_a_frozen_backbone_stays_as_it_is_and_then_learns(tmp_path: Path) -> None:
    params = {**PARAMS, "freezeEpochs": 2, "learningRate": 0.01}
    job = read_job(make_job(tmp_path, drawn_rows(tmp_path, 4, 2), params=params))
    recipe = Detect(Context(job, EventLog(job.out / "events.jsonl"), Control(), torch.device("cpu")))
    plan = recipe.prepare(lambda done, total: None)
    net = recipe.build().train()
    optimiser = make_optimiser(recipe.groups(net, plan), plan.learning)
    training = Training(plan, net, averaged_copy(net), optimiser, torch.float32, 1)
    known = [p for p in net.backbone.net.parameters() if p.requires_grad]
    before, head = [p.clone() for p in known], net.head.classes[0][-1].weight.clone()
    batch = recipe.send(recipe.batch((0, 0)))
    for epoch, learns in enumerate([False, False, True]):
        training.epoch, training.step = epoch, epoch * plan.batches
        recipe.step(training, batch)
        moved = sum(not torch.equal(a, b) for a, b in zip(known, before, strict=True))
        assert moved > len(known) / 2 if learns else moved == 0
    assert not torch.equal(net.head.classes[0][-1].weight, head)
    by_time = read_params({**params, "length": "time", "warmupEpochs": 0, "decayEpochs": []})
    assert (frozen_epochs(read_params(params), 200), frozen_epochs(by_time, 200)) == (2, 4)


def test_the_graph_answers_as_the_network(tmp_path: Path) -> None:
    torch.manual_seed(0)
    net = Detector("n", 2, imagenet()).eval()
    for head in net.head.classes:
        torch.nn.init.normal_(head[-1].weight, std=0.1)
    graph = DetectGraph(net, SIZE)
    export(graph, tmp_path / "model.onnx", ["square", "disc"])
    session = onnxruntime.InferenceSession(str(tmp_path / "model.onnx"), providers=["CPUExecutionProvider"])
    assert "Apache" in json.loads(session.get_modelmeta().custom_metadata_map["loupe"])["notice"]  # the licence's wish
    for seed in range(3):
        pixels = image(seed, 80 + 16 * seed)[0]
        boxes, scores, classes = session.run(None, {"image": pixels, **THRESHOLDS})
        with torch.no_grad():
            wanted = graph(torch.from_numpy(pixels.copy()), *(torch.from_numpy(v) for v in THRESHOLDS.values()))
        assert len(scores) > 0
        np.testing.assert_allclose(np.sort(scores), np.sort(wanted[1].numpy()), rtol=1e-3)
        np.testing.assert_allclose(np.sort(boxes, 0), np.sort(wanted[0].numpy(), 0), atol=0.1)
        assert sorted(classes.tolist()) == sorted(wanted[2].tolist())


@pytest.mark.parametrize("network", ["m", "l", "x", "n6", "s6"])
def test_larger_networks_have_no_room_for_it(network: str) -> None:
    assert read_params({"network": network, "imageSize": 640}).backbone == "own"
    with pytest.raises(Fault) as caught:
        read_params({"network": network, "imageSize": 640, "backbone": "imagenet"})
    assert caught.value.details["field"] == "params.backbone"


def test_it_resumes_to_the_very_same_weights_and_is_begun_with_by_its_like(tmp_path: Path) -> None:
    rows = drawn_rows(tmp_path, 6, 2)
    resume, best = whole_and_resumed(tmp_path, rows, PARAMS)
    whole, resumed = (one["state"] for one in best.values())
    assert best["whole"]["backbone"] == "imagenet" and whole.keys() == resumed.keys()
    assert all(torch.equal(whole[name], resumed[name]) for name in whole)
    own = {**PARAMS, "backbone": "own"}
    other = ended(make_job(tmp_path, rows, "other", params=own, resume=resume))
    assert (other["cause"]["code"], other["cause"]["args"]["field"]) == ("job.invalid", "resume")
    found = last_of(tmp_path / "whole", "artefact", role="best")
    begun = {"url": found["path"], "sha256": found["sha256"]}
    still = {**PARAMS, "learningRate": 0, "epochs": 1}  # the weights stay as they came
    assert ended(make_job(tmp_path, rows, "second", params=still, start=begun), graph=False)["as"] == "completed"
    second = torch.load(tmp_path / "second" / "best.pt", weights_only=True)["state"]
    name = "backbone.net._blocks.7._project_conv.weight"
    assert torch.equal(whole[name], second[name]) and not torch.equal(whole[name], imagenet().state_dict()[name[13:]])
    refused = ended(make_job(tmp_path, rows, "third", params=own, start=begun))["cause"]
    assert refused["code"] == "start.damaged" and "imagenet" in refused["args"]["reason"]


def test_without_the_package_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOUPE_BACKBONE_EFFICIENTNET", str(tmp_path / "nowhere.pth"))
    cause = ended(make_job(tmp_path, drawn_rows(tmp_path, 2, 1), params=PARAMS))["cause"]
    assert cause["code"] == "backbone.missing" and "nowhere.pth" in cause["file"]
