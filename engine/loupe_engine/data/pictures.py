"""Pictures of a job by index: fetched, checked, decoded, scaled, and kept in memory within a limit."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable

import numpy as np
import torch

from ..faults import Fault
from ..files import blob_address, fetch
from ..job import Job
from ..nn.letterbox import shrink
from .decode import BadImage, decode, size_of
from .manifest import Picture

SHARE_OF_FREE_MEMORY = 0.4


class BadPicture(Exception):
    """A picture that cannot be used; `code` says why."""

    def __init__(self, code: str, picture: Picture, reason: str) -> None:
        super().__init__(f"{code}: {picture.name}: {reason}")
        self.code, self.picture, self.reason = code, picture, reason


def read_bytes(job: Job, picture: Picture) -> bytes:
    """The file of a picture, checked against its hash. Raises BadPicture."""
    try:
        path = fetch(blob_address(job.blobs, picture.sha256), picture.sha256, job.out / "cache", job.token)
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise BadPicture("data.imageMissing", picture, "not there") from error
    except ValueError as error:
        raise BadPicture("data.hashMismatch", picture, str(error)) from error
    if hashlib.sha256(data).hexdigest() != picture.sha256:
        raise BadPicture("data.hashMismatch", picture, "other bytes than its name says")
    return data


class PictureStore:
    """Scaled pictures by their hash. What fits stays in memory; the rest is decoded again, with the same result.

    Grey pictures are kept with one channel: a third of the memory and of the work of augmenting.
    """

    def __init__(self, job: Job, size: int, memory_bytes: int) -> None:
        self.job, self.size, self.room = job, size, memory_bytes
        self._kept: dict[str, np.ndarray] = {}
        self._lock = threading.Lock()

    def get(self, picture: Picture) -> np.ndarray:
        """(h, w, 3) or, where grey, (h, w, 1), uint8, longest side `size`; read only. Raises BadPicture."""
        with self._lock:
            found = self._kept.get(picture.sha256)
        if found is not None:
            return found
        pixels = self._read(picture)
        with self._lock:
            if pixels.nbytes <= self.room and picture.sha256 not in self._kept:
                self.room -= pixels.nbytes
                self._kept[picture.sha256] = pixels
        return pixels

    @property
    def full(self) -> bool:
        """Whether another picture of this size may not fit any more."""
        return self.room < self.size * self.size * 3

    def _read(self, picture: Picture) -> np.ndarray:
        try:
            pixels = decode(read_bytes(self.job, picture))
        except BadImage as error:
            raise BadPicture("data.imageCorrupt", picture, str(error)) from error
        if pixels.shape[:2] != (picture.height, picture.width):
            reason = f"is {pixels.shape[1]} x {pixels.shape[0]}, listed as {picture.width} x {picture.height}"
            raise BadPicture("data.imageCorrupt", picture, reason)
        grey = (pixels[..., 0] == pixels[..., 1]).all() and (pixels[..., 1] == pixels[..., 2]).all()
        pixels = np.ascontiguousarray(pixels[..., :1]) if grey else pixels
        return shrink(torch.from_numpy(pixels), self.size).numpy()


def check_all(
    store: PictureStore,
    pictures: list[Picture],
    warn: Callable[..., None],
    tick: Callable[[int, int], None],
) -> list[Picture]:
    """The pictures that can be used, in the same order. Fills the store while it looks.

    Policy: a broken, missing or wrong picture is named in a warning and left out, and the job goes on with the others;
    when none is left the job ends with the first one's code. When memory is full only header and hash are looked at;
    a picture that turns out broken later is replaced by plain grey that teaches nothing (see the recipe's data).
    """
    good: list[Picture] = []
    first: BadPicture | None = None
    for i, picture in enumerate(pictures):
        try:
            if store.full:
                data = read_bytes(store.job, picture)
                try:
                    size_of(data)
                except BadImage as error:
                    raise BadPicture("data.imageCorrupt", picture, str(error)) from error
            else:
                store.get(picture)
            good.append(picture)
        except BadPicture as error:
            first = first or error
            warn(error.code, file=error.picture.name, image=error.picture.image, reason=error.reason[:200])
        tick(i + 1, len(pictures))
    if first is not None and not good:
        raise Fault(first.code, "prepare", first.picture.name, bad=len(pictures), reason=first.reason[:200])
    return good
