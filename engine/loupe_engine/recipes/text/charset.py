"""Which characters a training reads: those of a language, and those of its texts."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

DIGITS = "0123456789.,-/:+ "
PRINTABLE = "".join(map(chr, range(0x20, 0x7F)))
CJK_PUNCTUATION = ((0x3000, 0x303F), (0xFF00, 0xFFEF), (0xFE10, 0xFE1F), (0xFE30, 0xFE4F))
MARKS = "·—…‘’“”"  # of general punctuation, that Chinese writes


def characters_of(language: str, custom: str, known: Iterable[str], texts: Iterable[str]) -> list[str]:
    """Characters in the order of the network's classes (the first is class 1): by code point, each once.

    `language`: digits, en, zh, zhEn or custom; `custom`: further characters, typed by a person; `known`: those that the
    ready-made reader knows, of which zh and zhEn take the Chinese ones; `texts`: what the training reads.
    """
    found = set(_of_language(language, known)) | set(custom) | {one for text in texts for one in text}
    return sorted(one for one in found if is_character(one))


def is_character(one: str) -> bool:
    """Whether a code point can be a class: a space, or something to see."""
    return one == " " or not (one.isspace() or unicodedata.category(one) in ("Cc", "Cs", "Co", "Cn"))


def _of_language(language: str, known: Iterable[str]) -> str:
    match language:
        case "digits":
            return DIGITS
        case "en":
            return PRINTABLE
        case "zh":
            return "0123456789" + "".join(filter(is_chinese, known))
        case "zhEn":
            return PRINTABLE + "".join(filter(is_chinese, known))
        case "custom":
            return ""
    raise AssertionError(language)


def is_chinese(one: str) -> bool:
    """Whether a character is Han, or punctuation of Chinese."""
    if len(one) != 1:
        return False
    if one in MARKS or any(low <= ord(one) <= high for low, high in CJK_PUNCTUATION):
        return unicodedata.category(one)[0] in "PSZ"
    return one == "〇" or unicodedata.name(one, "").startswith(("CJK UNIFIED IDEOGRAPH", "CJK COMPATIBILITY IDEOGRAPH"))
