"""`/top` by the codes of days: what it shows, to whom, and what a forged or late press comes to."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from bot.app.buttons import Feature
from bot.app.daily.model import NEEDED, WINDOW, Averaged, Form, Spread, Try
from bot.app.daily.screens import friend_lines
from bot.app.messages import Chat
from bot.app.operators.model import Operators
from bot.app.ratings.screens import IN_PRIVATE, Ranking, argument_for, daily_top, last_day_lines
from bot.app.screen import Screen
from bot.app.texts import LANGUAGES, texts_in
from bot.game.daily import OPEN_DAYS, Calendar
from bot.storage.store import DatabaseStore
from tests.bot.duels.played import ANN, NOW
from tests.bot.inside import inside
from tests.bot.reader import NAMES
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.test_people import Conversation
from tests.bot.test_screens import assert_telegram_takes_it

CHAT, TAB, FEW = Chat(1001), "📅 Daily", Form(3, None)
TODAY = Calendar().number_at(NOW)
LAST = TODAY - OPEN_DAYS


def lines(*averages: float) -> tuple[Averaged, ...]:
    return tuple(Averaged(person, f"P{person}", average, 25) for person, average in enumerate(averages, 1))


def shown(best: tuple[Averaged, ...], mine: Form = FEW) -> str:
    return daily_top(best, 1, mine, [], IN_PRIVATE, "4x10", texts_in("en")).html


def labels(screen: Screen) -> list[str]:
    return [each.text for row in screen.rows for each in row]


async def stored(place: str, person: int, days: range, guesses: int = 5, hints: int = 0) -> None:
    """Tries of the person's on these days, and where they so stand today."""
    tries = [f"({day}, {person}, 'P{person}', 'g', 1, 2, {guesses}, 1, {hints}, NULL, 1, 0)" for day in days]
    await change_at(place, f"INSERT INTO daily_tries VALUES {', '.join(tries)}")


async def stands(place: str, person: int, average: float, days: int = 25) -> None:
    shown_on = Calendar().midnight_of(TODAY)
    await change_at(place, f"INSERT INTO daily_averages VALUES ({person}, {shown_on}, {average}, {days})")


async def opened(store: DatabaseStore) -> Screen:
    talk = Conversation(store, Chat(ANN), ANN)
    return await talk.presses(await talk.says("/top"), TAB)


async def test_it_names_the_best_marks_me_and_tells_my_average(store: DatabaseStore, place: str) -> None:
    for person, guesses in ((ANN, 5), (7, 4)):
        await stored(place, person, range(LAST - 24, LAST + 1), guesses)
        await stands(place, person, guesses)
    screen = await opened(store)
    assert screen.html.startswith("📅 Closed days\n")
    assert f"\n\n🥇 4.0 · 25  P7\n🥈 5.0 · 25  P{ANN} (you)\n\nYou: 5.0 · 25" in screen.html
    assert labels(screen)[:5] == ["Week", "All time", "Rivals", "🎯 Accuracy", f"✓ {TAB}"]


async def test_who_has_too_few_days_hears_how_many_count(store: DatabaseStore, place: str) -> None:
    await stored(place, ANN, range(LAST - 10, LAST + OPEN_DAYS + 1))
    await stored(place, ANN, range(LAST - 15, LAST - 10), hints=1)
    await stored(place, ANN, range(LAST - WINDOW - 5, LAST - WINDOW + 1))
    html = (await opened(store)).html
    assert "Nobody has played enough days yet. Today’s code: /daily" in html
    assert f"Your days so far: 11 of {NEEDED}." in html


TRIES = st.builds(
    Try, st.just(5), st.integers(1, 9), st.sampled_from(["Ann", "Zoë & Co", "Щ" * 64]), st.just("g"), st.just(1.0),
    st.just(2.0), st.integers(1, 12), st.booleans(), st.integers(0, 2), st.none(), st.booleans(),
)  # fmt: skip
BESTS = st.sampled_from([(), lines(4.0)])
SPREADS = st.dictionaries(
    st.tuples(st.booleans(), st.integers(1, 12), st.integers(0, 300)), st.integers(1, 999), max_size=9
).map(Spread)


@given(st.sampled_from(LANGUAGES), SPREADS, st.none() | TRIES, st.lists(TRIES, max_size=5), BESTS)
def test_the_last_day_is_shown_while_nobody_stands_in_the_table(
    language: str, spread: Spread, mine: Try | None, friends: list[Try], best: tuple[Averaged, ...]
) -> None:
    texts = texts_in(language)
    day = last_day_lines(5, spread, mine, tuple(friends), texts)
    screen = daily_top(best, 1, FEW, day, IN_PRIVATE, "4x10", texts)
    plain = daily_top(best, 1, FEW, [], IN_PRIVATE, "4x10", texts)
    told = texts.html("rating.daily-meanwhile", number=5)
    assert (told in screen.html) == (not best and spread.finishers > 0)
    assert all(line in screen.html for line in friend_lines(friends)) or told not in screen.html
    assert screen == plain or told in screen.html
    assert_telegram_takes_it(screen)


