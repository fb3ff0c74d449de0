"""The port `DailyTries`, over named queries."""

from collections.abc import Iterable
from typing import Any

from bot.app.model.daily import Player, Reminder, Result, Spread, Try
from bot.game.daily import Streak
from bot.storage.writes import Writes


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
