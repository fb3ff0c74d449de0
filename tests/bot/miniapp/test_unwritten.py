"""The page of whoever never wrote to the bot, is kept away, or asks too often; and what is kept of anybody's page."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from aiohttp import ClientSession

from bot.app.rate_limit import LOOKS, PRESSES
from sandbox.client import Person
from tests import stored
from tests.bot.conftest import staged
from tests.bot.miniapp.page import Opened, anywhere, new_key
from tests.bot.miniapp.test_app import House
from tests.bot.player import by_bot, says, wrong_guesses
from tests.bot.telegram.sources import until_it_is

pytestmark = pytest.mark.asyncio(loop_scope="session")
SWITCHED_OFF = "INSERT INTO kept (name, value) VALUES ('switched-off', 'app')"


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """A bot that keeps Telegram's pace, and so has limits for each person."""
    settings = {**anywhere(), "MESSAGES_PER_SECOND": "30", "LOG_LEVEL": "DEBUG"}
    async with staged(tmp_path_factory.mktemp("unwritten"), **settings) as stage, ClientSession() as http:
        await until_it_is(lambda: stage.sandbox.calls("setChatMenuButton"))
        yield House(stage, http)


async def calls_to(house: House, person: Person) -> list[str]:
    """The methods by which the bot has tried to show the person something."""
    calls = await house.stage.sandbox.calls()
    return [call["method"] for call in calls if str(call["parameters"].get("chat_id")) == str(person.id)]


# Whoever never pressed START.


async def stranger(house: House) -> tuple[Person, Opened]:
    """Somebody who has opened the page by a link, and begun today's code there."""
    person = await house.stage.sandbox.person("Sam")
    page = await house.opens(person)
    await page.does(page.view["begin"])
    return person, page


async def test_whoever_never_wrote_plays_and_is_not_written_to(house: House) -> None:
    person, page = await stranger(house)
    assert page.view["writes"] is False
    await page.guesses("0123")
    await page.does(f"{page.board['note']}:3")
    for row in [*page.view["screen"]["rows"]]:
        for button in row:
            await page.does(button["data"])
    assert page.turns == ["0123"]
    assert page.answered["leads"] == "", "nothing stands in the chat"
    await house.stage.quiet()
    assert await calls_to(house, person) == []
    assert by_bot(person) == []
    assert house.stage.bot.rows("SELECT 1 FROM failed_messages WHERE chat_id = ?", person.id) == []


async def test_whoever_then_lets_the_bot_write_has_their_boards_in_the_chat(house: House) -> None:
    person, page = await stranger(house)
    await page.guesses("0123")
    await person.allows()
    await house.stage.quiet()
    await page.guesses("4567")
    await person.sees("4567")
    assert (await page.looks())["writes"] is True


async def test_whoever_writes_at_last_goes_on_where_they_are(house: House) -> None:
    person, page = await stranger(house)
    await page.guesses("0123")
    await says(house.stage, person, "4567")
    assert (await page.looks())["board"]["turns"][1]["signs"] == [*"4567"]
    await person.sees("4567")


# Whoever is kept away, and what is switched off.


@pytest.mark.parametrize(
    ("language", "words"), [("en", "You’re banned"), ("uk", "заблоковано"), ("ru", "заблокировали")]
)
async def test_whoever_is_banned_while_the_page_is_open_is_told_so(house: House, language: str, words: str) -> None:
    person, page, secret = await house.plays(language=language)
    data = page.guess(wrong_guesses(secret, 1)[0])
    house.stage.bot.change("INSERT INTO bans VALUES (?, 1, 2)", person.id)
    try:
        for name, scheme, more in (
            ("view", "", {"since": page.view["version"]}),
            ("deed", "", {"key": new_key(), "data": data}),
            ("session", f"tma {page.init_data}", {}),
        ):
            status, told = await page.asks(name, scheme, game=page.game, **more)
            assert (status, told["error"]) == (403, "banned"), name
            assert words in told["text"]
    finally:
        house.stage.bot.change("DELETE FROM bans")
    assert (await page.looks())["board"]["turns"] == []


async def test_where_the_page_is_switched_off_it_says_so_and_the_chat_plays(house: House) -> None:
    ann, page, secret = await house.plays(language="uk")
    one, two = wrong_guesses(secret, 2)
    house.stage.bot.change(SWITCHED_OFF)
    try:
        for name, scheme in (("view", ""), ("session", f"tma {page.init_data}"), ("deed", "")):
            more = {"key": new_key(), "data": page.guess(two)} if name == "deed" else {}
            status, told = await page.asks(name, scheme, game=page.game, **more)
            assert (status, told["error"]) == (503, "off"), name
            assert "вимкнено" in told["text"]
        await says(house.stage, ann, one)
        assert two not in stored.position(house.stage.bot, ann.id)
        assert one in stored.position(house.stage.bot, ann.id)
    finally:
        house.stage.bot.change("DELETE FROM kept WHERE name = 'switched-off'")
    await page.looks()
    assert page.turns == [one]


# Whoever asks too often.


async def test_a_flood_of_looks_is_cut_off_in_words_and_only_for_whoever_causes_it(house: House) -> None:
    _, page, _ = await house.plays(language="ru")
    _, other, _ = await house.plays()
    answers = await asyncio.gather(*(page.asks("view", game=page.game) for _ in range(3 * int(LOOKS.burst))))
    assert {status for status, _ in answers} == {200, 429}
    refused = next(told for status, told in answers if status == 429)
    assert refused["error"] == "limit"
    assert "Слишком быстро" in refused["text"]
    await other.looks()


async def test_a_flood_of_presses_is_cut_off_and_counts_no_turn(house: House) -> None:
    ann, page, secret = await house.plays()
    (guess,) = wrong_guesses(secret, 1)
    data = page.guess(guess)
    keys = [new_key() for _ in range(3 * int(PRESSES.burst))]
    answers = await asyncio.gather(*(page.asks("deed", key=key, game=page.game, data=data) for key in keys))
    refused = [told for status, told in answers if status == 429]
    assert {status for status, _ in answers} == {200, 429}
    assert all(told["error"] == "limit" and "Too fast" in told["text"] for told in refused)
    assert stored.position(house.stage.bot, ann.id).count(guess) == 1


# What is kept.


async def test_of_who_asks_nothing_is_logged_kept_or_put_into_an_address(house: House) -> None:
    _, page, secret = await house.plays()
    await page.guesses(wrong_guesses(secret, 1)[0])
    ann, broken, _ = await house.plays()
    data = broken.guess(wrong_guesses(secret, 1)[0])
    stored.set_body(house.stage.bot, ann.id, '{"format": "of another world"}')
    status, told = await broken.asks("deed", key=new_key(), game=broken.game, data=data)
    assert (status, told["error"]) == (500, "broken")
    for each in (page, broken):
        await each.asks("view", f"Bearer {each.session}x", game=each.game)
        await each.asks("session", f"tma {each.init_data}x", game=each.game)
    await house.stage.quiet()
    kept = repr(house.stage.bot.rows("SELECT * FROM failed_updates")) + house.stage.bot.log_text()
    assert "update failed" in kept
    token = house.stage.server.token.partition(":")[2]
    for each in (page, broken):
        fields = dict(field.split("=", 1) for field in each.init_data.split("&"))
        hidden = (each.session, *each.session.split("."), fields["hash"], fields["user"], fields["signature"], token)
        assert not [value for value in hidden if value in kept]
        assert each.session not in each.address
