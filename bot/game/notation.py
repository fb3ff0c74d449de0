"""A game in one line of text, as FEN serves chess: `solo classic 0834 | 0123 4567 | resigned 0`.

Mode, variant, secret; the guesses in order; who gave up, if anybody. Feedback is not written: it follows.
"""

from bot.game.model import Game, Seat, Turn
from bot.game.modes import MODES
from solver.feedback import feedback_for
from solver.variant import VARIANTS


def position(game: Game) -> str:
    """The line of a game. Needs the secret."""
    if game.secret is None:
        raise ValueError("a game without its secret cannot be written down")
    written = game.variant.format
    parts = [
        f"{game.mode.name} {game.variant.name} {written(game.secret)}",
        " ".join(written(turn.guess) for turn in game.turns),
    ]
    if game.forfeit is not None:
        parts.append(f"resigned {game.forfeit}")
    return " | ".join(parts).rstrip()


def game_at(line: str) -> Game:
    """The game of a line. Raises ValueError where it is none."""
    head, _, rest = line.partition("|")
    guesses, _, end = rest.partition("|")
    try:
        mode_name, variant_name, written_secret = head.split()
        mode, variant = MODES[mode_name], VARIANTS[variant_name]
    except (KeyError, ValueError):
        raise ValueError("not a position: it begins with mode, variant and secret") from None
    secret = variant.parse(written_secret)
    asked = (variant.parse(guess) for guess in guesses.split())
    turns = tuple(Turn(Seat(0), guess, feedback_for(guess, secret)) for guess in asked)
    return Game(variant, mode, secret, turns, _forfeit(end))


def _forfeit(end: str) -> Seat | None:
    match end.split():
        case []:
            return None
        case ["resigned", seat]:
            return Seat(int(seat))
    raise ValueError("not a position: after the guesses there is `resigned` and a seat, or nothing")
