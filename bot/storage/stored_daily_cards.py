"""The port `DailyCards`, over named queries."""

from typing import Any

from bot.app.messages import Chat
from bot.app.model.daily import Try
from bot.app.model.daily_cards import DailyCard, Guest, place_of
from bot.storage.stored_daily import try_read
from bot.storage.writes import Writes


class StoredDailyCards:
    """Stored cards of days in groups, and who has pressed Play on them."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def card(self, chat: int, day: int) -> DailyCard | None:
        """The card of that day in the group."""
        return _card(await self._queries.daily_card(self._session, chat_id=chat, day=day))

    async def card_with(self, card: str) -> DailyCard | None:
        """The card of that id."""
        return _card(await self._queries.daily_card_of(self._session, card=card))

    async def between(self, chat: int, first: int, last: int) -> tuple[DailyCard, ...]:
        """The cards of the days of a week in the group."""
        rows = self._queries.daily_cards_between(self._session, chat_id=chat, first=first, last=last)
        return tuple([card async for row in rows if (card := _card(row)) is not None])

    def put(self, card: DailyCard, now: float) -> None:
        """Store a card, or in which topic it stands now."""
        where = {"chat_id": card.chat.id, "thread_id": card.chat.thread}
        self._writes.add("put_daily_card", card=card.id, day=card.day, put_at=now, **where)

    async def has(self, card: str, person: int) -> bool:
        """Whether the person has pressed Play on the card."""
        row = await self._queries.daily_guest(self._session, card=card, person_id=person)
        return row["place"] is not None

    def join(self, card: DailyCard, person: int, guest: Guest, now: float) -> None:
        """Store that they have, for the first time."""
        who = {"person_id": person, "name": guest.name, "place": place_of(guest.attempt)}
        self._writes.add("add_daily_guest", card=card.id, day=card.day, joined_at=now, **who)
        self._writes.add("count_daily_guest", card=card.id)

    def place(self, attempt: Try) -> None:
        """Store on all cards of the day that the person has finished."""
        self._writes.add("place_daily_guest", day=attempt.day, person_id=attempt.person, place=place_of(attempt))

    async def of(self, day: int, person: int, most: int) -> tuple[str, ...]:
        """The cards of the day on which the person has pressed Play, at most so many."""
        rows = self._queries.daily_cards_of(self._session, day=day, person_id=person, most=most)
        return tuple([row["card"] async for row in rows])

    async def guests(self, card: str, most: int) -> tuple[Guest, ...]:
        """Those who have pressed Play on the card, at most so many, the best first."""
        rows = self._queries.daily_guests(self._session, card=card, most=most)
        return tuple([_guest(row) async for row in rows])


def _card(row: Any) -> DailyCard | None:
    if row["card"] is None:
        return None
    return DailyCard(row["card"], Chat(row["chat_id"], row["thread_id"]), row["day"], row["guests"])


def _guest(row: Any) -> Guest:
    return Guest(row["guest"], None if row["game_id"] is None else try_read(row))
