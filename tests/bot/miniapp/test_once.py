"""What is pressed on the page counts once, whatever breaks on the way and wherever it is repeated."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from aiohttp import ClientSession

from faults.processes.balancer import Balancer
from faults.processes.process import free_port
from sandbox.client import Person, Sandbox
from sandbox.server import SandboxServer
from tests import stored
from tests.bot.forked_bot import ForkedBot
from tests.bot.miniapp.page import Opened, new_key, opened, settings_at
from tests.bot.mortal import Mortal
from tests.bot.player import by_bot, wrong_guesses
from tests.bot.storage.databases import NOTHING_TO_DO, holds, rows_at
from tests.bot.telegram.sources import until_it_is

pytestmark = pytest.mark.asyncio(loop_scope="session")


@dataclass(frozen=True)
class Processes:
    """The bot's processes, which serve the page: one on a file, two on a server."""

    sandbox: Sandbox
    place: str
    bots: tuple[ForkedBot, ...]
    http: ClientSession

    async def quiet(self) -> None:
        """Wait until nothing is left to do or to say."""
        await self.sandbox.settled()
        await holds(self.place, NOTHING_TO_DO)
        await self.sandbox.state()

    async def opens(self, person: Person, at: int = 0, game: str = "") -> Opened:
        """The page of that person at one of the processes."""
        return await opened(self.http, self.bots[at].address, person, game)

    async def plays(self, words: str = "/play") -> tuple[Person, str, list[str]]:
        """Somebody who has begun a game in the chat; its id, and guesses that are wrong."""
        person = await self.sandbox.person("Ann")
        await person.send(words)
        await person.sees("🔒")
        await self.quiet()
        ((game, *_, body),) = await stored.games_at(self.place, chat=person.id)
        return person, game, wrong_guesses(json.loads(body)["position"].split()[2], 8)

    async def turns(self, person: Person) -> list[str]:
        """The guesses of the person's newest game, as they are stored."""
        ((*_, body),) = await stored.games_at(self.place, chat=person.id)
        return [turn.split("=")[0] for turn in json.loads(body)["position"].partition("|")[2].split()]


