"""Profiles and tables of the best, as people ask for them and press them."""

from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

import pytest

from bot.app.handlers.stats import MOST_RANKED
from bot.app.messages import Chat, Incoming, Person, Pressed, Said
from bot.app.model.ratings import KNOWN_FROM, Player, Standing
from bot.app.outbox import ScreenItem
from bot.app.screen import Answer, Screen
from bot.app.screens.top import IN_GROUP, Circle, Top, top
from bot.app.texts import texts_in
from bot.app.worker import Replies, Worker
from bot.game.daily import DAY
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

GROUP = Chat(-100)
_updates = count(1)


class Stripped(Exception):
    """The pressed message lost its buttons instead."""


class Conversation:
    """Somebody who writes to the bot and presses what it shows, as it is stored to be sent."""

    def __init__(self, store: DatabaseStore, chat: Chat, person: int, now: float = NOW) -> None:
        compute: Any = None
        self._worker = Worker(store, compute, world_at(now), Replies(self._hear), limits=False)
        self._store = store
        self._chat = chat
        self._person = Person(person, NAMES[person], "en")
        self.heard: list[Answer] = []

    def _hear(self, _query: str, answer: Answer) -> None:
        self.heard.append(answer)

    async def _shown(self, incoming: Incoming) -> Screen:
        await self._worker.run(incoming)
        (item,) = await self._store.outbox.pending(self._chat.id)
        await self._store.outbox.note_delivered([item], incoming.update, None)
        if not isinstance(item, ScreenItem):
            raise Stripped
        return item.screen

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
        "Cracks a code in 1.0 guesses on average\n\n"
        "🎯 4 digits from 1 to 5\n"
        "1 unrated game\n"
        "Cracks a code in 2.0 guesses on average\n\n"
        "🤝 Rivals\n"
        "2½ : ½  Bob\n"
        "0 : 1  Eve\n\n"
        "🏁 Played to the end: 3 of 4 games (75%)\n\n"
        "? means: not certain yet, too few games"
    )


async def test_a_newcomers_profile_says_how_to_begin(store: DatabaseStore) -> None:
    talk = Conversation(store, Chat(ANN), ANN)
    screen = await talk.says("/profile")
    assert screen.html == "👤 Ann\n\nNo games with others yet. Find a rival: /duel"
    assert "No rated games this week yet. Who’s first? /duel" in (await talk.presses(screen, "🏆 Leaderboard")).html


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
    assert screen.html.startswith("🏆 Leaderboard · 4 digits from 1 to 5\nYou and your rivals\n")
    screen = await talk.presses(screen, "All time")
    assert [len(row) for row in screen.rows] == [2, 2, 1, 1, 1, 2]
    assert "You: 1662? — to be ranked, you need a rating without ? and five rivals who have one." in screen.html
    assert (await talk.presses(screen, "👤 My profile")).html.startswith("👤 Ann")


async def test_who_is_below_the_table_of_all_hears_their_place(store: DatabaseStore) -> None:
    async def crowd(work: Any) -> None:
        for person in (ANN, *range(10, 10 + MOST_RANKED)):
            rating = Rating(1500.0 + person, 60.0, 0.06)
            standing = Standing(person, "4x10", rating, wins=20, played_at=NOW)
            work.ratings.keep_standing(standing.known_by(KNOWN_FROM))
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
