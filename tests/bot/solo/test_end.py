import re
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.app.kinds.alone.model import Alone, Costliest, Praise, Standing
from bot.app.kinds.alone.screens import board, end_lines
from bot.app.screens.share import share_text
from bot.app.texts import LANGUAGES, texts_in
from bot.game.model import Phase, Termination
from sandbox.text import units
from solver.flaws import Flaw, Why
from tests.bot.looks import look_at
from tests.bot.solo.test_board import table_at
from tests.bot.strategies import tables

ENGLISH = texts_in("en")
WRONG = "0123 4567 8901 2345 6789 1357 2468 9876 5432"
ROW = re.compile("(🐂*)(🐄*)((?:▫️)*)")


def solved(guesses: int, variant: str = "classic", **fields: object) -> list[str]:
    """The end of a game that took so many guesses."""
    if variant == "3x5":
        return list(end_lines(table_at("solo 3x5 012 | 012", **fields), ENGLISH))
    line = " ".join(["solo classic 0834 |", *WRONG.split()[: guesses - 1], "0834"])
    return list(end_lines(table_at(line, **fields), ENGLISH))


BLAME = Costliest(2, Flaw(Why.NOTHING_NEW), 90.0)


@st.composite
def ends(draw: st.DrawFn) -> Alone:
    """A game that is over, with whatever may have been found out about it."""
    game = draw(tables(most=9).filter(lambda table: table.is_over and table.daily is None))
    number = draw(st.integers(0, 9))
    flaw = draw(st.none() | st.just(Flaw(Why.NOTHING_NEW))) if number else None
    perfect = draw(st.none() | st.integers(1, 9))
    costliest = draw(st.none() | st.just(Costliest(number, flaw, 90.0, perfect=perfect)))
    return replace(game, costliest=costliest, proof=False)


@given(ends(), st.sampled_from(LANGUAGES))
def test_the_end_is_three_lines_at_most(game: Alone, language: str) -> None:
    lines = end_lines(game, texts_in(language))
    assert 2 <= len(lines) <= 3
    assert not any("\n" in line for line in lines)


@given(ends(), st.sampled_from(LANGUAGES))
def test_nobody_is_blamed_for_a_guess_that_lost_nothing_or_beside_praise(game: Alone, language: str) -> None:
    """And there is a position to go back to only where it is said what was wrong."""
    texts = texts_in(language)
    blamed = [line for line in end_lines(game, texts) if texts.html("why.nothing-new") in line]
    found = game.costliest
    if found is None or found.flaw is None or game.praise is not Praise.NONE:
        assert not blamed
    screen = board(game, look_at(language))
    retries = [button for row in screen.rows for button in row if button.text == texts.plain("button.retry")]
    assert len(retries) <= len(blamed)


@pytest.mark.parametrize(("guesses", "blamed"), [(1, False), (5, False), (6, True), (9, True)])
def test_fewer_guesses_than_perfect_play_takes_on_average_are_not_blamed(guesses: int, *, blamed: bool) -> None:
    lines = solved(guesses, costliest=BLAME, standing=Standing(7, 6.0))
    assert ("Weakest: guess 2 — it asked nothing new." in lines) == blamed
    assert ("📊 Games like this: 7 · 6.0 guesses on average · /stats" in lines) != blamed


@pytest.mark.parametrize(
    ("perfect", "shown"), [(None, "7 guesses · ⏱ 1:01"), (5, "7 guesses (perfect play: 5) · ⏱ 1:01")]
)
def test_what_perfect_play_needs_is_said_in_one_figure(perfect: int | None, shown: str) -> None:
    assert solved(7, costliest=replace(BLAME, perfect=perfect))[1] == shown


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0:00"), (59.4, "0:59"), (61, "1:01"), (3599.7, "1:00:00"), (90061, "25:01:01"), (-5, "0:00")],
)
def test_the_end_says_how_long_it_took(seconds: float, shown: str) -> None:
    assert solved(2, ended_at=100 + seconds)[1] == f"2 guesses · ⏱ {shown}"


