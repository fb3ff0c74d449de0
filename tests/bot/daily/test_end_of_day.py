"""The end of the code of a day: what stands there in which order, what is shared, what is not said; and its month."""

import re
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.buttons import GamePress, OnBoard, press_from
from bot.app.daily.model import FEWEST_FOR_BARS, FEWEST_TO_COMPARE, GAVE_UP, Codes, Daily, Reminder, Run, Spread, Try
from bot.app.daily.screens import Day, day_lines, month
from bot.app.kinds.alone.model import ALL, Alone
from bot.app.kinds.alone.screens import Details, board, daily_card, daily_text
from bot.app.links import DAILY, link_to
from bot.app.messages import Chat
from bot.app.screen import Button
from bot.app.texts import LANGUAGES, texts_in
from bot.game.daily import DAY, Calendar
from bot.game.rules import was_strict
from bot.storage.store import DatabaseStore
from tests.bot.inside import AtOnce, inside, within, world_with
from tests.bot.looks import look_at
from tests.bot.solo.test_board import table_at
from tests.bot.storage.databases import change_at, rows_at

MOST_BELOW = 6
"""Buttons under a board that is over: few enough to be looked at one by one."""
REMINDER = Reminder(1, "Europe/Kyiv", 510)
CLOSES, TOKEN = 1_000_000.0, "t" * 22
WRONG = ["0123", "4567", "8901", "2345", "6789", "1357", "2468", "9876", "5432"]


def ended(guesses: int, *, solved: bool = True, late: bool = False, hints: int = 0) -> Alone:
    """A game about the code of a day that took so many guesses; `late`: it ended when the next code was there."""
    turns = [*WRONG[: guesses - solved], *["0834"] * solved]
    line = f"solo classic 0834 | {' '.join(turns)}{'' if solved else ' | resigned 0'}"
    at = CLOSES - DAY * (0.5 if late else 1.5)
    return table_at(line, daily=Daily(57, TOKEN, CLOSES), ended_at=at, suggestions=hints)


def tried(game: Alone, *, counts: bool = True) -> Try:
    guesses, solved = len(game.game.turns), not game.hides_its_secret
    return Try(57, 1, "Ann", game.id, 0.0, game.ended_at, guesses, solved, game.suggestions, 40, counts=counts)


@st.composite
def ends(draw: st.DrawFn) -> tuple[Alone, Day]:
    hints = draw(st.integers(0, 2))
    game = ended(draw(st.integers(1, 9)), solved=draw(st.booleans()), late=draw(st.booleans()), hints=hints)
    others = draw(st.integers(0, 40))
    spread = Spread({(False, draw(st.sampled_from([3, 5, 7, GAVE_UP])), 10): others} if others else {})
    mine = tried(game, counts=draw(st.booleans()))
    spread = spread.having(mine) if mine.counts else spread
    took = draw(st.lists(st.integers(2, 9), max_size=5))
    friends = tuple(replace(tried(ended(at)), name=f"Friend {at}") for at in took)
    forgiven, over = draw(st.sampled_from([(False, 0), (True, 0), (False, 6)]))
    run = Run(draw(st.integers(0, 99)), is_forgiven=forgiven, ended=over)
    return game, Day(mine, spread, friends, run, reminder=draw(st.sampled_from([None, REMINDER])))


def shown(game: Alone, day: Day, language: str = "en") -> tuple[list[str], list[Button]]:
    screen = board(game, look_at(language), Details(day=day))
    return screen.html.split("\n\n")[2].split("\n"), [button for row in screen.rows for button in row]


def argument(button: Button) -> str | None:
    """What the button says behind the verb that leads on from a day; None: it is another one."""
    press = press_from(button.data or "")
    return press.argument if isinstance(press, GamePress) and press.verb is OnBoard.DAY else None


