"""Profiles and tables of the best, as people ask for them and press them, and as screens."""

from collections.abc import Awaitable, Callable
from itertools import count, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.kinds.match.screen_parts import rating_lines
from bot.app.messages import Chat, Incoming, Person, Pressed, Said
from bot.app.outbox import ScreenItem
from bot.app.ratings import screens as leaderboard
from bot.app.ratings.handlers import MOST_FAMILIES, MOST_RANKED
from bot.app.ratings.model import KNOWN_FROM, Career, Player, Ranked, Ratings, Rivalry, Standing
from bot.app.ratings.screens import BARS, WIDTH, Ranking, sparkline, table_of_button
from bot.app.screen import Answer, Screen
from bot.app.screens.terms import FAMILIES, points
from bot.app.stats.model import NEVER
from bot.app.texts import LANGUAGES, texts_in
from bot.app.worker import Replies, Worker
from bot.game.daily import DAY
from bot.game.model import Seat
from bot.game.rating import Rating
from bot.storage.store import DatabaseStore
from sandbox.client import Person as Human
from tests.bot.conftest import Stage
from tests.bot.duels import played
from tests.bot.duels.played import ANN, BOB, DRAWN, EVE, FIRST_WINS, NOW, ended, ending
from tests.bot.player import friends, talk
from tests.bot.test_screens import NAMES as ANY_NAME
from tests.bot.test_screens import assert_telegram_takes_it
from tests.distribution import examples

on_stage = pytest.mark.asyncio(loop_scope="session")
GROUP = Chat(-100)
_updates = count(1)


class Conversation:
    """Somebody who writes to the bot and presses what it shows, as it is stored to be sent."""

    def __init__(self, store: DatabaseStore, chat: Chat, person: int, now: float = NOW) -> None:
        compute: Any = None
        self.heard: list[Answer] = []
        replies = Replies(lambda _query, answer: self.heard.append(answer))
        self._worker = Worker(store, compute, played.world_at(now), replies, limits=False)
        self._store, self._chat, self._person = store, chat, Person(person, played.NAMES[person], "en")

    async def _shown(self, incoming: Incoming) -> Screen:
        await self._worker.run(incoming)
        (item,) = await self._store.outbox.pending(self._chat.id)
        await self._store.outbox.note_delivered([item], incoming.update, None)
        assert isinstance(item, ScreenItem), "the pressed message lost its buttons instead"
        return item.screen

    async def says(self, text: str) -> Screen:
        update = next(_updates)
        return await self._shown(Said(update, self._chat, self._person, update, text, at=NOW))

    async def presses(self, screen: Screen, *texts: str) -> Screen:
        """Press the buttons of these texts, each on the newest screen."""
        for text in texts:
            (data,) = [button.data for row in screen.rows for button in row if button.text == text]
            assert data is not None
            newest = next(_updates) - 1
            screen = await self._shown(Pressed(newest + 1, "query", self._chat, self._person, newest, data))
        return screen


async def talk_after(
    store: DatabaseStore, *jobs: Callable[[Any], Awaitable[object]], chat: Chat | None = None, person: int = ANN
) -> Conversation:
    for job in jobs:
        await store.run(job)
    return Conversation(store, chat or Chat(person), person)


async def test_a_profile_tells_of_ratings_rivals_and_staying(store: DatabaseStore) -> None:
    told = await talk_after(
        store,
        ending(ended(1, FIRST_WINS)),
        ending(ended(2, DRAWN), NOW + 1),
        ending(ended(3, played.FIRST_OVERSLEEPS, ANN, EVE), NOW + 2),
        ending(ended(4, "race mini 1234 | 0:1235@3 0:1234@5 1:1235@9 1:1245@10", rated=False), NOW + 3),
    )
    assert (await told.says("/profile")).html == (
        "👤 Ann\n\n"
        "🎯 4 digits · 1456?\n▂▇▃▁\n1500 → 1456, best 1662\n"
        "3 rated games: 1 won, 1 drawn, 1 lost\nCracks a code in 1.0 guesses on average\n\n"
        "🎯 4 digits from 1 to 5\n1 unrated game\nCracks a code in 2.0 guesses on average\n\n"
        "🤝 Rivals\n2½ : ½  Bob\n0 : 1  Eve\n\n"
        "🏁 Played to the end: 3 of 4 games (75%)\n\n"
        "? = too few games to be sure yet"
    )


