"""Parts of bench segment; each command prints one line of JSON.

`cell ARM SET EPOCHS SEED`
    trains n at 320 px on so many epochs of a set with outlines, with our own backbone (`own`; with fine outlines
    `fine`) or what the form begins with (`imagenet`; with small objects, fine outlines or both `small`,
    `fine-imagenet`, `small-fine`), and looks at its test part; `null` where there is no such set
`rings IMAGES EPOCHS SEED [fine]`
    trains n at 192 px on drawn rings and bars of two pieces, and compares the masks of unseen ones, holes and all
`graph`
    CPU milliseconds of the graphs of `segment` and `detect` at 640 px, with as many objects found
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import torch
from loupe_engine.data.decode import decode
from loupe_engine.data.manifest import ManifestImage, Shape
from loupe_engine.data.masks import Window, filled, on_pixels, shared, tight, unpacked
from loupe_engine.nn.blocks import set_norm_momentum
from loupe_engine.recipes.detect.data import make_entries
from loupe_engine.recipes.detect.export import FLOOR, DetectGraph, export
from loupe_engine.recipes.detect.model import Detector
from loupe_engine.recipes.segment.export import SegmentGraph
from loupe_engine.recipes.segment.export import export as export_masks
from loupe_engine.recipes.segment.metrics import Instances, evaluate, in_pixels
from loupe_engine.recipes.segment.model import Segmenter
from loupe_engine.run import run

from detection_sets import DATA, MATCH, NMS
from jobs import put_blob, write_training

sys.path.append(str(Path(__file__).resolve().parents[1] / "engine" / "tests"))
from drawn import png
from drawn_rings import CLASSES
from drawn_rings import image as drawn_image

SIZE, RING_SIZE, GRAPH_SIZE, BATCH, UNSEEN = 320, 192, 640, 16, 20
OBJECTS, ROUNDS = 10, 15
SHOWN = 0.25  # score from which a drawn object counts as found
PRESET = {"batchSize": 8, "mosaic": 1, "scale": 0.5, "copyPaste": 0.5, "backbone": "imagenet"}
OWN = {"backbone": "own", "batchSize": BATCH}
ARMS: dict[str, dict[str, Any]] = {
    "own": OWN,
    "imagenet": PRESET,
    "fine": OWN | {"fineMasks": True},
    "small": PRESET | {"smallObjects": True},
    "fine-imagenet": PRESET | {"fineMasks": True},
    "small-fine": PRESET | {"smallObjects": True, "fineMasks": True},
}


def rows_of(folder: Path, root: Path, part: str, named: str) -> tuple[list[str], list[dict[str, Any]]]:
    """Labels of a COCO part and its images as lines of a manifest, whose blobs are put, with polygons as they are."""
    coco = json.loads((root / "annotations" / f"{part}.json").read_text("utf-8"))
    kinds = sorted(coco["categories"], key=lambda one: one["id"])
    label = {kind["id"]: i for i, kind in enumerate(kinds)}
    shapes: dict[int, list[dict[str, Any]]] = {}
    for truth in coco["annotations"]:
        rings = truth["segmentation"]
        starts = np.cumsum([0, *(len(ring) // 2 for ring in rings)])[:-1].tolist()
        shape = {"id": str(truth["id"]), "c": label[truth["category_id"]], "kind": "polygon", "text": None}
        points = [value for ring in rings for value in ring]
        shapes.setdefault(truth["image_id"], []).append(shape | {"p": points, "parts": starts, "ignore": False})
    rows = []
    for one in coco["images"]:
        sha256 = put_blob(folder, (root / "images" / one["file_name"]).read_bytes())
        row = {"image": one["id"] + (0 if named == "train" else 100_000), "sha256": sha256, "part": named, "group": ""}
        row |= {"w": one["width"], "h": one["height"], "rev": 1, "name": one["file_name"]}
        rows.append(row | {"shapes": shapes.get(one["id"], [])})
    return [kind["name"] for kind in kinds], rows


def trained(
    folder: Path, labels: list[str], rows: list[dict[str, Any]], seed: int, params: dict[str, Any]
) -> tuple[Path, float]:
    """The graph of a training on one thread, and its CPU seconds."""
    job = write_training(folder, "segment", labels, rows, seed, {"network": "n", "length": "epochs", **params})
    began = time.process_time()
    if run(job):
        raise SystemExit((job.parent / "events.jsonl").read_text("utf-8").splitlines()[-1])
    return job.parent / "model.onnx", time.process_time() - began


def seen_by(model: Path, floor: float) -> Callable[[np.ndarray], Instances]:
    """What a graph finds on pixels, on one thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    given = {"iou_threshold": np.array([NMS], np.float32), "score_threshold": np.array([floor], np.float32)}

    def see(pixels: np.ndarray) -> Instances:
        boxes, scores, classes, masks, cell = session.run(None, {"image": pixels, **given})
        grid = masks.shape[1], masks.shape[2] * 8
        return Instances(boxes, scores, classes, unpacked(masks), tuple(map(float, cell)), grid)

    return see


