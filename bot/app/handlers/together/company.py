"""Codes at a table where each has a seat: typed, tapped or drawn."""

from dataclasses import replace
from typing import Literal, assert_never

from bot.app.actions.scoring import scored
from bot.app.buttons import BoardPress
from bot.app.handlers.desk import Desk
from bot.app.handlers.keying import after_key, is_missing, symbol_at
from bot.app.messages import Said
from bot.app.model.company import Company, Member, keeper
from bot.app.model.table import Table
from bot.app.ports import Answer
from bot.app.screens.feedback import feedback_in
from bot.app.screens.misfit import misfit
from bot.app.screens.name import name_of
from bot.app.verbs import OnBoard, OnSeat
from bot.game.model import Phase, Seat
from bot.game.rules import Guess, IllegalMove, Join, Reason, SetSecret, apply
from solver.feedback import Feedback
from solver.variant import Code, InvalidCode

LONG_TURN = 60.0
"""Seconds after which the others of a group need wait no more, and may have put the phone away."""
OfCodes = Literal[OnBoard.DIGIT, OnBoard.ERASE, OnBoard.SUBMIT, OnSeat.DRAWN]


async def typed(text: str, table: Table, company: Company, desk: Desk) -> Answer:
    """A code that was typed, well or badly: a secret, a guess, or in a group something said out of turn."""
    seat = keeper(table.game)
    if seat is not None:
        if isinstance(desk.incoming, Said):
            desk.work.retire(desk.chat, desk.incoming.message, wholly=True)
        if company.holder != seat:
            await desk.show_board(table, desk.texts.html("note.press-first", name=name_of(company, seat)))
            return Answer()
    elif _refusal(table, company, desk) is not None:
        return Answer()
    if table.keypad:
        desk.work.keep_draft(table.id, desk.person.id, "")
    table = replace(table, keypad=table.keypad and seat is not None, asking=None)
    try:
        code = table.game.variant.parse(text, desk.texts.language)
    except InvalidCode as error:
        table = replace(table, asked_again=None)
        desk.work.save(table)
        await desk.show_board(table, misfit(error, table.game.variant, desk.texts), draft="")
        return Answer()
    return await _coded(code, table, company, desk)


async def hint(table: Table, desk: Desk) -> Answer:
    """Where people play against each other they think for themselves."""
    await desk.show_board(table, desk.texts.html("note.no-hints"))
    return Answer()


async def coded(press: BoardPress, verb: OfCodes, table: Table, company: Company, desk: Desk) -> Answer:
    """A press on the keypad, by whoever may use it now."""
    refusal = _refusal(table, company, desk)
    if refusal is not None:
        return refusal
    variant = table.game.variant
    draft = await desk.work.draft(table.id, desk.person.id)
    match verb:
        case OnBoard.DIGIT | OnBoard.ERASE:
            symbol = "" if verb is OnBoard.ERASE else symbol_at(press.argument, variant)
            after, told = after_key(draft, symbol, variant, desk.texts)
            if after != draft:
                desk.work.keep_draft(table.id, desk.person.id, after)
                if not desk.chat.is_group:
                    await desk.show_board(table, draft=after)
            return Answer(told)
        case OnBoard.SUBMIT:
            missing = is_missing(draft, variant, desk.texts)
            return Answer(missing) if missing else await _coded(variant.parse(draft), table, company, desk)
        case OnSeat.DRAWN:
            if keeper(table.game) is None:
                return await moved_on(table, desk)
            code = desk.world.draw_secret(variant)
            await _coded(code, table, company, desk)
            return Answer(desk.texts.plain("alert.secret", secret=variant.show(code)), alert=True)
        case _:
            assert_never(verb)


