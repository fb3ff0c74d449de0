"""A finished game as text to share: its length and replies, without the guesses."""

from collections.abc import Sequence

from bot.app.texts import Texts
from bot.game.model import Game, Termination
from solver.feedback import Feedback

LONGEST_SHARE = 256
"""Telegram's limit for text that a button copies, in UTF-16 units to be safe."""


def share_text(game: Game, texts: Texts, username: str, title: str = "", hints: int = 0) -> str:
    """The number of guesses and a row of bulls and cows for each, without digits.

    `title`: further text in the head; `hints`: so many were taken.
    """
    solved = game.outcome is not None and game.outcome.termination is Termination.SOLVED
    head = [texts.plain("share.text", username=username), *([title] if title else [])]
    guesses = texts.counted("share.guesses" if solved else "end.guesses", len(game.turns))
    head.append(f"{guesses} · 💡 {hints}" if hints else str(guesses))
    return within_limit(head, rows_of(game), [], texts)


def rows_of(game: Game) -> list[str]:
    """A row of bulls and cows for each guess."""
    return [_row(turn.feedback, game.variant.length) for turn in game.turns]


def within_limit(head: Sequence[str], rows: Sequence[str], tail: Sequence[str], texts: Texts) -> str:
    """The lines; if they are too long for the clipboard, rows in the middle are left out, and it says how many."""
    text, kept = "\n".join([*head, *rows, *tail]), len(rows)
    while _units(text) > LONGEST_SHARE:
        kept -= 1
        left_out = str(texts.counted("share.left-out", len(rows) - kept))
        text = "\n".join([*head, *rows[: kept // 2], left_out, *rows[len(rows) - (kept + 1) // 2 :], *tail])
    return text


def _row(feedback: Feedback, width: int) -> str:
    return "🐂" * feedback.bulls + "🐄" * feedback.cows + "▫️" * (width - feedback.bulls - feedback.cows)


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
