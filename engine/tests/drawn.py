"""Drawn images and jobs for tests: small, made in place, nothing downloaded."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import sys
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import numpy as np
import steered
import torch
from PIL import Image, ImageDraw
from steered import How

from loupe_engine.recipes.detect.loss import Truths

CLASSES = ("square", "disc")
THRESHOLDS = {"iou_threshold": np.array([0.6], np.float32), "score_threshold": np.array([0.01], np.float32)}


def image(seed: int, size: int = 96) -> tuple[np.ndarray, list[dict[str, Any]]]:
    """RGB (H, W, 3) with two or three bright squares and discs on grey noise, and their shapes."""
    rng = np.random.default_rng(seed)
    width, height = size, size - 16
    noise = rng.integers(60, 90, (height, width, 1)).repeat(3, 2).astype(np.uint8)
    image = Image.fromarray(noise)
    draw = ImageDraw.Draw(image)
    shapes: list[dict[str, Any]] = []
    corners = rng.permutation([(8, 8), (56, 8), (8, 44), (56, 44)])[: 2 + seed % 2]
    for i, (x, y) in enumerate(corners.tolist()):
        side = int(rng.integers(16, 30))
        x, y = x + int(rng.integers(0, 5)), y + int(rng.integers(0, 5))
        label = (seed + i) % 2
        box = [x, y, x + side, y + side]
        if label == 0:
            draw.rectangle([x, y, x + side - 1, y + side - 1], fill=(230, 200, 60))
            points, kind = box, "rect"
        else:
            draw.ellipse([x, y, x + side - 1, y + side - 1], fill=(60, 200, 230))
            turn = np.linspace(0, 2 * np.pi, 12, endpoint=False)
            ring = np.stack([x + side / 2 * (1 + np.cos(turn)), y + side / 2 * (1 + np.sin(turn))], 1)
            points, kind = ring.ravel().tolist(), "polygon"
        shapes.append({"id": f"{seed}-{i}", "c": label, "kind": kind, "p": points, "parts": [0], "text": None})
    return np.asarray(image), [{**s, "ignore": False} for s in shapes]


def png(pixels: np.ndarray) -> bytes:
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "PNG")
    return out.getvalue()


def add_blob(folder: Path, data: bytes) -> str:
    """Put a file under its hash; returns the hash."""
    sha256 = hashlib.sha256(data).hexdigest()
    place = folder / "blobs" / sha256[:2] / sha256[2:4] / sha256
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)
    return sha256


def drawn_rows(folder: Path, train: int = 8, validation: int = 4) -> list[dict[str, Any]]:
    """Manifest rows of drawn images whose files lie under `folder`/blobs. Validation repeats images of training."""
    rows = []
    for i in range(train + validation):
        pixels, shapes = image(i if i < train else i - train)
        row = {"image": i + 1, "sha256": add_blob(folder, png(pixels)), "w": pixels.shape[1], "h": pixels.shape[0]}
        part = "train" if i < train else "val"
        rows.append({**row, "part": part, "group": "", "rev": 1, "name": f"p{i}.png", "shapes": shapes})
    return rows


def make_job(folder: Path, rows: list[dict[str, Any]], out: str = "run", **changes: Any) -> Path:
    """Write manifest, token and job.json; `params` is merged into small defaults. Returns the path of job.json."""
    run = folder / out
    run.mkdir(parents=True, exist_ok=True)
    manifest = gzip.compress("\n".join(json.dumps(row) for row in rows).encode(), mtime=0)
    (folder / "manifest.jsonl.gz").write_bytes(manifest)
    (run / "token").write_text("the-token")
    params = {"network": "n", "imageSize": 96, "epochs": 2, "warmupEpochs": 0, "batchSize": 4, "precision": "fp32"}
    params |= {"epochSteps": 1}  # eight images are two steps
    params |= changes.pop("params", {})
    job = {
        "v": 1,
        "task": 812,
        "attempt": 3,
        "mode": "train",
        "recipe": "detect",
        "stage": {"index": 0, "count": 1},
        "seed": 7,
        "threads": 1,
        "device": "cpu",
        "manifest": {
            "url": (folder / "manifest.jsonl.gz").as_uri(),
            "sha256": hashlib.sha256(manifest).hexdigest(),
            "images": len(rows),
        },
        "blobs": (folder / "blobs").as_uri() + "/",
        "classes": [{"index": i, "name": name} for i, name in enumerate(CLASSES)],
        "params_v": 1,
        "params": params,
        "resume": None,
        "out": run.as_uri() + "/",
        "limits": {"memory_bytes": 0, "disk_bytes": 0},
        "report": None,
    } | changes
    path = run / "job.json"
    path.write_text(json.dumps(job))
    return path


class Engine:
    """The engine in a process of its own."""

    def __init__(self, process: BaseProcess) -> None:
        self._process, self.pid = process, process.pid

    def wait(self, seconds: float) -> int:
        """Its exit code; -N where signal N ended it."""
        self._process.join(seconds)
        assert self._process.exitcode is not None, f"still at work after {seconds} s"
        return self._process.exitcode

    def poll(self) -> int | None:
        """Its exit code; None while it is at work."""
        return self._process.exitcode

    def kill(self) -> None:
        self._process.kill()


# a fork server of Python 3.11 looks for what it loads nowhere else
os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])])
# a process that has looked at a graphics card cannot be forked, nor can one of every system
FORKS = get_context("forkserver" if sys.platform == "linux" and not torch.cuda.is_available() else "spawn")
FORKS.set_forkserver_preload(["warmed"])


def start(
    job: Path,
    *,
    save_every: int = 0,
    kill_at: int = 0,
    hold_at: int = 0,
    steps: int = 0,
    hold_export: bool = False,
    graph: bool = True,
) -> Engine:
    """The engine as `python -m loupe_engine run` runs it (test_protocol starts it that way).

    `save_every`: a checkpoint after every so many steps. `kill_at`: kill -9 after that step. `hold_at`: waits after
    that step until something else is desired. `steps`: what the time budget comes to, whatever is measured; with it one
    test defect of each kind and size is drawn.
    `hold_export`: waits likewise when the training is over and the result is to be made. `graph`: whether one is made;
    else best.pt has the weights and the report their hash alone (not of `anomaly`).
    """
    how = How(save_every, kill_at, hold_at, steps, hold_export, graph)
    process = FORKS.Process(target=steered.run, args=(how, job, job.parent / "stderr.log", dict(os.environ)))
    process.start()
    return Engine(process)


def events(run: Path) -> list[dict[str, Any]]:
    """All whole events of a run so far."""
    path = run / "events.jsonl"
    if not path.exists():
        return []
    lines = path.read_bytes().split(b"\n")[:-1]
    return [json.loads(line) for line in lines]


def of_type(found: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [event for event in found if event["type"] == kind]


def truths_of(*images: tuple[list[list[float]], list[int], list[list[float]]]) -> Truths:
    """Truths of a batch from boxes, labels and regions to ignore of each image."""
    truths = [[i, c, *box] for i, (boxes, labels, _) in enumerate(images) for box, c in zip(boxes, labels, strict=True)]
    ignored = [[i, *box] for i, (_, _, regions) in enumerate(images) for box in regions]
    return Truths.of(torch.tensor(truths).float().reshape(-1, 6), torch.tensor(ignored).float().reshape(-1, 5))


def ended(job: Path, **how: Any) -> dict[str, Any]:
    """The last event of a job that was started as `start` says."""
    start(job, **how).wait(900)
    return events(job.parent)[-1]


def last_of(run: Path, kind: str, **named: str) -> dict[str, str]:
    """The file that the last event of a kind names, as a job resumes from it."""
    found = [e for e in of_type(events(run), kind) if named.items() <= e.items()][-1]
    return {"path": found["path"], "sha256": found["sha256"]}


def whole_and_resumed(
    folder: Path, rows: list[dict[str, Any]], params: dict[str, Any], **changes: Any
) -> tuple[dict[str, str], dict[str, dict[str, Any]]]:
    """A training that ran through and one that was killed and resumed: the checkpoint, and best.pt of each, the second
    of which has the weights alone.
    """
    assert ended(make_job(folder, rows, "whole", params=params, **changes))["as"] == "completed"
    start(make_job(folder, rows, "killed", params=params, **changes), save_every=3, kill_at=5).wait(900)
    resume = last_of(folder / "killed", "checkpoint")
    resumed = make_job(folder, rows, "resumed", params=params, resume=resume, **changes)
    assert ended(resumed, graph=False)["as"] == "completed"
    return resume, {name: torch.load(folder / name / "best.pt", weights_only=True) for name in ("whole", "resumed")}
