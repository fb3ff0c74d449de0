"""The code of the day through real processes: in private, on a group's card, by inline mode, days later, by itself."""

import ast
import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import time
from typing import Any

import pytest
import pytest_asyncio

from bot.app.daily.actions import POST, SPREAD
from bot.app.texts import texts_in
from bot.game.daily import DAY
from faults.processes.postgres import Cluster
from sandbox.client import Group, Message, Person, Sandbox
from sandbox.client.places import Place, Topic
from sandbox.server import SandboxServer
from tests.bot.conftest import Stage
from tests.bot.daily.house import NEXT_YEAR, House, house
from tests.bot.forked_bot import ForkedBot
from tests.bot.player import by_bot, talk, wrong_guesses
from tests.bot.storage.databases import holds
from tests.needs import ROOT

pytestmark = pytest.mark.asyncio(loop_scope="session")
PLAY, LINK = "▶️ Play", "https://t.me/sandbox_bot?start=d"
MAY = datetime(NEXT_YEAR, 5, 7, 9, tzinfo=UTC)
MONDAY = (MAY - timedelta(days=MAY.weekday())).timestamp()
"""When they begin with #1: far from any midnight, and from the end of a month."""


@dataclass
class Days:
    stage: Stage
    ahead: float

    def __post_init__(self) -> None:
        self.rows = self.stage.bot.rows

    async def people(self, *names: str) -> list[Person]:
        return [await self.stage.sandbox.person(name) for name in names]

    async def pass_on(self, days: int = 1) -> None:
        """So many days later. The bot was not away: its clock was moved."""
        await self.stage.bot.stop()
        self.ahead += days * DAY
        self.stage.bot.environment["CLOCK_AHEAD"] = str(self.ahead)
        await self.stage.bot.start()

    async def secret(self, person: Person) -> str:
        await self.stage.quiet()
        return self.stage.secret_of(person.id)

    async def tells(self, person: Person, *words: str) -> Message:
        for each in words:
            sent = await self.stage.after(person.send(each))
        return await person.sees("", after=sent)

    async def misses(self, person: Person, guesses: int) -> str:
        """The person opens the code of the day and guesses wrongly so often; its secret."""
        await person.send("/daily")
        secret = await self.secret(person)
        for guess in wrong_guesses(secret, guesses):
            await self.tells(person, guess)
        return secret

    async def plays(self, person: Person, misses: int = 0) -> None:
        assert "Code of the day" in (await self.tells(person, await self.misses(person, misses))).text

    async def shows(self, person: Person, words: str = "") -> Message:
        return await self.tells(person, f"/daily {words}".strip())

    def tries(self, person: Person, columns: str = "day") -> list[tuple[Any, ...]]:
        return self.rows(f"SELECT {columns} FROM daily_tries WHERE person_id = ? ORDER BY day", person.id)


@asynccontextmanager
async def from_monday(folder: Path) -> AsyncIterator[Days]:
    ahead = MONDAY - time()
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        ForkedBot(server.url, server.token, folder, CLOCK_AHEAD=str(ahead)) as bot,
    ):
        yield Days(Stage(server, sandbox, bot), ahead)


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def days(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Days]:
    async with from_monday(tmp_path_factory.mktemp("days")) as first:
        yield first


async def test_who_gives_up_is_not_told_the_secret_before_others_may_know(days: Days) -> None:
    [dora] = await days.people("Dora")
    secret = await days.misses(dora, 3)
    board = await days.tells(dora, "/resign", "/resign")
    assert "Resigned" in board.text
    assert "🔒 Opens" in board.text
    assert not any(word in button for button in board.buttons for word in ("Review", "Beat", "Proof"))
    [(game,)] = days.tries(dora, "game_id")
    for verb in ("look", "beat", "proof", "retry"):
        await dora.forges(f"1:{verb}:{game}:3", on=board)
    await days.stage.quiet()
    told = "\n".join(message.text for message in by_bot(dora))
    assert re.search(rf"\b{secret}\b", told) is None, "a fingerprint may have these digits in it"
    results = await days.shows(dora)
    assert "🏳" in results.text
    assert "Review" not in str(results.buttons)
    await days.stage.after(dora.forges("1:daily:1-review", on=results))
    assert days.rows("SELECT * FROM long_jobs WHERE person_id = ?", dora.id) == []
    shown = await talk("/mydata → Everything stored about you", dora)
    assert f"classic {secret}" not in (await days.stage.sandbox.document(shown)).decode()


