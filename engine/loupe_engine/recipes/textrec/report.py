"""What a finished training of `textrec` hands over: graph, best weights, and the report with its parity cases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from ...data.decode import pixels_sha256
from ...data.images import UnusableImage, decoded
from ...data.manifest import ManifestImage
from ...export.formats import ODD_FORMATS
from ..base import Best, Context, Tick
from ..handover import as_file, hand_over, in_odd_format, onnx_runtime, require_agreement
from ..text.decode import collapse, text_score
from ..text.rec_metrics import judge
from ..text.widths import HEIGHT, Quad, columns_of, inset, whole_quad
from .chain import Finder, chain_report
from .data import strip_of
from .export import TextrecGraph, export
from .model import Reader
from .params import Params
from .synthetic import Drawer
from .texts import Text

CASES = 240  # texts that a proof compares at most
LEAST_FIRM = 20
QUAD_PX, SCORE = 0.05, 0.005  # tolerances
DRAWN: dict[str, str] = {}  # stands for the source of a picture that no image shows
SHORT = 160  # columns of drawn texts at most
SHOW = 23  # stream of randomness
THRESHOLDS = {"binary": 0.3, "box": 0.5, "unclip": 1.0, "textScore": 0.5}


@dataclass(frozen=True)
class Shown:
    """Texts to judge by, images for the proof where there are none, and whether an image is one text."""

    texts: list[Text]
    images: list[ManifestImage]
    whole: bool


def write(
    context: Context,
    params: Params,
    characters: Sequence[str],
    net: Reader,
    best: Best,
    epochs_done: int,
    shown: Shown,
    tick: Tick,
    find: Finder | None = None,
) -> None:
    """Write model.onnx, best.pt, report.json and announce them, of two stages also the report of both. `find`: the
    stage before. Raises Fault export.failed when the graph disagrees.
    """
    context.log.emit("phase", name="export")
    graph = TextrecGraph(net, characters, params)
    path = context.out / "model.onnx"
    onnx = export(graph, path, context.job.classes)
    context.log.emit("phase", name="parity")
    read = OnnxReader(path, context.job.threads, graph)
    cases = _cases(context, graph, read, shown)
    found = _figures(context, params, read, shown.texts, tick)
    weights = {
        "v": 1,
        "recipe": "textrec",
        "network": params.network,
        "characters": list(characters),
        "classes": list(context.job.classes),
        "state": best.state,
    }
    body = report_of(found, shown.whole, cases)
    whole = None
    if find is not None:
        figures = {name: body["metrics"][name] for name in ("word_accuracy", "one_minus_ned", "char_accuracy")}
        whole = chain_report(context, params, find, read, graph.read_firmly, shown.images, figures, tick)
    hand_over(context, best, epochs_done, (path, *onnx), weights, body, whole)


def _cases(context: Context, graph: TextrecGraph, read: OnnxReader, shown: Shown) -> list[dict[str, Any]]:
    """Pictures of one text each with what the network reads, the edges cut as in use. Raises Fault export.failed where
    the graph reads another text.
    """
    problems, cases, firm_ones = [], [], 0
    for name, source, pixels in chain(_pictures(context, shown), _drawn(context, graph)):
        if source is DRAWN and firm_ones >= LEAST_FIRM:
            break
        quad = whole_quad(pixels.shape[1], pixels.shape[0])
        seen = inset(quad, graph.params.edge_cut)
        text, scores, firm = graph.read_firmly(pixels, seen)
        firm_ones += firm
        place = as_file(context, name, pixels) if source is DRAWN else source
        row = {"quad": quad, "score": 1.0, "text": text, "textScore": round(text_score(scores), 6), "firm": firm}
        size = {"width": pixels.shape[1], "height": pixels.shape[0], "pixels_sha256": pixels_sha256(pixels)}
        cases.append({"name": name, **place, **size, "texts": [row]})
        other, _ = read(pixels, seen)
        if firm and other != text:
            problems.append(f"{name}: {other!r} instead of {text!r}")
    require_agreement(problems)
    return cases


def _drawn(context: Context, graph: TextrecGraph) -> Iterator[tuple[str, dict[str, str], np.ndarray]]:
    """Drawn texts, for a proof where there are few images."""
    drawer = Drawer([], graph.characters)
    ground = np.full((HEIGHT, HEIGHT, 3), 190, np.uint8)
    for i in range(2 * LEAST_FIRM):
        crop, _ = drawer.draw(np.random.default_rng([context.job.seed, SHOW, i]), ground, SHORT)
        yield f"drawn-{i + 1}.png", DRAWN, upright(crop.pixels, crop.quad)


class OnnxReader:
    """The exported graph as a function of pixels (H, W, 3) uint8 and a quad in them: (text, scores of characters)."""

    def __init__(self, path: Path, threads: int, graph: TextrecGraph) -> None:
        self.run, self.graph = onnx_runtime(path, threads), graph

    def __call__(self, pixels: np.ndarray, quad: Quad) -> tuple[str, list[float]]:
        ids, scores = self.run(pixels, **self.graph.inputs_of(quad))
        return collapse(ids.tolist(), scores.tolist(), self.graph.characters)


def report_of(found: dict[str, float] | None, whole: bool, cases: list[dict[str, Any]]) -> dict[str, Any]:
    """The body of a report. `found`: figures of readings, none where no text was typed; `whole`: of a model whose
    images are texts, right are those that are read right.
    """
    names = ("word_accuracy", "one_minus_ned", "char_accuracy")
    figures = {name: None if found is None else round(found[name], 6) for name in names}
    return {
        "prediction": "texts",
        "metrics": {
            "det_precision": None,
            "det_recall": None,
            "det_hmean": None,
            **figures,
            "end_to_end": figures["word_accuracy"] if whole else None,
        },
        "thresholds": THRESHOLDS,
        "parity": {
            "min_texts": min(LEAST_FIRM, sum(text["firm"] for case in cases for text in case["texts"])),
            "score_threshold": 0.0,
            "tolerance": {"quad_px": QUAD_PX, "score": SCORE},
            "cases": cases,
        },
    }


def _figures(
    context: Context, params: Params, read: OnnxReader, texts: list[Text], tick: Tick
) -> dict[str, float] | None:
    """How good the graph is that will be used, on the validation images from their files; None without any texts."""
    pairs: list[tuple[str, str]] = []
    for done, (image, group) in enumerate(_by_image(texts), 1):
        try:
            pixels = decoded(context.job, image)
        except UnusableImage:
            continue
        pairs += [(text.text, read(pixels, inset(text.quad, params.edge_cut))[0]) for text in group]
        tick(done, len(texts))
    return vars(judge(pairs, params.ignore_case)) if pairs else None


def _by_image(texts: list[Text]) -> list[tuple[ManifestImage, list[Text]]]:
    found: dict[int, tuple[ManifestImage, list[Text]]] = {}
    for text in texts:
        found.setdefault(text.image.id, (text.image, []))[1].append(text)
    return list(found.values())


def _pictures(context: Context, shown: Shown) -> Iterator[tuple[str, dict[str, str], np.ndarray]]:
    """Name, source and pixels (H, W, 3) of images that are one text, for the proof: images as they are, or texts cut
    out upright; and some of them again in odd formats.
    """
    first: list[np.ndarray] = []
    for name, source, pixels in _plain_pictures(context, shown):
        first += [pixels] if len(first) < len(ODD_FORMATS) else []
        yield name, source, pixels
    for i, name in enumerate(ODD_FORMATS if first else ()):
        yield name, *in_odd_format(context, name, first[i % len(first)])


def _plain_pictures(context: Context, shown: Shown) -> Iterator[tuple[str, dict[str, str], np.ndarray]]:
    if shown.whole or not shown.texts:
        for image in shown.images[:CASES]:
            try:
                yield image.name, {"sha256": image.sha256}, decoded(context.job, image)
            except UnusableImage:
                continue
        return
    # evenly from the list: texts of one image stand side by side
    step = max(1, len(shown.texts) // CASES)
    count = 0
    for image, group in _by_image(shown.texts[::step][:CASES]):
        try:
            pixels = decoded(context.job, image)
        except UnusableImage:
            continue
        for text in group:
            count += 1
            cut = upright(pixels, text.quad)
            yield image.name, as_file(context, f"text-{count}.png", cut), cut


def upright(pixels: np.ndarray, quad: Quad) -> np.ndarray:
    """A quad on an image (H, W, C) as an image of its own, (48, n, 3) uint8."""
    _, content = columns_of(quad, "keep", 0)
    found = strip_of(pixels, quad, content)
    return found if found.shape[2] == 3 else found.repeat(3, 2)
