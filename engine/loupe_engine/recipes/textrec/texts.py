"""Texts of a job: which can be learned, where each stands, and the crops of the images that show them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from ...data.images import ImageStore, decoded
from ...data.manifest import ManifestImage, Shape
from ...job import Job
from ..text.charset import is_character
from ..text.decode import answers_needed
from ..text.quads import clockwise, is_convex, smallest_quad
from ..text.widths import HEIGHT, STRIDE, columns_of, group_of, inset, whole_quad
from .params import Params

BESIDE = 0.3  # of a text's height, on each side of it: what jitter may show
LARGE = 4 * HEIGHT  # pixels; higher texts are kept smaller, still twice as large as they are read
FEW_PIXELS = 4_000_000  # room for the texts of an image, about


@dataclass(frozen=True)
class Text:
    """One text: `quad` in pixels of its image, `place` among the texts of the image that are used, the columns in
    which it is read, and up to how many the texts have that it is learned with.
    """

    image: ManifestImage
    place: int
    quad: tuple[float, ...]
    text: str
    columns: int
    group: int


def texts_of(images: Iterable[ManifestImage], params: Params, whole: bool, warn: Callable[..., None]) -> list[Text]:
    """The texts that can be learned and judged. What does not fit is counted in a warning for each reason, which names
    a file. `whole`: an image with one text is that text.
    """
    refused: dict[str, list[str]] = {}
    found = []
    for image in images:
        typed = [shape for shape in image.shapes if not shape.ignore and shape.text is not None]
        place = 0
        for shape in typed:
            corners = quad_of(shape)
            if whole and len(typed) == 1:
                corners = np.array(whole_quad(image.width, image.height)).reshape(4, 2)
            reason = "data.quadCrossed" if corners is None else _reason(shape.text or "", corners, params)
            if reason:
                refused.setdefault(reason, []).append(image.name)
                continue
            quad = tuple(map(float, corners.ravel()))
            columns, _ = columns_of(inset(quad, params.edge_cut), params.width_zoom, params.width)
            found.append(Text(image, place, quad, shape.text or "", columns, group_of(columns)))
            place += 1
    for code, names in refused.items():
        warn(code, file=names[0], count=len(names))
    return found


def quad_of(shape: Shape) -> np.ndarray | None:
    """Corners (4, 2) of a shape from where its text begins, clockwise; None where they cross. Of a region with more
    corners, the smallest rectangle around them.
    """
    points = np.array(shape.points, np.float64).reshape(-1, 2)
    if len(points) == 2:
        (x1, y1), (x2, y2) = points
        points = np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]])
    if not np.isfinite(points).all() or len(points) < 3:
        return None
    if shape.kind == "polygon" or len(points) != 4:
        return smallest_quad(points)
    return clockwise(points) if is_convex(points) else None


def _reason(text: str, corners: np.ndarray, params: Params) -> str | None:
    """Why a text cannot be learned."""
    if not text.strip():
        return "data.textEmpty"
    if any(not is_character(one) for one in text):
        return "data.textLines"
    if len(text) > params.max_text_length:
        return "data.textLong"
    columns, _ = columns_of(inset(corners.ravel().tolist(), params.edge_cut), params.width_zoom, params.width)
    return "data.textNarrow" if answers_needed(text) > columns // STRIDE else None


@dataclass(frozen=True)
class Crop:
    """Pixels (h, w, C) uint8 with C 1 or 3, and the quad (8,) in them."""

    pixels: np.ndarray
    quad: tuple[float, ...]

    @property
    def nbytes(self) -> int:
        return self.pixels.nbytes


class CropStore(ImageStore):
    """The texts of images as crops with something beside them. What fits stays in memory, the rest is cut again."""

    def __init__(self, job: Job, texts: Iterable[Text], memory_bytes: int) -> None:
        super().__init__(job, 0, memory_bytes)
        self._texts: dict[str, list[Text]] = {}
        for text in texts:
            self._texts.setdefault(text.image.sha256, []).append(text)
        self._crops: dict[str, list[Crop]] = {}

    def get(self, image: ManifestImage) -> list[Crop]:
        """Of the texts of an image in their order. Raises UnusableImage."""
        with self._lock:
            found = self._crops.get(image.sha256)
        if found is not None:
            return found
        pixels = decoded(self.job, image)
        found = [crop_of(pixels, text.quad) for text in self._texts.get(image.sha256, ())]
        size = sum(crop.nbytes for crop in found)
        with self._lock:
            if size <= self.room and image.sha256 not in self._crops:
                self.room -= size
                self._crops[image.sha256] = found
        return found

    @property
    def full(self) -> bool:
        return self.room < FEW_PIXELS


def crop_of(pixels: np.ndarray, quad: tuple[float, ...]) -> Crop:
    """What of an image (H, W, 3) uint8 a text and a little beside it take; grey where it is grey."""
    corners = np.array(quad).reshape(4, 2)
    high = max(np.linalg.norm(corners[2] - corners[1]), np.linalg.norm(corners[3] - corners[0]))
    size = np.array([pixels.shape[1], pixels.shape[0]])
    low = np.floor(corners.min(0) - BESIDE * high - 2).clip(0, size - 1).astype(int)
    end = np.minimum(np.maximum(np.ceil(corners.max(0) + BESIDE * high + 2).astype(int), low + 1), size)
    part = pixels[low[1] : end[1], low[0] : end[0]]
    grey = (part[..., 0] == part[..., 1]).all() and (part[..., 1] == part[..., 2]).all()
    part = np.ascontiguousarray(part[..., :1] if grey else part)
    gain = np.ones(2)
    if high > LARGE:
        wanted = np.maximum(1, np.round(part.shape[1::-1] / (high / (2 * HEIGHT)))).astype(int)
        gain = wanted / part.shape[1::-1]
        small = cv2.resize(part, tuple(map(int, wanted)), interpolation=cv2.INTER_AREA)
        part = small.reshape(*small.shape[:2], -1)
    return Crop(part, tuple(map(float, ((corners - low) * gain).ravel())))
