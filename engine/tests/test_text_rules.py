"""The rules that engine and server share about texts, held to the files that the server's tests read too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from loupe_engine.recipes.text.charset import characters_of
from loupe_engine.recipes.text.decode import answers_needed, collapse, text_score
from loupe_engine.recipes.text.rec_metrics import compared, distance, judge
from loupe_engine.recipes.text.widths import columns_of, group_of, inset, whole_quad

FIXTURES = Path(__file__).parents[2] / "packages" / "contract" / "fixtures"


def golden(name: str) -> Any:
    return json.loads((FIXTURES / f"{name}.json").read_text("utf-8"))


def test_widths_are_those_of_the_file() -> None:
    found = golden("text-widths")
    for one in found["columns"]:
        assert columns_of(one["quad"], one["zoom"], one["fixed"]) == (one["columns"], one["content"])
    for one in found["insets"]:
        assert inset(one["quad"], one["edge_cut"]) == pytest.approx(one["inset"], abs=1e-8)
    for one in found["wholes"]:
        assert whole_quad(one["width"], one["height"]) == one["quad"]


def test_a_text_keeps_its_shape_up_to_the_widest_columns() -> None:
    assert columns_of([0, 0, 100, 0, 100, 24, 0, 24], "keep", 320) == (208, 208)
    assert columns_of([0, 0, 9000, 0, 9000, 24, 0, 24], "keep", 320) == (1280, 1280)
    assert columns_of([0, 0, 30, 0, 30, 24, 0, 24], "keep", 320) == (80, 60)
    assert columns_of([0, 0, 100, 0, 100, 24, 0, 24], "fixed", 96) == (96, 96)


def test_texts_are_learned_with_those_of_about_their_width() -> None:
    assert [group_of(columns) for columns in (80, 96, 320, 336, 960, 976, 1280)] == [80, 160, 320, 480, 960, 1280, 1280]


def test_readings_are_those_of_the_file() -> None:
    found = golden("text-decode")
    for one in found["readings"]:
        text, scores = collapse(one["ids"], one["scores"], found["characters"])
        assert (text, scores) == (one["text"], one["charScores"])
        assert text_score(scores) == pytest.approx(one["score"], abs=1e-12)
    for one in found["needed"]:
        assert answers_needed(one["text"]) == one["answers"]
    assert collapse([2, 2, 0, 2, 3], [0.5, 0.9, 1, 0.4, 0.7], ["a", "b", "c"]) == ("bbc", [0.9, 0.4, 0.7])


def test_texts_are_compared_as_in_the_file() -> None:
    found = golden("text-compare")
    for one in found["rows"]:
        a, b = (compared(one[name], one["ignore_case"]) for name in ("truth", "reading"))
        assert (a, b) == (one["truth_compared"], one["reading_compared"])
        assert (a == b, distance(a, b)) == (one["equal"], one["distance"])
    for one in found["sets"]:
        figures = judge([tuple(pair) for pair in one["pairs"]], one["ignore_case"])
        for name in ("texts", "word_accuracy", "one_minus_ned", "char_accuracy"):
            assert getattr(figures, name) == pytest.approx(one[name], abs=1e-9), name


def test_figures_of_readings() -> None:
    assert distance("kitten", "sitting") == 3
    figures = judge([("ABCD", "ABCD"), ("abcd", "abXX"), ("ＡＢ", "ab")], True)
    assert (figures.texts, figures.word_accuracy) == (3, pytest.approx(2 / 3))
    assert figures.one_minus_ned == pytest.approx((1 + 0.5 + 1) / 3)
    assert figures.char_accuracy == pytest.approx(1 - 2 / 10)


def test_characters_are_those_of_the_language_and_of_the_texts() -> None:
    known = ["a", "批", "。", "é", "○"]
    assert "".join(characters_of("digits", "", known, [])) == " +,-./0123456789:"
    assert "".join(characters_of("digits", "", known, ["12K", "批\n"])) == " +,-./0123456789:K批"
    assert "".join(characters_of("zh", "", known, [])) == "0123456789。批"
    assert len(characters_of("en", "", known, [])) == 95
    assert characters_of("zhEn", "Ω", known, []) == sorted([*map(chr, range(32, 127)), "Ω", "批", "。"])
    assert characters_of("custom", "ba\u0000b", known, []) == ["a", "b"]
