"""What is stored of the codes of days: tries, averages, cards, posts."""

from collections.abc import Iterable
from typing import Any

from bot.app.messages import Chat
from bot.app.model.daily import (
    GIVEN_UP,
    LEAST_THAT_COUNTS,
    NEEDED,
    WINDOW,
    Averaged,
    DailyCard,
    DailyPost,
    Guest,
    Player,
    Reminder,
    Result,
    Spread,
    Try,
    place_of,
)
from bot.game.daily import Streak
from bot.storage.writes import Writes

# The port `DailyTries`, over named queries.


class StoredDaily:
    """Stored tries at the codes of days, what they have come to, and who plays."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def _rows(self, query: str, **values: Any) -> list[Any]:
        return [row async for row in getattr(self._queries, query)(self._session, **values)]

    async def attempt(self, day: int, person: int) -> Try | None:
        """The person's try on that day."""
        row = await self._queries.daily_try(self._session, day=day, person_id=person)
        return None if row["game_id"] is None else try_read(row)

    async def attempts(self, person: int, since: int, most: int) -> tuple[Try, ...]:
        """The person's tries since that day, the latest first, at most so many."""
        return tuple(map(try_read, await self._rows("daily_tries_since", person_id=person, since=since, most=most)))

    def begin(self, attempt: Try) -> None:
        """Store that a try has begun."""
        who = {"day": attempt.day, "person_id": attempt.person, "name": attempt.name}
        self._writes.add("begin_daily", **who, game_id=attempt.game_id, begun_at=attempt.begun_at)

    def end(self, attempt: Try) -> None:
        """Store how it ended."""
        self._writes.add(
            "end_daily",
            day=attempt.day,
            person_id=attempt.person,
            ended_at=attempt.ended_at,
            guesses=attempt.guesses,
            solved=int(attempt.solved),
            hints=attempt.hints,
            counts=int(attempt.counts),
        )

    def weigh(self, attempt: Try) -> None:
        """Store how many turns were lost in it."""
        self._writes.add("weigh_daily", day=attempt.day, person_id=attempt.person, lost=attempt.lost)

    def count(self, day: int, result: Result, people: int) -> None:
        """So many more people have come to that result on that day; fewer, if negative."""
        hinted, guesses, lost = result
        self._writes.add("count_daily", day=day, hinted=int(hinted), guesses=guesses, lost=lost, finishers=people)

    async def spread(self, day: int) -> Spread:
        """How many people have come to each result on that day."""
        rows = await self._rows("daily_spread", day=day)
        return Spread({(bool(row["hinted"]), row["guesses"], row["lost"]): row["finishers"] for row in rows})

    async def player(self, person: int) -> Player | None:
        """What is known of somebody who plays."""
        row = await self._queries.daily_player(self._session, person_id=person)
        if row["token"] is None:
            return None
        return Player(person, row["token"], Streak(row["streak_day"], row["streak"], row["calm"]), row["best"])

    def save_player(self, player: Player) -> None:
        """Store it."""
        streak = player.streak
        self._writes.replace(
            "save_daily_player",
            "person_id",
            person_id=player.person,
            token=player.token,
            streak_day=streak.up_to,
            streak=streak.days,
            calm=streak.calm,
            best=player.best,
        )

    async def whose(self, token: str) -> int | None:
        """Whose link has that token."""
        row = await self._queries.daily_player_of(self._session, token=token)
        return None if row["person_id"] is None else int(row["person_id"])

    def befriend(self, person: int, friend: int) -> None:
        """The person has opened the friend's link."""
        self._writes.add("befriend", person_id=person, friend_id=friend)

    async def opened(self, person: int, most: int) -> tuple[int, ...]:
        """Whose links the person has opened, at most so many."""
        return tuple(row["friend_id"] for row in await self._rows("opened_links", person_id=person, most=most))

    async def of_friends(self, person: int, day: int, most: int) -> tuple[Try, ...]:
        """What those have come to on that day who opened the person's link, as they theirs."""
        return tuple(map(try_read, await self._rows("daily_of_friends", person_id=person, day=day, most=most)))

    async def reminder(self, person: int) -> Reminder | None:
        """When the person wants to be reminded; None: never."""
        row = await self._queries.reminder(self._session, person_id=person)
        return None if row["zone"] is None else Reminder(person, row["zone"], row["minute"], row["version"])

    def save_reminder(self, reminder: Reminder) -> None:
        """Store it."""
        when = {"zone": reminder.zone, "minute": reminder.minute, "version": reminder.version}
        self._writes.add("save_reminder", person_id=reminder.person, **when)

    def drop_reminder(self, person: int) -> None:
        """The person wants to be reminded no more."""
        self._writes.add("drop_reminder", person_id=person)

    async def pardoned(self, since: int, most: int) -> tuple[int, ...]:
        """The days since that one, at most so many, that nobody could miss."""
        return tuple(row["day"] for row in await self._rows("pardons", since=since, most=most))

    def pardon(self, days: Iterable[int]) -> None:
        """Nobody has missed these days."""
        for day in days:
            self._writes.add("pardon", day=day)


