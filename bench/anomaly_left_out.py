"""Work of bench anomaly-left-out: memories of several kinds on pools of images, judged on parts never learned from.

`cells SET OUT DRAWS`   raw scores of every kind of memory on a set, as JSON into the file OUT; `null` without the set.
                        DRAWS: their numbers, as `2,3`
`table FOLDER`          what follows from such files: a choice is made on the other sets, and judged on the one left out

LOUPE_LEFT_OUT_ARMS names the kinds to measure, separated by semicolons; without it all are.
"""

from __future__ import annotations

import copy
import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from loupe_engine.nn.backbones import backbone_of
from loupe_engine.nn.backbones.efficientnet import EfficientNet
from loupe_engine.nn.letterbox import letterbox
from loupe_engine.recipes.anomaly.bank import (
    SIDE_BY_SIDE,
    Bank,
    Kept,
    Reservoir,
    admit,
    highest,
    on_map,
    patches_counted,
    patches_of,
)
from loupe_engine.recipes.anomaly.memory.recipe import FOLDS, folds_of
from loupe_engine.recipes.anomaly.metrics import PixelFigures, auroc
from loupe_engine.recipes.anomaly.scoring import MAP_STRIDE, blurred, top_mean
from loupe_engine.recipes.anomaly.threshold import enough, false_reject_threshold, spread_of

from anomaly_pools import Part, Pool, pool, split

SIDE, BANK, RESERVOIR, PATCHES_EACH, BATCH = 256, 512, 12_288, 8, 8
VALIDATION = 0.2
TARGET = 0.02
SHARES = (0.01, 0.02, 0.05)


@dataclass(frozen=True)
class Arm:
    """A kind of memory: layers (`b`: output of a block, `w`: its wide activations, `s`: a stride of PP-OCR's backbone),
    and how patches are compared. `smoothed`: as before, distances smoothed on the map and a thousandth of its cells
    for a score.
    """

    layers: tuple[str, ...]
    kept: Kept
    smoothed: bool = False
    size: int = SIDE
    backbone: str = "efficientnet"
    bank: int = BANK


def _kept(stride: int = 16, pooled: bool = False, floor: float | None = 0.1, evened: float | None = 0.03) -> Kept:
    return Kept(stride, SIDE_BY_SIDE["efficientnet"][0].top, pooled, floor, evened)


ARMS = {
    "narrow 2, 4, 7 (before)": Arm(("b2", "b4", "b7"), _kept(8, True, 1e-3, None), True),
    "narrow 10, 11": Arm(("b10", "b11"), _kept(evened=None)),
    "narrow 10, 11, evened": Arm(("b10", "b11"), _kept()),
    "narrow 10, 11, evened, pooled": Arm(("b10", "b11"), _kept(pooled=True)),
    "narrow 7, 10, 11, evened": Arm(("b7", "b10", "b11"), _kept()),
    "narrow 7, evened": Arm(("b7",), _kept()),
    "narrow 10, evened": Arm(("b10",), _kept()),
    "narrow 11, evened": Arm(("b11",), _kept(32)),
    "narrow 10, 11, evened, 2048 patches": Arm(("b10", "b11"), _kept(), bank=2048),
    "narrow 10, 11, evened, 384 px": Arm(("b10", "b11"), _kept(), size=384),
    "narrow 11, evened, 384 px": Arm(("b11",), _kept(32), size=384),
    "wide 8, 10": Arm(("w8", "w10"), _kept(evened=None)),
    "wide 8, 10, no floor": Arm(("w8", "w10"), _kept(floor=1e-3, evened=None)),
    "wide 8, 10, evened": Arm(("w8", "w10"), _kept()),
    "wide 8, 10, narrow 11, evened": Arm(("w8", "w10", "b11"), _kept()),
    "PP-OCR 4, 8, 16 (before)": Arm(("s4", "s8", "s16"), _kept(8, True, None, None), True, backbone="ppocr"),
    "PP-OCR 8, 16, evened": Arm(("s8", "s16"), _kept(), backbone="ppocr"),
}
# several memories, each by itself: the score that stands out most among those of its training images
GREATEST = {
    "greater of 11 and 7, each evened": ("narrow 11, evened", "narrow 7, evened"),
    "greater of 10, 11 and of 7, each evened": ("narrow 10, 11, evened", "narrow 7, evened"),
    "greater of 11 and 10, each evened": ("narrow 11, evened", "narrow 10, evened"),
}
Source = tuple[str, int]  # a backbone, and pixels a side of what it sees
Heat = Callable[[int], np.ndarray]  # of an image the map (S / 2, S / 2) in 0…1


