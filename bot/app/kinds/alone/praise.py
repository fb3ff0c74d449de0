"""What is said of a game that somebody has just won, beside the games that they have played before."""

from bot.app.kinds.alone.model import Alone, Praise
from bot.app.model.played import HINT, PlayedGame
from bot.app.request import Request
from bot.game.model import Termination

LOOKED_AT = 300
"""Games. Of somebody who has played more, nobody knows at a glance which was the best, so nothing is said."""


async def praise_for(game: Alone, request: Request) -> Praise:
    """What is to be said of a game that ends now. In a group all have won together, so nothing is said there."""
    outcome = game.game.outcome
    if game.chat.is_group or game.is_practice or outcome is None or outcome.termination is not Termination.SOLVED:
        return Praise.NONE
    played = await request.work.games.played_by(game.starter, LOOKED_AT)
    counts = [(before, count) for _, before in played if (count := _guesses_to_solve(before)) is not None]
    if not counts:
        return Praise.FIRST
    alike = [count for before, count in counts if _is_alike(before, game)]
    is_best = alike and len(game.game.turns) < min(alike) and not game.suggestions and len(played) < LOOKED_AT
    return Praise.BEST if is_best else Praise.NONE


def _guesses_to_solve(played: PlayedGame) -> int | None:
    """In how many guesses a secret of the bot's was broken; None if none was."""
    if played.kind != "alone":
        return None
    _, guesses, *ends = played.gist.line.split("|")
    return None if ends else len(guesses.split())


def _is_alike(played: PlayedGame, game: Alone) -> bool:
    """Whether it was the same game, without hints and with no other help."""
    same = played.gist.line.split()[:2] == [game.game.mode.name, game.game.variant.name]
    return same and HINT not in played.log and played.gist.facts.get("help", "normal") == game.help.value
