"""How a game of several ends: its code is broken, or it is given up by those who must agree."""

from dataclasses import replace

from bot.app.kinds.board_presses import resign_by_command
from bot.app.kinds.group.model import Group
from bot.app.kinds.group.scoring import add_points
from bot.app.kinds.outcome import Outcome
from bot.app.ports import Work
from bot.app.request import Request


async def finish(game: Group, now: float, work: Work) -> Group:
    """The game once it is over at that time, solved or given up. The only place where points are added."""
    return await add_points(replace(game, ended_at=now, proof=False), work)


async def give_up(game: Group, request: Request) -> Outcome[Group]:
    """End the game, and show its secret."""
    now = request.world.now()
    return Outcome(await finish(game.given_up_at(now), now, request.work))


async def end(game: Group, request: Request) -> Outcome[Group]:
    """Give the game up, if those who must agree do, once it was asked."""
    return await resign_by_command(game, give_up, request)
