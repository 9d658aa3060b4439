"""Ink of a text, (h, w) float32: 1 where it is, as it is printed, dotted, engraved, stamped, or shown in segments.

Letters are those of OpenCV's built-in fonts, which have Chinese.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

SIZE = 40  # pixels of a font
WEIGHTS = (300, 400, 500, 700)
LEAST_LIT = 0.3  # of a cell, where a dot stands
PARTS = {  # segments that shine: top, right above, right below, bottom, left below, left above, middle
    "0": "1111110",
    "1": "0110000",
    "2": "1101101",
    "3": "1111001",
    "4": "0110011",
    "5": "1011011",
    "6": "1011111",
    "7": "1110000",
    "8": "1111111",
    "9": "1111011",
    "-": "0000001",
    " ": "0000000",
}
SEGMENTS = frozenset((*PARTS, ".", ":"))


@lru_cache(maxsize=3)
def _font(name: str) -> cv2.FontFace:
    return cv2.FontFace(name)


@lru_cache(maxsize=30_000)
def drawable(one: str) -> bool:
    """Whether the fonts have a character: what they lack is drawn as a question mark."""
    if one == "?":
        return True
    if not one.isprintable():
        return False
    mark, drawn = (_written(x, _font("uni"), 400, SIZE, 0) for x in ("?", one))
    return bool(drawn.any()) and not (mark.shape == drawn.shape and (mark == drawn).all())


def _written(text: str, font: cv2.FontFace, weight: int, size: int, gap: int) -> np.ndarray:
    """Letters (h, w) uint8 with nothing beside them; `gap`: more pixels between two."""
    canvas = np.zeros((2 * size, int(len(text) * (1.3 * size + max(gap, 0))) + 2 * size), np.uint8)
    if gap:
        x = size // 2
        for one in text:
            (x, _), _ = cv2.putText(canvas, one, (x, int(1.4 * size)), (255,), font, size, weight)
            x += gap
    else:
        cv2.putText(canvas, text, (size // 2, int(1.4 * size)), (255,), font, size, weight)
    rows, columns = np.flatnonzero(canvas.any(1)), np.flatnonzero(canvas.any(0))
    if not len(rows):
        return np.zeros((size, size), np.uint8)
    return canvas[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def printed(rng: np.random.Generator, text: str) -> np.ndarray:
    """Ink on a surface, letters of one font, sometimes narrow or spread."""
    font = _font(("sans", "serif", "uni")[int(rng.integers(3))])
    gap = int(rng.integers(1, 9)) if rng.random() < 0.3 else 0
    letters = _written(text, font, int(rng.choice(WEIGHTS)), SIZE, gap)
    wide = max(2, round(letters.shape[1] * rng.uniform(0.75, 1.25)))
    return cv2.resize(letters, (wide, letters.shape[0]), interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def dots(rng: np.random.Generator, text: str) -> np.ndarray:
    """Drops of an ink jet, or a needle's: a dot for each cell of small letters."""
    chinese = any(ord(one) > 0x2E80 for one in text)
    rows = int(rng.integers(16, 20)) if chinese else int(rng.integers(7, 12))
    letters = _written(text, _font("sans" if not chinese else "uni"), 400, SIZE, 2)
    columns = max(2, round(letters.shape[1] * rows / letters.shape[0] * rng.uniform(0.8, 1.2)))
    cells = cv2.resize(letters, (columns, rows), interpolation=cv2.INTER_AREA) > 255 * LEAST_LIT
    step = max(3, round(SIZE / rows))
    ink = np.zeros((rows * step + step, columns * step + step), np.float32)
    radius = step * rng.uniform(0.3, 0.55)
    for y, x in np.argwhere(cells):
        if rng.random() < 0.03:
            continue
        at = (np.array([x, y]) + 1) * step + rng.normal(0, 0.07 * step, 2)
        cv2.circle(ink, tuple(map(int, at * 16)), max(8, int(radius * 16)), (1.0,), -1, cv2.LINE_AA, 4)
    return ink


def engraved(rng: np.random.Generator, text: str) -> np.ndarray:
    """Cut into a surface: one flank in the shade, the other in the light."""
    ink = printed(rng, text)
    shift = int(rng.integers(1, 3))
    shade, light = np.pad(ink, ((0, shift), (0, shift))), np.pad(ink, ((shift, 0), (shift, 0)))
    return shade * rng.uniform(0.5, 1) - light * rng.uniform(0.3, 0.9)


def stamped(rng: np.random.Generator, text: str) -> np.ndarray:
    """Letters each a little beside the line, and worn."""
    font, weight = _font("sans"), int(rng.choice(WEIGHTS[1:]))
    letters = [_written(one, font, weight, SIZE, 0) if one != " " else None for one in text]
    wide = sum((one.shape[1] if one is not None else SIZE // 3) + 8 for one in letters)
    ink = np.zeros((SIZE + 20, wide + 8), np.float32)
    x = 4
    for one in letters:
        if one is None:
            x += SIZE // 3 + 8
            continue
        part = one[:SIZE]
        # marks that are no capital keep their height over the line
        top = 8 + SIZE - round(0.3 * SIZE) - part.shape[0] if part.shape[0] < 0.6 * SIZE else 8
        y = int(np.clip(top + rng.integers(-2, 3), 0, SIZE + 20 - part.shape[0]))
        ink[y : y + part.shape[0], x : x + part.shape[1]] += part / 255.0
        x += part.shape[1] + int(rng.integers(3, 8))
    rows = np.flatnonzero(ink.any(1))
    ink = ink[rows[0] : rows[-1] + 1, : x + 2] if len(rows) else ink
    worn = cv2.resize(rng.random((max(2, ink.shape[0] // 5), max(2, ink.shape[1] // 5))), ink.shape[::-1])
    return (ink * (0.55 + 0.45 * (worn > rng.uniform(0.15, 0.4)))).clip(0, 1).astype(np.float32)


def segments(rng: np.random.Generator, text: str) -> np.ndarray:
    """The digits of a display."""
    high, wide = SIZE, round(SIZE * rng.uniform(0.45, 0.65))
    thick, space = int(rng.integers(3, 7)), int(rng.integers(5, 10))
    ink = np.zeros((high, (wide + space) * len(text)), np.float32)
    half = high // 2
    for i, one in enumerate(text):
        x = i * (wide + space)
        if one in ".:":
            for y in (high - thick,) if one == "." else (high // 3, 2 * high // 3):
                ink[y : y + thick, x + wide // 2 : x + wide // 2 + thick] = 1
            continue
        bars = (
            (0, thick, 1, wide - 1),
            (1, half - 1, wide - thick, wide),
            (half + 1, high - 1, wide - thick, wide),
            (high - thick, high, 1, wide - 1),
            (half + 1, high - 1, 0, thick),
            (1, half - 1, 0, thick),
            (half - thick // 2, half - thick // 2 + thick, 1, wide - 1),
        )
        for lit, (top, bottom, left, right) in zip(PARTS[one], bars, strict=True):
            if lit == "1":
                ink[top:bottom, x + left : x + right] = 1
    return ink
