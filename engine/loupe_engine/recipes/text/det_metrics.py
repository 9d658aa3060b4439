"""How good found text regions are: precision, recall and hmean at an overlap of half."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .quads import overlap_area, polygon_iou, signed_area

OVERLAP = 0.5  # of a found region and its truth; of a found one and what is ignored, as a share of the found one


@dataclass(frozen=True)
class Matches:
    """Of one image: `pairs` of (truth, found) by their places, and what is counted: truths, and found regions that do
    not lie on ignored ones.
    """

    pairs: list[tuple[int, int]]
    truths: int
    found: int


@dataclass(frozen=True)
class DetScores:
    """`found` of a set of images and what is to be found there."""

    precision: float
    recall: float
    hmean: float
    truths: int
    found: int

    @property
    def fitness(self) -> float:
        return self.hmean

    @property
    def doubt(self) -> float:
        """As that of boxes: half the standard error of a share among so many truths."""
        return 0.5 * (self.hmean * (1 - self.hmean) / max(1, self.truths)) ** 0.5


def matched(truths: Sequence[np.ndarray], ignored: Sequence[bool], found: np.ndarray) -> Matches:
    """Truths, polygons (P, 2), and found quads (N, 8): pairs of one each, the best overlaps first. A found region of
    which half lies on ignored ones and that has no truth counts neither way.
    """
    quads = found.reshape(-1, 4, 2)
    counted = [i for i, ignore in enumerate(ignored) if not ignore]
    overlaps = [(polygon_iou(truths[i], quad), i, j) for i in counted for j, quad in enumerate(quads)]
    pairs: list[tuple[int, int]] = []
    taken_truths, taken_quads = set(), set()
    for overlap, i, j in sorted(overlaps, key=lambda one: (-one[0], one[1], one[2])):
        if overlap < OVERLAP:
            break
        if i not in taken_truths and j not in taken_quads:
            pairs.append((i, j))
            taken_truths.add(i)
            taken_quads.add(j)
    hidden = [truths[i] for i, ignore in enumerate(ignored) if ignore]
    free = [j for j in range(len(quads)) if j not in taken_quads]
    beside = sum(any(_covers(one, quads[j]) for one in hidden) for j in free)
    return Matches(sorted(pairs), len(counted), len(quads) - beside)


def _covers(region: np.ndarray, quad: np.ndarray) -> bool:
    return overlap_area(region, quad) > OVERLAP * abs(signed_area(quad))


def scores_of(matches: Sequence[Matches]) -> DetScores:
    """Of all images together. Nothing to find and nothing found: all ones."""
    right = sum(len(one.pairs) for one in matches)
    truths, found = sum(one.truths for one in matches), sum(one.found for one in matches)
    if not truths and not found:
        return DetScores(1.0, 1.0, 1.0, 0, 0)
    precision, recall = right / found if found else 0.0, right / truths if truths else 0.0
    hmean = 2 * precision * recall / (precision + recall) if right else 0.0
    return DetScores(precision, recall, hmean, truths, found)
