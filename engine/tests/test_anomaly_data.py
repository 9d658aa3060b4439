"""What an anomaly training makes of its pictures: which side of the split each is on, and odd ones among them."""

from __future__ import annotations

import numpy as np
import pytest

from loupe_engine.data.manifest import Picture
from loupe_engine.recipes.anomaly.data import Pictures, require_enough
from loupe_engine.recipes.anomaly.threshold import false_reject_threshold


def of_parts(groups: str) -> list[Picture]:
    """A good picture to learn from for each letter: those of one letter show one part."""
    return [Picture(i, "ab" * 32, 40, 20, "train", f"p{i}.png", (), "ok", part) for i, part in enumerate(groups)]


@pytest.mark.parametrize(("groups", "held"), [("aabbccddee", "ee"), ("aabb", "bb"), ("aaab", "b")])
def test_a_part_is_not_held_back_by_halves(groups: str, held: str) -> None:
    found = require_enough(Pictures(of_parts(groups), [], []))
    assert [p.group for p in found.ok] == list(held)
    assert [p.group for p in found.train] == [group for group in groups if group not in held]


def test_an_only_part_is_divided_picture_by_picture() -> None:
    found = require_enough(Pictures(of_parts("a" * 10), [], []))
    assert (len(found.train), len(found.ok)) == (8, 2)


@pytest.mark.parametrize("target", [0.001, 0.02, 0.1, 0.3])
def test_equal_scores_are_refused_together_or_not_at_all(target: float) -> None:
    """As pictures that are all black have them: a threshold on such a score would refuse each."""
    rng = np.random.default_rng(0)
    draws = [rng.integers(0, 8, count).astype(float) for count in (1, 2, 30, 200) for _ in range(20)]
    for scores in [*draws, np.full(1, 2.0), np.full(300, -1.0), np.repeat([1.0, 2.0, 3.0], [150, 100, 50])]:
        assert (scores >= false_reject_threshold(scores, target)).sum() <= target * (len(scores) + 1) + 1e-9
