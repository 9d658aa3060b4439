"""What the engine asks of the machine."""

from __future__ import annotations

import ctypes
import platform
import subprocess
import sys

import pytest

from loupe_engine.device import keep_memory

FAULTS = """
import resource, sys
import numpy
from loupe_engine.device import keep_memory
if sys.argv[1] == "keep":
    keep_memory()
def faults():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    numpy.ones(16_000_000, numpy.float32)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
faults()
print(faults())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library")
def test_memory_that_was_given_back_is_not_cleared_again() -> None:
    def faults(how: str) -> int:
        return int(subprocess.run([sys.executable, "-c", FAULTS, how], check=True, capture_output=True).stdout)

    assert faults("keep") < 0.5 * faults("usual")


def test_another_c_library_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other:
        pass

    monkeypatch.setattr(ctypes, "CDLL", lambda name: Other())
    keep_memory()
