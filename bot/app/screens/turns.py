"""Turns as lines of text."""

from bot.app.screens.feedback import NBSP
from bot.app.texts import Html

TAGS = len("<code></code>")


def turn_line(number: int, guess: str, answer: Html) -> Html:
    """A guess with its feedback; an empty guess is one that the looker may not see."""
    return Html(f"{number}. <code>{guess}</code>{NBSP}{NBSP}{answer}" if guess else f"{number}. {answer}")


def latest(lines: list[Html], room: int) -> list[Html]:
    """The lines that there is room for, in UTF-16 units of what is seen; the earliest give way."""
    for at, line in reversed(list(enumerate(lines))):
        room -= len(line.encode("utf-16-le")) // 2 - TAGS + len("\n")
        if room < 0:
            return [Html("…"), *lines[at + 1 :]]
    return lines
