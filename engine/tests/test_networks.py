"""Every network of the family: built, one step, exported; n and s learn something."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from drawn import THRESHOLDS, image, truths_of

from loupe_engine.export.graph import export_graph
from loupe_engine.export.parity import MIN_DETECTIONS, Found, differences
from loupe_engine.nn.blocks import set_norm_momentum
from loupe_engine.recipes.detect.export import FLOOR, DetectGraph, export, firm_detect
from loupe_engine.recipes.detect.loss import Truths, losses
from loupe_engine.recipes.detect.model import NETWORKS, Detector
from loupe_engine.recipes.detect.report import compared_at

MILLIONS = {"n": 2.51, "s": 9.87, "m": 23.74, "l": 40.60, "x": 63.39}
MILLIONS |= {"n6": 4.16, "s6": 16.45, "m6": 43.10, "l6": 60.20, "x6": 94.00}
SIZE = 64


def seen_by(graph: DetectGraph) -> Callable[[np.ndarray, float, float], Found]:
    return lambda pixels, floor, iou: firm_detect(graph, pixels, iou, floor)


def one_step(net: Detector, optimiser: torch.optim.Optimizer, x: torch.Tensor, aims: Truths) -> float:
    parts = losses(net, *net(x), aims, *x.shape[2:])
    loss = torch.stack(list(parts.values())).sum()
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
    return loss.item()


@pytest.mark.parametrize("network", NETWORKS)
def test_it_is_built_and_takes_a_step(network: str) -> None:
    assert sum(p.numel() for p in Detector(network, 80).parameters()) / 1e6 == pytest.approx(
        MILLIONS[network], abs=0.01
    )
    torch.manual_seed(0)
    net = Detector(network, 2).train()
    net.start_from(100, [1.0, 0.5], [2.0] * len(net.strides))
    side = 128 if network.endswith("6") else 96
    assert net.canvas((96, 40)) == (side, 64)
    before = {k: v.clone() for k, v in net.named_parameters()}
    optimiser = torch.optim.SGD(net.parameters(), lr=0.01)
    loss = one_step(net, optimiser, torch.rand(2, 3, SIZE, SIZE), truths_of(*[([[8, 8, 40, 44]], [0], [])] * 2))
    assert np.isfinite(loss) and loss > 0
    moved = [k for k, v in net.named_parameters() if not torch.equal(v, before[k])]
    assert len(moved) > 0.9 * len(before)


@pytest.mark.parametrize("network", ["n", "s"])
def test_the_small_ones_learn_a_batch(network: str) -> None:
    torch.manual_seed(0)
    net = Detector(network, 2).train()
    net.start_from(100, [1.0, 1.0], [2.0, 1.0, 1.0])
    images, aims = [], []
    for seed in range(4):
        pixels, shapes = image(seed, SIZE + 16)
        images.append(torch.from_numpy(pixels[:SIZE, :SIZE].copy()).permute(2, 0, 1).float() / 255)
        points = [np.array(s["p"]).reshape(-1, 2) for s in shapes]
        boxes = torch.tensor(np.array([[*p.min(0), *p.max(0)] for p in points]), dtype=torch.float32).clamp(0, SIZE)
        aims.append((boxes.tolist(), [s["c"] for s in shapes], []))
    optimiser = torch.optim.AdamW(net.parameters(), lr=0.003)
    course = [one_step(net, optimiser, torch.stack(images), truths_of(*aims)) for _ in range(25)]
    assert np.mean(course[-3:]) < 0.7 * np.mean(course[:3])


SLOW = [
    pytest.param(n, marks=pytest.mark.slow) if n in ("s", "l", "x", "s6", "m6", "l6", "x6") else n for n in NETWORKS
]


@pytest.mark.parametrize("network", [n for n in SLOW if n != "n"])
def test_it_is_exported_and_agrees(network: str, tmp_path: Path) -> None:
    """With weights shaken so that many detections come out: nothing against nothing would prove nothing."""
    torch.manual_seed(1)
    net = Detector(network, 3)
    net.start_from(30, [1.0, 1.0, 1.0], [2.0] * len(net.strides))
    for head in net.head.classes:
        torch.nn.init.normal_(head[-1].weight, std=0.5)
    set_norm_momentum(net, 0.5)
    with torch.no_grad():  # statistics of what it sees: else an untrained network answers everywhere alike
        for _ in range(4):
            net(torch.rand(2, 3, 2 * SIZE, 2 * SIZE))
    graph = DetectGraph(net, SIZE)
    export(graph, tmp_path / "model.onnx", ["a", "b", "c"])
    session = onnxruntime.InferenceSession(str(tmp_path / "model.onnx"), providers=["CPUExecutionProvider"])
    rng = np.random.default_rng(0)
    count = 0
    for height, width in ((64, 64), (50, 97), (200, 130), (1, 9)):
        pixels = rng.integers(0, 255, (height, width, 3), dtype=np.uint8)
        want = firm_detect(graph, pixels, 0.6)
        got = Found(*session.run(None, {"image": pixels, **THRESHOLDS}))
        assert differences(want, got, 0.01) == []
        assert (got.boxes >= 0).all() and (got.boxes <= [width, height] * 2).all()
        count += int(want.firm.sum())
    assert count >= 20


def test_a_weak_network_is_compared_from_a_lower_score() -> None:
    """One that is sure of nothing still shows enough to compare; a surer one keeps the usual score."""
    torch.manual_seed(1)
    net = Detector("n", 3)
    images = [image(seed, SIZE)[0] for seed in range(3)]
    for bias, std in ((0.0, 0.1), (-6.5, 0.1)):
        for head in net.head.classes:
            torch.nn.init.normal_(head[-1].weight, std=std)
            torch.nn.init.constant_(head[-1].bias, bias)
        graph = DetectGraph(net, SIZE)
        floor, iou = compared_at(seen_by(graph), images, 0.6)
        assert floor == FLOOR if bias == 0 else 0 < floor < FLOOR
        assert sum(int(firm_detect(graph, one, iou, floor).firm.sum()) for one in images) >= MIN_DETECTIONS


def test_scores_that_all_tie_are_still_compared() -> None:
    """After a few steps every score is the same and the list is cut at random: any cut agrees, another box does not."""
    torch.manual_seed(1)
    net = Detector("n", 1)
    for head in net.head.classes:
        torch.nn.init.zeros_(head[-1].weight)
        torch.nn.init.constant_(head[-1].bias, -7.0)
    graph = DetectGraph(net, 320)
    pixels = image(1)[0]
    floor, iou = compared_at(seen_by(graph), [pixels], 0.6)
    want = firm_detect(graph, pixels, iou, floor)
    assert len(want.scores) > 300 and int(want.firm.sum()) >= MIN_DETECTIONS
    cut = np.sort(np.random.default_rng(1).permutation(len(want.scores))[:300])
    got = Found(want.boxes[cut], want.scores[cut], want.classes[cut])
    assert differences(want, got, floor) == []
    assert differences(want, Found(got.boxes + 1, got.scores, got.classes), floor)
    assert differences(want, Found(got.boxes, got.scores * 1.5, got.classes), floor)
    assert differences(want, Found(got.boxes[:200], got.scores[:200], got.classes[:200]), floor)


def test_gelu_is_one_operator_where_it_runs(tmp_path: Path) -> None:
    """ONNX Runtime knows it only in one form; in another it stays five operators and takes half as long again."""
    net = torch.nn.Sequential(torch.nn.Conv2d(3, 8, 1), torch.nn.GELU()).eval()
    x = torch.rand(1, 3, 8, 8)
    export_graph(net, tmp_path / "model.onnx", (x,), ({2: torch.export.Dim("side", min=2)},), (["x"], ["y"]), {})
    options = onnxruntime.SessionOptions()
    options.optimized_model_filepath = str(tmp_path / "optimised.onnx")
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(tmp_path / "model.onnx"), options, providers=["CPUExecutionProvider"])
    with torch.no_grad():
        np.testing.assert_allclose(session.run(None, {"x": x.numpy()})[0], net(x).numpy(), atol=1e-6)
    kinds = {node.op_type for node in onnx.load(tmp_path / "optimised.onnx").graph.node}
    assert "Gelu" in kinds and "Erf" not in kinds
