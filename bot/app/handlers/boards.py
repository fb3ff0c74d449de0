"""Presses on boards: first whether they may count, then what they do."""

from dataclasses import replace
from typing import assert_never

from bot.app.actions import reviews
from bot.app.actions.boards import slot_of
from bot.app.buttons import BoardPress
from bot.app.handlers import review
from bot.app.handlers.desk import Desk
from bot.app.handlers.keying import after_key, is_missing, symbol_at
from bot.app.handlers.solo import contests, games, hints, think
from bot.app.handlers.solo.guesses import guessed
from bot.app.handlers.together import coming, tables
from bot.app.handlers.together import company as companies
from bot.app.model.company import Company
from bot.app.model.table import Table
from bot.app.ports import Answer
from bot.app.verbs import OnBoard, OnSeat, OnThink
from bot.game.model import Phase

TURN_BOUND = {OnBoard.SUBMIT, OnBoard.HINT, OnBoard.RESIGN, OnBoard.GIVE_UP, OnBoard.REPLACE}
"""What decides something counts only while the board still stands at the turn it showed."""
WHEN_OVER = {OnBoard.PROOF, OnBoard.AGAIN, OnBoard.BEAT, OnBoard.REVIEW, OnThink.REOPEN, OnThink.SWAP}
ONLY_WHEN_OVER = {OnBoard.BEAT, OnBoard.REVIEW}
"""What tells of the secret: no doctored client may ask for it before the end."""


async def pressed(press: BoardPress, desk: Desk) -> Answer:
    """A press on a board."""
    table = await desk.work.table(press.table)
    if table is None or table.chat.id != desk.chat.id:
        return desk.stripped("toast.old-button")
    if press.verb is OnBoard.REPLAY:
        return await _replayed(table, desk)
    if not await desk.is_current(slot_of(table)):
        return desk.stripped("toast.old")
    if table.game.phase is Phase.OVER and press.verb not in WHEN_OVER:
        await desk.show_board(table, draft="")
        return Answer(desk.texts.plain("toast.over"))
    if press.verb in ONLY_WHEN_OVER and table.game.phase is not Phase.OVER:
        return desk.stripped("toast.old-button")
    if press.verb in TURN_BOUND and press.turn != len(table.game.turns):
        await desk.show_board(table)
        return Answer(desk.texts.plain("toast.moved-on"))
    if table.company is not None:
        return await _in_company(press, table, table.company, desk)
    if table.breaker is not None and not isinstance(press.verb, OnSeat):
        return await think.pressed(press, press.verb, table, table.breaker, desk)
    if isinstance(press.verb, OnSeat | OnThink):
        return desk.stripped("toast.old-button")
    return await _on_board(press.verb, press, table, desk)


async def _in_company(press: BoardPress, table: Table, company: Company, desk: Desk) -> Answer:
    """A press where each has a seat: what is not told here does what it does on every board."""
    match press.verb:
        case OnBoard.DIGIT | OnBoard.ERASE | OnBoard.SUBMIT | OnSeat.DRAWN as verb:
            return await companies.coded(press, verb, table, company, desk)
        case OnSeat.JOIN | OnSeat.LEAVE | OnSeat.SKIP | OnSeat.READY as verb:
            return await coming.came_or_went(press, verb, table, company, desk)
        case OnBoard.AGAIN:
            return await tables.again(table, company, desk)
        case OnThink() | OnBoard.HINT | OnBoard.NOTES | OnBoard.BEAT | OnBoard.REVIEW:
            return desk.stripped("toast.old-button")
        case verb:
            return await _on_board(verb, press, table, desk)


async def _on_board(verb: OnBoard, press: BoardPress, table: Table, desk: Desk) -> Answer:
    match verb:
        case OnBoard.DIGIT | OnBoard.ERASE:
            return await _drafted(press, table, desk)
        case OnBoard.SUBMIT:
            return await _submitted(table, desk)
        case OnBoard.KEYPAD:
            return await _shown_after(replace(table, keypad=True), desk)
        case OnBoard.HINT | OnBoard.NOTES:
            helped = hints.pressed if verb is OnBoard.HINT else hints.noted
            return await helped(press.argument, table, desk)
        case OnBoard.RESIGN:
            return await games.ask_to_resign(table, desk)
        case OnBoard.GIVE_UP:
            return await games.resign(table, desk)
        case OnBoard.PROOF:
            return await games.toggle_proof(table, desk)
        case OnBoard.BEAT | OnBoard.REVIEW:
            return await (contests.offered if verb is OnBoard.BEAT else review.of_table)(table, desk)
        case OnBoard.REPLACE:
            return await games.replace_game(table, desk)
        case OnBoard.KEEP:
            return await _shown_after(replace(table, asking=None, resigning=()), desk)
        case OnBoard.AGAIN | OnBoard.REPLAY:
            return await games.again(table, desk)
        case _:
            assert_never(verb)


async def _replayed(table: Table, desk: Desk) -> Answer:
    """The same once more, wished for below a review and not on the board."""
    is_alone = table.company is None and table.breaker is None
    if not is_alone or table.game.phase is not Phase.OVER or not await desk.is_current(reviews.slot_of(table)):
        return desk.stripped("toast.old-button")
    return await games.again(table, desk)


async def _shown_after(table: Table, desk: Desk) -> Answer:
    desk.work.save(table)
    await desk.show_board(table)
    return Answer()


async def _drafted(press: BoardPress, table: Table, desk: Desk) -> Answer:
    draft = await desk.work.draft(table.id, desk.person.id)
    symbol = "" if press.verb is OnBoard.ERASE else symbol_at(press.argument, table.game.variant)
    after, told = after_key(draft, symbol, table.game.variant, desk.texts)
    if after != draft:
        desk.work.keep_draft(table.id, desk.person.id, after)
        if not desk.chat.is_group:
            await desk.show_board(table, draft=after)
    return Answer(told)


async def _submitted(table: Table, desk: Desk) -> Answer:
    variant = table.game.variant
    draft = await desk.work.draft(table.id, desk.person.id)
    if missing := is_missing(draft, variant, desk.texts):
        return Answer(missing)
    return await guessed(variant.parse(draft), table, desk)
