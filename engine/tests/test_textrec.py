"""Recipe `textrec`: the ready-made reader against its own file, the strip, trainings from files to the graph."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from drawn import add_blob, ended, events, of_type, png, whole_and_resumed
from drawn_texts import PARAMS, READ, RECIPE, text_image, text_job, text_rows
from test_schema import problems, schema

from loupe_engine.carried import READER, carried_file
from loupe_engine.control import Control
from loupe_engine.data.decode import decode
from loupe_engine.events import EventLog
from loupe_engine.faults import Fault
from loupe_engine.job import read_job
from loupe_engine.recipes.base import Context
from loupe_engine.recipes.text.decode import collapse
from loupe_engine.recipes.text.widths import columns_of, whole_quad
from loupe_engine.recipes.textrec.loss import by_column, ctc
from loupe_engine.recipes.textrec.model import reader
from loupe_engine.recipes.textrec.params import read_params
from loupe_engine.recipes.textrec.pretrained import known_characters, read_weights
from loupe_engine.recipes.textrec.recipe import Textrec
from loupe_engine.recipes.textrec.warp import strip

LEARN = {"epochs": 60, "epochSteps": 4, "learningRate": 0.004, "validationInterval": 20, "warmupEpochs": 2}


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a training of the small network on six drawn images."""
    folder = tmp_path_factory.mktemp("texts")
    job = text_job(folder, text_rows(folder), params=LEARN)
    assert ended(job)["as"] == "completed", (job.parent / "stderr.log").read_text()[-2000:]
    return folder


def session_of(run: Path) -> tuple[Any, list[str], dict[str, Any]]:
    """What reads a quad of pixels, by the file alone: the graph and its dictionary."""
    path = run / "model.onnx"
    about = json.loads(next(p.value for p in onnx.load(path).metadata_props if p.key == "loupe"))
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])

    def read(pixels: np.ndarray, quad: Any) -> str:
        columns, content = columns_of(quad, about["width"]["zoom"], about["width"]["fixed"])
        ids, scores = session.run(
            ["ids", "scores"],
            {
                "image": pixels,
                "quad": np.array(quad, np.float32).reshape(4, 2),
                "columns": np.zeros(columns, np.float32),
                "content": np.array([content], np.float32),
            },
        )
        assert ids.dtype == np.int64 and len(ids) == len(scores) == columns // 8
        return collapse(ids.tolist(), scores.tolist(), about["characters"])[0]

    return read, about["characters"], about


def rows_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress((folder / "manifest.jsonl.gz").read_bytes()).splitlines()]


def pixels_of(folder: Path, sha256: str) -> np.ndarray:
    return decode((folder / "blobs" / sha256[:2] / sha256[2:4] / sha256).read_bytes())


def test_the_ready_made_reader_is_what_its_file_is() -> None:
    characters = known_characters()
    assert len(characters) == 18709 and characters[-1] == " "
    net = reader("pp", len(characters) + 1).eval()
    assert read_weights(net, characters) == []
    tiny = torch.finfo(torch.float32).tiny
    assert not any(((one != 0) & (one.abs() < tiny)).any() for one in net.parameters()), "the file has a few hundred"
    session = onnxruntime.InferenceSession(str(carried_file(READER)), providers=["CPUExecutionProvider"])
    for width in (80, 160):
        x = torch.rand(1, 3, 48, width, generator=torch.Generator().manual_seed(width)) * 2 - 1
        with torch.no_grad():
            mine = net(x).softmax(2).numpy()
        theirs = session.run(None, {"x": x.flip(1).numpy()})[0]  # blue, green, red
        assert np.abs(mine - theirs).max() < 1e-4
    few = reader("pp", 4)
    assert read_weights(few, ["5", "\U0001f9ff", "缺"]) == ["\U0001f9ff"]
    picked = [0, characters.index("5") + 1, characters.index("缺") + 1]
    assert torch.equal(few.last.weight[[0, 1, 3]], net.last.weight[picked])
    assert few.last.weight[2].abs().max() < 0.1


def test_missing_weights_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    known_characters.cache_clear()
    monkeypatch.setenv(READER.setting, str(tmp_path / "none.onnx"))
    with pytest.raises(Fault) as missing:
        known_characters()
    (tmp_path / "none.onnx").write_bytes(b"other")
    with pytest.raises(Fault) as damaged:
        known_characters()
    assert (missing.value.code, damaged.value.code) == ("reader.missing", "reader.damaged")


