"""What rings in a private chat, and when: what does not is sent all the same, without a sound."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from bot.app.news import News

Hours = tuple[int, int]
"""The hour at which something begins, and that at which it ends."""
QUIET: dict[str, Hours] = {"22-8": (22, 8), "23-7": (23, 7), "0-9": (0, 9)}
"""The quiet hours that can be chosen, by name."""
HOURS = 24


@dataclass(frozen=True, slots=True)
class Bell:
    """What somebody has chosen."""

    silenced: frozenset[News] = frozenset()
    quiet: Hours | None = None
    ahead: int | None = None
    """By how many hours their clock is ahead of UTC, less whole days; None: they have not told."""
    zone: str | None = None
    """The IANA zone by whose clock they live, which knows summer time; None: they have told the hour alone."""

    def rings(self, news: News | None, now: float) -> bool:
        """Whether a message rings that is sent at that time (seconds since 1970); `news`: None for answers."""
        return news not in self.silenced and not self.is_quiet(now)

    def is_quiet(self, now: float) -> bool:
        """Whether these are quiet hours. There are none as long as nobody knows what time it is for them."""
        time = self._time(now)
        if self.quiet is None or time is None:
            return False
        begin, end = self.quiet
        return (time[0] - begin) % HOURS < (end - begin) % HOURS

    def clock(self, now: float) -> str | None:
        """What their clock shows; None: nobody knows."""
        time = self._time(now)
        return None if time is None else f"{time[0]}:{time[1]:02}"

    def switched(self, news: News) -> "Bell":
        """The same, where that news rings from now on, or no longer."""
        return replace(self, silenced=self.silenced ^ {news})

    def set_to(self, hour: int, now: float) -> "Bell":
        """The same for somebody whose clock shows that hour now."""
        return replace(self, ahead=(hour - _utc(now).hour) % HOURS, zone=None)

    def set_by(self, zone: str, now: float) -> "Bell":
        """The same for somebody who lives by the clock of that zone. `ahead` is for versions that know no zones."""
        return replace(self.set_to(_in(zone, now).hour, now), zone=zone)

    def _time(self, now: float) -> tuple[int, int] | None:
        """The hour and the minute on their clock; None: nobody knows."""
        if self.zone is not None:
            time = _in(self.zone, now)
            return time.hour, time.minute
        if self.ahead is None:
            return None
        time = _utc(now)
        return (time.hour + self.ahead) % HOURS, time.minute


ALWAYS = Bell()
"""Everything rings, at any time."""


def _utc(now: float) -> datetime:
    return datetime.fromtimestamp(now, UTC)


def _in(zone: str, now: float) -> datetime:
    return datetime.fromtimestamp(now, ZoneInfo(zone))
