"""How a game between two ends without a code being broken: by the move that the table of costs says."""

from bot.game.leaving import Cost, Way, cost_of
from bot.game.model import Game, Seat, Termination
from bot.game.rules import Abort, Agree, Leave


def end_by(game: Game, seat: Seat, way: Way) -> Leave | Abort | Agree | None:
    """The move that ends a game between two so, at what the table says it costs the seat; None: the game goes on."""
    match cost_of(game, seat, way):
        case Cost.NOTHING:
            return Abort(seat, way)
        case Cost.LOSS:
            return Leave(seat, Termination.TIMED_OUT if way is Way.TIME else Termination.RESIGNED)
        case Cost.DRAW:
            return Agree(seat)
        case Cost.GOES_ON:
            return None
