"""Test defects on images of good parts, by kind and size. Pure functions of their generator.

None of their shapes and fillings is one that the method `synthetic` learns from (`synthetic/defects.py`): outlines are
Fourier series and superellipses, not noise above a level; lines are tapered arcs, not chains; materials are gratings,
not noise or pasted pieces; parts go missing, are pushed in, or change their hue, none of which is learned at all.
Strengths are such that a person sees each of them: what nobody sees says nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

Rng = np.random.Generator
Filled = tuple[np.ndarray, np.ndarray]  # what stands there (h, w, C), and how opaque it is (h, w) in 0…1
Draw = Callable[[Rng, np.ndarray, float, float], Filled]  # of a window, the size, and the image's longest side, pixels

SIZES = (0.015, 0.03, 0.06, 0.12, 0.24)  # longest extent, as a share of the image's longest side
VISIBLE = 8.0  # grey levels that a defect changes on average where it is: less is not tried
PLACES = 12  # that are tried until it shows
INSIDE = 0.9  # share of a defect that has to lie where the image counts
CELLS = 32  # a side: the grid in which places are weighed
PLAIN = 0.1  # share of the mean structure that a plain place is weighed with


@dataclass(frozen=True)
class Drawn:
    """An image with a defect, (H, W, C) uint8, and its box in pixels (left, top, right, bottom)."""

    pixels: np.ndarray
    box: tuple[int, int, int, int]


def _grid(window: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Offsets of the pixels of a window from its centre, x and y, (h, w) float32."""
    height, width = window.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    return x - (width - 1) / 2, y - (height - 1) / 2


def _ragged(rng: Rng, window: np.ndarray, size: float, soft: float) -> np.ndarray:
    """Opacity (h, w) of a region whose radius is a Fourier series of the angle; `soft`: width of its edge, a share."""
    x, y = _grid(window)
    angle, radius = np.arctan2(y, x), np.hypot(x, y)
    limit = np.ones_like(angle)
    for k in range(2, 6):
        limit += rng.normal(0, 0.35 / k) * np.cos(k * angle + rng.uniform(0, 2 * np.pi))
    limit = np.clip(limit / limit.max(), 0.35, 1) * size / 2
    return np.clip((limit - radius) / max(1.0, soft * size / 2) + 0.5, 0, 1)


def _block(rng: Rng, window: np.ndarray, size: float) -> np.ndarray:
    """Opacity (h, w) of a superellipse at an angle: between a disc and a rounded bar."""
    x, y = _grid(window)
    turn, power = rng.uniform(0, np.pi), rng.uniform(2.2, 6)
    across, along = size / 2 * rng.uniform(0.55, 1), size / 2
    u = np.abs(np.cos(turn) * x + np.sin(turn) * y) / along
    v = np.abs(np.cos(turn) * y - np.sin(turn) * x) / across
    reach = (u**power + v**power) ** (1 / power)
    return np.clip((1 - reach) * across + 0.5, 0, 1)


def _change(rng: Rng, window: np.ndarray, low: float, high: float) -> float:
    """Grey levels up or down, to the side where there is more room; more on rough surfaces, where less is seen."""
    strength = rng.uniform(low, high) + 0.5 * float(window.std())
    level = float(window.mean())
    up = rng.random() < 0.5 if 80 < level < 176 else level < 128
    return strength if up else -strength


