import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.beginner import Beginner
from solver.evaluate import evaluate, playout
from solver.position import position_after
from solver.tables import all_codes, as_code
from solver.variant import VARIANTS, Variant, variant_named
from tests.solver.games import CLASSIC, history

REPEATS, WORDS = VARIANTS["repeats"], VARIANTS["words-en-4"]


def guesses(variant: Variant, secret: str) -> list[str]:
    return [variant.format(turn.guess) for turn in playout(variant, Beginner(variant), variant.parse(secret))]


def test_a_beginner_breaks_every_secret_with_repeats_in_34_guesses() -> None:
    evaluation = evaluate(REPEATS, Beginner(REPEATS))
    assert (evaluation.secrets, evaluation.total, evaluation.max) == (10000, 113044, 15)
    assert evaluation.max <= 34


def test_symbol_after_symbol_is_asked_until_all_are_known() -> None:
    assert guesses(REPEATS, "2112") == ["1111", "2222", "1122", "1212", "1221", "2112"]
    assert guesses(REPEATS, "0009") == [*(4 * str(digit) for digit in range(1, 10)), "0009"]


def test_a_window_moves_along_the_symbols_where_none_may_repeat() -> None:
    assert guesses(CLASSIC, "0987") == ["1234", "2345", "3456", "0789", "0798", "0879", "0987"]
    assert guesses(CLASSIC, "9876")[:6] == ["1234", "2345", "3456", "4567", "5678", "6789"]


def test_bulls_tell_a_beginner_nothing_while_the_symbols_are_unknown() -> None:
    position = position_after(CLASSIC, history("1234=0B1C 2345=0B2C 3456=0B3C 4567=1B2C"))
    assert [CLASSIC.format(as_code(all_codes(CLASSIC)[row])) for row in position.left] == ["5763", "6573"]
    assert Beginner(CLASSIC).next_guess(position) == CLASSIC.parse("5678")


def test_somebody_elses_guess_ends_the_search_for_symbols() -> None:
    position = position_after(CLASSIC, history("1234=1B1C 9876=0B1C"))
    assert Beginner(CLASSIC).next_guess(position) == as_code(all_codes(CLASSIC)[position.left[0]])


@given(st.sampled_from(list(WORDS.secrets())))
def test_each_word_asked_has_the_letters_that_the_replies_said(secret: tuple[int, ...]) -> None:
    game = playout(WORDS, Beginner(WORDS), secret)
    for number, turn in enumerate(game):
        for earlier in game[:number]:
            assert len(set(turn.guess) & set(earlier.guess)) == sum(earlier.feedback)


@pytest.mark.parametrize("name", ["classic", "nonzero", "three", "mini", "mastermind", "cipher", "2x36r", "5x5", "1x1"])
def test_a_beginner_breaks_every_secret(name: str) -> None:
    variant = variant_named(name)
    assert evaluate(variant, Beginner(variant)).secrets == variant.size


@pytest.mark.parametrize("name", [name for name in VARIANTS if name.startswith("words")])
def test_a_beginner_breaks_every_word(name: str) -> None:
    variant = VARIANTS[name]
    assert evaluate(variant, Beginner(variant)).secrets == len(list(variant.secrets()))