async def test_friends_are_shown_with_the_last_day_until_one_stands_there(store: DatabaseStore, place: str) -> None:
    for person in (ANN, 7):
        await stored(place, person, range(LAST, LAST + 1), 4)
    await change_at(place, f"INSERT INTO daily_friends VALUES ({ANN}, 7), (7, {ANN})")
    await change_at(place, f"INSERT INTO daily_counts VALUES ({LAST}, 0, 4, -1, 2)")
    html = (await opened(store)).html
    assert f"the last closed day: #{LAST}" in html
    assert "\nP7 · ⭐⭐⭐ 4\n" in html
    await stands(place, 7, 4.0)
    assert "the last closed day" not in (await opened(store)).html


async def test_at_most_ten_are_named_and_nobody_who_has_no_try_left(store: DatabaseStore, place: str) -> None:
    await stands(place, 7, 4.0)
    assert "Nobody has played" in (await opened(store)).html
    await change_at(place, "DELETE FROM daily_averages")
    for person in range(20, 34):
        await stored(place, person, range(TODAY, TODAY + 1))
        await stands(place, person, person / 5)
    html = (await opened(store)).html
    assert "10. 5.8 · 25  P29\n" in html
    assert "P30" not in html


def test_two_decimals_only_where_one_would_show_different_people_as_equal() -> None:
    assert "🥇 4.3 · 25  P1 (you)\n🥈 4.3 · 25  P2\n🥉 4.4" in shown(lines(4.3, 4.3, 4.4))
    assert "🥇 4.26 · 25  P1 (you)\n🥈 4.32 · 25  P2\n🥉 4.40" in shown(lines(4.26, 4.32, 4.4))
    assert "You: 5.25 · 21" in shown(lines(4.26, 4.32), Form(21, 5.25))


def test_the_longest_daily_table_fits() -> None:
    best = tuple(Averaged(person, "Щ" * 64, 8.88, 30) for person in range(10))
    for language, mine in product(NAMES, (Form(30, 8.88), Form(19, None))):
        assert_telegram_takes_it(daily_top(best, 1, mine, [], IN_PRIVATE, "words-uk-5", texts_in(language)))


async def test_while_it_is_switched_off_there_is_no_tab_and_an_old_one_says_so(store: DatabaseStore) -> None:
    screen = await opened(store)
    await store.run(lambda work: work.of(Operators).switch(Feature.DAILY, on=False))
    talk = Conversation(store, Chat(ANN), ANN)
    for tab in ("✓ Week", "🎯 Accuracy"):
        assert TAB not in " ".join(labels(await talk.presses(await talk.says("/top"), tab)))
    async with inside(None, CHAT) as bot:
        await bot.says("/top")
        await bot.store.run(lambda work: work.of(Operators).switch(Feature.DAILY, on=False))
        [data] = [each.data for row in screen.rows for each in row if each.text == f"✓ {TAB}"]
        assert "Code of the day: turned off for now." in str(await bot.presses(data or "", "menu"))


async def test_it_is_not_for_groups() -> None:
    async with inside(None, Chat(-1001)) as bot:
        await bot.says("/top")
        before = bot.screens["menu"]
        assert TAB not in labels(before[1])
        sent = await bot.presses(
            f"{bot.buttons[0][0].rpartition(':')[0]}:{argument_for(Ranking.DAILY, '4x10')}", "menu"
        )
        assert "This button is out of date." in str(sent)
        assert bot.screens["menu"] == before


async def test_a_game_that_ends_stands_in_the_table_of_the_day_on_which_its_code_closes() -> None:
    async with inside(None, CHAT) as bot:
        place = f"sqlite:///{bot.store._database._path}"  # type: ignore[attr-defined]
        calendar, today = Calendar(), Calendar().number_at(1_000_000)
        await stored(place, CHAT.id, range(today - NEEDED + 1, today), 4)
        await bot.says("/daily")
        game = await bot.board_game()
        assert game is not None
        await bot.says(game.game.variant.format(game.game.secret or ()))
        shown_on = calendar.midnight_of(today + OPEN_DAYS)
        rows = await rows_at(place, "SELECT shown_on, average, days FROM daily_averages ORDER BY shown_on")
        assert rows[0] == (shown_on, (4 * (NEEDED - 1) + 3) / NEEDED, NEEDED)
        assert len(rows) == WINDOW - NEEDED + 1
