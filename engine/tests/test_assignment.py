"""Which points answer for which truth: against a table of all truths by all points, for tiny ones, and its memory."""

from __future__ import annotations

import subprocess
import sys

import pytest
import torch
from drawn import truths_of

from loupe_engine.nn.boxes import overlap
from loupe_engine.recipes.detect.loss import assign, inside
from loupe_engine.recipes.detect.model import anchor_points, grids


@pytest.mark.parametrize("seed", range(20))
def test_only_cells_of_a_box_are_looked_at_and_none_is_missed(seed: int) -> None:
    rng = torch.Generator().manual_seed(seed)
    height, width, strides = 64 * (1 + seed % 3), 128, [8, 16, 32]
    places = torch.rand(40, 2, generator=rng) * (width + 40) - 20
    sides = torch.rand(40, 2, generator=rng) ** 3 * 150
    boxes = torch.cat([places, places + sides], 1)
    if seed % 2:
        boxes = (boxes / 4).round() * 4  # points upon edges
    points, _ = anchor_points(height, width, strides)
    middle, reach = (boxes[:, :2] + boxes[:, 2:]) / 2, ((boxes[:, 2:] - boxes[:, :2]) / 2).clamp(min=6.0)
    dense = ((points - middle[:, None]).abs() < reach[:, None]).all(-1).nonzero(as_tuple=True)
    found = inside(grids(height, width, strides), boxes, 6.0)
    assert all(torch.equal(a, b) for a, b in zip(found, dense, strict=True))


@pytest.mark.parametrize("side", [4.0, 6.0, 8.0, 12.0, 40.0])
def test_a_tiny_truth_is_taught_as_much_as_its_overlap_says(side: float) -> None:
    """With boxes of 32 px, as a training begins, the best point of each truth gets the weight of its overlap."""
    levels = grids(64, 64, [8, 16, 32])
    points, _ = anchor_points(64, 64, [8, 16, 32])
    boxes = torch.cat([points - 16, points + 16], 1)
    truth = [28 - side / 2, 28 - side / 2, 28 + side / 2, 28 + side / 2]
    match = assign(
        torch.full((1, len(points), 1), -4.0), lambda _, at: boxes[at], levels, truths_of(([truth], [0], []))
    )
    best = overlap(boxes[match.anchors], torch.tensor(truth)).max()
    assert match.weights.max().item() == pytest.approx(best.item(), rel=1e-3)


MANY = """
import resource
import torch
from loupe_engine.recipes.detect.loss import assign, Truths
from loupe_engine.recipes.detect.model import anchor_points, grids
torch.set_num_threads(1)
levels = grids(2048, 2048, [8, 16, 32])
points, strides = anchor_points(2048, 2048, [8, 16, 32])
boxes = torch.cat([points - strides[:, None], points + strides[:, None]], 1)
places = torch.rand(16 * 300, 2, generator=torch.Generator().manual_seed(1)) * 2000
rows = torch.cat([torch.arange(16.0).repeat_interleave(300)[:, None], torch.zeros(4800, 1), places, places + 24], 1)
rows[0, 2:] = torch.tensor([0.0, 0, 2048, 2048])
with open("/proc/self/statm") as stream:
    now = int(stream.read().split()[5]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_DATA, (now + 600_000_000, resource.RLIM_INFINITY))
match = assign(torch.zeros(16, len(points), 1), lambda _, at: boxes[at], levels, Truths.of(rows, torch.zeros(0, 5)))
print(len(match.truths.unique()))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for its memory")
def test_many_truths_on_a_large_canvas_take_little_memory() -> None:
    """300 truths in each of 16 images at 2048 px, one of them as large as its image."""
    found = subprocess.run([sys.executable, "-c", MANY], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr[-500:]
    assert int(found.stdout) > 4500
