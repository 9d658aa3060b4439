"""job.json: read once at the door, trusted inside."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .carried import READY_MADE
from .faults import Fault
from .files import path_of

VERSIONS = (1,)
MODES = ("train",)


@dataclass(frozen=True)
class Manifest:
    """Where the list of images lies; `images` is how many lines it has."""

    url: str
    sha256: str
    images: int


@dataclass(frozen=True)
class Resume:
    """A checkpoint of an earlier attempt."""

    path: str
    sha256: str


@dataclass(frozen=True)
class Start:
    """Weights of an earlier version to begin with."""

    url: str
    sha256: str

    @property
    def name(self) -> str:
        """Of the file."""
        return self.url.rsplit("/", 1)[-1]


@dataclass(frozen=True)
class Earlier:
    """A stage of the same training that was trained before this one, with its graph."""

    recipe: str
    params: dict[str, Any]
    url: str
    sha256: str


@dataclass(frozen=True)
class Job:
    """One job as the server wrote it. `out` is the run folder; it also holds `token`, events and checkpoints."""

    task: int
    attempt: int
    mode: str
    recipe: str
    stage: int
    stages: int
    seed: int
    threads: int
    device: str
    manifest: Manifest
    blobs: str
    classes: tuple[str, ...]
    params: dict[str, Any]
    earlier: tuple[Earlier, ...]
    start: Start | None
    keep: bool  # the weights of `start` are handed over as they are
    needs: tuple[str, ...]  # parts of the ready-made reader that this stage or a later one begins with
    resume: Resume | None
    out: Path
    memory_bytes: int
    disk_bytes: int
    address_file: Path | None

    @property
    def token(self) -> str | None:
        """The attempt's secret, read afresh from the run folder; never kept in events or checkpoints."""
        try:
            return (self.out / "token").read_text("ascii").strip() or None
        except OSError:
            return None


class _Reader:
    """Reads typed values out of nested JSON and says by its path what is wrong."""

    def __init__(self, value: Any, path: str = "") -> None:
        if not isinstance(value, dict):
            raise Fault("job.invalid", "prepare", field=path or "(all)", reason="an object is wanted")
        self.value, self.path = value, path

    def __call__(self, key: str, kind: type, default: Any = ...) -> Any:
        found = self.value.get(key, default)
        if found is ...:
            raise Fault("job.invalid", "prepare", field=self.path + key, reason="missing")
        wrong_bool = isinstance(found, bool) and kind is not bool
        if found is not default and (wrong_bool or not isinstance(found, kind)):
            raise Fault("job.invalid", "prepare", field=self.path + key, reason=f"{kind.__name__} is wanted")
        return found

    def sub(self, key: str) -> _Reader:
        return _Reader(self(key, dict), f"{self.path}{key}.")


def read_job(path: Path) -> Job:
    """The job in a file. Raises Fault job.invalid that names the field."""
    try:
        raw = json.loads(Path(path).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise Fault("job.invalid", "prepare", str(path), field="(file)", reason=str(error)[:200]) from error
    return parse_job(raw)


def parse_job(raw: Any) -> Job:
    """A job from parsed JSON. Cross-field rules of the parameters are the recipe's business."""
    read = _Reader(raw)
    _one_of("v", read("v", int), VERSIONS)
    _one_of("params_v", read("params_v", int, 1), VERSIONS)
    _one_of("mode", read("mode", str), MODES)
    stage, manifest, limits = read.sub("stage"), read.sub("manifest"), read("limits", dict, None) or {}
    resume = _Reader(raw["resume"], "resume.") if raw.get("resume") else None
    start = _Reader(raw["start"], "start.") if raw.get("start") else None
    report = _Reader(raw["report"], "report.") if raw.get("report") else None
    out = path_of(read("out", str))
    if out is None:
        raise Fault("job.invalid", "prepare", field="out", reason="a file: address is wanted")
    job = Job(
        task=read("task", int),
        attempt=read("attempt", int),
        mode=raw["mode"],
        recipe=read("recipe", str),
        stage=stage("index", int),
        stages=stage("count", int),
        seed=read("seed", int),
        threads=read("threads", int, 0),
        device=read("device", str, "auto"),
        manifest=Manifest(manifest("url", str), manifest("sha256", str), manifest("images", int)),
        blobs=read("blobs", str),
        classes=_classes(read("classes", list)),
        params=read("params", dict),
        earlier=tuple(_earlier(raw_stage, i) for i, raw_stage in enumerate(read("earlier", list, []))),
        start=Start(start("url", str), start("sha256", str)) if start else None,
        keep=read("keep", bool, False),
        needs=tuple(map(str, read("needs", list, []))),
        resume=Resume(resume("path", str), resume("sha256", str)) if resume else None,
        out=out,
        memory_bytes=int(limits.get("memory_bytes") or 0),
        disk_bytes=int(limits.get("disk_bytes") or 0),
        address_file=path_of(report("address_file", str)) if report else None,
    )
    if job.keep and job.start is None:
        raise Fault("job.invalid", "prepare", field="keep", reason="there are no weights to keep")
    for part in job.needs:
        _one_of("needs", part, tuple(READY_MADE))
    if job.seed < 0 or job.threads < 0:
        raise Fault("job.invalid", "prepare", field="seed" if job.seed < 0 else "threads", reason="not below 0")
    return job


def _one_of(field: str, value: Any, allowed: tuple[Any, ...]) -> None:
    if value not in allowed:
        raise Fault("job.invalid", "prepare", field=field, reason=f"{value!r} is not one of {list(allowed)}")


def _earlier(raw: Any, place: int) -> Earlier:
    read = _Reader(raw, f"earlier[{place}].")
    onnx = read.sub("onnx")
    return Earlier(read("recipe", str), read("params", dict), onnx("url", str), onnx("sha256", str))


def _classes(raw: list[Any]) -> tuple[str, ...]:
    """Names by index. The indexes must be 0…n-1 each once: they are the network's outputs."""
    names: dict[int, str] = {}
    for i, entry in enumerate(raw):
        read = _Reader(entry, f"classes[{i}].")
        names[read("index", int)] = read("name", str)
    if not raw or sorted(names) != list(range(len(raw))):
        raise Fault("job.invalid", "prepare", field="classes", reason="indexes 0…n-1, each once, are wanted")
    return tuple(names[i] for i in range(len(names)))
