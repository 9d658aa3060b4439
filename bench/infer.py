"""The bare loop that benches compare with: `infer.py ONNX IMAGE RUNS`.

Decodes and predicts the image, or the images of a folder in turn, with ONNX Runtime on one thread, from the file's
bytes to boxes. Where there is no file ONNX yet, an untrained network n (640 px, two labels) is written there first.
Prints `ready`, waits for a line on stdin, so that several can begin together, and prints one line of JSON: CPU and wall
ms for an image.
"""

from __future__ import annotations

import json
import sys
import time
from itertools import cycle
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from loupe_engine.data.decode import decode
from loupe_engine.recipes.detect.export import DetectGraph, export
from loupe_engine.recipes.detect.model import Detector


def main() -> None:
    onnx, image, runs = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    if not onnx.exists():
        torch.manual_seed(0)
        export(DetectGraph(Detector("n", 2), 640), onnx, ["scratch", "dent"])
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(onnx), options, providers=["CPUExecutionProvider"])
    thresholds = {"iou_threshold": np.array([0.5], np.float32), "score_threshold": np.array([0.01], np.float32)}

    images = cycle(sorted(image.iterdir()) if image.is_dir() else [image])

    def once() -> None:
        session.run(None, {"image": decode(next(images).read_bytes()), **thresholds})

    for _ in range(3):
        once()
    print("ready", flush=True)
    sys.stdin.readline()
    cpu, wall = time.process_time(), time.perf_counter()
    for _ in range(runs):
        once()
    used = {"cpu_ms": time.process_time() - cpu, "wall_ms": time.perf_counter() - wall}
    print(json.dumps({name: 1000 * seconds / runs for name, seconds in used.items()}))


main()
