"""What readings are compared by, and how good they are; `packages/contract/fixtures/text-compare.json` holds the server
to the same.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass


def compared(text: str, ignore_case: bool) -> str:
    """A text as it is compared: in compatibility form (Unicode NFKC), without spaces around it, perhaps case-free."""
    folded = unicodedata.normalize("NFKC", text).strip(" ")
    return folded.lower() if ignore_case else folded


def distance(a: str, b: str) -> int:
    """Characters (code points) to insert, drop or change to make one of the other: Levenshtein, 1966."""
    row = list(range(len(b) + 1))
    for i, one in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, other in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (one != other))
    return row[-1]


@dataclass(frozen=True)
class Readings:
    """Of pairs of truth and reading: `word_accuracy`, the share that is equal; `one_minus_ned`, the mean of 1 minus the
    distance over the longer length; `char_accuracy`, 1 minus all distances over all true characters, at least 0.
    """

    texts: int
    word_accuracy: float
    one_minus_ned: float
    char_accuracy: float


def judge(pairs: Iterable[tuple[str, str]], ignore_case: bool) -> Readings:
    """How good readings are: pairs of (truth, reading). Without any all figures are 0."""
    count = equal = errors = characters = 0
    near = 0.0
    for truth, reading in pairs:
        a, b = compared(truth, ignore_case), compared(reading, ignore_case)
        apart = distance(a, b)
        count, equal = count + 1, equal + (a == b)
        errors, characters = errors + apart, characters + len(a)
        near += 1 - apart / max(len(a), len(b), 1)
    if not count:
        return Readings(0, 0.0, 0.0, 0.0)
    return Readings(count, equal / count, near / count, max(0.0, 1 - errors / max(characters, 1)))
