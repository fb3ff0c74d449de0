"""What is known of a chat: what rings in it, what it prefers, where its screens are, and which games run there."""

from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import orjson

from bot.app.model.game import Header
from bot.app.operators.model import OPEN, Access
from bot.app.rows import as_json
from bot.app.screen import News
from bot.app.texts import Texts, language_of, texts_in

# What rings in a private chat, and when: what does not is sent all the same, without a sound.

Hours = tuple[int, int]
"""The hour at which something begins, and that at which it ends."""
QUIET: dict[str, Hours] = {"22-8": (22, 8), "23-7": (23, 7), "0-9": (0, 9)}
"""The quiet hours that can be chosen, by name."""
HOURS = 24


@dataclass(frozen=True, slots=True)
class Notifications:
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

    def switched(self, news: News) -> "Notifications":
        """The same, where that news rings from now on, or no longer."""
        return replace(self, silenced=self.silenced ^ {news})

    def set_to(self, hour: int, now: float) -> "Notifications":
        """The same for somebody whose clock shows that hour now."""
        return replace(self, ahead=(hour - _utc(now).hour) % HOURS, zone=None)

    def set_by(self, zone: str, now: float) -> "Notifications":
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


ALWAYS = Notifications()
"""Everything rings, at any time."""


def notifications_written(notifications: Notifications) -> str | None:
    """As JSON; None where everything rings, always."""
    if notifications == ALWAYS:
        return None
    silenced = sorted(news.value for news in notifications.silenced)
    zone = {} if notifications.zone is None else {"zone": notifications.zone}
    return as_json({"silenced": silenced, "quiet": notifications.quiet, "ahead": notifications.ahead, **zone})


def notifications_read(content: str | None) -> Notifications:
    """The notifications that were written."""
    if content is None:
        return ALWAYS
    data = orjson.loads(content)
    quiet = None if data["quiet"] is None else (data["quiet"][0], data["quiet"][1])
    return Notifications(frozenset(News(name) for name in data["silenced"]), quiet, data["ahead"], data.get("zone"))


def _utc(now: float) -> datetime:
    return datetime.fromtimestamp(now, UTC)


def _in(zone: str, now: float) -> datetime:
    return datetime.fromtimestamp(now, ZoneInfo(zone))


# What is known of a chat: what it prefers, where its screens are, and which games run there.

FIRST_REPLIES = 2
"""So many of somebody's replies are explained; a query has the same number."""


FACED = "emoji"
"""The style with which the levels of the bot's have faces."""
SEEN_EVERY = 60.0
"""Seconds within which it is not kept anew that somebody is here."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What is known of a chat. `language` was chosen; `spoken` is what Telegram said last."""

    language: str | None = None
    spoken: str | None = None
    style: str = FACED
    greeted: bool = False
    reachable: bool = True
    unexplained: int | None = None
    """How many of their first replies are still to be explained; None: not known yet."""
    notifications: Notifications = ALWAYS
    """What rings, and when; in a group everything always does."""
    username: str = ""
    """Of whose private chat it is, in small letters; empty: they have none, or it is not known."""
    friends_only: bool = False
    """Whether only those may challenge them by name whom they know: see `Friend.knows_me`."""
    seen_at: float | None = None
    """When they were last here (seconds since 1970), about; None: that is nobody's to see, and is not kept."""
    no_codes: bool = False
    """Whether nobody sends them codes by name."""
    hides_week: bool = False
    """Whether friends do not see the stars of their week."""
    watchable: bool = False
    """Whether others may watch their matches."""

    @property
    def is_newcomer(self) -> bool:
        """Whether it is the private chat of somebody who has had no reply yet, and not played elsewhere."""
        return self.unexplained == FIRST_REPLIES

    @property
    def texts(self) -> Texts:
        """The words in which to write there."""
        return self.texts_for(self.spoken)

    def texts_for(self, *spoken: str | None) -> Texts:
        """The same where they have chosen no language, and Telegram says these."""
        language = language_of(self.language, *spoken)
        return texts_in(language, has_faces=True) if self.style == FACED else texts_in(language)


def preferences_written(preferences: Preferences) -> dict[str, Any]:
    """By column."""
    values = {each.name: getattr(preferences, each.name) for each in fields(preferences)}
    values = {name: int(value) if isinstance(value, bool) else value for name, value in values.items()}
    return values | {"bell": notifications_written(preferences.notifications), "username": preferences.username or None}


def preferences_read(row: Any) -> Preferences:
    """Those of a row of `chats`, which may be empty."""
    if row["style"] is None:
        return Preferences()
    return Preferences(
        language=row["language"],
        spoken=row["spoken"],
        style=row["style"],
        greeted=bool(row["greeted"]),
        reachable=bool(row["reachable"]),
        unexplained=row["unexplained"],
        notifications=notifications_read(row["bell"]),
        username=row["username"] or "",
        friends_only=bool(row["friends_only"]),
        seen_at=row["seen_at"],
        no_codes=bool(row["no_codes"]),
        hides_week=bool(row["hides_week"]),
        watchable=bool(row["watchable"]),
    )


@dataclass(frozen=True, slots=True)
class Shown:
    """Where a slot's screen is now. `pending`: a newer one is on its way.

    `at`: when the message was sent (seconds since 1970).
    """

    message: int | None
    pending: bool
    at: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class Scene:
    """What stood in a chat when an update came. `seen`: the update has been handled before."""

    seen: bool
    preferences: Preferences
    games: tuple[Header, ...] = ()
    """Those that run on boards there, the oldest first."""
    has_seats: bool = False
    """Whether the person whose private chat it is has a seat in a running game."""
    focus: str | None = None
    """For which of their games what they type is; None: none, or not known for sure."""
    asked_at: float | None = None
    """When a rival's move brought that game into focus; None: one's own act did."""
    moved_to: int | None = None
    """The supergroup that this group has become."""
    has_played: bool = False
    """Whether whoever has had no reply here yet has played elsewhere, or something else, to its end."""
    access: Access = OPEN
    """What whoever caused the update may do."""
