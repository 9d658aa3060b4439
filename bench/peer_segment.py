"""The peer of bench segment: `SET EPOCHS SEED` trains yolov8n-seg from scratch at 320 px on one thread and judges its
masks on the test part with our own figures; prints one line of JSON.

Ultralytics is AGPL: it is only measured, by a Python of its own (LOUPE_PEER_PYTHON), and never a dependency of Loupe.
That Python needs what `../shared/peers/peer_ultralytics.py` lists and pycocotools.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from jobs import DEVICE

NETWORK, SIZE, BATCH = "yolov8n-seg", 320, 16
NMS = """
import torch
def nms(boxes, scores, iou_threshold):
    order, kept = scores.argsort(descending=True), []
    area = (boxes[:, 2:] - boxes[:, :2]).prod(1)
    while order.numel():
        i, rest = order[0], order[1:]
        kept.append(i)
        sides = torch.minimum(boxes[i, 2:], boxes[rest, 2:]) - torch.maximum(boxes[i, :2], boxes[rest, :2])
        both = sides.clamp(min=0).prod(1)
        order = rest[both / (area[i] + area[rest] - both + 1e-9) <= iou_threshold]
    return torch.stack(kept) if kept else torch.zeros(0, dtype=torch.long)
"""


def stand_in(folder: Path) -> None:
    """Of torchvision the one function that is called, where it is not installed."""
    try:
        import torchvision  # noqa: F401
    except ImportError:
        place = folder / "torchvision"
        place.mkdir()
        anything = "class _Any:\n    def __init__(self, *a, **k): pass\n    def __call__(self, x): return x\n"
        names = (
            "Compose = Resize = CenterCrop = ToTensor = Normalize = RandomResizedCrop = RandomHorizontalFlip = _Any\n"
        )
        modes = 'class InterpolationMode:\n    BILINEAR = "bilinear"\n'
        (place / "__init__.py").write_text('__version__ = "0.28.0"\nfrom . import ops, transforms\n')
        (place / "transforms.py").write_text(anything + names + modes)
        (place / "ops.py").write_text(NMS)
        told = folder / "torchvision-0.28.0.dist-info"
        told.mkdir()
        (told / "METADATA").write_text("Metadata-Version: 2.1\nName: torchvision\nVersion: 0.28.0\n")
        sys.path.insert(0, str(folder))


def labels_of(root: Path, part: str, out: Path) -> dict[str, Any]:
    """A COCO part as labels of YOLO beside links to its images; gives the COCO file."""
    coco = json.loads((root / "annotations" / f"{part}.json").read_text("utf-8"))
    index = {kind: i for i, kind in enumerate(sorted(one["id"] for one in coco["categories"]))}
    for image in coco["images"]:
        size = [image["width"], image["height"]]
        lines = []
        for truth in coco["annotations"]:
            if truth["image_id"] == image["id"]:
                ring = [round(value / size[i % 2], 6) for i, value in enumerate(truth["segmentation"][0])]
                lines.append(" ".join(map(str, [index[truth["category_id"]], *ring])))
        for kind, suffix in (("images", None), ("labels", ".txt")):
            place = out / kind / part / image["file_name"]
            place.parent.mkdir(parents=True, exist_ok=True)
            if suffix:
                place.with_suffix(suffix).write_text("\n".join(lines))
            else:
                place.symlink_to(root / "images" / image["file_name"])
    return coco


def measure(name: str, epochs: int, seed: int, out: Path) -> dict[str, Any]:
    os.environ.update(YOLO_CONFIG_DIR=str(out / "cfg"), YOLO_OFFLINE="1", OMP_NUM_THREADS="1")
    stand_in(out)
    import numpy as np
    import torch
    from loupe_engine.data.manifest import ManifestImage, Shape
    from loupe_engine.data.masks import Window, tight
    from loupe_engine.recipes.detect.data import make_entries
    from loupe_engine.recipes.segment.metrics import Instances, evaluate
    from ultralytics import YOLO

    torch.set_num_threads(1)
    root = Path(__file__).resolve().parents[2] / "shared" / "data" / name
    train, test = labels_of(root, "train", out), labels_of(root, "test", out)
    kinds = sorted(test["categories"], key=lambda one: one["id"])
    names = json.dumps([kind["name"] for kind in kinds])
    (out / "set.yaml").write_text(f"path: {out}\ntrain: images/train\nval: images/test\nnames: {names}\n")
    model = YOLO(f"{NETWORK}.yaml")
    kept: dict[str, Any] = {}
    model.add_callback("on_train_batch_end", lambda trainer: kept.update(net=trainer.ema.ema))
    how = {"imgsz": SIZE, "epochs": epochs, "batch": BATCH, "seed": seed, "device": DEVICE, "workers": 0, "amp": False}
    quiet = {"val": False, "plots": False, "save": False, "cache": "ram", "verbose": False, "exist_ok": True}
    began = time.process_time()
    model.train(data=str(out / "set.yaml"), project=str(out), name="run", pretrained=False, **how, **quiet)
    spent = time.process_time() - began
    judge = YOLO(f"{NETWORK}.yaml")
    judge.model = kept["net"].cpu().float().eval()
    judge.model.names = {i: kind["name"] for i, kind in enumerate(kinds)}
    index = {kind["id"]: i for i, kind in enumerate(kinds)}
    entries, found = [], []
    for image in test["images"]:
        shapes = tuple(
            Shape(index[truth["category_id"]], "polygon", tuple(truth["segmentation"][0]), False)
            for truth in test["annotations"]
            if truth["image_id"] == image["id"]
        )
        size = image["width"], image["height"]
        entries += make_entries(
            [ManifestImage(1, "", *size, "test", image["file_name"], shapes)], lambda *told, **args: None
        )
        [one] = judge.predict(
            str(root / "images" / image["file_name"]),
            imgsz=SIZE,
            conf=0.01,
            iou=0.6,
            max_det=100,
            retina_masks=True,
            device="cpu",
            verbose=False,
            save=False,
        )
        masks = [] if one.masks is None else list(one.masks.data.numpy() > 0.5)
        parts = (part.numpy() for part in (one.boxes.xyxy, one.boxes.conf, one.boxes.cls.int()))
        windows = [tight(Window(0, 0, np.asarray(mask, bool))) for mask in masks]
        found.append(Instances(*parts, windows, (1.0, 1.0), size[::-1]))
    scores = evaluate(entries, found, len(kinds), 0.5)
    figures = {"mask_ap50": scores.map50, "mask_ap": scores.map50_95, "box_ap50": scores.box_map50}
    figures |= {"boundary_f": scores.boundary_f, "area_error": scores.area_error}
    return figures | {"images": epochs * len(train["images"]), "cpu_s": round(spent, 1)}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measure(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(folder))))
