"""Recipe `textdet`: networks and maps, a training on drawn lines from files to the graph, resuming, judging only."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from drawn import ended, events, of_type, whole_and_resumed
from drawn_lines import SMALL, text_image, text_rows, textdet_job
from drawn_maps import turned_corners
from test_schema import problems, schema

from loupe_engine.carried import PPOCR, carried_file
from loupe_engine.control import Control
from loupe_engine.data.outlines import IGNORE, clip_to, outlines_of
from loupe_engine.events import EventLog
from loupe_engine.faults import Fault
from loupe_engine.job import read_job
from loupe_engine.loop import train
from loupe_engine.recipes.base import Context
from loupe_engine.recipes.text.boxes import TextThresholds, text_boxes
from loupe_engine.recipes.text.quads import polygon_iou, smallest_quad
from loupe_engine.recipes.textdet.export import TextdetGraph, export, predict
from loupe_engine.recipes.textdet.loss import losses
from loupe_engine.recipes.textdet.maps import maps_of
from loupe_engine.recipes.textdet.model import OWN, TextDetector, text_detector
from loupe_engine.recipes.textdet.params import read_params
from loupe_engine.recipes.textdet.pretrained import ready_made
from loupe_engine.recipes.textdet.recipe import Textdet
from loupe_engine.recipes.textdet.report import differences, found_in, sheet

LEARN = {"epochs": 30, "batchSize": 3, "validationInterval": 30, "learningRate": 0.004}


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a training of `n` on six drawn images."""
    folder = tmp_path_factory.mktemp("lines")
    job = textdet_job(folder, text_rows(folder), params=LEARN)
    assert ended(job)["as"] == "completed", (job.parent / "stderr.log").read_text()[-2000:]
    return folder


def report_of(run: Path) -> dict[str, Any]:
    return json.loads((run / "report.json").read_text("utf-8"))


def test_the_ready_made_network_answers_as_its_own_file() -> None:
    session = onnxruntime.InferenceSession(str(carried_file(PPOCR)), providers=["CPUExecutionProvider"])
    x = torch.from_numpy(sheet(0, 160)).permute(2, 0, 1)[None].float() / 255
    x = torch.cat([x, torch.rand(1, 3, 160, 160)])
    with torch.no_grad():
        ours = ready_made().eval()(x).sigmoid().numpy()
    theirs = session.run(None, {session.get_inputs()[0].name: (x * 2 - 1).flip(1).numpy()})[0]
    assert theirs.max() > 0.9 and theirs.min() < 0.01
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-4)


def denormal(weight: np.ndarray) -> int:
    return int(((weight != 0) & (np.abs(weight) < np.finfo(np.float32).tiny)).sum())


def weights_in(path: Path) -> list[np.ndarray]:
    every = (onnx.numpy_helper.to_array(one) for one in onnx.load(path).graph.initializer)
    return [one for one in every if one.dtype == np.float32]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> tuple[TextDetector, TextdetGraph, Path]:
    """The ready-made network as a version of before has learned from it, with tiny weights; its graph and file."""
    torch.manual_seed(2)
    net = ready_made().eval()
    assert sum(denormal(weight.detach().numpy()) for weight in net.parameters()) == 0
    with torch.no_grad():
        for weight in net.parameters():
            weight[weight == 0] = 3e-40
    graph, path = TextdetGraph(net, 160, (128, 160)), tmp_path_factory.mktemp("exported") / "model.onnx"
    export(graph, path, ["text"])
    return net, graph, path


def test_no_weight_is_too_small_for_a_normal_number(exported: Any) -> None:
    """The file has very many in channels that died, each of which costs some processors a hundred products."""
    assert sum(map(denormal, weights_in(carried_file(PPOCR)))) > 100_000
    net, graph, path = exported
    assert sum(denormal(weight.detach().numpy()) for weight in net.parameters()) > 100_000
    x = torch.from_numpy(sheet(1, 96)).permute(2, 0, 1)[None].float() / 255
    assert torch.equal(net(x), graph.net(x))
    assert sum(map(denormal, weights_in(path))) == 0


@pytest.mark.parametrize("size", [(333, 517), (480, 640), (640, 480), (100, 800)])
def test_a_bare_surface_is_no_text(size: tuple[int, int]) -> None:
    """Whatever its shape: where something stood beside the image, its edge was read as a text."""
    graph = TextdetGraph(ready_made(), 320, (320, 320))
    for level in (0, 60, 128, 255):
        levels, scale = predict(graph, np.full((*size, 3), level, np.uint8))
        assert not len(text_boxes(levels, tuple(scale.tolist()), size, TextThresholds()).quads), level


