"""One game a group, played by everybody without a flood of messages; where its board stands, and where it moves."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio

from bot.telegram.limits import TELEGRAMS_MOST
from faults.processes.balancer import Balancer
from faults.processes.postgres import Cluster
from faults.processes.process import BotProcess, free_port
from sandbox.client import Group, Message, Person, Sandbox, Topic
from sandbox.server import SandboxServer
from tests import stored
from tests.bot.conftest import Stage, staged
from tests.bot.forked_bot import ForkedBot
from tests.bot.player import by_bot, friends, talk, turns_on, wrong_guesses
from tests.bot.storage.databases import holds

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def playing(stage: Stage) -> tuple[Group, Person, Person, Person, Message]:
    group, alice, bob, carol = await friends(stage)
    return group, alice, bob, carol, await talk("/play → I have a secret", alice, chat=group)


async def test_each_person_has_a_draft_that_only_they_see_and_private_games_run_beside(stage: Stage) -> None:
    group, alice, bob, _, board = await playing(stage)
    await talk("/play → or tap it below", alice)
    await talk(f"{wrong_guesses(stage.secret_of(alice.id), 1)[0]} → 1 guess so far", alice)
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


@pytest.mark.parametrize(
    ("variant", "guess", "shown"),
    [
        ("mastermind", "ROYG", "1. 🔴🟠🟡🟢"),
        ("mastermind", "🔴🟠🟡🟢", "1. 🔴🟠🟡🟢"),
        ("words-en-5", "abide", "1. abide"),
        ("words-en-5", "qwxyz", "I don’t know the word “"),
    ],
)
async def test_signs_and_words_are_guessed_by_a_reply(stage: Stage, variant: str, guess: str, shown: str) -> None:
    group, alice, bob, *_ = await friends(stage)
    board = await talk(f"/play {variant} → 🎯", alice, chat=group)
    await bob.send(guess, chat=group, reply_to=board)
    await bob.sees(shown, chat=group)


@dataclass
class Players:
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
        (board,) = by_bot(self.alice, self.group, "🔒")
        return board

    async def older(self, seconds: float) -> None:
        await self.stage.quiet()
        self.stage.bot.change("UPDATE slots SET shown_at = shown_at - ? WHERE chat_id = ?", seconds, self.group.id)


async def players(stage: Stage) -> tuple[Players, Message]:
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
    assert moved.topic == chatter.thread
    assert moved.id > first.id
    assert "2 guesses so far" in moved.text
    assert (await play.guesses(chatter)).id == moved.id
    await stage.after(play.alice.send("/hint", chat=games))
    assert play.board.topic == games.thread
    await play.alice.send("/language", chat=chatter)
    assert (await play.alice.sees("language", chat=chatter)).topic == chatter.thread


async def test_in_a_forum_the_game_of_the_topic_is_meant(stage: Stage) -> None:
    play, games, chatter = await in_forum(stage)
    ((_, used, *_),) = turns_on((await play.guesses(games)).text)
    await stage.after(play.bob.send("/play", chat=chatter))
    positions = stage.bot.rows(f"{stored.POSITIONS} WHERE chat_id = ?", play.group.id)
    secrets = [str(position).split()[2] for (position,) in positions]
    guess = next(code for code in wrong_guesses(used, 20) if code not in secrets)
    for place, count in ((games, "2 guesses"), (chatter, "1 guess")):
        await stage.after(play.alice.send(f"/g {guess}", chat=place))
        (board,) = [board for board in by_bot(play.alice, play.group, "🔒") if board.topic == place.thread]
        assert f"{count} so far" in board.text
    assert {board.topic for board in by_bot(play.alice, play.group, "🔒")} == {games.thread, chatter.thread}


@dataclass
class Crowd:
    sandbox: Sandbox
    bots: list[BotProcess]
    url: str
    groups: list[tuple[Group, Person]] = field(default_factory=list)

    async def plays(self, count: int) -> None:
        for number in range(count):
            player = await self.sandbox.person(f"P{number}")
            group = await self.sandbox.group(f"G{number}", player)
            await talk("/play → I have a secret", player, chat=group)
            await talk(f"/g {await self.misses(group, 0)} → 1 guess so far", player, chat=group)
            self.groups.append((group, player))

    async def misses(self, group: Group, number: int) -> str:
        ((*_, body),) = await stored.games_at(self.url, chat=group.id)
        return next(guess for guess in wrong_guesses("", 9)[2 * number :] if f" {guess} " not in str(body))

    async def everybody_sees(self, grown: list[Group], guesses: int) -> None:
        """Each board stands once in its supergroup, with so many guesses."""
        for (_, player), group in zip(self.groups, grown, strict=True):
            board = await player.sees(f"{guesses} guesses so far", chat=group, within=60)
            assert len(turns_on(board.text)) == guesses
        await self.sandbox.settled()
        await holds(self.url, "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM outbox)")
        await self.sandbox.state()
        for (_, player), group in zip(self.groups, grown, strict=True):
            assert len(by_bot(player, group)) == 1


async def grows(group: Group, player: Person, guess: str, *, first: bool = False) -> Group:
    """The supergroup that the group becomes right after the guess; `first`: right before it."""
    if not first:
        await player.send(f"/g {guess}", chat=group)
    grown = await group.migrate()
    if first:
        await player.send(f"/g {guess}", chat=grown)
    return grown


def of(stage: Stage) -> Crowd:
    return Crowd(stage.sandbox, [stage.bot], f"sqlite:///{stage.bot.database}")


@asynccontextmanager
async def replicas(place: Path, url: str) -> AsyncIterator[Crowd]:
    """Two processes of the bot behind a balancer, on one database."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(SandboxServer())
        sandbox, ports = await stack.enter_async_context(Sandbox(server.url)), (free_port(), free_port())
        balancer = await stack.enter_async_context(Balancer(*(f"http://127.0.0.1:{port}" for port in ports)))
        settings = {"DATABASE_URL": url, "WEBHOOK_URL": f"{balancer.address}/telegram", "WEBHOOK_SECRET": "5a" * 16}
        bots: list[BotProcess] = []
        for port in ports:
            (folder := place / str(port)).mkdir()
            bot = ForkedBot(server.url, server.token, folder, webhook=True, port=port, **settings)
            bots.append(await stack.enter_async_context(bot))
        yield Crowd(sandbox, bots, url)


