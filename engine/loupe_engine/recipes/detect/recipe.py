"""Recipe `detect` as the loop sees it: plan, batches, losses, evaluation, export."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import partial
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

from ... import budget
from ...data.images import SHARE_OF_FREE_MEMORY, ImageStore, UnusableImage, check_all
from ...data.manifest import ManifestImage, read_manifest
from ...data.outlines import Outlines, scaled_by
from ...device import autocast
from ...faults import Fault
from ...gradient import gradient_step
from ...memory import free_memory
from ...nn.letterbox import FILL, fitted
from ...progress import ImageProgress
from ..base import Best, Context, Evaluation, Learning, LeftOut, Plan, Recipe, Tick, Training
from . import report
from .data import (
    SIZE,
    Batch,
    Entry,
    TrainingSet,
    make_entries,
    name_tiny,
    packed,
    require_truths,
    room_of,
    scaled_to,
    typical_sides,
)
from .export import FLOOR, DetectGraph, sort_out
from .length import few_steps, frozen_epochs, with_length, within_time
from .loss import Truths, Weighting, label_factors, losses, weighting_of
from .metrics import Detections, Scores, evaluate
from .model import Detector, decode_boxes, grids
from .params import IMAGENET, OWN, Params, read_params
from .pretrained import groups_of, hold, imagenet


class Detect(Recipe):
    """One training of `detect`; recipes that find objects in another form build on it."""

    takes_fp16 = True
    name = "detect"
    weights = "detect"  # whose weights it takes and gives
    curves = ("map50", "map50_95", "map33", "precision", "recall")  # figures of a validation

    def __init__(self, context: Context) -> None:
        self.context = context
        self.params = self.read(context.job.params)
        self.precision = self.params.precision
        self.classes = context.job.classes
        self.validation: list[Entry] = []
        self.training: TrainingSet | None = None
        self.weighting = Weighting({})

    def read(self, raw: dict[str, Any]) -> Params:
        """The parameters of a job. Raises Fault job.invalid."""
        return read_params(raw)

    def entries_of(self, images: dict[str, list[ManifestImage]], tick: Tick) -> dict[str, list[Entry]]:
        """What is learned and what validates, of the images of each part. Raises Fault data.*"""
        return {part: make_entries(found, self.context.log.warn) for part, found in images.items()}

    def room_of(self, entries: list[Entry]) -> tuple[int, int]:
        """Height and width of what is taught."""
        return room_of(entries, self.params)

    def training_set(self, *given: Any) -> TrainingSet:
        return TrainingSet(*given)

    def require(self, train: list[Entry], validation: list[Entry]) -> None:
        """Raises Fault data.* where there is nothing to learn from or nothing to choose weights by."""
        require_truths(train, validation)

    def factors(self) -> dict[str, float]:
        """Of the losses by their names."""
        return {"box": self.params.box_weight, "cls": self.params.class_weight, "dfl": self.params.edge_weight}

    def prepare(self, tick: Tick, left_out: LeftOut = None) -> Plan:
        job, p = self.context.job, self.params
        images = read_manifest(job)
        wanted = {part: [x for x in images if x.part == part] for part in ("train", "val")}
        entries = self.entries_of(wanted, tick)
        self.require(entries["train"], entries["val"])
        cache = int(free_memory() * SHARE_OF_FREE_MEMORY)
        if job.memory_bytes:
            cache = min(cache, job.memory_bytes // 4)
        # Crops need the images at another size: half of the cache is theirs.
        detail = ImageStore(job, p.source_size, cache // 2) if p.crop_share else None
        self.store = ImageStore(job, p.image_size, cache - cache // 2 if detail else cache)
        listed = [entry for part in ("train", "val") for entry in entries[part]]
        if left_out is None:
            left_out = check_all(self.store, [entry.image for entry in listed], self.context.log.warn, tick)
        usable = [entry for i, entry in enumerate(listed) if i not in set(left_out)]
        good = {part: [entry for entry in usable if entry.image.part == part] for part in ("train", "val")}
        self.require(good["train"], good["val"])
        if not p.crop_share:
            name_tiny(good["train"], p.image_size, self.context.log.warn)
        self.validation = good["val"]
        room = self.room_of([*good["train"], *good["val"]])
        self.training = self.training_set(good["train"], self.store, p, job.seed, self.context.log.warn, detail, room)
        rare = label_factors(list(self._objects()), p.rare_labels)
        chosen = [p.label_weights.get(name, 1.0) for name in self.classes]
        self.weighting = weighting_of(self.factors(), p.focus, rare, chosen)
        repeats, batches = self.training.repeats, self.training.batches
        plan = Plan(
            epochs=p.epochs,
            batches=batches,
            batch_size=self.training.uses / batches,
            validation_interval=p.validation_interval,
            save_interval=p.save_interval,
            patience=p.patience,
            left_out=left_out,
            repeats=repeats,
            learning=Learning(
                rate=p.learning_rate,
                final_share=p.final_learning_rate,
                warmup_epochs=p.warmup_epochs,
                momentum=p.momentum,
                weight_decay=p.weight_decay,
                adam=p.adam,
                decay_factor=p.decay_factor,
            ),
        )
        return self._use(with_length(plan, p, p.epochs, batches))

    def _use(self, plan: Plan) -> Plan:
        assert self.training is not None
        self.training.use(plan)
        return plan

    def measure(self, plan: Plan, dtype: torch.dtype) -> Plan:
        others = sorted(set(self.params.label_weights) - set(self.classes))
        if others:
            self.context.log.warn("train.otherLabels", labels=", ".join(others)[:300])
        if self.params.by_time:
            seconds = partial(self._seconds_to_validate, dtype=dtype)
            plan = self._use(within_time(self, self.context, self.params, plan, dtype, seconds))
        if plan.steps < few_steps(self.params) and not self.context.job.start:
            self.context.log.warn("train.fewSteps", count=plan.steps)
        self._tell(plan)
        return plan

    def as_begun(self, plan: Plan, saved: dict[str, Any]) -> Plan:
        """Older checkpoints know no epochs but those asked for, and no images that repeat."""
        assert self.training is not None
        self.training.repeats = repeats = saved.get("repeats", 1)
        batches = self.training.batches
        size = self.training.uses / batches
        plan = super().as_begun(replace(plan, batches=batches, repeats=repeats, batch_size=size), saved)
        plan = self._use(with_length(plan, self.params, saved.get("epochs", plan.epochs), plan.batches))
        self._tell(plan)
        return plan

    def _tell(self, plan: Plan) -> None:
        self.context.log.emit("length", epochs=plan.epochs, steps=plan.steps)

    @torch.no_grad()
    def _seconds_to_validate(self, net: Detector, dtype: torch.dtype) -> float:
        """Seconds that a validation takes, by those of a batch of its images."""
        assert self.training is not None
        every, began = self.validation, budget.clock()
        self.validation = every[: self.training.batch_size]
        with autocast(self.context.device, dtype):
            self.evaluate(net, ImageProgress(self.context))
        share, self.validation = len(self.validation) / len(every), every
        return (budget.clock() - began) / share

    def _objects(self) -> np.ndarray:
        """Objects of each label in the training images, (C,)."""
        assert self.training is not None
        counts = np.zeros(len(self.classes))
        for entry in self.training.entries:
            counts += np.bincount(entry.outlines.labels[entry.outlines.labels >= 0], minlength=len(counts))
        return counts

    def fingerprint(self) -> dict[str, Any]:
        job, p = self.context.job, self.params
        begun = {"start": job.start.sha256} if job.start else {}
        return (
            begun
            | p.made_with
            | ({"minutes": p.time_budget} if p.by_time else {})
            | {
                "recipe": self.name,
                "network": p.network,
                "image_size": p.image_size,
                "epochs": p.epochs,
                "batch_size": p.batch_size,
                "classes": list(self.classes),
                "manifest": job.manifest.sha256,
                "seed": job.seed,
            }
        )

    def build(self) -> Detector:
        assert self.training is not None
        p, entries = self.params, self.training.entries
        learned = imagenet() if p.backbone == IMAGENET else None
        net = self.network(learned)
        anchors = sum(rows * columns for _, rows, columns in grids(*net.canvas(self.training.room), net.strides))
        net.start_from(anchors, list(self._objects() / len(entries)), typical_sides(entries, p.image_size, net.strides))
        return net

    def network(self, learned: torch.nn.Module | None) -> Detector:
        return Detector(self.params.network, len(self.classes), learned, self.params.small_objects)

    def example(self, net: Detector, batch_size: int) -> tuple[torch.Tensor, ...]:
        assert self.training is not None
        # the first batch is as large as any
        canvas = net.canvas(scaled_to(self.training.room, self.share(net.stride, (0, 0))))
        return (torch.empty(batch_size, 3, *canvas, device="meta"),)

    def begin_from(self, net: Detector, saved: dict[str, Any]) -> None:
        p, found = self.params, [saved.get("recipe"), saved.get("network"), saved.get("backbone", OWN)]
        finer = saved.get("small_objects", False)
        if [*found, finer] != [self.weights, p.network, p.backbone, p.small_objects]:
            levels = "with a level for small objects" if finer else "without a level for small objects"
            raise Fault("start.damaged", "prepare", reason=f"weights of {' '.join(map(str, found))} {levels}"[:200])
        fresh = net.load_matching(saved["state"], saved["classes"], self.classes)
        if fresh:
            self.context.log.warn("start.labels", labels=", ".join(fresh)[:300])

    def groups(self, net: Detector, plan: Plan) -> list[dict[str, Any]]:
        assert plan.learning is not None
        return groups_of(net, plan.learning.weight_decay)

    def batch(self, step: tuple[int, int]) -> Batch:
        assert self.training is not None
        return self.training.batch(step)

    def step(self, training: Training, batch: Batch) -> dict[str, float]:
        if self.params.backbone == IMAGENET and self.params.freeze_epochs:
            still = training.epoch < frozen_epochs(self.params, training.plan.epochs)
            hold(training.net, training.optimiser, still)
        return gradient_step(self.context, training, self.losses, batch)

    def send(self, batch: Batch) -> Batch:
        parts = {part.name: getattr(batch, part.name) for part in fields(batch)}
        arrays = {name: part for name, part in parts.items() if isinstance(part, np.ndarray)}
        return replace(batch, **{k: torch.from_numpy(v).to(self.context.device) for k, v in arrays.items()})

    def losses(self, net: Detector, batch: Batch) -> dict[str, torch.Tensor]:
        """Of a batch that was sent."""
        x, truths = self.seen(net, batch)
        answers = net(x)
        with torch.autocast(self.context.device.type, enabled=False):
            return self.wrong(net, answers, truths, x.shape[2:], batch)

    def seen(self, net: Detector, batch: Batch) -> tuple[torch.Tensor, Truths]:
        """Images of a batch as the network sees them, and its truths there."""
        device, images = self.context.device, batch.images
        room = images.shape[2:]
        share = self.share(net.stride, batch.step)
        size = scaled_to(room, share)
        x = images.float() / 255
        canvas = net.canvas(size)
        if size != room:
            x = F.interpolate(x, size=size, mode="bilinear", align_corners=False, antialias=share < 1)
        if canvas != size:
            x = F.pad(x, (0, canvas[1] - size[1], 0, canvas[0] - size[0]), value=FILL)
        if torch.is_autocast_enabled(device.type):
            x = x.to(torch.get_autocast_dtype(device.type))  # as the first layer would, but before grey becomes colour
        x = x.expand(-1, 3, -1, -1).contiguous(memory_format=torch.channels_last)
        gain = None if size == room else torch.tensor([size[1] / room[1], size[0] / room[0]] * 2)
        return x, Truths.of(batch.truths, batch.ignored, gain)

    def wrong(
        self, net: Detector, answers: tuple[torch.Tensor, ...], truths: Truths, canvas: tuple[int, int], batch: Batch
    ) -> dict[str, torch.Tensor]:
        """Losses of what a network answers; `batch` with all that is true beside boxes."""
        sides, classes = answers
        return losses(net, sides, classes, truths, *canvas, self.weighting)

    def share(self, stride: int, step: tuple[int, int]) -> float:
        """How large this batch's images are: as requested (1), or redrawn for each batch."""
        if not self.params.multi_scale:
            return 1.0
        size = self.params.image_size
        low, high = self.params.multi_scale_range
        rng = np.random.default_rng([self.context.job.seed, SIZE, *step])
        # The first is as large as they become: a size that memory has no room for fails at once, not after hours.
        share = high if step == (0, 0) else rng.uniform(low, high)
        return max(stride, int(share * size) // stride * stride) / size

    def evaluate(self, net: Detector, tick: Tick) -> Evaluation:
        found = []
        usable = []
        loss = 0.0
        size = self.training.batch_size if self.training else 1
        for start in range(0, len(self.validation), size):
            entries, images = self.validation_batch(self.validation[start : start + size], net)
            if entries:
                detections, wrong = self.detect(net, entries, images)
                found += detections
                usable += entries
                loss += wrong * len(entries)
            tick(min(start + size, len(self.validation)), len(self.validation))
        scores = self.judged(usable, found)
        values = self._values(scores) | ({"val_loss": loss / len(usable)} if usable else {})
        return Evaluation(values, scores.fitness, vars(scores), scores.doubt)

    def judged(self, entries: list[Entry], found: list[Any]) -> Scores:
        p = self.params
        return evaluate(entries, found, len(self.classes), p.iou_threshold, p.confidence_threshold or None)

    def _values(self, scores: Scores) -> dict[str, float]:
        """Figures for the curves; a class without truths has no curve, and what is not known no point."""
        values = {name: getattr(scores, name) for name in self.curves if getattr(scores, name) is not None}
        return values | {f"map50/{c}": scores.ap50[c] for c, n in enumerate(scores.truths) if n}

    def validation_batch(self, entries: list[Entry], net: Detector) -> tuple[list[Entry], torch.Tensor | None]:
        """Images on one canvas that holds them all, (B, 3, H, W) float32 in 0…1, with their entries; one that breaks
        only now is left out, and there are no images where all do.
        """
        size = self.params.image_size
        sides = zip(*(fitted(entry.image.height, entry.image.width, size) for entry in entries), strict=True)
        canvas = net.canvas(tuple(map(max, sides)))
        kept, images = [], []
        for entry in entries:
            try:
                pixels = self.store.get(entry.image)
            except UnusableImage as error:
                self.context.log.warn(error.code, file=entry.image.name, image=entry.image.id)
                continue
            x = _as_input(torch.from_numpy(pixels.transpose(2, 0, 1))[None])
            height, width = pixels.shape[:2]
            images.append(F.pad(x, (0, canvas[1] - width, 0, canvas[0] - height), value=FILL))
            kept.append(entry)
        return kept, torch.cat(images) if images else None

    def detect(self, net: Detector, entries: list[Entry], images: torch.Tensor) -> tuple[list[Detections], float]:
        """Detections in a batch as `validation_batch` gives it, by a network in eval mode: one for each image, in its
        own pixels, and the loss.
        """
        x = images.to(self.context.device).contiguous(memory_format=torch.channels_last)
        answers = net(x)
        outlines = [scaled_by(entry.outlines, 1 / np.array(self.gain(entry))) for entry in entries]
        batch = self.send(self.true_batch(x, outlines))
        with torch.autocast(x.device.type, enabled=False):
            numbers = tuple(one.float() for one in answers)
            wrong = self.wrong(net, numbers, Truths.of(batch.truths, batch.ignored), x.shape[2:], batch)
        return self.read_off(net, answers, x.shape[2:], entries), float(sum(wrong.values()))

    def true_batch(self, images: Any, outlines: list[Outlines]) -> Batch:
        """A batch of images on their canvas with their truths."""
        return Batch(images, *packed(outlines), (0, 0))

    def read_off(
        self, net: Detector, answers: tuple[torch.Tensor, ...], canvas: tuple[int, int], entries: list[Entry]
    ) -> list[Detections]:
        """What a network answers, for each image in its own pixels."""
        sides, classes = answers
        boxes = decode_boxes(sides, *net.points(*canvas, sides.device)).cpu()
        scores = classes.float().sigmoid().cpu()
        thresholds = torch.tensor([self.params.nms_threshold]), torch.tensor([FLOOR])
        found = []
        for i, entry in enumerate(entries):
            box, score, label = sort_out(boxes[i : i + 1], scores[i : i + 1], *thresholds)
            found.append(Detections(self.in_image(box, entry), score.numpy(), label.numpy()))
        return found

    def gain(self, entry: Entry) -> tuple[float, float]:
        """Pixels of an image for one of the canvas, for x and y."""
        width, height = entry.image.width, entry.image.height
        high, wide = fitted(height, width, self.params.image_size)
        return width / wide, height / high

    def in_image(self, boxes: torch.Tensor, entry: Entry) -> np.ndarray:
        """Boxes (N, 4) on the canvas in pixels of their image, clipped to it."""
        gain = torch.tensor(self.gain(entry) * 2)
        size = torch.tensor([entry.image.width, entry.image.height] * 2)
        return torch.minimum((boxes * gain).clamp(min=0), size).numpy()

    def export(self, net: Detector, best: Best, epochs_done: int, tick: Tick) -> None:
        assert self.training is not None
        graph = DetectGraph(net, self.params.image_size, self.training.room, self.found_labels())
        report.write(self.context, self.params, graph, best, epochs_done, self.validation, tick, self.chain_of)

    def found_labels(self) -> list[bool] | None:
        """Of each label whether the graph may find it; None: all of them."""
        return None

    def chain_of(self, graph: DetectGraph, compared: report.ComparedAt, tick: Tick) -> dict[str, Any] | None:
        """What this stage and those before it find together, as a report; None where it is not the last of several."""
        return None


def _as_input(images: torch.Tensor) -> torch.Tensor:
    """(B, 1 or 3, H, W) uint8 to (B, 3, H, W) float32 in 0…1."""
    return (images.float() / 255).expand(-1, 3, -1, -1)