async def test_the_best_of_the_week_are_those_with_most_points(store: DatabaseStore) -> None:
    pairs = ((FIRST_WINS, BOB, ANN), (DRAWN, EVE, BOB), (DRAWN, ANN, EVE))
    told = await talk_after(store, *(ending(ended(number, *pair)) for number, pair in enumerate(pairs, 1)))
    screen = await told.says("/top")
    assert screen.html.splitlines()[3:] == ["🥇 1½/2  Bob", "🥈 1/2  Eve", "🥉 ½/2  Ann (you)"]
    later = await Conversation(store, Chat(ANN), ANN, NOW + 7 * DAY).says("/top")
    assert "Bob" not in later.html


async def test_tabs_and_families_are_pressed_in_place(store: DatabaseStore) -> None:
    race = "race mini 1234 | 0:1234@5 1:1235@9"
    told = await talk_after(store, ending(ended(1, FIRST_WINS)), ending(ended(2, race)))
    screen = await told.presses(await told.says("/top"), "Rivals")
    assert screen.html.splitlines()[3:5] == ["🥇 1662?  Ann (you)", "🥈 1338?  Bob"]
    screen = await told.presses(screen, "4 digits from 1 to 5")
    assert screen.html.startswith("🏆 Leaderboard · 4 digits from 1 to 5\nYou and your rivals\n")
    screen = await told.presses(screen, "All time")
    assert [len(row) for row in screen.rows] == [2, 2, 1, 1, 1, 2]
    assert "You: 1662? — to be ranked, you need a rating without ? and five rivals who have one." in screen.html
    assert (await told.presses(screen, "👤 My profile")).html.startswith("👤 Ann")


async def test_who_is_below_the_table_of_all_hears_their_place(store: DatabaseStore) -> None:
    async def crowd(work: Any) -> None:
        for person in (ANN, *range(10, 10 + MOST_RANKED)):
            rating = Rating(1500.0 + person, 60.0, 0.06)
            standing = Standing(person, "4x10", rating, wins=20, played_at=NOW)
            work.of(Ratings).keep_standing(standing.known_by(KNOWN_FROM))
            work.of(Ratings).keep_player(Player(person, f"P{person}"))

    told = await talk_after(store, crowd)
    screen = await told.presses(await told.says("/top"), "All time")
    assert len(screen.html.splitlines()) == 3 + MOST_RANKED + 2
    assert screen.html.endswith("10. 1510  P10\n\nYou: 1501, place 11")


async def test_a_group_sees_first_whom_it_has_seen_play_and_nobodys_rivals(store: DatabaseStore) -> None:
    games = ending(ended(1, FIRST_WINS, card=GROUP)), ending(ended(2, FIRST_WINS, EVE, BOB))
    told = await talk_after(store, *games, chat=GROUP, person=EVE)
    here = await told.says("/top")
    assert here.html.splitlines()[3:5] == ["🥇 1662?  Ann", "🥈 1249?  Bob"]
    assert [button.text for row in here.rows[:2] for button in row] == ["✓ Here", "Week", "All time", "🎉 Parties"]
    assert "Eve" in (await told.presses(here, "Week")).html
    elsewhere = await talk_after(store)
    await elsewhere.says("/top")
    with pytest.raises(AssertionError, match="lost its buttons instead"):
        await elsewhere.presses(here, "✓ Here")
    assert elsewhere.heard[-1].text == "This button is out of date."


