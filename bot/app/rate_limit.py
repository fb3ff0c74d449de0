"""Rate limits for each person, in one chat and in all groups together.

They are generous: nobody who reads the board before the next guess reaches them. A flood is cut off before it costs a
transaction, and only for the person who causes it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from bot.app.buttons import BEGINS
from bot.app.intents import Intent, Nothing, verb_of
from bot.app.messages import Asked, Incoming, Joined, Left, MemberLeft, Pressed, Said, Summoned, Topic
from bot.app.screen import Answer


@dataclass(frozen=True, slots=True)
class Rhythm:
    """A rate limit: `burst` at once, then `per_second`. Each kind is counted by itself."""

    kind: str
    per_second: float
    burst: float


MESSAGES = Rhythm("message", 2.0, 20.0)
"""By Telegram's date: messages fetched together after a pause were not sent together."""
EDITS = Rhythm("edit", 2.0, 20.0)
"""By our clock: edits carry the date of the first sending."""
PRESSES = Rhythm("press", 6.0, 40.0)
"""By our clock: presses carry no date."""
QUESTIONS = Rhythm("question", 6.0, 40.0)
"""By our clock. Telegram sends a query for every letter typed behind the bot's name."""
SUMMONS = Rhythm("summons", 1 / 10, 1.0)
"""By our clock. Guest messages of one person: each is answered with a message in a chat of others."""
SUMMONS_THERE = Rhythm("summons there", 1 / 10, 1.0)
"""The same in one chat, whoever writes."""
LOOKS = Rhythm("look", 6.0, 40.0)
"""By our clock. Of the Mini App's page, which looks again after each change and each 25 seconds."""
JOININGS = Rhythm("coming", 1 / 30, 10.0)
"""By our clock. Of the bot's being let in and out, by one person or by one group, of a topic's closings, and of each
member's leaving; what is
too many is dropped, and how it stands shows as soon as somebody writes on either side."""
EVERYWHERE = {
    MESSAGES: Rhythm("message everywhere", 3.0, 30.0),
    EDITS: Rhythm("edit everywhere", 3.0, 30.0),
    PRESSES: Rhythm("press everywhere", 12.0, 120.0),
}
"""Limits for one person in all groups and on all cards together, where no single chat's limit is reached.

Each message is answered in a group of its own, so a burst takes a second of all that may be sent.
"""
BEGINNINGS = Rhythm("beginning", 1 / 20, 8.0)
"""New boards and cards by one person in one group, where Telegram accepts 20 messages a minute from the bot."""
KEPT = 10_000
"""So many buckets are kept before full ones are dropped."""


class Verdict(Enum):
    """What to do with an update. The first beyond the limit is answered, the rest is dropped."""

    READ = "read"
    FIRST_TOO_MANY = "first too many"
    TOO_MANY = "too many"


@dataclass(slots=True)
class Allowance:
    """A token bucket. Once it is empty, nothing is accepted until it is half full again."""

    rhythm: Rhythm
    content: float
    at: float
    exceeded: bool = False
    latest: tuple[int, Verdict] | None = None
    """The last update that was counted, and its verdict."""
    answer: Answer | None = None
    """The answer to the first press beyond the limit, repeated for those after it."""

    def spend(self, now: float) -> Verdict:
        """Take a token, if there is one. A clock that was set back takes nothing away."""
        self.content = min(self.rhythm.burst, self.content + max(0.0, now - self.at) * self.rhythm.per_second)
        self.at = now
        # Without this a flood would get an answer for every token that comes back.
        if self.exceeded and self.content < self.rhythm.burst / 2:
            return Verdict.TOO_MANY
        self.exceeded = self.content < 1
        if self.exceeded:
            return Verdict.FIRST_TOO_MANY
        self.content -= 1
        return Verdict.READ

    def is_full(self, now: float) -> bool:
        """Whether it is full, so that it can be dropped."""
        return self.content + (now - self.at) * self.rhythm.per_second >= self.rhythm.burst


