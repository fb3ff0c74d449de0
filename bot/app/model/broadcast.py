"""A message of the operator's to everybody: written, looked at, sent a few a second, stopped at any time."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from bot.app.language import DEFAULT
from bot.app.texts import LANGUAGES, language_of

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
