"""Recipe `segment` as the loop sees it: `detect`, with masks of what is true, of what is found and of what is handed
over.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import torch

from ...data.manifest import ManifestImage
from ...data.masks import unpacked
from ...data.outlines import Outlines
from ...faults import Fault
from ...nn.letterbox import fitted, whole_strides
from ..base import Best, Tick
from ..detect.data import Entry, make_entries, packed, scaled_to
from ..detect.export import FLOOR, best_of
from ..detect.loss import Truths
from ..detect.model import NETWORKS, decode_boxes
from ..detect.recipe import Detect
from . import report
from .bits import packed_bits, times_of
from .export import MOST, SegmentGraph
from .loss import Masks, losses
from .metrics import Instances, MaskScores, evaluate
from .model import FINE, USUAL, Segmenter
from .params import Params, read_params
from .shapes import is_filled, name_bad
from .truths import MaskBatch, packed_masks


class Segment(Detect):
    """One training of `segment`."""

    name = weights = "segment"
    curves = ("map50", "map50_95", "box_map50", "precision", "recall", "boundary_f", "area_error")
    params: Params

    def read(self, raw: dict[str, Any]) -> Params:
        return read_params(raw)

    def entries_of(self, images: dict[str, list[ManifestImage]], tick: Tick) -> dict[str, list[Entry]]:
        boxes, warn = self.params.filled_boxes, self.context.log.warn
        name_bad([image for part in images.values() for image in part], boxes, warn)
        return {part: make_entries(found, warn, partial(is_filled, boxes=boxes)) for part, found in images.items()}

    def require(self, train: list[Entry], validation: list[Entry]) -> None:
        """Raises Fault data.noOutlines beside those of `detect`: without a mask there is nothing to learn them by."""
        super().require(train, validation)
        if not any((entry.outlines.filled & (entry.outlines.labels >= 0)).any() for entry in train):
            raise Fault("data.noOutlines", "prepare", images=len(train))

    def factors(self) -> dict[str, float]:
        return super().factors() | {"mask": self.params.mask_weight}

    def network(self, learned: torch.nn.Module | None) -> Segmenter:
        p = self.params
        return Segmenter(p.network, len(self.classes), learned, p.small_objects, p.fine_masks)

    def begin_from(self, net: Segmenter, saved: dict[str, Any]) -> None:
        if saved.get("fine_masks", False) != self.params.fine_masks:
            raise Fault("start.damaged", "prepare", reason="weights of prototypes at another stride")
        super().begin_from(net, saved)

    @property
    def _strides(self) -> tuple[int, int]:
        """Of the coarsest level, to multiples of which canvases go up, and of the prototypes."""
        coarsest = 2 ** (NETWORKS[self.params.network].levels + 2)
        return coarsest, FINE if self.params.fine_masks else USUAL

    def batch(self, step: tuple[int, int]) -> MaskBatch:
        assert self.training is not None
        images, outlines = self.training.changed(step)
        size = scaled_to(self.training.room, self.share(self._strides[0], step))
        canvas = tuple(whole_strides(side, self._strides[0]) for side in size)
        gain = np.array(size[::-1]) / self.training.room[::-1]
        return MaskBatch(images, *packed(outlines), step, *packed_masks(outlines, gain, self._strides[1], canvas))

    def true_batch(self, images: Any, outlines: list[Outlines]) -> MaskBatch:
        masks = packed_masks(outlines, np.ones(2), self._strides[1], images.shape[2:])
        return MaskBatch(images, *packed(outlines), (0, 0), *masks)

    def wrong(
        self,
        net: Segmenter,
        answers: tuple[torch.Tensor, ...],
        truths: Truths,
        canvas: tuple[int, int],
        batch: MaskBatch,
    ) -> dict[str, torch.Tensor]:
        masks = Masks.of(batch.windows, batch.cells, net.mask_stride)
        return losses(net, answers, truths, masks, canvas, self.weighting)

    def read_off(
        self, net: Segmenter, answers: tuple[torch.Tensor, ...], canvas: tuple[int, int], entries: list[Entry]
    ) -> list[Instances]:
        sides, classes, mixing, prototypes = (one.float().cpu() for one in answers)
        boxes = decode_boxes(sides, *(one.cpu() for one in net.points(*canvas, sides.device)))
        scores, times = classes.sigmoid(), times_of(net.mask_stride, canvas)
        step = net.mask_stride // times
        thresholds = torch.tensor([self.params.nms_threshold]), torch.tensor([FLOOR])
        found = []
        for i, entry in enumerate(entries):
            row = slice(i, i + 1)
            box, score, label, mixed = best_of(boxes[row], scores[row], *thresholds, MOST, mixing[row])
            size = fitted(entry.image.height, entry.image.width, self.params.image_size)
            high, wide = (-(-side // step) for side in size)
            windows = unpacked(packed_bits(prototypes[i], mixed, box, net.mask_stride, times, size).numpy())
            cell = tuple(step * gain for gain in self.gain(entry))
            one = Instances(self.in_image(box, entry), score.numpy(), label.numpy(), windows, cell, (high, wide))
            found.append(one)
        return found

    def judged(self, entries: list[Entry], found: list[Any]) -> MaskScores:
        p = self.params
        return evaluate(entries, found, len(self.classes), p.iou_threshold, p.confidence_threshold or None)

    def export(self, net: Segmenter, best: Best, epochs_done: int, tick: Tick) -> None:
        assert self.training is not None
        graph = SegmentGraph(net, self.params.image_size, self.training.room)
        report.write(self.context, self.params, graph, best, epochs_done, self.validation, tick)
