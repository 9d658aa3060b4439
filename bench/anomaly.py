"""Trainings of bench anomaly; each command prints one line of JSON, `null` where its set is not there.

`train SET METHOD BACKBONE SEED MINUTES`      image AUROC on the set's test images, CPU minutes
`rejects SET METHOD MINUTES TARGET`        false rejects over splits of good images that the training has not seen
`node MINUTES OUT`                         a model with the scores of its validation images, for Node, into a folder
`memory IMAGES`                          peak of memory of the method `memory` on so many drawn images
"""

from __future__ import annotations

import json
import math
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from loupe_engine.data.decode import decode
from loupe_engine.recipes.anomaly.metrics import auroc
from loupe_engine.recipes.anomaly.threshold import false_reject_threshold

from anomaly_pools import Part
from anomaly_sets import Item, load, png, write_job

SIDE, SPLITS = 256, 20


def train(folder: Path, items: list[Item], seed: int, params: dict[str, Any]) -> float:
    """Run one training in a process of its own, its run folder at FOLDER/run. Gives its CPU minutes."""
    job = write_job(folder, items, seed, {"imageSize": SIDE, **params})
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "loupe_engine", "run", str(job)], check=False, stdout=subprocess.DEVNULL
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit((job.parent / "events.jsonl").read_text("utf-8")[-2000:])
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / 60


def items(parts: list[Part]) -> list[Item]:
    """Images of a pool as a job takes them."""
    return [Item(png(part.pixels), part.group) for part in parts]


def unfolded(score: np.ndarray) -> np.ndarray:
    """Scores in 0…1 as spreads from the threshold that they were folded around."""
    folded = 2 * score - 1
    return folded / (1 - np.abs(folded))


def threshold_of(run: Path) -> float:
    """Of a training, on the scale of `scores`."""
    report = json.loads((run / "report.json").read_text("utf-8"))
    return float(unfolded(np.float64(report["thresholds"]["score"])))


def scores(run: Path, images: list[Item]) -> np.ndarray:
    """Scores of the exported graph, unfolded from 0…1 to spreads from its threshold."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(run / "model.onnx"), options, providers=["CPUExecutionProvider"])
    return unfolded(np.array([session.run(["score"], {"image": decode(one.data)})[0][0] for one in images], np.float64))


def train_set(name: str, method: str, backbone: str, seed: str, minutes: str) -> dict[str, float] | None:
    found = load(name)
    if found is None:
        return None
    with tempfile.TemporaryDirectory() as made:
        params = {"method": method, "backbone": backbone, "timeBudget": float(minutes)}
        cpu = train(Path(made), found.train, int(seed), params)
        ok, ng = (scores(Path(made) / "run", part) for part in (found.ok, found.ng))
    return {"image_auroc": float(auroc(ok, ng) or 0), "cpu_min": cpu, "train": len(found.train)}


def inside_interval(rejected: int, count: int, share: float) -> bool:
    """Whether a share lies in the two-sided 95 % interval of Clopper and Pearson (1934)."""
    terms = [math.comb(count, k) * share**k * (1 - share) ** (count - k) for k in range(count + 1)]
    return sum(terms[: rejected + 1]) >= 0.025 and sum(terms[rejected:]) >= 0.025


def rejects(name: str, method: str, minutes: str, target: str) -> dict[str, float] | None:
    """One training on some groups of good images; the others are split again and again, by image and by group.

    Three quarters set the threshold, one is judged: a threshold is as uncertain as the images that set it are few,
    and with halves the interval of the judged ones alone would hold the target in 83 % of the splits at best. The rule
    promises its target for new images of known parts, which is the split by image; the one by group says what new
    parts add.
    """
    found = load(name, most_test=10_000, most_train=10_000)
    if found is None:
        return None
    drawn = random.Random(1)
    groups = sorted({item.group for item in found.train})
    drawn.shuffle(groups)
    learned = set(groups[: len(groups) // 2])
    rest = [item for item in found.train if item.group not in learned] + found.ok
    items = [item for item in found.train if item.group in learned]
    with tempfile.TemporaryDirectory() as made:
        train(Path(made), items[:200], 1, {"method": method, "timeBudget": float(minutes)})
        known = scores(Path(made) / "run", rest)
    images, parts = (
        _splits(known, names, float(target), drawn)
        for names in ([str(i) for i in range(len(rest))], [item.group for item in rest])
    )
    new = {f"new_parts_{key}": value for key, value in parts.items()}
    return {**images, **new, "images": len(rest)}


def _splits(known: np.ndarray, names: list[str], share: float, drawn: random.Random) -> dict[str, float]:
    """Mean distance from the target in points, and how often the interval of the judged ones holds it."""
    groups = sorted(set(names))
    differences, held = [], 0
    for _ in range(SPLITS):
        drawn.shuffle(groups)
        ours = set(groups[: 3 * len(groups) // 4])
        first = np.array([name in ours for name in names])
        above = known[~first] > false_reject_threshold(known[first], share)
        differences.append(100 * (above.mean() - share))
        held += inside_interval(int(above.sum()), len(above), share)
    return {"points": float(np.mean(differences)), "held": held / SPLITS}


def for_node(minutes: str, out: str) -> dict[str, int] | None:
    """Writes model.onnx, cases.json and one file of raw pixels for each validation image."""
    found = load("bsdata") or load("pcb")
    if found is None:
        return None
    folder = Path(out)
    with tempfile.TemporaryDirectory() as made:
        train(Path(made), found.train, 1, {"timeBudget": float(minutes)})
        report = json.loads((Path(made) / "run" / "report.json").read_text("utf-8"))
        shutil.copy(Path(made) / "run" / "model.onnx", folder / "model.onnx")
        cases = []
        for i, case in enumerate(report["parity"]["cases"]):
            sha256 = case.get("sha256", "")
            blob = Path(made) / "blobs" / sha256[:2] / sha256[2:4] / sha256
            pixels = decode((Path(made) / "run" / case["file"] if "file" in case else blob).read_bytes())
            (folder / f"{i}.rgb").write_bytes(pixels.tobytes())
            cases.append({"width": pixels.shape[1], "height": pixels.shape[0], "score": case["score"]})
    (folder / "cases.json").write_text(json.dumps({"threshold": report["thresholds"]["score"], "cases": cases}))
    return {"cases": len(cases)}


def memory(images: str) -> dict[str, float]:
    """Peak of resident memory in GB; the images are drawn in colour, which takes most room."""
    rng = np.random.default_rng(0)
    items = []
    for i in range(int(images)):
        grid = rng.integers(60, 200, (8, 8, 3), np.uint8).repeat(32, 0).repeat(32, 1)
        grid[::4] += np.uint8(i % 40)
        items.append(Item(png(grid), str(i)))
    with tempfile.TemporaryDirectory() as made:
        train(Path(made), items, 1, {"method": "memory"})
    return {"peak_gb": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024**2}


if __name__ == "__main__":
    command = {"train": train_set, "rejects": rejects, "node": for_node, "memory": memory}[sys.argv[1]]
    print(json.dumps(command(*sys.argv[2:])))
