"""A made-up run of people who break the bot's words in which nothing is wrong, and what may be made wrong in it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from faults.judging.database import StoredGame, fingerprint
from faults.judging.evidence import Evidence, Stored
from faults.judging.verdict import Verdict
from faults.judging.witness import Said
from faults.marks import MARK
from faults.players.model import End, Made, PlayedChat, PlayedGame
from faults.players.sight import Board
from faults.players.words import WORDS, feedback
from sandbox.client.seen import Message
from sandbox.html import parse

ANN, BOB = 71, 72


SECRET, OTHER, *GUESSES = WORDS[1:13]


SALT, OTHER_SALT = "ab" * 16, "cd" * 16


PRINT, OTHER_PRINT = fingerprint(SECRET, SALT), fingerprint(OTHER, OTHER_SALT)


ENDED_AT = 100.0


def line(number: int, guess: str, secret: str, *, html: bool) -> str:
    bulls, cows = feedback(guess, secret)
    code = f"<code>{guess}</code>" if html else guess
    return f"{number}. {code}\u00a0\u00a0{bulls}\u2060🐂\u00a0{cows}\u2060🐄"


def lock(fingerprint: str) -> str:
    """What stands on a board for it."""
    return f'<a href="https://t.me/bot?start=proof-{fingerprint}">🔒</a>'


def text(stored: StoredGame, *, html: bool = False) -> str:
    """A board that shows the game as it is stored, as HTML; `html`: with its guesses as code."""
    turns = [line(number, guess, stored.secret, html=html) for number, guess in enumerate(stored.guesses, 1)]
    end = [f"🎉 {stored.secret}"] if stored.over else []
    return "\n".join(["🎯", *turns, *end, lock(stored.fingerprint)])


def board(html: str) -> Board:
    shown, entities = parse(html)
    nobody: dict[str, Any] = dict.fromkeys(("edited", "reply_to", "service", "photo", "document", "sticker"))
    message = Message(
        chat=ANN, id=1, date=0, sender=7, sender_name="bot", by_bot=True, text=shown,
        entities=tuple(entities), keyboard=(), raw={}, **nobody,
    )  # fmt: skip
    return Board(message)


def solved() -> StoredGame:
    """Ann's game, which is over."""
    return StoredGame(ANN, PRINT, SECRET, SALT, (*GUESSES[:2], SECRET), over=True, names=("Ann" + MARK, "Ann", "Ann"))


def running() -> StoredGame:
    """Bob's, which is not."""
    return StoredGame(
        BOB, OTHER_PRINT, OTHER, OTHER_SALT, tuple(GUESSES[2:5]), over=False, names=("B", "B" + MARK, "B" + MARK)
    )


def played(stored: StoredGame) -> PlayedChat:
    chat = PlayedChat(stored.chat, (stored.chat,))
    made = [Made(guess, stored.chat, number) for number, guess in enumerate(stored.guesses)]
    game = PlayedGame(stored.fingerprint, stored.chat, made)
    if stored.over:
        game.end, game.ending_since = End.SOLVED, ENDED_AT
    chat.games.append(game)
    return chat


def world() -> Evidence:
    """Nothing is wrong here."""
    games = solved(), running()
    return Evidence(
        chats=tuple(played(game) for game in games),
        stored=Stored(games=games, seen=frozenset({1, 2})),
        boards={game.fingerprint: board(text(game)) for game in games},
        said=tuple(sent_text(game.chat, text(game, html=True)) for game in games),
        confirmed=frozenset({1, 2}),
        written={"log": "nothing of interest"},
    )


def sent_text(
    chat: int, what: str, *, when: float = ENDED_AT, buttons: str = "null", person: int | None = None
) -> Said:
    return Said(chat, what, buttons, when, sent=person is None, person=person)


def with_stored(evidence: Evidence, **changes: Any) -> Evidence:
    return replace(evidence, stored=replace(evidence.stored, **changes))


def with_bobs(evidence: Evidence, **changes: Any) -> Evidence:
    """The same, but for what is stored of Bob's game; he sees it as it is stored."""
    bobs = replace(running(), **changes)
    evidence = with_stored(evidence, games=(solved(), bobs))
    return replace(evidence, boards={**evidence.boards, bobs.fingerprint: board(text(bobs))})


def also_said(*said: Said) -> Callable[[Evidence], Evidence]:
    return lambda evidence: replace(evidence, said=(*evidence.said, *said))


def only(kind: str, judged: Verdict) -> bool:
    """Whether there are complaints of this kind, and of no other; without a kind, none at all."""
    complaints = judged.complaints
    return bool(complaints) == bool(kind) and all(complaint.startswith(f"{kind}: ") for complaint in complaints)


def runs(table: dict[str, tuple[str, Evidence]]) -> pytest.MarkDecorator:
    """Runs by what is made wrong in each, each with the kind of complaint that is to come, and of which is no other."""
    return pytest.mark.parametrize(("kind", "evidence"), table.values(), ids=table.keys())
