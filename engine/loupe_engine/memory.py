"""How much memory there is, and that running out of it ends a job with a cause instead of a kill without one."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from collections.abc import Iterator
from pathlib import Path

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # names and numbers of glibc's malloc.h
KEPT, KEPT_BY_OLD = 2**30, 2**25  # bytes; older versions take no more than the second
PROC, CGROUPS = Path("/proc"), Path("/sys/fs/cgroup")


def keep_memory() -> None:
    """Let the allocator keep what is given back (glibc).

    It returns large blocks to the system at once, and each step of a training would have its tensors cleared page by
    page again: with small networks a third of the time and more (decision 0019).
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError, TypeError):  # another C library
        return
    mallopt(M_TRIM_THRESHOLD, KEPT)
    _ = mallopt(M_MMAP_THRESHOLD, KEPT) or mallopt(M_MMAP_THRESHOLD, KEPT_BY_OLD)


def limit_memory(memory_bytes: int) -> None:
    """Make allocations beyond the limit fail here, with a cause, before the system kills without one (Linux).

    0: beyond what is free now. Of use only where a job computes on the processor: drivers of accelerators reserve
    addresses far beyond the memory that they use.
    """
    if not sys.platform.startswith("linux"):
        return
    import resource

    try:
        limit = memory_bytes or _data_bytes() + free_memory()
        resource.setrlimit(resource.RLIMIT_DATA, (limit, resource.RLIM_INFINITY))
    except (OSError, ValueError):
        pass


def yield_to_others() -> None:
    """Where memory runs out all the same, the system shall end a training sooner than the database (Linux)."""
    with contextlib.suppress(OSError):
        (PROC / "self/oom_score_adj").write_text("500")


def total_memory() -> int:
    """Memory of this machine in bytes; 0 where the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 0


def free_memory() -> int:
    """Bytes that can be taken without pushing others out, within the limits of the container that this runs in; a
    careful guess where the system does not say.
    """
    found = [_available(), *_left_in_groups()]
    return min((room for room in found if room is not None), default=total_memory() // 4 or 2 << 30)


def room_left(memory_bytes: int) -> int:
    """Bytes that a job may still take: of its limit, or where that is 0, of what is free."""
    if not memory_bytes:
        return free_memory()
    try:
        return min(memory_bytes - _data_bytes(), free_memory())
    except (OSError, ValueError, IndexError):  # not Linux
        return free_memory()


def _data_bytes() -> int:
    """What the limit counts, as it is now."""
    return int((PROC / "self/statm").read_text("ascii").split()[5]) * os.sysconf("SC_PAGE_SIZE")


def _available() -> int | None:
    try:
        for line in (PROC / "meminfo").read_text("ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return None


def _left_in_groups() -> Iterator[int]:
    """Room in each control group with a limit that this process is in: containers and services have them."""
    try:
        rows = [line.split(":", 2) for line in (PROC / "self/cgroup").read_text("utf-8").splitlines()]
    except OSError:
        return
    for _, kinds, place in rows:
        if kinds == "":
            yield from _left_in(CGROUPS, place, "memory.max", "memory.current", "inactive_file")
        elif "memory" in kinds.split(","):
            names = "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"
            yield from _left_in(CGROUPS / "memory", place, *names)


def _left_in(root: Path, place: str, limit: str, used: str, cached: str) -> Iterator[int]:
    """Room in a group and in those around it. Pages of files that nobody uses are given back when they are wanted."""
    here = root / place.lstrip("/")
    for folder in (here, *here.parents):
        try:
            most, now = int((folder / limit).read_text("ascii")), int((folder / used).read_text("ascii"))
            pages = dict(line.split() for line in (folder / "memory.stat").read_text("ascii").splitlines())
            yield max(0, most - now + int(pages.get(cached, 0)))
        except (OSError, ValueError):  # no such group here, or no limit
            pass
        if folder == root:
            return
