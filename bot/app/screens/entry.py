"""A game in a list."""

from dataclasses import dataclass

from bot.app.model.board import BoardGame
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
    """A game on a board, the same for everybody who sees it."""
    variant = Html(f" · {variant_name(game.game.variant, texts)}")
    return Entry(game.id, Html(f"{texts.html('games.solo')}{variant}"), f"{texts.plain('games.solo-button')}{variant}")
