"""Recipe `textdet` as the loop sees it: `detect`, with maps of where texts are in the place of boxes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import torch

from ...data.images import SHARE_OF_FREE_MEMORY, ImageStore, check_all
from ...data.manifest import ManifestImage, read_manifest
from ...data.outlines import Outlines, scaled_by
from ...faults import Fault
from ...memory import free_memory
from ...nn.letterbox import fitted
from ..base import Best, LeftOut, Plan, Tick, decayed_apart
from ..detect.data import Entry, make_entries
from ..detect.length import FEW_STEPS, within_time
from ..detect.recipe import Detect
from ..text.boxes import TextBoxes, text_boxes
from ..text.det_metrics import DetScores, scores_of
from . import report
from .export import TextdetGraph, as_levels
from .loss import entropy, losses
from .maps import Maps, maps_of
from .model import PP, TextDetector, text_detector
from .params import Params, read_params
from .pretrained import ready_made
from .truths import judge, without_crossed

RATE = 0.1  # of the learning rate, for a backbone that has seen very many texts


@dataclass
class Batch:
    """images (B, C, H, W) uint8 with C 1 or 3, and of each the maps of `Maps`, (B, H, W) uint8."""

    images: np.ndarray
    kernel: np.ndarray
    counted: np.ndarray
    border: np.ndarray
    beside: np.ndarray
    step: tuple[int, int]


class Textdet(Detect):
    """One training of `textdet`. Where nothing is to be learned, the ready-made network is judged and handed over."""

    name = weights = "textdet"
    curves = ("precision", "recall", "hmean")
    params: Params

    def read(self, raw: dict[str, Any]) -> Params:
        return read_params(raw)

    def entries_of(self, images: dict[str, list[ManifestImage]], tick: Tick) -> dict[str, list[Entry]]:
        warn = self.context.log.warn
        return {part: make_entries(without_crossed(found, warn), warn) for part, found in images.items()}

    def factors(self) -> dict[str, float]:
        return {}

    def prepare(self, tick: Tick, left_out: LeftOut = None) -> Plan:
        if self.params.learns:
            plan = super().prepare(tick, left_out)
            assert self.training is not None
            self.room = self.training.room
            return plan
        return self._prepare_to_judge(tick, left_out)

    def _prepare_to_judge(self, tick: Tick, left_out: LeftOut) -> Plan:
        """No step, and one validation: on the validation images, or on all where there are none. Truths are wanted for
        figures only. The canvas is a square: what the version will be asked may have any shape.
        """
        job, size = self.context.job, self.params.image_size
        images = read_manifest(job)
        some = [x for x in images if x.part == "val"] or images
        if not some:
            raise Fault("data.empty", "prepare")
        listed = self.entries_of({"val": some}, tick)["val"]
        cache = int(free_memory() * SHARE_OF_FREE_MEMORY)
        self.store = ImageStore(job, size, min(cache, job.memory_bytes // 4 or cache))
        if left_out is None:
            left_out = check_all(self.store, [entry.image for entry in listed], self.context.log.warn, tick)
        self.validation = [entry for i, entry in enumerate(listed) if i not in set(left_out)]
        self.room = (size, size)
        return Plan(epochs=1, batches=0, batch_size=1, compared=("raw",), left_out=left_out)

    @property
    def begins_able(self) -> bool:
        """A version that one starts from may have learned from the very images that validate now."""
        return self.params.learns and self.params.network == PP and not self.context.job.start

    def measure(self, plan: Plan, dtype: torch.dtype) -> Plan:
        if not self.params.learns:
            return plan
        if self.params.by_time:
            seconds = partial(self._seconds_to_validate, dtype=dtype)
            plan = self._use(within_time(self, self.context, self.params, plan, dtype, seconds))
        # how few are too few is not known of a network that finds texts already
        if self.params.network != PP and plan.steps < FEW_STEPS and not self.context.job.start:
            self.context.log.warn("train.fewSteps", count=plan.steps)
        self._tell(plan)
        return plan

    def as_begun(self, plan: Plan, saved: dict[str, Any]) -> Plan:
        return super().as_begun(plan, saved) if self.params.learns else plan

    def build(self) -> TextDetector:
        return ready_made() if self.params.network == PP else text_detector(self.params.network)

    def example(self, net: TextDetector, batch_size: int) -> tuple[torch.Tensor, ...]:
        return (torch.empty(batch_size, 3, *net.canvas(self.room), device="meta"),)

    def begin_from(self, net: TextDetector, saved: dict[str, Any]) -> None:
        found = [saved.get("recipe"), saved.get("network")]
        if found != [self.weights, self.params.network]:
            raise Fault("start.damaged", "prepare", reason=f"weights of {' '.join(map(str, found))}"[:200])
        net.load_state_dict(saved["state"])

    def groups(self, net: TextDetector, plan: Plan) -> list[dict[str, Any]]:
        assert plan.learning is not None
        if self.params.network != PP:
            return decayed_apart(net, plan.learning.weight_decay)
        others = torch.nn.ModuleList(part for name, part in net.named_children() if name != "backbone")
        decay = plan.learning.weight_decay
        return [*decayed_apart(others, decay), *decayed_apart(net.backbone, decay, RATE)]

    def batch(self, step: tuple[int, int]) -> Batch:
        assert self.training is not None
        images, outlines = self.training.changed(step)
        return Batch(images, *self._maps(outlines, *images.shape[2:]), step)

    def _maps(self, outlines: list[Outlines], height: int, width: int) -> list[np.ndarray]:
        """Each kind of map of all images on their canvas."""
        found = [maps_of(one, height, width, self.params.kernel_unclip) for one in outlines]
        return [np.stack([getattr(one, name) for one in found]) for name in Maps.__dataclass_fields__]

    def losses(self, net: TextDetector, batch: Batch) -> dict[str, torch.Tensor]:
        x = (batch.images.float() / 255).expand(-1, 3, -1, -1).contiguous(memory_format=torch.channels_last)
        logits, threshold = net(x)
        with torch.autocast(x.device.type, enabled=False):
            return losses(logits, threshold, batch.kernel, batch.counted, batch.border, batch.beside)

    def detect(self, net: TextDetector, entries: list[Entry], images: torch.Tensor) -> tuple[list[TextBoxes], float]:
        """What is found in a batch as `validation_batch` gives it, by a network in eval mode, and how wrong its
        probabilities are.
        """
        x = images.to(self.context.device).contiguous(memory_format=torch.channels_last)
        logits = net(x).float().cpu()
        outlines = [scaled_by(entry.outlines, 1 / np.array(self.gain(entry))) for entry in entries]
        kernel, counted, *_ = (torch.from_numpy(one).float() for one in self._maps(outlines, *x.shape[2:]))
        levels, found = as_levels(logits), []
        for entry, level in zip(entries, levels, strict=True):
            image = entry.image
            high, wide = fitted(image.height, image.width, self.params.image_size)
            cells = level[0, :high, :wide].numpy()
            found.append(text_boxes(cells, self.gain(entry), (image.height, image.width), self.params.thresholds))
        return found, float(entropy(logits[:, 0], kernel, counted))

    def judged(self, entries: list[Entry], found: list[Any]) -> DetScores:
        return scores_of([judge(entry, one) for entry, one in zip(entries, found, strict=True)])

    def _values(self, scores: DetScores) -> dict[str, float]:
        """Figures for the curves. Without a truth there are none: 0 would say that the network finds nothing."""
        return {f"det_{name}": getattr(scores, name) for name in self.curves} if scores.truths else {}

    def export(self, net: TextDetector, best: Best, epochs_done: int, tick: Tick) -> None:
        graph = TextdetGraph(net, self.params.image_size, self.room)
        report.write(self.context, self.params, graph, best, epochs_done, self.validation, tick)
