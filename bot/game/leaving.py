"""What leaving a game between two costs: one table, used by rules, clocks and screens."""

from enum import Enum

from bot.game.model import Game, Phase, Seat


class Way(Enum):
    """How a game between two can end without a broken code."""

    WISH = "wish"
    """Somebody presses a button to leave."""
    RESIGN = "resign"
    """Somebody gives up, even where leaving would be free."""
    TIME = "time"
    """Somebody's time has run out."""
    BLOCK = "block"
    """Somebody has blocked the bot, and the game has a clock."""
    GONE = "gone"
    """Somebody has blocked the bot, and the game has no clock."""
    CALL_OFF = "call-off"
    """Both agree to abort it."""
    DRAW = "draw"
    """Both agree to a draw."""


class Begun(Enum):
    """How far the game has come, from the view of somebody who would leave."""

    SECRETS = "secrets"
    """A secret is missing."""
    NOBODY = "nobody"
    """Nobody has guessed."""
    ONLY_I = "only-i"
    ONLY_OTHER = "only-other"
    BOTH = "both"
    SOLVED = "solved"
    """They have broken their code, and the other has a last guess."""


class Cost(Enum):
    """The cost for whoever leaves."""

    NOTHING = "nothing"
    """The game is aborted, and counts for nobody."""
    LOSS = "loss"
    DRAW = "draw"
    GOES_ON = "goes-on"
    """The game goes on."""


NOTHING, LOSS, DRAW, GOES_ON = Cost.NOTHING, Cost.LOSS, Cost.DRAW, Cost.GOES_ON
COSTS: dict[Way, dict[Begun, Cost]] = {
    way: dict(zip(Begun, costs, strict=True))
    for way, costs in {
        #              secrets  nobody   only I   only the other  both     solved
        Way.WISH:     (NOTHING, NOTHING, LOSS,    LOSS,           LOSS,    GOES_ON),
        Way.RESIGN:   (LOSS,    LOSS,    LOSS,    LOSS,           LOSS,    GOES_ON),
        Way.TIME:     (NOTHING, NOTHING, LOSS,    LOSS,           LOSS,    GOES_ON),
        Way.BLOCK:    (GOES_ON, GOES_ON, GOES_ON, GOES_ON,        GOES_ON, GOES_ON),
        Way.GONE:     (NOTHING, NOTHING, LOSS,    LOSS,           LOSS,    GOES_ON),
        Way.CALL_OFF: (NOTHING, NOTHING, NOTHING, NOTHING,        NOTHING, NOTHING),
        Way.DRAW:     (GOES_ON, GOES_ON, DRAW,    DRAW,           DRAW,    DRAW),
    }.items()
}  # fmt: skip
"""The cost of each way, in every mode between two, rated or not: from the first guess on leaving is giving up.

With a clock, being unreachable costs nothing by itself: the time runs out.
"""
NO_SHOW = {Way.TIME}
"""The ways that are recorded as a no-show in a game of the lobby's, although it counts for nobody."""


def begun(game: Game, seat: Seat) -> Begun:
    """How far the game has come for the seat."""
    if game.phase is Phase.SECRETS:
        return Begun.SECRETS
    if game.has_solved(seat):
        return Begun.SOLVED
    mine = bool(game.turns_of(seat))
    theirs = len(game.turns) > len(game.turns_of(seat))
    guessed = {(False, False): Begun.NOBODY, (True, False): Begun.ONLY_I, (False, True): Begun.ONLY_OTHER}
    return guessed.get((mine, theirs), Begun.BOTH)


def cost_of(game: Game, seat: Seat, way: Way) -> Cost:
    """The cost for the seat if the game ends that way now. Raises ValueError for a game that is not between two."""
    if game.mode.seats != 2:  # noqa: PLR2004  two
        raise ValueError("only of a game between two is it known what leaving costs")
    return COSTS[way][begun(game, seat)]


def is_free(game: Game, seat: Seat) -> bool:
    """Whether the seat may leave at no cost."""
    return cost_of(game, seat, Way.WISH) is Cost.NOTHING
