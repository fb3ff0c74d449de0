"""The bot as a player of a match: what it does when the game waits for it."""

from bot.app.kinds.match.model import Match
from bot.app.model.header import COMPUTER
from bot.app.model.levels import LEVELS, guess_of
from bot.app.world import World
from bot.game.model import Seat, Termination
from bot.game.rules import Guess, Move, SetSecret


def own_move(match: Match, world: World) -> Move | None:
    """What the bot does now; None where it has no seat, or where the game does not wait for it. Raises NeedsThought.

    It looks at nothing but what a person in its seat would see.
    """
    seat = match.seat_of(COMPUTER)
    if seat is None or match.is_over:
        return None
    game = match.game
    if match.wants_secret(seat):
        return SetSecret(seat, world.draw_secret(game.variant))
    if not game.may_guess(seat):
        return None
    code = guess_of(LEVELS[match.level], game.variant, game.history_of(seat), match.id, world.recall)
    return Guess(seat, code, knowingly=True)


def keeps_its_number(match: Match) -> bool:
    """Whether the bot has just won, and its number may still be broken."""
    seat, outcome = match.seat_of(COMPUTER), match.game.outcome
    if seat is None or outcome is None or match.number:
        return False
    return outcome.termination is not Termination.ABORTED and not match.game.has_solved(Seat(1 - seat))
