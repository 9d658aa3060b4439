"""Trunks: where their weights come from, that they are the known ones, and that what they give is right."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
import torch

from loupe_engine.faults import Fault
from loupe_engine.recipes.anomaly import efficientnet, ppocr, safetensors, torchfile, trunks
from loupe_engine.recipes.anomaly.model import Segmenter, ShippedTrunk
from loupe_engine.recipes.anomaly.seg import SyntheticNet


def test_weights_come_back_from_their_file() -> None:
    tensors = {"a": torch.randn(3, 4), "b": torch.randn(5), "n": torch.tensor(3)}
    found = safetensors.parse(safetensors.encode(tensors, half=False))
    assert set(found) == {"a", "b"} and all(torch.equal(found[k], tensors[k]) for k in found)


@pytest.mark.parametrize("change", [lambda d: d[:-5], lambda d: d[:30], lambda d: b"", lambda d: b"\x80\x04K\x01." * 9])
def test_a_damaged_file_is_refused(change: Any, tmp_path: Path) -> None:
    path = tmp_path / "trunk.safetensors"
    path.write_bytes(change(safetensors.encode({"a": torch.randn(3, 4)})))
    with pytest.raises(Fault) as caught:
        trunks.read_weights(path)
    assert caught.value.code == "trunk.damaged"


def test_a_header_that_lies_is_refused() -> None:
    for told in ({"shape": [9], "data_offsets": [0, 4]}, {"shape": [-1], "data_offsets": [0, 4]}, {"shape": [1]}):
        header = json.dumps({"a": {"dtype": "F32", **told}}).encode()
        with pytest.raises(safetensors.DamagedFile):
            safetensors.parse(struct.pack("<Q", len(header)) + header + b"\0" * 4)


def test_weights_of_another_shape_or_that_are_not_there_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "imagenet.safetensors"
    monkeypatch.setenv("LOUPE_TRUNK_IMAGENET", str(path))
    with pytest.raises(Fault) as caught:
        trunks.trunk_of("imagenet")
    assert caught.value.code == "trunk.missing"
    path.write_bytes(safetensors.encode(ShippedTrunk().state_dict()))
    with pytest.raises(Fault) as caught:
        trunks.trunk_of("imagenet")
    assert caught.value.code == "trunk.damaged"
    torch.manual_seed(0)
    state = trunks.MobileTrunk().state_dict()
    for name in state:  # each normalisation another, so that folding has something to do
        if "bn" in name and state[name].is_floating_point():
            state[name] = torch.rand(state[name].shape) + 0.5
    path.write_bytes(safetensors.encode(state))
    plain, picture = trunks.MobileTrunk().eval(), torch.rand(1, 3, 64, 96)
    plain.load_state_dict(state)
    features = trunks.trunk_of("imagenet").eval()(picture)
    for mine, other in zip(features, plain(picture), strict=True):
        assert (mine - other).abs().max() < 1e-2 * other.abs().max()
    assert [(f.shape[1], 64 // f.shape[2]) for f in features] == list(
        zip((16, 24, 32, 96, 160), (2, 4, 8, 16, 32), strict=True)
    )
    monkeypatch.setenv("LOUPE_TRUNK_IMAGENET_SHA256", "0" * 64)
    with pytest.raises(Fault) as caught:
        trunks.trunk_of("imagenet")
    assert caught.value.code == "trunk.damaged"
    monkeypatch.setenv("LOUPE_TRUNK_IMAGENET", "http://localhost:9/trunk.safetensors")
    monkeypatch.delenv("LOUPE_TRUNK_IMAGENET_SHA256")
    with pytest.raises(Fault) as caught:
        trunks.trunk_of("imagenet")
    assert caught.value.code == "trunk.damaged"


def test_the_shipped_trunk_is_small_and_fits() -> None:
    assert trunks.SHIPPED.stat().st_size < 4_000_000
    net = Segmenter(trunks.trunk_of("shipped"))
    trunks.warm_start(net)
    assert net(torch.rand(1, 3, 64, 64)).shape == (1, 1, 32, 32)


def test_the_trunk_of_the_text_detector_answers_as_its_own_graph() -> None:
    """The package's graph itself, run by ONNX Runtime, gives what our module gives with its weights."""
    path = trunks.carried_file(trunks.PPOCR)
    model = onnx.load(path)
    ends = ("p2o.pd_op.relu.0.0", *(f"p2o.pd_op.add.{i}.0" for i in (14, 27, 50, 63)))
    model.graph.output.extend(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in ends)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    x = torch.rand(2, 3, 64, 96)
    with torch.no_grad():
        ours = trunks.trunk_of("ppocr").eval()(x)
    theirs = session.run(list(ends), {"x": (x * 2 - 1).flip(1).numpy()})
    for mine, other, channels, stride in zip(ours, theirs, ppocr.CHANNELS, (2, 4, 8, 16, 32), strict=True):
        assert mine.shape == (2, channels, 64 // stride, 96 // stride)
        np.testing.assert_allclose(mine.numpy(), other, atol=1e-3)


def test_weights_of_the_other_package_are_read_without_unpickling_them() -> None:
    """PyTorch's own reader, limited to tensors, finds the same under the same names."""
    path = trunks.carried_file(trunks.EFFICIENTNET)
    trunk, theirs = efficientnet.efficient_trunk(path).eval(), torch.load(path, weights_only=True)
    ours = {name: value for name, value in trunk.state_dict().items() if not name.endswith(torchfile.COUNTER)}
    assert len(ours) > 100 and all(torch.equal(value, theirs[name]) for name, value in ours.items())
    picture = torch.rand(1, 3, 64, 96)
    features, folded = trunk(picture), trunks.trunk_of("efficientnet").eval()
    assert [f.shape[1:] for f in features] == [
        (channels, 64 // stride, 96 // stride)
        for channels, stride in zip(efficientnet.CHANNELS, (2, 4, 8, 16, 32), strict=True)
    ]
    assert not any(isinstance(module, torch.nn.BatchNorm2d) for module in folded.modules())
    for mine, other in zip(folded(picture), features, strict=True):
        assert (mine - other).abs().max() < 1e-3 * other.abs().max()


@pytest.mark.parametrize(("kernel", "stride", "side"), [(3, 2, 8), (3, 1, 7), (5, 2, 8), (5, 1, 9)])
def test_sides_are_padded_as_tensorflow_does(kernel: int, stride: int, side: int) -> None:
    """Its rule: as little as gives side / stride outputs, the odd one behind."""
    padded = efficientnet.padded(torch.ones(1, 1, side, side), kernel, stride)[0, 0, side // 2]
    wanted = max((-(-side // stride) - 1) * stride + kernel - side, 0)
    assert padded.tolist() == [0.0] * (wanted // 2) + [1.0] * side + [0.0] * (wanted - wanted // 2)


@pytest.mark.parametrize("data", [b"", b"no pickle", b"\x80\x02K\x01." * 4, b"\x80\x02K\x01." * 4 + b"\x80\x02X"])
def test_another_file_than_torch_wrote_is_told_apart(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "weights.pth"
    path.write_bytes(data)
    with pytest.raises(torchfile.UnknownFile):
        torchfile.read(path)


@pytest.mark.parametrize("name", ["efficientnet", "ppocr"])
def test_another_file_in_the_place_of_a_package_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path = tmp_path / "weights"
    monkeypatch.setenv(f"LOUPE_TRUNK_{name.upper()}", str(path))
    with pytest.raises(Fault) as caught:
        trunks.trunk_of(name)
    assert caught.value.code == "trunk.missing"
    path.write_bytes(b"no weights")
    with pytest.raises(Fault) as caught:
        trunks.trunk_of(name)
    assert caught.value.code == "trunk.damaged"


def test_a_trunk_that_has_seen_photographs_is_remembered_and_never_learns() -> None:
    torch.manual_seed(0)
    net = SyntheticNet(trunks.trunk_of("efficientnet")).train()
    assert not net.trunk.training and not any(p.requires_grad for p in net.trunk.parameters())
    assert net.up2.training and all(p.requires_grad for p in net.up2.parameters())
    pictures, inside = torch.rand(6, 3, 64, 64), torch.ones(6, 1, 32, 32, dtype=torch.bool)
    net.eval().remember([(pictures[:4], inside[:4], torch.arange(4))], [(pictures[4:], inside[4:], torch.arange(2))], 0)
    assert net.bank.patches.shape[1] == sum(efficientnet.CHANNELS[i] for i in net.levels)
    seen, strange = (net.score(net.evidence(x, inside[:4]), inside[:4]) for x in (pictures[:4], pictures[:4].round()))
    assert (strange > seen).all()