@given(ends(), st.sampled_from(LANGUAGES))
def test_the_end_is_short_and_in_one_order(end: tuple[Alone, Day], language: str) -> None:
    game, day = end
    texts = texts_in(language)
    lines, _ = shown(game, day, language)
    result, counts, *rest = lines
    assert ("🏳️" in result, "🔥" in counts) == (game.hides_its_secret, bool(day.run.days))
    assert (result[: day.mine.stars], result.count("⭐")) == ("⭐" * day.mine.stars, day.mine.stars)
    assert str(len(game.game.turns)) in counts
    assert (texts.plain("daily.forgiven") in counts) == (day.run.is_forgiven and day.run.days > 0)
    assert (texts.counted("daily.ended", 6) in counts) == (day.run.ended == 6 and day.run.days > 0)
    assert (texts.counted("daily.streak-over", 6) in counts) == (day.run.ended == 6 and not day.run.days)
    friends = [f"{friend.name} · {'⭐' * friend.stars} {friend.guesses}" for friend in day.friends]
    assert rest[len(rest) - len(friends) :] == friends
    told = rest[: len(rest) - len(friends)]
    assert len(told) <= 2, "how many did worse, and when the next code comes"
    is_late = (game.ended_at or 0) > CLOSES - DAY
    assert any("tg-time" in line for line in told) == (not is_late)
    assert not any("▇" in line or "🎯" in line for line in lines), "figures are elsewhere"


@given(ends(), st.sampled_from(LANGUAGES))
def test_sharing_and_the_reminder_come_first_and_another_game_last(end: tuple[Alone, Day], language: str) -> None:
    game, day = end
    _, below = shown(game, day, language)
    leading = [button for button in below if argument(button) == ""]
    first = below[len(leading) :]
    shares = [button for button in first if button.shares]
    assert (bool(shares), first[: len(shares)]) == (game.is_worth_sharing, shares)
    reminds = [at for at, button in enumerate(first) if argument(button) == "remind"]
    assert reminds == ([] if day.reminder else [len(shares)])
    verbs = [press_from(button.data).verb.value for button in below[-2:] if button.data]  # type: ignore[union-attr]
    assert (verbs, bool(leading)) == (["again", "ehome"], (game.ended_at or 0) > CLOSES - DAY)
    assert len(below) <= MOST_BELOW, [button.text for button in below]


@given(ends(), st.sampled_from(LANGUAGES))
def test_what_is_shared_goes_from_the_result_to_the_way_there(end: tuple[Alone, Day], language: str) -> None:
    game, day = end
    viewer = look_at(language)
    head, *_, last = daily_text(game, viewer, day).split("\n")
    earned = f"{'⭐' * day.mine.stars or '✔️'} · " if day.mine.counts else ""
    broken = f"{earned}{len(game.game.turns)}"
    result = "🏳️" if game.hides_its_secret else broken
    marks = " 💡" * bool(game.suggestions) + " ⚖️" * was_strict(game.game, ALL)
    assert head == f"🐂🐄 #57 {result}{marks}" + (f" 🔥{day.run.days}" if day.run.days > 1 else "")
    name, link = texts_in(language).plain("share.game"), link_to("BullsBot", DAILY, TOKEN)
    assert last == f"{name}: {link}"
    shown = daily_card("s", game, viewer, day).screen.html.split("\n")
    assert (shown[0], shown[-1]) == (head, f'<a href="{link}">{name}</a>')
    assert "0834" not in str(shown)


@pytest.mark.parametrize("others", range(FEWEST_TO_COMPARE + 2))
def test_bars_are_of_some_and_a_rank_is_of_many(others: int) -> None:
    game = ended(4)
    day = Day(tried(game), Spread({(False, 7, 10): others}).having(tried(game)))
    lines, _ = shown(game, day)
    figures = day_lines(day, texts_in("en"))
    assert any("▇" in line for line in figures) == (others + 1 >= FEWEST_FOR_BARS)
    for told in (lines, figures):
        assert any("Better than 100%" in line for line in told) == (others + 1 >= FEWEST_TO_COMPARE)


def test_a_game_of_another_kind_ends_as_it_did() -> None:
    screen = board(table_at("solo classic 0834 | 0123 0834"), look_at(), Details())
    assert "🔥" not in screen.html
    assert {argument(button) for row in screen.rows for button in row} == {None}


