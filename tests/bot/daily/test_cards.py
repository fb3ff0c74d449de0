"""The card of a day, however many stand on it: who is named, in which order, and that it fits into a message."""

from bot.app.actions.daily import SHOW, note_finished, screen_of, show_on
from bot.app.messages import Chat
from bot.app.model.chats import Preferences
from bot.app.model.daily import PLAYING, DailyCard, Guest, Try, place_of
from bot.app.screens.daily import SHOWN
from bot.app.work import Job, Work
from bot.storage.store import DatabaseStore
from tests.bot.duels.played import world_at
from tests.bot.storage.databases import rows_at

CARD = DailyCard("c" * 16, Chat(-1000, 7), 57)
LONGEST = 4096
"""Signs of a message."""
WIDE = "🦄" * 40
"""The longest name."""


def tried(person: int, guesses: int, *, solved: bool = True, hints: int = 0, counts: bool = True) -> Try:
    return Try(57, person, "Ann", f"g{person}", 1.0, 2.0, guesses, solved, hints, None, counts)


async def joined(store: DatabaseStore, *guests: tuple[int, Guest]) -> None:
    async def job(work: Work) -> None:
        work.prefer(CARD.chat, Preferences("uk"))
        work.daily_cards.put(CARD, 1.0)
        for person, guest in guests:
            work.daily_cards.join(CARD, person, guest, 1.0)
            if guest.attempt is not None:
                work.daily.begin(guest.attempt)
                work.daily.end(guest.attempt)

    await store.run(job)


async def shown(store: DatabaseStore) -> str:
    async def job(work: Work) -> str:
        card = await work.daily_cards.card_with(CARD.id)
        assert card is not None
        return (await screen_of(card, work, world_at(9.0))).html

    return await store.run(job)


def test_fewer_guesses_come_first_then_without_hints_then_who_gave_up_then_who_plays() -> None:
    order = [tried(1, 4), tried(1, 4, hints=2), tried(1, 5), tried(1, 30), tried(1, 3, solved=False)]
    places = [*map(place_of, order), place_of(None)]
    assert places == sorted(set(places))
    assert place_of(tried(1, 4, counts=False)) == PLAYING


async def test_results_stand_there_without_digits_of_codes(store: DatabaseStore) -> None:
    guests = [(1, Guest("Оля", tried(1, 5))), (2, Guest("Bob", tried(2, 4, hints=1))), (3, Guest("Eve"))]
    await joined(store, *guests, (4, Guest("<b>", tried(4, 2, solved=False))))
    lines = (await shown(store)).splitlines()
    assert lines[-4:] == ["Bob · 4 💡", "Оля · 5", "&lt;b&gt; · X", "Eve · …"]


async def test_a_thousand_fit_on_it(store: DatabaseStore) -> None:
    await joined(store, *((person, Guest(WIDE, tried(person, 5, hints=1))) for person in range(1, 1001)))
    html = await shown(store)
    assert html.count("💡") == SHOWN
    assert "970" in html
    assert len(html.encode("utf-16-le")) // 2 < LONGEST


async def test_who_finishes_is_shown_where_they_pressed_and_nowhere_else(store: DatabaseStore, place: str) -> None:
    await joined(store, (1, Guest("Ann")))

    async def finish(work: Work) -> None:
        for person in (1, 2):
            work.daily.begin(tried(person, 5))
            work.daily.end(tried(person, 5))
            await note_finished(tried(person, 5), work, 9.0)

    await store.run(finish)
    assert await rows_at(place, "SELECT kind, subject FROM jobs") == [(SHOW, CARD.id)]
    await store.run(lambda work: show_on(Job(SHOW, CARD.id, 0), work, world_at(9.0)))
    [(content, thread)] = await rows_at(place, "SELECT content, thread_id FROM outbox")
    assert "Ann · 5" in content
    assert thread == CARD.chat.thread


async def test_nothing_is_sent_where_the_bot_is_no_more(store: DatabaseStore, place: str) -> None:
    await joined(store, (1, Guest("Ann")))

    async def leave(work: Work) -> None:
        work.prefer(CARD.chat, Preferences("uk", reachable=False))
        await show_on(Job(SHOW, CARD.id, 0), work, world_at(9.0))

    await store.run(leave)
    assert await rows_at(place, "SELECT 1 FROM outbox") == []


async def test_a_group_that_moves_takes_its_cards_along(store: DatabaseStore) -> None:
    await joined(store, (1, Guest("Ann")))
    await store.run(_move)
    card = await store.run(lambda work: work.daily_cards.card(-(10**13), CARD.day))
    assert card is not None
    assert (card.id, card.guests) == (CARD.id, 1)


async def _move(work: Work) -> None:
    work.rename(CARD.chat, -(10**13))
