"""People who come and go at a table where each has a seat."""

from dataclasses import replace
from typing import Literal

from bot.app.buttons import BoardPress
from bot.app.handlers.desk import Desk
from bot.app.handlers.together.company import LONG_TURN, moved_on, show_turn
from bot.app.model.company import Company, Member, keeper
from bot.app.model.table import Table
from bot.app.ports import Answer
from bot.app.screens.name import name_of
from bot.app.verbs import OnSeat
from bot.game.model import Seat, Termination
from bot.game.rules import IllegalMove, Join, Leave, apply

OfPeople = Literal[OnSeat.JOIN, OnSeat.LEAVE, OnSeat.SKIP, OnSeat.READY]
VOTES = 2
"""So many of the others may go on without whoever is to guess; after a long turn one is enough."""


async def came_or_went(press: BoardPress, verb: OfPeople, table: Table, company: Company, desk: Desk) -> Answer:
    """Somebody sits down, leaves, wants to go on without another, or has the phone in their hands."""
    if verb is OnSeat.READY:
        return await _ready(press, table, company, desk)
    if not table.game.mode.in_turn or not desk.chat.is_group:
        return await moved_on(table, desk)
    seat = company.seat_of(desk.person.id)
    is_in = seat is not None and seat in table.game.staying
    if verb is OnSeat.JOIN:
        return Answer(desk.texts.plain("toast.in-already")) if is_in else await _joined(seat, table, company, desk)
    if seat is None or not is_in:
        return Answer(desk.texts.plain("alert.join-first"), alert=True)
    if verb is OnSeat.LEAVE:
        return await _left(seat, table, company, desk)
    return await _skipped(press, seat, table, company, desk)


async def _ready(press: BoardPress, table: Table, company: Company, desk: Desk) -> Answer:
    seat = keeper(table.game)
    if seat is None or company.holder == seat or press.argument != str(seat):
        return await moved_on(table, desk)
    desk.work.keep_draft(table.id, desk.person.id, "")
    await _keep(replace(table, company=replace(company, holder=seat)), desk)
    return Answer()


async def _joined(seat: Seat | None, table: Table, company: Company, desk: Desk) -> Answer:
    if seat is None:
        seat = Seat(len(company.members))
        company = replace(company, members=(*company.members, Member(desk.person.name, desk.person.id)))
    try:
        game = apply(table.game, Join(seat)).game
    except IllegalMove:
        return Answer(desk.texts.plain("note.no-seat-left"), alert=True)
    await _pass_on(replace(table, game=game, company=company), table, company, desk)
    return Answer(desk.texts.plain("toast.you-are-in"))


async def _left(seat: Seat, table: Table, company: Company, desk: Desk) -> Answer:
    if len(table.game.staying) == 1:
        return Answer(desk.texts.plain("toast.last-one"), alert=True)
    game = apply(table.game, Leave(seat)).game
    await _pass_on(replace(table, game=game, company=company), table, company, desk)
    return Answer(desk.texts.plain("toast.you-are-out"))


async def _skipped(press: BoardPress, seat: Seat, table: Table, company: Company, desk: Desk) -> Answer:
    """One more is tired of waiting: enough of them, or enough time, and the game goes on without that person."""
    game, texts, slow = table.game, desk.texts, table.game.to_move
    if slow is None or press.argument != str(slow) or press.turn != len(game.turns):
        return await moved_on(table, desk)
    if slow == seat:
        return Answer(texts.plain("toast.your-own-turn"), alert=True)
    name = name_of(company, slow)
    votes = tuple(dict.fromkeys((*company.skipping, desk.person.id)))
    needed = min(VOTES, len(game.staying) - 1)
    if desk.world.now() - company.since < LONG_TURN and len(votes) < needed:
        table = replace(table, company=replace(company, skipping=votes))
        await _keep(table, desk)
        return Answer(texts.plain("toast.skip-noted", name=name), alert=True)
    game = apply(game, Leave(slow, Termination.TIMED_OUT)).game
    await _pass_on(replace(table, game=game), table, company, desk)
    return Answer(texts.plain("toast.skipped", name=name))


async def _pass_on(table: Table, before: Table, company: Company, desk: Desk) -> None:
    """Show the table after somebody came or went; if it waits for another than before, their time begins."""
    if table.game.to_move == before.game.to_move:
        await _keep(table, desk)
        return
    since_then = replace(company, since=desk.world.now(), skipping=())
    table = replace(table, company=since_then)
    desk.work.save(table)
    await show_turn(table, company, desk)


async def _keep(table: Table, desk: Desk) -> None:
    desk.work.save(table)
    await desk.show_board(table)
