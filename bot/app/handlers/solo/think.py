"""The bot breaks a person's secret: replies, typed or pressed, and what is done about wrong ones."""

import re
from dataclasses import replace

from bot.app.buttons import BoardPress
from bot.app.handlers.desk import Desk
from bot.app.handlers.solo import games
from bot.app.handlers.together import tables
from bot.app.intents import Command
from bot.app.model.breaker import BREAKER, Breaker, before_end
from bot.app.model.table import Table, wish_of
from bot.app.model.wish import Wish
from bot.app.ports import Answer
from bot.app.reply_text import reply_in
from bot.app.screens.feedback import feedback_in
from bot.app.screens.misfit import misfit
from bot.app.texts import NOTHING, Html
from bot.app.verbs import OnBoard, OnThink
from bot.game.model import Phase
from bot.game.notation import position
from bot.game.rules import Amend, Leave, Reply, Step, apply
from solver.feedback import Feedback, possible_feedback
from solver.variant import InvalidCode

TOLD_REPLY = re.compile(r"(\d)(\d)(?:-(\d+))?", re.ASCII)
TOLD_CHANGE = re.compile(r"(\d+)(\d)(\d)", re.ASCII)
OF_ANYBODY = {OnBoard.REPLACE, OnBoard.KEEP, OnThink.STOP, OnBoard.AGAIN, OnThink.SWAP}
"""What others in a group may press as well: if whoever keeps the secret has left, two of them end the game together."""


async def typed(text: str, table: Table, breaker: Breaker, desk: Desk) -> Answer:
    """A reply that was typed, or a code: the secret, where it has been asked for, else what the bot is to ask."""
    if not _is_keeper(table, desk):
        return Answer()
    table, variant, reply = replace(table, asking=None), table.game.variant, reply_in(text)
    if reply is not None and reply in possible_feedback(variant) and not breaker.stopping:
        return await _replied(reply, breaker.fixing, table, breaker, desk)
    try:
        code = variant.parse(text, desk.texts.language)
    except InvalidCode as error:
        return await _remark(_not_understood(error, reply, table, breaker, desk), table, breaker, desk)
    if breaker.stopping:
        return await _ended(replace(breaker, secret=code), table, desk)
    if any(turn.guess == code for turn in table.game.turns):
        return await _remark(desk.texts.html("think.asked-already"), table, breaker, desk)
    return await _shown(table, replace(breaker, asks=code, picks=False, fixing=None), desk)


def _not_understood(error: InvalidCode, reply: Feedback | None, table: Table, breaker: Breaker, desk: Desk) -> Html:
    if breaker.stopping:
        return misfit(error, table.game.variant, desk.texts)
    if reply is not None:
        told = feedback_in(desk.preferences.style, reply, desk.texts)
        return desk.texts.html("think.impossible", reply=told)
    return desk.texts.html("think.how-reply")


async def pressed(press: BoardPress, verb: OnThink | OnBoard, table: Table, breaker: Breaker, desk: Desk) -> Answer:
    """A press on the board, by whoever keeps the secret."""
    if not _is_keeper(table, desk) and verb not in OF_ANYBODY:
        return Answer(desk.texts.plain("alert.not-the-keeper"), alert=True)
    match verb:
        case OnThink.REPLY:
            return await _pressed_reply(press, table, breaker, desk)
        case OnThink.BELIEVE:
            return await _believed(press.argument, table, breaker, desk)
        case OnThink.FIX:
            return await _to_fix(press.argument, table, breaker, desk)
        case OnThink.THOUGHTS:
            return await _shown(table, replace(breaker, thinks_aloud=not breaker.thinks_aloud), desk)
        case OnThink.STOP | OnBoard.RESIGN:
            return await _to_end(table, breaker, desk)
        case OnThink.UNTOLD:
            return await _ended(breaker, table, desk)
        case OnThink.BACK | OnThink.NEVER_MIND:
            return await _went_on(table, _settled(breaker), desk)
        case OnBoard.REPLACE:
            return await games.replace_game(table, desk)
        case OnThink.REOPEN:
            return await _reopened(press, table, breaker, desk)
        case OnBoard.AGAIN | OnThink.SWAP:
            same = verb is OnBoard.AGAIN
            return await games.play(wish_of(table) if same else Wish(variant=table.game.variant.name), desk)
        case _:
            return await _shown(replace(table, asking=None, resigning=()), breaker, desk)


async def hinted_or_stopped(command: Command, table: Table, breaker: Breaker, desk: Desk) -> Answer:
    """/hint and /resign: whoever keeps the secret needs no hint, and others end the game only together."""
    if command is Command.HINT:
        why = "think.no-hints" if _is_keeper(table, desk) else "alert.not-the-keeper"
        return await _remark(desk.texts.html(why), table, breaker, desk)
    return await _to_end(table, breaker, desk)


async def _to_end(table: Table, breaker: Breaker, desk: Desk) -> Answer:
    return await (stop(table, breaker, desk) if _is_keeper(table, desk) else games.resign(table, desk))