CURVES = st.lists(st.floats(500.0, 2500.0), min_size=1, max_size=60)


@given(CURVES)
def test_a_curve_fits_on_a_line_and_rises_where_the_rating_does(values: list[float]) -> None:
    drawn = sparkline(values)
    assert len(drawn) == min(WIDTH, len(values))
    assert set(drawn) <= set(BARS)
    if len(values) <= WIDTH:
        heights = [BARS.index(bar) for bar in drawn]
        ordered = sorted(range(len(values)), key=values.__getitem__)
        assert [heights[at] for at in ordered] == sorted(heights)


def test_a_curve_uses_its_height_a_steady_one_stays_flat_and_points_are_counted_in_halves() -> None:
    assert sparkline([1500, 1600, 1700]) == f"{BARS[0]}{BARS[2]}{BARS[-1]}"
    assert len(set(sparkline([1500, 1501, 1502]))) == 1
    assert sparkline(range(1000, 1000 + 9 * WIDTH)) == sparkline([1008 + 9 * column for column in range(WIDTH)])
    assert [points(score) for score in (0.0, 0.5, 1.0, 12.5)] == ["0", "½", "1", "12½"]


def test_the_button_of_a_table_is_read_back_and_no_other_is_one() -> None:
    for circle, family in product(Ranking, FAMILIES):
        assert table_of_button(leaderboard.argument_for(circle, family)) == (circle, family)
    assert {table_of_button(argument) for argument in ("", "w", "x1", "w99", "wx")} == {None}


async def test_the_end_tells_each_their_own_change_first_or_why_it_did_not_count(store: DatabaseStore) -> None:
    match, friendly = [await store.run(ending(ended(at, FIRST_WINS, rated=at == 1))) for at in (1, 2)]
    texts, mine, theirs = texts_in("en"), "1500 → 1662 (+162)", "1500 → 1338 (−162)"
    assert rating_lines(match, Seat(0), texts) == [f"📈 Your rating: {mine}", f"Bob: {theirs}"]
    assert rating_lines(match, Seat(1), texts) == [f"📈 Your rating: {theirs}", f"Ann: {mine}"]
    assert rating_lines(match, None, texts) == [f"Ann: {mine}", f"Bob: {theirs}"]
    assert rating_lines(friendly, Seat(0), texts) == []
    *_, last = [await store.run(ending(ended(number, FIRST_WINS))) for number in range(3, 8)]
    why = "Рейтинг не змінюється: на добу зараховується лише 5 партій з тим самим суперником."
    assert rating_lines(last, Seat(0), texts_in("uk")) == [why]


@given(name=ANY_NAME, language=st.sampled_from(LANGUAGES), curve=CURVES, games=st.integers(0, 10**6))
@settings(max_examples=examples(60))
def test_the_longest_profile_fits(name: str, language: str, curve: list[float], games: int) -> None:
    chapters, curves = [], tuple(curve) * (games > 0)
    for family in list(FAMILIES)[-MOST_FAMILIES:]:
        standing, career = Standing(ANN, family, wins=games, played_at=NOW), Career(family, 2 * games + 1, 9.25, 2000.0)
        chapters.append(leaderboard.Chapter(career, standing, standing.rating, curves))
    rivals = (Rivalry(name, games + 0.5, 2 * games + 1),) * 5
    player = Player(ANN, name, finished=games, walked_out=games)
    assert_telegram_takes_it(leaderboard.profile(name, player, tuple(chapters), rivals, NEVER, texts_in(language)))