async def test_the_buttons_lead_to_results_and_reminder() -> None:
    async with inside((0, 8, 3, 4), Chat(1001)) as bot:
        await bot.says("/daily")
        game = await bot.board_game()
        assert isinstance(game, Alone)
        await bot.says("".join(map(str, game.game.secret or ())))
        before = bot.screens[slot := f"game:{game.id}"]
        assert "🔥 Streak: 1 day\n" in before[1].html
        await bot.presses(f"1:bday:{game.id}:1:results", slot)
        assert "<pre> Mo" in bot.screens["menu"][1].html
        await bot.presses(f"1:bday:{game.id}:1:remind", slot)
        assert "remind-now" in str(bot.screens["menu"][1].rows)
        assert bot.screens[slot] == before, "the board stays as it is"


# While it is played: what is at stake, and that a hint counts as a guess


def running(guesses: int, hints: int = 0, now: float = CLOSES - 1) -> tuple[str, str]:
    game = table_at(
        f"solo classic 0834 | {' '.join(WRONG[:guesses])}", daily=Daily(57, TOKEN, CLOSES), suggestions=hints
    )
    screen = board(game, replace(look_at(), now=now), Details())
    return screen.html.split("\n\n")[-1], str(screen.rows)


STAKES = {
    (1, 0): "⭐⭐⭐ within 4 more guesses",
    (4, 0): "⭐⭐⭐ only with your next guess",
    (2, 2): "⭐⭐⭐ only with your next guess",
    (5, 0): "⭐⭐ within 2 more guesses",
    (7, 1): "⭐ only with your next guess",
    (9, 0): "✔️ · crack it for your streak",
}


@pytest.mark.parametrize("used", STAKES)
def test_the_board_says_what_is_at_stake_until_the_day_is_closed(used: tuple[int, int]) -> None:
    assert running(*used)[0].endswith(f"\n{STAKES[used]}")
    assert STAKES[used] not in running(*used, now=CLOSES)[0]


@pytest.mark.parametrize("taken", [0, 1])
def test_the_button_of_a_day_says_that_a_hint_counts_and_the_board_how_many_were_taken(taken: int) -> None:
    told, buttons = running(1, taken)
    assert "💡 Hint = 1 guess" in buttons
    assert ("1 guess so far · 1 hint" in told) == bool(taken)


def test_no_other_game_has_stars_or_says_that_a_hint_counts() -> None:
    other = board(table_at("solo classic 0834 | 0123"), look_at(), Details())
    assert "💡 Hint = 1 guess" not in str(other.rows)
    assert "⭐" not in other.html


# A streak that is over: said with the first code after it, for as long as that day lasts, and never again
@dataclass
class Streaks:
    """Somebody alone with the bot, whose clock is set; the days go by number."""

    place: str
    store: DatabaseStore
    now: float = 0.0

    def __post_init__(self) -> None:
        self.codes = Codes(b"k", Calendar(20_000))
        world = replace(world_with(None, AtOnce()), now=lambda: self.now, daily=self.codes)
        self.bot = within(self.store, world, Chat(1001))

    def at(self, day: int) -> None:
        self.now = self.codes.calendar.begins_at(day) + 3600

    async def solves(self, day: int) -> str:
        await self.bot.says("".join(map(str, self.codes.secret(day))))
        shown = [str(screen.html) for slot, (_, screen) in self.bot.screens.items() if slot.startswith("game:")]
        return next(html for html in shown if f"Code of the day #{day} " in html)

    async def gives_up(self, day: int, on: int | None = None) -> str:
        self.at(on or day)
        for said in (f"/daily #{day}", "0123", "/resign"):
            await self.bot.says(said)
        game = await self.bot.board_game()
        assert isinstance(game, Alone)
        slot = f"game:{game.id}"
        await self.bot.presses(f"1:giveup:{game.id}:{len(game.game.turns)}", slot)
        return str(self.bot.screens[slot][1].html)

    async def plays(self, *days: int) -> str:
        board = ""
        for day in days:
            self.at(day)
            await self.bot.says("/daily")
            board = await self.solves(day)
        return board

    async def results(self) -> str:
        await self.bot.says("/daily")
        return str(self.bot.screens["menu"][1].html)


@pytest.fixture
def streaks(place: str, store: DatabaseStore) -> Streaks:
    return Streaks(place, store)


