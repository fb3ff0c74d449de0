"""Ends of games alone: given up, and what follows for contests."""

from bot.app.kinds.alone import contests, daily, standings
from bot.app.kinds.alone.costliest import ask_for_costliest
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.alone.praise import count, with_praise
from bot.app.kinds.board_presses import resign_by_command
from bot.app.kinds.outcome import Outcome
from bot.app.request import Request


async def give_up(game: Alone, request: Request) -> Outcome[Alone]:
    """End the game; its board shows the secret."""
    return Outcome(await with_praise(game.given_up_at(request.world.now()), request))


async def end(game: Alone, request: Request) -> Outcome[Alone]:
    """Give the game up, if those who must agree do, once it was asked."""
    return await resign_by_command(game, give_up, request)


async def after_end(game: Alone, request: Request) -> None:
    """Tell those whom it concerns, count the game, and let it be thought about what cost most."""
    await count(game, request)
    await _show_standings(game, request)
    await daily.finish(game, request)
    await ask_for_costliest(game, request)


async def _show_standings(game: Alone, request: Request) -> None:
    """Where the game belongs to a contest, those who may know see how that stands now."""
    stands = await contests.finish(game, request)
    if stands is not None:
        await standings.show_to_others(stands, contests.entry_of(game, request.person), request)
