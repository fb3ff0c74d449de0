"""What operators see and do in the chat: reports, bans, feedback, switches, failures, broadcasts, numbers."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from bot.app.language import DEFAULT
from bot.app.texts import LANGUAGES, language_of

# A message of the operator's to everybody: written, looked at, sent a few a second, stopped at any time.

PACES = (1, 5, 10)
"""Chats a second that can be chosen. Telegram takes 30 messages a second in all, and games come first."""
USUAL_PACE = 10
LONGEST = 3500
"""Characters: Telegram takes 4096 in a message."""
SECTION = re.compile(r"^\[([a-z]{2})\][ \t]*", re.MULTILINE)


class State(Enum):
    """How far it has come. Only DRAFT and RUNNING go on."""

    DRAFT = "draft"
    RUNNING = "running"
    STOPPED = "stopped"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Hearer:
    """A private chat that can be reached, and the language there. `is_banned`: they get nothing."""

    chat: int
    language: str
    is_banned: bool


@dataclass(frozen=True, slots=True)
class Broadcast:
    """A message to everybody. `texts`: by language; who speaks another gets the first."""

    id: str
    admin: int
    texts: Mapping[str, str]
    made_at: float
    state: State = State.DRAFT
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


class UnclearText(ValueError):
    """What was written cannot be sent; `key` of the text that says why."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


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
    if max(map(len, texts.values())) > LONGEST:
        raise UnclearText("cast.long", most=LONGEST)
    return texts


def hearer(chat: int, language: str | None, spoken: str | None, *, is_banned: bool) -> Hearer:
    """The hearer in a chat with that chosen and that spoken language."""
    return Hearer(chat, language_of(language, spoken), is_banned)


# How much is played, as an operator sees it.

COUNT = "count"
"""The kind of long job that has it counted; its subject is the broadcast that asks how many it goes to, or nothing."""
AUDIENCE = "people to be reached"


@dataclass(frozen=True, slots=True)
class Numbers:
    """The counts by name: since midnight (UTC) and in seven days; and now."""

    since: dict[str, tuple[int, int]]
    now: dict[str, int]


# What operators see and do in the chat: reports, bans, feedback, switches, failures. Each deed of theirs is kept.


@dataclass(frozen=True, slots=True)
class Gate:
    """Whether a person is kept away, and the features that are switched off for all, by name."""

    is_banned: bool = False
    off: frozenset[str] = frozenset()


OPEN = Gate()
"""Everything may be."""


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
class Deed:
    """Something that an operator did. `person`: to whom; 0: to nobody in particular."""

    at: float
    admin: int
    deed: str
    person: int = 0
    about: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that failed and was kept. `id`: `u` with the number of an update, `m` of a message, `j` of a job.

    `kept`: what is needed to try it again, by name; empty if it cannot be tried again.
    """

    id: str
    at: float
    about: str
    error: str
    kept: Mapping[str, object]

    @property
    def can_be_retried(self) -> bool:
        """Whether enough was kept: of an update no texts are."""
        return "content" in self.kept or "kind" in self.kept


class Operators(Protocol):
    """What operators see and do, stored."""

    async def gate(self, person: int) -> Gate:
        """What the person may do."""

    async def switch(self, feature: str, *, on: bool) -> frozenset[str]:
        """Switch the feature; returns all that are off from now on. The work begins again if another switched one."""

    def ban(self, person: int, admin: int, now: float) -> None:
        """Keep the person away."""

    def unban(self, person: int) -> None:
        """Let the person come back."""

    async def banned(self, most: int) -> tuple[Banned, ...]:
        """Who is kept away, the latest first, at most so many."""

    async def waits_for_many(self, chat: int) -> bool:
        """Whether the chat still waits for something that goes to many."""

    async def reported(self, most: int) -> tuple[int, ...]:
        """Whom the oldest reports are about, at most so many reports; whoever was reported first comes first."""

    async def reports_about(self, person: int, most: int) -> tuple[Report, ...]:
        """Reports about the person, the latest first, at most so many."""

    def drop_reports_about(self, person: int, most: int) -> None:
        """The latest reports about the person are decided: delete so many."""

    async def name_of(self, person: int) -> str:
        """Under which name the person plays with others; empty: they do not."""

    def put_feedback(self, person: int, name: str, text: str, now: float) -> None:
        """Keep what somebody tells the operators."""

    async def feedback(self, most: int) -> tuple[Feedback, ...]:
        """What is still to be read, the oldest first, at most so many."""

    async def feedback_of(self, person: int, most: int) -> int:
        """How much of theirs is still to be read, counted up to so many."""

    def drop_feedback(self, feedback: int) -> None:
        """It is read."""

    def note(self, deed: Deed) -> None:
        """Keep what an operator did."""

    async def deeds(self, most: int) -> tuple[Deed, ...]:
        """What operators did, the latest first, at most so many."""

    async def deeds_about(self, person: int, most: int) -> tuple[Deed, ...]:
        """What operators did to the person, the latest first, at most so many."""

    async def failed(self, most: int) -> tuple[Failure, ...]:
        """What failed, the latest first, at most so many."""

    def drop_failure(self, failure: Failure) -> None:
        """Keep it no longer."""

    def retry_failure(self, failure: Failure, now: float) -> None:
        """Put a job or a message in line once more, and keep the failure no longer."""

    async def broadcast(self, broadcast: str) -> Broadcast | None:
        """The broadcast of that id."""

    async def latest_broadcast(self) -> Broadcast | None:
        """The one that was written last."""

    def save_broadcast(self, broadcast: Broadcast) -> None:
        """Save it. The work begins again if another has saved it since it was read."""

    async def audience(self, after: int, most: int) -> tuple[Hearer, ...]:
        """Private chats that can be reached, by id, after that one, at most so many."""
