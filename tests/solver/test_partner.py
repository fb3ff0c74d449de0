import pytest

from solver.feedback import History, feedback_for
from solver.partner import partners_guess
from solver.strategies import STRATEGIES
from solver.variant import VARIANTS

CLASSIC = VARIANTS["classic"]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_asked_again_it_guesses_the_same(strategy: str) -> None:
    guess = partners_guess(CLASSIC, (), strategy, "a game")
    history = ((guess, feedback_for(guess, (9, 8, 7, 6))),)
    assert partners_guess(CLASSIC, (), strategy, "a game") == guess
    assert partners_guess(CLASSIC, history, strategy, "a game") == partners_guess(CLASSIC, history, strategy, "a game")


def test_games_differ_by_their_seed() -> None:
    assert len({partners_guess(CLASSIC, (), "club", f"game {number}") for number in range(20)}) > 10


@pytest.mark.parametrize("strategy", ["beginner", "casual", "club", "sieve", "optimal"])
def test_every_game_comes_to_its_end(strategy: str) -> None:
    secret = (8, 3, 0, 5)
    history: History = ()
    while not history or history[-1][0] != secret:
        guess = partners_guess(CLASSIC, history, strategy, "a game")
        history = (*history, (guess, feedback_for(guess, secret)))
    assert len(history) <= 15
