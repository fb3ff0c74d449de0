"""The board of several codes and its review fit a message, however long the game is, and say the same as the game."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.kinds.several.model import Several
from bot.app.kinds.several.screens import board, review
from bot.app.messages import Chat
from bot.app.screen import Screen
from bot.app.screens.board import STYLES, example_of
from bot.app.texts import LANGUAGES
from bot.game.model import MODES, Game, Turn
from solver.feedback import Feedback, feedback_for
from solver.together import advise_together, review_together
from solver.variant import VARIANTS
from tests.bot.looks import look_at
from tests.bot.solo.several_codes import several_tables
from tests.bot.strategies import ALONE
from tests.distribution import examples

LONGEST = 4096
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def units(screen: Screen) -> int:
    """UTF-16 units of what is seen."""
    return len(re.sub(r"<[^>]+>|&(lt|gt|amp);", "", screen.html).encode("utf-16-le")) // 2


def long_game(mode: str, variant: str, guesses: int, *, in_group: bool) -> Several:
    """One with that many guesses, none of which breaks a code, by people of long names."""
    secrets = [*VARIANTS[variant].secrets()][: MODES[mode].codes]
    made = [code for code in VARIANTS[variant].codes() if code not in secrets][:guesses]
    turns = tuple(Turn(ALONE, code, feedback_for(code, secrets[0])) for code in made)
    return Several(
        id="0" * 16,
        chat=Chat(-5 if in_group else 5),
        starter=1,
        salt="5a" * 16,
        opened_at=0.0,
        game=Game(VARIANTS[variant], MODES[mode], tuple(secrets), turns=turns),
        guessed_by=("W" * 64,) * len(turns),
        proof=True,
        asks_to_resign=True,
        advised=True,
        suggestions=99,
    )


@EVERY_LANGUAGE
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("variant", ["classic", "colours", "six", "words-uk-5"])
@pytest.mark.parametrize("mode", ["x2", "x4"])
def test_the_longest_board_fits_a_message(language: str, style: str, variant: str, mode: str) -> None:
    for in_group in (True, False):
        game = long_game(mode, variant, 400, in_group=in_group)
        hint = advise_together(game.game.variant, tuple(history[:3] for history in game.game.histories))
        viewer = replace(
            look_at(language, style, draft=game.game.variant.alphabet[:3]),
            note=look_at(language).texts.html("several.begin", count=4),
        )
        shown = board(game, viewer, hint)
        assert "\n400. " in shown.html
        assert units(shown) <= LONGEST
    over = replace(game.given_up_at(9.0), proof=True)
    assert units(board(over, viewer, None)) <= LONGEST


@EVERY_LANGUAGE
def test_the_longest_review_fits_a_message(language: str) -> None:
    game = long_game("x4", "colours", 60, in_group=False)
    turns = review_together(game.game.variant, tuple(history[:12] for history in game.game.histories)) * 5
    assert units(review(game, turns, look_at(language))) <= LONGEST


@given(several_tables(), st.sampled_from(LANGUAGES), st.sampled_from([*STYLES]))
@settings(max_examples=examples(40))
def test_the_board_has_a_line_for_each_guess_and_tells_no_secret_that_is_not_broken(
    game: Several, language: str, style: str
) -> None:
    shown = board(replace(game, proof=False), look_at(language, style), None).html
    lines = re.findall(r"^(\d+)\. <code>([^<]*)</code>", shown, re.MULTILINE)
    variant = game.game.variant
    assert [code for _, code in lines] == [variant.show(turn.guess) for turn in game.game.turns]
    assert [int(number) for number, _ in lines] == [*range(1, len(lines) + 1)]
    if not game.is_over:
        secrets = [secret for at, secret in enumerate(game.game.secrets) if at in game.open and secret is not None]
        others = shown.replace(variant.show(example_of(variant)), "")
        assert not [
            secret for secret in secrets if len(secret) > 3 and f"<code>{variant.show(secret)}</code>" in others
        ]


def test_a_code_that_was_broken_gets_no_more_replies() -> None:
    game = long_game("x2", "classic", 0, in_group=False)
    played = replace(
        game,
        game=replace(
            game.game, turns=tuple(Turn(ALONE, code, Feedback(0, 0)) for code in [(0, 1, 2, 3), (4, 5, 6, 7)])
        ),
        asks_to_resign=False,
    )
    lines = board(played, look_at(), None).html.splitlines()
    assert [line.split("</code>")[1].strip() for line in lines if re.match(r"\d\. ", line)] == [
        "✓ | 3\u2060🐂\u00a00\u2060🐄",
        "– | 0\u2060🐂\u00a01\u2060🐄",
    ]
