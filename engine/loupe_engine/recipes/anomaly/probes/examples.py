"""Examples of test defects as the report carries them: small images, with heat maps."""

from __future__ import annotations

import base64
from typing import Any

import cv2
import numpy as np

from .defects import Drawn

SIDE, HEAT_SIDE, QUALITY = 320, 128, 82


def example(drawn: Drawn, heat: np.ndarray) -> dict[str, Any]:
    """A small JPEG of the image, the defect's box in its pixels, and the heat map (h, w) uint8 as PNG, base64."""
    height, width = drawn.pixels.shape[:2]
    gain = min(1.0, SIDE / max(height, width))
    size = tuple(max(1, round(v * gain)) for v in (width, height))
    small = cv2.resize(drawn.pixels, size, interpolation=cv2.INTER_AREA)
    left, top, right, bottom = (v * gain for v in drawn.box)
    box = [round(v, 1) for v in (left, top, right - left, bottom - top)]
    jpeg = _encoded(".jpg", small[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return {"width": size[0], "height": size[1], "box": box, "jpeg": jpeg, "heat": _heat(heat)}


def _heat(heat: np.ndarray) -> dict[str, Any]:
    gain = min(1.0, HEAT_SIDE / max(heat.shape))
    size = tuple(max(1, round(v * gain)) for v in heat.shape[::-1])
    small = cv2.resize(heat, size, interpolation=cv2.INTER_AREA)
    return {"width": size[0], "height": size[1], "png": _encoded(".png", small, [])}


def _encoded(kind: str, pixels: np.ndarray, options: list[int]) -> str:
    done, data = cv2.imencode(kind, np.ascontiguousarray(pixels), options)
    assert done
    return base64.b64encode(data.tobytes()).decode()