@pytest_asyncio.fixture(
    loop_scope="session", params=["polling", "webhook", pytest.param("two replicas", marks=pytest.mark.costly)]
)
async def crowd(request: pytest.FixtureRequest, tmp_path: Path, postgres: Cluster) -> AsyncIterator[Crowd]:
    async with AsyncExitStack() as stack:
        if request.param != "two replicas":
            yield of(await stack.enter_async_context(staged(tmp_path, webhook=request.param == "webhook")))
            return
        yield await stack.enter_async_context(replicas(tmp_path, await postgres.new_database()))


@pytest.mark.parametrize("first", [True, False])
async def test_a_guess_right_after_the_move_or_before_it_counts(crowd: Crowd, *, first: bool) -> None:
    await crowd.plays(20)
    guesses = [await crowd.misses(group, 1) for group, _ in crowd.groups]
    moves = (grows(*each, guess, first=first) for each, guess in zip(crowd.groups, guesses, strict=True))
    await crowd.everybody_sees(await asyncio.gather(*moves), 2)


async def test_from_a_backlog_guesses_before_and_after_the_move_count(crowd: Crowd) -> None:
    await crowd.plays(4)
    before, after = [[await crowd.misses(group, number) for group, _ in crowd.groups] for number in (1, 2)]
    for bot in crowd.bots:
        await bot.kill()
    grown = [await grows(*each, guess) for each, guess in zip(crowd.groups, before, strict=True)]
    for (_, player), group, guess in zip(crowd.groups, grown, after, strict=True):
        await player.send(f"/g {guess}", chat=group)
    for bot in crowd.bots:
        await bot.start()
    await crowd.everybody_sees(grown, 3)


async def test_a_press_on_the_board_that_stayed_behind_is_told_where_the_game_is(own_stage: Stage) -> None:
    crowd = of(own_stage)
    await crowd.plays(1)
    [(group, player)] = crowd.groups
    board = by_bot(player, group)[-1]
    await player.sees("1 guess so far", chat=await group.migrate())
    await own_stage.quiet()
    calls = len(await own_stage.sandbox.calls())
    press = {"id": "77", "from": {"id": player.id, "is_bot": False, "first_name": "P"}, "chat_instance": "1"}
    stands = {"message_id": board.id, "date": 1, "chat": {"id": group.id, "type": "group", "title": "G"}}
    data = board.keyboard[0][0].value
    for _ in range(40):
        await own_stage.sandbox.update({"callback_query": press | {"message": stands, "data": data}})
    await own_stage.quiet()
    made = (await own_stage.sandbox.calls())[calls:]
    told = {(call["method"], call["parameters"].get("text")) for call in made if call["method"] != "getUpdates"}
    assert told == {("answerCallbackQuery", "This group is now a supergroup: the board is further down.")}
    assert own_stage.bot.rows("SELECT count(*) FROM outbox") == [(0,)]
