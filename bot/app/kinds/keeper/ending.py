"""Ends of games in which the bot breaks a person's secret, and how the last reply is taken back."""

from dataclasses import replace

from bot.app.kinds.board_presses import resign
from bot.app.kinds.keeper.breaker import BREAKER, before_end
from bot.app.kinds.keeper.model import Keeper, is_keeper
from bot.app.kinds.outcome import Outcome, unchanged
from bot.app.model.header import Header
from bot.app.ports import Answer
from bot.app.request import Request
from bot.game.ending import given_up
from bot.game.rules import Leave, apply
from solver.variant import Code


async def end(game: Keeper, request: Request) -> Outcome[Keeper]:
    """The same; where whoever keeps the secret was asked what it was, the game ends without it."""
    if game.breaker.stopping and is_keeper(game, request):
        return end_with(None, game, request)
    return await ask_to_end(game, request)


async def ask_to_end(game: Keeper, request: Request) -> Outcome[Keeper]:
    """End the game: whoever keeps the secret may say first what it was, others end it only together."""
    if not is_keeper(game, request):
        return await resign(game, give_up, request)
    if not game.game.turns:
        return end_with(None, game, request)
    return Outcome(replace(game, breaker=replace(game.breaker, stopping=True, picks=False, fixing=None)))


async def give_up(game: Keeper, request: Request) -> Outcome[Keeper]:
    """End the game at once."""
    return Outcome(replace(game, game=given_up(game.game), ended_at=request.world.now(), proof=False))


def end_with(secret: Code | None, game: Keeper, request: Request) -> Outcome[Keeper]:
    """End the game; None: the secret stays the person's."""
    rules = apply(game.game, Leave(BREAKER)).game
    breaker = replace(game.breaker.settled, secret=secret)
    return Outcome(replace(game, game=rules, ended_at=request.world.now(), breaker=breaker))


def reopen(game: Keeper, request: Request) -> Outcome[Header]:
    """Take the reply back that ended the game: it was a slip."""
    before = before_end(game.game, game.breaker)
    if before is None:
        return unchanged(game, Answer(request.texts.plain("toast.moved-on")), shows=True)
    rules, breaker = before
    game = replace(game, game=rules, breaker=breaker, ended_at=None, asks_to_resign=False, resigning=())
    return Outcome(game, request.texts.html("think.taken-back"))
