"""Ends of games without a broken code, and deadlines across outages of the bot."""

from bot.game.leaving import Cost, Way, cost_of
from bot.game.model import Game, Phase, Seat, Termination
from bot.game.rules import Abort, Agree, Leave, apply

# Deadlines across outages of the bot.


def lengthened(deadline: float, since: float, outages: tuple[tuple[float, float], ...]) -> float:
    """The deadline, later by the outages that fell between `since` and the deadline. All times in seconds."""
    for began, ended in sorted(outages):
        if began < deadline:
            deadline += max(0.0, ended - max(began, since))
    return deadline


# Ends of games without a broken code.


def end_by(game: Game, seat: Seat, way: Way) -> Leave | Abort | Agree | None:
    """The move that ends a game between two in that way, at the cost that the table gives; None: the game goes on."""
    match cost_of(game, seat, way):
        case Cost.NOTHING:
            return Abort(seat, way)
        case Cost.LOSS:
            return Leave(seat, Termination.TIMED_OUT if way is Way.TIME else Termination.RESIGNED)
        case Cost.DRAW:
            return Agree(seat)
        case Cost.GOES_ON:
            return None


def given_up(game: Game) -> Game:
    """The game, given up: by all, or in a duel by whoever is to guess."""
    if game.phase is Phase.SECRETS:
        return apply(game, Abort(Seat(0))).game
    leaving = game.staying if game.to_move is None or not game.mode.own_secrets else (game.to_move,)
    for seat in leaving:
        game = apply(game, Leave(seat)).game
    return game