Key = tuple[Rhythm, int, int | None]
Counted = Said | Pressed | Asked | Summoned | Joined | Left | MemberLeft | Topic


class RateLimit:
    """The buckets of all who wrote or pressed lately. Switched off, it accepts everything."""

    def __init__(self, *, on: bool = True) -> None:
        self._on = on
        self._known: dict[Key, Allowance] = {}
        self._most = KEPT

    def __len__(self) -> int:
        return len(self._known)

    def verdict(self, incoming: Incoming, intent: Intent, now: float) -> Verdict:
        """The verdict on `incoming`, by its chat's limit and then by the shared one.

        A redelivered update is not counted again. Only what is meant for the bot is counted: in groups people may chat
        as they like.
        """
        if not self._on or not isinstance(incoming, Counted) or isinstance(intent, Nothing):
            return Verdict.READ
        key, moment = _key(incoming), _moment(incoming, now)
        allowance = self._allowance(key, moment, now)
        # Telegram delivers an update again after a crash or a failed answer: it gets the verdict of the first time.
        if allowance.latest is None or allowance.latest[0] != incoming.update:
            verdict = allowance.spend(moment)
            for shared in _shared_keys(incoming, intent):
                if verdict is Verdict.READ:
                    verdict = self._allowance(shared, moment, now).spend(moment)
            allowance.latest = incoming.update, verdict
        return allowance.latest[1]

    def may_look(self, person: int, now: float) -> bool:
        """Whether the person may look at the Mini App's page now, which counts it."""
        return not self._on or self._allowance((LOOKS, person, None), now, now).spend(now) is Verdict.READ

    def note_answer(self, incoming: Incoming, answer: Answer) -> None:
        """Store the answer to the first press beyond the limit; those after it get the same."""
        if isinstance(incoming, Pressed) and (allowance := self._known.get(_key(incoming))) is not None:
            allowance.answer = answer

    def answer_to(self, press: Pressed) -> Answer | None:
        """The answer to the first press beyond the limit, if there is one by now."""
        allowance = self._known.get(_key(press))
        return None if allowance is None else allowance.answer

    def _allowance(self, key: Key, moment: float, now: float) -> Allowance:
        if key not in self._known:
            self._forget_the_full(now)
            self._known[key] = Allowance(key[0], key[0].burst, moment)
        return self._known[key]

    def _forget_the_full(self, now: float) -> None:
        """Drop full buckets, rarely, so that not every newcomer in a crowd pays for the scan."""
        if len(self._known) < self._most:
            return
        self._known = {key: allowance for key, allowance in self._known.items() if not allowance.is_full(now)}
        self._most = max(KEPT, 2 * len(self._known))


def _key(incoming: Counted) -> Key:
    if isinstance(incoming, Joined | Left | Topic):
        return JOININGS, incoming.chat.id, incoming.chat.thread
    if isinstance(incoming, MemberLeft):
        return JOININGS, incoming.person.id, incoming.chat.id
    if isinstance(incoming, Asked | Summoned):
        return QUESTIONS if isinstance(incoming, Asked) else SUMMONS, incoming.person.id, None
    rhythm = PRESSES if isinstance(incoming, Pressed) else EDITS if incoming.edited else MESSAGES
    return rhythm, incoming.person.id, None if incoming.chat is None else incoming.chat.id


def _shared_keys(incoming: Counted, intent: Intent) -> Iterator[Key]:
    """The shared buckets that it counts to: the person's in all groups, and for boards that they begin there."""
    rhythm, person, chat = _key(incoming)
    if isinstance(incoming, Summoned):
        yield SUMMONS_THERE, incoming.place, None
    if rhythm in EVERYWHERE and (chat or 0) <= 0:
        yield EVERYWHERE[rhythm], person, None
    if chat is not None and chat < 0 and (verb := verb_of(intent)) is not None and BEGINS in verb.marks:
        yield BEGINNINGS, person, chat


def _moment(incoming: Counted, now: float) -> float:
    """The time of sending, as far as it is known."""
    return min(incoming.at, now) if isinstance(incoming, Said) and incoming.at and not incoming.edited else now