async def stop(table: Table, breaker: Breaker, desk: Desk) -> Answer:
    """End the game: whoever likes may say what the secret was."""
    if not table.game.turns:
        return await _ended(breaker, table, desk)
    return await _shown(table, replace(breaker, stopping=True, picks=False, fixing=None), desk)


def _is_keeper(table: Table, desk: Desk) -> bool:
    """Whether this is who keeps the secret: in a group the one who began."""
    return not desk.chat.is_group or desk.person.id == table.starter


def _settled(breaker: Breaker) -> Breaker:
    """Nothing is being put right or ended any more."""
    return replace(breaker, picks=False, fixing=None, stopping=False)


async def _pressed_reply(press: BoardPress, table: Table, breaker: Breaker, desk: Desk) -> Answer:
    told = TOLD_REPLY.fullmatch(press.argument)
    if told is None:
        return desk.stripped("toast.old-button")
    at = None if told[3] is None else int(told[3])
    if press.turn != len(table.game.turns) or at != breaker.fixing:
        return await _moved_on(table, desk)
    reply = Feedback(int(told[1]), int(told[2]))
    if reply not in possible_feedback(table.game.variant):
        return desk.stripped("toast.old-button")
    return await _replied(reply, at, table, breaker, desk)


async def _replied(reply: Feedback, at: int | None, table: Table, breaker: Breaker, desk: Desk) -> Answer:
    """A reply to what the bot asks now or, with `at`, to what it asked in that turn."""
    if at is not None:
        return await _stepped(apply(table.game, Amend(BREAKER, at, reply)), table, breaker, desk)
    asked = (await desk.thoughts_on(table, breaker)).guess
    if asked is None:
        return await _remark(NOTHING, table, _settled(breaker), desk)
    step = apply(table.game, Reply(BREAKER, asked, reply, knowingly=True))
    return await _stepped(step, table, breaker, desk)


async def _believed(argument: str, table: Table, breaker: Breaker, desk: Desk) -> Answer:
    """A suspicion is right: its replies are put right."""
    game = table.game
    for change in argument.split("-"):
        told = TOLD_CHANGE.fullmatch(change)
        if told is None or not 1 <= int(told[1]) <= len(game.turns) or game.phase is Phase.OVER:
            return await _moved_on(table, desk)
        reply = Feedback(int(told[2]), int(told[3]))
        if reply not in possible_feedback(game.variant):
            return desk.stripped("toast.old-button")
        game = apply(game, Amend(BREAKER, int(told[1]) - 1, reply)).game
    return await _stepped(Step(game, ()), table, breaker, desk)


async def _to_fix(argument: str, table: Table, breaker: Breaker, desk: Desk) -> Answer:
    if not argument.isdecimal():
        return await _shown(table, replace(breaker, picks=True, fixing=None), desk)
    if int(argument) >= len(table.game.turns):
        return await _moved_on(table, desk)
    return await _shown(table, replace(breaker, picks=False, fixing=int(argument)), desk)


async def _stepped(step: Step, table: Table, breaker: Breaker, desk: Desk) -> Answer:
    """The game goes on from here, or has been won."""
    if step.game.phase is Phase.OVER:
        ended = replace(table, game=step.game, asking=None, resigning=(), ended_at=desk.world.now())
        return await _shown(ended, replace(breaker, before=position(table.game)), desk)
    table = replace(table, game=step.game, asking=None, resigning=())
    return await _shown(table, replace(_settled(breaker), asks=None), desk)


async def _reopened(press: BoardPress, table: Table, breaker: Breaker, desk: Desk) -> Answer:
    """The reply that ended the game was a slip: all is as it was before. A game begun since then is not lost."""
    before = before_end(table.game, breaker)
    if before is None or press.turn != len(table.game.turns):
        return await _moved_on(table, desk)
    if tables.is_busy(desk):
        return tables.busy(desk)
    if desk.table is not None:
        await tables.put_away(desk.table, desk)
    game, breaker = before
    table = replace(table, game=game, ended_at=None, asking=None, resigning=())
    return await _remark(desk.texts.html("think.taken-back"), table, breaker, desk)


async def _ended(breaker: Breaker, table: Table, desk: Desk) -> Answer:
    game = apply(table.game, Leave(BREAKER)).game
    return await _shown(replace(table, game=game, ended_at=desk.world.now()), _settled(breaker), desk)


async def _shown(table: Table, breaker: Breaker, desk: Desk) -> Answer:
    return await _remark(NOTHING, table, breaker, desk)


async def _went_on(table: Table, breaker: Breaker, desk: Desk) -> Answer:
    """The game goes on, unless it rests; then the presser hears that it still does."""
    await _shown(table, breaker, desk)
    rests = (await desk.thoughts_on(table, breaker)).are_kept_back
    return Answer(desk.texts.plain("toast.still-rated") if rests else "")


async def _moved_on(table: Table, desk: Desk) -> Answer:
    await desk.show_board(table)
    return Answer(desk.texts.plain("toast.moved-on"))


async def _remark(note: Html, table: Table, breaker: Breaker, desk: Desk) -> Answer:
    table = replace(table, breaker=breaker)
    desk.work.save(table)
    await desk.show_board(table, note)
    return Answer()
