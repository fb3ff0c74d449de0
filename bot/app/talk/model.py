"""Remarks between people, which of them may be passed on, and rooms with their listeners."""

import json
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from typing import Any

from bot.app.language import letters_typed, names_of_colours
from bot.app.messages import Person
from bot.app.model.game import REPORTS_ABOUT_ONE
from bot.app.model.limits import Limit
from bot.app.ratings.model import Ratings
from bot.app.rows import Rows
from solver.characters import in_circles, legible
from solver.variant import Variant

# Remarks between people.


@dataclass(frozen=True, slots=True)
class TalkMessage:
    """A message. `stream`: the match, or the name of a room."""

    id: str
    stream: str
    person: int
    name: str
    text: str
    said_at: float


@dataclass(frozen=True, slots=True)
class Unheard:
    """Those whose messages somebody does not read."""

    muted: frozenset[int] = frozenset()
    parted: frozenset[int] = frozenset()
    """The people who are parted from the reader: see `Relation.is_parted`."""


KEPT = 40
"""The last messages that count: earlier speakers are no longer shown."""


class Talk(Rows):
    """Stored messages in matches and rooms, mutes, blocks and reports."""

    def say(self, message: TalkMessage) -> None:
        """Store a message; it is deleted after some days."""
        self.write(
            "say",
            remark_id=message.id,
            stream=message.stream,
            person_id=message.person,
            name=message.name,
            said=message.text,
            said_at=message.said_at,
        )

    async def last_messages(self, stream: str, most: int) -> tuple[TalkMessage, ...]:
        """The last messages of the stream, at most so many, the oldest first."""
        rows = await self.rows("said", stream=stream, most=most)
        return tuple(reversed([_talk_message(row) for row in rows]))

    def listen(self, room: str, person: int) -> None:
        """The person joins a room."""
        self.write("listen", stream=room, person_id=person)

    def stop_listening(self, room: str, person: int) -> None:
        """The person leaves a room."""
        self.write("stop_listening", stream=room, person_id=person)

    async def listens(self, room: str, person: int) -> bool:
        """Whether the person has joined a room."""
        row = await self.row("listens", stream=room, person_id=person)
        return bool(row["listens"])

    def leave_rooms(self, person: int) -> None:
        """The person leaves every room."""
        self.write("leave_rooms", person_id=person)

    async def unheard_by(self, person: int, stream: str) -> Unheard:
        """Whom the person does not hear of those who have said the last messages of the stream."""
        rows = await self.rows("unheard_by", stream=stream, person_id=person, most=KEPT)
        return Unheard(
            frozenset(row["other_id"] for row in rows if row["is_muted"]),
            frozenset(row["other_id"] for row in rows if row["is_parted"]),
        )

    def mute(self, person: int, other: int, *, on: bool = True) -> None:
        """Mute the other in rooms for the person; not `on`: unmute."""
        self.write("mute" if on else "unmute", person_id=person, muted_id=other)

    async def block(self, person: Person, other: Person, *, on: bool = True) -> None:
        """Block the other for the person; not `on`: unblock. A block by the other stays.

        Whoever blocks, and who is blocked, is known by name from now on; nobody is told.
        """
        self.write("block" if on else "unblock", person_id=person.id, blocked_id=other.id)
        if on:
            await Ratings(self.transaction).know_both(person, other)

    async def blocked_by(self, person: int, most: int) -> tuple[tuple[int, str | None], ...]:
        """Whom the person has blocked, at most so many: their id and name; None: they have left."""
        rows = await self.rows("blocked", person_id=person, most=most)
        return tuple([(row["blocked_id"], row["name"]) for row in rows])

    def report(self, person: int, about: int, messages: Sequence[TalkMessage], now: float) -> None:
        """Store a report about what the other has said, for the operator."""
        said = json.dumps([message.text for message in messages], ensure_ascii=False)
        stream = messages[0].stream
        row = {"stream": stream, "person_id": person, "about_id": about, "reported_at": now, "said": said}
        self.write("report", **row, most=REPORTS_ABOUT_ONE)


def _talk_message(row: Any) -> TalkMessage:
    return TalkMessage(row["remark_id"], row["stream"], row["person_id"], row["name"], row["said"], row["said_at"])


# Which remarks may be passed on.

LONGEST_REMARK = 300
"""Characters of a message."""


def is_talk(text: str, variant: Variant) -> bool:
    """Whether a text typed in a game cannot be meant as a code. Where words are codes, every text can."""
    return not variant.words and may_be_said(text, variant)


def may_be_said(text: str, variant: Variant) -> bool:
    """Whether the text contains no code: it has fewer symbols, and holds no code nor most of one."""
    return sum(map(len, words_in(text))) != variant.length and not holds_code(text, variant)


def holds_code(text: str, variant: Variant) -> bool:
    """Whether the text holds a code or most of one. Of words none is told from ordinary ones."""
    if variant.is_coloured and _names_code(text, variant):
        return True
    return not variant.words and _holds_code(words_in(text), variant)


LINK = re.compile(
    r"[a-z][\w+.-]*://|\bwww\.|\b(?:t|telegram)\.me\b|(?<!\w)@\w{3,}|[\w-]\.(?:[a-z]{2,}|рф|укр|бел)\b", re.IGNORECASE
)


def has_link(text: str) -> bool:
    """Whether the text has a link or a mention."""
    return LINK.search(unicodedata.normalize("NFKC", text)) is not None


