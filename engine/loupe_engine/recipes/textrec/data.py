"""Batches of `textrec`: strips of texts, a little changed, and drawn ones among them, by (seed, epoch, position)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import torch

from ...data.augment import change_brightness, degrade, recolour
from ...data.images import UnusableImage
from ..text.decode import answers_needed
from ..text.widths import HEIGHT, STRIDE, columns_of, inset, whole_steps
from .params import Params
from .synthetic import Drawer
from .texts import Crop, CropStore, Text
from .warp import strip

ORDER, SAMPLE = 21, 22  # streams of randomness
SHIFT_ALONG, SHIFT_ACROSS = 0.12, 0.08  # of a text's height: how far its corners move
STRETCH = 0.1  # of its columns


@dataclass
class Batch:
    """strips (B, C, 48, W) uint8 with C 1 or 3, `content` (B,) columns of each from the left; `classes` (P,) int64,
    those of all texts one after the other, `lengths` (B,) of them.
    """

    strips: np.ndarray
    content: np.ndarray
    classes: np.ndarray
    lengths: np.ndarray
    step: tuple[int, int]


class TrainingSet:
    """Batches of texts of about one width each. Every batch is a pure function of (seed, epoch, position)."""

    def __init__(
        self,
        texts: list[Text],
        store: CropStore,
        params: Params,
        characters: Sequence[str],
        seed: int,
        warn: Callable[..., None],
    ) -> None:
        self.texts, self.store, self.params, self.seed, self.warn = texts, store, params, seed, warn
        self.classes = {one: i for i, one in enumerate(characters, 1)}
        self.batch_size = max(1, min(params.batch_size, len(texts)))
        self.drawn = min(round(self.batch_size * params.synthetic), self.batch_size - 1)  # of a batch
        self.repeats = -(-params.epoch_steps // self._once)
        self.drawer = Drawer([text.text for text in texts], characters)
        self._warned: set[str] = set()
        self._steps = lru_cache(maxsize=2)(self._steps_of)

    @property
    def _once(self) -> int:
        """Steps in which every text comes once."""
        return sum(-(-len(group) // self.real) for group in self._groups.values())

    @property
    def real(self) -> int:
        """Texts of the images in a batch, at most."""
        return self.batch_size - self.drawn

    @property
    def _groups(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for i, text in enumerate(self.texts):
            found.setdefault(text.group, []).append(i)
        return found

    @property
    def batches(self) -> int:
        """Steps of an epoch."""
        return self._once * self.repeats

    def use(self, repeats: int) -> None:
        """Make batches for epochs that go through the texts so often."""
        self.repeats = repeats

    def _steps_of(self, epoch: int, repeats: int) -> list[np.ndarray]:
        """For each step of an epoch the texts (B, 2): which, and how often the epoch used it before."""
        rng = np.random.default_rng([self.seed, ORDER, epoch])
        steps = []
        for turn in range(repeats):
            for group in self._groups.values():
                order = rng.permutation(group)
                parts = np.array_split(order, -(-len(order) // self.real))
                steps += [np.stack([part, np.full_like(part, turn)], 1) for part in parts]
        return [steps[i] for i in rng.permutation(len(steps))]

    def batch(self, step: tuple[int, int]) -> Batch:
        """The batch at (epoch, position): texts of about one width, and drawn ones that are no wider."""
        epoch, position = step
        # what a training by time leaves out of an epoch comes in another one
        steps = self._steps(epoch, self.repeats)
        used = steps[position % len(steps)]
        group = self.texts[int(used[0, 0])].group
        made = [self._seen(epoch, *map(int, one)) for one in used]
        room = np.random.default_rng([self.seed, SAMPLE, epoch, position, 1])
        made += [self._drawn(room, group) for _ in range(self.drawn)]
        return packed(made, self.classes, step)

    def _seen(self, epoch: int, index: int, turn: int) -> tuple[np.ndarray, str]:
        """A text, changed for the `turn`th time in an epoch: its strip (48, n, C) uint8, and what it says. One that
        breaks only now is a drawn one.
        """
        text = self.texts[index]
        rng = np.random.default_rng([self.seed, SAMPLE, epoch, index, 2 + turn])
        try:
            crop = self.store.get(text.image)[text.place]
        except UnusableImage as error:
            if text.image.sha256 not in self._warned:
                self._warned.add(text.image.sha256)
                self.warn(error.code, file=text.image.name, image=text.image.id, reason=error.reason[:200])
            return self._drawn(rng, text.group)
        return self._changed(rng, crop, text.group), text.text

    def _drawn(self, rng: np.random.Generator, most: int) -> tuple[np.ndarray, str]:
        behind = self.texts[int(rng.integers(len(self.texts)))]
        try:
            ground = self.store.get(behind.image)[behind.place].pixels
        except UnusableImage:
            ground = np.full((HEIGHT, HEIGHT, 1), 128, np.uint8)
        crop, text = self.drawer.draw(rng, ground, most)
        return self._changed(rng, crop, most), text

    def _changed(self, rng: np.random.Generator, crop: Crop, most: int) -> np.ndarray:
        """A strip (48, n, C) uint8 with n <= most."""
        p = self.params
        quad = jittered(rng, crop.quad, p.rotate)
        quad = inset(quad, rng.uniform(0, p.edge_cut)) if p.edge_cut else quad
        _, content = columns_of(quad, p.width_zoom, p.width)
        if p.width_zoom == "keep":
            content = round(content * (1 + rng.uniform(-STRETCH, STRETCH)))
        image = strip_of(crop.pixels, quad, max(1, min(content, most)))
        image = recolour(rng, image, 0, 0, p.brightness)
        return degrade(rng, change_brightness(rng, image, p.contrast, 0), 0, p.blur, p.noise)


def jittered(rng: np.random.Generator, quad: Sequence[float], degrees: float) -> list[float]:
    """A quad a little beside where it is, turned by at most so many degrees, but by no more than half its height."""
    corners = np.array(quad).reshape(4, 2)
    down = (corners[3] - corners[0] + corners[2] - corners[1]) / 2
    high = max(float(np.linalg.norm(down)), 1e-6)
    along = np.array([down[1], -down[0]]) / high
    wide = max(float(np.abs((corners[1] - corners[0]) @ along)), 1e-6)
    moves = rng.uniform(-1, 1, (4, 2)) * high * (SHIFT_ALONG / 2, SHIFT_ACROSS / 2)
    moves += rng.uniform(-1, 1, (1, 2)) * high * (SHIFT_ALONG / 2, SHIFT_ACROSS / 2)
    corners = corners + moves[:, :1] * along + moves[:, 1:] * (down / high)
    angle = np.deg2rad(rng.uniform(-degrees, degrees))
    angle = np.clip(angle, -high / wide / 2, high / wide / 2)
    cos, sin, middle = np.cos(angle), np.sin(angle), corners.mean(0)
    return ((corners - middle) @ np.array([[cos, sin], [-sin, cos]]) + middle).ravel().tolist()


def strip_of(pixels: np.ndarray, quad: Sequence[float], content: int) -> np.ndarray:
    """The strip (48, content, C) uint8 of a quad on pixels (H, W, C)."""
    found = strip(
        torch.from_numpy(np.ascontiguousarray(pixels)),
        torch.tensor(quad, dtype=torch.float32).view(4, 2),
        torch.empty(content),
        torch.tensor([float(content)]),
    )
    return ((found[0] + 1) * 127.5).round_().clamp_(0, 255).to(torch.uint8).permute(1, 2, 0).contiguous().numpy()


def packed(made: list[tuple[np.ndarray, str]], classes: dict[str, int], step: tuple[int, int]) -> Batch:
    """Strips (48, n, C) and texts as a batch that is as wide as the widest, and has room for each text's answers."""
    columns = whole_steps(max(max(image.shape[1], STRIDE * answers_needed(text)) for image, text in made))
    channels = max(image.shape[2] for image, _ in made)
    strips = np.zeros((len(made), channels, HEIGHT, columns), np.uint8)
    for i, (image, _) in enumerate(made):
        strips[i, :, :, : image.shape[1]] = image.transpose(2, 0, 1)
    return Batch(
        strips,
        np.array([image.shape[1] for image, _ in made], np.int64),
        np.array([classes[one] for _, text in made for one in text], np.int64),
        np.array([len(text) for _, text in made], np.int64),
        step,
    )


def as_input(strips: torch.Tensor, content: torch.Tensor) -> torch.Tensor:
    """Strips (B, C, 48, W) uint8 to what the network sees, (B, 3, 48, W) float32: 0 beside the text."""
    columns = torch.arange(strips.shape[3], device=strips.device)
    inside = (columns[None] < content[:, None])[:, None, None]
    return ((strips.float() / 127.5 - 1) * inside).expand(-1, 3, -1, -1)
