"""What operators see and do in the chat: reports, bans, feedback, switches, failures, broadcasts, numbers.

In their order: whether somebody is let in; what operators look at; a message to everybody; the store of all these, and
how its rows are read; such a message as an operator writes it; the numbers.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from bot.app.language import DEFAULT
from bot.app.outbox import MOST_WAITING, NO_SLOT, Urgency
from bot.app.rows import Rows, as_json
from bot.app.texts import LANGUAGES, language_of

# Whether somebody is let in, and to what.


@dataclass(frozen=True, slots=True)
class Access:
    """Whether a person is kept away, and the features that are switched off for all, by name."""

    is_banned: bool = False
    off: frozenset[str] = frozenset()
    forgotten_at: float | None = None
    """When they asked to be forgotten: for a while nothing is left of what is limited."""


OPEN = Access()
"""Everything may be."""


# What operators look at, and what is kept of each action of theirs.


@dataclass(frozen=True, slots=True)
class Report:
    """What somebody has reported: when, and what the other had said."""

    by: int
    at: float
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Banned:
    """Somebody who is kept away, under which name they play, and since when."""

    person: int
    name: str
    at: float


@dataclass(frozen=True, slots=True)
class Feedback:
    """What somebody tells the operators."""

    id: int
    person: int
    name: str
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """Something that an operator did. `person`: to whom; 0: to nobody in particular."""

    at: float
    admin: int
    action: str
    person: int = 0
    about: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that failed and was kept. `id`: `u` with the number of an update, `m` of a message, `j` of a job.

    `about`: what was wished, the chat that a message was for, the kind of a job.
    `kept`: what is needed to try it again, by name; empty if it cannot be tried again.
    """

    id: str
    at: float
    about: str
    error: str
    kept: Mapping[str, object]

    @property
    def is_message(self) -> bool:
        """Whether it is a message that Telegram refused."""
        return self.id.startswith("m")

    @property
    def can_be_retried(self) -> bool:
        """Whether enough was kept: of an update no texts are."""
        return self.is_message or "kind" in self.kept


# A message of the operator's to everybody: written, looked at, sent a few a second, stopped at any time.

PACES = (1, 5, 10)
"""Chats a second that can be chosen. Telegram takes 30 messages a second in all, and games come first."""
USUAL_PACE = 10


class BroadcastState(Enum):
    """How far it has come. Only DRAFT and RUNNING go on."""

    DRAFT = "draft"
    RUNNING = "running"
    STOPPED = "stopped"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Broadcast:
    """A message to everybody. `texts`: by language; who speaks another gets the first."""

    id: str
    admin: int
    texts: Mapping[str, str]
    made_at: float
    state: BroadcastState = BroadcastState.DRAFT
    up_to: int = 0
    """The last chat for which it was put into the outbox."""
    sent: int = 0
    total: int = 0
    """To how many it goes, as was counted before it began; 0: not counted yet."""
    pace: int = USUAL_PACE
    revision: int = field(default=0, compare=False)

    def text_in(self, language: str) -> str:
        """The text for those who speak that language."""
        return self.texts.get(language) or next(iter(self.texts.values()))

    @property
    def seconds_left(self) -> float:
        """How long it will still take at this pace."""
        return max(0, self.total - self.sent) / self.pace


@dataclass(frozen=True, slots=True)
class Hearer:
    """A private chat that can be reached, and the language there. `is_banned`: they get nothing."""

    chat: int
    language: str
    is_banned: bool


# Where it is stored.

SWITCHED_OFF = "switched-off"
"""The name under which it is kept which features are off."""


