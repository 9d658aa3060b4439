"""What the engine asks of the machine."""

from __future__ import annotations

import ctypes
import os
import platform
import subprocess
import sys

import pytest
import torch

from loupe_engine.budget import timed_steps
from loupe_engine.device import choose_device, loaders
from loupe_engine.faults import Fault
from loupe_engine.memory import keep_memory

KEPT = """
import sys
import numpy
from loupe_engine.memory import keep_memory
if sys.argv[1] == "keep":
    keep_memory()
def resident():
    with open("/proc/self/statm") as stream:
        return int(stream.read().split()[1]) * 4096
before = resident()
numpy.ones(16_000_000, numpy.float32)
print(resident() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library")
def test_memory_that_was_given_back_stays_with_the_process() -> None:
    def kept(how: str) -> int:
        return int(subprocess.run([sys.executable, "-c", KEPT, how], check=True, capture_output=True).stdout)

    assert kept("keep") > 32_000_000 > kept("plain")


def test_another_c_library_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Other:
        def __getattr__(self, name: str) -> None:
            asked.append(name)
            raise AttributeError(name)

    monkeypatch.setattr(ctypes, "CDLL", lambda name: Other())
    keep_memory()
    assert asked == ["mallopt"]


def test_a_device_that_is_not_there_is_named() -> None:
    with pytest.raises(Fault) as caught:
        choose_device("cuda:97")
    assert (caught.value.code, caught.value.details["device"]) == ("device.missing", "cuda:97")
    assert caught.value.details["reason"]
    with pytest.raises(Fault) as caught:
        choose_device("toaster")
    assert caught.value.code == "job.invalid"
    assert choose_device("cpu").type == "cpu"


@pytest.mark.parametrize(("cores", "threads"), [(1, 1), (2, 1), (3, 2), (64, 4)])
def test_beside_a_card_the_cores_make_batches(monkeypatch: pytest.MonkeyPatch, cores: int, threads: int) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    card, cpu = torch.device("cuda:0"), torch.device("cpu")
    assert (loaders(card), loaders(cpu)) == (threads, 1)
    # what lies ready before the measuring begins is a small part of it
    assert timed_steps(card) >= 4 * threads if threads > 1 else timed_steps(card) > timed_steps(cpu)
