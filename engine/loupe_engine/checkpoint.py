"""Checkpoints: whole or not there, hashed, the last two kept; read as plain weights, never unpickled."""

from __future__ import annotations

import contextlib
import hashlib
import re
from pathlib import Path
from typing import Any

import torch

from .faults import Fault
from .files import fetch, path_of, sha256_file, write_whole
from .job import Job, Resume

KEEP = 2
NAME = re.compile(r"^checkpoint-(\d{9})\.pt$")


def save(folder: Path, step: int, state: dict[str, Any]) -> tuple[Path, str]:
    """Write the checkpoint of `step`, then drop all but the last two. Returns (path, sha256). Raises OSError."""
    path = folder / f"checkpoint-{step:09d}.pt"
    sha256, _ = write_whole(path, lambda out: torch.save(state, out))
    write_whole(_beside(path), lambda out: out.write(sha256.encode()))
    for old in listed(folder)[KEEP:]:
        for gone in (old, _beside(old)):
            with contextlib.suppress(OSError):
                gone.unlink()
    return path, sha256


def listed(folder: Path) -> list[Path]:
    """Checkpoints in a folder, newest first."""
    if not folder.is_dir():
        return []
    return sorted((p for p in folder.iterdir() if NAME.match(p.name)), reverse=True)


def load(resume: Resume | None, own: Path) -> tuple[dict[str, Any] | None, list[str]]:
    """The newest good checkpoint: the requested one, else its elder beside it, else one of this run's own.

    Returns (state or None when there was nothing to resume, names of the damaged ones passed over).
    Raises Fault checkpoint.damaged when checkpoints were there and none is good.
    """
    candidates: list[tuple[Path, str | None]] = [(p, None) for p in listed(own)]
    if resume:
        path = path_of(resume.path, own.parent)
        if path is None:
            raise Fault("job.invalid", "prepare", field="resume.path", reason="a file: address is wanted")
        candidates.append((path, resume.sha256))
        candidates += [(p, None) for p in listed(path.parent) if p.name < path.name]
    damaged: list[str] = []
    for path, sha256 in candidates:
        state = _read(path, sha256)
        if state is not None:
            return state, damaged
        damaged.append(path.name)
    if damaged:
        raise Fault("checkpoint.damaged", "prepare", damaged[0], tried=len(damaged))
    return None, []


def load_start(job: Job) -> dict[str, Any]:
    """The weights of the version that a training begins with, as plain data. Raises Fault start.damaged."""
    assert job.start is not None
    name = job.start.name
    try:
        path = fetch(job.start.url, job.start.sha256, job.out / "cache", job.token)
    except (FileNotFoundError, ValueError) as error:
        raise Fault("start.damaged", "prepare", name, reason=str(error)[:200]) from error
    state = _read(path, job.start.sha256)
    if state is None:
        raise Fault("start.damaged", "prepare", name, reason="other bytes than its name says, or no weights")
    return state


def _read(path: Path, sha256: str | None) -> dict[str, Any] | None:
    try:
        wanted = sha256 or _beside(path).read_text("ascii").strip()
        if sha256_file(path) != wanted:
            return None
        return torch.load(path, map_location="cpu", weights_only=True)
    except Exception:  # torch raises many kinds for a broken file; each means the same here
        return None


def _beside(path: Path) -> Path:
    return path.with_suffix(".sha256")


def weights_sha256(state: dict[str, torch.Tensor]) -> str:
    """A hash of the weights themselves (names, shapes, values), whatever file they lie in."""
    digest = hashlib.sha256()
    for name in sorted(state):
        tensor = state[name].detach().cpu().contiguous()
        digest.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}\n".encode())
        digest.update(tensor.reshape(-1).view(torch.uint8).numpy().tobytes())
    return digest.hexdigest()
