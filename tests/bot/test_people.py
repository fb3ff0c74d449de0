"""Profiles and tables of the best: what they say, and that Telegram takes it."""

from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.handlers.people import MOST_FAMILIES, MOST_RANKED
from bot.app.kinds.match.screens.rating import rating_lines
from bot.app.messages import Chat, Incoming, Person, Pressed, Said
from bot.app.model.record import DAY, Career, Player, Ranked, Rivalry, Standing
from bot.app.outbox import ScreenLetter
from bot.app.ports import Answer
from bot.app.screen import Screen
from bot.app.screens.duels.rating import FAMILIES, points
from bot.app.screens.plot import BARS, WIDTH, sparkline
from bot.app.screens.profile import Chapter, Profile, profile
from bot.app.screens.top import IN_GROUP, IN_PRIVATE, Circle, Top, argument_for, chosen, top
from bot.app.texts import LANGUAGES, texts_in
from bot.app.worker import Replies, Worker
from bot.game.model import Seat
from bot.game.rating import Rating
from bot.storage.store import DatabaseStore
from tests.bot.duels.played import (
    ANN,
    BOB,
    DRAWN,
    EVE,
    FIRST_OVERSLEEPS,
    FIRST_WINS,
    NAMES,
    NOW,
    ended,
    ending,
    world_at,
)
from tests.bot.test_screens import NAMES as ANY_NAME
from tests.bot.test_screens import assert_telegram_takes_it

GROUP = Chat(-100)
CURVES = st.lists(st.floats(500.0, 2500.0), min_size=1, max_size=60)
UK = texts_in("uk")
_updates = count(1)


class Stripped(Exception):
    """The pressed message lost its buttons instead."""


class Conversation:
    """Somebody who writes to the bot and presses what it shows, as it is stored to be sent."""

    def __init__(self, store: DatabaseStore, chat: Chat, person: int, now: float = NOW) -> None:
        mind: Any = None
        self._worker = Worker(store, mind, world_at(now), Replies(self._hear), paced=False)
        self._store = store
        self._chat = chat
        self._person = Person(person, NAMES[person], "en")
        self.heard: list[Answer] = []

    def _hear(self, _query: str, answer: Answer) -> None:
        self.heard.append(answer)

    async def _shown(self, incoming: Incoming) -> Screen:
        await self._worker.run(incoming)
        (letter,) = await self._store.outbox.pending(self._chat.id)
        await self._store.outbox.delivered([letter], incoming.update, None)
        if not isinstance(letter, ScreenLetter):
            raise Stripped
        return letter.screen

    async def says(self, text: str) -> Screen:
        update = next(_updates)
        return await self._shown(Said(update, self._chat, self._person, update, text, at=NOW))

    async def presses(self, screen: Screen, text: str) -> Screen:
        """Press the button of that text on the newest screen."""
        (data,) = [button.data for row in screen.rows for button in row if button.text == text]
        assert data is not None
        newest = next(_updates) - 1
        return await self._shown(Pressed(newest + 1, "query", self._chat, self._person, newest, data))


async def after(store: DatabaseStore, *jobs: Callable[[Any], Awaitable[object]]) -> None:
    for job in jobs:
        await store.run(job)


async def test_a_profile_tells_of_ratings_rivals_and_staying(store: DatabaseStore) -> None:
    await after(
        store,
        ending(ended(1, FIRST_WINS)),
        ending(ended(2, DRAWN), NOW + 1),
        ending(ended(3, FIRST_OVERSLEEPS, ANN, EVE), NOW + 2),
        ending(ended(4, "race mini 1234 | 0:1235@3 0:1234@5 1:1235@9 1:1245@10", rated=False), NOW + 3),
    )
    screen = await Conversation(store, Chat(ANN), ANN, NOW + 4).says("/profile")
    assert screen.html == (
        "👤 Ann\n\n"
        "🎯 4 digits · 1456?\n"
        "▂▇▃▁\n1500 → 1456, best 1662\n"
        "3 rated games: 1 won, 1 drawn, 1 lost\n"
        "Breaks a code in 1.0 guesses on average\n\n"
        "🎯 4 digits from 1 to 5\n"
        "1 friendly game\n"
        "Breaks a code in 2.0 guesses on average\n\n"
        "🤝 Rivals\n"
        "2½ : ½  Bob\n"
        "0 : 1  Eve\n\n"
        "🏁 Played to the end: 3 of 4 games (75%)\n\n"
        "? means: not certain yet, too few games so far"
    )


