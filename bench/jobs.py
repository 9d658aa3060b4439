"""Jobs of the engine as benches write them: blobs, manifest and job.json in a folder."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any


DEVICE = os.environ.get("LOUPE_BENCH_DEVICE", "cpu")
"""Where trainings run that are measured by what they have learned."""


def put_blob(folder: Path, data: bytes) -> str:
    """Keep a file of a set under its hash, where a job looks for it. Gives the hash."""
    sha256 = hashlib.sha256(data).hexdigest()
    place = folder / "blobs" / sha256[:2] / sha256[2:4] / sha256
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)
    return sha256


def write_training(
    folder: Path,
    recipe: str,
    labels: Iterable[str],
    rows: list[dict[str, Any]],
    seed: int,
    params: dict[str, Any],
    threads: int = 1,
) -> Path:
    """Manifest and job.json of a training on DEVICE; `rows` are lines of the manifest whose blobs are put.

    Gives the path of job.json, FOLDER/run/job.json.
    """
    packed = gzip.compress("\n".join(map(json.dumps, rows)).encode(), mtime=0)
    (folder / "manifest.jsonl.gz").write_bytes(packed)
    (folder / "run").mkdir()
    manifest = {"url": (folder / "manifest.jsonl.gz").as_uri(), "images": len(rows)}
    job = {"v": 1, "task": 1, "attempt": 1, "mode": "train", "recipe": recipe, "seed": seed, "device": DEVICE}
    job |= {"stage": {"index": 0, "count": 1}, "threads": threads, "params_v": 1, "params": params, "resume": None}
    job |= {"manifest": {**manifest, "sha256": hashlib.sha256(packed).hexdigest()}, "out": (folder / "run").as_uri()}
    job |= {"blobs": (folder / "blobs").as_uri() + "/"}
    job |= {"classes": [{"index": i, "name": name} for i, name in enumerate(labels)]}
    path = folder / "run" / "job.json"
    path.write_text(json.dumps(job))
    return path
