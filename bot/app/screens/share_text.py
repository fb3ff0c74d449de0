"""A finished game as text to share: its length and replies, without the guesses."""

from bot.app.texts import Texts
from bot.game.model import Game, Termination
from solver.feedback import Feedback

LONGEST_SHARE = 256
"""Telegram's limit for text that a button copies, in UTF-16 units to be safe."""


def share_text(game: Game, texts: Texts, username: str, title: str = "") -> str:
    """The number of guesses and a row of bulls and cows for each, without digits.

    If it is too long for the clipboard, the earliest rows are left out. `title`: further text in the head.
    """
    width = game.variant.length
    solved = game.outcome is not None and game.outcome.termination is Termination.SOLVED
    head = [texts.plain("share.text", username=username), *([title] if title else [])]
    head.append(str(texts.counted("share.guesses" if solved else "end.guesses", len(game.turns))))
    rows = [_row(turn.feedback, width) for turn in game.turns]
    text = "\n".join(head + rows)
    while _units(text) > LONGEST_SHARE:
        rows = rows[1:]
        text = "\n".join([*head, "…", *rows])
    return text


def _row(feedback: Feedback, width: int) -> str:
    return "🐂" * feedback.bulls + "🐄" * feedback.cows + "▫️" * (width - feedback.bulls - feedback.cows)


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
