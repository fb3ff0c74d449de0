"""The turns of a match: on two boards while it is played, side by side when it is over."""

import unicodedata
from itertools import zip_longest

from bot.app.kinds.match.model import Match
from bot.app.kinds.match.names import rival_of
from bot.app.kinds.match.screens.look import SeatLook
from bot.app.screens.feedback import feedback_in
from bot.app.screens.name import shown_name
from bot.app.screens.turns import latest, turn_lines
from bot.app.screens.variant import beside
from bot.app.texts import Html
from bot.game.model import Game, Seat, Turn

ROOM = 1200
"""UTF-16 units for each of two boards, of the 4096 that a message holds."""
WIDEST = 40
"""Columns that a phone shows on one line."""
BETWEEN = " ┊ "
NONE = "·"


def paths(match: Match, game: Game, look: SeatLook) -> list[list[Html]]:
    """The turns as far as the looker sees them: on one board where all learn from each other, else on two."""
    if not game.turns:
        return []
    if game.mode.shares_history:
        names = (look.texts.html("{name}", name=shown_name(match.sitters[turn.seat].name)) for turn in game.turns)
        lines = zip(_lines(game.turns, game, look), names, strict=True)
        return [latest([Html(f"{line}  {name}") for line, name in lines], 2 * ROOM)]
    mine, theirs = game.turns_of(look.seat), game.turns_of(Seat(1 - look.seat))
    if match.is_over and _fit_side_by_side(mine, theirs, game, look):
        head = look.texts.html("match.side-by-side", name=rival_of(match, look.seat))
        return [[head, *latest(_side_by_side(mine, theirs, game, look), 2 * ROOM)]]
    boards = ((look.texts.html("match.mine"), mine), (look.texts.html("match.theirs"), theirs))
    return [[head, *latest(_lines(turns, game, look), ROOM)] for head, turns in boards if turns]


def _lines(turns: tuple[Turn, ...], game: Game, look: SeatLook) -> list[Html]:
    return turn_lines(turns, game.variant, look.style, look.texts)


def _side_by_side(mine: tuple[Turn, ...], theirs: tuple[Turn, ...], game: Game, look: SeatLook) -> list[Html]:
    pairs = enumerate(zip_longest(mine, theirs), 1)
    return [
        Html(f"{number}. {_half(one, game, look)}{BETWEEN}{_half(other, game, look)}") for number, (one, other) in pairs
    ]


def _half(turn: Turn | None, game: Game, look: SeatLook) -> Html:
    if turn is None:
        return Html(f"<code>{NONE * game.variant.length}</code>")
    return Html(f"<code>{game.variant.show(turn.guess)}</code> {_answer(turn, game, look)}")


def _answer(turn: Turn, game: Game, look: SeatLook) -> Html:
    """The feedback, and the letters of colours."""
    letters = beside(turn.guess, game.variant, look.texts)
    return Html(f"{feedback_in(look.style, turn.feedback, look.texts)}{letters}")


def _fit_side_by_side(mine: tuple[Turn, ...], theirs: tuple[Turn, ...], game: Game, look: SeatLook) -> bool:
    """Whether two turns fit on one line of a phone."""
    widest = max(_width(turn, game, look) for turn in (*mine, *theirs))
    return len("10. ") + 2 * widest + len(BETWEEN) <= WIDEST


def _width(turn: Turn, game: Game, look: SeatLook) -> int:
    text = f"{game.variant.show(turn.guess)} {_answer(turn, game, look)}"
    return sum(2 if unicodedata.east_asian_width(sign) == "W" else 1 for sign in text)
