"""Every test runs on one thread, so that the whole run fits beside other work."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import torch

here = str(Path(__file__).parent)
sys.path.insert(0, here)
# a fork server of Python 3.11 looks for what it loads nowhere else
os.environ["PYTHONPATH"] = os.pathsep.join([here, *filter(None, [os.environ.get("PYTHONPATH")])])
torch.set_num_threads(1)
