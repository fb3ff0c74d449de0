"""A forum: whoever writes in another topic is answered there, and takes the board from nobody who plays on it."""

from dataclasses import replace

import pytest

from bot.app.messages import Chat
from bot.app.outbox import NO_SLOT
from bot.app.screen import Screen
from bot.app.texts import texts_in
from sandbox.client import Message, Person
from sandbox.client.places import Place
from tests.bot.conftest import Stage
from tests.bot.foul_play.test_groups import Forum, in_forum
from tests.bot.foul_play.test_keepers import ANN, BEGUN, BOB, GROUP, Club, Told, club
from tests.bot.player import by_bot, turns_on, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")

ELSEWHERE = Chat(GROUP.id, 9)
STANDS_ELSEWHERE = str(texts_in("en").plain("note.other-topic"))
WAYS = [way for ways in BEGUN.values() for way in ways]
GUESSES = {way: ("/g 0132", "/g 0231") for way in WAYS if way.startswith("/play")} | {
    "/party": ("/g 0132", "/g 0231"),
    "/number 1 100": ("/g >20", "/g >10"),
}
"""What comes next, by what begins a game that somebody else may join by guessing."""


async def says_elsewhere(here: Club, text: str) -> list[Screen]:
    """What Bob's text in the other topic is answered with there."""
    here.bot.chat = ELSEWHERE
    told: Told = await here.does(BOB, text)
    return [item[3] for item in told.sent if isinstance(item, tuple) and item[:2] == ("screen", NO_SLOT)]


async def stands(here: Club) -> Chat | None:
    game = await here.game()
    return None if game is None else game.chat


@pytest.mark.parametrize("begin", WAYS)
async def test_what_a_bystander_types_in_another_topic_moves_no_board_but_is_answered_there(
    begin: str,
) -> None:
    async with club(begin) as here:
        for text in ("/hint", "/resign", "/resign", "/cancel", "/stop", "/guess"):
            answers = await says_elsewhere(here, text)
            assert [answer.rows for answer in answers] == [()], text
            assert STANDS_ELSEWHERE in answers[0].html
            assert await stands(here) == GROUP, text


@pytest.mark.parametrize(("begin", "guesses"), GUESSES.items())
async def test_the_first_guess_from_another_topic_counts_and_the_second_brings_the_board(
    begin: str, guesses: tuple[str, str]
) -> None:
    async with club(begin) as here:
        before = here.bot.screens.copy()
        [answer] = await says_elsewhere(here, guesses[0])
        shown = guesses[0].removeprefix("/g ").replace(">", "&gt;")
        slot = next(slot for slot in here.bot.screens if slot.startswith("game:"))
        assert shown in answer.html
        assert shown in here.bot.screens[slot][1].html
        assert (await stands(here), here.bot.screens[slot][0]) == (GROUP, before[slot][0])
        assert await says_elsewhere(here, guesses[1]) == []
        assert await stands(here) == ELSEWHERE


@pytest.mark.parametrize("begin", WAYS)
async def test_whoever_began_a_game_takes_its_board_along(begin: str) -> None:
    async with club(begin) as here:
        here.bot.chat = ELSEWHERE
        await here.does(ANN, "/resign")
        assert await stands(here) == ELSEWHERE
        here.bot.chat = replace(GROUP)
        told = await here.does(ANN, "/cancel")
        assert await stands(here) == GROUP
        assert STANDS_ELSEWHERE not in told


def in_topic(who: Person, place: Place, thread: int | None, words: str) -> list[Message]:
    return [message for message in by_bot(who, place, words) if message.topic == thread]


async def newcomer(stage: Stage) -> tuple[Forum, Message]:
    """A game in a topic in which Alice and Bob play, and its board; Eve has written nothing yet."""
    forum = await in_forum(stage)
    (board,) = by_bot(forum.alice, forum.group, "🔒")
    return forum, board


async def test_eves_guess_in_general_counts_on_the_board_of_the_topic_and_is_answered_in_general(stage: Stage) -> None:
    forum, board = await newcomer(stage)
    await forum.guess(1, forum.eve, forum.group)
    (now,) = in_topic(forum.alice, forum.group, forum.games.thread, "🔒")
    (answer,) = in_topic(forum.eve, forum.group, None, STANDS_ELSEWHERE)
    used = wrong_guesses(stage.secret_of(forum.group.id), 9)[1]
    assert [turns_on(each.text)[1][1] for each in (now, answer)] == [used] * 2
    assert (now.id, answer.buttons) == (board.id, ())
    await stage.after(forum.bob.presses("Hint", on=now))  # who plays there goes on there
    (now,) = in_topic(forum.alice, forum.group, forum.games.thread, "🔒")
    assert now.id == board.id


async def test_what_solves_the_game_from_another_topic_ends_it_in_both(stage: Stage) -> None:
    forum, board = await newcomer(stage)
    await stage.after(forum.eve.send(f"/g {stage.secret_of(forum.group.id)}", chat=forum.group))
    (end,) = in_topic(forum.alice, forum.group, forum.games.thread, "🎉")
    assert end.id > board.id
    assert len(in_topic(forum.eve, forum.group, None, "🎉")) == 1


async def test_a_reply_and_a_press_stay_where_the_board_is(stage: Stage) -> None:
    forum, board = await newcomer(stage)
    used = wrong_guesses(stage.secret_of(forum.group.id), 9)[1]
    await stage.after(forum.eve.send(used, chat=forum.games, reply_to=board))
    (board,) = by_bot(forum.alice, forum.group, "🔒")
    assert (board.topic, len(turns_on(board.text))) == (forum.games.thread, 2)
    await forum.guess(2, forum.eve, forum.group)  # she has guessed before: it follows her
    (moved,) = by_bot(forum.alice, forum.group, "🔒")
    assert (moved.topic, len(turns_on(moved.text))) == (None, 3)
