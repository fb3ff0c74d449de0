"""The code of the day in the chat, through the bot's real process: begun, finished, shared, and the days after."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.game.daily import DAY
from sandbox.client import Message, Person, Sandbox
from sandbox.server import SandboxServer
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.forked_bot import ForkedBot

pytestmark = pytest.mark.asyncio(loop_scope="session")


class Days:
    """A bot whose clock is moved on by days."""

    def __init__(self, stage: Stage, bot: ForkedBot) -> None:
        self.stage = stage
        self._bot = bot
        self._ahead = 0.0

    async def pass_on(self, days: int = 1) -> None:
        """So many days later. The bot was not away: its clock was moved."""
        await self._bot.stop()
        self._ahead += days * DAY
        self._bot.environment["CLOCK_AHEAD"] = str(self._ahead)
        await self._bot.start()

    async def secret(self, person: Person) -> str:
        """The secret of the newest game of the person."""
        await self.stage.quiet()
        return self.stage.secret_of(person.id)

    async def plays(self, person: Person, *guesses: str) -> Message:
        """The person opens the code of the day, guesses these and then the secret; the board after that."""
        await person.send("/daily")
        secret = await self.secret(person)
        for guess in guesses:
            await person.send(guess if guess != secret else "9876")
            await self.stage.quiet()
        sent = await person.send(secret)
        await self.stage.quiet()
        return await person.sees("Code of the day", after=sent)

    async def gives_up(self, person: Person, *guesses: str) -> Message:
        """The person opens the code of the day, guesses these and gives up; the board after that."""
        await person.send("/daily")
        secret = await self.secret(person)
        for guess in guesses:
            await person.send(guess if guess != secret else "9876")
            await self.stage.quiet()
        for _ in ("ask", "confirm"):
            asked = await person.send("/resign")
            await self.stage.quiet()
        return await person.sees("Resigned", after=asked)

    async def shows(self, person: Person, words: str = "") -> Message:
        """What `/daily` shows."""
        asked = await person.send(f"/daily {words}".strip())
        await self.stage.quiet()
        return await person.sees("", after=asked)


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def days(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Days]:
    """Days of their own."""
    folder = tmp_path_factory.mktemp("days")
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        ForkedBot(server.url, server.token, folder) as bot,
    ):
        yield Days(Stage(server, sandbox, bot), bot)


async def test_everybody_has_the_same_code_and_one_try(days: Days) -> None:
    alice, bob = [await days.stage.sandbox.person(name) for name in ("Alice", "Bob")]
    board = await days.plays(alice, "0123", "4567")
    assert "#1" in board.text
    assert "🔥 Streak: 1 day" in board.text
    assert "Next code" in board.text
    assert [label for label in board.buttons if label[0] in "📤🔔"] == list(board.buttons)[:2]
    again = await days.shows(alice)
    assert "🐂🐄 #1 · 3" in again.text
    assert "Next code" in again.text
    assert days.stage.bot.rows("SELECT count(*) FROM daily_tries WHERE person_id = ?", alice.id) == [(1,)]
    await bob.send("/daily")
    assert await days.secret(bob) == days.stage.secret_of(alice.id)
    await bob.send("/play")
    await days.stage.quiet()
    assert "#1" in (await days.shows(bob)).text, "another game does not take it away"


async def test_the_review_breaks_ties_and_is_counted_once(days: Days) -> None:
    carol = await days.stage.sandbox.person("Carol")
    await days.plays(carol, "0123")
    await days.stage.quiet()
    rows = "SELECT guesses, lost, counts FROM daily_tries WHERE person_id = ?"
    [(guesses, lost, counts)] = days.stage.bot.rows(rows, carol.id)
    assert (guesses, counts) == (2, 1)
    counted = days.stage.bot.rows("SELECT finishers FROM daily_counts WHERE guesses = 2 AND lost = ?", lost)
    assert counted == [(1,)]
    assert days.stage.bot.rows("SELECT * FROM daily_counts WHERE lost = -1 AND finishers > 0") == []


async def test_who_gives_up_is_not_told_the_secret_before_others_may_know(days: Days) -> None:
    dora = await days.stage.sandbox.person("Dora")
    board = await days.gives_up(dora, "0123", "4567", "8901")
    secret = await days.secret(dora)
    assert secret not in board.text
    assert "The secret opens" in board.text
    assert not any("Review" in button or "Beat" in button or "Proof" in button for button in board.buttons)
    [(game,)] = days.stage.bot.rows("SELECT game_id FROM daily_tries WHERE person_id = ?", dora.id)
    for verb in ("look", "beat", "proof", "retry"):
        await dora.forges(f"1:{verb}:{game}:3", on=board)
    await days.stage.quiet()
    told = [message.text for message in dora.messages() if message.by_bot and secret in message.text]
    assert told == []
    results = await days.shows(dora)
    assert "🐂🐄 #1 · X" in results.text
    assert not any("Review" in button for button in results.buttons)
    await dora.forges("1:daily:1-review", on=results)
    await days.stage.quiet()
    assert days.stage.bot.rows("SELECT * FROM long_jobs WHERE person_id = ?", dora.id) == []
    data = await dora.send("/mydata")
    shown = await dora.sees("Everything stored about you", after=data)
    assert f"classic {secret}" not in (await days.stage.sandbox.document(shown)).decode()


async def test_hints_are_counted_and_told_elsewhere_they_are_refused(days: Days) -> None:
    eve = await days.stage.sandbox.person("Eve")
    await eve.send("/daily")
    secret = await days.secret(eve)
    first = "0123" if secret != "0123" else "4567"
    await eve.send(first)
    await days.stage.quiet()
    reply = stored.position(days.stage.bot, eve.id)
    assert first in reply
    bulls = sum(a == b for a, b in zip(first, secret, strict=True))
    cows = len(set(first) & set(secret)) - bulls
    asked = await eve.send(f"/review {first} {bulls}B{cows}C")
    assert "Use 💡 there" in (await eve.sees("looks like today’s code", after=asked)).text
    await eve.send("/hint")
    await days.stage.quiet()
    sent = await eve.send(secret)
    await days.stage.quiet()
    await eve.sees("Code of the day", after=sent)
    assert "🐂🐄 #1 · 2 💡" in (await days.shows(eve)).text


async def test_who_came_by_whose_link_see_each_other_once_both_are_done(days: Days) -> None:
    fay, gus, ida = [await days.stage.sandbox.person(name) for name in ("Fay", "Gus", "Ida")]
    await days.plays(fay, "0123")
    links = dict(days.stage.bot.rows("SELECT person_id, token FROM daily_players"))
    await gus.opens(f"https://t.me/sandbox_bot?start=d{links[fay.id]}")
    secret = await days.secret(gus)
    assert "Gus" not in (await days.shows(fay)).text, "Gus is not done yet"
    sent = await gus.send(secret)
    assert "Fay · 2" in (await gus.sees("Solved", after=sent)).text
    await fay.sees("Gus · 1")
    assert "Gus · 1" in (await days.shows(fay)).text
    assert "Fay · 2" in (await days.shows(gus)).text
    await days.plays(ida)
    assert not {"Fay", "Gus"} & set((await days.shows(ida)).text.split())
    await gus.opens("https://t.me/sandbox_bot?start=dAAAAAAAAAAAAAAAAAAAAAA")
    await days.stage.quiet()
    assert len(days.stage.bot.rows("SELECT * FROM daily_friends")) == 1


async def test_days_pass(days: Days) -> None:
    jo, kim, nia = [await days.stage.sandbox.person(name) for name in ("Jo", "Kim", "Nia")]
    await days.plays(jo)
    await days.gives_up(nia, "0123", "4567")
    first = days.stage.secret_of(jo.id)
    await kim.send("/daily")
    await days.stage.quiet()
    await days.pass_on()
    assert "opens" in (await days.shows(await days.stage.sandbox.person("Lea"), "1")).text
    assert "▶️ #2" in (await days.shows(jo, "1")).buttons
    await days.plays(jo, "0123")
    assert "Streak: 2 days" in (await days.shows(jo)).text
    assert not any("▶️" in button for button in (await days.shows(jo, "1")).buttons)
    await kim.send("/daily")
    await days.stage.quiet()
    assert {day for (day,) in days.stage.bot.rows("SELECT day FROM daily_tries WHERE person_id = ?", kim.id)} == {1, 2}
    await days.pass_on()
    shown = await days.shows(jo, "1")
    assert first in shown.text
    assert "🐂🐄 #1 · 1" in shown.text
    await _sees_it_covered(days, first)
    await jo.presses("🗓 Archive", on=shown)
    await days.stage.quiet()
    month = await jo.sees("not played")
    assert sum(cell in {"1", "2"} for cell in month.text.split()) == 2
    assert "📅 No such day: they go from #1 to today’s #" in (await days.shows(jo, "99")).text
    given_up = await days.shows(nia, "1")
    await nia.presses("📊 Review", on=given_up)
    assert "turns" in (await nia.sees("Accuracy", after=given_up)).text


async def _sees_it_covered(days: Days, secret: str) -> None:
    """Somebody who has not played the first day sees its secret under a cover alone."""
    offered = await days.shows(await days.stage.sandbox.person("Lou"), "1")
    assert secret in offered.text
    assert secret not in re.sub("<tg-spoiler>.*?</tg-spoiler>", "", offered.html, flags=re.DOTALL)


async def test_what_is_finished_after_the_day_has_closed_counts_nowhere(days: Days) -> None:
    max_ = await days.stage.sandbox.person("Max")
    await max_.send("/daily")
    secret = await days.secret(max_)
    before = days.stage.bot.rows("SELECT sum(finishers) FROM daily_counts")
    await days.pass_on(2)
    await max_.send(secret)
    await days.stage.quiet()
    await max_.sees("doesn’t count")
    assert days.stage.bot.rows("SELECT counts FROM daily_tries WHERE person_id = ?", max_.id) == [(0,)]
    assert days.stage.bot.rows("SELECT sum(finishers) FROM daily_counts") == before
    await max_.send("/daily")
    await days.stage.quiet()
    number = max(day for (day,) in days.stage.bot.rows("SELECT day FROM daily_tries WHERE person_id = ?", max_.id))
    shown = await days.shows(max_, str(number - 4))
    assert "▶️ Play unranked" in str(shown.buttons) or "#" in shown.text


async def test_reminders_are_wished_by_tap_or_typed(days: Days) -> None:
    nina = await days.stage.sandbox.person("Ніна", "uk")
    await nina.send("/daily київ 9:30")
    await nina.sees("Щодня о 9:30 (")
    row = "SELECT zone, minute FROM daily_reminders WHERE person_id = ?"
    assert days.stage.bot.rows(row, nina.id) == [("Europe/Kyiv", 570)]
    await nina.presses("Варшава")
    await nina.presses("21", on=await nina.sees("о котрій годині"))
    chosen = await nina.sees("Щодня о 21:00 (Варшава)")
    assert days.stage.bot.rows(row, nina.id) == [("Europe/Warsaw", 1260)]
    for forged in ("1:daily:remind-99-9", "1:daily:remind-0-99", "1:daily:remind-x"):
        await nina.forges(forged, on=chosen)
    assert days.stage.bot.rows(row, nina.id) == [("Europe/Warsaw", 1260)]
    await nina.presses("🔕", on=await nina.sees("Щодня о 21:00"))
    await days.stage.quiet()
    assert days.stage.bot.rows(row, nina.id) == []
    await nina.send("/daily київ 9:30")
    await days.stage.quiet()
    waiting = (
        "SELECT count(*) FROM jobs, daily_reminders WHERE subject = ? AND kind = 'daily-reminder' AND turn = version"
    )
    assert days.stage.bot.rows(waiting, str(nina.id)) == [(1,)], "of the reminders wished before nothing may come"
