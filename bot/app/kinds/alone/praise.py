"""What is said of a game that ends beside those that its player has ended before, and counting it among them."""

from dataclasses import replace

from bot.app.actions import ledgers
from bot.app.kinds.alone.model import Alone, Praise, Standing
from bot.app.kinds.alone.played import gist_of, progress_of
from bot.app.model.ledger import Ended, Ledger
from bot.app.model.ledger_lines import ended_of
from bot.app.model.played import PlayedGame, log_after
from bot.app.ports import Work
from bot.app.request import Request
from bot.app.world import World


async def with_praise(game: Alone, request: Request) -> Alone:
    """The game that ends now with what is said of it. In a group all have played together, so nothing is said there.

    Nothing is said either while older games are still being counted.
    """
    played = _played(game)
    ended = None if played is None else ended_of(played)
    if ended is None:
        return game
    before = await ledgers.ledger_of(game.starter, request.work)
    if before.done is not None:
        return game
    tally = before.with_game(ended).of(ended.key)
    standing = Standing(tally.games, None if tally.mean is None else round(tally.mean, 2))
    return replace(game, praise=_praise(ended, before), standing=standing)


async def count(game: Alone, request: Request) -> None:
    """Count the game, which this very work ends."""
    played = _played(game)
    if played is not None and ended_of(played) is not None:
        await ledgers.count_game(played, request.person.name, request.work, request.world)


async def count_review(game: Alone, work: Work, world: World) -> None:
    """Count the review of the game, which it has just got."""
    if (played := _played(game)) is not None:
        await ledgers.count_review(game.id, played, work, world)


def _played(game: Alone) -> PlayedGame | None:
    """What is kept of the game for ever; the seconds of its moves do not matter here."""
    gist = gist_of(game)
    return None if gist is None else PlayedGame("alone", gist, 0, 0, log_after("", progress_of(game), 0))


def _praise(ended: Ended, before: Ledger) -> Praise:
    if not ended.solved:
        return Praise.NONE
    if not before.of_all.solved:
        return Praise.FIRST
    best = before.of(ended.key).best.get(ended.help)
    is_best = best is not None and ended.guesses < best and not ended.hints
    return Praise.BEST if is_best else Praise.NONE