class Operators(Rows):
    """What operators see and do, stored."""

    async def access(self, person: int) -> Access:
        """What the person may do."""
        return access_read(await self.row("gate", person_id=person))

    async def switch(self, feature: str, *, on: bool) -> frozenset[str]:
        """Switch the feature; returns all that are off from now on. The work begins again if another switched one."""
        before = (await self.row("kept", name=SWITCHED_OFF))["value"] or ""
        off = _features_in(before) - {feature} if on else _features_in(before) | {feature}
        self.write("switch_off", name=SWITCHED_OFF, value=",".join(sorted(off)), value_before=before)
        return off

    def ban(self, person: int, admin: int, now: float) -> None:
        """Keep the person away."""
        self.write("ban", person_id=person, banned_at=now, banned_by=admin)

    def unban(self, person: int) -> None:
        """Let the person come back."""
        self.write("unban", person_id=person)

    async def banned(self, most: int) -> tuple[Banned, ...]:
        """Who is kept away, the latest first, at most so many."""
        rows = await self.rows("banned", most=most)
        return tuple(Banned(row["person_id"], row["name"] or "", row["banned_at"]) for row in rows)

    async def waits_for_many(self, chat: int) -> bool:
        """Whether the chat still waits for something that goes to many."""
        row = await self.row("waits_for_many", chat_id=chat, urgency=int(Urgency.MANY))
        return bool(row["waits"])

    async def reported(self, most: int) -> tuple[int, ...]:
        """Whom the oldest reports are about, at most so many reports; whoever was reported first comes first."""
        return tuple(row["about_id"] for row in await self.rows("reported", most=most))

    async def reports_about(self, person: int, most: int) -> tuple[Report, ...]:
        """Reports about the person, the latest first, at most so many."""
        rows = await self.rows("reports_about", person_id=person, most=most)
        return tuple(Report(row["person_id"], row["reported_at"], tuple(json.loads(row["said"]))) for row in rows)

    def drop_reports_about(self, person: int, most: int) -> None:
        """The latest reports about the person are decided: delete so many."""
        self.write("drop_reports_about", person_id=person, most=most)

    async def name_of(self, person: int) -> str:
        """Under which name the person plays with others; empty: they do not."""
        row = await self.row("name_of", person_id=person)
        return row["name"] or ""

    def put_feedback(self, person: int, name: str, text: str, now: float) -> None:
        """Keep what somebody tells the operators."""
        self.write("put_feedback", person_id=person, name=name, said=text, said_at=now)

    async def feedback(self, most: int) -> tuple[Feedback, ...]:
        """What is still to be read, the oldest first, at most so many."""
        rows = await self.rows("feedback", most=most)
        return tuple(
            Feedback(row["feedback_id"], row["person_id"], row["name"], row["said"], row["said_at"]) for row in rows
        )

    async def feedback_of(self, person: int, most: int) -> int:
        """How much of theirs is still to be read, counted up to so many."""
        return len(await self.rows("mine_feedback", person_id=person, most=most))

    def drop_feedback(self, feedback: int) -> None:
        """It is read."""
        self.write("drop_feedback", feedback_id=feedback)

    def note(self, entry: AuditEntry) -> None:
        """Keep what an operator did."""
        row = {"done_at": entry.at, "admin_id": entry.admin, "deed": entry.action}
        self.write("note_deed", **row, person_id=entry.person, detail=entry.about)

    async def audit(self, most: int) -> tuple[AuditEntry, ...]:
        """What operators did, the latest first, at most so many."""
        return tuple(map(_audit_entry, await self.rows("deeds", most=most)))

    async def audit_about(self, person: int, most: int) -> tuple[AuditEntry, ...]:
        """What operators did to the person, the latest first, at most so many."""
        return tuple(map(_audit_entry, await self.rows("deeds_about", person_id=person, most=most)))

    async def failed(self, most: int) -> tuple[Failure, ...]:
        """What failed, the latest first, at most so many."""
        return tuple(map(failure_read, await self.rows("failed", most=most)))

    def drop_failure(self, failure: Failure) -> None:
        """Keep it no longer."""
        if failure.is_message:
            self.write("drop_failed_message", letter_id=failure.kept["number"])
        else:
            self.write("drop_failed_update", update_id=failure.kept["number"], failed_at=failure.at)

    def retry_failure(self, failure: Failure, now: float) -> None:
        """Put a job or a message in line once more, and keep the failure no longer."""
        kept = failure.kept
        if failure.is_message:
            values = {"slot": NO_SLOT, "urgency": int(Urgency.NEWS), "at_bottom": 1, "most": MOST_WAITING}
            self.write("put_item", chat_id=kept["chat"], thread_id=None, content=kept["content"], **values)
        elif "kind" in kept:
            row = {name: kept[name] for name in ("kind", "subject", "turn")}
            self.write("put_job", due_at=now, **row)
        self.drop_failure(failure)

    async def broadcast(self, broadcast: str) -> Broadcast | None:
        """The broadcast of that id."""
        row = await self.row("broadcast", broadcast_id=broadcast)
        return None if row["broadcast_id"] is None else _broadcast(row)

    async def latest_broadcast(self) -> Broadcast | None:
        """The one that was written last."""
        row = await self.row("latest_broadcast")
        return None if row["broadcast_id"] is None else await self.broadcast(row["broadcast_id"])

    def save_broadcast(self, broadcast: Broadcast) -> None:
        """Save it. The work begins again if another has saved it since it was read."""
        self.replace(
            "save_broadcast",
            "broadcast_id",
            broadcast_id=broadcast.id,
            admin_id=broadcast.admin,
            state=broadcast.state.value,
            body=as_json(dict(broadcast.texts)),
            made_at=broadcast.made_at,
            up_to=broadcast.up_to,
            sent=broadcast.sent,
            total=broadcast.total,
            pace=broadcast.pace,
            revision=broadcast.revision,
        )

    async def audience(self, after: int, most: int) -> tuple[Hearer, ...]:
        """Private chats that can be reached, by id, after that one, at most so many."""
        rows = await self.rows("audience", after=after, most=most)
        return tuple(
            hearer(row["chat_id"], row["language"], row["spoken"], is_banned=row["banned"] is not None) for row in rows
        )


