"""A made-up run of two people's matches in which nothing is wrong, what may be made wrong in it, and what is found."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from itertools import product
from typing import Any

import pytest

from faults.judging.database import MatchRows, StoredJob, StoredMatch, StoredRating, StoredResult
from faults.judging.evidence import Evidence, Refused, Said, Stored
from faults.judging.glicko import Strength
from faults.judging.verdict import verdict
from faults.players.accounts import Agreed, Asked, Ending, How, PlayedMatch, PlayedPair
from faults.players.sight import MINE, THEIRS, MatchScreen
from faults.players.words import WORDS, feedback
from sandbox.client.seen import Button, Message

PEOPLE, GROUP = (71, 72), -73
ANN, BOB = PEOPLE
MATCH, RACE = "aa" * 8, "bb" * 8
ANNS, BOBS, RACED, *GUESSES = WORDS[1:15]
"""What Ann and Bob keep, and what both of them are to break."""
SALTS, SEED = ("ab" * 16, "cd" * 16), "ef" * 16
ENDED_AT = 100.0


FIRST = (ANN, BOB)[int(sha256(f"{SEED} {BOBS} {ANNS}".encode()).hexdigest(), 16) % 2]
"""Whom the lot lets begin."""
SECOND = BOB if FIRST == ANN else ANN


def secret_for(person: int) -> str:
    return BOBS if person == ANN else ANNS


_TURNS = ((FIRST, GUESSES[0]), (SECOND, GUESSES[1]), (FIRST, secret_for(FIRST)), (SECOND, GUESSES[2]))
_SO_FAR = ((ANN, GUESSES[3]), (BOB, GUESSES[4]), (BOB, GUESSES[5]))
DUEL = StoredMatch(MATCH, "duel", (ANN, BOB), (BOBS, ANNS), _TURNS, FIRST, over=True, salts=SALTS, seed=SEED)
"""Whoever came first has won it."""
RACING = StoredMatch(RACE, "race", (ANN, BOB), (RACED,), _SO_FAR, salts=("12" * 16,))
"""It is on."""


def played(stored: StoredMatch) -> PlayedMatch:
    match = PlayedMatch(stored.id, Agreed(stored.mode), stored.people)
    match.made = [Asked(person, guess) for person, guess in stored.turns]
    if stored.mode == "duel":
        match.secrets = {ANN: ANNS, BOB: BOBS}
        match.ending, match.ending_since = Ending(How.SOLVED, SECOND), ENDED_AT
    return match


def turns(stored: StoredMatch, person: int, *, html: bool, hidden: bool = False) -> list[str]:
    lines = []
    for number, guess in enumerate(stored.guesses_of(person), 1):
        bulls, cows = feedback(guess, stored.secret_for(person))
        shown = "" if hidden else f"<code>{guess}</code>\u00a0\u00a0" if html else f"{guess}\u00a0\u00a0"
        lines.append(f"{number}. {shown}{bulls}\u2060🐂\u00a0{cows}\u2060🐄")
    return lines


def text(stored: StoredMatch, person: int, *, html: bool = False) -> str:
    rival = BOB if person == ANN else ANN
    hidden = stored.mode == "race" and not stored.over
    mine, theirs = turns(stored, person, html=html), turns(stored, rival, html=html, hidden=hidden)
    end = [f"{'🏆' if person == FIRST else '🎭'} the end", *stored.secrets] if stored.over else ["👉"]
    boards = ("Head", "\n".join([min(MINE), *mine]), "\n".join([min(THEIRS), *theirs]))
    return "\n\n".join([*boards, "\n".join(end), "🔒 0123456789abcdef"])


def buttons(stored: StoredMatch) -> str:
    return f"1:{'mhome' if stored.over else 'mresign'}:{stored.id}:4"


def message(chat: int, shown: str, *data: str) -> Message:
    nobody: dict[str, Any] = dict.fromkeys(("edited", "reply_to", "service", "photo", "document", "sticker"))
    return Message(
        chat=chat, id=1, date=0, sender=7, sender_name="bot", by_bot=True, text=shown, entities=(),
        keyboard=(tuple(Button("button", "callback", each) for each in data),), raw={}, **nobody,
    )  # fmt: skip


def screen(shown: str, *data: str) -> MatchScreen:
    return MatchScreen(message(ANN, shown, *data))


def results() -> tuple[StoredResult, ...]:
    """Whoever came first has won."""
    won = {FIRST: 1.0, SECOND: 0.0}
    end: Any = {"is_rated": True, "ended_at": ENDED_AT}
    return tuple(StoredResult(MATCH, one, won[one], rating=strength(one).rating, **end) for one in (ANN, BOB))


def rating(person: int) -> StoredRating:
    known = strength(person)
    return StoredRating(person, known.games, known.wins, known.draws, known.losses, known.rating, known.deviation)


def strength(person: int) -> Strength:
    return Strength().after(Strength(), 1.0 if person == FIRST else 0.0, ENDED_AT)


def sent_text(chat: int, what: str, about: StoredMatch | None = None, *, when: float = ENDED_AT) -> Said:
    return Said(chat, what, buttons(about) if about else "null", when, sent=True)


def world(*matches: StoredMatch) -> Evidence:
    """Nothing is wrong here; `matches`: but for what is stored of them, as both see it."""
    truth = DUEL, RACING
    stored = matches or truth
    return Evidence(
        chats=(),
        stored=Stored(jobs=(StoredJob("clock", RACE, due_at=1000.0),)),
        boards={},
        pairs=(PlayedPair((ANN, BOB), Agreed(), [played(match) for match in truth]),),
        matches=MatchRows(stored, results(), (rating(ANN), rating(BOB)), {ANN: 1, BOB: 1}),
        screens={(who, each.id): screen(text(each, who), buttons(each)) for each, who in product(stored, PEOPLE)},
        said=tuple(sent_text(who, text(each, who, html=True), each) for each, who in product(truth, PEOPLE)),
        at=500.0,
    )


def with_duel(**changes: Any) -> Evidence:
    return world(replace(DUEL, **changes), RACING)


def with_race(**changes: Any) -> Evidence:
    return world(DUEL, replace(RACING, **changes))


def with_rows(evidence: Evidence | None = None, **changes: Any) -> Evidence:
    evidence = evidence or world()
    return replace(evidence, matches=replace(evidence.matches, **changes))


def played_so(evidence: Evidence, number: int = 0, **changes: Any) -> Evidence:
    """The same, but that the players tell otherwise of the duel, or of the race, which has number 1."""
    for name, value in changes.items():
        setattr(evidence.pairs[0].matches[number], name, value)
    return evidence


def also_said(*more: Said, evidence: Evidence | None = None) -> Evidence:
    evidence = evidence or world()
    return replace(evidence, said=(*evidence.said, *more))


def refusing(evidence: Evidence, *letters: Refused) -> Evidence:
    """The same, but that Telegram refused these for good."""
    return replace(evidence, stored=replace(evidence.stored, refused=letters))


def lock(fingerprint: str) -> str:
    return f'<a href="https://t.me/bot?start=proof-{fingerprint}">🔒</a>'


def only(kind: str, evidence: Evidence) -> bool:
    """Whether there are complaints of this kind, and of no other; `kind…`: of others too; without a kind, none at all.

    Of a kind with words (`lost: game`) there is one that begins so.
    """
    complaints, name = verdict(evidence).complaints, kind.removesuffix("…")
    found = [complaint.startswith(name if ":" in name else f"{name}: ") for complaint in complaints]
    return (any(found) if kind.endswith("…") else all(found)) and bool(found) == bool(kind)


Runs = dict[str, tuple[str, Evidence]]


def runs(table: Runs) -> Callable[[str, Evidence], None]:
    """The test of runs by what is made wrong in each: of one kind of complaint there are some, and of no other."""

    @pytest.mark.parametrize(("kind", "evidence"), table.values(), ids=table.keys())
    def test(kind: str, evidence: Evidence) -> None:
        assert only(kind, evidence), verdict(evidence).complaints

    return test
