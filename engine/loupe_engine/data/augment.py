"""Random changes to images and their truths; each is a pure function of the random generator it is handed."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from .blending import with_channels
from .outlines import IGNORE, LEAST_VISIBLE, Outlines, clip_to, clipped, joined, mirrored, moved, shares

cv2.setNumThreads(1)  # the training threads need the cores; and one thread is the same everywhere

FILL = 114
TILT_SIDE = 640  # pixels of the canvas by which perspective is counted: as strong at every other size
LEAST_DEPTH = 0.1  # of the middle's: what is nearer is enlarged tenfold
REACH = (0.5, 1.5)  # canvas sides from the middle to the end of an image alone, and of the farthest of four


@dataclass
class Sample:
    """image (H, W, C) uint8 with C 1 or 3; its truths, clipped to it. Boxes and masks are made of them later."""

    image: np.ndarray
    outlines: Outlines


@dataclass(frozen=True)
class Warp:
    """Ranges of the geometric change: degrees, share of size, share of the canvas; perspective, per pixel of a canvas
    of 640.
    """

    rotate: float
    scale: float
    translate: float
    perspective: float = 0.0


def random_matrix(rng: np.random.Generator, warp: Warp, canvas: tuple[int, int], reach: float = 0.5) -> np.ndarray:
    """(3, 3): from a frame with its origin at the middle to pixels of a canvas (height, width), with random turn, size,
    place and tilt.

    What lies within `reach` canvas sides of the middle, along each axis, stays in front of the viewer.
    """
    scale = 1 + rng.uniform(-warp.scale, warp.scale) if warp.scale else 1.0
    angle = np.deg2rad(rng.uniform(-warp.rotate, warp.rotate)) if warp.rotate else 0.0
    sides, size = np.array(canvas[::-1]), max(canvas)
    shift = rng.uniform(-warp.translate, warp.translate, 2) * sides if warp.translate else np.zeros(2)
    middle = sides / 2 + shift
    cos, sin = np.cos(angle) * max(scale, 0.05), np.sin(angle) * max(scale, 0.05)
    flat = np.array([[cos, -sin, middle[0]], [sin, cos, middle[1]], [0, 0, 1]])
    if not warp.perspective:
        return flat
    tilt = rng.uniform(-warp.perspective, warp.perspective, 2) * TILT_SIDE / size
    tilt *= min(1.0, (1 - LEAST_DEPTH) / (reach * size * np.abs(tilt).sum()))
    return flat @ np.array([[1, 0, 0], [0, 1, 0], [*tilt, 1]])


def paste(canvas: np.ndarray, image: np.ndarray, outlines: Outlines, matrix: np.ndarray) -> Outlines:
    """Warp an image onto a canvas (in place) by a (3, 3) matrix; gives what is seen of its truths there."""
    x1, y1, x2, y2 = _seen(canvas, image, matrix)
    if x1 < x2 and y1 < y2:
        # Pixel centres lie at +0.5 for our outlines and at whole numbers for OpenCV.
        half = np.array([[1, 0, -0.5 - x1], [0, 1, -0.5 - y1], [0, 0, 1.0]])
        centred = half @ matrix @ np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
        part, size = canvas[y1:y2, x1:x2], (x2 - x1, y2 - y1)
        how = {"dst": part, "flags": cv2.INTER_LINEAR, "borderMode": cv2.BORDER_TRANSPARENT}
        if (matrix[2] == (0, 0, 1)).all():
            cv2.warpAffine(image, centred[:2], size, **how)
        else:
            cv2.warpPerspective(image, centred, size, **how)
    return clip_to(moved(outlines, matrix), canvas.shape[1], canvas.shape[0])


def _seen(canvas: np.ndarray, image: np.ndarray, matrix: np.ndarray) -> tuple[int, int, int, int]:
    """x1, y1, x2, y2 of the part of a canvas where an image can be seen: looking at all others takes longest."""
    height, width = image.shape[:2]
    corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1.0]]) @ matrix.T
    corners = corners[:, :2] / corners[:, 2:]
    low = np.floor(corners.min(0) - 1).clip(0, canvas.shape[1::-1]).astype(int)
    high = np.ceil(corners.max(0) + 1).clip(0, canvas.shape[1::-1]).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def mosaic(
    rng: np.random.Generator, size: tuple[int, int], parts: list[tuple[np.ndarray, Outlines]], warp: Warp
) -> Sample:
    """One or four images on a canvas (height, width). Four meet at a random joint (mosaic, YOLOv4, Bochkovskiy et al.,
    2020).

    They are warped straight onto the canvas: no canvas of twice the size is ever made.
    """
    channels = max(image.shape[2] for image, _ in parts)
    canvas = np.full((*size, channels), FILL, np.uint8)
    matrix = random_matrix(rng, warp, size, REACH[len(parts) == 4])
    joint = rng.uniform(-0.5, 0.5, 2) * size[::-1] if len(parts) == 4 else None
    found = []
    for i, (image, outlines) in enumerate(parts):
        height, width = image.shape[:2]
        if joint is None:
            x, y = -width / 2, -height / 2
        else:
            x = joint[0] - width if i in (0, 2) else joint[0]
            y = joint[1] - height if i in (0, 1) else joint[1]
        place = matrix @ np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])
        found.append(paste(canvas, with_channels(image, channels), outlines, place))
    return Sample(canvas, joined(found))


def blend(rng: np.random.Generator, a: Sample, b: Sample) -> Sample:
    """Two samples over each other with the truths of both (mixup, Zhang et al., 2018; ratio as in YOLOX)."""
    share = rng.beta(32.0, 32.0)
    channels = max(a.image.shape[2], b.image.shape[2])
    first, second = (with_channels(s.image, channels).astype(np.float32) for s in (a, b))
    image = (first * share + second * (1 - share)).astype(np.uint8)
    return Sample(image, joined([a.outlines, b.outlines]))


def flip(sample: Sample, horizontal: bool, vertical: bool) -> Sample:
    """Mirror a sample left to right, top to bottom, or both."""
    if not (horizontal or vertical):
        return sample
    image, outlines = sample.image, sample.outlines
    height, width, channels = image.shape
    if horizontal:
        outlines = mirrored(outlines, 0, width)
    if vertical:
        outlines = mirrored(outlines, 1, height)
    how = -1 if horizontal and vertical else int(horizontal)
    return Sample(cv2.flip(image, how).reshape(height, width, channels), outlines)


def crop(
    rng: np.random.Generator, image: np.ndarray, outlines: Outlines, widths: tuple[int, ...], heights: tuple[int, ...]
) -> tuple[np.ndarray, Outlines]:
    """A random part of an image, sides within the ranges and the image; what is hardly left becomes IGNORE."""
    height, width = image.shape[:2]
    w = min(width, int(rng.integers(widths[0], widths[1] + 1)))
    h = min(height, int(rng.integers(heights[0], heights[1] + 1)))
    x, y = int(rng.integers(0, width - w + 1)), int(rng.integers(0, height - h + 1))
    part = image[y : y + h, x : x + w]
    return part, clip_to(replace(outlines, points=outlines.points - (x, y)), w, h)


def change_brightness(rng: np.random.Generator, image: np.ndarray, contrast: float, shift: int) -> np.ndarray:
    """Random contrast about the middle grey, ± its share, and grey levels added or taken, at most `shift`."""
    if not (contrast or shift):
        return image
    gain, offset = 1 + rng.uniform(-contrast, contrast), rng.uniform(-shift, shift)
    levels = ((np.arange(256) - 128.0) * gain + 128 + offset).clip(0, 255).astype(np.uint8)
    return cv2.LUT(image, levels).reshape(image.shape)


def degrade(rng: np.random.Generator, image: np.ndarray, grey: int, blur: int, noise: int) -> np.ndarray:
    """Grey and blur, each for a percentage of images, and noise of a random deviation up to `noise` grey levels."""
    if grey and rng.uniform(0, 100) < grey and image.shape[2] == 3:
        image = np.repeat(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)[..., None], 3, axis=2)
    if blur and rng.uniform(0, 100) < blur:
        side = int(rng.choice((3, 5, 7)))
        image = cv2.GaussianBlur(image, (side, side), 0).reshape(image.shape)
    if noise:
        grains = rng.standard_normal(image.shape, dtype=np.float32) * rng.uniform(0, noise)
        image = (image + grains).clip(0, 255).astype(np.uint8)
    return image


def erase(rng: np.random.Generator, sample: Sample) -> Sample:
    """Hide a random patch under grey (Random erasing, Zhong et al., 2020); truths that it hides become IGNORE."""
    tall, wide = sample.image.shape[:2]
    width, height = (rng.uniform(0.05, 0.25, 2) * (wide, tall)).astype(int) + 1
    x, y = int(rng.integers(0, wide - width + 1)), int(rng.integers(0, tall - height + 1))
    image = sample.image.copy()
    image[y : y + height, x : x + width] = FILL
    under = clipped(sample.outlines, (x, y), (x + width, y + height))
    hidden = shares(under, sample.outlines) > 1 - LEAST_VISIBLE
    return Sample(image, replace(sample.outlines, labels=np.where(hidden, IGNORE, sample.outlines.labels)))


def recolour(
    rng: np.random.Generator, image: np.ndarray, hue: float, saturation: float, brightness: float
) -> np.ndarray:
    """Random gains of hue, saturation and brightness, each ± its share. A grey image has only brightness."""
    gains = 1 + rng.uniform(-1, 1, 3) * (hue, saturation, brightness)
    levels = np.arange(256)
    bright = (levels * gains[2]).clip(0, 255).astype(np.uint8)
    if image.shape[2] == 1:
        return cv2.LUT(image, bright).reshape(image.shape) if brightness else image
    if not (hue or saturation or brightness):
        return image
    turned = ((levels + (gains[0] - 1) * 180) % 180).astype(np.uint8)
    strong = (levels * gains[1]).clip(0, 255).astype(np.uint8)
    h, s, v = cv2.split(cv2.cvtColor(image, cv2.COLOR_RGB2HSV))
    mixed = cv2.merge([cv2.LUT(h, turned), cv2.LUT(s, strong), cv2.LUT(v, bright)])
    return cv2.cvtColor(mixed, cv2.COLOR_HSV2RGB)
