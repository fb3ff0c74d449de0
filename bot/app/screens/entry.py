"""A game in a list."""

import html
from dataclasses import dataclass

from bot.app.model.board import BoardGame
from bot.app.model.modes import PLAYABLE
from bot.app.screens.variant import variant_name
from bot.app.texts import Html, Texts


@dataclass(frozen=True, slots=True)
class Entry:
    """A game in a list of the games that somebody plays."""

    game: str
    line: Html
    label: str
    """Of its button."""
    waits: bool = True
    """Whether it waits for this person."""


def board_entry(game: BoardGame, texts: Texts) -> Entry:
    """A game on a board, the same for everybody who sees it: its mode, its variant, and how far it has come."""
    title, made = PLAYABLE[game.game.mode.name].title or "games.solo", len(game.game.turns)
    parts = [texts.html(title), Html(variant_name(game.game.variant, texts))]
    parts += [texts.counted("end.guesses", made)] * (made > 0)
    line = Html(" · ".join(parts))
    return Entry(game.id, line, html.unescape(line))