OVER = "🔥 Streak: 1 day. The last one ended after 6 days."


async def test_that_a_streak_of_six_is_over_is_told_with_the_next_code_and_the_day_after_no_more(
    streaks: Streaks,
) -> None:
    assert "ended" not in await streaks.plays(1, 2, 3, 4, 5, 6)
    assert OVER in await streaks.plays(10), "once its review is there, too"
    assert OVER in await streaks.results()
    assert "🔥 Streak: 2 days\n" in await streaks.plays(11)
    assert "ended" not in await streaks.results()


async def test_whoever_finishes_a_code_a_day_later_has_lost_nothing(
    streaks: Streaks,
) -> None:
    await streaks.plays(1, 2, 3, 4, 5, 6)
    streaks.at(7)
    await streaks.bot.says("/daily")
    assert "🔥 Streak: 7 days\n" in await streaks.plays(8), "#7 can still be finished"
    streaks.at(8)
    await streaks.bot.says("/daily 7")
    assert (await streaks.solves(7)).endswith("🔥 Streak: 8 days")


async def test_a_newcomer_misses_no_day_before_the_first_and_is_forgiven_one_soon_after(streaks: Streaks) -> None:
    assert "🔥 Streak: 1 day\n" in await streaks.plays(5)
    assert "🔥 Streak: 2 days, one missed day forgiven" in await streaks.plays(7)
    assert "🔥 Streak: 1 day\n" in await streaks.plays(9), "of two days nothing is said"
    assert "🔥 Streak: 1 day\n" in await streaks.plays(11), "the miss after it is not forgiven either"


# A code that is given up: a missed day, from now on


async def test_a_day_given_up_is_a_missed_day_and_forgiven_as_one(streaks: Streaks) -> None:
    await streaks.plays(1, 2, 3, 4, 5, 6, 7)
    assert "🔥 Streak: 7 days, one missed day forgiven" in await streaks.gives_up(8)
    assert "🔥 Streak: 8 days\n" in await streaks.plays(9), "that it was forgiven is said once"
    over = await streaks.gives_up(10)
    assert "💔 Streak ended after 8 days" in over, "the second within a week"
    assert "🔥" not in over, "the second within a week"
    assert "🔥 Streak: 1 day\n" in await streaks.plays(11)
    assert "💔" not in await streaks.gives_up(12), "of a day alone nothing is said"


async def test_yesterdays_code_given_up_today_tells_which_streak_it_ends(streaks: Streaks) -> None:
    await streaks.plays(1, 3, 4)
    streaks.at(5)
    await streaks.bot.says("/daily")
    await streaks.plays(6)
    assert "🔥 Streak: 1 day. The last one ended after 3 days." in await streaks.gives_up(5, on=6)


async def test_days_given_up_before_that_rule_stay_in_the_streak_and_in_the_best_one(streaks: Streaks) -> None:
    await streaks.plays(1, 2, 3)
    for day in (4, 5):
        await streaks.gives_up(day)
    await change_at(streaks.place, "UPDATE daily_tries SET is_missed = 0")  # as a version of before stores them
    assert "🔥 Streak: 6 days\n" in await streaks.plays(6)
    assert await rows_at(streaks.place, "SELECT best FROM daily_players") == [(6,)]


# A month of the archive: a table that fits the narrowest phone
LONG = Try(10, 1001, "Ann", "1", 0.0, ended_at=1.0, guesses=12, solved=True, hints=2, counts=True)


def lines_of(language: str, first: int, today: int, tries: dict[int, Try]) -> list[str]:
    found = re.search("<pre>(.*)</pre>", month(2026, 11, first, today, tries, texts_in(language)).html, re.DOTALL)
    assert found
    return found[1].split("\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_week_fits_a_line_of_the_narrowest_phone_and_those_before_the_first_day_take_none(language: str) -> None:
    lines = lines_of(language, first=1, today=30, tries=dict.fromkeys(range(1, 31), LONG))
    narrowest = 22  # signs of one width on a line of a phone of 320 pixels
    assert max(map(len, lines)) <= narrowest
    assert "".join(lines).count(f"{'✓':>3}") == 30
    assert len(lines_of(language, first=-23, today=3, tries={})) == 2
