"""Backbones: where their weights come from, that they are the known ones, and that what they give is right."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
import torch

from loupe_engine.carried import EFFICIENTNET, PPOCR, carried_file
from loupe_engine.faults import Fault
from loupe_engine.nn import backbones
from loupe_engine.nn.backbones import efficientnet as lite
from loupe_engine.nn.backbones import ppocr as ocr
from loupe_engine.recipes.anomaly.bank import SIDE_BY_SIDE, levels_of
from loupe_engine.recipes.anomaly.synthetic.net import SyntheticNet


def test_the_backbone_of_the_text_detector_answers_as_its_own_graph() -> None:
    """The package's graph itself, run by ONNX Runtime, gives what our module gives with its weights."""
    path = carried_file(PPOCR)
    model = onnx.load(path)
    ends = ("p2o.pd_op.relu.0.0", *(f"p2o.pd_op.add.{i}.0" for i in (14, 27, 50, 63)))
    model.graph.output.extend(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in ends)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    x = torch.rand(2, 3, 64, 96)
    with torch.no_grad():
        ours = backbones.backbone_of("ppocr").eval()(x)
    theirs = session.run(list(ends), {"x": (x * 2 - 1).flip(1).numpy()})
    for mine, other, channels, stride in zip(ours, theirs, ocr.CHANNELS, (2, 4, 8, 16, 32), strict=True):
        assert mine.shape == (2, channels, 64 // stride, 96 // stride)
        np.testing.assert_allclose(mine.numpy(), other, atol=1e-3)


def test_folded_weights_answer_as_those_of_the_package() -> None:
    path = carried_file(EFFICIENTNET)
    plain, saved = lite.load_efficientnet(path).eval(), torch.load(path, weights_only=True)
    assert plain.state_dict().keys() <= saved.keys()
    assert all(torch.equal(value, saved[name]) for name, value in plain.state_dict().items())
    image = torch.rand(1, 3, 64, 96)
    features, folded = plain(image), backbones.backbone_of("efficientnet").eval()
    assert [f.shape[1:] for f in features] == [
        (channels, 64 // stride, 96 // stride)
        for channels, stride in zip(lite.CHANNELS, (2, 4, 8, 16, 32), strict=True)
    ]
    assert not any(isinstance(module, torch.nn.BatchNorm2d) for module in folded.modules())
    for mine, other in zip(folded(image), features, strict=True):
        assert (mine - other).abs().max() < 1e-3 * other.abs().max()


@pytest.mark.parametrize("name", ["efficientnet", "ppocr"])
def test_what_a_memory_takes_comes_with_the_features(name: str) -> None:
    net, x = backbones.backbone_of(name).eval(), torch.rand(1, 3, 64, 96)
    with torch.no_grad():
        features, inner = net.look(x)
        assert all(torch.equal(a, b) for a, b in zip(features, net(x), strict=True))
    assert tuple(one.shape[1] for one in inner) == net.inner
    if name == "efficientnet":
        assert [one.shape[2:] for one in inner] == [(4, 6), (4, 6), (2, 3)]
        assert inner[0] is features[-2] and inner[2] is features[-1]
        large, small = SIDE_BY_SIDE[name]
        assert (large.stride, levels_of(inner, large)) == (32, [features[-1]])
        assert (small.stride, levels_of(inner, small)) == (16, [features[-2]])


@pytest.mark.parametrize(("kernel", "stride", "side"), [(3, 2, 8), (3, 1, 7), (5, 2, 8), (5, 1, 9)])
def test_sides_are_padded_as_tensorflow_does(kernel: int, stride: int, side: int) -> None:
    """Its rule: as little as gives side / stride outputs, the odd one behind."""
    padded = lite.padded(torch.ones(1, 1, side, side), kernel, stride)[0, 0, side // 2]
    wanted = max((-(-side // stride) - 1) * stride + kernel - side, 0)
    assert padded.tolist() == [0.0] * (wanted // 2) + [1.0] * side + [0.0] * (wanted - wanted // 2)


@pytest.mark.parametrize("name", ["efficientnet", "ppocr"])
def test_another_file_in_the_place_of_a_package_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path = tmp_path / "weights"
    monkeypatch.setenv(f"LOUPE_BACKBONE_{name.upper()}", str(path))
    with pytest.raises(Fault) as caught:
        backbones.backbone_of(name)
    assert caught.value.code == "backbone.missing"
    path.write_bytes(b"no weights")
    with pytest.raises(Fault) as caught:
        backbones.backbone_of(name)
    assert caught.value.code == "backbone.damaged"


def test_a_backbone_is_remembered_and_never_learns() -> None:
    torch.manual_seed(0)
    net = SyntheticNet(backbones.backbone_of("efficientnet"), *SIDE_BY_SIDE["efficientnet"]).train()
    assert not net.backbone.training and not any(p.requires_grad for p in net.backbone.parameters())
    assert net.up2.training and all(p.requires_grad for p in net.up2.parameters())
    images, inside = torch.rand(6, 3, 64, 64), torch.ones(6, 1, 32, 32, dtype=torch.bool)
    known, held = ([(images[part], inside[part], torch.arange(4)[part])] for part in (slice(0, 4), slice(4, 6)))
    net.eval().remember(known, known, held, 0)
    wanted = [sum(levels_of(net.backbone.inner, kept)) for kept in SIDE_BY_SIDE["efficientnet"]]
    assert [len(bank.projection) for bank in net.memories.banks] == wanted
    seen, strange = (net.judge(x, inside[:4])[1] for x in (images[:4], images[:4].round()))
    assert (strange > seen).all()