@given(name=ANY_NAME, language=st.sampled_from(LANGUAGES), circle=st.sampled_from(Ranking), standing=st.booleans())
@settings(max_examples=examples(60))
def test_the_longest_table_fits(name: str, language: str, circle: Ranking, *, standing: bool) -> None:
    ranked = Ranked(name, Standing(ANN, "4x10", Rating(2999.6, 349.0, 0.06), week_points=999.5, week_games=1000))
    families, mine, place = tuple(FAMILIES)[-MOST_FAMILIES - 1 :], ranked.standing, 10**6
    me: dict[str, Any] = {"me": ANN} | ({"mine": mine, "place": place} if standing else {})
    table = (ranked,) * MOST_RANKED, families, leaderboard.IN_PRIVATE
    assert_telegram_takes_it(leaderboard.top(leaderboard.Top("words-uk-5", circle, *table, **me), texts_in(language)))


UNKNOWN = "I know of no games "


async def known(stage: Stage, name: str, username: str, *, has_played: bool = True) -> Human:
    player = await stage.sandbox.person(name, username=username)
    await talk(f"/profile → 👤 {name}", player)
    if has_played:
        stage.bot.change("INSERT INTO careers VALUES (?, '4x10', 1, 1, 5, NULL)", player.id)
    return player


@on_stage
async def test_a_name_is_understood_as_people_write_it_and_of_nobody_known_it_says_so(stage: Stage) -> None:
    await known(stage, "Olena", "Olena_K")
    bob = await stage.sandbox.person("Bob")
    hers, nobodys = "@Olena_K olena_k https://t.me/OLENA_k t.me/olena_k", f"@nobody_at_all 0123 @a <b> @{'x' * 60}"
    for words, seen in ((hers.split(), "👤 olena_k"), ([*nobodys.split(), "two words"], UNKNOWN)):
        for written in words:
            await bob.sees(seen, after=await bob.send(f"/profile {written}"))


@on_stage
async def test_whoever_took_the_name_last_is_meant(stage: Stage) -> None:
    old = await known(stage, "Old", "given_up")
    stage.bot.change("UPDATE chats SET username = 'taken_over' WHERE chat_id = ?", old.id)
    new = await known(stage, "New", "taken_over")
    await talk("/profile @taken_over → 👤 New", new)
    assert stage.bot.rows("SELECT chat_id FROM chats WHERE username = 'taken_over'") == [(new.id,)]


@on_stage
async def test_whoever_has_played_nobody_is_blocked_or_blocks_is_answered_like_nobody(stage: Stage) -> None:
    new = await known(stage, "New", "olena_new", has_played=False)
    olena, bob = await known(stage, "Olena", "olena_apart"), await known(stage, "Bob", "bob_apart")
    stage.bot.change("INSERT INTO blocks (person_id, blocked_id) VALUES (?, ?)", olena.id, bob.id)
    for asks, of in ((bob, "olena_apart"), (bob, "olena_new"), (olena, "bob_apart")):
        await asks.sees(UNKNOWN, after=await asks.send(f"/profile @{of}"))
    await talk("/profile @olena_new → 👤 New", new)


@on_stage
async def test_a_reply_in_a_group_shows_whose_message_it_is(stage: Stage) -> None:
    group, alice, bob, _ = await friends(stage)
    said = await bob.send("hello", chat=group)
    await alice.send("/profile@sandbox_bot", chat=group, reply_to=said)
    await alice.sees(f"👤 {bob.name}", chat=group)


@on_stage
async def test_another_ones_rivals_are_their_own_affair(stage: Stage) -> None:
    alice, bob, carol = [await known(stage, name, f"{name}_rival") for name in ("Alice", "Bob", "Carol")]
    for one, other, score in ((alice, bob, 1.0), (bob, alice, 0.0), (alice, carol, 0.5), (carol, alice, 0.5)):
        stage.bot.change("INSERT INTO rivalries VALUES (?, ?, ?, 1, 7.5, NULL)", one.id, other.id, score)
    for person in (alice, bob, carol):
        stage.bot.change("INSERT INTO people VALUES (?, ?, NULL, 1, 0, 0, 1, NULL)", person.id, person.name)
    shown = await talk("/profile @alice_rival → 👤 Alice", bob)
    assert "1 : 0  Bob" in shown.text
    assert "Carol" not in shown.text