MOST, WITHIN = 5, Limit.REMARKS.closed
"""The most messages of a person, in so many seconds."""


def says_too_much(person: int, said: Iterable[TalkMessage], now: float) -> bool:
    """Whether the person has reached the limit of messages; a clock that was set back silences nobody."""
    return sum(message.person == person and abs(now - message.said_at) < WITHIN for message in said) >= MOST


GAPS = {"Z", "P"}
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Me"}


def words_in(text: str) -> list[str]:
    """The words of the text, without punctuation, marks and invisible characters, with the digits of every script."""
    signs = unicodedata.normalize("NFKC", legible(text))
    seen = (sign for sign in signs if unicodedata.category(sign) not in UNSEEN or sign.isspace())
    return "".join(" " if unicodedata.category(sign)[0] in GAPS else sign for sign in seen).split()


def _holds_code(words: list[str], variant: Variant) -> bool:
    """Whether the words may hold a code. Letters also make ordinary words; digits and pictures do not."""
    letters = "" if variant.alphabet.isdecimal() else "".join([variant.alphabet, *letters_typed(variant)])

    def is_symbol(sign: str) -> bool:
        return sign in variant.shown or (not letters and sign.isdecimal())

    def may_be_symbol(sign: str) -> bool:
        return is_symbol(sign) or sign.upper() in letters

    total, symbols = sum(map(len, words)), sum(is_symbol(sign) for word in words for sign in word)
    loose = _runs(words, may_be_symbol)
    return (
        (symbols > 0 and 2 * symbols >= total)
        or any(run >= variant.length for run in _runs(words, is_symbol))
        or any(sum(map(is_symbol, word)) >= variant.length - 1 for word in words)
        or variant.length in loose
        or (total in loose and abs(total - variant.length) == 1)
    )


def _names_code(text: str, variant: Variant) -> bool:
    """Whether the text has as many names or signs of colours in a row as a code. One heart is said, not guessed."""
    words = words_in(in_circles(text, names_of_colours()))
    return any(run >= variant.length for run in _runs(words, variant.shown.__contains__))


def _runs(words: list[str], fits: Callable[[str], bool]) -> list[int]:
    """The lengths of the runs of words that consist of symbols only."""
    runs = groupby(words, key=lambda word: all(map(fits, word)))
    return [sum(map(len, run)) for is_run, run in runs if is_run]


# Rooms: their listeners, and how far messages have been sent.


@dataclass(frozen=True, slots=True)
class SendingRound:
    """A round of sending: all listeners up to this id have been served. None: all."""

    stream: str
    told_up_to: int | None = None
    told_at: float = 0.0
    """When that was, in seconds since 1970; 0 if all have been served."""
    is_behind: bool = False
    """Whether there were further messages since the round began: another round follows."""
    revision: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Listener:
    """A listener of a room, with the people whose last messages they do not read."""

    person: int
    language: str | None
    spoken: str | None
    muted: frozenset[int] = frozenset()
    parted: frozenset[int] = frozenset()
    """The people who are parted from the listener."""

    def hears(self, person: int) -> bool:
        """Whether they read what that person says."""
        return person not in self.muted and person not in self.parted


class Rooms(Rows):
    """Stored listeners of rooms, and rounds of sending."""

    async def round(self, room: str) -> SendingRound:
        """The round in which the last messages are sent to the listeners."""
        row = await self.row("room", stream=room)
        if row["revision"] is None:
            return SendingRound(room)
        return SendingRound(room, row["told_up_to"], row["told_at"], bool(row["is_behind"]), row["revision"])

    def save_round(self, last: SendingRound) -> None:
        """Save the round. The work begins again if another has saved it since it was read."""
        self.replace("save_room", "stream", **(asdict(last) | {"is_behind": int(last.is_behind)}))

    async def listeners(self, room: str, after: int, most: int, *, speaker: int = 0) -> tuple[Listener, ...]:
        """Listeners by id, after that one, at most so many. `speaker`: who is speaking."""
        rows = await self.rows("hearers", stream=room, after=after, most=most)
        if not rows:
            return ()
        muted, parted = defaultdict[int, set[int]](set), defaultdict[int, set[int]](set)
        given = {"stream": room, "after": after, "up_to": rows[-1]["person_id"], "speaker": speaker, "most": KEPT}
        for row in await self.rows("unheard", **given):
            if row["is_muted"]:
                muted[row["person_id"]].add(row["other_id"])
            if row["is_parted"]:
                parted[row["person_id"]].add(row["other_id"])
        return tuple(
            Listener(
                row["person_id"],
                row["language"],
                row["spoken"],
                muted=frozenset(muted[row["person_id"]]),
                parted=frozenset(parted[row["person_id"]]),
            )
            for row in rows
        )


def has_had_turn(person: int, said: Sequence[TalkMessage], now: float) -> bool:
    """Whether the room is crowded and the person has had a share of it: few with many accounts silence nobody else."""
    counts = Counter(message.person for message in said if abs(now - message.said_at) < WITHIN)
    share = max(1, MOST_TOGETHER // len({*counts, person}))
    return is_crowded(said, now) and counts[person] >= share


MOST_TOGETHER = 30
"""The most messages in a room within WITHIN seconds; beyond them only those speak who have said less than others."""


def is_crowded(said: Sequence[TalkMessage], now: float) -> bool:
    """Whether the room has reached its limit of messages; a clock that was set back silences nobody."""
    return sum(abs(now - message.said_at) < WITHIN for message in said) >= MOST_TOGETHER