async def test_a_newcomers_profile_says_how_to_begin(store: DatabaseStore) -> None:
    talk = Conversation(store, Chat(ANN), ANN)
    screen = await talk.says("/profile")
    assert screen.html == "👤 Ann\n\nNo games with others yet. Find a rival: /duel"
    assert "Nobody has played" in (await talk.presses(screen, "🏆 The best")).html


async def test_the_best_of_the_week_are_those_with_most_points(store: DatabaseStore) -> None:
    await after(
        store,
        ending(ended(1, FIRST_WINS, BOB, ANN)),
        ending(ended(2, DRAWN, EVE, BOB)),
        ending(ended(3, DRAWN, ANN, EVE)),
    )
    screen = await Conversation(store, Chat(ANN), ANN).says("/top")
    assert screen.html.splitlines()[3:] == ["🥇 1½/2  Bob", "🥈 1/2  Eve", "🥉 ½/2  Ann (you)"]
    later = await Conversation(store, Chat(ANN), ANN, NOW + 7 * DAY).says("/top")
    assert "Bob" not in later.html


async def test_tabs_and_families_are_pressed_in_place(store: DatabaseStore) -> None:
    await after(store, ending(ended(1, FIRST_WINS)), ending(ended(2, "race mini 1234 | 0:1234@5 1:1235@9")))
    talk = Conversation(store, Chat(ANN), ANN)
    screen = await talk.says("/top")
    screen = await talk.presses(screen, "Rivals")
    assert screen.html.splitlines()[3:5] == ["🥇 1662?  Ann (you)", "🥈 1338?  Bob"]
    screen = await talk.presses(screen, "4 digits from 1 to 5")
    assert screen.html.startswith("🏆 The best · 4 digits from 1 to 5\nRatings of you")
    screen = await talk.presses(screen, "All time")
    assert [len(row) for row in screen.rows] == [3, 1, 1, 2]
    assert "You: 1662? — a few more rated games" in screen.html
    assert (await talk.presses(screen, "👤 My profile")).html.startswith("👤 Ann")


async def test_who_is_below_the_table_of_all_hears_their_place(store: DatabaseStore) -> None:
    async def crowd(work: Any) -> None:
        for person in (ANN, *range(10, 10 + MOST_RANKED)):
            rating = Rating(1500.0 + person, 60.0, 0.06)
            work.ratings.keep_standing(Standing(person, "4x10", rating, wins=20, played_at=NOW))
            work.ratings.keep_player(Player(person, f"P{person}"))

    await store.run(crowd)
    talk = Conversation(store, Chat(ANN), ANN)
    screen = await talk.presses(await talk.says("/top"), "All time")
    assert len(screen.html.splitlines()) == 3 + MOST_RANKED + 2
    assert screen.html.endswith("10. 1510  P10\n\nYou: 1501, place 11")


async def test_a_group_sees_first_whom_it_has_seen_play_and_nobodys_rivals(store: DatabaseStore) -> None:
    await after(store, ending(ended(1, FIRST_WINS, card=GROUP)), ending(ended(2, FIRST_WINS, EVE, BOB)))
    talk = Conversation(store, GROUP, EVE)
    screen = await talk.says("/top")
    assert screen.html.splitlines()[3:5] == ["🥇 1662?  Ann", "🥈 1249?  Bob"]
    assert [button.text for row in screen.rows[:2] for button in row] == ["✓ Here", "Week", "All time", "🎉 Parties"]
    assert "Eve" in (await talk.presses(screen, "Week")).html


async def test_a_table_that_is_not_for_this_chat_is_an_old_button(store: DatabaseStore) -> None:
    talk = Conversation(store, Chat(ANN), ANN)
    alien = top(Top("4x10", Circle.GROUP, (), (), IN_GROUP), texts_in("en"))
    await talk.says("/top")
    with pytest.raises(Stripped):
        await talk.presses(alien, "✓ Here")
    assert talk.heard[-1].text == "This button is out of date."


