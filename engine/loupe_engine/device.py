"""Which processor, how many threads, which number format; and the probe that the server asks."""

from __future__ import annotations

import ctypes
import os
import platform
from typing import Any

import torch

from .faults import Fault

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # names and numbers of glibc's malloc.h
KEPT, KEPT_BY_OLD = 2**30, 2**25  # bytes; older versions take no more than the second


def choose_device(wish: str) -> torch.device:
    """`auto` takes the first accelerator that is there, else the processor. Raises Fault job.invalid."""
    if wish == "auto":
        return torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(wish)
        if device.type == "cuda":
            torch.cuda.get_device_properties(device)
    except (RuntimeError, AssertionError) as error:
        raise Fault("job.invalid", "prepare", field="device", reason=str(error)[:200]) from error
    return device


def fast_bf16(device: torch.device) -> bool:
    """Whether bfloat16 is quick here. Emulated bfloat16 is slower than float32, so being possible is not enough."""
    if device.type == "cuda":
        return torch.cuda.is_bf16_supported(including_emulation=False)
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as stream:
            flags = next((line for line in stream if line.startswith("flags")), "").split()
    except OSError:
        flags = []
    if "amx_bf16" in flags or "avx512_bf16" in flags:
        return True
    known = getattr(torch.cpu, "_is_avx512_bf16_supported", None)
    return bool(known and known())


def choose_dtype(precision: str, device: torch.device) -> torch.dtype:
    """`auto`: bfloat16 where it is quick, else float32."""
    if precision == "auto":
        return torch.bfloat16 if fast_bf16(device) else torch.float32
    return torch.bfloat16 if precision == "bf16" else torch.float32


def use_threads(wish: int) -> int:
    """Set PyTorch's threads; 0 means all but none of the cores. Returns the number in use."""
    threads = wish or os.cpu_count() or 1
    torch.set_num_threads(threads)
    return threads


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
    """Make allocations beyond the limit fail here, with a cause, before the system kills without one (Linux)."""
    if memory_bytes <= 0:
        return
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (memory_bytes, resource.RLIM_INFINITY))
    except (ImportError, OSError, ValueError):
        pass


def versions() -> dict[str, str]:
    """What computed this, for the person who must repeat it."""
    import numpy
    import onnx
    import onnxruntime
    import PIL

    from . import __version__

    return {
        "engine": __version__,
        "python": platform.python_version(),
        "torch": torch.__version__,
        "numpy": numpy.__version__,
        "pillow": PIL.__version__,
        "onnx": onnx.__version__,
        "onnxruntime": onnxruntime.__version__,
    }


def probe() -> dict[str, Any]:
    """One JSON object about this machine, for `python -m loupe_engine probe`."""
    cuda = []
    for i in range(torch.cuda.device_count() if torch.cuda.is_available() else 0):
        found = torch.cuda.get_device_properties(i)
        device = torch.device("cuda", i)
        cuda.append(
            {"id": f"cuda:{i}", "name": found.name, "memory_bytes": found.total_memory, "bf16": fast_bf16(device)}
        )
    cpu = {"id": "cpu", "name": platform.processor() or platform.machine(), "memory_bytes": total_memory()}
    bf16 = fast_bf16(torch.device("cpu"))
    return {
        "v": 1,
        "devices": [{**cpu, "bf16": bf16}, *cuda],
        "bf16": bf16,
        "threads": os.cpu_count() or 1,
        "versions": versions(),
    }


def total_memory() -> int:
    """Memory of this machine in bytes; 0 where the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 0


def free_memory() -> int:
    """Bytes that can be taken without pushing others out; a careful guess where the system does not say."""
    try:
        with open("/proc/meminfo", encoding="ascii") as stream:
            for line in stream:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return total_memory() // 4 or 2 << 30