def test_missing_or_other_weights_are_those_of_the_ready_made_reader(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = tmp_path / "other.onnx"
    monkeypatch.setenv(PPOCR.setting, str(other))
    with pytest.raises(Fault) as missing:
        ready_made()
    other.write_bytes(b"other")
    with pytest.raises(Fault) as damaged:
        ready_made()
    assert (missing.value.code, damaged.value.code) == ("reader.missing", "reader.damaged")


def test_the_threshold_begins_as_the_probability_and_is_not_deployed(tmp_path: Path) -> None:
    net = ready_made().train()
    with torch.no_grad():
        logits, threshold = net(torch.rand(1, 3, 64, 64))
    assert torch.equal(logits, threshold)
    graph = TextdetGraph(net, 64, (64, 64))
    assert not any(name.startswith("net.threshold") for name in graph.state_dict())
    assert net.threshold is not None, "the network itself goes on learning"


def test_a_network_of_our_own_is_small() -> None:
    assert sum(p.numel() for p in text_detector(OWN).parameters()) < 1_200_000


@pytest.mark.parametrize("unclip", [0.5, 1.0, 1.6, 2.5])
def test_a_kernel_grows_to_its_text_again(unclip: float) -> None:
    """By the routine that makes boxes of maps: for the thresholds that a training is given, boxes fit."""
    rng = np.random.default_rng(4)
    for i in range(12):
        quad = turned_corners(
            *rng.uniform(120, 136, 2), rng.uniform(60, 200), rng.uniform(20, 40), rng.uniform(-60, 60)
        )
        if i % 2:  # an outline of more points than four
            quad = np.insert(quad, 1, (quad[0] + quad[1]) / 2, 0)
        kernel = maps_of(outlines_of([0], [[quad]]), 256, 256, unclip).kernel
        found = text_boxes(kernel * 255, (1, 1), (256, 256), TextThresholds(unclip=unclip))
        assert len(found.quads) == 1
        assert polygon_iou(smallest_quad(quad), found.quads[0].reshape(4, 2)) > (0.85 if unclip < 2 else 0.75)


def test_neighbours_stay_apart_and_what_is_ignored_does_not_count() -> None:
    boxes = [turned_corners(60, y, 80, 16, 0) for y in (20, 37, 54, 90)]
    small = turned_corners(150, 20, 30, 2, 0)
    maps = maps_of(outlines_of([0, 0, 0, IGNORE, 0], [[one] for one in (*boxes, small)]), 112, 192, 1.0)
    assert cv2.connectedComponents(maps.kernel)[0] - 1 == 3
    assert not maps.counted[84:96, 24:96].any() and not maps.counted[19:21, 137:163].any()
    assert maps.counted[:80, :120].all()
    assert maps.border[20, 20] > 200 and maps.border[20, 60] < 60 and maps.beside[20, 60] and not maps.beside[20, 5]


def test_a_line_that_the_border_cuts_is_taught() -> None:
    """It is no quadrilateral any more."""
    cut = clip_to(outlines_of([0], [[turned_corners(20, 20, 100, 24, 40)]]), 128, 96)
    assert len(cut.points) > 4
    maps = maps_of(cut, 96, 128, 1.0)
    assert maps.kernel.sum() > 200 and maps.counted.all()


def test_losses_fall_with_what_is_right_and_leave_out_what_does_not_count() -> None:
    maps = maps_of(
        outlines_of([0, IGNORE], [[turned_corners(32, 20, 40, 16, 0)], [turned_corners(32, 50, 40, 16, 0)]]), 64, 64, 1
    )
    kernel, counted, border, beside = (
        torch.from_numpy(one)[None] for one in (maps.kernel, maps.counted, maps.border, maps.beside)
    )
    edge = torch.logit(0.3 + 0.4 / 255 * border.float())[:, None]
    right = (kernel.float() * 20 - 10)[:, None]
    found = losses(right, edge, kernel, counted, border, beside)
    assert all(float(value) < 0.05 for value in found.values()), found
    flipped = torch.where(counted[:, None] > 0, right, -right)
    assert losses(flipped, edge, kernel, counted, border, beside) == found
    wrong = losses(-right, edge, kernel, counted, border, beside)
    assert float(wrong["probability"]) > 10 and float(wrong["binary"]) > 0.9
    blind = losses(right, torch.zeros_like(edge), kernel, counted, border, beside)
    assert float(blind["border"]) > 10 * float(found["border"])
    none = torch.zeros_like(kernel)
    empty = losses(right, edge, none, torch.ones_like(kernel), none, none)
    assert all(torch.isfinite(value) for value in empty.values())


def test_drawn_lines_are_learned(learned: Path) -> None:
    metrics = report_of(learned / "run")["metrics"]
    assert metrics["det_hmean"] > 0.6
    curves = of_type(events(learned / "run"), "series")[-1]["values"]
    assert {"det_precision", "det_recall", "det_hmean", "val_loss"} <= set(curves)
    assert [metrics[key] for key in ("word_accuracy", "one_minus_ned", "char_accuracy", "end_to_end")] == [None] * 4


def test_the_graph_takes_images_of_any_size(learned: Path) -> None:
    session = onnxruntime.InferenceSession(str(learned / "run" / "model.onnx"), providers=["CPUExecutionProvider"])
    assert [one.name for one in session.get_inputs()] == ["image"]
    assert [one.name for one in session.get_outputs()] == ["probability", "scale"]
    sizes = {(96, 128): (96, 128), (200, 90): (96, 32), (33, 500): (32, 128), (1, 1): (96, 96)}
    for (high, wide), cells in sizes.items():
        levels, scale = session.run(None, {"image": np.full((high, wide, 3), 90, np.uint8)})
        assert levels.dtype == np.uint8 and levels.shape == cells, "no larger than the image needs"
        np.testing.assert_allclose(scale, [wide / levels.shape[1], high / levels.shape[0]], rtol=1e-6)
    about = {p.key: p.value for p in onnx.load(learned / "run" / "model.onnx").metadata_props}
    assert json.loads(about["loupe"]) == {"v": 1, "recipe": "textdet", "image_size": 128, "classes": ["text"]}


def test_parity_cases_name_what_the_graph_finds(learned: Path) -> None:
    report = report_of(learned / "run")
    assert problems(schema("engine-report.json"), report) == []
    parity = report["parity"]
    session = onnxruntime.InferenceSession(str(learned / "run" / "model.onnx"), providers=["CPUExecutionProvider"])
    firm = 0
    for case in parity["cases"][:3]:
        seed = int(case["name"][1]) - 6
        levels, scale = session.run(None, {"image": text_image(seed)[0]})
        boxes = text_boxes(
            levels, tuple(map(float, scale)), (case["height"], case["width"]), TextThresholds(unclip=1.0)
        )
        for text in case["texts"]:
            assert text["text"] is None and text["textScore"] is None
            if text["firm"]:
                firm += 1
                assert np.abs(boxes.quads - text["quad"]).max(1).min() <= parity["tolerance"]["quad_px"]
    assert firm and 0 < parity["min_texts"] <= 20
    assert {"bmp-24.bmp", "jpeg-turned.jpg"} <= {case["name"] for case in parity["cases"]}


def test_a_map_that_differs_is_noticed() -> None:
    cells = np.zeros((64, 128), np.uint8)
    cells[10:20, 10:80] = 250
    cells[40:50, 10:80] = 135
    one = found_in(cells, np.ones(2), (64, 128), TextThresholds())
    assert one.firm.tolist() == [True, False], "the second lies near the box threshold"
    assert differences(one, one) == []
    other = cells.copy()
    other[10:20, 75:90] = 250
    assert differences(one, found_in(other, np.ones(2), (64, 128), TextThresholds()))
    assert len(differences(one, found_in(cells * 0, np.ones(2), (64, 128), TextThresholds()))) == 1
    other[40:50] = 0
    other[10:20, 80:90] = 0
    assert differences(one, found_in(other, np.ones(2), (64, 128), TextThresholds())) == [], "it may be missing"


def test_a_killed_training_resumes_bit_for_bit(tmp_path: Path) -> None:
    params = {"epochs": 4, "batchSize": 3, "rotate": 5, "scale": 0.2, "noise": 10}
    resume, weights = whole_and_resumed(
        tmp_path, text_rows(tmp_path), SMALL | params, recipe="textdet", classes=[{"index": 0, "name": "text"}]
    )
    assert resume and weights["whole"]["recipe"] == "textdet"
    whole, resumed = weights["whole"]["state"], weights["resumed"]["state"]
    assert all(torch.equal(value, resumed[name]) for name, value in whole.items())
    job = textdet_job(tmp_path, text_rows(tmp_path), "other", params={**params, "epochs": 5}, resume=resume)
    context = context_of(job)
    with pytest.raises(Fault, match=r"job\.invalid"):
        train(Textdet(context), context)


def context_of(job: Path) -> Context:
    return Context(read_job(job), EventLog(job.parent / "events.jsonl"), Control(), torch.device("cpu"))


def test_the_ready_made_network_becomes_a_version_without_a_step_or_a_truth(tmp_path: Path) -> None:
    rows = text_rows(tmp_path, 0, 1)
    rows[0]["shapes"] = []
    context = context_of(textdet_job(tmp_path, rows, params={"training": "none", "network": "pp", "imageSize": 160}))
    assert train(Textdet(context), context).ended == "completed"
    saved = torch.load(context.out / "best.pt", weights_only=True)
    assert all(torch.equal(value, saved["state"][name]) for name, value in ready_made().state_dict().items())
    report = report_of(context.out)
    assert report["metrics"]["det_hmean"] is None, "nobody said what is there"
    drawn = {name for one in of_type(events(context.out), "series") for name in one["values"]}
    assert not {name for name in drawn if name.startswith("det_")}, "nor has the curve a point at 0"
    assert report["parity"]["min_texts"] == 20, "drawn sheets give enough to compare"
    assert not of_type(events(context.out), "warning")


def test_few_steps_are_named_of_a_network_that_finds_nothing_yet(tmp_path: Path) -> None:
    def warned(name: str, **params: Any) -> list[Any]:
        context = context_of(textdet_job(tmp_path, text_rows(tmp_path, 2, 1), name, params=params))
        recipe = Textdet(context)
        recipe.measure(recipe.prepare(lambda done, total: None), torch.float32)
        return [e["args"] for e in of_type(events(context.out), "warning") if e["code"] == "train.fewSteps"]

    few = {"epochs": 4, "batchSize": 2, "epochSteps": 1}
    assert warned("own", **few) == [{"count": 4}]
    assert warned("ready", **few, network="pp") == []


@pytest.mark.parametrize(("rate", "kept"), [(1.0, 0), (0.0, 1)])
def test_a_training_never_keeps_worse_weights_than_the_ready_made_ones(
    rate: float, kept: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Any] = []
    monkeypatch.setattr(Textdet, "export", lambda recipe, net, best, *_: made.append(best))
    params = {"network": "pp", "imageSize": 160, "epochs": 1, "batchSize": 3, "warmupEpochs": 0, "learningRate": rate}
    context = context_of(textdet_job(tmp_path, text_rows(tmp_path, 3, 3), params=params | {"precision": "fp32"}))
    assert train(Textdet(context), context).ended == "completed"
    (best,) = made
    validated = [e for e in of_type(events(context.out), "series") if "epoch" in e["values"]]
    curve = [(e["step"], e["values"]["epoch"]) for e in validated]
    assert curve[0] == (0, 0) and curve[-1][1] == 1
    assert best.epoch == kept, "of weights that are as good the later ones"
    same = [torch.equal(value, best.state[name]) for name, value in ready_made().state_dict().items()]
    assert all(same)
    told = [e["code"] for e in of_type(events(context.out), "warning")]
    assert ("train.startKept" in told) == (kept == 0)


def test_what_cannot_be_learned_from_is_named(tmp_path: Path) -> None:
    rows = text_rows(tmp_path, 2, 1)
    one, other = rows[0]["shapes"]
    x1, y1, x2, _, _, y2, *_ = one["p"]
    rows[0]["shapes"] = [{**one, "p": [x1, y1, x2, y2, x2, y1, x1, y2]}, other]
    context = context_of(textdet_job(tmp_path, rows))
    recipe = Textdet(context)
    recipe.prepare(lambda done, total: None)
    warning = of_type(events(context.out), "warning")[0]
    assert (warning["code"], warning["file"], warning["args"]["count"]) == ("data.quadCrossed", "t0.png", 1)
    assert recipe.training is not None
    assert sorted(recipe.training.entries[0].outlines.labels.tolist()) == [IGNORE, 0]
    empty = textdet_job(tmp_path, [{**row, "shapes": []} for row in rows], "empty")
    with pytest.raises(Fault, match=r"data\.noObjects"):
        Textdet(context_of(empty)).prepare(lambda done, total: None)


@pytest.mark.parametrize("wrong", [{"training": "none", "network": "n"}, {"imageSize": 100}, {"unclip": -1}])
def test_parameters_that_would_break_a_training_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Fault, match=r"job\.invalid"):
        read_params(wrong)


def test_the_exported_network_answers_as_the_module(exported: Any) -> None:
    _, graph, path = exported
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    for pixels in (sheet(1, 160), sheet(2, 300)[:140]):
        ours, theirs = predict(graph, pixels), session.run(None, {"image": pixels})
        assert np.abs(ours[0].astype(int) - theirs[0]).max() <= 1 and np.array_equal(ours[1], theirs[1])
        assert ours[0].max() > 200
