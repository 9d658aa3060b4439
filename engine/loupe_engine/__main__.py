"""`python -m loupe_engine run <job.json>` and `python -m loupe_engine probe`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

# Turns that a thread waits actively for the others (GNU OpenMP, read when PyTorch loads). None at all takes a fifth
# longer on free cores; ten times as many, 40 % longer beside a busy process; as many as it takes by itself, five times.
if not os.environ.get("OMP_WAIT_POLICY"):
    os.environ.setdefault("GOMP_SPINCOUNT", "1000")


def main() -> int:
    parser = argparse.ArgumentParser(prog="loupe_engine", description="Training engine of Loupe.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="run one job to its end").add_argument("job", type=Path)
    commands.add_parser("probe", help="print what this machine has, as one line of JSON")
    commands.add_parser("reader", help="print which files of the ready-made reader cannot be used, as one line of JSON")
    chosen = parser.parse_args()
    if chosen.command == "probe":
        from .device import probe

        print(json.dumps(probe()))
        return 0
    if chosen.command == "reader":
        from .carried import ready_made_faults

        print(json.dumps(ready_made_faults()))
        return 0
    from .run import run

    return run(chosen.job)


if __name__ == "__main__":
    sys.exit(main())
