"""Addresses (`file:` and `http(s):`), hashes, and writes that are whole or not there at all."""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlparse

READ_TIMEOUT_S = 60
RETRY_S = (1, 2, 4, 8, 16, 30)


def path_of(address: str, base: Path | None = None) -> Path | None:
    """The local path of a `file:` address or a plain path (relative ones under `base`); None for `http(s):`."""
    parts = urlparse(address)
    if parts.scheme in ("http", "https"):
        return None
    if parts.scheme == "file":
        return Path(urllib.request.url2pathname(parts.path))
    path = Path(address)
    return path if path.is_absolute() or base is None else base / path


def sha256_file(path: Path) -> str:
    """Hex digest of a file's bytes."""
    digest = hashlib.sha256()
    with open(path, "rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


class _Hashing:
    """A stream that hashes what passes through; enough of a file for torch.save."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream, self.digest, self.bytes = stream, hashlib.sha256(), 0

    def write(self, block: bytes) -> int:
        self.digest.update(block)
        self.bytes += len(block)
        return self.stream.write(block)

    def flush(self) -> None:
        self.stream.flush()


def write_whole(path: Path, write: Callable[[_Hashing], object]) -> tuple[str, int]:
    """Write beside, fsync, rename: the file is there whole or not at all. Returns (sha256, bytes).

    Raises OSError (ENOSPC when the disk is full); what was half written is removed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(beside, "wb") as stream:
            hashing = _Hashing(stream)
            write(hashing)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(beside, path)
        sync_folder(path.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    return hashing.digest.hexdigest(), hashing.bytes


def sync_folder(folder: Path) -> None:
    """Make a rename durable. Windows cannot open a folder; there the rename itself is all there is."""
    with contextlib.suppress(OSError, AttributeError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def open_address(address: str, token: str | None) -> Iterator[bytes]:
    """Blocks of what an `http(s):` address holds. Raises OSError (urllib's errors are OSErrors too)."""
    request = urllib.request.Request(address)
    if token:
        request.add_header("authorization", f"Bearer {token}")
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=READ_TIMEOUT_S) as answer:
        while block := answer.read(1 << 20):
            yield block


def fetch(address: str, sha256: str, cache: Path, token: str | None) -> Path:
    """What `address` holds, as a local file: `file:` used in place, `http(s):` cached under its hash.

    Raises FileNotFoundError where there is nothing, OSError where it cannot be read, ValueError on a wrong hash
    of what came over the network (a file used in place is checked by its reader).
    """
    local = path_of(address)
    if local is not None:
        if not local.exists():
            raise FileNotFoundError(str(local))
        return local
    kept = cache / sha256[:2] / sha256
    if kept.exists():
        return kept
    found = _download(address, kept, token)
    if found != sha256:
        kept.unlink()
        raise ValueError(f"{address}: expected {sha256}, got {found}")
    return kept


def _download(address: str, path: Path, token: str | None) -> str:
    """Get a file over the network, with patience for a server that restarts. Returns its sha256."""
    for pause in (*RETRY_S, None):
        try:
            return write_whole(path, lambda out: [out.write(block) for block in open_address(address, token)])[0]
        except urllib.error.HTTPError as error:
            if error.code in (404, 410):
                raise FileNotFoundError(address) from error
            if error.code < 500 or pause is None:
                raise
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            if pause is None:
                raise
        time.sleep(pause)
    raise AssertionError("the last try returns or raises")


def blob_address(base: str, sha256: str) -> str:
    """Blobs lie at `ab/cd/<hash>` under their base, in a folder and on the blob route alike."""
    base = base if base.endswith("/") else base + "/"
    return f"{base}{sha256[:2]}/{sha256[2:4]}/{sha256}"
