"""What a version finds of test defects, drawn on good images that it has not learned from, at its own threshold.

Where few good images validate, training images take part too, each judged by a memory of the others (decision 0045), so
no image is judged by a memory that holds it. The work is bounded by counts alone, so that a seed decides the result.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from ....data.decode import decode
from ....data.images import UnusableImage, read_bytes
from ....data.manifest import ManifestImage
from ....nn.letterbox import shrink
from ...base import Context, Tick
from ..export import AnomalyGraph
from ..params import Params
from ..regions import counted
from ..scoring import calibrate
from .defects import KINDS, SIZES, Drawn, with_defect
from .examples import example

PROBE = 61  # stream of randomness of the test defects
MOST_EACH, LEAST_EACH = 10, 2  # tries of a kind and size
BUDGET_S, IMAGE_S, GROWTH = 60.0, 0.04, 1.15  # for all tries; for one at 256 px, and the power of the area it grows by
MOST_IMAGES = 40
OUTSIDE = -6e4  # evidence of cells that do not count: no heat
FINER = 2  # images are drawn on at most so many times larger than the network sees them


@dataclass(frozen=True)
class Try:
    """One defect to draw: its kind, the place of its size in SIZES, and which of those alike it is."""

    kind: str
    size: int
    number: int


@dataclass(frozen=True)
class Outcome:
    """What became of a try; `plain`: raw score of the image without it, `pixels` of the longest side of the file."""

    of: Try
    image: ManifestImage
    raw: float
    plain: float
    pixels: int
    evidence: np.ndarray


class Probing:
    """Tries on held-back good images, image by image, as there is a network that has not seen it."""

    def __init__(self, context: Context, params: Params, held: list[ManifestImage]) -> None:
        self.context, self.params = context, params
        some = _spread(held, MOST_IMAGES)
        tries = planned(tries_each(params.image_size), len(some))
        self.tries = {image.id: own for image, own in zip(some, tries, strict=True)}
        self.found: list[Outcome] = []

    @torch.no_grad()
    def judge(self, graph: AnomalyGraph, images: list[ManifestImage], tick: Tick) -> None:
        """Try what is planned on these of the images, by a graph that has not seen them."""
        for i, image in enumerate(images):
            for k, outcome in enumerate(self._tried(graph, image)):
                self.found.append(outcome)
                if k % 8 == 0:
                    tick(i, len(images))
            tick(i + 1, len(images))

    def _tried(self, graph: AnomalyGraph, image: ManifestImage) -> Iterator[Outcome]:
        tries = self.tries.get(image.id, [])
        pixels = self._seen(image) if tries else None
        if pixels is None:
            return
        plain = float(graph.raw(torch.from_numpy(pixels))[0])
        side = max(image.width, image.height)
        for one in tries:
            drawn = self._draw(one, image, pixels)
            if drawn is not None:
                evidence, inside, raw, rows, columns = graph.judge(torch.from_numpy(drawn.pixels))
                kept = evidence.where(inside, OUTSIDE)[0, 0, :rows, :columns].half().numpy()
                yield Outcome(one, image, float(raw[0]), plain, side, kept)

    def _seen(self, image: ManifestImage) -> np.ndarray | None:
        """The image (H, W, 3) uint8, no larger than is worth drawing on; None where it cannot be read any more."""
        try:
            pixels = decode(read_bytes(self.context.job, image))
        except UnusableImage:
            return None
        most = FINER * self.params.image_size
        return shrink(torch.from_numpy(pixels), most).numpy() if max(pixels.shape) > most else pixels

    def _draw(self, one: Try, image: ManifestImage, pixels: np.ndarray) -> Drawn | None:
        height, width = pixels.shape[:2]
        allowed = counted(height, width, height, width, self.params.region, self.params.ignore_regions).numpy()
        kind = list(KINDS).index(one.kind)
        rng = np.random.default_rng([self.context.job.seed, PROBE, kind, one.size, one.number])
        return with_defect(rng, one.kind, SIZES[one.size], pixels, allowed)

    def report(
        self,
        judged: int,
        held: int,
        calibrated: Callable[[np.ndarray], np.ndarray],
        threshold: float,
        graph: AnomalyGraph,
    ) -> dict[str, Any] | None:
        """The part `probes` of the report; `judged`: good images that the threshold follows from, `held`: those of them
        that validate. None without a try.

        An image that is judged bad as it is says nothing: its tries do not count.
        """
        scores = calibrated(np.array([[o.raw, o.plain] for o in self.found]).reshape(-1, 2))
        counts = [(o, float(raw)) for o, (raw, plain) in zip(self.found, scores, strict=True) if plain < threshold]
        if not counts:
            return None
        images, refused = ({o.image.id for o in some} for some in ([o for o, _ in counts], self.found))
        return {
            "images": len(images),
            "refused": len(refused - images),
            "judged": judged,
            "held": held,
            "needed": more_needed(judged, self.params.false_reject_target),
            "cells": _cells(counts, threshold),
            "examples": [self._example(o, score, threshold, graph) for o, score in _chosen(counts, threshold)],
        }

    def _example(self, outcome: Outcome, score: float, threshold: float, graph: AnomalyGraph) -> dict[str, Any]:
        pixels = self._seen(outcome.image)
        drawn = None if pixels is None else self._draw(outcome.of, outcome.image, pixels)
        assert drawn is not None  # it was drawn before, of the same file
        evidence = torch.from_numpy(outcome.evidence).float()
        heat = (calibrate(evidence, graph.threshold, graph.heat_spread) * 255).round().to(torch.uint8)
        head = {"kind": outcome.of.kind, "px": _px(outcome.of.size, outcome.pixels), "found": score >= threshold}
        return {**head, "score": round(score, 6), **example(drawn, heat.numpy())}


def tries_each(image_size: int) -> int:
    """How many defects of a kind and size are tried: fewer where the network looks at larger images."""
    one = IMAGE_S * (image_size / 256) ** (2 * GROWTH)
    return int(np.clip(BUDGET_S / (len(KINDS) * len(SIZES) * one), LEAST_EACH, MOST_EACH))


def planned(each: int, images: int) -> list[list[Try]]:
    """The tries of each of so many images: those of one kind and size are on as many images as there are."""
    found: list[list[Try]] = [[] for _ in range(images)]
    numbers = (Try(kind, size, i) for kind in KINDS for size in range(len(SIZES)) for i in range(each))
    for place, one in enumerate(numbers):
        if images:
            found[place % images].append(one)
    return found


def more_needed(judged: int, target: float) -> int | None:
    """How many more good images the target needs among their ranks, as `enough`; None where no number does."""
    return None if target <= 0 else max(0, math.ceil((1 - target) / target - 1e-9) - judged)


def _spread(images: list[ManifestImage], most: int) -> list[ManifestImage]:
    places = np.linspace(0, len(images) - 1, min(most, len(images))).round().astype(int)
    return [images[i] for i in places]


def _px(size: int, side: float) -> int:
    return max(1, round(SIZES[size] * side))


def _cells(counts: list[tuple[Outcome, float]], threshold: float) -> list[dict[str, Any]]:
    """Kind by size: how many were found of how many; what could not be drawn anywhere is left out."""
    side = float(np.median([o.pixels for o, _ in counts]))
    cells = []
    for kind in KINDS:
        for size, share in enumerate(SIZES):
            own = [score >= threshold for o, score in counts if (o.of.kind, o.of.size) == (kind, size)]
            if own:
                found = {"found": sum(own), "tried": len(own)}
                cells.append({"kind": kind, "px": _px(size, side), "share": share, **found})
    return cells


def _chosen(counts: list[tuple[Outcome, float]], threshold: float) -> list[tuple[Outcome, float]]:
    """Of each kind the smallest that was found, and the largest that was missed; of equals the clearest case."""
    chosen = []
    for kind in KINDS:
        own = [(o, score) for o, score in counts if o.of.kind == kind]
        found = [one for one in own if one[1] >= threshold]
        missed = [one for one in own if one[1] < threshold]
        chosen += [min(found, key=lambda one: (one[0].of.size, -one[1], one[0].of.number))] if found else []
        chosen += [max(missed, key=lambda one: (one[0].of.size, -one[1], -one[0].of.number))] if missed else []
    return chosen
