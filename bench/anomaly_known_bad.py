"""Work of bench anomaly-left-out beside the choice of a memory: what few good and what known bad images do, and prices.

`known SET DRAWS`  what the default memory, with 0, 5 and 20 bad images known, finds of bad images of other parts;
                   what it finds and refuses when it is made from 20 good images; what the same features tell at most
`cost`             milliseconds of an image in the exported graph, by method and size
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import torch
from loupe_engine.nn.backbones import backbone_of
from loupe_engine.nn.backbones.efficientnet import REMEMBERED
from loupe_engine.recipes.anomaly.bank import SIDE_BY_SIDE, patches_of
from loupe_engine.recipes.anomaly.export import AnomalyGraph, export
from loupe_engine.recipes.anomaly.memory.net import MemoryNet, gather
from loupe_engine.recipes.anomaly.memory.recipe import FOLDS, folds_of
from loupe_engine.recipes.anomaly.metrics import auroc
from loupe_engine.recipes.anomaly.params import read_params
from loupe_engine.recipes.anomaly.synthetic.net import SyntheticNet
from loupe_engine.recipes.anomaly.threshold import enough, spread_of

from anomaly_left_out import BANK, BATCH, SIDE, TARGET, figures, held_back
from anomaly_left_out import _features as features
from anomaly_pools import Pool, pool, split

KNOWN = (0, 5, 20)
LEAST_REST = 10  # bad images to judge
FEW = 20  # good images
RIDGE = 0.1  # of the mean variance: how much the linear judge is held back
REPEATS = 12
LAYERS = tuple(f"b{block}" for block in REMEMBERED)  # what the backbone gives memories
MEMORIES = SIDE_BY_SIDE["efficientnet"]
Maps = dict[str, torch.Tensor]


class _Given(torch.nn.Module):
    """In place of a backbone: features that are there already."""

    def __init__(self, maps: Maps) -> None:
        super().__init__()
        self.maps = maps
        self.inner = tuple(level.shape[1] for level in maps.values())


class _ByNumber(MemoryNet):
    """The engine's memory, whose images are numbers in features that are there already."""

    def levels(self, x: torch.Tensor) -> list[torch.Tensor]:
        return [level[x.long()] for level in self.backbone.maps.values()]


class _Engine:
    """The engine's memory of some images of a pool, and its folds."""

    def __init__(self, of: Pool, maps: Maps, counted: torch.Tensor, train: list[int]) -> None:
        self.of, self.counted, self.train = of, counted, train
        self.net = net = _ByNumber(_Given(maps), BANK, *MEMORIES)
        for numbers in self._batches(train):
            gather(net, (numbers, counted[numbers], numbers), 0)
        net.complete()
        net.refer_to(self.each(net.distances, train, own=True))

    def _batches(self, images: list[int]) -> list[torch.Tensor]:
        return [torch.tensor(images[i : i + BATCH]) for i in range(0, len(images), BATCH)]

    @torch.no_grad()
    def each(self, judge: Any, images: list[int], own: bool = False) -> torch.Tensor:
        return torch.cat([judge(n, self.counted[n], n if own else None) for n in self._batches(images)])

    def scores(self, images: list[int], own: bool = False) -> np.ndarray:
        return self.each(lambda *given: self.net.judge(*given)[1], images, own).numpy()

    def lean(self, known: list[int], learned: list[int]) -> None:
        """Let what stands out on these bad images, and not on these that it learned from, count."""
        bad, good = self.each(self.net.standing_out, known), self.each(self.net.standing_out, learned, own=True)
        self.net.lean_from(good, bad, spread_of(self.scores(learned, own=True)))

    def unseen(self, known: list[int]) -> list[float]:
        """Scores of training images by memories of the other folds, told of the same bad ones: as the engine does; none
        where all are of one part."""
        net, whole, lean, found = self.net, self.net.banks, self.net.lean.clone(), []
        folds = folds_of([self.of.good[i].group for i in self.train], FOLDS)
        for fold in folds if len(folds) > 1 else []:
            numbers = [self.train[i] for i in fold]
            net.banks = net.without(torch.tensor(numbers))
            net.lean.zero_()
            if known:
                self.lean(known, [i for i in self.train if i not in numbers])
            found += self.scores(numbers).tolist()
        net.banks = whole
        net.lean.copy_(lean)
        return found


def _with_known(of: Pool, maps: Maps, counted: torch.Tensor, seed: int) -> dict[int, dict[str, float]]:
    parts = split(of, seed)
    train, validation = held_back(of, parts.train, seed)
    engine = _Engine(of, maps, counted, train)

    def good(known: list[int]) -> list[float]:
        """What the threshold follows from."""
        few = not enough(len(validation), TARGET)
        return [*engine.scores(validation).tolist(), *(engine.unseen(known) if few else [])]

    def judged(val: list[float], rest: list[int]) -> dict[str, float]:
        return figures({"val": val, "ok": engine.scores(parts.ok), "ng": engine.scores(rest)})

    drawn, plain = np.random.default_rng(seed).permutation(parts.ng), good([])
    found: dict[int, dict[str, float]] = {}
    for count in KNOWN:
        seen = {of.bad[i].group for i in drawn[:count]}
        rest = [len(of.good) + int(i) for i in drawn if of.bad[i].group not in seen]
        if len(rest) < LEAST_REST:
            continue
        known = [len(of.good) + int(i) for i in drawn[:count]]
        before = judged(plain, rest)
        if known:
            engine.lean(known, train)
        found[count] = {
            **judged(good(known) if known else plain, rest),
            **{f"{key}_before": before[key] for key in ("auroc", "found", "refused")},
        }
        engine.net.lean.zero_()
    return found


