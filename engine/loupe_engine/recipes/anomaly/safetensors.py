"""Reading and writing safetensors files: a length, a JSON header, plain numbers. Nothing in them can run.

Format: https://github.com/huggingface/safetensors#format
"""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import torch

DTYPES = {"F32": np.float32, "F16": np.float16, "I64": np.int64}
MOST_HEADER = 10_000_000


class DamagedFile(Exception):
    """The bytes are no whole safetensors file that we know how to read."""


def read(path: Path) -> dict[str, torch.Tensor]:
    """Tensors by name; float16 is read as float32. Raises DamagedFile, OSError."""
    return parse(path.read_bytes())


def parse(data: bytes) -> dict[str, torch.Tensor]:
    """Tensors from the bytes of a file. Raises DamagedFile."""
    try:
        (size,) = struct.unpack_from("<Q", data)
        if not 2 <= size <= min(MOST_HEADER, len(data) - 8):
            raise DamagedFile("a header longer than the file")
        header = json.loads(data[8 : 8 + size])
        body = memoryview(data)[8 + size :]
        return {name: _tensor(told, body) for name, told in header.items() if name != "__metadata__"}
    except DamagedFile:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, struct.error) as error:
        raise DamagedFile(f"{type(error).__name__}: {error}"[:200]) from error


def _tensor(told: dict, body: memoryview) -> torch.Tensor:
    kind = np.dtype(DTYPES[told["dtype"]]).newbyteorder("<")
    shape = [int(side) for side in told["shape"]]
    begin, end = told["data_offsets"]
    if min([0, *shape]) < 0 or not 0 <= begin <= end <= len(body) or end - begin != np.prod(shape) * kind.itemsize:
        raise DamagedFile("a tensor that lies outside the file or is of another length than its shape says")
    values = np.frombuffer(body[begin:end], kind).reshape(shape)
    return torch.from_numpy(values.astype(np.int64 if kind.kind == "i" else np.float32))


def encode(tensors: dict[str, torch.Tensor], half: bool = True) -> bytes:
    """The bytes of a file; floating-point numbers as float16 where `half`, counters are left out."""
    header, blocks, at = {}, [], 0
    for name in sorted(tensors):
        tensor = tensors[name].detach().cpu()
        if not tensor.is_floating_point():
            continue
        values = tensor.numpy().astype("<f2" if half else "<f4")
        block = values.tobytes()
        header[name] = {
            "dtype": "F16" if half else "F32",
            "shape": list(values.shape),
            "data_offsets": [at, at + len(block)],
        }
        blocks.append(block)
        at += len(block)
    told = json.dumps(header, separators=(",", ":")).encode()
    told += b" " * (-len(told) % 8)
    return struct.pack("<Q", len(told)) + told + b"".join(blocks)
