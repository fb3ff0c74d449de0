import pytest

from bot.app.handlers.told_games import UnreadableGame, game_in
from solver.feedback import Feedback

GAME = [("0123", Feedback(1, 2)), ("4567", Feedback(0, 1)), ("0132", Feedback(4, 0))]


def read(text: str, language: str = "en") -> list[tuple[str, Feedback]]:
    variant, history = game_in(text, language)
    return [(variant.format(guess), reply) for guess, reply in history]


@pytest.mark.parametrize(
    "text",
    [
        "0123 1B2C 4567 0B1C 0132",
        "0123 1B2C 4567 1C 0132 4B0C",
        "0123=12 4567=01 0132=40",
        "0123 1 2 4567 0 1 0132",
        "0123 1🐂 2🐄 4567 0🐂 1🐄 0132 4🐂",
        "0123 1 bull and 2 cows 4567 1 cow 0132 4 bulls",
        "classic 0123 1 бик 2 корови 4567 1 корова 0132",
        (
            "1. 0123\u00a0\u00a01\u2060🐂\u00a02\u2060🐄\n"
            "2. 4567\u00a0\u00a00\u2060🐂\u00a01\u2060🐄\n"
            "3. 0132\u00a0\u00a04\u2060🐂\u00a00\u2060🐄"
        ),
        "1) 0123 1В2С\n2) 4567 0В1С\n3) 0132",
    ],
)
def test_a_game_is_read_however_its_replies_are_written(text: str) -> None:
    assert read(text) == GAME


@pytest.mark.parametrize(("language", "letters"), [("en", "ROYGB"), ("uk", "ЧОЖЗС"), ("ru", "КОЖЗС")])
def test_the_letters_that_stand_beside_colours_are_no_guess(language: str, letters: str) -> None:
    text = f"colours 1. 🔴🟠🟡🟢🔵  0🐂 3🐄 {letters}\n2. 🔴🔴🟡🟢🔵  0🐂 2🐄"
    assert read(text, language) == [("ROYGB", Feedback(0, 3)), ("RRYGB", Feedback(0, 2))]


def test_the_same_guess_twice_is_two_turns() -> None:
    assert read("0123 0B1C 0123 0B1C") == [("0123", Feedback(0, 1))] * 2


def test_short_codes_are_not_taken_for_replies() -> None:
    assert read("2x8 01 10 23 02 32") == [("01", Feedback(1, 0)), ("23", Feedback(0, 2)), ("32", Feedback(2, 0))]


@pytest.mark.parametrize(
    ("text", "word"),
    [("", ""), ("mini", ""), ("0122 1B0C", "0122"), ("0123 3B1C", "3B1C"), ("0123 1B0C hello", "hello"), ("1.", "")],
)
def test_what_is_no_game_is_pointed_out_by_its_first_wrong_word(text: str, word: str) -> None:
    with pytest.raises(UnreadableGame) as refused:
        game_in(text, "en")
    assert refused.value.word == word