@asynccontextmanager
async def processes(folder: Path, place: str, count: int) -> AsyncIterator[Processes]:
    """So many that serve: one by polling, several by a webhook that is balanced."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(SandboxServer())
        sandbox = await stack.enter_async_context(Sandbox(server.url))
        http = await stack.enter_async_context(ClientSession())
        ports = [free_port() for _ in range(count)]
        settings = {"DATABASE_URL": place, "APP_URL": settings_at(ports[0])["APP_URL"]}
        if count > 1:
            balancer = await stack.enter_async_context(Balancer(*(f"http://127.0.0.1:{port}" for port in ports)))
            settings["WEBHOOK_URL"] = f"{balancer.address}/telegram"
        bots = []
        for port in ports:
            (folder / str(port)).mkdir()
            bot = ForkedBot(server.url, server.token, folder / str(port), webhook=count > 1, port=port, **settings)
            await stack.enter_async_context(bot)
            bots.append(bot)
        await until_it_is(lambda: sandbox.calls("setChatMenuButton"))
        yield Processes(sandbox, place, tuple(bots), http)


@pytest_asyncio.fixture(loop_scope="session")
async def single(place: str, tmp_path: Path) -> AsyncIterator[Processes]:
    async with processes(tmp_path, place, 1) as one:
        yield one


@pytest_asyncio.fixture(loop_scope="session")
async def both(shared: str, tmp_path: Path) -> AsyncIterator[Processes]:
    async with processes(tmp_path, shared, 2) as two:
        yield two


async def sent_unheard(page: Opened, key: str, data: str) -> asyncio.StreamWriter:
    """Send a deed whose answer is never read: the connection is cut off before."""
    where = urlsplit(page.address)
    body = json.dumps({"key": key, "game": page.game, "data": data})
    head = f"POST {where.path}/deed HTTP/1.1\r\nHost: bot\r\nAuthorization: Bearer {page.session}\r\n"
    _, writer = await asyncio.open_connection(where.hostname, where.port)
    writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
    await writer.drain()
    return writer


def seen(count: int) -> str:
    """Finds so many presses of the page."""
    return f"SELECT 1 FROM (SELECT count(*) AS most FROM seen_updates WHERE update_id < 0) AS seen WHERE most = {count}"


# Killed on the way.


@pytest.mark.both_databases
async def test_what_was_killed_before_the_commit_is_played_by_its_repetition(single: Processes) -> None:
    ann, game, (guess, *_) = await single.plays()
    page, key = await single.opens(ann, game=game), new_key()
    async with Mortal(single.sandbox, single.bots[0], single.place).killed_before_commit():
        (await sent_unheard(page, key, page.guess(guess))).close()
    assert await single.turns(ann) == []
    await single.bots[0].start()
    for _ in range(2):
        await page.guesses(guess, key)
        assert page.turns == await single.turns(ann) == [guess]
    await holds(single.place, seen(1))


@pytest.mark.both_databases
async def test_what_was_killed_between_commit_and_answer_is_answered_by_its_repetition(single: Processes) -> None:
    ann, game, (guess, other, *_) = await single.plays()
    page, key = await single.opens(ann, game=game), new_key()
    data, later = page.guess(guess), page.guess(other)
    writer = await sent_unheard(page, key, data)
    await holds(single.place, seen(1))
    await single.bots[0].kill()
    writer.close()
    await single.bots[0].start()
    for _ in range(2):
        await page.does(data, key)
        assert page.turns == await single.turns(ann) == [guess]
        assert (page.answered["toast"], page.answered["leads"]) == ("", "")
    await page.does(later)
    assert page.turns == [guess], "the board has moved on"
    await holds(single.place, seen(2))
    await single.quiet()
    assert len(by_bot(ann, words=guess)) == 1


@pytest.mark.both_databases
async def test_a_key_counts_once_between_two_guesses_of_another(single: Processes) -> None:
    ann, game, (one, two, three, *_) = await single.plays()
    page = await single.opens(ann, game=game)
    keys, sent = [new_key() for _ in range(3)], []
    for key, guess in zip(keys, (one, two, three), strict=True):
        sent.append((page.guess(guess), key))
        for data, before in sent:
            await page.does(data, before)
    assert page.turns == await single.turns(ann) == [one, two, three]
    assert await rows_at(single.place, "SELECT 1 FROM failed_updates") == []


@pytest.mark.both_databases
async def test_whoever_taps_and_types_at_once_has_one_history(single: Processes) -> None:
    ann, game, guesses = await single.plays()
    page, other = await single.opens(ann, game=game), await single.opens(ann, game=game)
    key, data = new_key(), [page.guess(guess) for guess in guesses[:2]]
    await asyncio.gather(
        *(page.asks("deed", key=key, game=game, data=data[0]) for _ in range(4)),
        other.asks("deed", key=new_key(), game=game, data=data[1]),
        ann.send(guesses[2]),
    )
    await single.quiet()
    turns = await single.turns(ann)
    assert guesses[2] in turns
    assert len(turns) == len({*turns}) <= 3
    assert (await page.looks())["version"] == (await other.looks())["version"]
    assert page.turns == turns


async def test_the_key_of_somebody_else_is_ones_own_press(both: Processes) -> None:
    key = new_key()
    for _ in range(2):
        person, game, (guess, *_) = await both.plays()
        page = await both.opens(person, game=game)
        await page.guesses(guess, key)
        assert page.turns == [guess]


# At two replicas.


async def test_the_same_key_at_both_replicas_at_once_is_one_turn_and_one_answer(both: Processes) -> None:
    ann, game, guesses = await both.plays()
    pages = [await both.opens(ann, at, game) for at in (0, 1)]
    for number, guess in enumerate(guesses[:6], 1):
        key, data = new_key(), pages[0].guess(guess)
        asked = (page.asks("deed", key=key, game=game, data=data) for page in pages * 4)
        answers = await asyncio.gather(*asked)
        assert {status for status, _ in answers} == {200}
        assert len({json.dumps(answer["view"], sort_keys=True) for _, answer in answers}) == 1
        await pages[0].looks()
        assert pages[0].turns == await both.turns(ann) == guesses[:number]
    await holds(both.place, seen(6))


async def test_a_session_begun_at_one_replica_plays_at_the_other_once_that_is_killed(both: Processes) -> None:
    ann, game, (one, two, *_) = await both.plays()
    page, key = await both.opens(ann, 0, game), new_key()
    data = page.guess(one)
    await page.does(data, key)
    await both.bots[0].kill()
    page.address = page.address.replace(both.bots[0].address, both.bots[1].address)
    await page.does(data, key)
    assert page.turns == [one]
    await page.guesses(two)
    assert page.turns == await both.turns(ann) == [one, two]


async def test_two_taps_on_one_board_at_two_replicas_make_one_turn(both: Processes) -> None:
    ann, game, guesses = await both.plays()
    pages = [await both.opens(ann, at, game) for at in (0, 1)]
    data = [pages[0].guess(guess) for guess in guesses[:2]]
    asked = (page.asks("deed", key=new_key(), game=game, data=each) for page, each in zip(pages, data, strict=True))
    answers = await asyncio.gather(*asked)
    (turn,) = await both.turns(ann)
    told = {answer["toast"][:4] for _, answer in answers}
    assert told == {turn, "The "}, "one is told what it has come to, the other that the game has moved on"