def named() -> list[str]:
    """The kinds of memory to measure."""
    every, given = [*ARMS, *GREATEST], os.environ.get("LOUPE_LEFT_OUT_ARMS")
    wanted = every if given is None else [name.strip() for name in given.split(";") if name.strip()]
    unknown = [name for name in wanted if name not in every]
    if unknown or not wanted:
        raise SystemExit(f"no such kind of memory: {unknown}; there are: {every}")
    return wanted


def needed() -> dict[str, Arm]:
    """The memories that these kinds are made of."""
    names = {arm for name in named() for arm in GREATEST.get(name, (name,))}
    return {name: arm for name, arm in ARMS.items() if name in names}


def _source(arm: Arm) -> Source:
    return arm.backbone, arm.size


def _layers(net: torch.nn.Module, x: torch.Tensor, wanted: set[str]) -> dict[str, torch.Tensor]:
    """What the blocks that any arm takes give of images (B, 3, H, W), in float16."""
    if not isinstance(net, EfficientNet):
        given = {f"s{2 << i}": level for i, level in enumerate(net(x))}
        return {layer: given[layer].half() for layer in wanted}
    found = {}
    x = net.first(x)
    for i, block in enumerate(net._blocks[: 1 + max(int(layer[1:]) for layer in wanted)]):
        found[f"w{i}"] = block.wide(x)
        found[f"b{i}"] = x = block(x)
    return {layer: found[layer].half() for layer in wanted}