async def test_who_came_by_whose_link_see_each_other_once_both_are_done(days: Days) -> None:
    fay, gus, ida = await days.people("Fay", "Gus", "Ida")
    await days.plays(fay, 1)
    links = dict(days.rows("SELECT person_id, token FROM daily_players"))
    await gus.opens(f"{LINK}{links[fay.id]}")
    secret = await days.secret(gus)
    assert "Gus" not in (await days.shows(fay)).text, "Gus is not done yet"
    assert "Fay · ⭐⭐⭐ 2" in (await talk(f"{secret} → Solved", gus)).text
    await fay.sees("Gus · ⭐⭐⭐ 1")
    assert "Gus · ⭐⭐⭐ 1" in (await days.shows(fay)).text
    assert "Fay · ⭐⭐⭐ 2" in (await days.shows(gus)).text
    await days.plays(ida)
    assert not {"Fay", "Gus"} & set((await days.shows(ida)).text.split())
    await days.stage.after(gus.opens(f"{LINK}{'A' * 22}"))
    assert len(days.rows("SELECT * FROM daily_friends")) == 1


async def test_days_pass(days: Days) -> None:
    jo, kim, nia, lea, lou = await days.people("Jo", "Kim", "Nia", "Lea", "Lou")
    await days.plays(jo)
    await days.misses(nia, 2)
    await days.tells(nia, "/resign", "/resign")
    first = days.stage.secret_of(jo.id)
    await days.tells(kim, "/daily", "/play")
    assert "#1" in (await days.shows(kim)).text
    assert days.tries(kim) == [(1,)], "another game takes no try away"
    await days.pass_on()
    assert "opens" in (await days.shows(lea, "1")).text
    assert "▶️ #2" in (await days.shows(jo, "1")).buttons
    await days.plays(jo, 1)
    assert "Streak: 2 days" in (await days.shows(jo)).text
    assert "▶️" not in str((await days.shows(jo, "1")).buttons)
    await days.tells(kim, "/daily")
    assert days.tries(kim) == [(1,), (2,)]
    await days.pass_on()
    shown = await days.shows(jo, "1")
    assert first in shown.text
    assert "🐂🐄 #1 ⭐⭐⭐ · 1" in shown.text
    offered = await days.shows(lou, "1")  # who has not played it sees its secret under a cover alone
    uncovered = re.sub("<tg-spoiler>.*?</tg-spoiler>", "", offered.html, flags=re.DOTALL)
    assert first in offered.text
    assert first not in uncovered
    await days.stage.after(jo.presses("🗓 Archive", on=shown))
    month = await jo.sees("not played")
    assert sum(cell == "3" for cell in month.text.split()) == 2
    assert "📅 No such day: they go from #1 to today’s #" in (await days.shows(jo, "99")).text
    given_up = await days.shows(nia, "1")
    await nia.presses("📊 Review", on=given_up)
    assert "perfect play" in (await nia.sees("Accuracy", after=given_up)).text


async def test_reminders_are_wished_by_tap_or_typed(days: Days) -> None:
    nina = await days.stage.sandbox.person("Ніна", "uk")

    def wished() -> list[tuple[Any, ...]]:
        return days.rows("SELECT zone, minute FROM daily_reminders WHERE person_id = ?", nina.id)

    await talk("/daily київ 9:30 → Щодня о 9:30 (", nina)
    assert wished() == [("Europe/Kyiv", 570)]
    chosen = await talk("[Варшава] → о котрій годині\n[21] → Щодня о 21:00 (Варшава)", nina)
    assert wished() == [("Europe/Warsaw", 1260)]
    for forged in ("1:daily:remind-99-9", "1:daily:remind-0-99", "1:daily:remind-x"):
        await nina.forges(forged, on=chosen)
    assert wished() == [("Europe/Warsaw", 1260)]
    await days.stage.after(nina.presses("🔕", on=await nina.sees("Щодня о 21:00")))
    assert wished() == []
    await days.tells(nina, "/daily київ 9:30")
    waiting = "SELECT count(*) FROM jobs JOIN daily_reminders ON turn = version WHERE subject = ? AND kind = ?"
    assert days.rows(waiting, str(nina.id), "daily-reminder") == [(1,)], "of those wished before nothing may come"


