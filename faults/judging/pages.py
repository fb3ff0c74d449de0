"""Judges the Mini App's page: what was pressed there counts once, and what it shows is what is stored, and no more."""

import json
import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

from faults.judging.alone import ENDS
from faults.judging.database import StoredGame
from faults.judging.evidence import Evidence, Said
from faults.players.accounts import PlayedPage, Tap
from faults.players.words import feedback
from sandbox.html import parse

MARKS = ("", "out", "maybe", "in")
"""The marks of a symbol in the order in which presses move them on."""
GUESS = re.compile(r"1:ok:[0-9a-f]{16}:(?P<step>\d+):")
GAME = re.compile(r'(?:[:"])([0-9a-f]{16})(?=[:"])')
"""A game's id: as a whole text, or in what a button sends."""


def lost(evidence: Evidence) -> Iterator[str]:
    """Presses that were answered and not carried out, guesses of which nothing came, and marks that were not moved."""
    for page in evidence.pages:
        for tap in (tap for tap in page.taps if tap.is_answered):
            if number_of(page.person, tap) not in evidence.stored.seen:
                yield f"press {tap.data} of {page.person} on the page, which was answered"
            guess = GUESS.match(tap.data)
            if guess and tap.turns is not None and tap.turns <= int(guess["step"]):
                yield f"guess {tap.data} of {page.person} on the page, whose answer shows {tap.turns}"
        yield from _marks(page, by=(3,))


def doubled(evidence: Evidence) -> Iterator[str]:
    """Presses that nobody made, and marks that were moved twice."""
    made = {number_of(page.person, tap) for page in evidence.pages for tap in page.taps}
    for number in sorted(number for number in evidence.stored.seen if number < 0 and number not in made):
        yield f"press {number} on the page, which nobody made"
    for page in evidence.pages:
        yield from _marks(page, by=(1, 2))


def _marks(page: PlayedPage, by: tuple[int, ...]) -> Iterator[str]:
    """The marks that are so many too far."""
    for note in page.notes:
        if note.shown is not None and (MARKS.index(note.shown) - note.times) % len(MARKS) in by:
            yield f"the mark of {note.place} in game {note.game}, moved {note.times} times by {page.person}: {note}"


def number_of(person: int, tap: Tap) -> int:
    """The number under which the press is stored as seen: below zero, and nobody has another's."""
    digest = sha256(f"{person} {tap.key}".encode()).digest()
    return -1 - (int.from_bytes(digest[:8]) >> 2)


def unseen(evidence: Evidence) -> Iterator[str]:
    """Games that the page shows otherwise than they are stored."""
    stored = {game.id: game for game in evidence.stored.games}
    for page in evidence.pages:
        for game, view in page.last.items():
            if game in stored and view and not _shows(view, stored[game]):
                yield f"game {game} on the page of {page.person}: {json.dumps(view, ensure_ascii=False)}"


def _shows(view: dict[str, Any], stored: StoredGame) -> bool:
    board = view["board"]
    if view["game"] != stored.id or board is None:
        return False
    turns = [("".join(turn["signs"]), (turn["bulls"], turn["cows"])) for turn in board["turns"]]
    below = parse(board["below"])[0].split("\n")
    has_end = any(ENDS.match(line) and stored.secret in line for line in below)
    is_right = turns == [(guess, feedback(guess, stored.secret)) for guess in stored.guesses]
    return is_right and board["over"] == stored.over == has_end


def broken(evidence: Evidence) -> Iterator[str]:
    """Requests that were refused though nothing was wrong with them."""
    for page in evidence.pages:
        yield from (f"the page refused {page.person}'s {asked}" for asked in page.refused)


# What is read on pages may hold no more than what is said in the reader's chat, and nothing of another's game.


def foreign(evidence: Evidence) -> Iterator[str]:
    """What shows somebody another's game."""
    chats = {game.id: game.chat for game in evidence.stored.games}
    for page in evidence.pages:
        for body in page.read:
            for game in {found for found in GAME.findall(body) if chats.get(found, page.person) != page.person}:
                yield f"the page told {page.person} of game {game}: {body}"


def said_on(pages: Iterable[PlayedPage]) -> Iterator[Said]:
    """What the pages were answered, as if it was said to whoever pressed: its texts, and all else as buttons."""
    for page in pages:
        for body, when in page.read.items():
            text, rest = _parts(json.loads(body))
            yield Said(page.person, text, rest, when, sent=False, person=page.person)


def _parts(body: dict[str, Any]) -> tuple[str, str]:
    view = body.get("view") or {}
    board = view.get("board") or {}
    lines = [body.pop(name, "") for name in ("toast", "text")]
    lines += [view["screen"].pop("html")] if view else []
    lines += [board.pop(name) for name in ("title", "below") if name in board]
    for turn in board.pop("turns", ()):
        lines += [turn.pop("said"), f"{''.join(turn.pop('signs'))}: {turn}"]
    return "\n".join(lines), json.dumps(body, ensure_ascii=False)
