"""The list of images and truths: manifest.jsonl.gz, one line an image."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass, field
from typing import Any

from ..faults import Fault
from ..files import fetch, sha256_file
from ..job import Job


@dataclass(frozen=True)
class Shape:
    """One truth. `points` are x,y pairs in pixels of the upright image; `label` is None where nobody chose one.

    `parts` says at which point each ring of a polygon begins: the outline first, then its holes. `text`: what it says;
    None where nobody typed it.
    """

    label: int | None
    kind: str
    points: tuple[float, ...]
    ignore: bool
    parts: tuple[int, ...] = (0,)
    text: str | None = None


@dataclass(frozen=True)
class ManifestImage:
    """One line of the manifest. `name` is what the person knows it by; the file is named by its hash.

    `role` is that of the data set the image comes from: `pool` where sets have none, else such as `ok` and `ng`.
    Images of one `group` show one part; empty where nobody said so. `region`: x, y, width, height of the part of the
    file that this is, of which width, height and shapes then are; None: all of it.
    """

    id: int
    sha256: str
    width: int
    height: int
    part: str
    name: str
    shapes: tuple[Shape, ...] = field(default=())
    role: str = "pool"
    group: str = ""
    region: tuple[int, int, int, int] | None = None


def read_manifest(job: Job) -> list[ManifestImage]:
    """All images in the manifest's order. Raises Fault data.hashMismatch, data.imageMissing, job.invalid."""
    try:
        path = fetch(job.manifest.url, job.manifest.sha256, job.out / "cache", job.token)
    except FileNotFoundError as error:
        raise Fault("data.imageMissing", "prepare", job.manifest.url) from error
    except ValueError as error:
        raise Fault("data.hashMismatch", "prepare", job.manifest.url) from error
    if sha256_file(path) != job.manifest.sha256:
        raise Fault("data.hashMismatch", "prepare", job.manifest.url)
    images = []
    try:
        with gzip.open(path, "rt", encoding="utf-8") as stream:
            for line in stream:
                if line.strip():
                    images.append(_image(json.loads(line), len(job.classes)))
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        reason = f"line {len(images) + 1}: {type(error).__name__}: {error}"[:200]
        raise Fault("job.invalid", "prepare", field="manifest", reason=reason) from error
    return images


def _image(raw: dict[str, Any], classes: int) -> ManifestImage:
    shapes = []
    for shape in raw["shapes"]:
        label = shape["c"]
        if label is not None and not 0 <= label < classes:
            raise ValueError(f"class {label} of {classes}")
        points = tuple(float(v) for v in shape["p"])
        parts = tuple(int(v) for v in shape.get("parts") or (0,))
        ignore, text = bool(shape.get("ignore", False)), shape.get("text")
        shapes.append(Shape(label, shape["kind"], points, ignore, parts, None if text is None else str(text)))
    sha256 = raw["sha256"]
    name = str(raw.get("name") or sha256)
    size, role, group = (int(raw["w"]), int(raw["h"])), str(raw.get("role", "pool")), str(raw.get("group", ""))
    return ManifestImage(int(raw["image"]), sha256, *size, raw["part"], name, tuple(shapes), role, group)
