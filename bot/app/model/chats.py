"""What is known of a chat and its person: preferences, what rings, open questions, zones; and when the bot served."""

import re
import unicodedata
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime, time, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import orjson
from babel import Locale
from babel.dates import get_timezone_location

from bot.app.language import LOCALES, locale_of
from bot.app.messages import Chat
from bot.app.model.game import Header
from bot.app.operators.model import OPEN, Gate
from bot.app.rows import Rows, as_json
from bot.app.screen import News
from bot.app.texts import LANGUAGES, Texts, language_of, texts_in

# What rings in a private chat, and when: what does not is sent all the same, without a sound.

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


def bell_written(bell: Bell) -> str | None:
    """As JSON; None where everything rings, always."""
    if bell == ALWAYS:
        return None
    silenced = sorted(news.value for news in bell.silenced)
    zone = {} if bell.zone is None else {"zone": bell.zone}
    return as_json({"silenced": silenced, "quiet": bell.quiet, "ahead": bell.ahead, **zone})


def bell_read(content: str | None) -> Bell:
    """The bell that was written."""
    if content is None:
        return ALWAYS
    data = orjson.loads(content)
    quiet = None if data["quiet"] is None else (data["quiet"][0], data["quiet"][1])
    return Bell(frozenset(News(name) for name in data["silenced"]), quiet, data["ahead"], data.get("zone"))


def _utc(now: float) -> datetime:
    return datetime.fromtimestamp(now, UTC)


def _in(zone: str, now: float) -> datetime:
    return datetime.fromtimestamp(now, ZoneInfo(zone))


# What is known of a chat: what it prefers, where its screens are, and which games run there.

FIRST_REPLIES = 2
"""So many of somebody's replies are explained; a query has the same number."""


SEEN_EVERY = 60.0
"""Seconds within which it is not kept anew that somebody is here."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What is known of a chat. `language` was chosen; `spoken` is what Telegram said last."""

    language: str | None = None
    spoken: str | None = None
    style: str = "emoji"
    greeted: bool = False
    reachable: bool = True
    unexplained: int | None = None
    """How many of their first replies are still to be explained; None: not known yet."""
    bell: Bell = ALWAYS
    """What rings, and when; in a group everything always does."""
    username: str = ""
    """Of whose private chat it is, in small letters; empty: they have none, or it is not known."""
    friends_only: bool = False
    """Whether only those may challenge them by name whom they know: see `Friend.knows_me`."""
    seen_at: float | None = None
    """When they were last here (seconds since 1970), about; None: that is nobody's to see, and is not kept."""

    @property
    def is_newcomer(self) -> bool:
        """Whether it is the private chat of somebody who has had no reply yet, and not played elsewhere."""
        return self.unexplained == FIRST_REPLIES

    @property
    def texts(self) -> Texts:
        """The words in which to write there."""
        return texts_in(language_of(self.language, self.spoken))


def preferences_written(preferences: Preferences) -> dict[str, Any]:
    """By column."""
    values = {each.name: getattr(preferences, each.name) for each in fields(preferences)}
    values = {name: int(value) if isinstance(value, bool) else value for name, value in values.items()}
    return values | {"bell": bell_written(preferences.bell), "username": preferences.username or None}


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
        bell=bell_read(row["bell"]),
        username=row["username"] or "",
        friends_only=bool(row["friends_only"]),
        seen_at=row["seen_at"],
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
    moved_to: int | None = None
    """The supergroup that this group has become."""
    has_played: bool = False
    """Whether whoever has had no reply here yet has played elsewhere, or something else, to its end."""
    gate: Gate = OPEN
    """What whoever caused the update may do."""


# Long computations that are made after their update is confirmed.

MOST = 4
"""The most jobs of a person that may wait, the running one included."""


@dataclass(frozen=True, slots=True)
class LongJob:
    """A long computation about a game, or whatever its kind means by `subject`.

    `turn`: how far the game had come when the job was written; the job is not done if it has moved on.
    """

    kind: str
    subject: str
    turn: int = 0
    person: int = 0
    """Who asked for it; 0: nobody."""
    chat: Chat | None = None
    """Where the result is shown, if in one chat."""
    content: str = ""
    """Further data, as its kind writes it."""
    is_asked: bool = True
    """Whether somebody waits for it. If not, it comes behind all that somebody waits for. Known until it is stored."""
    id: int = 0
    """The database's id; 0 while it has not been stored."""

    def is_same(self, other: "LongJob") -> bool:
        """Whether the same result would be shown in the same place."""
        same = (other.kind, other.subject, other.turn, other.chat, other.content)
        return (self.kind, self.subject, self.turn, self.chat, self.content) == same