def scratch(rng: Rng, window: np.ndarray, size: float, side: float) -> Filled:
    """An arc that tapers to its ends, with a rim of the opposite brightness on one side."""
    x, y = _grid(window)
    turn, bow = rng.uniform(0, np.pi), rng.uniform(-0.25, 0.25) * size
    t = np.linspace(-1, 1, 65)
    along, off = t * size / 2, bow * (1 - t**2) - bow / 2
    px, py = np.cos(turn) * along - np.sin(turn) * off, np.sin(turn) * along + np.cos(turn) * off
    width = max(1.0, rng.uniform(0.003, 0.008) * side)
    found, shade = np.zeros_like(x), np.zeros_like(x)
    for cx, cy, at in zip(px, py, t, strict=True):
        own = width * (0.35 + 0.65 * (1 - at**2)) / 2
        np.maximum(found, np.clip(own + 0.5 - np.hypot(x - cx, y - cy), 0, 1), out=found)
        shifted = np.hypot(x - cx + np.sin(turn) * width, y - cy - np.cos(turn) * width)
        np.maximum(shade, np.clip(own + 0.5 - shifted, 0, 1), out=shade)
    change = _change(rng, window, 45, 90)
    opaque = np.maximum(found, 0.5 * shade)
    level = change * np.where(found >= shade, 1.0, -0.6)
    return window + level[..., None], opaque


def stain(rng: Rng, window: np.ndarray, size: float, side: float) -> Filled:
    """A spot with a soft edge that darkens or lightens, less towards its middle as a dried drop does."""
    opaque = _ragged(rng, window, size, rng.uniform(0.15, 0.5))
    hollow = 1 - rng.uniform(0, 0.5) * np.clip(opaque * 2 - 1, 0, 1)
    return window + _change(rng, window, 28, 60), opaque * hollow


def texture(rng: Rng, window: np.ndarray, size: float, side: float) -> Filled:
    """A patch of another surface: a grating of the place's own mean, in a direction of its own."""
    x, y = _grid(window)
    turn, wave = rng.uniform(0, np.pi), max(3.0, rng.uniform(0.012, 0.03) * side)
    phase = 2 * np.pi * (np.cos(turn) * x + np.sin(turn) * y) / wave + rng.uniform(0, 2 * np.pi)
    bars = np.sin(phase) * (rng.uniform(24, 48) + 0.3 * float(window.std()))
    return window.mean((0, 1)) + bars[..., None], _block(rng, window, size)


