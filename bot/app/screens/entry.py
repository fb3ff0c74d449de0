"""Entries in lists of games."""

import html
from dataclasses import dataclass

from bot.app.model.board import BoardGame
from bot.app.model.modes import PLAYABLE
from bot.app.screens.variant import variant_name
from bot.app.texts import Html, Texts


@dataclass(frozen=True, slots=True)
class Entry:
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


def board_entry(game: BoardGame, texts: Texts) -> Entry:
    """The entry of a game on a board, the same for everybody who sees it: mode, variant and number of guesses."""
    title, made = PLAYABLE[game.game.mode.name].title or "games.solo", len(game.game.turns)
    parts = [texts.html(title), Html(variant_name(game.game.variant, texts))]
    parts += [texts.counted("end.guesses", made)] * (made > 0)
    line = Html(" · ".join(parts))
    return Entry(game.id, line, html.unescape(line), guesses=made)