def cards(person: Person, group: Place) -> list[Message]:
    return by_bot(person, group, "Code of the day")


async def test_there_is_one_card_a_day_which_moves_with_the_group_and_the_next_day_another(tmp_path: Path) -> None:
    async with from_monday(tmp_path) as days:
        [eve, bob], stage = await days.people("Eve", "Bob"), days.stage
        group = await stage.sandbox.group("Friends", eve, bob)
        card = await talk("/daily@sandbox_bot → You can play it once", eve, chat=group)
        await eve.forges("1:daily:99-card", on=card)
        await stage.after(eve.send("/daily@sandbox_bot", chat=group))
        assert (len(cards(eve, group)), len(days.rows("SELECT * FROM daily_cards"))) == (1, 1)
        await days.pass_on()
        assert (await eve.presses(PLAY, on=cards(eve, group)[0])).url == f"{LINK}aily"
        await stage.after(talk("/daily@sandbox_bot → #2", eve, chat=group))
        assert days.rows("SELECT * FROM daily_guests") == [], "a former day's card only leads"
        leads = await eve.presses(PLAY, on=cards(eve, group)[-1])
        assert "#2" in (await eve.sees("Eve · …", chat=group)).text
        there = await stage.after(group.migrate())
        await eve.opens(leads)
        await days.tells(eve, await days.secret(eve))
        await eve.sees("Eve · ⭐⭐⭐ 1", chat=there)
        await days.plays(bob, 1)
        await stage.bot.kill()
        await stage.bot.start()
        assert "Bob" not in cards(bob, there)[-1].text, "who has not pressed is not named"
        await bob.presses(PLAY, on=cards(bob, there)[-1])
        await bob.sees("Eve · ⭐⭐⭐ 1\nBob · ⭐⭐⭐ 2", chat=there)
        assert days.rows("SELECT day, guests FROM daily_cards ORDER BY day") == [(1, 0), (2, 2)]


async def in_forum(stage: Stage, name: str) -> tuple[Person, Topic, Topic]:
    """An administrator of a forum, and two of its topics."""
    olga = await stage.sandbox.person(name)
    forum = await (await stage.sandbox.group("Forum", olga)).becomes_forum()
    return olga, await forum.topic("Games", by=olga), await forum.topic("Talk", by=olga)


ELSEWHERE = "Today’s code is in another topic"


async def test_in_another_topic_the_way_to_the_card_is_told_and_it_stays(stage: Stage) -> None:
    olga, games, chatter = await in_forum(stage, "Olga")
    card = await stage.after(talk("/daily@sandbox_bot → You can play it once", olga, chat=games))
    for _ in range(3):  # at once after the card, and again
        await stage.after(olga.send("/daily@sandbox_bot", chat=chatter))
    told = [message for message in by_bot(olga, chatter) if message.topic == chatter.thread]
    way = f"t.me/c/{-(10**12) - games.id}/{card.id}"
    assert [(ELSEWHERE in line.text, way in line.html) for line in told] == [(True, True)]
    assert [(message.id, message.topic) for message in cards(olga, games)] == [(card.id, games.thread)]
    await stage.after(olga.send("/daily@sandbox_bot", chat=games))
    assert [message.topic for message in cards(olga, games)] == [games.thread]


async def test_where_it_is_posted_daily_the_first_who_asks_elsewhere_does_not_take_it_along(stage: Stage) -> None:
    olga, games, chatter = await in_forum(stage, "Olha")
    columns = "post, chat_id, thread_id, day, unplayed"
    stage.bot.change(f"INSERT INTO daily_posts ({columns}) VALUES ('wish', ?, ?, 0, 0)", games.id, games.thread)
    await stage.after(olga.send("/daily@sandbox_bot", chat=chatter))
    assert [message.topic for message in cards(olga, games)] == [games.thread]
    [line] = [message for message in by_bot(olga, chatter) if message.topic == chatter.thread]
    assert ELSEWHERE in line.text
    assert f"t.me/c/{-(10**12) - games.id}/{games.thread}" in line.html


SPARING = {
    "routing.py": {"_place_of", "show_game"},  # the board comes to the topic, or is told of there
    "daily/actions.py": {"_post"},  # there is no card yet
    "daily/handlers.py": {"show_card"},
}
"""The functions that show something sparingly. Such a screen may stay where it is: another topic must be answered."""


