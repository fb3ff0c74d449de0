"""What happens elsewhere stands on an open page: typed in the chat, by a rival, at the other replica, as it stops."""

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from aiohttp import ClientSession, TCPConnector

from bot.web.app import EACH, MOST
from tests import stored
from tests.bot.conftest import staged
from tests.bot.duels.pairs import paired
from tests.bot.miniapp.page import Json, Opened, anywhere
from tests.bot.miniapp.test_app import House
from tests.bot.miniapp.test_once import processes
from tests.bot.player import says, wrong_guesses
from tests.bot.telegram.sources import HEADER, until_it_is

pytestmark = pytest.mark.asyncio(loop_scope="session")
PAGES = 600
SOON = 10.0
"""Seconds: less than a page waits for in which nothing happens, so that it was woken."""
SECRET = "correct-horse-battery-staple"


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    async with staged(tmp_path_factory.mktemp("followed"), **anywhere()) as stage, ClientSession() as http:
        await until_it_is(lambda: stage.sandbox.calls("setChatMenuButton"))
        yield House(stage, http)


@pytest_asyncio.fixture(loop_scope="session")
async def pushed(tmp_path: Path) -> AsyncIterator[House]:
    """A bot to which Telegram pushes, and as many connections as are asked for."""
    connector = TCPConnector(limit=0)
    settings = {**anywhere(), "webhook": True, "WEBHOOK_SECRET": SECRET}
    async with staged(tmp_path, **settings) as stage, ClientSession(connector=connector) as http:
        await until_it_is(lambda: stage.sandbox.calls("setChatMenuButton"))
        yield House(stage, http)


def follows(page: Opened) -> "asyncio.Task[tuple[int, Json]]":
    """The page's question for what is newer than it shows."""
    return asyncio.create_task(page.asks("view", game=page.game, since=page.view["version"]))


async def shown(asked: "asyncio.Task[tuple[int, Json]]") -> Json:
    """The view with which it was answered."""
    async with asyncio.timeout(SOON):
        status, found = await asked
    assert status == 200, found
    view: Json = found["view"]
    return view


def guesses_in(view: Json) -> list[str]:
    return ["".join(turn["signs"]) for turn in view["board"]["turns"]]


async def test_what_is_typed_in_the_chat_comes_to_the_page_that_waits(house: House) -> None:
    ann, page, secret = await house.plays()
    for number, guess in enumerate(guesses := wrong_guesses(secret, 3), 1):
        asked = follows(page)
        await ann.send(guess)
        page.view = await shown(asked)
        assert page.turns == guesses[:number]


async def test_another_page_of_the_same_person_shows_what_was_tapped_on_one(house: House) -> None:
    ann, page, secret = await house.plays()
    other = await house.opens(ann, page.game)
    asked, (guess,) = follows(other), wrong_guesses(secret, 1)
    await page.guesses(guess)
    assert guesses_in(await shown(asked)) == [guess]


async def test_what_the_rival_does_comes_to_the_page_that_waits(house: House) -> None:
    pair = await paired(house.stage)
    mover, second = await pair.keep("0123", "4567")
    (game,) = stored.matches(house.stage.bot, mover.id)
    page = await house.opens(second, game)
    asked = follows(page)
    await mover.send("8901")
    assert "8901" in (await shown(asked))["screen"]["html"]


async def test_what_the_other_replica_has_saved_comes_to_the_page_that_waits(shared: str, tmp_path: Path) -> None:
    async with processes(tmp_path, shared, 2) as both:
        ann, game, guesses = await both.plays()
        for one, other, guess in ((0, 1, guesses[0]), (1, 0, guesses[1])):
            page, there = await both.opens(ann, one, game), await both.opens(ann, other, game)
            asked = follows(page)
            await there.guesses(guess)
            assert guess in guesses_in(await shown(asked))


async def test_pages_that_wait_never_starve_the_webhook(pushed: House) -> None:
    """Of 600 that ask at once 256 wait, the others are told to come again; and what is pushed is taken."""
    names = [f"Person {number}" for number in range(PAGES // EACH)]
    people = [await pushed.opens(await pushed.stage.sandbox.person(name)) for name in names]
    asked = [follows(each) for each in people for _ in range(EACH)]
    busy = PAGES - MOST
    async with asyncio.timeout(60):
        while sum(each.done() for each in asked) < busy:
            await asyncio.sleep(0.02)
    assert [each.result()[0] for each in asked if each.done()] == [503] * busy
    async with ClientSession() as telegram:
        for number in range(3):
            update = {"update_id": 900_000_000 + number}
            async with telegram.post(pushed.stage.bot.webhook_url, json=update, headers={HEADER: SECRET}) as answer:
                assert answer.status == 200
    bob = await pushed.stage.sandbox.person("Bob")
    await says(pushed.stage, bob, "/play")
    assert sum(not each.done() for each in asked) == MOST
    pushed.stage.bot._process.send_signal(signal.SIGTERM)  # type: ignore[union-attr]
    assert await pushed.stage.bot.exit_status() == 0
    await asyncio.gather(*asked)
    assert {each.result()[0] for each in asked} == {204, 503}
    assert "broke" not in pushed.stage.bot.log_text()
