from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.game.rating import START, Rating, after_game, after_pause
from faults.judging.glicko import SECONDS_A_PERIOD, Strength
from faults.judging.match_rules import goes_on_too_long, is_in_turn, may_end, result
from faults.playground import Playground, playground

ANN, BOB = 71, 72


@pytest.mark.parametrize(
    ("mode", "guesses", "winner"),
    [
        ("duel", [(ANN, True)], None),
        ("duel", [(ANN, True), (BOB, False)], ANN),
        ("duel", [(ANN, True), (BOB, True)], 0),
        ("duel", [(ANN, False), (BOB, True)], BOB),
        ("sudden", [(ANN, True)], ANN),
        ("volley", [(ANN, False), (BOB, True)], BOB),
        ("race", [(ANN, False), (ANN, False), (ANN, True)], None),
        ("race", [(ANN, False), (ANN, False), (ANN, True), (BOB, False)], None),
        ("race", [(ANN, False), (ANN, False), (ANN, True), (BOB, False), (BOB, False)], ANN),
        ("race", [(ANN, False), (ANN, False), (ANN, True), (BOB, True)], BOB),
        ("race", [(BOB, False), (BOB, False), (ANN, False), (ANN, True)], ANN),
    ],
)
def test_the_rules_are_those_that_people_know(mode: str, guesses: list[tuple[int, bool]], winner: int | None) -> None:
    """`winner` 0: a draw; None: it goes on."""
    broken = result(mode, (ANN, BOB), guesses)
    assert (None if broken is None else broken.winner or 0) == winner


def test_who_guesses_after_the_end_or_out_of_turn_is_noticed() -> None:
    ended = [(ANN, True), (BOB, False)]
    assert not goes_on_too_long("duel", (ANN, BOB), ended)
    assert goes_on_too_long("duel", (ANN, BOB), [*ended, (ANN, False)])
    assert is_in_turn((ANN, BOB), ANN, ended)
    assert not is_in_turn((ANN, BOB), BOB, ended)
    assert not is_in_turn((ANN, BOB), ANN, [(ANN, False), (ANN, False)])


def test_from_the_first_guess_on_leaving_costs_the_game() -> None:
    for how in ("aborted", "timed-out", "agreed", "resigned", "called-off"):
        ends = [may_end(how, [(ANN, False)] * guesses) for guesses in (0, 1, 7)]
        assert ends == [how not in {"timed-out", "agreed"}, how != "aborted", how != "aborted"], how


# The ratings by which the bot is judged: checked against Glickman's worked example, one opponent at a time.
CLOSE = 1e-4
GAMES = ((1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0), (1500.0, 350.0, 0.5), (2400.0, 40.0, 1.0))


def test_glickmans_player_beats_the_first_opponent_of_the_example() -> None:
    mine = Strength(1500, 200, 0.06).after(Strength(1400, 30), 1.0, 0.0)
    assert (mine.rating, mine.deviation) == pytest.approx((1563.56, 175.40), abs=0.01)
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


CHAT, PERSON = -74, 71


@pytest_asyncio.fixture
async def ground() -> AsyncIterator[Playground]:
    """An empty one."""
    async with playground() as empty:
        yield empty


async def test_what_is_said_on_a_card_is_noted_where_it_stands_with_all_that_stands_on_it(ground: Playground) -> None:
    note = ground.witness.note
    note("editMessageText", {"inline_message_id": "none", "text": "hello"}, {"ok": False}, 1.0)
    assert ground.witness.said == []  # a card that never was
    ground.state.world.inline_messages["card"] = (CHAT, 5)
    note("editMessageText", {"inline_message_id": "card", "text": "hello"}, {"ok": True}, 1.0)
    query = ground.state.world.open_inline_query(PERSON, CHAT, "", "")
    note("answerInlineQuery", {"inline_query_id": query.id, "results": [{"title": "a secret"}]}, {"ok": True}, 1.0)
    said, offered = ground.witness.said
    assert (said.chat, said.text, said.sent) == (CHAT, "hello", False)
    assert CHAT not in ground.witness.newest
    assert offered.chat == CHAT
    assert "a secret" in offered.text


async def test_a_new_message_is_the_newest_of_its_chat(ground: Playground) -> None:
    for text, ok in (("one", True), ("two", False)):
        ground.witness.note("sendMessage", {"chat_id": str(CHAT), "text": text}, {"ok": ok}, 1.0)
    assert [said.sent for said in ground.witness.said] == [True, False]
    assert ground.witness.newest == {CHAT: "one"}
