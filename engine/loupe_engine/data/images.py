"""Images of a job by index: fetched, checked, decoded, scaled, and kept in memory within a limit."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import torch

from ..faults import Fault
from ..files import blob_address, fetch
from ..job import Job
from ..memory import free_memory
from ..nn.letterbox import shrink
from .decode import BadImage, decode, size_of
from .manifest import ManifestImage

SHARE_OF_FREE_MEMORY = 0.4
MOST_WORKERS = 8
BYTES_A_PIXEL = 32  # while an image is decoded and scaled


class UnusableImage(Exception):
    """An image that cannot be used; `code` says why."""

    def __init__(self, code: str, image: ManifestImage, reason: str) -> None:
        super().__init__(f"{code}: {image.name}: {reason}")
        self.code, self.image, self.reason = code, image, reason


def read_bytes(job: Job, image: ManifestImage) -> bytes:
    """The file of an image, checked against its hash. Raises UnusableImage."""
    try:
        path = fetch(blob_address(job.blobs, image.sha256), image.sha256, job.out / "cache", job.token)
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise UnusableImage("data.imageMissing", image, "not there") from error
    except ValueError as error:
        raise UnusableImage("data.hashMismatch", image, str(error)) from error
    if hashlib.sha256(data).hexdigest() != image.sha256:
        raise UnusableImage("data.hashMismatch", image, "other bytes than its name says")
    return data


def decoded(job: Job, image: ManifestImage) -> np.ndarray:
    """The pixels of an image as it is, (H, W, 3) uint8. Raises UnusableImage."""
    try:
        return cut(decode(read_bytes(job, image)), image)
    except BadImage as error:
        raise UnusableImage("data.imageCorrupt", image, str(error)) from error


def cut(pixels: np.ndarray, image: ManifestImage) -> np.ndarray:
    """What an image is of the pixels (H, W, 3) of its file. Raises UnusableImage where its size is not as listed."""
    if image.region is not None:
        x, y, width, height = image.region
        pixels = pixels[y : y + height, x : x + width]
    if pixels.shape[:2] != (image.height, image.width):
        reason = f"is {pixels.shape[1]} x {pixels.shape[0]}, listed as {image.width} x {image.height}"
        raise UnusableImage("data.imageCorrupt", image, reason)
    return pixels


class ImageStore:
    """Scaled images by their hash. What fits stays in memory; the rest is decoded again, with the same result.

    Grey images are kept with one channel: a third of the memory and of the work of augmenting.
    """

    def __init__(self, job: Job, size: int, memory_bytes: int) -> None:
        self.job, self.size, self.room = job, size, memory_bytes
        self._kept: dict[tuple[str, tuple[int, ...] | None], np.ndarray] = {}
        self._whole: tuple[str, np.ndarray] | None = None  # of the last file with regions: its neighbours come next
        self._lock = threading.Lock()

    def get(self, image: ManifestImage) -> np.ndarray:
        """(h, w, 3) or, where grey, (h, w, 1), uint8, longest side `size`; read only. Raises UnusableImage."""
        key = image.sha256, image.region
        with self._lock:
            found = self._kept.get(key)
        if found is not None:
            return found
        pixels = self._read(image)
        with self._lock:
            if pixels.nbytes <= self.room and key not in self._kept:
                self.room -= pixels.nbytes
                self._kept[key] = pixels
        return pixels

    @property
    def full(self) -> bool:
        """Whether another image of this size may not fit any more."""
        return self.room < self.size * self.size * 3

    def _read(self, image: ManifestImage) -> np.ndarray:
        pixels = self._pixels(image)
        grey = (pixels[..., 0] == pixels[..., 1]).all() and (pixels[..., 1] == pixels[..., 2]).all()
        pixels = np.ascontiguousarray(pixels[..., :1]) if grey else pixels
        return shrink(torch.from_numpy(pixels), self.size).numpy()

    def _pixels(self, image: ManifestImage) -> np.ndarray:
        if image.region is None:
            return decoded(self.job, image)
        whole = self._whole
        if whole is None or whole[0] != image.sha256:
            try:
                whole = image.sha256, decode(read_bytes(self.job, image))
            except BadImage as error:
                raise UnusableImage("data.imageCorrupt", image, str(error)) from error
            self._whole = whole
        return cut(whole[1], image)


def check_all(
    store: ImageStore,
    images: list[ManifestImage],
    warn: Callable[..., None],
    tick: Callable[[int, int], None],
) -> tuple[int, ...]:
    """Places in the list of the images that cannot be used. Several are looked at at once; the store is filled.

    Policy: a broken, missing or wrong image is named in a warning and left out, and the job goes on with the others;
    when none is left the job ends with the first one's code. When memory is full only header and hash are looked at;
    an image that turns out broken later is replaced by plain grey that teaches nothing (see the recipe's data).
    """
    bad: list[tuple[int, UnusableImage]] = []
    threads = torch.get_num_threads()
    # PyTorch scales an image on as many threads as there are: here images come side by side, each on one.
    pool = ThreadPoolExecutor(_workers(images, threads), "check", torch.set_num_threads, (1,))
    try:
        for i, error in enumerate(pool.map(partial(_look_at, store), images)):
            if error is not None:
                bad.append((i, error))
                warn(error.code, file=error.image.name, image=error.image.id, reason=error.reason[:200])
            tick(i + 1, len(images))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        torch.set_num_threads(threads)
    if bad and len(bad) == len(images):
        first = bad[0][1]
        raise Fault(first.code, "prepare", first.image.name, bad=len(images), reason=first.reason[:200])
    return tuple(i for i, _ in bad)


def _workers(images: list[ManifestImage], threads: int) -> int:
    """As many as there are threads; fewer where images are so large that memory would not hold them all decoded."""
    largest = max((image.width * image.height for image in images), default=1)
    return max(1, min(threads, MOST_WORKERS, free_memory() // 2 // (largest * BYTES_A_PIXEL)))


def _look_at(store: ImageStore, image: ManifestImage) -> UnusableImage | None:
    """What is wrong with an image."""
    try:
        if store.full:
            data = read_bytes(store.job, image)
            try:
                size_of(data)
            except BadImage as error:
                raise UnusableImage("data.imageCorrupt", image, str(error)) from error
        else:
            store.get(image)
    except UnusableImage as error:
        return error
    return None
