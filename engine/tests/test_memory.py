"""Running out of memory has a name, in a container too and in the words of each library."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from loupe_engine import memory
from loupe_engine.faults import as_fault


@pytest.mark.parametrize(
    "text",
    [
        "CUDA error: out of memory",
        "CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`",
        "cuDNN error: CUDNN_STATUS_ALLOC_FAILED",
        "cuDNN error: CUDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED",
        "[enforce fail at alloc_cpu.cpp:116] . DefaultCPUAllocator: can't allocate memory: you tried",
        "std::bad_alloc",
        "could not create a memory object",
    ],
)
def test_libraries_say_it_in_many_words(text: str) -> None:
    assert as_fault(RuntimeError(text)).code == "train.outOfMemory"


def test_other_faults_are_not_taken_for_it() -> None:
    assert as_fault(RuntimeError("cuDNN error: CUDNN_STATUS_EXECUTION_FAILED")).code == "engine.internal"
    assert as_fault(ValueError("out of memory")).code == "engine.internal"


TOO_MUCH = """
import sys
import torch
from loupe_engine import memory
from loupe_engine.faults import as_fault
if sys.argv[1] == "free":
    memory.free_memory = lambda: 300_000_000
    memory.limit_memory(0)
else:
    memory.limit_memory(memory._data_bytes() + 300_000_000)
kept = torch.ones(40_000_000)
try:
    torch.ones(100_000_000)
except BaseException as error:
    print(as_fault(error).code)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is Linux's")
@pytest.mark.parametrize("how", ["free", "wished"])
def test_an_allocation_beyond_what_is_free_fails_with_a_name(how: str) -> None:
    """Without the limit the system would end the process without a word."""
    found = subprocess.run([sys.executable, "-c", TOO_MUCH, how], capture_output=True, text=True)
    assert found.stdout.strip() == "train.outOfMemory", found.stderr[-500:]


def write(folder: Path, **files: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)


def test_a_container_has_the_memory_that_it_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    proc, groups = tmp_path / "proc", tmp_path / "cgroup"
    monkeypatch.setattr(memory, "PROC", proc)
    monkeypatch.setattr(memory, "CGROUPS", groups)
    write(proc / "self", cgroup="0::/a/b\n")
    write(proc, meminfo="MemTotal: 300000000 kB\nMemAvailable: 200000000 kB\n")
    assert memory.free_memory() == 200_000_000 * 1024
    write(groups / "a/b", memory__max="max\n", memory__current="1000\n", memory__stat="inactive_file 5\n")
    assert memory.free_memory() == 200_000_000 * 1024
    write(
        groups / "a", memory__max="8000000\n", memory__current="3000000\n", memory__stat="anon 1\ninactive_file 500\n"
    )
    assert memory.free_memory() == 5_000_500, "the group around has the limit"
    write(groups, memory__max="6000000\n", memory__current="3000000\n", memory__stat="inactive_file 0\n")
    assert memory.free_memory() == 3_000_000
    write(proc / "self", cgroup="9:cpu,cpuacct:/x\n5:memory:/x\n")
    older = {"memory__limit_in_bytes": "900", "memory__usage_in_bytes": "500", "memory__stat": "total_inactive_file 50"}
    write(groups / "memory/x", **older)
    assert memory.free_memory() == 450
