"""A topic is closed in mid-game: the game rests, General is told in one line, and its players alone go on there."""

from dataclasses import dataclass

import pytest

from bot.app.intents import Closing
from bot.app.messages import Chat, Topic
from bot.app.rate_limit import RateLimit, Verdict
from sandbox import client
from sandbox.client import Group, Message, Person
from tests.bot.conftest import Stage
from tests.bot.player import wrong_guesses

SESSION = pytest.mark.asyncio(loop_scope="session")
RESTS, HERE = "The game is paused", "▶️ Continue here"
REFUSED = ["TOPIC_CLOSED", "TOPIC_DELETED", "message thread not found", "TOPIC_ID_INVALID"]
UNWRITABLE = [
    "CHAT_RESTRICTED",
    "CHAT_WRITE_FORBIDDEN",
    "CHAT_SEND_PLAIN_FORBIDDEN",
    "CHAT_GUEST_SEND_FORBIDDEN",
    "CHAT_ADMIN_REQUIRED",
    "CHANNEL_PRIVATE",
    "USER_BANNED_IN_CHANNEL",
    "need administrator rights in the channel chat",
    "not enough rights to send text messages to the chat",
    "TOPIC_CLOSED",
]


@dataclass(frozen=True)
class Forum:
    """Alice has begun a game in a topic of her forum, Bob has guessed once, and Eve looks on."""

    stage: Stage
    group: Group
    games: client.Topic
    alice: Person
    bob: Person
    eve: Person

    async def guess(self, number: int, who: Person, place: Group | client.Topic) -> None:
        await who.send(f"/g {wrong_guesses(self.stage.secret_of(self.group.id), 9)[number]}", chat=place)
        await self.stage.quiet()

    async def older(self) -> None:
        """The board was sent so long ago that it comes down for the next guess."""
        await self.stage.quiet()
        self.stage.bot.change("UPDATE slots SET shown_at = shown_at - 99 WHERE chat_id = ?", self.group.id)

    def says(self, words: str) -> list[Message]:
        """All that the bot has said with these words, wherever in the forum."""
        return [message for message in self.alice.messages(self.group) if message.by_bot and words in message.text]


async def in_forum(stage: Stage) -> Forum:
    alice, bob, eve = [await stage.sandbox.person(name) for name in ("Alice", "Bob", "Eve")]
    group = await (await stage.sandbox.group("Forum", alice, bob, eve)).becomes_forum()
    forum = Forum(stage, group, await group.topic("Games", by=alice), alice, bob, eve)
    await alice.send("/play", chat=forum.games)
    await alice.sees("I have a secret", chat=forum.games)
    await forum.guess(0, bob, forum.games)
    return forum


async def resting(stage: Stage) -> Forum:
    """The same, once the topic of the game is closed and General has heard of it."""
    forum = await in_forum(stage)
    await forum.games.close()
    await forum.alice.sees(RESTS, chat=forum.group)
    await stage.quiet()
    return forum


@SESSION
async def test_a_game_rests_and_its_players_go_on_in_general(stage: Stage) -> None:
    forum = await in_forum(stage)
    await forum.games.close()
    line = await forum.eve.sees(RESTS, chat=forum.group)
    assert line.topic is None
    assert (await forum.eve.presses(HERE, on=line)).text == "That’s for the players of this game."
    assert [message.topic for message in forum.says("🔒")] == [forum.games.thread]
    await forum.bob.presses(HERE, on=line)
    await stage.quiet()
    assert [message.topic for message in forum.says("🔒")] == [None]
    assert forum.says(RESTS) == []
    await forum.guess(1, forum.eve, forum.group)
    (board,) = forum.says("🔒")
    assert "2 guesses so far" in board.text


