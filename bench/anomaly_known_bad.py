"""Work of bench anomaly-left-out beside the choice of a memory: what bad images that one has are worth, and prices.

`known SET SEEDS`  what the default memory, with 0, 5 and 20 bad images known, finds of bad images of other parts
`cost`            milliseconds of an image in the exported graph, by method and size
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
from loupe_engine.recipes.anomaly.bank import KEPT, admit, patches_counted, patches_of
from loupe_engine.recipes.anomaly.export import AnomalyGraph, export
from loupe_engine.recipes.anomaly.memory.net import MemoryNet
from loupe_engine.recipes.anomaly.params import read_params
from loupe_engine.recipes.anomaly.synthetic.net import SyntheticNet
from loupe_engine.recipes.anomaly.threshold import spread_of

from anomaly_left_out import ARMS, BANK, BATCH, SIDE, figures, held_back
from anomaly_left_out import _features as features
from anomaly_pools import Pool, pool, split

DEFAULT = "narrow 10, 11, evened"
KNOWN = (0, 5, 20)
LEAST_REST = 10  # bad images to judge
REPEATS = 12
Maps = dict[str, torch.Tensor]


class _Given(torch.nn.Module):
    """In place of a backbone: features that are there already."""

    def __init__(self, maps: Maps) -> None:
        super().__init__()
        self.maps = maps
        self.inner = tuple(level.shape[1] for level in maps.values())


class _ByNumber(MemoryNet):
    """The engine's memory, whose images are numbers in features that are there already."""

    def patches(self, x: torch.Tensor) -> torch.Tensor:
        side = SIDE // self.kept.stride
        return patches_of([level[x.long()] for level in self.backbone.maps.values()], self.kept, side, side)


def _memory(maps: Maps, counted: torch.Tensor, train: list[int]) -> _ByNumber:
    net = _ByNumber(_Given(maps), BANK, KEPT["efficientnet"])
    for i in range(0, len(train), BATCH):
        numbers = torch.tensor(train[i : i + BATCH])
        admit(net.reservoir, net.patches(numbers), patches_counted(counted[numbers], net.kept), numbers, 0)
    net.complete()
    return net


@torch.no_grad()
def _with_known(of: Pool, maps: Maps, counted: torch.Tensor, seed: int) -> dict[int, dict[str, float]]:
    parts = split(of, seed)
    train, validation = held_back(of, parts.train, seed)
    net = _memory(maps, counted, train)

    def each(judge: Any, images: list[int], own: bool = False) -> torch.Tensor:
        batches = [torch.tensor(images[i : i + BATCH]) for i in range(0, len(images), BATCH)]
        return torch.cat([judge(n, counted[n], n if own else None) for n in batches])

    def scores(images: list[int], own: bool = False) -> np.ndarray:
        return each(lambda *given: net.judge(*given)[1], images, own).numpy()

    spread, good = spread_of(scores(train, own=True)), each(net.standing_out, train, own=True)
    drawn = np.random.default_rng(seed).permutation(parts.ng)
    found: dict[int, dict[str, float]] = {}
    for count in KNOWN:
        seen = {of.bad[i].group for i in drawn[:count]}
        rest = [len(of.good) + int(i) for i in drawn if of.bad[i].group not in seen]
        if len(rest) < LEAST_REST:
            continue
        known = [len(of.good) + int(i) for i in drawn[:count]]
        before = {"val": scores(validation), "ok": scores(parts.ok), "ng": scores(rest)}
        if known:
            net.lean_from(good, each(net.standing_out, known), spread)
        after = {"val": scores(validation), "ok": scores(parts.ok), "ng": scores(rest)}
        net.lean.zero_()
        found[count] = {**figures(after), "auroc_before": figures(before)["auroc"]}
    return found


def known(name: str, seeds: str) -> dict[str, dict[str, float]] | None:
    """By number of bad images the means over the seeds; nothing where too few others are left."""
    of = pool(name)
    if of is None:
        return None
    arm = ARMS[DEFAULT]
    maps, counted, _ = features([*of.good, *of.bad], (arm.backbone, arm.size))
    maps = {layer: maps[layer] for layer in arm.layers}
    every = [_with_known(of, maps, counted, seed) for seed in range(1, int(seeds) + 1)]
    means = {}
    for count in KNOWN:
        rows = [one[count] for one in every if count in one]
        if rows:
            means[str(count)] = {key: float(np.mean([row[key] for row in rows])) for key in rows[0]}
    return means


def cost() -> dict[str, float]:
    """Median of CPU milliseconds on one core, the network untrained: its weights change no time."""
    found = {}
    for method in ("synthetic", "memory"):
        for size in (SIDE, 2 * SIDE):
            backbone, kept = backbone_of("efficientnet"), KEPT["efficientnet"]
            net: Any = MemoryNet(backbone, 2000, kept) if method == "memory" else SyntheticNet(backbone, kept)
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
