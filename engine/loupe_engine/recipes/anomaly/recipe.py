"""Recipe `anomaly` as the loop sees it: plan, batches, losses, evaluation, export."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from torch import nn

from ...data.manifest import Picture, read_manifest
from ...data.pictures import SHARE_OF_FREE_MEMORY, BadPicture, PictureStore, check_all
from ...device import free_memory
from ...faults import Fault
from ..base import Best, Context, Evaluation, Plan, Tick
from . import report
from .data import GREY, Batch, Pictures, TrainingSet, is_flat, require_enough, sort_by_role
from .loss import losses
from .memory import Flips, MemoryNet, gather, steps_of
from .metrics import auroc
from .model import MAP_STRIDE, ShippedTrunk
from .params import Params, read_params
from .regions import counted
from .seg import Given, SyntheticNet
from .threshold import far_out
from .trunks import take, trunk_of, warm_start

FEW_OK = 20  # good pictures; with fewer the threshold is a guess
FLAT_NAMED = 5  # pictures of one colour named at most
MOST_TURNED = 500  # training pictures up to which the method `memory` also sees them turned over
WEIGHED = 200  # samples, with invented defects and without, that say how far segmentation and memory are heard
MOST_REMEMBERED = 480  # views of pictures that the memory beside a segmentation is made from
EPOCHS = 8  # parts of a training after which one looks at the validation pictures
MOST_LOOKED_AT = 24  # of them for a curve, good ones and as many bad ones
PIXELS = 8 * 256 * 256  # of a batch, about
LEARNING_RATE, FINAL_SHARE, WEIGHT_DECAY = 2e-3, 0.01, 1e-3


class Anomaly:
    """One training of `anomaly`, by either method."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.params: Params = read_params(context.job.params)
        self.precision = self.params.precision
        self.pictures = Pictures([], [], [])
        self.training: TrainingSet | None = None
        self.batch_size = int(np.clip(PIXELS / self.params.image_size**2, 2, 16))

    @property
    def learns(self) -> bool:
        return self.params.method == "synthetic"

    @property
    def flips(self) -> Flips:
        """Axes of (B, C, H, W) along which a memory also sees pictures turned over; of many it sees enough as it is."""
        p = self.params
        if not self.learns and len(self.pictures.train) > MOST_TURNED:
            return ()
        return (*(((3,),) if p.flip_horizontal else ()), *(((2,),) if p.flip_vertical else ()))

    def prepare(self, tick: Tick) -> Plan:
        job, p, log = self.context.job, self.params, self.context.log
        found = sort_by_role(read_manifest(job), log.warn)
        if not found.train:
            raise Fault("data.noOk", "prepare")
        room = int(free_memory() * SHARE_OF_FREE_MEMORY)
        self.store = PictureStore(job, p.image_size, min(room, job.memory_bytes // 4 or room))
        listed = [*found.train, *found.ok, *found.ng]
        usable = {id(x) for x in check_all(self.store, listed, log.warn, tick)}
        parts = ([x for x in part if id(x) in usable] for part in (found.train, found.ok, found.ng))
        self.pictures = require_enough(Pictures(*parts))
        if not self.pictures.ng:
            log.warn("data.noNg")
        good = len(self.pictures.train) + len(self.pictures.ok)
        if good < FEW_OK:
            log.warn("train.fewOk", count=good)
        self._name_flat()
        self.training = TrainingSet(self.pictures.train, self.store, p, job.seed, log.warn)
        batches = 1 if self.learns else steps_of(len(self.pictures.train), self.batch_size, p.bank_size)
        return Plan(
            epochs=EPOCHS if self.learns else 1,
            batches=batches,
            batch_size=self.batch_size,
            warmup_epochs=int(self.learns),
            learning_rate=LEARNING_RATE,
            final_share=FINAL_SHARE,
            adam=True,
            momentum=0.9,
            weight_decay=WEIGHT_DECAY,
            validation_interval=1,
            save_interval=0,
            budget_s=60 * p.time_budget if self.learns else 0.0,
            chooses=False,
            learns=self.learns,
        )

    def _name_flat(self) -> None:
        """Warn of pictures of one colour, as a covered camera gives. They are used: perhaps the part is so."""
        named = 0
        for picture in (*self.pictures.train, *self.pictures.ok):
            if self.store.full or named == FLAT_NAMED:
                return
            if is_flat(self.store.get(picture)):
                named += 1
                self.context.log.warn("data.flat", file=picture.name, image=picture.image)

    def fingerprint(self) -> dict[str, Any]:
        job, p = self.context.job, self.params
        begun = {"start": job.start.sha256} if job.start else {}
        method = {"bank_size": p.bank_size} if p.method == "memory" else {"time_budget": p.time_budget}
        return (
            begun
            | method
            | {
                "recipe": "anomaly",
                "method": p.method,
                "trunk": p.trunk,
                "image_size": p.image_size,
                "manifest": job.manifest.sha256,
                "seed": job.seed,
            }
        )

    def build(self) -> nn.Module:
        p = self.params
        if p.method == "memory":
            return MemoryNet(trunk_of(p.trunk), p.bank_size)
        if p.trunk != "shipped":
            return SyntheticNet(trunk_of(p.trunk))
        net = SyntheticNet(ShippedTrunk())
        warm_start(net)
        return net

    def begin_from(self, net: nn.Module, saved: dict[str, Any]) -> None:
        p = self.params
        told = {key: saved.get(key) for key in ("recipe", "method", "trunk")}
        if told != {"recipe": "anomaly", "method": p.method, "trunk": p.trunk}:
            raise Fault("start.damaged", "prepare", reason=f"weights of {told}"[:200])
        if self.learns:  # a memory is made anew from the pictures of this training
            take(net, saved["state"], "start")

    def batch(self, step: tuple[int, int]) -> Batch | None:
        assert self.training is not None
        if self.learns:
            return self.training.batch(step, self.batch_size)
        start = step[1] * self.batch_size
        batch = self._as_batch(self.pictures.train[start : start + self.batch_size])
        if batch is not None:
            batch.indexes = [start + i for i in batch.indexes]
        return batch

    def losses(self, net: nn.Module, batch: Batch | None) -> dict[str, torch.Tensor]:
        device = self.context.device
        if not self.learns:
            given = batch and (*self._given(batch), torch.tensor(batch.indexes, device=device))
            return gather(net, given, self.context.job.seed, self.flips)
        x, inside = self._given(batch)
        logits = net(x)
        with torch.autocast(device.type, enabled=False):
            return losses(logits, torch.from_numpy(batch.masks).to(device), inside.float())

    def _given(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """Pictures (B, 3, H, W) in 0…1 and counted cells (B, 1, H / 2, W / 2) bool, on the device."""
        x = (torch.from_numpy(batch.images).to(self.context.device).float() / 255).expand(-1, 3, -1, -1)
        inside = torch.from_numpy(batch.counted).to(self.context.device) > 0
        return x.contiguous(memory_format=torch.channels_last), inside

    def _as_batch(self, pictures: list[Picture]) -> Batch | None:
        """Pictures as they are, on their squares; one that breaks only now is left out. None where none is left."""
        size, p = self.params.image_size, self.params
        cells = size // MAP_STRIDE
        images, inside, kept = [], [], []
        for i, picture in enumerate(pictures):
            try:
                pixels = self.store.get(picture)
            except BadPicture as error:
                self.context.log.warn(error.code, file=error.picture.name, image=error.picture.image)
                continue
            height, width = pixels.shape[:2]
            canvas = np.full((3, size, size), GREY, np.uint8)
            canvas[:, :height, :width] = pixels.transpose(2, 0, 1)
            images.append(canvas)
            here = height / MAP_STRIDE, width / MAP_STRIDE
            inside.append(counted(*here, cells, cells, p.region, p.ignore_regions)[None].numpy())
            kept.append(i)
        if not kept:
            return None
        counts = np.stack(inside).astype(np.float32)
        return Batch(np.stack(images), np.zeros_like(counts), counts, kept)

    @torch.no_grad()
    def raw_scores(self, net: nn.Module, pictures: list[Picture], tick: Tick, own: bool = False) -> np.ndarray:
        """Raw scores (N,) float64 of pictures from the cache; NaN where a picture cannot be read any more.

        `own`: they are the training pictures, and a memory shall not recognise each by itself.
        """
        found = np.full(len(pictures), np.nan)
        for start in range(0, len(pictures), self.batch_size):
            batch = self._as_batch(pictures[start : start + self.batch_size])
            if batch is not None:
                x, inside = self._given(batch)
                places = start + np.array(batch.indexes)
                numbers = torch.from_numpy(places).to(x.device) if own else None
                scores = net.score(net.evidence(x, inside, numbers), inside)
                found[places] = scores.float().cpu().numpy()
            tick(min(start + self.batch_size, len(pictures)), len(pictures))
        return found

    def evaluate(self, net: nn.Module, tick: Tick) -> Evaluation:
        """Curves only, over some of the pictures: the report looks at all.

        Later weights are taken for better ones: how well invented defects are found says little about real ones, and
        the few bad pictures that a person has are too few to choose by, and would flatter the figures."""
        if isinstance(net, MemoryNet):
            net.complete()
        parts = (_some(part, MOST_LOOKED_AT) for part in (self.pictures.ok, self.pictures.ng))
        ok, ng = (self.raw_scores(net, part, tick) for part in parts)
        ok, ng = ok[np.isfinite(ok)], ng[np.isfinite(ng)]
        values = {"ok_score": float(np.median(ok))} if len(ok) else {}
        values |= {"ng_score": float(np.median(ng))} if len(ng) else {}
        area = auroc(ok, ng)
        return Evaluation(values | ({} if area is None else {"image_auroc": area}), 0.0)

    def _all(self, pictures: list[Picture], tick: Tick) -> Iterator[Given]:
        """Pictures, counted cells and numbers, batch by batch."""
        for start in range(0, len(pictures), self.batch_size):
            batch = self._as_batch(pictures[start : start + self.batch_size])
            if batch is not None:
                numbers = torch.tensor(batch.indexes, device=self.context.device) + start
                yield *self._given(batch), numbers
            tick(min(start + self.batch_size, len(pictures)), len(pictures))

    def _samples(self, tick: Tick) -> Iterator[tuple[Given, torch.Tensor]]:
        """What a step behind the last one would learn from, and which of it have an invented defect."""
        assert self.training is not None
        for start in range(0, WEIGHED, self.batch_size):
            batch = self.training.batch((EPOCHS + 1, start // self.batch_size), self.batch_size)
            x, inside = self._given(batch)
            numbers = torch.tensor(batch.indexes, device=x.device)
            yield (x, inside, numbers), torch.from_numpy(batch.masks.any((1, 2, 3)))
            tick(min(start + self.batch_size, WEIGHED), WEIGHED)

    def _scored(self, net: nn.Module, tick: Tick) -> tuple[np.ndarray, int]:
        """Raw scores of the training pictures, and how many of them a memory leaves out: those that lie far from all
        others, since it would take every defect for good that looks like theirs.
        """
        train = self.raw_scores(net, self.pictures.train, tick, own=True)
        odd = np.flatnonzero(train > far_out(train)) if isinstance(net, MemoryNet) else ()
        if not 0 < len(odd) < len(train):
            return train, 0
        net.leave_out(torch.from_numpy(odd).to(net.bank.owner.device))
        return self.raw_scores(net, self.pictures.train, tick, own=True), len(odd)

    def export(self, net: nn.Module, best: Best, epochs_done: int, tick: Tick) -> None:
        self.context.log.emit("phase", name="export")
        if isinstance(net, SyntheticNet):
            # Numbers are places in this list: the pictures that are remembered come first.
            train = self.pictures.train
            rng = np.random.default_rng([self.context.job.seed, len(train)])
            train[:] = [train[i] for i in rng.permutation(len(train))]
            most = MOST_REMEMBERED // (1 + len(self.flips))
            net.remember(self._all(train[:most], tick), self._all(self.pictures.ok[:most], tick), 0, self.flips)
            if net.remembers:
                net.weigh(self._samples(tick))
        train, left_out = self._scored(net, tick)
        report.write(self.context, self.params, net, best, epochs_done, self.pictures, train, tick)
        if left_out:
            self.context.log.warn("data.leftOut", count=left_out)


def _some(pictures: list[Picture], most: int) -> list[Picture]:
    """At most so many, evenly over the list, always the same ones."""
    if len(pictures) <= most:
        return pictures
    return [pictures[i] for i in np.linspace(0, len(pictures) - 1, most).round().astype(int)]
