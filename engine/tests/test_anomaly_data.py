"""What an anomaly training makes of its pictures: which side of the split each is on, and odd ones among them."""

from __future__ import annotations

import pytest

from loupe_engine.data.manifest import Picture
from loupe_engine.recipes.anomaly.data import Pictures, require_enough


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
