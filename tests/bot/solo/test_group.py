"""One game a group, played by everybody, without a flood of messages; and where its board stands."""

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
from tests.bot.player import by_bot, friends, talk, turns_on, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def playing(stage: Stage) -> tuple[Group, Person, Person, Person, Message]:
    """A group with a game begun by Alice, and its board."""
    group, alice, bob, carol = await friends(stage)
    return group, alice, bob, carol, await talk("/play → I have a secret", alice, chat=group)


async def test_each_person_has_a_draft_that_only_they_see(stage: Stage) -> None:
    group, alice, bob, _, board = await playing(stage)
    await talk("[0] ‼ 0 · · ·\nBob: [1] ‼ 1 · · ·\n[2] ‼ 0 2 · · → 🔒", alice, bob, chat=group, on=board)
    shown = await alice.sees("🔒", chat=group)
    assert (shown.text, shown.keyboard) == (board.text, board.keyboard)
    guess = "1234" if stage.secret_of(group.id) != "1234" else "1235"
    script = "\n".join(f"[{key}]" for key in (*guess[1:], "✓"))
    after = await talk(f"{script} → 1 guess so far", bob, chat=group, on=board)
    assert (turns_on(after.text)[0][1], after.id) == (guess, board.id)


async def test_chatter_gets_silence_even_where_the_bot_sees_everything(own_stage: Stage) -> None:
    group, alice, bob, _, board = await playing(own_stage)
    await own_stage.sandbox.privacy(on=False)
    before = len(alice.messages(group))
    for text in ("0123", "hello", "/unknown", "/play@another_bot", "I think it is 4"):
        await bob.send(text, chat=group)
    for text in ("nice one!", "lol", "hmm 01", "1 бик?"):
        await bob.send(text, chat=group, reply_to=board)
    await bob.send(photo=True, chat=group)
    await own_stage.quiet()
    assert (len(by_bot(alice, group)), len(alice.messages(group))) == (2, before + 10)
    assert [shown.text for shown in by_bot(alice, group, "🔒")] == [board.text]


async def test_private_games_run_beside_the_groups(stage: Stage) -> None:
    group, alice, *_ = await playing(stage)
    await talk("/play → or tap it below", alice)
    await talk(f"{wrong_guesses(stage.secret_of(alice.id), 1)[0]} → 1 guess so far", alice)
    assert turns_on((await alice.sees("🔒", chat=group)).text) == []


@pytest.mark.parametrize(
    ("variant", "guess", "shown"),
    [
        ("mastermind", "ROYG", "1. 🔴🟠🟡🟢"),
        ("mastermind", "🔴🟠🟡🟢", "1. 🔴🟠🟡🟢"),
        ("words-en-5", "abide", "1. abide"),
        ("words-en-5", "qwxyz", "I don’t know the word “"),
    ],
)
async def test_letters_and_pictures_are_guessed_by_a_reply_too_and_a_word_that_nobody_knows_is_answered(
    stage: Stage, variant: str, guess: str, shown: str
) -> None:
    group, alice, bob, *_ = await friends(stage)
    board = await talk(f"/play {variant} → 🎯", alice, chat=group)
    await bob.send(guess, chat=group, reply_to=board)
    await bob.sees(shown, chat=group)


# Where its board stands: what is typed to it is answered at the bottom, within what Telegram lets a bot send.


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
        await self.stage.after(self.bob.send(f"/g {guess}", chat=place or self.group))
        return self.board

    @property
    def board(self) -> Message:
        """The one board."""
        (board,) = by_bot(self.alice, self.group, "🔒")
        return board

    async def older(self, seconds: float) -> None:
        """The board was sent so much longer ago."""
        await self.stage.quiet()
        self.stage.bot.change("UPDATE slots SET shown_at = shown_at - ? WHERE chat_id = ?", seconds, self.group.id)


async def players(stage: Stage) -> tuple[Players, Message]:
    """Those who play in a group, and their board."""
    group, alice, bob, _, board = await playing(stage)
    await stage.quiet()
    return Players(stage, group, alice, bob), board


async def test_a_press_leaves_the_board_where_it_is_and_so_does_a_guess_if_it_was_just_sent(stage: Stage) -> None:
    play, first = await players(stage)
    assert [(await play.guesses()).id for _ in range(2)] == [first.id] * 2
    await play.older(61)
    await stage.after(play.bob.presses("Hint", on=first))
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
    play, first = await players(limited)
    for _ in range(6):
        await limited.after(play.alice.send("/language", chat=play.group))
    await play.older(61)
    stayed = await play.guesses()
    assert stayed.id == first.id
    assert all(words in stayed.text for words in ("Too many messages at once", "1 guess so far"))


async def in_forum(stage: Stage) -> tuple[Players, Topic, Topic]:
    """A forum with two topics, and a game that Alice has begun in the first."""
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    forum = await (await stage.sandbox.group("Forum", alice, bob)).becomes_forum()
    games, chatter = await forum.topic("Games", by=alice), await forum.topic("Talk", by=alice)
    await talk("/play → I have a secret", alice, chat=games)
    await stage.quiet()
    return Players(stage, forum, alice, bob), games, chatter


async def test_in_a_forum_the_answer_comes_in_the_topic_in_which_one_asked(stage: Stage) -> None:
    play, games, chatter = await in_forum(stage)
    first = play.board
    assert (await play.guesses(games)).id == first.id
    moved = await play.guesses(chatter)
    assert (moved.topic, moved.id > first.id) == (chatter.thread, True)
    assert "2 guesses so far" in moved.text
    assert (await play.guesses(chatter)).id == moved.id
    await stage.after(play.alice.send("/hint", chat=games))
    assert play.board.topic == games.thread
    await play.alice.send("/language", chat=chatter)
    assert (await play.alice.sees("language", chat=chatter)).topic == chatter.thread


async def test_in_a_forum_the_game_of_the_topic_is_meant(stage: Stage) -> None:
    play, games, chatter = await in_forum(stage)
    await play.guesses(games)
    await stage.after(play.bob.send("/play", chat=chatter))
    positions = stage.bot.rows(f"{stored.POSITIONS} WHERE chat_id = ?", play.group.id)
    secrets = [str(position).split()[2] for (position,) in positions]
    guess = next(code for code in wrong_guesses(secrets[0], 20)[1:] if code not in secrets)
    for place, count in ((games, "2 guesses"), (chatter, "1 guess")):
        await stage.after(play.alice.send(f"/g {guess}", chat=place))
        (board,) = [board for board in by_bot(play.alice, play.group, "🔒") if board.topic == place.thread]
        assert f"{count} so far" in board.text
    assert {board.topic for board in by_bot(play.alice, play.group, "🔒")} == {games.thread, chatter.thread}
