"""Entries in lists of games."""

import html
from dataclasses import dataclass

from bot.app.model.game import BoardGame
from bot.app.model.modes import PLAYABLE
from bot.app.screen import dotted
from bot.app.screens.board import variant_name
from bot.app.texts import NOTHING, Html, Texts


@dataclass(frozen=True, slots=True)
class ListedGame:
    """An entry in the list of a person's games."""

    game: str
    line: Html
    label: str
    """The text of its button."""
    waits: bool = True
    """Whether it is this person's turn."""
    rival: str = ""
    """The name of whoever else plays it, from a screen of their own; empty: nobody."""
    guesses: int = 0
    age: float = 0.0
    """Seconds since it was begun."""


def board_entry(game: BoardGame, texts: Texts, name: Html = NOTHING, title: str = "") -> ListedGame:
    """The entry of a game on a board, the same for everybody who sees it: its name, and the number of guesses.

    `name`: its own; else that of mode and variant, with this title besides, if it has one.
    """
    made, titles = len(game.game.turns), list(filter(None, (PLAYABLE[game.game.mode.name].title, title)))
    line = name or dotted(*map(texts.html, titles or ["games.solo"]), variant_name(game.game.variant, texts))
    return ListedGame(game.id, line, html.unescape(with_guesses(line, made, texts)), guesses=made)


def with_guesses(line: Html, made: int, texts: Texts) -> Html:
    """The line, and how many guesses have been made, if any."""
    return Html(f"{line} · {texts.counted('end.guesses', made)}" if made else line)
