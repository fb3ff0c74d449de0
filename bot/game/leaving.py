"""What leaving a game between two costs: one table, which the rules, the clocks and the screens all read."""

from enum import Enum

from bot.game.model import Game, Phase, Seat


class Way(Enum):
    """How a game between two ends, or may, without a code being broken."""

    WISH = "wish"
    """Somebody wants to leave, and presses so."""
    RESIGN = "resign"
    """Somebody gives the game to the other, whatever leaving would cost."""
    TIME = "time"
    """Somebody's time has run out."""
    BLOCK = "block"
    """Somebody cannot be reached any more, and the clock runs."""
    GONE = "gone"
    """Somebody cannot be reached any more, and there is no clock."""
    CALL_OFF = "call-off"
    """Both agree that it shall not have been."""
    DRAW = "draw"
    """Both agree to a draw."""


class Begun(Enum):
    """How far the game has come, as somebody sees it who would leave."""

    SECRETS = "secrets"
    """Somebody has still to keep a secret."""
    NOBODY = "nobody"
    """Nobody has guessed."""
    ONLY_I = "only-i"
    ONLY_OTHER = "only-other"
    BOTH = "both"
    SOLVED = "solved"
    """They have broken their code, and the other is still to guess."""


class Cost(Enum):
    """What comes of it for whoever leaves."""

    NOTHING = "nothing"
    """The game is aborted, and counts for nobody."""
    LOSS = "loss"
    DRAW = "draw"
    GOES_ON = "goes-on"
    """It cannot be left so, or not yet: the game goes on."""


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
"""In every mode between two, rated or not: the first guess, whoever makes it, turns leaving into giving up.

Where the clock runs, being out of reach costs nothing by itself: the time that runs out does.
"""
NO_SHOW = {Way.TIME}
"""The ways that are noted of whoever left a game of the lobby's, though it counts for nobody: they never came."""


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
    """What it costs the seat if the game ends that way now. Raises ValueError for a game that is not between two."""
    if game.mode.seats != 2:  # noqa: PLR2004  two
        raise ValueError("only of a game between two is it known what leaving costs")
    return COSTS[way][begun(game, seat)]


def is_free(game: Game, seat: Seat) -> bool:
    """Whether the seat may leave as it likes, and the game counts for nobody."""
    return cost_of(game, seat, Way.WISH) is Cost.NOTHING