def test_a_strip_is_upright_whatever_the_quad() -> None:
    """Of smooth pixels: turned ones are the same up to rounding, mirrored ones are not."""
    y, x = np.mgrid[:120, :300]
    pixels = torch.from_numpy(np.stack([x * 0.7, y * 2.0, x * 0.3 + y], 2).astype(np.uint8))
    quad = torch.tensor([[40.0, 30.0], [240.0, 30.0], [240.0, 80.0], [40.0, 80.0]])
    found = strip(pixels, quad, torch.zeros(240), torch.tensor([192.0]))
    assert found.shape == (1, 3, 48, 240)
    assert (found[..., 192:] == 0).all() and (found[..., :192] != 0).any(1).all()
    # a column shows what lies at its middle
    red = (found[0, 0, 20, :192] + 1) * 127.5
    assert (red - (40 + (torch.arange(192) + 0.5) * 200 / 192 - 0.5) * 0.7).abs().max() < 1.5
    turned = torch.rot90(pixels, 1, (0, 1)).contiguous()  # a quarter against the clock
    corners = torch.stack([quad[:, 1], 300 - quad[:, 0]], 1)
    assert (strip(turned, corners, torch.zeros(240), torch.tensor([192.0])) - found).abs().max() < 0.02
    tapered = torch.tensor([[40.0, 30.0], [240.0, 45.0], [240.0, 65.0], [40.0, 80.0]])
    green = (strip(pixels, tapered, torch.zeros(200), torch.tensor([200.0]))[0, 1] + 1) * 127.5 / 2
    # in perspective the far end is reached late: a straight line through the middle stays one
    assert (green[23:25].mean(0) - 54.5).abs().max() < 1
    assert green[0, 0] < 33 and green[0, -1] > 43
    flat = torch.tensor([[40.0, 30.0], [240.0, 30.0], [240.0, 30.0], [40.0, 30.0]])
    assert torch.isfinite(strip(pixels, flat, torch.zeros(80), torch.tensor([80.0]))).all()


def test_losses_know_what_a_text_is() -> None:
    classes, lengths = torch.tensor([1, 2, 2, 3]), torch.tensor([3, 1])
    right = torch.full((2, 6, 4), -9.0)
    for row, ids in enumerate(([1, 2, 0, 2, 0, 0], [0, 3, 3, 0, 0, 0])):
        right[row, torch.arange(6), torch.tensor(ids)] = 9.0
    loss, lost = ctc(right, classes, lengths)
    assert loss < 0.01 and lost == 0
    assert ctc(-right, classes, lengths)[0] > 5
    # 1, 2, 2 needs four columns
    loss, lost = ctc(right[:, :3].requires_grad_(), classes, lengths)
    assert lost == 1 and torch.isfinite(loss)
    columns = torch.full((1, 6, 4), -9.0)
    columns[0, torch.arange(6), torch.tensor([1, 0, 2, 0, 0, 0])] = 9.0
    assert by_column(columns, torch.tensor([32]), torch.tensor([1, 2]), torch.tensor([2]), 8) < 0.01
    assert by_column(columns, torch.tensor([48]), torch.tensor([1, 2]), torch.tensor([2]), 8) > 1


def test_numbers_are_learned_and_the_graph_reads_them(learned: Path) -> None:
    read, characters, about = session_of(learned / "run")
    assert about["recipe"] == "textrec" and about["width"] == {"zoom": "keep", "fixed": 320, "step": 16}
    assert "".join(characters) == " +,-./0123456789:" and "notice" not in about
    texts = [(row, shape) for row in rows_of(learned)[:6] for shape in row["shapes"]]
    right = sum(read(pixels_of(learned, row["sha256"]), shape["p"]) == shape["text"] for row, shape in texts)
    assert right >= 0.9 * len(texts), right
    report = json.loads((learned / "run" / "report.json").read_text())
    assert report["metrics"]["word_accuracy"] >= 0.8 and report["metrics"]["one_minus_ned"] >= 0.9
    assert report["metrics"]["det_hmean"] is None and report["metrics"]["end_to_end"] is None


def test_the_proof_holds_in_another_runtime(learned: Path) -> None:
    run = learned / "run"
    read, _, _ = session_of(run)
    report = json.loads((run / "report.json").read_text())
    assert problems(schema("engine-report.json"), report) == [] or "texts" not in json.dumps(
        schema("engine-report.json")
    )
    cases = report["parity"]["cases"]
    # each text of the validation images, one in each odd format, and drawn ones until there are enough
    kinds = [case["name"].split("-")[0] for case in cases]
    assert kinds[:6] == ["t6.png"] * 2 + ["t7.png"] * 2 + ["t8.png"] * 2 and kinds.count("drawn") == len(cases) - 14
    firm = 0
    for case in cases:
        pixels = decode((run / case["file"]).read_bytes())
        assert pixels.shape[:2] == (case["height"], case["width"])
        (text,) = case["texts"]
        assert text["quad"] == whole_quad(case["width"], case["height"])
        firm += text["firm"]
        assert not text["firm"] or read(pixels, text["quad"]) == text["text"]
    assert firm >= report["parity"]["min_texts"] >= 10