def test_hints_are_said_where_some_were_taken() -> None:
    assert solved(2, suggestions=3)[1] == "2 guesses · 3 hints · ⏱ 1:01"


def test_giving_up_is_not_praised() -> None:
    lines = end_lines(table_at("solo classic 0834 | 0123 | resigned 0"), ENGLISH)
    assert lines == ["🏳️ The secret was <code>0834</code>.", "1 guess · ⏱ 1:01"]


def test_a_game_that_goes_on_has_no_end() -> None:
    with pytest.raises(ValueError, match="not over"):
        end_lines(table_at("solo classic 0834 | 0123"), ENGLISH)


def test_a_shared_game_looks_like_this() -> None:
    shared = share_text(table_at("solo classic 0834 | 4567 0384 0834").game, ENGLISH, "BullsBot")
    assert shared.splitlines() == [
        "🐂🐄 Bulls and Cows @BullsBot",
        "Solved in 3 guesses",
        "🐄▫️▫️▫️",
        "🐂🐂🐄🐄",
        "🐂🐂🐂🐂",
    ]


def test_a_shared_game_tells_the_hints_that_were_taken() -> None:
    shared = share_text(table_at("solo classic 0834 | 0834").game, ENGLISH, "BullsBot", hints=2)
    assert shared.splitlines()[1] == "Solved in 1 guess · 💡 2"


def test_a_long_game_shares_its_beginning_and_its_end() -> None:
    line = f"solo classic 0834 | {'0123 4567 ' * 20}0834"
    lines = share_text(table_at(line).game, ENGLISH, "BullsBot").splitlines()
    assert lines[2] == "🐂🐄▫️▫️"
    left_out = [row for row in lines if row.startswith("…")]
    assert left_out == [f"… {41 - (len(lines) - 3)} more guesses …"]
    assert lines[-1] == "🐂🐂🐂🐂"


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("solo classic 0834 | 0834", True),
        ("solo classic 0834 | 0123 | resigned 0", False),
        ("solo classic 0834 | 0123 4567 | resigned 0", False),
        ("solo classic 0834 | 0123 4567 8901 | resigned 0", True),
        ("solo classic 0834 | 0123 4567 8901", False),
    ],
)
def test_what_was_given_up_before_the_third_guess_is_not_offered_to_others(line: str, offered: bool) -> None:  # noqa: FBT001
    game = table_at(line)
    assert (game.is_worth_sharing, game.may_be_beaten) == (offered, offered)


@given(tables(most=60), st.sampled_from(LANGUAGES), st.text("aZ_9", min_size=5, max_size=32))
def test_a_shared_game_gives_no_digit_away_and_fits_the_clipboard(game: Alone, language: str, username: str) -> None:
    assume(game.game.phase is Phase.OVER)
    text = share_text(game.game, texts_in(language), username)
    assert units(text) <= 256
    _, _, *rows = text.splitlines()
    turns = game.game.turns
    said = [at for at, row in enumerate(rows) if row.startswith("…")]
    if said:
        [first] = said
        last = len(rows) - first - 1
        assert first in {last, last - 1}, "rows are missing in the middle"
        assert re.search(rf"\b{len(turns) - first - last}\b", rows.pop(first))
        turns = (*turns[:first], *turns[len(turns) - last :])
    assert len(rows) == len(turns)
    for row, turn in zip(rows, turns, strict=True):
        marks = ROW.fullmatch(row)
        assert marks, "nothing but marks, in order"
        bulls, cows, misses = marks.groups()
        assert (len(bulls), len(cows)) == turn.feedback
        assert len(bulls) + len(cows) + misses.count("▫️") == game.game.variant.length


@given(tables(most=3))
def test_only_a_solved_game_says_solved(game: Alone) -> None:
    outcome = game.game.outcome
    assume(outcome is not None)
    solved = outcome is not None and outcome.termination is Termination.SOLVED
    assert ("Solved in" in share_text(game.game, ENGLISH, "BullsBot")) == solved
