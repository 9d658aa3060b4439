"""From what the network answers for each column to a text, and how many answers a text needs.

The server has the same in `packages/geometry/src/text-decode.ts`; both are held to
`packages/contract/fixtures/text-decode.json`. Graves et al., Connectionist temporal classification, 2006.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

BLANK = 0


def collapse(ids: Iterable[int], scores: Iterable[float], characters: Sequence[str]) -> tuple[str, list[float]]:
    """(text, score of each character) of the best class of each column and its score; class 1 is characters[0].

    Repeats are one character, with the best of their scores; blanks are none.
    """
    text, found, last = [], [], BLANK
    for one, score in zip(ids, scores, strict=True):
        if one != BLANK and one == last:
            found[-1] = max(found[-1], float(score))
        elif one != BLANK:
            text.append(characters[one - 1])
            found.append(float(score))
        last = one
    return "".join(text), found


def text_score(scores: Sequence[float]) -> float:
    """How sure a reading is: the mean of its characters' scores; 0 where nothing was read."""
    return sum(scores) / len(scores) if scores else 0.0


def answers_needed(text: str) -> int:
    """Answers of the network that a text takes at least: between two equal characters there is a blank."""
    return len(text) + sum(a == b for a, b in pairwise(text))
