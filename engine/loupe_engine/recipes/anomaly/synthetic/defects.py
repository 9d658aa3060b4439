"""Synthetic defects on images of good parts: what the segmentation learns from. Pure functions of their generator.

Learning from synthetic defects: DRAEM, Zavrtanik et al., 2021; pasted pieces: CutPaste, Li et al., 2021.
Sizes and strengths are drawn on logarithmic scales, so that faint and small ones are as frequent as gross ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from ....data.blending import laid_over, log_uniform, with_channels

VISIBLE, IN_ROUGH = 4.0, 0.1  # grey levels, and share of the image's deviation: a smaller change nobody could see
LEAST_PIXELS, RETRIES = 6, 3  # a sample that shows less gets further defects, at most so many
Rng = np.random.Generator


def fractal_noise(rng: Rng, height: int, width: int, coarse: float) -> np.ndarray:
    """(height, width) float32, mean 0, deviation 1: three octaves of smooth noise from `coarse` cells a side
    upwards.
    """
    total = np.zeros((height, width), np.float32)
    longest = max(height, width)
    cells, strength = coarse, 1.0
    for _ in range(3):
        if cells >= longest:
            break
        size = (max(2, round(cells * width / longest)), max(2, round(cells * height / longest)))
        grid = rng.standard_normal((size[1], size[0]), dtype=np.float32)
        total += strength * cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC)
        cells, strength = cells * 2, strength / 2
    mean, deviation = cv2.meanStdDev(total)
    return (total - np.float32(mean)) / np.float32(deviation + 1e-6)


def _blob(rng: Rng, height: int, width: int) -> np.ndarray:
    """Torn patches: smooth noise above a level, within a random window so that they are not everywhere."""
    mask = (fractal_noise(rng, height, width, log_uniform(rng, 2, 24)) > rng.uniform(1.0, 2.2)).astype(np.float32)
    return mask * _window(rng, height, width)


def _window(rng: Rng, height: int, width: int) -> np.ndarray:
    window = np.zeros((height, width), np.float32)
    half_h, half_w = (max(2, round(log_uniform(rng, 0.06, 0.5) * side)) for side in (height, width))
    y, x = rng.integers(0, height), rng.integers(0, width)
    cv2.ellipse(window, (int(x), int(y)), (half_w, half_h), 0, 0, 360, 1.0, -1)
    return window


def _line(rng: Rng, height: int, width: int) -> np.ndarray:
    """Scratches and cracks: one to three polylines that keep or change their direction."""
    mask = np.zeros((height, width), np.uint8)
    longest = max(height, width)
    turn, angle = log_uniform(rng, 0.02, 0.8), rng.uniform(0, 2 * np.pi)
    thickness = max(1, round(log_uniform(rng, 1, 0.04 * longest)))
    for _ in range(int(rng.choice([1, 1, 1, 2, 3]))):
        point = rng.uniform(0, 1, 2) * (width, height)
        heading = angle + rng.normal(0, 0.1)
        points = [point]
        step = log_uniform(rng, 0.01, 0.09) * longest
        for _ in range(int(rng.integers(3, 14))):
            heading += rng.normal(0, turn)
            point = point + step * np.array([np.cos(heading), np.sin(heading)])
            points.append(point)
        path = np.round(np.array(points) * 8).astype(np.int32)
        cv2.polylines(mask, [path], False, 255, thickness, cv2.LINE_AA, 3)
    return mask.astype(np.float32) / 255


def _spots(rng: Rng, height: int, width: int) -> np.ndarray:
    """Pits, stains and dust: a few ellipses, or many small ones close together."""
    mask = np.zeros((height, width), np.uint8)
    longest = max(height, width)
    many = rng.random() < 0.2
    centre, spread = rng.uniform(0, 1, 2) * (width, height), log_uniform(rng, 0.03, 0.2) * longest
    for _ in range(int(rng.integers(5, 20)) if many else int(rng.integers(1, 4))):
        at = centre + rng.normal(0, spread, 2) if many else rng.uniform(0, 1, 2) * (width, height)
        radius = log_uniform(rng, 0.8, 2.5) if many else log_uniform(rng, 1.5, 0.12 * longest)
        axes = (max(4, round(8 * radius)), max(4, round(8 * radius * rng.uniform(0.4, 1))))
        x, y = np.round(at * 8).astype(int)
        cv2.ellipse(mask, (int(x), int(y)), axes, rng.uniform(0, 180), 0, 360, 255, -1, cv2.LINE_AA, 3)
    return mask.astype(np.float32) / 255


def _patch(rng: Rng, height: int, width: int) -> np.ndarray:
    """Rectangles at any angle, also long and thin ones."""
    mask = np.zeros((height, width), np.uint8)
    longest = max(height, width)
    size = tuple(log_uniform(rng, 0.02, 0.35) * longest for _ in range(2))
    at = tuple(float(v) for v in rng.uniform(0, 1, 2) * (width, height))
    angle = float(rng.choice([0.0, rng.uniform(0, 90)]))
    cv2.fillPoly(mask, [np.round(cv2.boxPoints((at, size, angle)) * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    return mask.astype(np.float32) / 255


SHAPES: tuple[Callable[[Rng, int, int], np.ndarray], ...] = (_blob, _line, _spots, _patch)
SHARES = (0.28, 0.28, 0.28, 0.16)


def _tint(rng: Rng, channels: int) -> np.ndarray:
    """Strength of a change in each channel: mostly alike, sometimes a colour."""
    if channels == 1 or rng.random() < 0.6:
        return np.ones(channels, np.float32)
    return rng.uniform(-0.3, 1, channels).astype(np.float32)


Part = tuple[slice, slice]  # rows and columns of an image


def _filled(rng: Rng, image: np.ndarray, others: Sequence[np.ndarray], part: Part, deviation: float) -> np.ndarray:
    """What stands in the defect's place, of that part of the image (h, w, C) float32."""
    height, width, channels = image.shape
    here = image[part]
    kind = rng.random()
    if kind < 0.42:  # darker or lighter, evenly or not
        change = rng.choice([-1, 1]) * log_uniform(rng, min(60.0, 9 + 0.4 * deviation), 120)
        rough = 1 + rng.uniform(0, 0.4) * fractal_noise(rng, height, width, log_uniform(rng, 8, 64))[part]
        return here + change * rough[..., None] * _tint(rng, channels)
    if kind < 0.56:  # another material
        grain = fractal_noise(rng, height, width, log_uniform(rng, 6, 96))[part][..., None]
        return rng.uniform(20, 235, channels if rng.random() < 0.4 else 1) + rng.uniform(3, 45) * grain
    if kind < 0.86:  # a piece from elsewhere: of this image, of another, or of another texture
        source = others[int(rng.integers(len(others)))] if len(others) and rng.random() < 0.5 else image
        turned = np.rot90(source, int(rng.integers(4))) if rng.random() < 0.5 else source
        if turned.shape[:2] != (height, width):
            turned = cv2.resize(turned, (width, height), interpolation=cv2.INTER_LINEAR).reshape(height, width, -1)
        shifts = (int(v) for v in (rng.uniform(-0.5, 0.5, 2) * (height, width)))
        places = (np.arange(p.start - by, p.stop - by) for p, by in zip(part, shifts, strict=True))
        rows, columns = (np.mod(at, side) for at, side in zip(places, (height, width), strict=True))
        moved = with_channels(turned[rows[:, None], columns].astype(np.float32), channels)
        return moved * rng.uniform(0.85, 1.15) + rng.normal(0, 8)
    if kind < 0.95:  # worn smooth
        return _smooth(image, part, log_uniform(rng, 1, 6))
    sharp = here + rng.uniform(1, 3) * (here - _smooth(image, part, 1.5))
    return sharp + rng.normal(0, rng.uniform(4, 20), here.shape[:2])[..., None]  # roughened


