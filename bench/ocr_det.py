"""Parts of bench ocr on finding texts; each command prints one line of JSON, `null` where there is no such set.

`cell NETWORK SET SIZE CPU_MIN SEED`
    trains `pp` or `n` for so many CPU minutes (0: `pp` as it stands) on a set's training part, and judges the exported
    graph, with the boxes of the form's thresholds, on its test part
`graph SIZE`
    CPU milliseconds of both networks' graphs on a square image, and of the boxes of a map with a hundred texts
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import torch
from loupe_engine import budget
from loupe_engine.data.decode import decode
from loupe_engine.recipes.text.boxes import TextThresholds, text_boxes
from loupe_engine.recipes.text.det_metrics import matched, scores_of
from loupe_engine.recipes.text.quads import polygon_iou
from loupe_engine.recipes.textdet.export import TextdetGraph, export
from loupe_engine.recipes.textdet.model import OWN, text_detector
from loupe_engine.recipes.textdet.pretrained import ready_made
from loupe_engine.run import run

from jobs import put_blob, write_training

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
ROUNDS = 9
RATES = {"pp": 0.0003, "n": 0.002}  # as the form's help has them


def read_part(name: str, part: str) -> list[dict[str, Any]] | None:
    """Lines of a part of a set of texts; None where it is not there."""
    path = DATA / name / f"{part}.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else None


def rows_of(folder: Path, name: str, part: str, named: str) -> list[dict[str, Any]]:
    """Images of a part as lines of a manifest, whose blobs are put."""
    rows = []
    for i, line in enumerate(read_part(name, part) or []):
        shapes = []
        for k, one in enumerate(line["label"]):
            points = [float(v) for point in one["points"] for v in point]
            shape = {"id": f"{i}-{k}", "c": 0, "kind": "quad" if len(points) == 8 else "polygon", "p": points}
            shapes.append(shape | {"parts": [0], "text": one["transcription"], "ignore": one["difficult"]})
        sha256 = put_blob(folder, (DATA / name / line["image"]).read_bytes())
        row = {"image": i + (1 if named == "train" else 100_000), "sha256": sha256, "part": named, "group": ""}
        row |= {"w": line["width"], "h": line["height"], "rev": 1, "name": line["image"], "shapes": shapes}
        rows.append(row)
    return rows


def session_of(path: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def judged(path: Path, name: str, part: str) -> dict[str, Any]:
    """How well a graph and its boxes find the texts of a part, and CPU milliseconds for an image."""
    session, judged_images, overlaps, spent = session_of(path), [], [], []
    for line in read_part(name, part) or []:
        pixels = decode((DATA / name / line["image"]).read_bytes())
        began = time.process_time()
        levels, scale = session.run(None, {"image": pixels})
        boxes = text_boxes(levels, tuple(map(float, scale)), pixels.shape[:2], TextThresholds())
        spent.append(1000 * (time.process_time() - began))
        truths = [np.array(one["points"], np.float64) for one in line["label"]]
        one = matched(truths, [bool(text["difficult"]) for text in line["label"]], boxes.quads)
        judged_images.append(one)
        overlaps += [polygon_iou(truths[i], boxes.quads[j].reshape(4, 2)) for i, j in one.pairs]
    scores = scores_of(judged_images)
    figures = {"precision": scores.precision, "recall": scores.recall, "hmean": scores.hmean}
    figures |= {"iou": float(np.mean(overlaps)) if overlaps else 0.0, "texts": scores.truths}
    return {**figures, "ms": float(np.median(spent))}


def cell(network: str, name: str, size: str, minutes: str, seed: str) -> dict[str, Any] | None:
    if read_part(name, "train") is None:
        return None
    budget.clock = time.process_time  # what else the machine does shall not shorten the training
    tuned = float(minutes) > 0
    params: dict[str, Any] = {"network": network, "imageSize": int(size), "training": "tune" if tuned else "none"}
    if tuned:
        params |= {"length": "time", "timeBudget": float(minutes), "learningRate": RATES[network], "batchSize": 8}
    with tempfile.TemporaryDirectory() as made:
        rows = [*rows_of(Path(made), name, "train", "train"), *rows_of(Path(made), name, "val", "val")]
        job = write_training(Path(made), "textdet", ["text"], rows, int(seed), params)
        began = time.process_time()
        code = run(job)
        cpu = time.process_time() - began
        events = [json.loads(line) for line in (job.parent / "events.jsonl").read_text("utf-8").splitlines()]
        if code:
            raise SystemExit(json.dumps(events[-1]))
        steps = next((event["steps"] for event in events if event["type"] == "length"), 0)
        found = judged(job.parent / "model.onnx", name, "test")
    return {**found, "steps": steps, "cpu_s": round(cpu, 1)}


def graph(size: str) -> dict[str, Any]:
    """Networks of our own as they begin: what they find means nothing, and takes as long as in use."""
    torch.manual_seed(0)
    side = int(size)
    pixels = np.random.default_rng(0).integers(0, 255, (side, side, 3), np.uint8)
    spent: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as made:
        sessions = {}
        for name, net in (("pp", ready_made()), ("n", text_detector(OWN))):
            path = Path(made) / f"{name}.onnx"
            export(TextdetGraph(net.eval(), side, (side, side)), path, ["text"])
            sessions[name] = session_of(path)
        for _ in range(ROUNDS):  # by turns, so that what else the machine does touches all alike
            for name, session in sessions.items():
                began = time.process_time()
                session.run(None, {"image": pixels})
                spent.setdefault(f"{name}_ms", []).append(1000 * (time.process_time() - began))
    levels = np.zeros((640, 640), np.uint8)
    for i in range(100):
        y, x = 8 + 63 * (i // 10), 4 + 63 * (i % 10)
        levels[y : y + 12, x : x + 48] = 220
    for _ in range(ROUNDS):
        began = time.process_time()
        found = text_boxes(levels, (1, 1), (640, 640), TextThresholds())
        spent.setdefault("boxes_ms", []).append(1000 * (time.process_time() - began))
    return {name: round(float(np.median(values)), 1) for name, values in spent.items()} | {"boxes": len(found.quads)}


if __name__ == "__main__":
    command, *given = sys.argv[1:]
    torch.set_num_threads(1)
    print(json.dumps({"cell": cell, "graph": graph}[command](*given)))