@pytest.mark.parametrize("reason", REFUSED)
@SESSION
async def test_whatever_says_that_a_topic_is_closed_lets_the_game_rest(stage: Stage, reason: str) -> None:
    forum = await in_forum(stage)
    for number in (1, 2, 3):
        await forum.older()
        await stage.sandbox.fault("sendMessage", "400", description=f"Bad Request: {reason}", chat=forum.group)
        await forum.guess(number, forum.alice, forum.games)
        await forum.alice.sees(RESTS, chat=forum.group)
    await stage.quiet()
    assert len(forum.says(RESTS)) == 1
    assert [message.topic for message in forum.says("🔒")] == [forum.games.thread]
    await forum.alice.presses(HERE, chat=forum.group)
    await forum.alice.sees("4 guesses so far", chat=forum.group)


@SESSION
async def test_a_deleted_topic_takes_no_game_with_it(stage: Stage) -> None:
    forum = await in_forum(stage)
    await forum.games.delete()
    await forum.guess(1, forum.bob, forum.group)
    (board,) = forum.says("🔒")
    assert (board.topic, "2 guesses so far" in board.text) == (None, True)


@SESSION
async def test_a_topic_that_is_opened_again_needs_no_line(stage: Stage) -> None:
    forum = await resting(stage)
    await forum.games.reopen()
    await forum.guess(1, forum.alice, forum.games)
    assert forum.says(RESTS) == []
    (board,) = forum.says("🔒")
    assert (board.topic, "2 guesses so far" in board.text) == (forum.games.thread, True)


@SESSION
async def test_what_is_pressed_twice_or_too_late_moves_nothing(stage: Stage) -> None:
    forum = await resting(stage)
    (line,) = forum.says(RESTS)
    await forum.guess(1, forum.bob, forum.group)  # who goes on by a guess needs no button
    assert forum.says(RESTS) == []
    (board,) = forum.says("🔒")
    said = await forum.bob.send("Here!", chat=forum.group)
    for other in (board, said):
        forged = await forum.alice.forges(line.keyboard[0][0].value, on=other)
        assert forged.text == "This button is out of date."
    await stage.quiet()
    assert [message.id for message in forum.says("🔒")] == [board.id]


@SESSION
async def test_games_in_other_topics_and_in_general_go_on(stage: Stage) -> None:
    forum = await in_forum(stage)
    talk = await forum.group.topic("Talk", by=forum.alice)
    await talk.close()
    await forum.guess(1, forum.alice, forum.games)
    assert forum.says(RESTS) == []


@SESSION
async def test_what_ends_where_nothing_can_be_written_is_told_in_general(stage: Stage) -> None:
    forum = await resting(stage)
    await stage.sandbox.fault(
        "editMessageText", "400", description="Bad Request: TOPIC_CLOSED", chat=forum.group, times=2
    )
    await forum.alice.send(f"/g {stage.secret_of(forum.group.id)}", chat=forum.games)
    board = await forum.alice.sees("🎉", chat=forum.group)
    assert board.topic is None
    await stage.quiet()
    assert forum.says(RESTS) == []


@pytest.mark.parametrize("reason", UNWRITABLE)
@SESSION
async def test_a_chat_that_cannot_be_written_to_is_no_fault_of_ours(stage: Stage, reason: str) -> None:
    forum = await in_forum(stage)
    failed = stage.bot.rows("SELECT count(*) FROM failed_messages")
    await stage.sandbox.fault("sendMessage", "400", description=f"Bad Request: {reason}", chat=forum.group)
    await forum.alice.send("/rules", chat=forum.group)
    await stage.quiet()
    assert stage.bot.rows("SELECT count(*) FROM failed_messages") == failed
    await stage.sandbox.clear_faults()
    await forum.guess(1, forum.alice, forum.games)
    (board,) = forum.says("🔒")
    assert "2 guesses so far" in board.text


def test_a_topic_that_is_closed_again_and_again_is_no_flood() -> None:
    limit, topic = RateLimit(), Chat(-1001000000001, 5)
    verdicts = [limit.verdict(Topic(number, topic, is_open=False), Closing(is_open=False), 7.0) for number in range(50)]
    assert verdicts.count(Verdict.READ) == 10
    assert limit.verdict(Topic(99, Chat(topic.id, 6), is_open=False), Closing(is_open=False), 7.0) is Verdict.READ
