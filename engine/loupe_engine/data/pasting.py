"""Objects cut from training images and pasted onto others, by their outlines.

Copy-paste: Ghiasi et al., Simple Copy-Paste is a Strong Data Augmentation Method, 2021; with soft edges, and at places
where the training images have such objects.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from .blending import laid_over, log_uniform, with_channels
from .outlines import FLAT, IGNORE, LEAST_SEEN, Outlines, boxes_of, chosen, is_tiny, joined, moved, rings_of

COUNTS = (1, 1, 2, 3)  # objects pasted onto an image, each as likely
TRIES = 4  # places looked at for an object
MOST_HIDDEN = 0.3  # of the box of an object
RESIZE = 1.25  # times larger or smaller at most
JITTER = 0.03  # standard deviation of a place, as a share of the image's sides
MARGIN = 4  # pixels around an object: the soft edge, and what tells how bright its surroundings are
SOFT = 1.0  # pixels; deviation of the soft edge of an outline
RIM = 0.15  # of the shorter side of a rectangle, where it fades towards its surroundings
EDGE = 1e-3  # of an image's side; what comes so close to its edge is probably cut off there

Load = Callable[[int], tuple[np.ndarray, Outlines]]  # an image (h, w, C) and its outlines at that scale


@dataclass(frozen=True)
class Objects:
    """What can be pasted. image (N,): number of its image; truth (N,): which of its outlines; label (N,); middle
    (N, 2): where it lies, as a share of the image's sides.
    """

    image: np.ndarray
    truth: np.ndarray
    label: np.ndarray
    middle: np.ndarray


def objects_of(images: Sequence[tuple[Outlines, tuple[int, int]]]) -> Objects:
    """Of outlines and size (width, height) of each image: whole objects that hide no other and lie in no region to
    ignore.
    """
    found = []
    for i, (outlines, size) in enumerate(images):
        boxes = boxes_of(outlines)
        relative = boxes / np.tile(size, 2)
        whole = (relative > EDGE).all(1) & (relative < 1 - EDGE).all(1) & (outlines.labels >= 0)
        for k in np.flatnonzero(whole):
            others = np.arange(len(boxes)) != k
            if is_free(boxes[k], boxes[others], outlines.labels[others]):
                found.append((i, k, outlines.labels[k], *(relative[k, :2] + relative[k, 2:]) / 2))
    table = np.array(found).reshape(-1, 5)
    image, truth, label = table[:, :3].astype(np.int64).T
    return Objects(image, truth, label, table[:, 3:])


def is_free(box: np.ndarray, boxes: np.ndarray, labels: np.ndarray) -> bool:
    """Whether what fills a box (4,) touches no region to ignore and hides little enough of each other object."""
    sides = np.minimum(box[2:], boxes[:, 2:]) - np.maximum(box[:2], boxes[:, :2])
    common = sides.clip(min=0).prod(1)
    area = (boxes[:, 2:] - boxes[:, :2]).prod(1)
    return not (common > np.where(labels == IGNORE, 0, MOST_HIDDEN * area)).any()


def paste_objects(
    rng: np.random.Generator,
    image: np.ndarray,
    outlines: Outlines,
    objects: Objects,
    load: Load,
    mirror: tuple[bool, bool],
) -> tuple[np.ndarray, Outlines]:
    """An image (h, w, C) uint8 with one to three further objects, and its truths with theirs after them.

    `mirror`: whether an object may be turned over left to right, top to bottom. What finds no place is left out; the
    given image stays as it is.
    """
    if not len(objects.label):
        return image, outlines
    changed = False
    for _ in range(int(rng.choice(COUNTS))):
        index = int(rng.integers(len(objects.label)))
        source, truths = load(int(objects.image[index]))
        which = np.arange(len(truths.labels)) == objects.truth[index]
        if len(truths.labels) <= objects.truth[index] or truths.labels[which][0] != objects.label[index]:
            continue  # its image cannot be read any more
        one = chosen(truths, which)
        matrix = _placed(rng, boxes_of(one)[0], image.shape, outlines, objects, index, mirror)
        if matrix is None:
            continue
        if not changed:
            image, changed = image.copy(), True
        new = moved(one, matrix)
        _lay(image, source, new, matrix)
        outlines = joined([outlines, new])
    return image, outlines


def _placed(
    rng: np.random.Generator,
    box: np.ndarray,
    shape: tuple[int, ...],
    outlines: Outlines,
    objects: Objects,
    index: int,
    mirror: tuple[bool, bool],
) -> np.ndarray | None:
    """(3, 3): from pixels of the object's image to a free place like those of its label; None where there is none."""
    size = np.array([shape[1], shape[0]], np.float64)
    alike = np.flatnonzero(objects.label == objects.label[index])
    boxes = boxes_of(outlines)
    for _ in range(TRIES):
        gains = log_uniform(rng, 1 / RESIZE, RESIZE) * np.where((rng.random(2) < 0.5) & mirror, -1, 1)
        middle = (objects.middle[rng.choice(alike)] + rng.normal(0, JITTER, 2)) * size
        half = np.abs(gains) * (box[2:] - box[:2]) / 2
        middle = np.clip(middle, half + LEAST_SEEN, size - half - LEAST_SEEN)
        new = np.concatenate([middle - half, middle + half])
        fits = (half * 2 + 2 * LEAST_SEEN <= size).all() and not is_tiny(new[None])[0]
        if fits and is_free(new, boxes, outlines.labels):
            shift = middle - gains * (box[:2] + box[2:]) / 2
            return np.array([[gains[0], 0, shift[0]], [0, gains[1], shift[1]], [0, 0, 1]])
    return None


