"""What is kept for ever of a match. What it did to ratings stands in the results."""

from bot.app.kinds.match.model import Match, seats_of
from bot.app.model.played import Gist, Progress
from bot.game.notation import position


def progress_of(game: Match) -> Progress:
    """How far the match has come."""
    return Progress(len(game.game.turns), tuple(sitter.hints for sitter in game.sitters))


def gist_of(game: Match) -> Gist | None:
    """What is kept; nothing where nobody has guessed and nobody has won."""
    outcome = game.game.outcome
    if not game.game.turns and (outcome is None or outcome.winner is None):
        return None
    facts = (
        {"clock": game.clock} | ({"rated": "1"} if game.rated else {}) | ({"level": game.level} if game.level else {})
    )
    return Gist(position(game.game), seats_of(game), (game.salt, *game.salts), facts)