def dent(rng: Rng, window: np.ndarray, size: float, side: float) -> Filled:
    """A place pushed in or out: what is there is drawn together or apart, lit from one side."""
    x, y = _grid(window)
    reach = np.hypot(x, y) / (size / 2)
    depth = np.clip(1 - reach**2, 0, 1) ** 2
    pull = rng.choice([-1, 1]) * rng.uniform(0.3, 0.55)
    middle = (np.array(window.shape[1::-1], np.float32) - 1) / 2
    by = (1 + pull * depth).astype(np.float32)
    moved = cv2.remap(window, x * by + middle[0], y * by + middle[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    lit = rng.uniform(0, 2 * np.pi)
    slope = (np.cos(lit) * x + np.sin(lit) * y) / (size / 2) * np.clip(1 - reach**2, 0, 1) * 2.6
    shade = (rng.uniform(30, 60) + 0.5 * float(window.std())) * slope
    return moved.reshape(window.shape) + shade[..., None], (reach < 1).astype(np.float32)


def missing(rng: Rng, window: np.ndarray, size: float, side: float) -> Filled:
    """What is there is gone: its surroundings go on over it, with their grain."""
    opaque = _block(rng, window, size)
    outside = (opaque < 0.05).astype(np.float32)
    blur = max(1.0, size / 3)
    weight = cv2.GaussianBlur(outside, (0, 0), blur)
    known = cv2.GaussianBlur(window * outside[..., None], (0, 0), blur).reshape(window.shape)
    around = known / np.maximum(weight, 1e-4)[..., None]
    rest = window - cv2.GaussianBlur(window, (0, 0), 1.5).reshape(window.shape)
    grain = float(np.sqrt((rest**2).mean(2)[outside > 0].mean())) if outside.any() else 0.0
    return around + rng.normal(0, grain, window.shape[:2])[..., None], opaque


def colour(rng: Rng, window: np.ndarray, size: float, side: float) -> Filled:
    """Another hue at the same brightness."""
    turn, strength = rng.uniform(0, 2 * np.pi), rng.uniform(24, 50)
    red, blue = strength * np.cos(turn), strength * np.sin(turn)
    shift = np.array([1.402 * red, -0.344 * blue - 0.714 * red, 1.772 * blue], np.float32)
    return window + shift, _ragged(rng, window, size, 0.2)


KINDS: dict[str, Draw] = {
    "scratch": scratch,
    "stain": stain,
    "texture": texture,
    "dent": dent,
    "missing": missing,
    "colour": colour,
}
IN_COLOUR = ("colour",)  # those that a grey image cannot have


def structure(pixels: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    """How much there is to see at each place, (CELLS, CELLS): more on a part than beside it; 0 where nothing counts."""
    grey = pixels.astype(np.float32).mean(2)
    small = [cv2.resize(v, (CELLS, CELLS), interpolation=cv2.INTER_AREA) for v in (grey, grey**2)]
    deviation = np.sqrt(np.clip(small[1] - small[0] ** 2, 0, None))
    counts = cv2.resize(allowed.astype(np.float32), (CELLS, CELLS), interpolation=cv2.INTER_AREA)
    return (deviation + PLAIN * deviation.mean() + 1e-3) * (counts > 0.5)


def with_defect(rng: Rng, kind: str, share: float, pixels: np.ndarray, allowed: np.ndarray) -> Drawn | None:
    """An image (H, W, 3) uint8 with one defect of that kind and size, where `allowed` (H, W) bool; None where it would
    not be seen: on a plain surface nothing can be missing, and a grey image has no hue.
    """
    height, width = pixels.shape[:2]
    side = float(max(height, width))
    size = max(2.0, share * side)
    grey = (pixels[..., 0] == pixels[..., 1]).all() and (pixels[..., 1] == pixels[..., 2]).all()
    weights = structure(pixels, allowed).ravel()
    if not weights.any() or (grey and kind in IN_COLOUR):
        return None
    places = rng.choice(weights.size, PLACES, p=weights / weights.sum())
    half = int(np.ceil(0.6 * size + 0.012 * side)) + 2
    for place in places:
        row, column = divmod(int(place), CELLS)
        y, x = ((at + rng.random()) / CELLS * full for at, full in ((row, height), (column, width)))
        y, x = (int(np.clip(v, size / 2, max(size / 2, full - size / 2))) for v, full in ((y, height), (x, width)))
        drawn = _at(rng, KINDS[kind], (size, side), pixels, allowed, (x, y, half))
        if drawn is not None:
            return drawn
    return None


def _at(
    rng: Rng,
    draw: Draw,
    lengths: tuple[float, float],
    pixels: np.ndarray,
    allowed: np.ndarray,
    where: tuple[int, int, int],
) -> Drawn | None:
    """The image with a defect around a place (x, y, half a window); None where it does not show or does not count."""
    x, y, half = where
    height, width = pixels.shape[:2]
    rows, columns = (np.clip(np.arange(v - half, v + half + 1), 0, full - 1) for v, full in ((y, height), (x, width)))
    window = pixels[rows[:, None], columns].astype(np.float32)
    filled, opaque = draw(rng, window, *lengths)
    inside = (np.arange(y - half, y + half + 1) == rows)[:, None] & (np.arange(x - half, x + half + 1) == columns)
    opaque = np.where(inside, opaque, 0)
    after = np.round(np.clip(window + (filled - window) * opaque[..., None], 0, 255))
    changed = np.abs(after - window).max(2)
    mask = opaque > 0.25
    if not mask.any() or changed[mask].mean() < VISIBLE:
        return None
    if allowed[rows[:, None], columns][mask].mean() < INSIDE:
        return None
    found = pixels.copy()
    at_y, at_x = np.nonzero(inside)
    found[rows[at_y], columns[at_x]] = after[at_y, at_x].astype(np.uint8)
    shown_y, shown_x = np.nonzero(mask)
    box = columns[shown_x.min()], rows[shown_y.min()], columns[shown_x.max()] + 1, rows[shown_y.max()] + 1
    return Drawn(found, tuple(int(v) for v in box))