def _refusal(table: Table, company: Company, desk: Desk) -> Answer | None:
    """Why whoever wrote or pressed may send no code now, for them alone; None: they may."""
    game, texts = table.game, desk.texts
    seat = keeper(game)
    if seat is not None:
        return None if company.holder == seat else Answer(texts.plain("toast.moved-on"))
    if not desk.chat.is_group or not game.mode.in_turn:
        return None
    mine, theirs = company.seat_of(desk.person.id), game.to_move
    if theirs is None or mine == theirs:
        return None
    if mine is None or mine not in game.staying:
        return Answer(texts.plain("alert.join-first"), alert=True)
    return Answer(texts.plain("alert.their-turn", name=name_of(company, theirs)), alert=True)


async def _coded(code: Code, table: Table, company: Company, desk: Desk) -> Answer:
    """A well-formed code: a secret where one is to be kept, else a guess."""
    seat = keeper(table.game)
    if seat is not None:
        return await _kept(code, seat, table, company, desk)
    try:
        return await _guessed(code, table, company, desk)
    except IllegalMove as refusal:
        if refusal.reason is not Reason.ASKED_BEFORE:
            await desk.show_board(table)
            return Answer(desk.texts.plain("note.no-seat-left"), alert=True)
    history = table.game.history_of(table.game.to_move or Seat(0))
    answer = _said(code, next(feedback for guess, feedback in history if guess == code), table, desk)
    table = replace(table, asked_again=code)
    desk.work.save(table)
    await desk.show_board(table, desk.texts.html("note.asked-before", answer=answer))
    return Answer(desk.texts.plain("toast.asked-before"))


async def _kept(code: Code, seat: Seat, table: Table, company: Company, desk: Desk) -> Answer:
    """A secret is kept; nothing of it is on the screen that comes then."""
    desk.work.keep_draft(table.id, desk.person.id, "")
    company = replace(company, holder=None, since=desk.world.now())
    table = replace(table, game=apply(table.game, SetSecret(seat, code)).game, company=company)
    desk.work.save(table)
    await desk.show_board(table, draft="")
    return Answer(desk.texts.plain("toast.kept"))


async def _guessed(code: Code, table: Table, company: Company, desk: Desk) -> Answer:
    """A guess; where all guess freely, whoever makes their first one sits down with it. Raises IllegalMove."""
    game, now = table.game, desk.world.now()
    seat = game.to_move if game.mode.in_turn else company.seat_of(desk.person.id)
    if seat is None:
        seat = Seat(len(company.members))
        game = apply(game, Join(seat)).game
        company = replace(company, members=(*company.members, Member(desk.person.name, desk.person.id)))
    game = apply(game, Guess(seat, code, knowingly=table.asked_again == code)).game
    table = table.after_turn(game, company.members[seat].name)
    table = replace(table, company=replace(company, since=now, skipping=()))
    if game.phase is Phase.OVER:
        table = await scored(replace(table, ended_at=now, proof=False), desk.work, now)
    if table.keypad:
        desk.work.keep_draft(table.id, desk.person.id, "")
    desk.work.save(table)
    await show_turn(table, company, desk)
    return Answer(_said(code, game.turns[-1].feedback, table, desk))


async def show_turn(table: Table, before: Company, desk: Desk) -> None:
    """The board, once it is another's turn. `before`: the company while the last turn was waited for.

    After a long turn the others may look elsewhere, so that whoever is next is called by a new message.
    """
    seat = table.game.to_move
    is_call = desk.chat.is_group and seat is not None and before.seat_of(desk.person.id) != seat
    await desk.show_board(table, draft="", anew=is_call and desk.world.now() - before.since >= LONG_TURN)


async def moved_on(table: Table, desk: Desk) -> Answer:
    """What was pressed speaks of another time."""
    await desk.show_board(table)
    return Answer(desk.texts.plain("toast.moved-on"))


def _said(code: Code, feedback: Feedback, table: Table, desk: Desk) -> str:
    """The guess with the feedback that it got."""
    written = feedback_in(desk.preferences.style, feedback, desk.texts)
    return f"{table.game.variant.show(code)}: {written}"