@given(CURVES)
def test_a_curve_fits_on_a_line_and_rises_where_the_rating_does(values: list[float]) -> None:
    drawn = sparkline(values)
    assert len(drawn) == min(WIDTH, len(values))
    assert set(drawn) <= set(BARS)
    if len(values) <= WIDTH:
        heights = [BARS.index(bar) for bar in drawn]
        ordered = sorted(range(len(values)), key=values.__getitem__)
        assert [heights[at] for at in ordered] == sorted(heights)


def test_a_curve_uses_its_height_and_a_steady_one_stays_flat() -> None:
    assert sparkline([1500, 1600, 1700]) == f"{BARS[0]}{BARS[2]}{BARS[-1]}"
    assert len(set(sparkline([1500, 1501, 1502]))) == 1
    assert sparkline(range(1000, 1000 + 9 * WIDTH)) == sparkline([1008 + 9 * column for column in range(WIDTH)])


@pytest.mark.parametrize(("score", "told"), [(0.0, "0"), (0.5, "½"), (1.0, "1"), (12.5, "12½")])
def test_points_are_counted_in_halves(score: float, told: str) -> None:
    assert points(score) == told


@pytest.mark.parametrize("circle", Circle)
@pytest.mark.parametrize("family", FAMILIES)
def test_the_button_of_a_table_is_read_back(circle: Circle, family: str) -> None:
    assert chosen(argument_for(circle, family)) == (circle, family)


@pytest.mark.parametrize("argument", ["", "w", "x1", "w99", "wx"])
def test_no_other_button_is_a_table(argument: str) -> None:
    assert chosen(argument) is None


async def test_the_end_tells_each_their_own_change_first(store: DatabaseStore) -> None:
    match = await store.run(ending(ended(1, FIRST_WINS)))
    texts = texts_in("en")
    mine, theirs = "1500 → 1662 (+162)", "1500 → 1338 (−162)"
    assert rating_lines(match, Seat(0), texts) == [f"📈 Your rating: {mine}", f"Bob: {theirs}"]
    assert rating_lines(match, Seat(1), texts) == [f"📈 Your rating: {theirs}", f"Ann: {mine}"]
    assert rating_lines(match, None, texts) == [f"Ann: {mine}", f"Bob: {theirs}"]
    friendly = await store.run(ending(ended(2, FIRST_WINS, rated=False)))
    assert rating_lines(friendly, Seat(0), texts) == []


async def test_the_end_says_why_it_did_not_count(store: DatabaseStore) -> None:
    for number in range(5):
        await store.run(ending(ended(number, FIRST_WINS)))
    sixth = await store.run(ending(ended(6, FIRST_WINS)))
    assert rating_lines(sixth, Seat(0), UK) == [
        "Рейтинг не змінюється: на добу зараховується лише 5 партій з тим самим суперником."
    ]


@given(name=ANY_NAME, language=st.sampled_from(LANGUAGES), curve=CURVES, games=st.integers(0, 10**6))
@settings(max_examples=60)
def test_the_longest_profile_fits(name: str, language: str, curve: list[float], games: int) -> None:
    chapters = tuple(
        Chapter(Career(family, 2 * games + 1, 9.25, 2000.0), standing, standing.rating, tuple(curve) * (games > 0))
        for family in list(FAMILIES)[-MOST_FAMILIES:]
        for standing in [Standing(ANN, family, wins=games, played_at=NOW)]
    )
    rivals = (Rivalry(name, games + 0.5, 2 * games + 1),) * 5
    told = Profile(name, Player(ANN, name, finished=games, walked_out=games), chapters, rivals)
    assert_telegram_takes_it(profile(told, texts_in(language)))


@given(name=ANY_NAME, language=st.sampled_from(LANGUAGES), circle=st.sampled_from(Circle), standing=st.booleans())
@settings(max_examples=60)
def test_the_longest_table_fits(name: str, language: str, circle: Circle, *, standing: bool) -> None:
    ranked = Ranked(name, Standing(ANN, "4x10", Rating(2999.6, 349.0, 0.06), week_points=999.5, week_games=1000))
    told = Top(
        "words-uk-5",
        circle,
        (ranked,) * MOST_RANKED,
        tuple(FAMILIES)[-MOST_FAMILIES - 1 :],
        IN_PRIVATE,
        me=ANN,
        mine=ranked.standing if standing else None,
        place=10**6 if standing else None,
    )
    assert_telegram_takes_it(top(told, texts_in(language)))