def test_curves_tell_of_readings(learned: Path) -> None:
    found = of_type(events(learned / "run"), "series")
    first = next(e["values"] for e in found if "loss" in e["values"])
    last = [e["values"] for e in found if "loss" in e["values"]][-1]
    assert "loss_column" in first and "loss_ctc" in last and last["loss"] < first["loss"]
    assert {"word_accuracy", "one_minus_ned", "char_accuracy", "val_loss"} < set(
        next(e["values"] for e in found if "epoch" in e["values"])
    )
    assert [p for event in events(learned / "run") for p in problems(schema("event.json"), event)] == []


def test_a_killed_training_ends_with_the_same_weights(tmp_path: Path) -> None:
    params = {**PARAMS, "imageSize": None, "epochs": 2, "epochSteps": 4, "synthetic": 0.5, "rotate": 3, "edgeCut": 0.1}
    resume, best = whole_and_resumed(tmp_path, text_rows(tmp_path, 4, 1), params | {"noise": 9}, **RECIPE)
    assert "000000003" in resume["path"]
    whole, resumed = (best[name]["state"] for name in ("whole", "resumed"))
    assert all(torch.equal(whole[name], resumed[name]) for name in whole)


def test_few_steps_are_named_of_a_network_that_reads_nothing_yet(tmp_path: Path) -> None:
    def warned(name: str, **params: Any) -> list[Any]:
        job = text_job(tmp_path, text_rows(tmp_path), name, params=PARAMS | params)
        context = Context(read_job(job), EventLog(job.parent / "events.jsonl"), Control(), torch.device("cpu"))
        recipe = Textrec(context)
        recipe.measure(recipe.prepare(lambda done, total: None), torch.float32)
        return [e["args"] for e in of_type(events(context.out), "warning") if e["code"] == "train.fewSteps"]

    few = {"epochs": 2, "epochSteps": 4}
    assert warned("own", **few) == [{"count": 12}]
    assert warned("ready", **few, network="pp") == []


def test_the_reader_as_it_is_needs_no_truths(tmp_path: Path) -> None:
    """A version of the ready-made reader, of images that are texts and have none typed."""
    rows = []
    for i, text in enumerate(("20261124", "7:35")):
        pixels, quads = text_image([text], i)
        x1, y1, x2, y2 = (round(v) for v in (*quads[0][:2], *quads[0][4:6]))
        cut = np.ascontiguousarray(pixels[y1:y2, x1:x2])
        row = {"image": i + 1, "sha256": add_blob(tmp_path, png(cut)), "w": cut.shape[1], "h": cut.shape[0]}
        rows.append({**row, "part": ("train", "val")[i], "group": "", "rev": 1, "name": text, "shapes": []})
    job = text_job(tmp_path, rows, **READ, params={"training": "none", "network": "pp"})
    assert ended(job)["as"] == "completed", (job.parent / "stderr.log").read_text()[-2000:]
    report = json.loads((job.parent / "report.json").read_text())
    assert set(report["metrics"].values()) == {None}
    read, _, about = session_of(job.parent)
    assert "PP-OCRv6" in about["notice"]
    for row in rows:
        pixels = pixels_of(tmp_path, row["sha256"])
        assert read(pixels, whole_quad(pixels.shape[1], pixels.shape[0])) == row["name"]
    assert report["parity"]["cases"][0]["texts"][0] | {"textScore": 0} == {
        "quad": whole_quad(rows[1]["w"], rows[1]["h"]),
        "score": 1.0,
        "text": "7:35",
        "textScore": 0,
        "firm": True,
    }


def test_a_start_keeps_what_it_reads_and_adds_characters(learned: Path, tmp_path: Path) -> None:
    best = learned / "run" / "best.pt"
    announced = next(e for e in of_type(events(learned / "run"), "artefact") if e["role"] == "best")
    start = {"url": best.as_uri(), "sha256": announced["sha256"]}
    params = {"language": "custom", "characters": "K", "epochs": 1}
    job = text_job(tmp_path, text_rows(tmp_path), params=params, start=start, keep=True)
    assert ended(job)["as"] == "completed", (job.parent / "stderr.log").read_text()[-2000:]
    report = json.loads((job.parent / "report.json").read_text())
    assert report["metrics"]["word_accuracy"] >= 0.8
    assert "".join(session_of(job.parent)[1]) == " +,-./0123456789:K"


def test_a_training_without_texts_is_refused(tmp_path: Path) -> None:
    rows = text_rows(tmp_path, 2, 1)
    for row in rows:
        row["shapes"] = [{**shape, "text": None} for shape in row["shapes"]]
    assert ended(text_job(tmp_path, rows))["cause"]["code"] == "data.noTexts"


@pytest.mark.parametrize(
    ("name", "value"),
    [("width", 100), ("edgeCut", 0.6), ("synthetic", 1), ("training", "none"), ("characters", 5)],
)
def test_bad_parameters_are_named(name: str, value: Any) -> None:
    with pytest.raises(Fault) as refused:
        read_params({"network": "n", name: value})
    expected = "network" if name == "training" else name
    assert refused.value.details["field"] == f"params.{expected}"