def try_read(row: Any) -> Try:
    """The try of a stored row."""
    return Try(
        row["day"],
        row["person_id"],
        row["name"],
        row["game_id"],
        row["begun_at"],
        row["ended_at"],
        row["guesses"],
        bool(row["solved"]),
        row["hints"],
        row["lost"],
        bool(row["counts"]),
    )


# The port `DailyAverages`, over named queries.

RULES = {"span": WINDOW, "needed": NEEDED, "fewest": LEAST_THAT_COUNTS, "given_up": GIVEN_UP}
"""What the statement that counts goes by, as `form_of` does."""


class StoredDailyAverages:
    """Stored tables of the codes of days."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    def foresee(self, person: int, first: int, last: int, midnight: float) -> None:
        """Store the person's lines in the tables whose last days these are.

        Counted by the statement that writes them, after the tries and the person's row of this work are written. That
        row is locked by then, so of two tries that end at once the second counts the first one too.
        """
        self._writes.add("foresee_daily", person_id=person, first=first, last=last, midnight=midnight, **RULES)

    async def best(self, midnight: float, most: int) -> tuple[Averaged, ...]:
        """The best of the table that stands on the day with that midnight."""
        rows = self._queries.best_averages(self._session, shown_on=midnight, most=most)
        return tuple(
            [
                Averaged(row["person_id"], row["name"], row["average"], row["days"])
                async for row in rows
                if row["name"] is not None  # they are being forgotten
            ]
        )

    async def players_after(self, person: int, most: int) -> tuple[int, ...]:
        """Some of those who play the codes of days, in the order of their numbers, after that one."""
        rows = self._queries.daily_players_after(self._session, person_id=person, most=most)
        return tuple([row["person_id"] async for row in rows])


# The port `DailyCards`, over named queries.


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


# The port `DailyPosts`, over named queries.


class StoredDailyPosts:
    """Stored wishes of groups that the card of each day come by itself."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def of(self, chat: int) -> DailyPost | None:
        """That of the group."""
        return _post(await self._queries.daily_post_of(self._session, chat_id=chat))

    async def post(self, post: str) -> DailyPost | None:
        """That of that id."""
        return _post(await self._queries.daily_post(self._session, post=post))

    def begin(self, post: DailyPost) -> None:
        """Store a new one; it takes the place of a former one."""
        self._writes.add("begin_daily_post", post=post.id, chat_id=post.chat.id, thread_id=post.chat.thread)

    def note(self, post: DailyPost) -> None:
        """Store which card was there last, unless the wish has ended."""
        self._writes.add("note_daily_post", post=post.id, day=post.day, unplayed=post.unplayed)

    def end(self, post: DailyPost) -> None:
        """It is wished no more."""
        self._writes.add("end_daily_post", post=post.id)


def _post(row: Any) -> DailyPost | None:
    if row["post"] is None:
        return None
    return DailyPost(row["post"], Chat(row["chat_id"], row["thread_id"]), row["day"], row["unplayed"])