def access_read(row: Any) -> Access:
    """The gate in a row that has all of its columns."""
    return Access(bool(row["is_banned"]), _features_in(row["switched_off"] or ""), row["forgotten_at"])


def _features_in(value: str) -> frozenset[str]:
    return frozenset(filter(None, value.split(",")))


def _audit_entry(row: Any) -> AuditEntry:
    return AuditEntry(row["done_at"], row["admin_id"], row["deed"], row["person_id"], row["detail"])


def failure_read(row: Any) -> Failure:
    """The failure in a row that has the columns of the query `failed`."""
    number, at, error = row["number"], row["failed_at"], _last_line(row["error"])
    if row["what"] == "message":
        kept = {"number": number, "chat": row["chat_id"], "content": row["content"]}
        return Failure(f"m{number}", at, str(row["chat_id"]), error, kept)
    content = _object_in(row["content"])
    job = content.get("job")
    if not isinstance(job, dict):
        return Failure(f"u{number}", at, str(content.get("wished", "?")), error, {"number": number})
    again = {name: job[name] for name in ("kind", "subject", "turn") if name in job and content.get("kind") == "Job"}
    return Failure(f"j{job.get('id', 0)}", at, str(job.get("kind", "?")), error, {"number": number, **again})


def _object_in(content: str) -> dict[str, Any]:
    """The JSON object; an empty one where it is none: what is broken must not hide all other failures."""
    try:
        found = json.loads(content)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _last_line(trace: str) -> str:
    """The last line of a trace: the exception."""
    return next((line.strip() for line in reversed(trace.splitlines()) if line.strip()), "?")


def _broadcast(row: Any) -> Broadcast:
    return Broadcast(
        row["broadcast_id"],
        row["admin_id"],
        json.loads(row["body"]),
        row["made_at"],
        BroadcastState(row["state"]),
        row["up_to"],
        row["sent"],
        row["total"],
        row["pace"],
        row["revision"],
    )


def hearer(chat: int, language: str | None, spoken: str | None, *, is_banned: bool) -> Hearer:
    """The hearer in a chat with that chosen and that spoken language."""
    return Hearer(chat, language_of(language, spoken), is_banned)


# A message to everybody, as the operator writes it.

LONGEST_MESSAGE = 3500
"""Characters: Telegram takes 4096 in a message."""
SECTION = re.compile(r"^\[([a-z]{2})\][ \t]*", re.MULTILINE)


def texts_written(written: str) -> dict[str, str]:
    """The texts by language: `[uk]` at the beginning of a line begins that language's. Raises UnclearText."""
    head, *parts = SECTION.split(written.strip())
    texts = {} if not head.strip() else {DEFAULT: head.strip()}
    for language, text in zip(parts[::2], parts[1::2], strict=True):
        if language not in LANGUAGES:
            raise UnclearText("cast.language", language=language)
        texts[language] = text.strip()
    texts = {language: text for language, text in texts.items() if text}
    if not texts:
        raise UnclearText("cast.how")
    if max(map(len, texts.values())) > LONGEST_MESSAGE:
        raise UnclearText("cast.long", most=LONGEST_MESSAGE)
    return texts


class UnclearText(ValueError):
    """What was written cannot be sent; `key` of the text that says why."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


# How much is played, as an operator sees it.

COUNT = "count"
"""The kind of long job that has it counted; its subject is the broadcast that asks how many it goes to, or nothing."""
AUDIENCE = "people to be reached"


@dataclass(frozen=True, slots=True)
class Numbers:
    """The counts by name: since midnight (UTC) and in seven days; and now."""

    since: dict[str, tuple[int, int]]
    now: dict[str, int]
