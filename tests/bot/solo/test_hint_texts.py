"""How hints read: lines, grids and tables, as short as a phone's screen."""

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.advice import hint_about, hint_result, hint_with
from bot.app.model.hints import Asked, Hint, Page
from bot.app.screens.hints import hint_lines, information_screen
from bot.app.texts import LANGUAGES, texts_in
from sandbox.html import parse
from solver.analysis import information
from solver.feedback import Feedback, History
from solver.variant import VARIANTS, Variant
from tests.bot.solo.hinted import directly
from tests.solver.games import CLASSIC, history

TURNS = "0123=0B1C 4561=0B1C"


def lines_of(variant: Variant, turns: History, hint: Hint, language: str = "en") -> list[str]:
    known = hint_result(variant, turns, replace(hint, page=Page.HINTS), directly)
    assert known is not None
    return list(hint_lines(known, variant, "letters", texts_in(language), 3))


def test_the_cases_read_as_in_the_literature() -> None:
    lines = lines_of(CLASSIC, history(TURNS), Hint((Asked.CASES,)))
    assert lines[1:3] == ["one of 0, 2, 3, one of 4, 5, 6, and two of 7, 8, 9: 366", "1 and three of 7, 8, 9: 12"]


def test_the_grid_shows_what_may_stand_where() -> None:
    html = "\n".join(lines_of(CLASSIC, history("0123=2B0C 0145=0B0C"), Hint((Asked.PLACES,))))
    text, _ = parse(html)
    assert "3│· · 2 · · · · · · · ✓" in text.splitlines()
    assert "4│· · · 3 · · · · · · ✓" in text.splitlines()
    assert "✅ Certainly in it: 2 3" in text
    assert "❌ Not in it: 0 1 4 5" in text


@pytest.mark.parametrize(
    ("name", "row"), [("colours", "1│🔴 🟠 🟡 🟢 🔵 🟣 ⚪ ⚫"), ("pictures", "1│🍎🍋🍇🍒🌽🥕🍄🌻🌵🐝🐟🦋")]
)
def test_a_row_of_the_grid_is_no_longer_than_a_phones(name: str, row: str) -> None:
    variant = VARIANTS[name]
    guess = variant.parse(variant.alphabet[: variant.length])
    assert row in "\n".join(lines_of(variant, ((guess, Feedback(1, 1)),), Hint((Asked.PLACES,))))


def test_of_letters_only_those_that_were_asked_are_shown_while_there_are_many() -> None:
    words = VARIANTS["words-en-4"]
    text, _ = parse("\n".join(lines_of(words, history("send=0B1C", words), Hint((Asked.PLACES,)))))
    rows = [line for line in text.splitlines() if "│" in line]
    assert rows == ["1│d e n ·", "2│d · n ·", "3│d e · s", "4│· e n s"]


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ("4568", "🔎 <code>4568</code> can’t be the secret."),
        ("4561", "🔎 <code>4561</code> can be the secret."),
        ("0123", "Then <code>0123</code> would have got 4B\u00a00C, not 0B\u00a01C."),
        ("8901", "Then <code>0123</code> would have got 0B\u00a02C, not 0B\u00a01C."),
    ],
)
def test_a_guess_of_ones_own_is_weighed_and_what_speaks_against_it_is_named(own: str, said: str) -> None:
    assert said in lines_of(CLASSIC, history("0123=0B1C"), Hint(wondered=CLASSIC.parse(own)))


def test_of_words_it_is_words_that_fit() -> None:
    words = VARIANTS["words-en-4"]
    assert re.fullmatch(
        r"💡 \d+ words still fit\.", lines_of(words, history("send=0B1C", words), Hint((Asked.COUNT,)))[0]
    )
    assert lines_of(CLASSIC, history("0123=0B1C"), Hint((Asked.COUNT,)))[0] == "💡 1440 codes still fit."


SIGNS = {Asked.PLACES: "│", Asked.CASES: "🧩", Asked.LIST: "📋", Asked.GUESS: "👉", Asked.WHY: "❓"}
"""By which sign what was asked can be found."""


@given(st.permutations([*SIGNS, None]).filter(lambda order: order.index(Asked.GUESS) < order.index(Asked.WHY)))
def test_what_was_asked_last_is_plain_and_the_rest_is_folded_below_it(order: list[Asked | None]) -> None:
    turns, hint = history(f"{TURNS} 7285=1B1C 7904=1B1C"), Hint((Asked.COUNT,))
    for what in order:
        known = hint_result(CLASSIC, turns, hint, directly)
        after = hint_about((0, 4, 6, 7), hint) if what is None else hint_with(what, hint, known)
        assert after is not None
        hint = after
        shown, how = "\n".join(lines_of(CLASSIC, turns, hint)).split("\n\n")
        newest, _, older = shown.partition("<blockquote expandable>")
        assert ("🔎" if what is None else SIGNS[what]) in newest
        assert how.startswith("Hints used:")
        told = (
            [sign for one, sign in SIGNS.items() if one in hint.asked] + ["💡"] + ["🔎"] * (hint.wondered is not None)
        )
        assert [sign for sign in told if sign not in newest and sign not in older] == []
        assert sum(line.startswith("👉") for line in shown.replace("<blockquote expandable>", "\n").splitlines()) == (
            Asked.GUESS in hint.asked
        )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list(VARIANTS))
def test_the_table_of_replies_fits_under_a_picture_and_adds_up(name: str, language: str) -> None:
    variant = VARIANTS[name]
    guess = next(variant.codes())
    screen = information_screen(information(variant, guess), variant, texts_in(language))
    assert screen.picture is not None
    text, _ = parse(screen.html)
    assert len(text.encode("utf-16-le")) // 2 <= 1024
    given = json.loads(screen.picture.given)
    assert sum(count for _, _, count, *_ in given["rows"]) == len(list(variant.secrets()))
    assert abs(sum(share for _, _, _, share, *_ in given["rows"]) - 1) < 1e-9
    assert given["guess"] == variant.format(guess)
    assert Feedback(variant.length, 0) in {Feedback(bulls, cows) for bulls, cows, *_ in given["rows"]}
