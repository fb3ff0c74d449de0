"""Judges games alone and in groups: what players did against what is stored, and what they see in the end."""

import re
from collections import Counter
from collections.abc import Iterator

from faults.judging.database import StoredGame
from faults.judging.evidence import Evidence
from faults.players.accounts import PlayedChat, PlayedGame
from faults.players.sight import Board, fingerprint_in
from faults.players.words import MARK, feedback

ENDS = re.compile(r"(?:\S+ )?(?:🎉|🏳️)")
"""What begins the line about the end of a game, behind what a day's code has earned."""
Pair = tuple[PlayedChat, PlayedGame, StoredGame]
"""A chat, and a game there as played and as stored."""


def lost(evidence: Evidence) -> Iterator[str]:
    """Games, guesses and jobs that are missing."""
    known = {game.fingerprint for game in evidence.stored.games}
    for chat in evidence.chats:
        for played in chat.games:
            if played.fingerprint not in known:
                yield f"game {played.fingerprint} of chat {chat.id}"
    for chat, played, stored in _pairs(evidence):
        made, kept = _counts(played, stored)
        if stored.names and not stored.over and MARK not in stored.names[-1]:
            yield f"the job of the last guess of game {stored.fingerprint} in chat {chat.id}"
        for guess in (made - kept).elements():
            yield f"guess {guess} of game {stored.fingerprint} in chat {chat.id}"


def doubled(evidence: Evidence) -> Iterator[str]:
    """Games that nobody knows of, guesses that nobody made, and jobs that ran twice."""
    known = {(chat.id, game.fingerprint) for chat in evidence.chats for game in chat.games}
    for game in evidence.stored.games:
        if (game.chat, game.fingerprint) not in known:
            yield f"game {game.fingerprint} of chat {game.chat}, which nobody knows of"
    for chat, played, stored in _pairs(evidence):
        made, kept = _counts(played, stored)
        for guess in (kept - made).elements():
            yield f"guess {guess} of game {stored.fingerprint} in chat {chat.id}"
        for guess, name in zip(stored.guesses, stored.names, strict=False):
            if name.count(MARK) > 1:
                yield f"the job of guess {guess} of game {stored.fingerprint} in chat {chat.id}"


def swapped(evidence: Evidence) -> Iterator[str]:
    """Guesses in another order than delivered: that of messages in a chat, and of one person's actions."""
    for chat, played, stored in _pairs(evidence):
        typed = sorted((made for made in played.made if made.message is not None), key=lambda made: made.message or 0)
        lanes = [[made.guess for made in typed]]
        lanes += [[made.guess for made in played.made if made.person == person] for person in chat.people]
        for lane in lanes:
            kept = [guess for guess in stored.guesses if guess in lane]
            if Counter(kept) == Counter(lane) and kept != lane:
                yield f"{kept} of game {stored.fingerprint} in chat {chat.id} came as {lane}"


def ended(evidence: Evidence) -> Iterator[str]:
    """Games that are over, or go on, otherwise than their players say."""
    for chat, played, stored in _pairs(evidence):
        solved = stored.secret in stored.guesses
        if stored.over != (played.end is not None) or (solved and stored.guesses[-1] != stored.secret):
            yield f"game {stored.fingerprint} in chat {chat.id}: over is {stored.over}, its players say {played.end}"


def unseen(evidence: Evidence) -> Iterator[str]:
    """Final boards that are missing or wrong, unless Telegram refused them for good."""
    for chat, _, stored in _pairs(evidence):
        if chat.told_to_wait and chat.id in evidence.stored.waiting:
            continue
        board = evidence.boards.get((chat.id, stored.fingerprint))
        if (board is None or not _shows(board, stored)) and not _was_refused(evidence, stored):
            yield f"game {stored.fingerprint} in chat {chat.id}: {board.message.text if board else 'no board'!r}"


def _pairs(evidence: Evidence) -> Iterator[Pair]:
    """Each game as played and as stored."""
    stored = {(game.chat, game.fingerprint): game for game in evidence.stored.games}
    for chat in evidence.chats:
        for played in chat.games:
            if (chat.id, played.fingerprint) in stored:
                yield chat, played, stored[chat.id, played.fingerprint]


def _counts(played: PlayedGame, stored: StoredGame) -> tuple[Counter[str], Counter[str]]:
    return Counter(made.guess for made in played.made), Counter(stored.guesses)


def _shows(board: Board, stored: StoredGame) -> bool:
    turns = tuple((guess, feedback(guess, stored.secret)) for guess in stored.guesses)
    ending = [line for line in board.message.text.split("\n") if ENDS.match(line) and stored.secret in line]
    return board.turns == turns and bool(ending) == stored.over


def _was_refused(evidence: Evidence, stored: StoredGame) -> bool:
    """Whether Telegram refused the newest board for good."""
    for refused in evidence.stored.refused:
        if fingerprint_in(refused.text) == stored.fingerprint:
            count = refused.text.count("</code>\u00a0\u00a0")
            ends = any(ENDS.match(line) for line in refused.text.split("\n"))
            if count == len(stored.guesses) and ends == stored.over:
                return True
    return False