def _from_few(of: Pool, maps: Maps, counted: torch.Tensor, seed: int) -> dict[str, float]:
    """What the memory of few good images finds and refuses at the engine's threshold."""
    parts = split(of, seed)
    drawn = sorted(int(i) for i in np.random.default_rng(seed).permutation(parts.train)[:FEW])
    train, validation = held_back(of, drawn, seed)
    engine = _Engine(of, maps, counted, train)
    val = engine.scores(validation).tolist() + engine.unseen([])
    ng = engine.scores([len(of.good) + i for i in parts.ng])
    return figures({"val": val, "ok": engine.scores(parts.ok), "ng": ng})


def _ceiling(of: Pool, maps: Maps, counted: torch.Tensor, seed: int) -> float:
    """AUROC of a linear judge of the same features that knows good and bad ones of the other parts, in five folds: what
    no memory of good images alone can be asked to reach, and a set where even it fails is not told by the features.
    """
    parts = split(of, seed)
    numbers = [*parts.train, *parts.ok, *(len(of.good) + i for i in parts.ng)]
    groups = [of.good[i].group if i < len(of.good) else of.bad[i - len(of.good)].group for i in numbers]
    levels = [level[torch.tensor(numbers)] for level in maps.values()]
    patches = [patches_of(levels, kept, *(2 * [SIDE // kept.stride])).flatten(2) for kept in MEMORIES]
    rows = torch.cat([one for p in patches for one in (p.mean(2), p.amax(2), p.amin(2))], 1).double().numpy()
    bad = np.array([i >= len(of.good) for i in numbers])
    found = np.zeros(len(rows))
    for fold in folds_of(groups, FOLDS):
        known = np.setdiff1d(np.arange(len(rows)), fold)
        middle, deviation = rows[known].mean(0), rows[known].std(0)
        scaled = (rows - middle) / (deviation + 0.1 * deviation.mean())
        wanted = np.where(bad[known], 1 / max(1, bad[known].sum()), -1 / max(1, (~bad[known]).sum()))
        gram = scaled[known] @ scaled[known].T
        held = RIDGE * np.trace(gram) / len(known)
        found[fold] = scaled[fold] @ (scaled[known].T @ np.linalg.solve(gram + held * np.eye(len(known)), wanted))
    return auroc(found[~bad], found[bad]) or 0.0


def known(name: str, draws: str) -> dict[str, dict[str, float]] | None:
    """By number of bad images the means over the draws, nothing where too few others are left; `few` and `ceiling`."""
    of = pool(name)
    if of is None:
        return None
    maps, counted, _ = features([*of.good, *of.bad], ("efficientnet", SIDE))
    maps = {layer: maps[layer] for layer in LAYERS}
    drawn = [int(draw) for draw in draws.split(",")]
    every = [_with_known(of, maps, counted, seed) for seed in drawn]
    made = {str(count): [one[count] for one in every if count in one] for count in KNOWN}
    made["few"] = [_from_few(of, maps, counted, seed) for seed in drawn]
    made["ceiling"] = [{"auroc": _ceiling(of, maps, counted, seed)} for seed in drawn]
    return {
        name: {key: float(np.mean([row[key] for row in rows])) for key in rows[0]}
        for name, rows in made.items()
        if rows
    }


def cost() -> dict[str, float]:
    """Median of CPU milliseconds on one core, the network untrained: its weights change no time."""
    found = {}
    for method in ("synthetic", "memory"):
        for size in (SIDE, 2 * SIDE):
            backbone = backbone_of("efficientnet")
            net: Any = SyntheticNet(backbone, *MEMORIES)
            if method == "memory":
                net = MemoryNet(backbone, 2000, *MEMORIES)
            net.remembers = True
            graph = AnomalyGraph(net, read_params({"method": method, "imageSize": size}), (size, size))
            found[f"{method}_{size}"] = _milliseconds(graph, size)
    return found


def _milliseconds(graph: AnomalyGraph, size: int) -> float:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    image = np.random.default_rng(0).integers(0, 255, (size, size, 3), np.uint8)
    taken = []
    with tempfile.TemporaryDirectory() as made:
        export(graph, Path(made) / "model.onnx", {})
        session = onnxruntime.InferenceSession(
            str(Path(made) / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )
        for _ in range(REPEATS):
            started = time.process_time()
            session.run(None, {"image": image})
            taken.append(1000 * (time.process_time() - started))
    return float(np.median(taken))


if __name__ == "__main__":
    torch.set_num_threads(1)
    command = {"known": known, "cost": cost}[sys.argv[1]]
    print(json.dumps(command(*sys.argv[2:])))
