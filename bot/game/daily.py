"""The code of the day: which day it is, how long its code is open, its stars, and streaks of days."""

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


STARS = {5: 3, 7: 2, 9: 1}
"""Up to so many guesses, each hint counted as one, a code is worth so many stars."""
MOST_STARS = 3
DAYS_A_WEEK = 7


def stars_of(used: int) -> int:
    """The stars of a code that was broken in time with so many guesses and hints; 0: with more than earn one."""
    return next((stars for most, stars in STARS.items() if used <= most), 0)


def at_stake(used: int) -> tuple[int, int]:
    """The most stars that can still be earned after so many guesses and hints, and within how many guesses more."""
    return next(((stars, most - used) for most, stars in STARS.items() if used < most), (0, 0))


Days = Collection[int]


@dataclass(frozen=True, slots=True)
class Streak:
    """A streak up to a day: the days played in it, and the days since the last miss, CALM at most."""

    up_to: int
    days: int = 0
    calm: int = CALM


def advanced(streak: Streak, up_to: int, played: Days, pardoned: Days) -> Streak:
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


def streak_on(streak: Streak, today: int, played: Days, playing: Days, pardoned: Days, given_up: Days = ()) -> int:
    """The days of the streak as it stands on that day. What can still be played or finished is not missed yet.

    `streak`: up to the last day that is closed; `playing`: days that were begun and are not finished; `given_up`: those
    that are missed for certain.
    """
    return _until_now(streak, today, played, playing, pardoned, given_up).days + (today in played)


def is_forgiven_on(
    streak: Streak, today: int, played: Days, playing: Days, pardoned: Days, given_up: Days = (), told: Days = ()
) -> bool:
    """Whether a missed day was forgiven since they have played last before that day; given as to `streak_on`.

    `told`: days that were given up, so that it was said at once.
    """
    until = _until_now(streak, today, played, playing, pardoned, given_up)
    forgiven = until.up_to - until.calm
    # One before the end of `streak` was followed by a day that was played, or the streak would end there.
    is_recent = until.calm < CALM and until.days > 0 and forgiven >= streak.up_to
    return is_recent and forgiven not in told and not any(day in played for day in range(forgiven, today))


def ended_on(streak: Streak, today: int, played: Days, playing: Days, pardoned: Days, told: Days = ()) -> int:
    """How long a streak was that is over, as is known since they have played last before that day; else 0.

    Given as to `is_forgiven_on`, up to a day that is not after the one which they have played last. Of a short one: 0.
    """
    ended, missed, excused = 0, today, _excused(today, playing, pardoned)
    for day in range(streak.up_to + 1, today):
        until, streak = streak, advanced(streak, day, played, excused)
        if streak.days < until.days and day not in told:
            ended, missed = until.days, day
    known_from = missed + OPEN_DAYS if missed in playing else missed + 1
    is_news = not any(day in played for day in range(known_from, today))
    return ended if is_news and ended >= WORTH_A_WORD else 0


def _until_now(streak: Streak, today: int, played: Days, playing: Days, pardoned: Days, given_up: Days) -> Streak:
    """Up to the day before; up to that day itself, where it is missed already."""
    return advanced(streak, today - (today not in given_up), played, _excused(today, playing, pardoned))


def _excused(today: int, playing: Days, pardoned: Days) -> set[int]:
    """Days that are no miss: yesterday too, as long as its code can still be finished."""
    return {*pardoned, *([today - 1] if today - 1 in playing else [])}
