"""Drawn surfaces and parts of kinds that no default of the engine was chosen on, good ones and bad ones, in lots.

Ten images of a lot share light and pattern; a lot is on one side of a split. Defects are faint or small on purpose.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

SIDE, LOT = 256, 10
SEEN = 5  # grey levels that a defect changes at least
Random = np.random.Generator


def _noise(rng: Random, sigma: tuple[float, float], strength: float) -> np.ndarray:
    """(SIDE, SIDE) noise blurred so far across and down, of this deviation."""
    blurred = cv2.GaussianBlur(rng.normal(0, 1, (SIDE, SIDE)), (0, 0), sigmaX=sigma[0], sigmaY=sigma[1])
    return strength * blurred / blurred.std()


def _light(lot: Random) -> np.ndarray:
    """A gradient of light and its level."""
    y, x = np.mgrid[0:SIDE, 0:SIDE] / SIDE - 0.5
    angle = lot.uniform(0, 2 * np.pi)
    return lot.uniform(-12, 12) + lot.uniform(5, 25) * (x * np.cos(angle) + y * np.sin(angle))


def _somewhere(rng: Random, edge: int = 30) -> tuple[int, int]:
    return int(rng.integers(edge, SIDE - edge)), int(rng.integers(edge, SIDE - edge))


def _mask(draw: Callable[[np.ndarray], object], soft: float = 0.7) -> np.ndarray:
    mask = np.zeros((SIDE, SIDE), np.float32)
    draw(mask)
    return cv2.GaussianBlur(mask, (0, 0), soft)


def _line(rng: Random, length: tuple[int, int], width: int) -> np.ndarray:
    """A crack or scratch: a walk that hardly turns."""
    x, y = _somewhere(rng, 60)
    angle, points = rng.uniform(0, np.pi), [(x, y)]
    for _ in range(int(rng.integers(*length)) // 6):
        angle += rng.normal(0, 0.15)
        x, y = x + 6 * np.cos(angle), y + 6 * np.sin(angle)
        points.append((int(x), int(y)))
    return _mask(lambda m: cv2.polylines(m, [np.array(points)], False, 1.0, width, cv2.LINE_AA))


def _blob(rng: Random, radius: tuple[float, float], soft: float) -> np.ndarray:
    axes = tuple(int(v) for v in rng.uniform(*radius, 2))
    return _mask(lambda m: cv2.ellipse(m, _somewhere(rng), axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1), soft)


def _weave(lot: Random, rng: Random, bad: bool) -> np.ndarray:
    pitch, tone = lot.uniform(9, 12), lot.uniform(100, 150)
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(float)
    bend = _noise(rng, (20, 20), 1.2)
    warp, weft = np.cos(2 * np.pi * (x + bend) / pitch), np.cos(2 * np.pi * (y - bend) / pitch)
    over = np.sign(np.sin(np.pi * (x + bend) / pitch) * np.sin(np.pi * (y - bend) / pitch))
    image = tone + 22 * np.where(over > 0, warp, weft) + _noise(rng, (0.8, 0.8), 6) + _light(lot)
    if bad:
        kind = rng.integers(3)
        if kind == 0:  # a thread is missing
            at = int(rng.integers(40, SIDE - 40))
            start = int(rng.integers(0, 100))
            image[start : start + 110, at : at + int(pitch * 0.7)] -= 35
        elif kind == 1:
            image -= 20 * _blob(rng, (7, 18), 4)  # a stain
        else:
            image += rng.choice([-40, 40]) * _blob(rng, (4, 9), 1.5)  # a knot or a hole
    return image


def _brushed(lot: Random, rng: Random, bad: bool) -> np.ndarray:
    image = lot.uniform(120, 170) + _noise(rng, (30, 0.6), 9) + _noise(rng, (2, 0.5), 4) + _light(lot)
    if bad:
        kind = rng.integers(3)
        if kind == 0:
            image += rng.uniform(18, 32) * rng.choice([-1, 1]) * _line(rng, (40, 140), 1)
        elif kind == 1:  # a dent: light on one side, shade on the other
            dent = _blob(rng, (5, 10), 2)
            image += 90 * (dent - np.roll(dent, 3, 0))
        else:
            image -= 18 * _blob(rng, (10, 26), 6)
    return image


def _dial(lot: Random, rng: Random, bad: bool, shown: bool = True) -> np.ndarray:
    """A part that always lies alike: a dial with marks and screws, of which some are missing, turned or too many.

    Not `shown`: as a bad one, without what is wrong with it.
    """
    image = np.full((SIDE, SIDE), lot.uniform(165, 190), np.float32)
    middle = np.array([128.0, 128.0]) + rng.normal(0, 1.5, 2)
    turn = rng.normal(0, 0.02)
    kind = int(rng.integers(4)) if bad else -1
    kind, wrong = kind if shown else -1, int(rng.integers(12))

    def at(radius: float, angle: float) -> tuple[int, int]:
        return tuple(int(v) for v in middle + radius * np.array([np.cos(angle + turn), np.sin(angle + turn)]))

    cv2.circle(image, at(0, 0), 108, 60, -1, cv2.LINE_AA)
    for i in range(12):
        if kind != 0 or i != wrong:
            cv2.line(image, at(80, i * np.pi / 6), at(98, i * np.pi / 6), 200, 4 if i % 3 == 0 else 2, cv2.LINE_AA)
    if kind == 1:
        angle = (wrong + 0.5) * np.pi / 6
        cv2.line(image, at(80, angle), at(98, angle), 200, 2, cv2.LINE_AA)
    for i in range(4):
        angle = (i + 0.5) * np.pi / 2
        cv2.circle(image, at(52, angle), 13, 120, -1, cv2.LINE_AA)
        slot = 0.4 + (0.8 if kind == 2 and i == wrong % 4 else 0) + rng.normal(0, 0.03)
        step = 9 * np.array([np.cos(slot), np.sin(slot)])
        ends = [tuple(int(v) for v in np.array(at(52, angle)) + side * step) for side in (-1, 1)]
        cv2.line(image, *ends, 40, 3, cv2.LINE_AA)
    image = image + _noise(rng, (0.7, 0.7), 4) + 0.5 * _light(lot)
    return image + (45 * _line(rng, (30, 90), 1) if kind == 3 else 0)


def _cast(lot: Random, rng: Random, bad: bool) -> np.ndarray:
    image = lot.uniform(95, 140) + _noise(rng, (1, 1), 8) + _noise(rng, (4, 4), 8) + _noise(rng, (20, 20), 8)
    image = image + _light(lot)
    if bad:
        kind = rng.integers(3)
        if kind == 0:
            image -= 42 * _line(rng, (50, 150), 1)
        elif kind == 1:  # pores
            x, y = _somewhere(rng)
            for _ in range(int(rng.integers(4, 9))):
                place = (x + int(rng.normal(0, 9)), y + int(rng.normal(0, 9)))
                image -= 55 * _mask(lambda m, place=place: cv2.circle(m, place, int(rng.integers(1, 4)), 1.0, -1))
        else:
            image += 30 * _blob(rng, (6, 14), 1.5)
    return image


def _without_defect(name: str, lot: Random, rng: Random) -> np.ndarray:
    """A bad image as it would be if it were good: the same numbers are drawn until then."""
    return _dial(lot, rng, True, shown=False) if name == "dial" else DRAWN[name](lot, rng, False)


DRAWN = {"weave": _weave, "brushed": _brushed, "dial": _dial, "cast": _cast}


def drawn_pool(name: str, good: int, bad: int) -> tuple[list[tuple[np.ndarray, str, np.ndarray | None]], ...]:
    """Good and bad images (SIDE, SIDE, 3) uint8 with their lots, and of bad ones where they differ (bool)."""
    number = list(DRAWN).index(name)

    def one(i: int, is_bad: bool) -> tuple[np.ndarray, str, np.ndarray | None]:
        lot = i % (good // LOT)

        def draws() -> tuple[Random, Random]:
            return np.random.default_rng([number, lot]), np.random.default_rng([number, i, is_bad])

        image = DRAWN[name](*draws(), is_bad)
        truth = np.abs(image - _without_defect(name, *draws())) >= SEEN if is_bad else None
        return image.clip(0, 255).astype(np.uint8)[..., None].repeat(3, 2), f"lot{lot}", truth

    return [one(i, False) for i in range(good)], [one(i, True) for i in range(bad)]
