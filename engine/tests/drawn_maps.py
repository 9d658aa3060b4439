"""Maps of where text is, as a detector gives them; run as a program this writes the golden file of boxes from maps."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from loupe_engine.recipes.text.boxes import TextThresholds, text_boxes

GOLDEN = Path(__file__).parents[2] / "packages" / "contract" / "fixtures" / "text-boxes.json"


def turned_corners(cx: float, cy: float, wide: float, high: float, degrees: float) -> np.ndarray:
    """Corners (4, 2) of a rectangle turned clockwise on the screen."""
    a = np.deg2rad(degrees)
    u, v = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.array([[cx, cy] + su * wide / 2 * u + sv * high / 2 * v for su, sv in signs])


def drawn_map(height: int, width: int, quads: list[np.ndarray], value: int = 230, blur: float = 0.0) -> np.ndarray:
    """(height, width) uint8 with convex quads (4, 2) filled, each cell as far as it is covered: four by four points."""
    y, x = (np.mgrid[0 : 4 * height, 0 : 4 * width] + 0.5) / 4
    found = np.zeros((height, width))
    for quad in quads:
        inside = np.ones(x.shape, bool)
        for (ax, ay), (bx, by) in zip(quad, np.roll(quad, -1, 0), strict=True):
            inside &= (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
        found = np.maximum(found, value * inside.reshape(height, 4, width, 4).mean((1, 3)))
    cells = np.floor(found + 0.5).astype(np.uint8)
    return cv2.GaussianBlur(cells, (0, 0), blur) if blur else cells


def packed(cells: np.ndarray) -> str:
    return base64.b64encode(zlib.compress(cells.tobytes(), 9)).decode()


def unpacked(text: str, height: int, width: int) -> np.ndarray:
    return np.frombuffer(zlib.decompress(base64.b64decode(text)), np.uint8).reshape(height, width)


def _noise(height: int, width: int, share: float) -> np.ndarray:
    rng = np.random.default_rng(7)
    return np.where(rng.random((height, width)) < share, rng.integers(80, 256, (height, width)), 0).astype(np.uint8)


def _cases() -> dict[str, dict[str, Any]]:
    """Map, scale, size (height, width) and thresholds of each case."""
    turns = (0, 7, 30, 44, 45, 46, 60, 83, 90, 97, 120, 135, 150, 179)
    lines = [turned_corners(40 + 80 * (i % 4), 45 + 80 * (i // 4), 60, 11, t) for i, t in enumerate(turns)]
    squares = [turned_corners(30 + 50 * i, 30, 24, 20, t) for i, t in enumerate((0, 20, 45, 70))]
    ring = drawn_map(64, 64, [turned_corners(32, 32, 40, 40, 10)])
    ring[cv2.erode(ring, np.ones((9, 9))) > 100] = 0
    corner = np.zeros((40, 60), np.uint8)
    corner[4:30, 4:10] = corner[24:30, 4:50] = 200
    touching = np.zeros((32, 64), np.uint8)
    touching[0:8, 0:20] = touching[24:32, 40:64] = touching[10:16, 60:64] = 180
    diagonal = np.zeros((24, 24), np.uint8)
    diagonal[2:8, 2:8] = diagonal[8:14, 8:14] = 255
    thin = np.zeros((20, 40), np.uint8)
    thin[2:4, 2:30] = thin[6:9, 2:30] = thin[12, 5:9] = 255
    np.fill_diagonal(thin[10:], 255)
    equal = np.zeros((30, 60), np.uint8)
    for x, y in ((5, 20), (40, 4), (5, 4), (40, 20)):
        equal[y : y + 5, x : x + 12] = 200
    faint = drawn_map(48, 96, [turned_corners(48, 24, 70, 20, 12)], 110, 2.0)
    return {
        "lines turned": {"map": drawn_map(340, 330, lines, blur=1.0), "scale": (1.5, 1.5), "size": (510, 495)},
        "squares": {"map": drawn_map(60, 220, squares), "scale": (1.0, 1.0), "size": (60, 220)},
        "scale of its own each way": {
            "map": drawn_map(96, 96, [turned_corners(48, 48, 60, 14, 25)]),
            "scale": (float(np.float32(1.7)), float(np.float32(2.3))),
            "size": (221, 163),
        },
        "empty": {"map": np.zeros((32, 32), np.uint8), "scale": (1.0, 1.0), "size": (32, 32)},
        "full": {"map": np.full((24, 40), 255, np.uint8), "scale": (2.0, 2.0), "size": (48, 80)},
        "full, all cells count": {
            "map": np.full((24, 40), 1, np.uint8),
            "scale": (2.0, 2.0),
            "size": (48, 80),
            "thresholds": TextThresholds(0, 0, 0),
        },
        "touching the border": {"map": touching, "scale": (1.0, 1.0), "size": (32, 64)},
        "beside the image": {
            "map": drawn_map(64, 64, [turned_corners(20, 52, 30, 8, 0), turned_corners(40, 12, 40, 8, 5)]),
            "scale": (2.0, 2.0),
            "size": (70, 100),
        },
        "ring": {"map": ring, "scale": (1.0, 1.0), "size": (64, 64), "thresholds": TextThresholds(0.3, 0.2, 1.0)},
        "corner": {"map": corner, "scale": (1.0, 1.0), "size": (40, 60), "thresholds": TextThresholds(0.3, 0.1, 1.6)},
        "touching by a corner": {"map": diagonal, "scale": (1.0, 1.0), "size": (24, 24)},
        "thin": {"map": thin, "scale": (1.0, 1.0), "size": (20, 40)},
        "equal scores": {"map": equal, "scale": (1.0, 1.0), "size": (30, 60)},
        "faint": {"map": faint, "scale": (1.0, 1.0), "size": (48, 96), "thresholds": TextThresholds(0.4, 0.3, 2.0)},
        "faint, below the box threshold": {"map": faint, "scale": (1.0, 1.0), "size": (48, 96)},
        "noise": {
            "map": _noise(120, 160, 0.3),
            "scale": (1.0, 1.0),
            "size": (120, 160),
            "thresholds": TextThresholds(0.3, 0.1, 1.6),
        },
    }


def golden() -> list[dict[str, Any]]:
    found = []
    for name, case in _cases().items():
        cells, thresholds = case["map"], case.get("thresholds", TextThresholds(0.3, 0.5, 1.6))
        boxes = text_boxes(cells, case["scale"], case["size"], thresholds)
        found.append(
            {
                "name": name,
                "map": {"width": cells.shape[1], "height": cells.shape[0], "zlib": packed(cells)},
                "scale": case["scale"],
                "image": {"width": case["size"][1], "height": case["size"][0]},
                "thresholds": vars(thresholds),
                "boxes": [
                    {"quad": quad, "score": score}
                    for quad, score in zip(boxes.quads.tolist(), boxes.scores.tolist(), strict=True)
                ],
            }
        )
    return found


def _written(cases: list[dict[str, Any]]) -> str:
    """A line for each case."""
    return '{"cases":[\n' + ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases) + "\n]}\n"


if __name__ == "__main__":
    GOLDEN.write_text(_written(golden()), "utf-8")