def _lay(image: np.ndarray, source: np.ndarray, outlines: Outlines, matrix: np.ndarray) -> None:
    """Put one object onto an image, in place. Its brightness follows that of its new surroundings."""
    height, width, channels = image.shape
    box = boxes_of(outlines)[0]
    x, y = (int(v) for v in np.maximum(np.floor(box[:2]) - MARGIN, 0))
    right, bottom = (int(v) for v in np.minimum(np.ceil(box[2:]) + MARGIN, (width, height)))
    part = image[y:bottom, x:right]
    # Pixel centres lie at +0.5 for our outlines and at whole numbers for OpenCV.
    to_part = np.array([[1, 0, -x - 0.5], [0, 1, -y - 0.5], [0, 0, 1.0]]) @ matrix
    to_part = to_part @ np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    size = (right - x, bottom - y)
    piece = cv2.warpAffine(source, to_part[:2], size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    piece = with_channels(piece.reshape(*part.shape[:2], -1).astype(np.float32), channels)
    opaque = opacity([ring - (x, y) for ring in rings_of(outlines)], size)
    around = opaque < 0.1
    below = part.astype(np.float32)
    if around.any():
        piece += (below[around] - piece[around]).mean(0)
    part[:] = np.round(laid_over(below, piece, opaque)).astype(np.uint8)


def opacity(rings: list[np.ndarray], size: tuple[int, int]) -> np.ndarray:
    """(h, w) float32 in 0…1 for the rings of an object on a window of that size (width, height): 1 in a polygon, and
    falling over some pixels around it; a rectangle, in which its surroundings are seen too, fades within.
    """
    width, height = size
    ring = rings[0]
    low, high = ring.min(0), ring.max(0)
    if len(rings) == 1 and len(ring) == 4 and np.minimum(ring - low, high - ring).max() < FLAT:
        rim = max(1.0, RIM * float((high - low).min()))
        columns, rows = np.arange(width) + 0.5, np.arange(height) + 0.5
        across, down = (
            (np.minimum(at - a, b - at) / rim).clip(0, 1)
            for at, a, b in ((columns, low[0], high[0]), (rows, low[1], high[1]))
        )
        return (down[:, None] * across).astype(np.float32)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.round((ring - 0.5) * 16).astype(np.int32) for ring in rings], 255, cv2.LINE_AA, 4)
    mask = cv2.dilate(mask, np.ones((3, 3), np.uint8))
    return cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), SOFT)
