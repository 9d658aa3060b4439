"""Which processor, how many threads, which number format; and the probe that the server asks."""

from __future__ import annotations

import os
import platform
from typing import Any

import torch

from .faults import Fault
from .memory import total_memory

MOST_LOADERS = 4  # of one interpreter: more are no quicker


def choose_device(requested: str) -> torch.device:
    """`auto` takes the first accelerator that is there, else the CPU.

    Raises Fault device.missing where the one that is asked for is not there, job.invalid where it is no device's name.
    """
    if requested == "auto":
        return torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(requested)
    except RuntimeError as error:
        raise Fault("job.invalid", "prepare", field="device", reason=str(error)[:200]) from error
    if device.type == "cuda":
        try:
            torch.cuda.get_device_properties(device)
        except (RuntimeError, AssertionError) as error:
            raise Fault("device.missing", "prepare", device=requested, reason=str(error)[:200]) from error
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


def choose_dtype(precision: str, device: torch.device, takes_fp16: bool = False) -> torch.dtype:
    """The number format of a computation here. `takes_fp16`: whether `auto` may choose it, for the recipe's sake.

    `auto`: bfloat16 where it is quick; on graphics cards without it (compute capability below 8) float16, if it may;
    else float32. fp16 is of graphics cards alone: elsewhere it is as `auto`.
    """
    if precision == "fp16" and device.type == "cuda":
        return torch.float16
    if precision in ("auto", "fp16"):
        if fast_bf16(device):
            return torch.bfloat16
        return torch.float16 if takes_fp16 and device.type == "cuda" else torch.float32
    return torch.bfloat16 if precision == "bf16" else torch.float32


def autocast(device: torch.device, dtype: torch.dtype) -> torch.autocast:
    """Compute in a half-precision format where a network bears it; with float32 this changes nothing."""
    is_half = dtype in (torch.bfloat16, torch.float16)
    return torch.autocast(device.type, dtype if is_half else torch.bfloat16, enabled=is_half)


def use_threads(requested: int) -> int:
    """Set PyTorch's threads; 0 means all but none of the cores. Returns the number in use."""
    threads = requested or os.cpu_count() or 1
    torch.set_num_threads(threads)
    return threads


def loaders(device: torch.device) -> int:
    """Threads that make batches: one where the network needs the cores, all but one beside a graphics card."""
    return 1 if device.type == "cpu" else max(1, min(MOST_LOADERS, (os.cpu_count() or 1) - 1))


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
