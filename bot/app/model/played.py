"""What is kept for ever of a game that is over, and the log of moves and hints that is kept while it is played."""

from collections.abc import Mapping
from dataclasses import dataclass, field

HINT = "?"
"""The mark of a hint in a log, before the seat that took it."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a game has come."""

    moves: int
    """The number of moves that its line tells."""
    hints: tuple[int, ...] = ()
    """By seat, the number of hints that were taken."""


@dataclass(frozen=True, slots=True)
class Gist:
    """What a kind keeps for ever of a game that is over."""

    line: str
    """The game in the notation of its rules: mode, variant, secret, moves and how it ended. The result follows."""
    people: tuple[int, ...]
    """By seat; COMPUTER for the bot, and for people whose names alone are known."""
    salts: tuple[str, ...] = ()
    """What was hashed with the lot and with the secrets, as the proof of fair play tells them."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """What the line does not tell, such as the level of the bot. Names and values have neither spaces nor `;`."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that is over."""

    kind: str
    gist: Gist
    opened_at: int
    """Seconds since 1970, UTC."""
    lasted: int
    """Seconds."""
    log: str = ""
    """See `log_after`. Empty: the game was played before there were logs."""


def log_after(log: str, progress: Progress, second: int) -> str:
    """The log of a game that has come so far at that second since it was opened: `5 ?0 17 40`.

    For each move the second at which it was first saved, and `?` with the seat for each hint, in order. Moves that were
    taken back go with the hints that followed them; a hint that is still counted then is noted anew.
    """
    words = _cut(log.split(), progress.moves)
    words += [str(second)] * (progress.moves - sum(not word.startswith(HINT) for word in words))
    for seat, taken in enumerate(progress.hints):
        words += [f"{HINT}{seat}"] * (taken - words.count(f"{HINT}{seat}"))
    return " ".join(words)


def _cut(words: list[str], moves: int) -> list[str]:
    """The words up to the move after so many."""
    at = [index for index, word in enumerate(words) if not word.startswith(HINT)]
    return words if len(at) <= moves else words[: at[moves]]
