"""Tensors of a file that torch.save wrote before PyTorch 1.6, read without unpickling it.

Such a file is five pickles and then the numbers: three that only say what it is, one with the names of the tensors and
the keys of their storages, one with the keys in the order in which the numbers follow. Their opcodes are looked at, and
nothing is done that they say; so only the texts are seen, and shapes must be known from elsewhere.
"""

from __future__ import annotations

import pickletools
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import torch

HEAD, STANDING = 3, ("storage", "cpu")  # pickles before the names, and texts between a name and its key
COUNTER = "num_batches_tracked"  # the one tensor of whole numbers, of 8 bytes, that networks have


class UnknownFile(ValueError):
    """Not such a file."""


def read(path: Path) -> dict[str, torch.Tensor]:
    """Tensors by name, each flat (count,) float32; counters of batches are left out. Raises OSError, UnknownFile."""
    with path.open("rb") as file:
        try:
            for _ in range(HEAD):
                list(_texts(file))
            owners, name = {}, ""
            for text in _texts(file):
                if text.isdigit():
                    owners[text] = name
                elif text not in STANDING:
                    name = text
            found = {}
            for key in list(_texts(file)):
                (count,) = struct.unpack("<q", file.read(8))
                counter = owners[key].endswith(COUNTER)
                data = file.read(count * (8 if counter else 4))
                if not counter:
                    found[owners[key]] = torch.frombuffer(bytearray(data), dtype=torch.float32, count=count)
        except (ValueError, KeyError, struct.error) as error:
            raise UnknownFile(str(error)[:200]) from error
    return found


def _texts(file: BinaryIO) -> Iterator[str]:
    """Texts of the pickle at which the file stands; it then stands behind it."""
    for code, value, _ in pickletools.genops(file):
        if code.name == "BINUNICODE":
            yield value