@torch.no_grad()
def _features(images: list[Part], source: Source) -> tuple[dict[str, torch.Tensor], torch.Tensor, float]:
    """All layers of all images, the counted cells (N, 1, S / 2, S / 2), and milliseconds an image."""
    backbone, side = source
    wanted = {layer for arm in needed().values() if _source(arm) == source for layer in arm.layers}
    net = backbone_of(backbone).eval()
    started = time.process_time()
    cells = torch.zeros(len(images), 1, side // MAP_STRIDE, side // MAP_STRIDE, dtype=torch.bool)
    parts = []
    for i in range(0, len(images), BATCH):
        boxed = [letterbox(torch.from_numpy(p.pixels.copy()), (side, side)) for p in images[i : i + BATCH]]
        for k, (_, height, width) in enumerate(boxed, i):
            cells[k, :, : -(-height // MAP_STRIDE), : -(-width // MAP_STRIDE)] = True
        parts.append(_layers(net, torch.cat([x for x, _, _ in boxed]), wanted))
    taken = 1000 * (time.process_time() - started) / len(images)
    return {layer: torch.cat([part[layer] for part in parts]) for layer in wanted}, cells, taken


class Memory:
    """A bank over the layers of an arm, made from some of the images."""

    def __init__(self, arm: Arm, maps: dict[str, torch.Tensor], counted: torch.Tensor, train: list[int]) -> None:
        self.arm, self.maps, self.counted = arm, maps, counted
        dimensions = sum(maps[layer].shape[1] for layer in arm.layers)
        self.reservoir = Reservoir(max(RESERVOIR, PATCHES_EACH * arm.bank), dimensions, arm.bank, arm.kept)
        for i in range(0, len(train), BATCH):
            numbers = torch.tensor(train[i : i + BATCH])
            admit(self.reservoir, self._patches(numbers), patches_counted(counted[numbers], arm.kept), numbers, 0)
        self.bank = Bank(arm.bank, dimensions)
        self.bank.fill(self.reservoir)

    def _patches(self, numbers: torch.Tensor) -> torch.Tensor:
        side = self.arm.size // self.arm.kept.stride
        return patches_of([self.maps[layer][numbers] for layer in self.arm.layers], self.arm.kept, side, side)

    @torch.no_grad()
    def scores(self, images: list[int], own: bool = False) -> list[float]:
        found: list[float] = []
        for i in range(0, len(images), BATCH):
            numbers = torch.tensor(images[i : i + BATCH])
            inside = self.counted[numbers]
            distance = self.bank.distance(self._patches(numbers), numbers if own else None)
            if self.arm.smoothed:
                spread = F.interpolate(distance, size=inside.shape[2:], mode="bilinear", align_corners=False)
                found += top_mean(blurred(spread * inside, 9), inside).tolist()
            else:
                found += highest(distance, patches_counted(inside, self.arm.kept), self.arm.kept).tolist()
        return found

    @torch.no_grad()
    def heat(self, image: int) -> np.ndarray:
        """Distances of an image on the map, (S / 2, S / 2)."""
        numbers = torch.tensor([image])
        return on_map(self.bank.distance(self._patches(numbers)), self.counted[numbers])[0, 0].numpy()

    def unseen(self, of: Pool, train: list[int]) -> list[float]:
        """Scores of images that it was made from, each by a memory of the other folds, as the engine makes them; none
        where all are of one part."""
        whole, found = self.bank, []
        folds = folds_of([of.good[i].group for i in train], FOLDS)
        for fold in folds if len(folds) > 1 else []:
            numbers = [train[i] for i in fold]
            reservoir = copy.deepcopy(self.reservoir)
            reservoir.leave_out(torch.tensor(numbers))
            self.bank = copy.deepcopy(whole)
            self.bank.fill(reservoir)
            found += self.scores(numbers)
        self.bank = whole
        return found


def overlap(heat: Heat, counted: torch.Tensor, of: Pool, ok: list[int], ng: list[int]) -> float | None:
    """PRO of maps of test images; None where what is wrong is not known of every bad one."""
    truths = [of.bad[i].truth for i in ng]
    if not truths or any(truth is None for truth in truths):
        return None
    figures = PixelFigures()
    for i, truth in [*((i, None) for i in ok), *zip((len(of.good) + i for i in ng), truths, strict=True)]:
        inside = counted[i, 0].numpy()
        figures.add(heat(i), truth if truth is None else _on_canvas(truth, inside.shape), inside)
    return figures.pro()


def _on_canvas(truth: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """A truth (h, w) on the map of the canvas: a cell is wrong where any of it is."""
    gain = min(shape[0] / truth.shape[0], shape[1] / truth.shape[1])
    small = cv2.resize(truth.astype(np.float32), None, fx=gain, fy=gain, interpolation=cv2.INTER_AREA) > 0
    small = small[: shape[0], : shape[1]]
    return np.pad(small, ((0, shape[0] - small.shape[0]), (0, shape[1] - small.shape[1])))


def held_back(of: Pool, train: list[int], seed: int) -> tuple[list[int], list[int]]:
    """Good images to learn from and to validate with, parts on one side only, about a fifth."""
    groups = sorted({of.good[i].group for i in train})
    np.random.default_rng(seed).shuffle(groups)
    held: set[str] = set()
    for group in groups[:-1]:
        if sum(of.good[i].group in held for i in train) >= VALIDATION * len(train):
            break
        held.add(group)
    return [i for i in train if of.good[i].group not in held], [i for i in train if of.good[i].group in held]


def scores(of: Pool, source: Source, maps: dict[str, torch.Tensor], counted: torch.Tensor, seed: int) -> dict[str, Any]:
    """By arm of a source the raw scores of the images that it learned from (each without itself), of those that set the
    threshold, and of good and bad test images; and PRO."""
    parts = split(of, seed)
    train, validation = held_back(of, parts.train, seed)
    beside = {name: arms for name, arms in GREATEST.items() if name in named() and _source(ARMS[arms[0]]) == source}
    memories: dict[str, Memory] = {}
    found: dict[str, dict[str, Any]] = {}
    for arm, kind in needed().items():
        if _source(kind) != source:
            continue
        memory = Memory(kind, maps, counted, train)
        known = memory.scores(validation)
        found[arm] = {
            "train": memory.scores(train, own=True),
            "val": known if enough(len(known), TARGET) else known + memory.unseen(of, train),
            "ok": memory.scores(parts.ok),
            "ng": memory.scores([len(of.good) + i for i in parts.ng]),
        }
        middle = float(np.median(known))
        if arm in named():
            found[arm]["pro"] = overlap(_folded(memory, middle), counted, of, parts.ok, parts.ng)
        if any(arm in arms for arms in beside.values()):
            memories[arm] = memory
    for name, arms in beside.items():
        found[name] = greatest([found[arm] for arm in arms])
        heat = _greatest_heat([memories[arm] for arm in arms], [found[arm]["train"] for arm in arms])
        found[name]["pro"] = overlap(heat, counted, of, parts.ok, parts.ng)
    return {name: found[name] for name in named() if name in found}


def _folded(memory: Memory, middle: float) -> Heat:
    def heat(image: int) -> np.ndarray:
        distance = memory.heat(image)
        return distance / (distance + middle)

    return heat


def _greatest_heat(memories: list[Memory], trains: list[list[float]]) -> Heat:
    """Cell by cell the distance that stands out most, on the scale of the scores."""
    scales = [(np.median(train), spread_of(np.array(train))) for train in trains]

    def heat(image: int) -> np.ndarray:
        each = [memory.heat(image) for memory in memories]
        above = np.max([(far - middle) / spread for far, (middle, spread) in zip(each, scales, strict=True)], 0)
        return 0.5 + 0.5 * above / (1 + np.abs(above))

    return heat


def greatest(each: list[dict[str, Any]]) -> dict[str, Any]:
    """Of several memories the score, in spreads above the middle of their training images, that is greatest."""

    def scaled(found: dict[str, Any], part: str) -> np.ndarray:
        train = np.array(found["train"])
        return (np.array(found[part]) - np.median(train)) / spread_of(train)

    return {part: np.max([scaled(found, part) for found in each], 0).tolist() for part in ("train", "val", "ok", "ng")}


def cells(name: str, out: str, draws: str) -> dict[str, float] | None:
    of = pool(name)
    if of is None:
        return None
    found: dict[str, dict[str, Any]] = {draw: {} for draw in draws.split(",")}
    taken = {}
    for source in sorted({_source(arm) for arm in needed().values()}):
        maps, counted, taken[source] = _features([*of.good, *of.bad], source)
        for seed, arms in found.items():
            arms |= scores(of, source, maps, counted, int(seed))
    Path(out).write_text(json.dumps(found), "utf-8")
    return {"images": len(of.good) + len(of.bad), "ms": taken.get(("efficientnet", SIDE), max(taken.values()))}


def figures(found: dict[str, Any]) -> dict[str, float]:
    """Of one arm, set and seed: AUROC, bad parts found at shares of the good test images that are refused, what the
    engine's threshold does that is set by validation images and folds, and where it is known PRO."""
    ok, ng = np.array(found["ok"]), np.array(found["ng"])
    made = {"auroc": auroc(ok, ng) or 0.0}
    made |= {f"found_{round(100 * share)}": float((ng > np.quantile(ok, 1 - share)).mean()) for share in SHARES}
    threshold = false_reject_threshold(np.array(found["val"]), TARGET)
    made |= {"found": float((ng > threshold).mean()), "refused": float((ok > threshold).mean())}
    return made if found.get("pro") is None else {**made, "pro": found["pro"]}


def table(folder: str) -> dict[str, Any]:
    sets = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(Path(folder).glob("*.json"))}
    arms = named()
    means: dict[str, dict[str, dict[str, float]]] = {}
    for name, found in sets.items():
        for arm in arms:
            each = [figures(seed[arm]) for seed in found.values()]
            means.setdefault(arm, {})[name] = {key: float(np.mean([one[key] for one in each])) for key in each[0]}
    chosen = {}
    for name in sets:
        others = [other for other in sets if other != name]
        best = max(arms, key=lambda arm: np.mean([means[arm][other]["auroc"] for other in others]))
        chosen[name] = {"arm": best, **means[best][name]}
    return {"arms": means, "chosen": chosen}


if __name__ == "__main__":
    torch.set_num_threads(1)
    command = {"cells": cells, "table": table}[sys.argv[1]]
    print(json.dumps(command(*sys.argv[2:])))
