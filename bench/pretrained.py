"""One cell of bench pretrained; each command prints one line of JSON.

`cell ARM FOLDER SEED CPU_S [PART [PARAMS]]`
    trains n at 320 px, in batches of 16 where PARAMS (JSON) say nothing else, on one thread for so many CPU seconds,
    then looks at a part: `test`, or another where something is to be chosen
`graph ARM`
    CPU milliseconds and megabytes of the exported graph at 640 px
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import torch
from loupe_engine.control import Control
from loupe_engine.data.outlines import IGNORE, boxes_of
from loupe_engine.data.prefetch import prefetch
from loupe_engine.device import choose_dtype, use_threads
from loupe_engine.events import EventLog
from loupe_engine.job import read_job
from loupe_engine.loop import begin, steps_to_come
from loupe_engine.memory import keep_memory
from loupe_engine.nn.backbones import backbone_of
from loupe_engine.nn.backbones.efficientnet import EfficientNet
from loupe_engine.recipes.base import Context, Training, decayed_apart
from loupe_engine.recipes.detect import recipe as detect
from loupe_engine.recipes.detect.data import Entry
from loupe_engine.recipes.detect.export import DetectGraph, export
from loupe_engine.recipes.detect.metrics import evaluate
from loupe_engine.recipes.detect.model import Detector

from detection_sets import read_part, write_job
from larger_backbones import larger

SIZE, BATCH, WARM_STEPS, TIMED_STEPS = 320, 16, 3, 9
SMALL = 16  # pixels at the training size: side of a square as large as the box
OVER = 1.05  # of the budget at most, where steps take longer than those that were timed


class Arm(detect.Detect):
    """The recipe as it is, with another backbone where the product has none such."""

    arm = "own"

    def build(self) -> Detector:
        usual, detect.imagenet = detect.imagenet, BACKBONES.get(self.arm, detect.imagenet)
        try:
            return super().build()
        finally:
            detect.imagenet = usual

    def groups(self, net: Detector, plan: Any) -> list[dict[str, Any]]:
        if self.arm == "lite0-random":  # has nothing to lose
            return decayed_apart(net, plan.learning.weight_decay)
        return super().groups(net, plan)


BACKBONES: dict[str, Callable[[], torch.nn.Module]] = {
    "lite0": detect.imagenet,
    "lite0-frozen": lambda: backbone_of("efficientnet").requires_grad_(False),
    "lite0-random": EfficientNet,
    "ppocr": lambda: backbone_of("ppocr"),
    "lite1": lambda: larger("lite1"),
    "lite2": lambda: larger("lite2"),
}


Asked = dict[str, Any]


def recipe_of(
    arm: str, folder: Path, out: Path, seed: int, epochs: int, judged: str, asked: Asked
) -> tuple[Arm, Context]:
    """The recipe for a set: its train part learns, its `judged` part is only looked at, as its validation.

    `asked`: parameters of the arm in the place of the table's.
    """
    labels, train = read_part(folder, "train")
    _, looked_at = read_part(folder, judged)
    params = {
        "network": "n",
        "backbone": "own" if arm == "own" else "imagenet",
        "imageSize": SIZE,
        "batchSize": BATCH,
        **asked,
        "length": "epochs",
        "epochs": epochs,
        "warmupEpochs": min(3, epochs - 1),
    }
    made_in = Path(tempfile.mkdtemp(dir=out))
    job = read_job(write_job(made_in, labels, list(train), list(looked_at), seed, params))
    context = Context(job, EventLog(made_in / "events.jsonl"), Control(), torch.device("cpu"))
    made = Arm(context)
    made.arm = arm
    return made, context


def begun(recipe: Arm, context: Context) -> Training:
    plan = recipe.prepare(lambda done, total: None)
    dtype = choose_dtype(recipe.precision, context.device)
    training = begin(recipe, context, plan, None, dtype, 1)
    training.net.train()
    return training


def stepped(recipe: Arm, training: Training, most: float) -> tuple[int, int, float]:
    """Steps until the plan is done or `most` CPU seconds are spent: (steps, images, CPU seconds)."""
    images, began = 0, time.process_time()
    batches = prefetch(recipe.batch, steps_to_come(training))
    for batch in batches:
        recipe.step(training, recipe.send(batch))
        images += len(batch.images)
        training.step, training.position = training.step + 1, training.position + 1
        if training.position == training.plan.batches:
            training.epoch, training.position = training.epoch + 1, 0
        if time.process_time() - began >= most:
            break
    batches.close()
    return training.step, images, time.process_time() - began


def seconds_a_step(arm: str, folder: Path, out: Path, judged: str, asked: Asked) -> float:
    """CPU seconds of a step, data included, after a few to get warm."""
    recipe, context = recipe_of(arm, folder, out, 1, 100, judged, asked)
    training = begun(recipe, context)
    plan = training.plan
    training.plan = replace(plan, epochs=1, batches=WARM_STEPS)
    stepped(recipe, training, 1e9)
    training.plan = replace(plan, epochs=2, batches=TIMED_STEPS)
    training.epoch = 1
    before = time.process_time()
    for i in range(TIMED_STEPS):
        batch = recipe.batch((1 + i // plan.batches, i % plan.batches))
        recipe.step(training, recipe.send(batch))
    return (time.process_time() - before) / TIMED_STEPS


def figures(recipe: Arm, net: torch.nn.Module, dtype: torch.dtype) -> dict[str, float]:
    """On the judged part: AP at IoU 0.33, at 0.5, from 0.5 to 0.95, and that of small objects alone."""
    found, entries = [], recipe.validation
    with (
        torch.no_grad(),
        torch.autocast("cpu", torch.bfloat16, enabled=dtype == torch.bfloat16),
    ):
        for start in range(0, len(entries), BATCH):
            kept, images = recipe.validation_batch(entries[start : start + BATCH], net)
            found += recipe.detect(net, kept, images)[0]
    every = evaluate(entries, found, len(recipe.classes), 0.5)
    small = evaluate([only_small(e) for e in entries], found, len(recipe.classes), 0.5)
    ap = {"ap33": every.map33, "ap50": every.map50, "ap": every.map50_95}
    return ap | ({"ap_small": small.map50_95} if sum(small.truths) else {})


def only_small(entry: Entry) -> Entry:
    """Larger objects count neither way."""
    gain = SIZE / max(entry.image.width, entry.image.height)
    boxes = boxes_of(entry.outlines) * gain
    side = np.sqrt((boxes[:, 2:] - boxes[:, :2]).prod(1))
    labels = np.where(side < SMALL, entry.outlines.labels, IGNORE)
    return replace(entry, outlines=replace(entry.outlines, labels=labels))


def cell(arm: str, folder: str, seed: str, budget: str, judged: str = "test", params: str = "{}") -> dict[str, Any]:
    asked = json.loads(params)
    keep_memory()
    use_threads(1)
    with tempfile.TemporaryDirectory() as made:
        out, wanted = Path(made), float(budget)
        cost = seconds_a_step(arm, Path(folder), out, judged, asked)
        probe, _ = recipe_of(arm, Path(folder), out, int(seed), 100, judged, asked)
        batches = probe.prepare(lambda done, total: None).batches
        epochs = max(2, round(wanted / cost / batches))
        recipe, context = recipe_of(arm, Path(folder), out, int(seed), epochs, judged, asked)
        training = begun(recipe, context)
        steps, images, cpu = stepped(recipe, training, wanted * OVER)
        nets = {"averaged": training.averaged, "raw": training.net}
        found = {kind: figures(recipe, net.eval(), training.dtype) for kind, net in nets.items()}
    return {
        "epochs": epochs,
        "steps": steps,
        "of_steps": training.plan.steps,
        "images": images,
        "cpu_s": round(cpu, 1),
        "images_per_cpu_s": round(images / cpu, 2),
        "dtype": str(training.dtype).removeprefix("torch."),
        **found,
    }


def graph(arm: str, runs: int = 20) -> dict[str, float]:
    """Of the graph with one label, on one thread of ONNX Runtime."""
    backbone = BACKBONES[arm]() if arm in BACKBONES else None
    with tempfile.TemporaryDirectory() as made:
        path = Path(made) / "model.onnx"
        _, size = export(DetectGraph(Detector("n", 1, backbone).eval(), 640), path, ["one"])
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        image = np.random.default_rng(1).integers(0, 255, (640, 640, 3), np.uint8)
        given = {"image": image, "iou_threshold": np.array([0.5], np.float32)}
        given |= {"score_threshold": np.array([0.5], np.float32)}
        times = []
        for _ in range(runs):
            before = time.process_time()
            session.run(None, given)
            times.append(time.process_time() - before)
    return {"graph_ms": 1000 * float(np.median(times)), "mb": size / 1e6}


COMMANDS = {"cell": cell, "graph": graph}

if __name__ == "__main__":
    print(json.dumps(COMMANDS[sys.argv[1]](*sys.argv[2:])))
