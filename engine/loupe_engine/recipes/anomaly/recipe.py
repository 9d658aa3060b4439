"""What both methods of `anomaly` share as the loop sees them: images, batches of them, scores, figures, hand-over."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from ...data.images import SHARE_OF_FREE_MEMORY, ImageStore, UnusableImage, check_all
from ...data.manifest import ManifestImage, read_manifest
from ...faults import Fault
from ...memory import free_memory
from ..base import Best, Context, Evaluation, LeftOut, Plan, Recipe, Tick
from . import report
from .bank import Flips, Given
from .data import Batch, Images, canvas_of, is_flat, on_canvas, refuse_flat, require_enough, sort_by_role
from .metrics import auroc
from .older import current_keys
from .params import Params
from .probes.probing import Probing
from .scoring import Scorer

FEW_OK = 20  # good images; with fewer the threshold is a guess
FLAT_NAMED = 5  # images of one colour named at most
MOST_LOOKED_AT = 24  # validation images for a curve, good ones and as many bad ones
PIXELS = 8 * 256 * 256  # of a batch, about


class Anomaly(Recipe):
    """One training of `anomaly`; a subclass for each method."""

    def __init__(self, context: Context, params: Params) -> None:
        self.context, self.params = context, params
        self.precision = params.precision
        self.images = Images([], [], [])
        self.canvas = (params.image_size, params.image_size)  # height and width of what the network sees

    @property
    def flips(self) -> Flips:
        """Axes of (B, C, H, W) along which a memory also sees images turned over."""
        p = self.params
        return (*(((3,),) if p.flip_horizontal else ()), *(((2,),) if p.flip_vertical else ()))

    def prepare(self, tick: Tick, left_out: LeftOut = None) -> Plan:
        job, p, log = self.context.job, self.params, self.context.log
        found = sort_by_role(read_manifest(job), log.warn)
        if not found.train:
            raise Fault("data.noOk", "prepare")
        room = int(free_memory() * SHARE_OF_FREE_MEMORY)
        self.store = ImageStore(job, p.image_size, min(room, job.memory_bytes // 4 or room))
        listed = [*found.train, *found.ok, *found.ng]
        known = left_out is not None
        if left_out is None:
            left_out = check_all(self.store, listed, log.warn, tick)
        usable = {id(x) for i, x in enumerate(listed) if i not in set(left_out)}
        parts = ([x for x in part if id(x) in usable] for part in (found.train, found.ok, found.ng))
        self.images = require_enough(Images(*parts))
        self.canvas = canvas_of([*self.images.train, *self.images.ok, *self.images.ng], p)
        self.batch_size = int(np.clip(PIXELS / math.prod(self.canvas), 2, 16))
        if not self.images.ng:
            log.warn("data.noNg")
        good = len(self.images.train) + len(self.images.ok)
        if good < FEW_OK:
            log.warn("train.fewOk", count=good)
        if not known:
            self._name_flat()
            refuse_flat(self.images.train, self.store)
        return replace(self.plan(), left_out=left_out)

    def plan(self) -> Plan:
        """The method's plan for the images that were found."""
        raise NotImplementedError

    def _name_flat(self) -> None:
        """Warn of images of one colour, as a covered camera gives. They are used: perhaps the part is so."""
        named = 0
        for image in (*self.images.train, *self.images.ok):
            if self.store.full or named == FLAT_NAMED:
                return
            if is_flat(self.store.get(image)):
                named += 1
                self.context.log.warn("data.flat", file=image.name, image=image.id)

    def fingerprint(self) -> dict[str, Any]:
        job = self.context.job
        begun = {"start": job.start.sha256} if job.start else {}
        size = {"image_size": self.params.image_size}
        return begun | self.params.made_for | size | {"manifest": job.manifest.sha256, "seed": job.seed}

    def fits(self, fingerprint: dict[str, Any]) -> bool:
        return current_keys(fingerprint) == self.fingerprint()

    def require_same(self, saved: dict[str, Any]) -> None:
        """Weights to begin with are of this method over this backbone. Raises Fault start.damaged."""
        wanted, known = self.params.made_for, current_keys(saved)
        found = {key: known.get(key) for key in wanted}
        if found != wanted:
            raise Fault("start.damaged", "prepare", reason=f"weights of {found}"[:200])

    def given(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """Images (B, 3, H, W) in 0…1 and counted cells (B, 1, H / 2, W / 2) bool, on the device."""
        x = (torch.from_numpy(batch.images).to(self.context.device).float() / 255).expand(-1, 3, -1, -1)
        inside = torch.from_numpy(batch.counted).to(self.context.device) > 0
        return x.contiguous(memory_format=torch.channels_last), inside

    def numbered(self, batch: Batch) -> Given:
        """As `given`, with the numbers of the images (B,)."""
        return *self.given(batch), torch.tensor(batch.indexes, device=self.context.device)

    def as_batch(self, images: list[ManifestImage], start: int) -> Batch | None:
        """A batch of images from `start` on as they are, each on its square; its numbers are places in the list.

        One that breaks only now is left out; None where none is left.
        """
        found, indexes = [], []
        for i, image in enumerate(images[start : start + self.batch_size], start):
            try:
                found.append(on_canvas(self.store.get(image), self.canvas, self.params))
            except UnusableImage as error:
                self.context.log.warn(error.code, file=error.image.name, image=error.image.id)
                continue
            indexes.append(i)
        if not found:
            return None
        images, inside = (np.stack(part) for part in zip(*found, strict=True))
        counts = inside.astype(np.float32)
        return Batch(images, np.zeros_like(counts), counts, indexes)

    def numbered_all(self, images: list[ManifestImage], tick: Tick) -> Iterator[Given]:
        """Images, counted cells and numbers (places in the list), batch by batch."""
        for start in range(0, len(images), self.batch_size):
            batch = self.as_batch(images, start)
            if batch is not None:
                yield self.numbered(batch)
            tick(min(start + self.batch_size, len(images)), len(images))

    @torch.no_grad()
    def raw_scores(self, net: Scorer, images: list[ManifestImage], tick: Tick, own: bool = False) -> np.ndarray:
        """Raw scores (N,) float64 of images from the cache; NaN where an image cannot be read any more.

        `own`: they are the training images, and a memory shall not recognise each by itself.
        """
        found = np.full(len(images), np.nan)
        for start in range(0, len(images), self.batch_size):
            batch = self.as_batch(images, start)
            if batch is not None:
                x, inside, numbers = self.numbered(batch)
                _, scores = net.judge(x, inside, numbers if own else None)
                found[batch.indexes] = scores.float().cpu().numpy()
            tick(min(start + self.batch_size, len(images)), len(images))
        return found

    def evaluate(self, net: Scorer, tick: Tick) -> Evaluation:
        """Curves only, over some of the images: the report looks at all. No weights are chosen by them."""
        parts = (_some(part, MOST_LOOKED_AT) for part in (self.images.ok, self.images.ng))
        ok, ng = (self.raw_scores(net, part, tick) for part in parts)
        ok, ng = ok[np.isfinite(ok)], ng[np.isfinite(ng)]
        values = {"ok_score": float(np.median(ok))} if len(ok) else {}
        values |= {"ng_score": float(np.median(ng))} if len(ng) else {}
        area = auroc(ok, ng)
        return Evaluation(values | ({} if area is None else {"image_auroc": area}), 0.0)

    def hand_over(
        self,
        net: Scorer,
        best: Best,
        epochs_done: int,
        known: report.Known,
        tick: Tick,
        probing: Probing | None = None,
    ) -> None:
        """Make threshold, graph and report; `probing` has begun on the images that `known` says were judged unseen."""
        probing = probing or Probing(self.context, self.params, self.images.ok)
        report.write(self.context, self.params, self.canvas, net, best, epochs_done, self.images, known, probing, tick)


def _some(images: list[ManifestImage], most: int) -> list[ManifestImage]:
    """At most so many, evenly over the list, always the same ones."""
    if len(images) <= most:
        return images
    return [images[i] for i in np.linspace(0, len(images) - 1, most).round().astype(int)]