async def test_whoever_shows_something_sparingly_has_thought_of_topics() -> None:
    found: dict[str, set[str]] = {}
    for file in (ROOT / "bot/app").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and "Place.SPARING" in ast.unparse(node):
                found.setdefault(file.relative_to(ROOT / "bot/app").as_posix(), set()).add(node.name)
    assert found == SPARING


# The card of each day that comes into a group by itself: switched, killed, moved, ended
OFF, ON = "🔁 Post here daily", "✓ Posted here daily"


@pytest_asyncio.fixture(loop_scope="session")
async def home(cluster: Cluster | None, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    async with house(tmp_path_factory.mktemp("posted"), cluster) as home:
        await home.start_at(MONDAY)
        yield home


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
    assert "after 00:00 (UTC)" in await switched(home, ann, OFF, group)
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
    assert {"#3" in card.text for card in cards(bob, grown)} == {True}, "what was on its way is sent again"
    assert await home.rows("SELECT day FROM daily_cards ORDER BY day") == [(1,), (2,), (3,)]
    await grown.promote(bob, by=ann)
    assert "I won’t post the daily card any more. /daily still brings one." in await switched(home, bob, ON, grown)
    await home.start_at(await hour_of(5, home))
    assert not any("#4" in card.text or "#5" in card.text for card in cards(bob, grown))
    left = [await home.rows(f"SELECT 1 FROM {rows}") for rows in (f"jobs WHERE kind = '{POST}'", "failed_updates")]
    assert (await wishing(home), left) == ([], [[], []])
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
        for card in (cards(eve, group)[0], await eve.sees("", after=own)):
            await eve.forges(data, on=card)
    await kim.forges("1:daily:1-stop", on=cards(kim, group)[0])
    await home.quiet()
    assert await wishing(home) == []
    for _ in range(3):
        await kim.forges("1:daily:1-post", on=cards(kim, group)[0])
    await home.quiet()
    assert await home.rows(f"SELECT chat_id FROM daily_posts, jobs WHERE kind = '{POST}'") == [(group.id,)]
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
        assert told.text == texts_in("uk").plain("toast.administrators-unknown")
    assert (await home.sandbox.state())["calls"]["getChatMember"] <= len(home.bots)
    assert await wishing(home) == []


# By inline mode: an invitation, and the result once it is there
async def test_whoever_follows_an_invitation_plays_it_and_only_words_that_name_it_offer_it_alone(days: Days) -> None:
    alice, bob = await days.people("Alice", "Bob")
    ira = await days.stage.sandbox.person("Ira", "uk")
    pair = await alice.meets(bob)
    [title] = (await ira.types_inline("код дня", await ira.meets(bob))).titles
    assert title.startswith("📅")
    for typed in ("da", "daily", "Code of"):
        [title] = (await alice.types_inline(typed, pair)).titles
        assert title.startswith("📅 Code of the day #")
    for typed in ("d", "duel", "dailyy"):
        assert title not in (await alice.types_inline(typed, pair)).titles
    card = (await alice.types_inline("", pair)).card(title)
    [[play]] = (await alice.chooses(card, pair)).keyboard
    await days.stage.after(bob.opens(play))
    assert len(days.tries(bob)) == 1
    days.stage.bot.change("INSERT INTO kept (name, value) VALUES ('switched-off', 'daily')")
    try:
        assert title not in (await alice.types_inline("", pair)).titles
    finally:
        days.stage.bot.change("DELETE FROM kept WHERE name = 'switched-off'")


async def test_who_has_finished_shares_the_result_and_makes_friends(days: Days) -> None:
    alice, bob = await days.people("Alice", "Bob")
    pair = await alice.meets(bob)
    await days.plays(alice)
    [(day,)] = days.tries(alice)
    card = await alice.chooses((await alice.types_inline("daily", pair)).results[0], pair)
    assert card.text.split("\n")[0] == f"🐂🐄 #{day} ⭐⭐⭐ · 1"
    [[play]] = card.keyboard
    await days.stage.after(bob.opens(play))
    assert days.rows("SELECT friend_id FROM daily_friends WHERE person_id = ?", bob.id) == [(alice.id,)]
