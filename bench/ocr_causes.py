"""Why texts of our pipeline and of the package rapidocr differ, text by text: which of its stages reads as it does.

Arguments as of `ocr_swapped.py`, whose stages these are. Prints how many texts are equal, and of the others by cause
how often ours and theirs are right. `one finds`: the other has no text there. `upright`: higher than 1.5 times its
width, so that one of them turns it. `box`: read alike in rapidocr's box; `crop`, `columns`: there with this as well;
else `several`.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from loupe_engine.data.decode import decode

from ocr_swapped import ALIKE, DATA, STAGES, SURE, Pipelines, Read, overlap, same

NONE: frozenset[str] = frozenset()
UPRIGHT = 1.5


def cause_of(pipelines: Pipelines, pixels: np.ndarray, ours: Read, theirs: Read) -> str:
    quad, wanted = theirs[0], theirs[1]
    corners = np.array(ours[0]).reshape(4, 2)
    if np.linalg.norm(corners[3] - corners[0]) > UPRIGHT * np.linalg.norm(corners[1] - corners[0]):
        return "upright"

    def alike(of: list[float], *stages: str) -> bool:
        return same(pipelines.read(pixels, of, frozenset(stages))[0], wanted)

    if alike(quad):
        return "box"
    if alike(ours[0], "crop", "columns") or alike(quad, "crop"):
        return "crop"
    return "columns" if alike(quad, "columns") else "several"


def pairs_of(ours: list[Read], theirs: list[Read]) -> list[tuple[Read | None, Read | None]]:
    """Texts of both by place; what neither is sure of is left out."""
    left, found = list(theirs), list[tuple[Read | None, Read | None]]()
    for one in ours:
        at = next((i for i, other in enumerate(left) if overlap(one[0], other[0]) >= ALIKE), None)
        found.append((one, None if at is None else left.pop(at)))
    found += [(None, other) for other in left]
    return [pair for pair in found if max(one[2] for one in pair if one) >= SURE]


def is_right(one: Read | None, truths: list[dict[str, Any]], fold: bool) -> bool:
    """Whether it says what the text says that it overlaps most."""
    placed = [(overlap(one[0], np.ravel(truth["points"]).tolist()), truth["transcription"]) for truth in truths if one]
    best = max(placed, default=(0.0, ""))
    return one is not None and best[0] >= ALIKE and same(one[1], best[1], fold)


def main(folder: str, name: str, size: str, part: str = "test") -> None:
    pipelines, every = Pipelines(Path(folder), int(size)), frozenset(STAGES)
    found: Counter[tuple[str, str]] = Counter()
    for line in (DATA / name / f"{part}.jsonl").read_text("utf-8").splitlines():
        image = json.loads(line)
        pixels = decode((DATA / name / image["image"]).read_bytes())
        truths = [one for one in image["label"] if not one["difficult"]]
        for ours, theirs in pairs_of(pipelines.read_all(pixels, NONE), pipelines.read_all(pixels, every)):
            if ours and theirs and same(ours[1], theirs[1]):
                found["equal", ""] += 1
                continue
            cause = cause_of(pipelines, pixels, ours, theirs) if ours and theirs else "one finds"
            right = [is_right(one, truths, name == "ocr-sroie") for one in (ours, theirs)]
            names = {(True, True): "both", (True, False): "ours", (False, True): "theirs", (False, False): "neither"}
            found[cause, names[right[0], right[1]]] += 1
    for (cause, right), count in sorted(found.items()):
        print(json.dumps({"cause": cause, "right": right, "texts": count}))


if __name__ == "__main__":
    main(*sys.argv[1:])
