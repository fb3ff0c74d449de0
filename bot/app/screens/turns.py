"""Turns as lines of text."""

from collections.abc import Iterable

from bot.app.screens.feedback import NBSP, feedback_in
from bot.app.screens.variant import beside
from bot.app.texts import Html, Texts
from bot.game.model import Turn
from solver.variant import Variant

TAGS = len("<code></code>")


def turn_line(number: int, guess: str, answer: Html) -> Html:
    """A guess with its feedback; an empty guess is hidden from the viewer."""
    return Html(f"{number}. <code>{guess}</code>{NBSP}{NBSP}{answer}" if guess else f"{number}. {answer}")


def turn_lines(turns: Iterable[Turn], variant: Variant, style: str, texts: Texts) -> list[Html]:
    """A line for each turn, with the letters of colours behind it for people who cannot tell them apart."""
    return [
        turn_line(
            number,
            variant.show(turn.guess),
            Html(f"{feedback_in(style, turn.feedback, texts)}{beside(turn.guess, variant, texts)}"),
        )
        for number, turn in enumerate(turns, 1)
    ]


def latest(lines: list[Html], room: int) -> list[Html]:
    """The latest lines that fit, in UTF-16 units of visible text."""
    for at, line in reversed(list(enumerate(lines))):
        room -= len(line.encode("utf-16-le")) // 2 - TAGS + len("\n")
        if room < 0:
            return [Html("…"), *lines[at + 1 :]]
    return lines
