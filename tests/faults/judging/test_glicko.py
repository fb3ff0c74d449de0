"""The ratings by which the bot is judged: checked against Glickman's worked example, one opponent at a time."""

import pytest

from bot.game.rating import START, Rating, after_game, after_pause
from faults.judging.glicko import SECONDS_A_PERIOD, Strength

CLOSE = 1e-4
GAMES = ((1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0), (1500.0, 350.0, 0.5), (2400.0, 40.0, 1.0))


def test_glickmans_player_beats_the_first_opponent_of_the_example() -> None:
    mine = Strength(1500, 200, 0.06).after(Strength(1400, 30), 1.0, 0.0)
    assert mine.rating == pytest.approx(1563.56, abs=0.01)
    assert mine.deviation == pytest.approx(175.40, abs=0.01)
    assert (mine.games, mine.wins) == (1, 1)


@pytest.mark.parametrize(("rating", "deviation", "score"), GAMES)
def test_it_agrees_with_the_bot_on_any_game_and_any_pause(rating: float, deviation: float, score: float) -> None:
    mine, known = Strength(), START
    for number in range(1, 5):
        now = number * number * SECONDS_A_PERIOD
        pause = (number * number - (number - 1) ** 2) * 4.665
        known = after_pause(known, pause) if number > 1 else known
        mine = mine.at(now).after(Strength(rating, deviation), score, now)
        known = after_game(known, Rating(rating, deviation, 0.06), score)
        assert mine.rating == pytest.approx(known.value, abs=CLOSE)
        assert mine.deviation == pytest.approx(known.deviation, abs=CLOSE)
        assert mine.volatility == pytest.approx(known.volatility, abs=1e-6)
