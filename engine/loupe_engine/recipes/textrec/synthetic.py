"""Drawn texts: dates, lots, serials and what looks like the texts of the job, on grounds of its own images.

They teach characters that are rare in the images, and are never judged by.
"""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Callable, Sequence

import cv2
import numpy as np

from ..text.decode import answers_needed
from ..text.widths import HEIGHT, STRIDE
from .lettering import SEGMENTS, dots, drawable, engraved, printed, segments, stamped
from .texts import Crop

ENOUGH = 10  # examples of a character, from which on it needs no help
RARE_WEIGHT = 8  # times as often as others
LENGTHS = (3, 16)  # characters of a free text
FRAME = 0.12  # of the height, beside a text at most
STYLES: tuple[tuple[Callable, float], ...] = (
    (printed, 0.4),
    (dots, 0.25),
    (engraved, 0.2),
    (stamped, 0.15),
)
PREFIXES = ("LOT", "EXP", "MFG", "S/N", "SN", "NO.", "BATCH", "批号", "有效期", "生产日期")
KINDS = (string.digits, string.ascii_uppercase, string.ascii_lowercase)


class Drawer:
    """Draws texts of the characters that a training reads."""

    def __init__(self, texts: Sequence[str], characters: Sequence[str]) -> None:
        self.texts = texts
        self.allowed = frozenset(one for one in characters if one == " " or drawable(one))
        seen = Counter(one for text in texts for one in text)
        # of a whole language only what the images show, and of what they show rarely the most
        listed = [one for one in seen if one in self.allowed and one != " "] or sorted(self.allowed - {" "})
        usual = [one for one in string.digits + string.ascii_uppercase if one in self.allowed]
        self.characters = sorted({*listed, *usual})
        weights = np.array([RARE_WEIGHT if seen[one] < ENOUGH else 1 for one in self.characters], np.float64)
        self.weights = weights / weights.sum() if len(weights) else weights

    def draw(self, rng: np.random.Generator, ground: np.ndarray, most: int) -> tuple[Crop, str]:
        """A text that has room in so many columns, on a ground made of pixels (h, w, C) uint8."""
        text = self.text(rng, most)
        if set(text) <= SEGMENTS and rng.random() < 0.25:
            ink = segments(rng, text)
        else:
            place = rng.choice(len(STYLES), p=[share for _, share in STYLES])
            ink = STYLES[int(place)][0](rng, text)
        return on_ground(rng, ink, ground), text

    def text(self, rng: np.random.Generator, most: int) -> str:
        """What is to be written: a format, a text of the images with other characters, or anything."""
        way = rng.random()
        if way < 0.4 or not self.characters:
            found = self._format(rng)
        elif way < 0.75 and self.texts:
            found = self._like(rng, self.texts[int(rng.integers(len(self.texts)))])
        else:
            found = self._free(rng)
        found = "".join(one for one in found if one in self.allowed).strip(" ")
        room = most // STRIDE
        while found and answers_needed(found) > room:
            found = found[:-1].strip(" ")
        return found or self._any(rng)

    def _any(self, rng: np.random.Generator) -> str:
        return str(rng.choice(self.characters, p=self.weights)) if self.characters else ""

    def _free(self, rng: np.random.Generator) -> str:
        return "".join(self._any(rng) for _ in range(int(rng.integers(*LENGTHS))))

    def _like(self, rng: np.random.Generator, text: str) -> str:
        """Each character may become another one of its kind."""
        found = []
        for one in text:
            kind = next((kind for kind in KINDS if one in kind), None)
            if kind is not None and rng.random() < 0.7:
                found.append(kind[int(rng.integers(len(kind)))])
            else:
                found.append(self._any(rng) if rng.random() < 0.1 and one != " " else one)
        return "".join(found)

    def _format(self, rng: np.random.Generator) -> str:
        """A date, a lot or a serial number."""
        year, month, day = int(rng.integers(2018, 2036)), int(rng.integers(1, 13)), int(rng.integers(1, 29))
        mark = "-./"[int(rng.integers(3))]
        code = "".join(KINDS[int(rng.random() < 0.4)][int(rng.integers(10))] for _ in range(int(rng.integers(4, 10))))
        dates = (
            f"{year}{mark}{month:02}{mark}{day:02}",
            f"{day:02}{mark}{month:02}{mark}{year}",
            f"{year}{month:02}{day:02}",
            f"{day:02}{mark}{month:02}{mark}{year % 100:02}",
            f"{month:02}/{year}",
            f"{int(rng.integers(24)):02}:{int(rng.integers(60)):02}",
        )
        body = dates[int(rng.integers(len(dates)))] if rng.random() < 0.6 else code
        if rng.random() < 0.4:
            prefix = PREFIXES[int(rng.integers(len(PREFIXES)))]
            return prefix + ("", " ", ":", ": ", "-")[int(rng.integers(5))] + body
        return body


def on_ground(rng: np.random.Generator, ink: np.ndarray, ground: np.ndarray) -> Crop:
    """Ink (h, w) float32, -1…1 from dark to light, on the colours and the light of a ground (h, w, C) uint8."""
    high, wide = ink.shape
    border = 2 + int(HEIGHT * 0.3)
    size = (wide + 2 * border, high + 2 * border)
    soft = cv2.resize(ground, (max(2, size[0] // 24), 3), interpolation=cv2.INTER_AREA)
    base = cv2.resize(soft, size, interpolation=cv2.INTER_LINEAR).reshape(size[1], size[0], -1).astype(np.float32)
    base += rng.normal(0, rng.uniform(1, 7), base.shape[:2])[..., None]
    middle = float(base.mean())
    room = max(middle, 255 - middle)
    strength = rng.uniform(0.35, 1) * room
    sign = -1.0 if middle > 127 or (middle > 80 and rng.random() < 0.3) else 1.0
    layer = np.pad(ink, border)
    layer = cv2.GaussianBlur(layer, (0, 0), rng.uniform(0.3, 1.4)) if rng.random() < 0.7 else layer
    pixels = (base + sign * strength * layer[..., None]).clip(0, 255).astype(np.uint8)
    beside = rng.uniform(0, FRAME, 4) * high
    left, top = border - beside[0], border - beside[1]
    right, bottom = border + wide + beside[2], border + high + beside[3]
    return Crop(pixels, (left, top, right, top, right, bottom, left, bottom))