def _smooth(image: np.ndarray, part: Part, sigma: float) -> np.ndarray:
    """A part of the image blurred, (h, w, C)."""
    return cv2.GaussianBlur(image, (0, 0), sigma).reshape(image.shape)[part]


def _shaped(rng: Rng, height: int, width: int, allowed: np.ndarray | None) -> np.ndarray:
    """The shape of a defect where it may lie, (H, W) float32 in 0…1, with a hard or a soft edge."""
    shape = SHAPES[int(rng.choice(len(SHAPES), p=SHARES))](rng, height, width)
    if allowed is not None:
        shape = shape * allowed
    return cv2.GaussianBlur(shape, (0, 0), log_uniform(rng, 0.4, 2.0)) if rng.random() < 0.6 else shape


def add_defects(
    rng: Rng, image: np.ndarray, others: Sequence[np.ndarray], allowed: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """An image with one to three synthetic defects, and where they are.

    image (H, W, C) float32 in 0…255; others: images (uint8, any size) that pieces are taken from; allowed (H, W)
    float32 0 or 1, where defects may lie. Gives the changed image and its mask (H, W) float32 0 or 1.
    """
    height, width, _ = image.shape
    changed, found = image.copy(), np.zeros((height, width), np.float32)
    deviation = float(image.std())
    visible = VISIBLE + IN_ROUGH * deviation
    wanted = int(rng.choice([1, 1, 2, 3]))
    for made in range(wanted + RETRIES):
        if made >= wanted and found.sum() >= LEAST_PIXELS:
            break
        shape = _shaped(rng, height, width, allowed)
        left, top, across, down = cv2.boundingRect((shape > 0).view(np.uint8))
        part = slice(top, top + down), slice(left, left + across)
        if not across:
            continue
        shape, before = shape[part], changed[part]
        fill = _filled(rng, changed, others, part, deviation)
        after = laid_over(before, fill, shape * np.float32(rng.uniform(0.5, 1.0)))
        difference = np.maximum.reduce(np.abs(after - before).transpose(2, 0, 1))
        found[part][(shape > 0.25) & (difference > visible)] = 1
        changed[part] = after
    return changed, found
