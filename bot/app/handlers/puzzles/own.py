"""Puzzles that one's own games came to: the position before the guess that cost most."""

from dataclasses import replace

from bot.app.advice.positions import payload_of
from bot.app.kinds.alone.model import ALL, Alone
from bot.app.model.puzzling import OpenPuzzle, Puzzler
from bot.app.request import Request
from bot.game.puzzles.making import made_of

FITTING = ("apart", "fewest", "left", "only")
"""The kinds that are tried, in this order: first those that ask for the guess that was missed."""
LOOKED_AT = 5
"""So many of the latest games are looked at."""


async def from_own_games(puzzler: Puzzler, request: Request) -> tuple[Puzzler, OpenPuzzle | None]:
    """A puzzle from the earliest of their latest games that was not looked at yet; None: these came to none.

    With the person as whom those games were looked at. Raises NeedsThought.
    """
    latest = await request.work.games.latest_of(request.chat.id, Alone, LOOKED_AT)
    for game in reversed(latest):
        if game.opened_at > puzzler.looked_back and game.is_over:
            puzzler = replace(puzzler, looked_back=game.opened_at)
            if (opened := _from(game, request)) is not None:
                return puzzler, opened
    return puzzler, None


def _from(game: Alone, request: Request) -> OpenPuzzle | None:
    if game.costliest is None or game.costliest.number < 2 or game.is_practice:  # noqa: PLR2004  a turn before it
        return None
    if game.daily is not None and request.world.now() < game.daily.closes_at:
        return None
    variant, before = game.game.variant, game.game.history_of(ALL)[: game.costliest.number - 1]
    puzzle, payload = request.world.recall(made_of, FITTING, variant, before), payload_of(variant, before)
    if puzzle is None or payload is None:
        return None
    return OpenPuzzle(f"{puzzle.kind}_{payload}", played_at=game.opened_at)
