"""Where a group's board stands: what is typed to it is answered at the bottom, within what Telegram lets a bot send."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from bot.telegram.limits import TELEGRAMS_MOST
from sandbox.client import Group, Message, Person, Sandbox, Topic
from sandbox.server import SandboxServer
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.forked_bot import ForkedBot
from tests.bot.player import wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")
SCARCE = "Too many messages at once"


@dataclass
class Players:
    """A group in which Alice has begun a game, and Bob guesses."""

    stage: Stage
    group: Group
    alice: Person
    bob: Person
    made: int = 0

    async def guesses(self, place: Group | Topic | None = None) -> Message:
        """The board after one more wrong guess of Bob's."""
        guess = wrong_guesses(self.stage.secret_of(self.group.id), 20)[self.made]
        self.made += 1
        await self.bob.send(f"/g {guess}", chat=place or self.group)
        await self.stage.quiet()
        return self.board

    @property
    def boards(self) -> list[Message]:
        """All boards that stand in the group."""
        return [message for message in self.alice.messages(self.group) if message.by_bot and "🔒" in message.text]

    @property
    def board(self) -> Message:
        """The one board."""
        (board,) = self.boards
        return board

    async def older(self, seconds: float) -> None:
        """The board was sent so much longer ago."""
        await self.stage.quiet()
        self.stage.bot.change("UPDATE slots SET shown_at = shown_at - ? WHERE chat_id = ?", seconds, self.group.id)


async def playing(stage: Stage) -> Players:
    """Two who play in a group."""
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob", "uk")
    group = await stage.sandbox.group("Friends", alice, bob)
    await alice.send("/play", chat=group)
    await alice.sees("I have a secret", chat=group)
    await stage.quiet()
    return Players(stage, group, alice, bob)


async def test_a_board_that_was_just_sent_stays_where_it_is(stage: Stage) -> None:
    play = await playing(stage)
    first = play.board
    assert (await play.guesses()).id == first.id
    assert (await play.guesses()).id == first.id


async def test_a_press_leaves_the_board_where_it_is(stage: Stage) -> None:
    play = await playing(stage)
    first = play.board
    await play.older(61)
    await play.bob.presses("Hint", on=first)
    await stage.quiet()
    assert play.board.id == first.id


@pytest_asyncio.fixture(loop_scope="session")
async def limited(tmp_path: Path) -> AsyncIterator[Stage]:
    """A bot that keeps Telegram's limits."""
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        ForkedBot(server.url, server.token, tmp_path, MESSAGES_PER_SECOND=str(TELEGRAMS_MOST)) as bot,
    ):
        yield Stage(server, sandbox, bot)


@pytest.mark.costly
async def test_with_few_messages_left_the_board_stays_and_says_so(limited: Stage) -> None:
    play = await playing(limited)
    first = play.board
    for _ in range(6):
        await play.alice.send("/language", chat=play.group)
        await limited.quiet()
    await play.older(61)
    stayed = await play.guesses()
    assert stayed.id == first.id
    assert SCARCE in stayed.text
    assert "1 guess so far" in stayed.text


async def in_forum(stage: Stage) -> tuple[Players, Topic, Topic]:
    """A forum with two topics, and a game that Alice has begun in the first."""
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    forum = await (await stage.sandbox.group("Forum", alice, bob)).becomes_forum()
    games, talk = await forum.topic("Games", by=alice), await forum.topic("Talk", by=alice)
    await alice.send("/play", chat=games)
    await alice.sees("I have a secret", chat=games)
    await stage.quiet()
    return Players(stage, forum, alice, bob), games, talk


async def test_in_a_forum_the_answer_comes_in_the_topic_in_which_one_asked(stage: Stage) -> None:
    play, games, talk = await in_forum(stage)
    first = play.board
    assert (await play.guesses(games)).id == first.id
    moved = await play.guesses(talk)
    assert (moved.topic, moved.id > first.id) == (talk.thread, True)
    assert "2 guesses so far" in moved.text
    assert (await play.guesses(talk)).id == moved.id
    await play.alice.send("/hint", chat=games)
    await stage.quiet()
    assert play.board.topic == games.thread
    await play.alice.send("/language", chat=talk)
    assert (await play.alice.sees("language", chat=talk)).topic == talk.thread


async def test_in_a_forum_the_game_of_the_topic_is_meant(stage: Stage) -> None:
    play, games, talk = await in_forum(stage)
    await play.guesses(games)
    await play.bob.send("/play", chat=talk)
    await play.bob.sees("I have a secret", chat=talk)
    await stage.quiet()
    positions = stage.bot.rows(f"{stored.POSITIONS} WHERE chat_id = ?", play.group.id)
    secrets = [str(position).split()[2] for (position,) in positions]
    guess = next(code for code in wrong_guesses(secrets[0], 20)[1:] if code not in secrets)
    for place, count in ((games, "2 guesses"), (talk, "1 guess")):
        await play.alice.send(f"/g {guess}", chat=place)
        await stage.quiet()
        (board,) = [message for message in play.boards if message.topic == place.thread]
        assert f"{count} so far" in board.text
    assert {message.topic for message in play.boards} == {games.thread, talk.thread}
