"""The card of a day in a group, through the bot's real process: put once, pressed, edited as people finish."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from sandbox.client import Group, Message, Person, Sandbox
from sandbox.server import SandboxServer
from tests.bot.conftest import Stage
from tests.bot.daily.test_in_chat import Days
from tests.bot.forked_bot import ForkedBot

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def days(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Days]:
    """Days of their own."""
    folder = tmp_path_factory.mktemp("groups")
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        ForkedBot(server.url, server.token, folder) as bot,
    ):
        yield Days(Stage(server, sandbox, bot), bot)


async def put(person: Person, group: Group, words: str = "You can play it once") -> Message:
    """The card, once the person has asked for it."""
    asked = await person.send("/daily@sandbox_bot", chat=group)
    return await person.sees(words, chat=group, after=asked)


def cards(person: Person, group: Group) -> list[Message]:
    """The cards that stand in the group."""
    return [message for message in person.messages(group) if message.by_bot and "Code of the day" in message.text]


async def finishes(days: Days, person: Person, *guesses: str) -> None:
    """The person guesses these and then the secret of the game that they have begun."""
    secret = await days.secret(person)
    for guess in guesses:
        await person.send(guess if guess != secret else "9876")
        await days.stage.quiet()
    await person.send(secret)
    await days.stage.quiet()


@pytest.mark.costly
async def test_a_card_names_those_who_pressed_and_how_they_did(days: Days) -> None:
    ann, bob = [await days.stage.sandbox.person(name) for name in ("Ann", "Bob")]
    group = await days.stage.sandbox.group("Friends", ann, bob)
    card = await put(ann, group)
    assert card.buttons == ("▶️ Play", "🔁 Post here daily")
    assert "Ann" not in card.text
    leads = await ann.presses("▶️ Play", on=card)
    assert leads.url == "https://t.me/sandbox_bot?start=daily"
    await ann.presses("▶️ Play", on=card)
    await ann.sees("Ann · …", chat=group)
    await ann.opens(leads)
    await finishes(days, ann, "0123")
    await ann.sees("Ann · 2", chat=group)
    await bob.send("/daily")
    await finishes(days, bob)
    assert "Bob" not in cards(ann, group)[0].text, "who has not pressed is not named"
    await days.stage.bot.kill()
    await days.stage.bot.start()
    await bob.presses("▶️ Play", on=cards(bob, group)[0])
    shown = await bob.sees("Bob · 1", chat=group)
    assert shown.text.index("Bob") < shown.text.index("Ann")
    assert days.stage.secret_of(ann.id) not in shown.text
    assert days.stage.bot.rows("SELECT guests FROM daily_cards") == [(2,)]


async def test_there_is_one_card_a_day_and_the_next_day_another(days: Days) -> None:
    eve = await days.stage.sandbox.person("Eve")
    group = await days.stage.sandbox.group("Lonely", eve)
    first = await put(eve, group)
    await eve.forges("1:daily:99-card", on=first)
    await eve.send("/daily@sandbox_bot", chat=group)
    await days.stage.quiet()
    assert len(cards(eve, group)) == 1
    assert len(days.stage.bot.rows("SELECT * FROM daily_cards")) == 1
    await days.pass_on()
    leads = await eve.presses("▶️ Play", on=cards(eve, group)[0])
    assert leads.url == "https://t.me/sandbox_bot?start=daily"
    await put(eve, group, "#2")
    await days.stage.quiet()
    assert days.stage.bot.rows("SELECT * FROM daily_guests") == [], "a former day's card only leads"
    await eve.presses("▶️ Play", on=cards(eve, group)[-1])
    assert "#2" in (await eve.sees("Eve · …", chat=group)).text


@pytest.mark.costly
async def test_a_card_moves_along_when_the_group_does(days: Days) -> None:
    kim = await days.stage.sandbox.person("Kim")
    group = await days.stage.sandbox.group("Moving", kim)
    leads = await kim.presses("▶️ Play", on=await put(kim, group))
    await kim.sees("Kim · …", chat=group)
    there = await group.migrate()
    await days.stage.quiet()
    await kim.opens(leads)
    await finishes(days, kim)
    await kim.sees("Kim · 1", chat=there)
