"""The code of the day: which day it is, how long its code is open, and streaks of days."""

from collections.abc import Collection
from dataclasses import dataclass

MINUTE, HOUR, DAY = 60.0, 3_600.0, 86_400.0
OPEN_DAYS = 2
"""A game that was begun on its day may be finished until the end of the next."""
CALM = 6
"""So many days without a miss before a missed day let it be forgiven."""
WORTH_A_WORD = 3
"""From so many days on it is said that a streak is over."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """The days. `first`: the day of #1, in days since 1970; `turn`: seconds after midnight (UTC) at which days turn."""

    first: int = 0
    turn: float = 0.0

    def number_at(self, now: float) -> int:
        """The number of the day at that time (seconds since 1970)."""
        return day_at(now, self.turn) - self.first + 1

    def begins_at(self, number: int) -> float:
        """When that day begins, in seconds since 1970."""
        return self.midnight_of(number) + self.turn

    def midnight_of(self, number: int) -> float:
        """Midnight (UTC) on that day, wherever days turn: one number of a day, whatever the setting."""
        return (self.first + number - 1) * DAY

    def closes_at(self, number: int) -> float:
        """When that day's code can be finished no more."""
        return self.begins_at(number + OPEN_DAYS)

    def week_of(self, number: int) -> tuple[int, int]:
        """The numbers of the Monday and the Sunday of that day's week; 1970 began on a Thursday."""
        monday = number - (self.first + number - 1 + 3) % 7
        return monday, monday + 6

    def is_open(self, number: int, now: float) -> bool:
        """Whether that day's code can be finished at that time."""
        return self.begins_at(number) <= now < self.closes_at(number)


def day_at(now: float, turn: float) -> int:
    """The day at that time, in days since 1970, where days turn so many seconds after midnight (UTC)."""
    return int((now - turn) // DAY)


@dataclass(frozen=True, slots=True)
class Streak:
    """A streak up to a day: the days played in it, and the days since the last miss, CALM at most."""

    up_to: int
    days: int = 0
    calm: int = CALM


def advanced(streak: Streak, up_to: int, played: Collection[int], pardoned: Collection[int]) -> Streak:
    """The streak after the days up to that one.

    A missed day ends it, unless none was missed in the six before it, with or without a streak: then it adds nothing.
    One that is pardoned is no miss for anybody.
    """
    days, calm = streak.days, streak.calm
    for day in range(streak.up_to + 1, up_to + 1):
        if day in played:
            days, calm = days + 1, min(CALM, calm + 1)
        elif day in pardoned:
            calm = min(CALM, calm + 1)
        elif calm >= CALM:
            calm = 0
        else:
            days, calm = 0, 0
    return Streak(max(streak.up_to, up_to), days, calm)


def streak_on(
    streak: Streak, today: int, played: Collection[int], playing: Collection[int], pardoned: Collection[int]
) -> int:
    """The days of the streak as it stands on that day. What can still be played or finished is not missed yet.

    `streak`: up to the last day that is closed; `playing`: days that were begun and are not finished.
    """
    return _until_yesterday(streak, today, played, playing, pardoned).days + (today in played)


def is_forgiven_on(
    streak: Streak, today: int, played: Collection[int], playing: Collection[int], pardoned: Collection[int]
) -> bool:
    """Whether a missed day was forgiven since they have played last before that day; given as to `streak_on`."""
    until = _until_yesterday(streak, today, played, playing, pardoned)
    forgiven = until.up_to - until.calm
    # One before the end of `streak` was followed by a day that was played, or the streak would end there.
    is_recent = until.calm < CALM and until.days > 0 and forgiven >= streak.up_to
    return is_recent and not any(day in played for day in range(forgiven, today))


def ended_on(
    streak: Streak, today: int, played: Collection[int], playing: Collection[int], pardoned: Collection[int]
) -> int:
    """How long a streak was that is over, as is known since they have played last before that day; else 0.

    Given as to `streak_on`, up to a day that is not after the one which they have played last. Of a short one: 0.
    """
    ended, missed, excused = 0, today, _excused(today, playing, pardoned)
    for day in range(streak.up_to + 1, today):
        until, streak = streak, advanced(streak, day, played, excused)
        if streak.days < until.days:
            ended, missed = until.days, day
    known_from = missed + OPEN_DAYS if missed in playing else missed + 1
    is_news = not any(day in played for day in range(known_from, today))
    return ended if is_news and ended >= WORTH_A_WORD else 0


def _until_yesterday(
    streak: Streak, today: int, played: Collection[int], playing: Collection[int], pardoned: Collection[int]
) -> Streak:
    return advanced(streak, today - 1, played, _excused(today, playing, pardoned))


def _excused(today: int, playing: Collection[int], pardoned: Collection[int]) -> set[int]:
    """Days that are no miss: yesterday too, as long as its code can still be finished."""
    return {*pardoned, *([today - 1] if today - 1 in playing else [])}