def cell(arm: str, name: str, epochs: str, seed: str) -> dict[str, Any] | None:
    root = DATA / name
    if not root.is_dir():
        return None
    count = int(epochs)
    params = {"imageSize": SIZE, "epochs": count, "warmupEpochs": min(3, count - 1), "epochSteps": 1, **ARMS[arm]}
    params |= {"validationInterval": count}
    with tempfile.TemporaryDirectory() as made:
        labels, train = rows_of(Path(made), root, "train", "train")
        _, validation = rows_of(Path(made), root, "val", "val")
        model, cpu = trained(Path(made), labels, [*train, *validation], int(seed), params)
        _, test = rows_of(Path(made), root, "test", "test")
        entries, found, see = [], [], seen_by(model, FLOOR)
        for row in test:
            parts = [(s["c"], s["kind"], tuple(s["p"]), False, tuple(s["parts"])) for s in row["shapes"]]
            image = ManifestImage(1, "", row["w"], row["h"], "test", row["name"], tuple(Shape(*one) for one in parts))
            entries += make_entries([image], lambda *told, **args: None)
            one = see(decode((root / "images" / row["name"]).read_bytes()))
            found.append(in_pixels(one, row["w"], row["h"]))
        scores = evaluate(entries, found, len(labels), MATCH)
    figures = {"mask_ap50": scores.map50, "mask_ap": scores.map50_95, "box_ap50": scores.box_map50}
    figures |= {"boundary_f": scores.boundary_f, "area_error": scores.area_error}
    return figures | {"images": count * len(train), "cpu_s": round(cpu, 1)}


def rings(images: str, epochs: str, seed: str, outlines: str = "") -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as made:
        rows = []
        for i in range(int(images)):
            pixels, shapes = drawn_image(i, RING_SIZE)
            row = {
                "image": i + 1,
                "sha256": put_blob(Path(made), png(pixels)),
                "group": "",
                "rev": 1,
                "name": f"{i}.png",
            }
            part = "val" if i % 5 == 0 else "train"
            size = {"w": pixels.shape[1], "h": pixels.shape[0]}
            rows.append(row | size | {"part": part, "name": f"{i}.png", "shapes": shapes})
        params = {"imageSize": RING_SIZE, "epochs": int(epochs), "batchSize": 8, "validationInterval": int(epochs)}
        params |= {"epochSteps": 1, "fineMasks": outlines == "fine"}
        model, cpu = trained(Path(made), list(CLASSES), rows, int(seed), params)
        see = seen_by(model, SHOWN)
        overlaps: dict[str, list[float]] = {name: [] for name in CLASSES}
        for i in range(UNSEEN):
            pixels, shapes = drawn_image(1000 + i, RING_SIZE)
            high, wide = pixels.shape[:2]
            found = see(pixels)
            windows = [on_pixels(one, found.cell, wide, high) for one in found.masks]
            for shape in shapes:
                outline = np.split(np.array(shape["p"]).reshape(-1, 2), shape["parts"][1:])
                true = tight(Window(0, 0, filled(outline, high, wide)))
                alike = [
                    (one, shared(one, true)) for one, c in zip(windows, found.classes, strict=True) if c == shape["c"]
                ]
                best = max((both / (one.area + true.area - both) for one, both in alike), default=0.0)
                overlaps[CLASSES[shape["c"]]].append(best)
    return {f"iou_{name}": float(np.mean(values)) for name, values in overlaps.items()} | {"cpu_s": round(cpu, 1)}


def overlap(a: Window, b: Window) -> float:
    """Intersection over union."""
    both = shared(a, b)
    return both / (a.area + b.area - both)


def graph() -> dict[str, Any]:
    """Networks as they begin: what they find means nothing, and takes as long as in use."""
    torch.manual_seed(0)
    pixels = np.random.default_rng(0).integers(0, 255, (GRAPH_SIZE, GRAPH_SIZE, 3), np.uint8)
    runs: dict[str, Callable[[], Any]] = {}
    with tempfile.TemporaryDirectory() as made:
        for name, net, kind, write in (
            ("detect", Detector("n", 3), DetectGraph, export),
            ("segment", Segmenter("n", 3), SegmentGraph, export_masks),
            ("fine", Segmenter("n", 3, fine_masks=True), SegmentGraph, export_masks),
        ):
            # as in use, numbers neither vanish nor grow on their way
            set_norm_momentum(net, 1.0)
            net.train()(torch.from_numpy(pixels.transpose(2, 0, 1)[None].astype(np.float32)) / 255)
            for head in net.head.classes:
                torch.nn.init.normal_(head[-1].weight, std=0.02)  # no two scores are equal
            path = Path(made) / f"{name}.onnx"
            write(kind(net.eval(), GRAPH_SIZE), path, ["a", "b", "c"])
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = 1
            session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
            given = {"image": pixels, "iou_threshold": np.array([1.0], np.float32)}
            scores = session.run(["scores"], given | {"score_threshold": np.array([0.0], np.float32)})[0]
            given["score_threshold"] = np.array([(scores[OBJECTS - 1] + scores[OBJECTS]) / 2], np.float32)
            runs[name] = lambda session=session, given=given: session.run(None, given)
        spent: dict[str, list[float]] = {name: [] for name in runs}
        found = len(runs["segment"]()[1])
        for _ in range(ROUNDS):  # by turns, so that what else the machine does touches all alike
            for name, once in runs.items():
                began = time.process_time()
                once()
                spent[name].append(1000 * (time.process_time() - began))
    return {f"{name}_ms": round(float(np.median(values)), 1) for name, values in spent.items()} | {"objects": found}


if __name__ == "__main__":
    command, *given = sys.argv[1:]
    print(json.dumps({"cell": cell, "rings": rings, "graph": graph}[command](*given)))
