"""The rules of several codes that are broken by the same guesses."""

import pytest
from hypothesis import given

from bot.game.model import Game, Phase, Seat, Termination, seen_by
from bot.game.notation import game_at, position
from bot.game.rules import Guess, IllegalMove, Reason, apply
from solver.feedback import feedback_for, is_consistent
from solver.variant import Code
from tests.bot.solo.drawn_games import games_at_once
from tests.bot.strategies import ALONE


@given(games_at_once())
def test_each_reply_is_the_solvers_and_there_is_none_behind_the_guess_that_broke_a_code(game: Game) -> None:
    guesses = [turn.guess for turn in game.turns]
    for secret, history in zip(game.secrets, game.histories, strict=True):
        assert secret is not None
        upto = guesses.index(secret) + 1 if secret in guesses else len(guesses)
        assert history == tuple((guess, feedback_for(guess, secret)) for guess in guesses[:upto])
        assert is_consistent(secret, history)


@given(games_at_once())
def test_it_ends_exactly_when_all_are_found_or_it_is_given_up(game: Game) -> None:
    found = {turn.guess for turn in game.turns} >= set(game.secrets)
    assert game.has_solved(ALONE) == found
    assert (game.phase is Phase.OVER) == (found or bool(game.gone))
    if game.outcome is not None:
        assert game.outcome.termination is (Termination.RESIGNED if game.gone else Termination.SOLVED)
    if found:
        assert not {turn.guess for turn in game.turns[:-1]} >= set(game.secrets)
        with pytest.raises(IllegalMove) as refused:
            apply(game, Guess(ALONE, game.turns[0].guess))
        assert refused.value.reason is Reason.GAME_OVER


@given(games_at_once())
def test_what_is_written_reads_back_as_the_same_game(game: Game) -> None:
    assert game_at(position(game)) == game


@given(games_at_once())
def test_nobody_sees_a_secret_of_a_game_that_is_on(game: Game) -> None:
    seen = seen_by(game, Seat(0))
    if game.phase is Phase.PLAYING:
        assert not any(seen.secrets)
        with pytest.raises(ValueError, match="secret"):
            position(seen)


@pytest.mark.parametrize("line", ["x2 classic 0834 |", "x4 classic 0834 0123 4567 |", "x2 classic 0834 4567 0123 |"])
def test_a_line_has_as_many_secrets_as_are_broken_at_once(line: str) -> None:
    with pytest.raises(ValueError, match="not a position"):
        game_at(line)


def test_a_code_is_asked_about_again_only_knowingly() -> None:
    game, code = game_at("x2 classic 0834 4567 | 0834"), (0, 8, 3, 4)
    with pytest.raises(IllegalMove) as refused:
        apply(game, Guess(ALONE, code))
    assert refused.value.reason is Reason.ASKED_BEFORE
    again: Code = apply(game, Guess(ALONE, code, knowingly=True)).game.turns[-1].guess
    assert again == code
    assert [len(history) for history in game.histories] == [1, 1]