class LongJobs(Rows):
    """Stored long computations."""

    async def of(self, person: int) -> tuple[LongJob, ...]:
        """The person's jobs that are not done, the oldest first."""
        return tuple([long_job(row) for row in await self.rows("long_jobs_of", person_id=person)])

    def put(self, job: LongJob) -> None:
        """Put a job. The work begins again if MOST of the person's wait by then."""
        self.write(
            "put_long_job",
            kind=job.kind,
            subject=job.subject,
            person_id=job.person,
            chat_id=job.chat.id if job.chat else 0,
            thread_id=job.chat.thread if job.chat else None,
            turn=job.turn,
            content=job.content,
            least=0 if job.is_asked else MOST,
            most=MOST,
        )

    async def load(self, job: int) -> LongJob | None:
        """The job of that id, locked until the end of this work. None if it is done, or another replica's."""
        for row in await self.rows("long_job", job_id=job):
            return long_job(row)
        return None

    def drop(self, job: LongJob) -> None:
        """Delete the job."""
        self.write("drop_long_job", job_id=job.id)


def long_job(row: Any) -> LongJob:
    """The job of a row."""
    return LongJob(
        kind=row["kind"],
        subject=row["subject"],
        turn=row["turn"],
        person=row["person_id"],
        chat=Chat(row["chat_id"], row["thread_id"]) if row["chat_id"] else None,
        content=row["content"],
        id=row["job_id"],
    )


# What was said before, besides moves.


class Prompts(Rows):
    """What a person or a chat said before, besides moves: answers to questions of ours, options of the last games."""

    async def read(self, kind: str, person: int) -> str:
        """The content stored under that kind for the person; empty: nothing."""
        row = await self.row("prompt", person_id=person, kind=kind)
        return row["content"] or ""

    def keep(self, kind: str, person: int, content: str) -> None:
        """Store the content; empty deletes it."""
        if content:
            self.write("keep_prompt", person_id=person, kind=kind, content=content, kept_at=self.wall())
        else:
            self.write("drop_prompt", person_id=person, kind=kind)

    async def last_options(self, chat: int, mode: str) -> str:
        """The options with which the mode was played last in the chat; empty: it never was."""
        row = await self.row("last_options", chat_id=chat, mode=mode)
        return row["options"] or ""

    def keep_last_options(self, chat: int, mode: str, options: str) -> None:
        """Store the options of the game that begins."""
        self.write("keep_last_options", chat_id=chat, mode=mode, options=options)


# When the bot served.

LONGEST_SILENCE = 15.0
"""Seconds without a record of uptime from which on a gap is an outage."""


class Uptime(Rows):
    """When we served: what could not reach us must cost nobody their time."""

    def begin(self, now: float) -> None:
        """Record uptime at that time; whatever lies before it is no outage, for the clock was moved."""
        self.write("note_serving", now=now)

    def note(self, now: float) -> None:
        """Record uptime at that time; a long gap since the last record is stored as an outage."""
        self.write("note_outage", now=now, longest=LONGEST_SILENCE)
        self.write("note_serving", now=now)

    async def outages(self, since: float, now: float) -> tuple[tuple[float, float], ...]:
        """The outages since that time, each as its begin and end (seconds since 1970)."""
        rows = await self.rows("outages", since=since, now=now, longest=LONGEST_SILENCE)
        return tuple(sorted([(row["began_at"], row["ended_at"]) for row in rows]))


# Time zones by the cities that people name, and moments by the clocks there.

OFFERED = (
    *("Europe/Kyiv", "Europe/Warsaw", "Europe/Berlin", "Europe/London", "Asia/Tbilisi", "Asia/Almaty"),
    *("America/New_York", "America/Los_Angeles"),
)
"""The zones that can be tapped; all others are typed."""
CITIES = LOCALES / "cities.txt"
FARTHEST = 14
"""No clock is more hours ahead of UTC."""
FORMER_NAMES = {"Europe/Kyiv": "Europe/Kiev"}
"""Zones that were renamed, by whose former names the locale data still have their cities."""
MINUTES_AN_HOUR = 60


