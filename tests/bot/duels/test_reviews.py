"""Who played better: both hear of it a moment after the match is over, where their screens stand."""

import pytest

from bot.game.notation import game_at
from solver.review import review
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import FRIENDLY, VOLLEY, Pair, misses, paired, screen

pytestmark = pytest.mark.asyncio(loop_scope="session")


def reviews_of(pair: Pair) -> list[tuple[float, float]]:
    (match,) = stored.matches(pair.stage.bot, pair.alice.id)
    data = stored.match_body(pair.stage.bot, match)
    return [(played["accuracy"], played["luck"]) for played in data["reviews"]]


async def test_both_hear_who_played_better_and_whom_luck_helped(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    secrets = {pair.alice.id: "0123", pair.bob.id: "4567"}
    await pair.guess(first, "8901")
    await pair.guess(second, "9876")
    await pair.guess(first, "2389")
    await pair.guess(second, "9875")
    await pair.guess(first, secrets[second.id])
    end = await pair.guess(second, "9874")
    await first.sees("🎯 Accuracy")
    await second.sees("🎯 Accuracy")
    game = game_at(pair.position())
    expected = [
        review(game.variant, game.secret_for(seat) or (), [turn.guess for turn in game.turns_of(seat)])
        for seat in game.seats
    ]
    for judged, result in zip(reviews_of(pair), expected, strict=True):
        assert judged == pytest.approx((result.accuracy, result.luck))
    mine, theirs = (round(expected[seat].accuracy) for seat in ((0, 1) if first is pair.alice else (1, 0)))
    assert f"🎯 Accuracy: you {mine}%, {second.name} {theirs}%." in screen(first).text
    assert "🍀 Luck: you " in screen(first).text
    assert screen(second).id == end.id, "it rings nobody"


async def test_who_sees_the_others_guesses_is_judged_as_knowing_them(stage: Stage) -> None:
    pair = await paired(stage, VOLLEY, FRIENDLY)
    first, second = await pair.order()
    secret = pair.secret()
    await pair.guess(first, misses(1, secret)[0])
    await pair.guess(second, misses(2, secret)[1])
    await pair.guess(first, secret)
    await first.sees("🎯 Accuracy")
    game = game_at(pair.position())
    result = review(game.variant, game.secret or (), [turn.guess for turn in game.turns])
    seat = 0 if first is pair.alice else 1
    lost = result.turns[0].turns_lost + result.turns[2].turns_lost
    assert reviews_of(pair)[seat] == pytest.approx(
        (100 / (1 + lost / result.expected), result.turns[0].luck + result.turns[2].luck)
    )


async def test_a_game_in_which_nobody_guessed_is_not_judged(stage: Stage) -> None:
    pair = await paired(stage)
    await pair.alice.presses("Cancel")
    await pair.alice.presses("✖️ Yes, cancel")
    await pair.bob.sees("✖️ Alice cancelled the game. It counts for nobody.")
    assert stored.long_jobs(stage.bot, pair.alice.id) == 0
