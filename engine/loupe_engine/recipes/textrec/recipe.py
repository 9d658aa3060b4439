"""Recipe `textrec` as the loop sees it: plan, batches, losses, evaluation, export."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import numpy as np
import torch

from ... import budget
from ...checkpoint import load_start
from ...data.images import SHARE_OF_FREE_MEMORY, UnusableImage, check_all
from ...data.manifest import ManifestImage, read_manifest
from ...device import autocast
from ...faults import Fault
from ...gradient import gradient_step
from ...memory import free_memory
from ...progress import ImageProgress
from ..base import Best, Context, Evaluation, Learning, LeftOut, Plan, Recipe, Tick, Training, decayed_apart
from ..detect.length import FEW_STEPS, within_time
from ..text.charset import characters_of
from ..text.decode import collapse
from ..text.rec_metrics import judge
from ..text.widths import HEIGHT, columns_of, inset
from . import report
from .chain import Finder, finder
from .data import Batch, TrainingSet, as_input, packed, strip_of
from .loss import by_column, ctc
from .model import PP, Reader, reader
from .params import Params, read_params
from .pretrained import known_characters, read_weights
from .texts import CropStore, Text, texts_of

BACKBONE_RATE = 0.1  # of the learning rate: what has learned before moves slower
WARM = 0.3  # of a training of a network that knows nothing: its columns learn one by one
CHARACTERS_NAMED = 60  # in a warning


class Textrec(Recipe):
    """One training of `textrec`. With `training` none nothing is learned: the ready-made reader is handed over."""

    takes_fp16 = True

    def __init__(self, context: Context) -> None:
        self.context = context
        self.params = self.read(context.job.params)
        self.precision = self.params.precision
        self.images: dict[str, list[ManifestImage]] = {}
        self.validation: list[Text] = []
        self.training: TrainingSet | None = None
        self.characters: list[str] = []
        self.plan: Plan | None = None
        self.finder: Finder | None = None

    def read(self, raw: dict[str, Any]) -> Params:
        """The parameters of a job. Raises Fault job.invalid."""
        return read_params(raw)

    @property
    def whole(self) -> bool:
        """Whether an image is one text: no stage before finds any in it."""
        return self.context.job.stages == 1

    def prepare(self, tick: Tick, left_out: LeftOut = None) -> Plan:
        job, p, warn = self.context.job, self.params, self.context.log.warn
        if job.earlier:
            self.finder = finder(self.context, job.earlier[-1])
        images = read_manifest(job)
        self.images = {part: [one for one in images if one.part == part] for part in ("train", "val")}
        texts = {part: texts_of(found, p, self.whole, warn) for part, found in self.images.items()}
        listed = list({one.image.id: one.image for part in ("train", "val") for one in texts[part]}.values())
        self.store = self._store([*texts["train"], *texts["val"]])
        if p.learns:
            _require(texts["train"], texts["val"])
        if left_out is None:
            left_out = check_all(self.store, listed, warn, tick) if listed else ()
        bad = {listed[i].id for i in left_out}
        good = {part: [one for one in found if one.image.id not in bad] for part, found in texts.items()}
        self.validation = good["val"]
        self.characters = self._characters(good["train"])
        if not p.learns:
            self.plan = Plan(1, 0, 1, learning=None, compared=("raw",), left_out=left_out)
            return self.plan
        _require(good["train"], good["val"])
        self.training = TrainingSet(good["train"], self.store, p, self.characters, job.seed, warn)
        plan = Plan(
            epochs=p.epochs,
            batches=self.training.batches,
            batch_size=self.training.batch_size,
            validation_interval=p.validation_interval,
            save_interval=p.save_interval,
            patience=p.patience,
            left_out=left_out,
            repeats=self.training.repeats,
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
        return self._use(self.with_length(plan, p.epochs, plan.batches))

    def _store(self, texts: list[Text]) -> CropStore:
        cache = int(free_memory() * SHARE_OF_FREE_MEMORY)
        if self.context.job.memory_bytes:
            cache = min(cache, self.context.job.memory_bytes // 4)
        return CropStore(self.context.job, texts, cache)

    def _characters(self, texts: list[Text]) -> list[str]:
        """What is read: the language, the training texts, and what an earlier version reads."""
        p, job = self.params, self.context.job
        known = known_characters() if p.network == PP or p.language in ("zh", "zhEn") else ()
        if not p.learns and p.language == "custom" and not p.characters.strip():
            return sorted(known)
        language = characters_of(p.language, p.characters, known, ())
        more = sorted({one for text in texts for one in text.text} - set(language)) if p.learns else []
        if more:
            self.context.log.warn("data.charactersAdded", characters="".join(more)[:CHARACTERS_NAMED])
        earlier = load_start(job).get("characters", ()) if job.start else ()
        return sorted({*language, *more, *earlier})

    def with_length(self, plan: Plan, epochs: int, batches: int) -> Plan:
        """The plan with so many epochs of so many steps, and all that is counted in epochs after them."""
        p = self.params
        assert plan.learning is not None
        unit = epochs / 100 if p.by_time else 1
        falls = tuple(epoch * unit for epoch in p.decay_epochs) if p.decay == "steps" else ()
        learning = replace(plan.learning, warmup_epochs=p.warmup_epochs * unit, decay_epochs=falls)
        return replace(plan, epochs=epochs, batches=batches, learning=learning)

    def _use(self, plan: Plan) -> Plan:
        assert self.training is not None
        self.training.use(plan.repeats)
        self.plan = plan
        return plan

    @property
    def begins_able(self) -> bool:
        """A version that one starts from may have learned from the very images that validate now."""
        return self.params.learns and self.params.network == PP and not self.context.job.start

    def measure(self, plan: Plan, dtype: torch.dtype) -> Plan:
        if not self.params.learns:
            return plan
        if self.params.by_time:
            plan = self._use(within_time(self, self.context, self.params, plan, dtype, self._seconds(dtype)))
        # how few are too few is not known of a network that reads already
        if self.params.network != PP and plan.steps < FEW_STEPS and not self.context.job.start:
            self.context.log.warn("train.fewSteps", count=plan.steps)
        self.context.log.emit("length", epochs=plan.epochs, steps=plan.steps)
        return plan

    def as_begun(self, plan: Plan, saved: dict[str, Any]) -> Plan:
        if not self.params.learns:
            return plan
        plan = super().as_begun(replace(plan, repeats=saved.get("repeats", plan.repeats)), saved)
        plan = self._use(self.with_length(plan, saved.get("epochs", plan.epochs), plan.batches))
        self.context.log.emit("length", epochs=plan.epochs, steps=plan.steps)
        return plan

    def _seconds(self, dtype: torch.dtype) -> Any:
        """Tells of a network how long a validation takes, by some of its texts."""

        def seconds(net: Reader) -> float:
            every, began = self.validation, budget.clock()
            self.validation = every[:: max(1, len(every) // 32)]
            with torch.no_grad(), autocast(self.context.device, dtype):
                self.evaluate(net, ImageProgress(self.context))
            share, self.validation = len(self.validation) / len(every), every
            return (budget.clock() - began) / share

        return seconds

    def fingerprint(self) -> dict[str, Any]:
        job, p = self.context.job, self.params
        begun = {"start": job.start.sha256} if job.start else {}
        made = {"minutes": p.time_budget} if p.by_time else {}
        names = ("training", "network", "epochs", "batch_size", "max_text_length", "width_zoom", "width", "edge_cut")
        characters = hashlib.sha256("".join(self.characters).encode()).hexdigest() if self.characters else ""
        return {
            **begun,
            **made,
            **{name: getattr(p, name) for name in names},
            "recipe": "textrec",
            "language": p.language,
            "typed": p.characters,
            "synthetic": p.synthetic,
            "characters": characters,
            "classes": list(job.classes),
            "manifest": job.manifest.sha256,
            "seed": job.seed,
        }

    def fits(self, fingerprint: dict[str, Any]) -> bool:
        """Which characters there are follows from the rest, and is not known yet when a checkpoint is looked at."""
        return {**fingerprint, "characters": ""} == {**self.fingerprint(), "characters": ""}

    def build(self) -> Reader:
        net = reader(self.params.network, len(self.characters) + 1)
        if self.params.network == PP:
            read_weights(net, self.characters)
        return net

    def example(self, net: Reader, batch_size: int) -> tuple[torch.Tensor, ...] | None:
        if self.training is None:
            return None
        widest = max(text.group for text in self.training.texts)
        return (torch.empty(batch_size, 3, HEIGHT, widest, device="meta"),)

    def begin_from(self, net: Reader, saved: dict[str, Any]) -> None:
        found = [saved.get("recipe"), saved.get("network")]
        if found != ["textrec", self.params.network]:
            raise Fault("start.damaged", "prepare", reason=f"weights of {' '.join(map(str, found))}"[:200])
        state = dict(saved["state"])
        rows = {one: i for i, one in enumerate(saved["characters"], 1)}
        places = [(0, 0), *((i, rows[one]) for i, one in enumerate(self.characters, 1) if one in rows)]
        mine, theirs = (list(side) for side in zip(*places, strict=True))
        for name in ("last.weight", "last.bias"):
            own = net.state_dict()[name].clone()
            own[mine] = state[name][theirs]
            state[name] = own
        net.load_state_dict(state)

    def groups(self, net: Reader, plan: Plan) -> list[dict[str, Any]]:
        assert plan.learning is not None
        decay = plan.learning.weight_decay
        learned = self.params.network == PP or self.context.job.start is not None
        backbone = decayed_apart(net.backbone, decay, BACKBONE_RATE if learned else 1.0)
        return [*decayed_apart(net.last, decay), *backbone]

    def batch(self, step: tuple[int, int]) -> Batch:
        assert self.training is not None
        return self.training.batch(step)

    def send(self, batch: Batch) -> Batch:
        parts = {part.name: getattr(batch, part.name) for part in fields(batch)}
        arrays = {name: part for name, part in parts.items() if isinstance(part, np.ndarray)}
        return replace(batch, **{k: torch.from_numpy(v).to(self.context.device) for k, v in arrays.items()})

    def step(self, training: Training, batch: Batch) -> dict[str, float]:
        return gradient_step(self.context, training, self.losses, batch)

    def losses(self, net: Reader, batch: Batch) -> dict[str, torch.Tensor]:
        """Of a batch that was sent."""
        assert self.plan is not None
        x = as_input(batch.strips, batch.content).contiguous(memory_format=torch.channels_last)
        logits = net(x)
        # in half precision the sums over all ways to write a text lose what they are about
        with torch.autocast(x.device.type, enabled=False):
            if self._warming(batch.step):
                wrong = by_column(logits, batch.content, batch.classes, batch.lengths, net.stride)
                return {"column": wrong}
            loss, _ = ctc(logits, batch.classes, batch.lengths)
            return {"ctc": loss}

    def _warming(self, step: tuple[int, int]) -> bool:
        assert self.plan is not None
        if self.params.network == PP or self.context.job.start:
            return False
        epoch, position = step
        return epoch * self.plan.batches + position < WARM * self.plan.steps

    def evaluate(self, net: Reader, tick: Tick) -> Evaluation:
        pairs: list[tuple[str, str]] = []
        loss, done = 0.0, 0
        for group, batch in self._validation_batches():
            readings, wrong = self._readings(net, self.send(batch))
            pairs += [(text.text, reading) for text, reading in zip(group, readings, strict=True)]
            loss, done = loss + wrong * len(group), done + len(group)
            tick(done, len(self.validation))
        found = judge(pairs, self.params.ignore_case)
        names = ("word_accuracy", "one_minus_ned", "char_accuracy")
        values = {name: getattr(found, name) for name in names}
        fitness = 0.75 * found.word_accuracy + 0.25 * found.one_minus_ned
        detail = {**values, "texts": found.texts}
        return Evaluation(values | {"val_loss": loss / done} if done else {}, fitness, detail)

    def _readings(self, net: Reader, batch: Batch) -> tuple[list[str], float]:
        x = as_input(batch.strips, batch.content).contiguous(memory_format=torch.channels_last)
        logits = net(x).float()
        with torch.autocast(x.device.type, enabled=False):
            loss, _ = ctc(logits, batch.classes, batch.lengths)
        scores, ids = logits.softmax(2).max(2)
        rows = zip(ids.tolist(), scores.tolist(), strict=True)
        return [collapse(*row, self.characters)[0] for row in rows], float(loss)

    def _validation_batches(self) -> Iterator[tuple[list[Text], Batch]]:
        """Texts as they are read in use, those of one width together. What breaks only now is left out."""
        size = self.training.batch_size if self.training else 8
        classes = {one: i for i, one in enumerate(self.characters, 1)}
        for columns in sorted({text.columns for text in self.validation}):
            group = [text for text in self.validation if text.columns == columns]
            for start in range(0, len(group), size):
                made = []
                for text in group[start : start + size]:
                    try:
                        made.append((text, self._strip(text)))
                    except UnusableImage as error:
                        self.context.log.warn(error.code, file=error.image.name, image=error.image.id)
                if made:
                    # a character that nothing trains for cannot be read: its text is wrong
                    rows = [(image, "".join(one for one in text.text if one in classes)) for text, image in made]
                    yield [text for text, _ in made], packed(rows, classes, (0, 0))

    def _strip(self, text: Text) -> np.ndarray:
        crop, p = self.store.get(text.image)[text.place], self.params
        quad = inset(crop.quad, p.edge_cut)
        _, content = columns_of(inset(text.quad, p.edge_cut), p.width_zoom, p.width)
        return strip_of(crop.pixels, quad, content)

    def export(self, net: Reader, best: Best, epochs_done: int, tick: Tick) -> None:
        given = (self.context, self.params, self.characters, net, best, epochs_done, self.shown(), tick)
        report.write(*given, self.finder)

    def shown(self) -> report.Shown:
        """What the report is made of: texts to judge by, and images to show that another runtime reads the same."""
        return report.Shown(self.validation, self.images["val"] or self.images["train"], self.whole)


def _require(train: list[Text], validation: list[Text]) -> None:
    """Raises Fault where there is nothing to learn from, or nothing to choose weights by."""
    if not train:
        raise Fault("data.noTexts", "prepare")
    if not validation:
        raise Fault("data.noValidation", "prepare")