AHEAD = re.compile(r"(?:utc|gmt)\s*(?:(?P<sign>[+-])\s*(?P<hours>\d{1,2})(?::?(?P<minutes>30|45|00))?)?")
FIXED = "Etc/GMT"
"""What begins the names of zones without summer time, whose signs are the other way round."""
OFF_THE_HOUR = {
    "+3:30": "Asia/Tehran",
    "+4:30": "Asia/Kabul",
    "+5:30": "Asia/Kolkata",
    "+5:45": "Asia/Kathmandu",
    "+6:30": "Asia/Yangon",
    "+9:30": "Australia/Darwin",
    "-9:30": "Pacific/Marquesas",
}


def _folded(name: str) -> str:
    """The name without case, accents, apostrophes, and other than single spaces."""
    letters = (each for each in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(each))
    return " ".join(re.sub(r"['’ʼ`.]", "", "".join(letters)).replace("-", " ").replace("−", " ").split())


@cache
def _by_city() -> dict[str, str]:
    """Every zone that is named after a city, and those of further large cities, by their names, folded."""
    zones = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith(("Etc/", "posix/")))
    found: dict[str, str] = {}
    for zone in zones:
        found.setdefault(_folded(zone.rpartition("/")[2].replace("_", " ")), zone)
        found[_folded(zone)] = zone
    for language in LANGUAGES:
        named = locale_of(language).time_zones
        for zone in zones:
            if city := named.get(zone, {}).get("city"):
                found.setdefault(_folded(str(city)), zone)
    for line in CITIES.read_text("utf-8").splitlines():
        zone, _, names = line.partition(": ")
        if not line.startswith("#"):
            found |= {_folded(name): zone for name in names.split(", ")}
    for zone in OFFERED:
        for language in LANGUAGES:
            found[_folded(city_of(zone, language))] = zone
    return found


def zone_of(city: str) -> str | None:
    """The zone of that city, as people who speak our languages type it, or of `UTC+3`; None: it is not known."""
    if ahead := AHEAD.fullmatch(city.strip().casefold().replace("−", "-")):
        hours = int(f"{ahead['sign'] or '+'}{ahead['hours'] or 0}")
        return _zone_ahead(hours, ahead["minutes"] or "00", ahead["sign"] or "+")
    return _by_city().get(_folded(city))


def _zone_ahead(hours: int, minutes: str, sign: str) -> str | None:
    """The zone whose clock is so far ahead of UTC at all times of the year, if there is one."""
    if minutes != "00":
        return OFF_THE_HOUR.get(f"{sign}{abs(hours)}:{minutes}")
    zone = f"{FIXED}{-hours:+d}" if hours else FIXED
    return zone if zone in available_timezones() else None


def zone_by(bell: Bell) -> str | None:
    """The zone by whose clock somebody with that bell lives; None: they have told nothing of it."""
    if bell.zone is not None or bell.ahead is None:
        return bell.zone
    return _zone_ahead(bell.ahead - HOURS * (bell.ahead > FARTHEST), "00", "+")


def city_of(zone: str, language: str) -> str:
    """The city after which the zone is named, in that language; `UTC+3` of a zone that has none."""
    if zone.startswith(FIXED):
        return f"UTC{-int(zone.removeprefix(FIXED) or 0):+d}".removesuffix("+0")
    renamed = Locale.parse(language).time_zones.get(FORMER_NAMES.get(zone), {})
    return str(renamed.get("city") or get_timezone_location(zone, return_city=True, locale=language))


def next_at(zone: str, minute: int, now: float) -> float:
    """When the clock there shows that minute of the day next, after that time (seconds since 1970).

    Once a day, also where a clock is put forward over it (then it is as much later) or shows it twice (the first time).
    """
    place = ZoneInfo(zone)
    date = datetime.fromtimestamp(now, place).date()
    for day in range(3):
        local = datetime.combine(
            date + timedelta(days=day), time(minute // MINUTES_AN_HOUR, minute % MINUTES_AN_HOUR), place
        )
        moment = local.astimezone(UTC).timestamp()
        if moment > now:
            return moment
    raise ValueError(f"{zone} has no such minute")
