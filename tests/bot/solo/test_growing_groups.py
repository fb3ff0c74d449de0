"""A guess that follows at once when its group has become a supergroup counts, however updates come."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio

from faults.processes.balancer import Balancer
from faults.processes.postgres import Cluster
from faults.processes.process import BotProcess, free_port
from sandbox.client import Group, Person, Sandbox
from sandbox.server import SandboxServer
from tests import stored
from tests.bot.conftest import Stage, staged
from tests.bot.forked_bot import ForkedBot
from tests.bot.player import by_bot, talk, turns_on, wrong_guesses
from tests.bot.storage.databases import holds

pytestmark = pytest.mark.asyncio(loop_scope="session")
GROUPS = 20
Moves = Callable[[Group, Person, str], Awaitable[Group]]


@dataclass
class Crowd:
    """Groups that play, and those who guess there."""

    sandbox: Sandbox
    bots: list[BotProcess]
    url: str
    groups: list[tuple[Group, Person]] = field(default_factory=list)

    async def plays(self, count: int) -> None:
        """So many groups have begun a game, and made a guess in it."""
        for number in range(count):
            player = await self.sandbox.person(f"P{number}")
            group = await self.sandbox.group(f"G{number}", player)
            await talk("/play → I have a secret", player, chat=group)
            await talk(f"/g {await self.misses(group, 0)} → 1 guess so far", player, chat=group)
            self.groups.append((group, player))

    async def misses(self, group: Group, number: int) -> str:
        """A guess that is wrong in the group's game."""
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


async def grows_and_guesses(group: Group, player: Person, guess: str) -> Group:
    grown = await group.migrate()
    await player.send(f"/g {guess}", chat=grown)
    return grown


async def guesses_and_grows(group: Group, player: Person, guess: str) -> Group:
    await player.send(f"/g {guess}", chat=group)
    return await group.migrate()


def of(stage: Stage) -> Crowd:
    return Crowd(stage.sandbox, [stage.bot], f"sqlite:///{stage.bot.database}")


@pytest_asyncio.fixture(
    loop_scope="session", params=["polling", "webhook", pytest.param("two replicas", marks=pytest.mark.costly)]
)
async def crowd(request: pytest.FixtureRequest, tmp_path: Path, postgres: Cluster) -> AsyncIterator[Crowd]:
    async with AsyncExitStack() as stack:
        if request.param != "two replicas":
            yield of(await stack.enter_async_context(staged(tmp_path, webhook=request.param == "webhook")))
            return
        server = await stack.enter_async_context(SandboxServer())
        sandbox = await stack.enter_async_context(Sandbox(server.url))
        url, ports = await postgres.new_database(), (free_port(), free_port())
        balancer = await stack.enter_async_context(Balancer(*(f"http://127.0.0.1:{port}" for port in ports)))
        settings = {"DATABASE_URL": url, "WEBHOOK_URL": f"{balancer.address}/telegram", "WEBHOOK_SECRET": "5a" * 16}
        bots: list[BotProcess] = []
        for port in ports:
            (folder := tmp_path / str(port)).mkdir()
            bot = ForkedBot(server.url, server.token, folder, webhook=True, port=port, **settings)
            bots.append(await stack.enter_async_context(bot))
        yield Crowd(sandbox, bots, url)


@pytest.mark.parametrize("way", [grows_and_guesses, guesses_and_grows])
async def test_a_guess_right_after_the_move_or_before_it_counts(crowd: Crowd, way: Moves) -> None:
    await crowd.plays(GROUPS)
    guesses = [await crowd.misses(group, 1) for group, _ in crowd.groups]
    moves = (way(*each, guess) for each, guess in zip(crowd.groups, guesses, strict=True))
    await crowd.everybody_sees(await asyncio.gather(*moves), 2)


async def test_from_a_backlog_guesses_before_and_after_the_move_count(crowd: Crowd) -> None:
    await crowd.plays(4)
    before, after = [[await crowd.misses(group, number) for group, _ in crowd.groups] for number in (1, 2)]
    for bot in crowd.bots:
        await bot.kill()
    grown = [await guesses_and_grows(*each, guess) for each, guess in zip(crowd.groups, before, strict=True)]
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
    assert {call["method"] for call in made} <= {"answerCallbackQuery", "getUpdates"}
    found = [call["parameters"]["text"] for call in made if call["method"] == "answerCallbackQuery"]
    assert set(found) == {"This group is now a supergroup: the board is further down."}
    assert own_stage.bot.rows("SELECT count(*) FROM outbox") == [(0,)]
