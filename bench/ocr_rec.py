"""Parts of bench ocr on reading texts; each command prints one line of JSON, `null` where there is no such set.

`cell NETWORK SET CPU_MIN SEED`
    trains `pp` or `n` for so many CPU minutes (0: `pp` as it stands) on the texts of a set's training part, and judges
    the exported graph on the true quadrilaterals of its test part, case-free for receipts
`graph`
    CPU milliseconds of both networks' graphs with 95 characters on a strip of 320 columns
"""

from __future__ import annotations

import difflib
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from loupe_engine import budget
from loupe_engine.data.decode import decode
from loupe_engine.recipes.text.charset import PRINTABLE
from loupe_engine.recipes.text.decode import collapse
from loupe_engine.recipes.text.rec_metrics import compared, judge
from loupe_engine.recipes.text.widths import columns_of
from loupe_engine.recipes.textrec.export import TextrecGraph, export
from loupe_engine.recipes.textrec.model import reader
from loupe_engine.recipes.textrec.params import read_params
from loupe_engine.recipes.textrec.pretrained import read_weights
from loupe_engine.run import run

from jobs import write_training
from ocr_det import DATA, ROUNDS, read_part, rows_of, session_of

RATES = {"pp": 0.0003, "n": 0.002}  # as the form's help has them
CASE_FREE = ("ocr-sroie",)  # upper case in the truth, whatever the print
LONGEST = 60  # characters of a receipt's line
LENGTHS = (4, 8, 16, 32)  # characters up to which texts are counted together
WORST = 10  # characters that are named


def in_detail(pairs: list[tuple[str, str]], case_free: bool) -> dict[str, Any]:
    """Equal texts and texts by length, and the characters that are most often not read as such: of how many."""
    by_length: dict[str, list[int]] = {}
    lost: dict[str, list[int]] = {}
    for truth, text in pairs:
        a, b = compared(truth, case_free), compared(text, case_free)
        group = next((f"to {most}" for most in LENGTHS if len(a) <= most), "longer")
        counted = by_length.setdefault(group, [0, 0])
        counted[0] += a == b
        counted[1] += 1
        kept = {
            i
            for m in difflib.SequenceMatcher(None, a, b, False).get_matching_blocks()
            for i in range(m.a, m.a + m.size)
        }
        for i, one in enumerate(a):
            missed = lost.setdefault(one, [0, 0])
            missed[0] += i not in kept
            missed[1] += 1
    worst = sorted((one for one in lost.items() if one[1][0]), key=lambda one: (-one[1][0], one[0]))[:WORST]
    return {"by_length": by_length, "lost_characters": dict(worst)}


def judged(path: Path, name: str) -> dict[str, Any]:
    """How well a graph reads the test part, and CPU milliseconds for a text."""
    session, pairs, spent = session_of(path), [], []
    about = json.loads(next(p.value for p in onnx.load(path).metadata_props if p.key == "loupe"))
    for line in read_part(name, "test") or []:
        pixels = decode((DATA / name / line["image"]).read_bytes())
        for one in line["label"]:
            quad = np.array(one["points"], np.float32)
            if one["difficult"] or not one["transcription"] or quad.shape != (4, 2):
                continue
            columns, content = columns_of(quad.astype(float).ravel().tolist(), "keep", 320)
            given = {"quad": quad, "columns": np.zeros(columns, np.float32), "content": np.array([content], np.float32)}
            began = time.process_time()
            ids, scores = session.run(None, {"image": pixels, **given})
            spent.append(1000 * (time.process_time() - began))
            text, _ = collapse(ids.tolist(), scores.tolist(), about["characters"])
            pairs.append((one["transcription"], text))
    case_free = name in CASE_FREE
    return vars(judge(pairs, case_free)) | {"ms": float(np.median(spent))} | in_detail(pairs, case_free)


def cell(network: str, name: str, minutes: str, seed: str) -> dict[str, Any] | None:
    if read_part(name, "train") is None:
        return None
    budget.clock = time.process_time  # what else the machine does shall not shorten the training
    tuned = float(minutes) > 0
    params: dict[str, Any] = {"network": network, "training": "tune" if tuned else "none", "language": "en"}
    params |= {"maxTextLength": LONGEST, "ignoreCase": name in CASE_FREE}
    if tuned:
        params |= {"length": "time", "timeBudget": float(minutes), "learningRate": RATES[network], "batchSize": 8}
    else:
        params |= {"language": "custom"}  # all that it knows
    with tempfile.TemporaryDirectory() as made:
        rows = [*rows_of(Path(made), name, "train", "train"), *rows_of(Path(made), name, "val", "val")]
        job = write_training(Path(made), "textrec", ["text"], rows, int(seed), params)
        # as after a stage that finds: an image is not one text
        job.write_text(json.dumps(json.loads(job.read_text("utf-8")) | {"stage": {"index": 1, "count": 2}}))
        began = time.process_time()
        code = run(job)
        cpu = time.process_time() - began
        events = [json.loads(line) for line in (job.parent / "events.jsonl").read_text("utf-8").splitlines()]
        if code:
            raise SystemExit(json.dumps(events[-1]))
        steps = next((event["steps"] for event in events if event["type"] == "length"), 0)
        found = judged(job.parent / "model.onnx", name)
    return {**found, "steps": steps, "cpu_s": round(cpu, 1)}


def graph() -> dict[str, Any]:
    pixels = np.random.default_rng(0).integers(0, 255, (60, 400, 3), np.uint8)
    quad = np.array([[10, 6], [390, 6], [390, 54], [10, 54]], np.float32)
    given = {
        "image": pixels,
        "quad": quad,
        "columns": np.zeros(320, np.float32),
        "content": np.full(1, 320, np.float32),
    }
    characters, spent, sessions = list(PRINTABLE), {}, {}
    with tempfile.TemporaryDirectory() as made:
        for name in ("pp", "n"):
            net = reader(name, len(characters) + 1).eval()
            if name == "pp":
                read_weights(net, characters)
            path = Path(made) / f"{name}.onnx"
            export(TextrecGraph(net, characters, read_params({"network": name})), path, ["text"])
            sessions[name] = session_of(path)
        for _ in range(3 * ROUNDS):  # by turns, so that what else the machine does touches all alike
            for name, session in sessions.items():
                began = time.process_time()
                session.run(None, given)
                spent.setdefault(f"{name}_ms", []).append(1000 * (time.process_time() - began))
    return {name: round(float(np.median(values)), 1) for name, values in spent.items()}


if __name__ == "__main__":
    command, *given = sys.argv[1:]
    torch.set_num_threads(1)
    print(json.dumps({"cell": cell, "graph": graph}[command](*given)))
