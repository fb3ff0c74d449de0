"""Replies to the guesses of the bot, typed or pressed, and corrections of them."""

import re
from dataclasses import replace

from bot.app.code_text import code_in
from bot.app.kinds.keeper.breaker import BREAKER
from bot.app.kinds.keeper.ending import end_with
from bot.app.kinds.keeper.model import Keeper, is_keeper
from bot.app.kinds.keeper.thinking import thoughts_here
from bot.app.kinds.outcome import Outcome, strip_buttons, unchanged
from bot.app.ports import Answer
from bot.app.reply_text import reply_in
from bot.app.request import Request
from bot.app.screens.feedback import feedback_in
from bot.app.screens.invalid_code import invalid_code
from bot.app.texts import Html
from bot.game.model import Game, Phase
from bot.game.notation import position
from bot.game.rules import Amend, Reply, apply
from solver.feedback import Feedback, possible_feedback
from solver.variant import InvalidCode

REPLY_DATA = re.compile(r"(\d)(\d)(?:-(\d+))?", re.ASCII)
"""Bulls, cows and, if a reply is corrected, its turn counted from 0: how a button carries a reply."""
CHANGE_DATA = re.compile(r"(\d+)(\d)(\d)", re.ASCII)
"""A turn counted from 1, bulls and cows: how a button carries one change of a suspicion."""


async def type_text(text: str, game: Keeper, request: Request) -> Outcome[Keeper]:
    """Reply as the text says. A code is the secret, where that was asked for, else what the bot is to ask."""
    if not is_keeper(game, request):
        return unchanged(game, Answer())
    game, breaker = replace(game, asks_to_resign=False), game.breaker
    variant, reply = game.game.variant, reply_in(text, request.texts.language)
    if reply is not None and reply in possible_feedback(variant) and not breaker.stopping:
        return await _reply(reply, breaker.fixing, game, request)
    try:
        code = code_in(text, variant, request.texts.language)
    except InvalidCode as error:
        return Outcome(game, _why_unread(error, reply, game, request))
    if breaker.stopping:
        return end_with(code, game, request)
    if any(turn.guess == code for turn in game.game.turns):
        return Outcome(game, request.texts.html("think.asked-already"))
    asking = replace(game, breaker=replace(breaker, asks=code, picks=False, fixing=None))
    if (await thoughts_here(asking, request)).guess is None:
        return Outcome(asking, request.texts.html("think.asks-later", guess=variant.show(code)))
    return Outcome(asking)


async def press_reply(argument: str, game: Keeper, request: Request) -> Outcome[Keeper]:
    """Give the reply that stands on the button."""
    data = REPLY_DATA.fullmatch(argument)
    if data is None:
        return strip_buttons(game, request)
    at = None if data[3] is None else int(data[3])
    if at != game.breaker.fixing:
        return stale_press(game, request)
    reply = Feedback(int(data[1]), int(data[2]))
    if reply not in possible_feedback(game.game.variant):
        return strip_buttons(game, request)
    return await _reply(reply, at, game, request)


def believe(argument: str, game: Keeper, request: Request) -> Outcome[Keeper]:
    """Correct the replies that a suspicion says are wrong: it is right."""
    after = game.game
    for change in argument.split("-"):
        data = CHANGE_DATA.fullmatch(change)
        if data is None or not 1 <= int(data[1]) <= len(after.turns) or after.phase is Phase.OVER:
            return stale_press(game, request)
        reply = Feedback(int(data[2]), int(data[3]))
        if reply not in possible_feedback(after.variant):
            return strip_buttons(game, request)
        after = apply(after, Amend(BREAKER, int(data[1]) - 1, reply)).game
    return _after(after, game, request)


def choose_turn(argument: str, game: Keeper, request: Request) -> Outcome[Keeper]:
    """Choose the turn whose reply is corrected; without an argument show all of them."""
    if not argument.isdecimal():
        return Outcome(replace(game, breaker=replace(game.breaker, picks=True, fixing=None)))
    if int(argument) >= len(game.game.turns):
        return stale_press(game, request)
    return Outcome(replace(game, breaker=replace(game.breaker, picks=False, fixing=int(argument))))


async def go_on(game: Keeper, request: Request) -> Outcome[Keeper]:
    """Correct and end nothing; the game goes on, unless it rests: then the presser hears that it still does."""
    game = replace(game, breaker=game.breaker.settled)
    rests = (await thoughts_here(game, request)).are_kept_back
    return Outcome(game, answer=Answer(request.texts.plain("toast.still-rated") if rests else ""))


async def keep(game: Keeper, request: Request) -> Outcome[Keeper] | None:
    """The same where the board asks the keeper for a wrong reply, for the secret, or whether to give up."""
    asks = game.asks_to_resign or game.breaker != game.breaker.settled
    if not asks or not is_keeper(game, request):
        return None
    return await go_on(replace(game, asks_to_resign=False, resigning=()), request)


def stale_press(game: Keeper, request: Request) -> Outcome[Keeper]:
    """The button speaks of another moment: the board is shown as it is."""
    return unchanged(game, Answer(request.texts.plain("toast.moved-on")), shows=True)


def _why_unread(error: InvalidCode, reply: Feedback | None, game: Keeper, request: Request) -> Html:
    """What is wrong with a text that is neither a reply nor a code."""
    if game.breaker.stopping:
        return invalid_code(error, game.game.variant, request.texts)
    if reply is not None:
        written = feedback_in(request.preferences.style, reply, request.texts)
        return request.texts.html("think.impossible", reply=written)
    return request.texts.html("think.how-reply")


async def _reply(reply: Feedback, at: int | None, game: Keeper, request: Request) -> Outcome[Keeper]:
    """Reply to what the bot asks now or, with `at`, to what it asked in that turn."""
    if at is not None:
        return _after(apply(game.game, Amend(BREAKER, at, reply)).game, game, request)
    guess = (await thoughts_here(game, request)).guess
    if guess is None or game.breaker.picks:
        written = feedback_in(request.preferences.style, reply, request.texts)
        return Outcome(game, request.texts.html("think.first-the-wrong-one", reply=written))
    return _after(apply(game.game, Reply(BREAKER, guess, reply, knowingly=True)).game, game, request)


def _after(rules: Game, before: Keeper, request: Request) -> Outcome[Keeper]:
    """The game goes on from there, or has been won by the bot."""
    game, breaker = replace(before, game=rules, asks_to_resign=False, resigning=()), before.breaker
    if rules.phase is Phase.OVER:
        breaker = replace(breaker, before=position(before.game))
        return Outcome(replace(game, ended_at=request.world.now(), breaker=breaker))
    return Outcome(replace(game, breaker=replace(breaker.settled, asks=None)))
