"""A group into which the card of each day comes by itself, with the real processes: switched, killed, moved, ended."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
import pytest_asyncio

from bot.app.actions.daily import POST, SPREAD
from bot.app.texts import texts_in
from faults.processes.postgres import Cluster
from sandbox.client import Group, Message, Person
from tests.bot.daily.house import NEXT_YEAR, House, house
from tests.bot.player import by_bot
from tests.bot.storage.databases import holds

pytestmark = pytest.mark.asyncio(loop_scope="session")
MAY = datetime(NEXT_YEAR, 5, 7, 9, tzinfo=UTC)
MONDAY = (MAY - timedelta(days=MAY.weekday())).timestamp()
OFF, ON = "🔁 Post here daily", "✓ Posted here daily"


@pytest_asyncio.fixture(loop_scope="session")
async def home(cluster: Cluster | None, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    async with house(tmp_path_factory.mktemp("posted"), cluster) as home:
        await home.start_at(MONDAY)
        yield home


def cards(person: Person, group: Group) -> list[Message]:
    return by_bot(person, group, "Code of the day")


async def asked_for(home: House, person: Person, group: Group) -> None:
    await person.send("/daily@sandbox_bot", chat=group)
    await home.quiet()


async def switched(home: House, person: Person, button: str, group: Group) -> str:
    told = await person.presses(button, on=cards(person, group)[-1])
    await home.quiet()
    return told.text or ""


async def wishing(home: House) -> list[int]:
    return [group for (group,) in await home.rows("SELECT chat_id FROM daily_posts")]


async def hour_of(day: int, home: House) -> float:
    return (await home.codes()).calendar.begins_at(day) + SPREAD + 60


async def test_it_comes_every_day_whatever_is_killed_until_an_administrator_ends_it(home: House) -> None:
    ann, bob = [await home.sandbox.person(name) for name in ("Ann", "Bob")]
    group = await home.sandbox.group("Friends", ann, bob)
    await asked_for(home, bob, group)
    assert "Only admins of this group can change that." in await switched(home, bob, OFF, group)
    assert await wishing(home) == []
    assert "after 00:00 UTC" in await switched(home, ann, OFF, group)
    assert cards(bob, group)[0].buttons == ("▶️ Play", ON)
    await home.kill()
    await home.start_at(await hour_of(2, home))
    first, second = cards(bob, group)
    assert "#2" in second.text
    assert (await ann.presses(ON, on=first)).text == "This button is out of date."
    await bob.presses("▶️ Play", on=first)
    grown = await group.migrate()
    await home.quiet()
    moment = await hour_of(3, home)
    starting = asyncio.create_task(home.start_at(moment))
    await holds(home.place, "SELECT 1 FROM daily_cards WHERE day = 3")
    await home.kill()
    starting.cancel()
    await asyncio.wait({starting})
    await home.start_at(moment + 60)
    there = {"#3" in card.text for card in cards(bob, grown)}
    assert there == {True}, "what was on its way when they were killed is sent again"
    assert await home.rows("SELECT day FROM daily_cards ORDER BY day") == [(1,), (2,), (3,)]
    await grown.promote(bob, by=ann)
    assert "No more daily cards by themselves. /daily still brings one." in await switched(home, bob, ON, grown)
    await home.start_at(await hour_of(5, home))
    assert not any("#4" in card.text or "#5" in card.text for card in cards(bob, grown))
    assert await wishing(home) == []
    assert await home.rows(f"SELECT 1 FROM jobs WHERE kind = '{POST}'") == []
    assert await home.rows("SELECT error FROM failed_updates") == []
    sent = await home.sandbox.calls("sendMessage")
    posted = [call["parameters"] for call in sent if "#2" in str(call["parameters"].get("text"))]
    assert [each.get("disable_notification") for each in posted] == [True]


async def test_a_forged_switch_changes_nothing_and_it_ends_with_the_bot_in_the_group(home: House) -> None:
    kim, eve = [await home.sandbox.person(name) for name in ("Kim", "Eve")]
    group, other = await home.sandbox.group("Kim’s", kim, eve), await home.sandbox.group("Eve’s", eve)
    for place in (group, other):
        await asked_for(home, eve, place)
    own = await eve.send("/daily")
    await home.quiet()
    for data in ("1:daily:1-post", "1:daily:0-post", "1:daily:2-post", "1:daily:999999-stop"):
        await eve.forges(data, on=cards(eve, group)[0])
        await eve.forges(data, on=await eve.sees("", after=own))
    await kim.forges("1:daily:1-stop", on=cards(kim, group)[0])
    await home.quiet()
    assert await wishing(home) == []
    for _ in range(3):
        await kim.forges("1:daily:1-post", on=cards(kim, group)[0])
    await home.quiet()
    assert await wishing(home) == [group.id]
    assert len(await home.rows(f"SELECT 1 FROM jobs WHERE kind = '{POST}'")) == 1
    await group.remove_bot(kim)
    await group.add_bot(kim)
    await home.quiet()
    assert await wishing(home) == []
    await home.start_at(await hour_of(2, home))
    assert len(cards(kim, group)) == 1


async def test_where_telegram_does_not_say_who_administers_whoever_pressed_is_told(home: House) -> None:
    olya = await home.sandbox.person("Оля", "uk")
    group = await home.sandbox.group("Friends", olya)
    await asked_for(home, olya, group)
    for method in ("getChatMember", "getChatAdministrators"):
        await home.sandbox.fault(method, "429", times=9, retry_after=900)
    for _ in range(5):
        told = await olya.forges("1:daily:1-post", on=by_bot(olya, group, "Код дня")[0])
        assert told.text == texts_in("uk").plain("toast.daily-post-unknown")
    assert (await home.sandbox.state())["calls"]["getChatMember"] <= len(home.bots)
    assert await wishing(home) == []
