"""Guesses, typed or sent from the keypad."""

from dataclasses import replace

from bot.app.handlers.desk import Desk
from bot.app.handlers.standings import finished
from bot.app.intents import LONGEST_GUESS
from bot.app.ports import Answer
from bot.app.screens.feedback import feedback_in
from bot.app.screens.name import shown_name
from bot.app.table import Table
from bot.app.texts import Html, Texts
from bot.game.model import Phase, Seat
from bot.game.rules import Guess, IllegalMove, Reason, apply
from solver.variant import Code, Fault, InvalidCode

ALL = Seat(0)
"""The seat of a solo game; a whole group sits on it together."""


async def typed(text: str, desk: Desk) -> Answer:
    """A guess that was typed, well or badly."""
    table = desk.table
    if table is None:
        key = "note.no-game-group" if desk.chat.is_group else "note.no-game"
        desk.tell(desk.texts.html(key))
        return Answer()
    if len(text) > LONGEST_GUESS:
        await desk.show_board(table, desk.texts.html("note.long"))
        return Answer()
    if table.keypad:
        desk.work.keep_draft(table.id, desk.person.id, "")
    table = replace(table, keypad=False, asking=None)
    try:
        code = table.game.variant.parse(text)
    except InvalidCode as error:
        table = replace(table, asked_again=None)
        desk.work.save(table)
        await desk.show_board(table, what_is_wrong(error, desk.texts))
        return Answer()
    return await guessed(code, table, desk)


async def guessed(code: Code, table: Table, desk: Desk) -> Answer:
    """A well-formed guess: counted, or pointed out as asked before."""
    knowingly = table.asked_again == code
    try:
        step = apply(table.game, Guess(ALL, code, knowingly=knowingly))
    except IllegalMove as refusal:
        return await _refused(refusal, code, table, desk)
    table = table.after_turn(step.game, desk.person.name)
    is_over = step.game.phase is Phase.OVER
    if is_over:
        table = replace(table, ended_at=desk.world.now(), proof=False)
    if table.keypad:
        desk.work.keep_draft(table.id, desk.person.id, "")
    desk.work.save(table)
    await desk.show_board(table, draft="", standings=await finished(table, desk) if is_over else None)
    return Answer(_said(code, table, desk))


async def _refused(refusal: IllegalMove, code: Code, table: Table, desk: Desk) -> Answer:
    if refusal.reason is not Reason.ASKED_BEFORE:
        raise refusal
    table = replace(table, asked_again=code)
    desk.work.save(table)
    note = desk.texts.html("note.asked-before", answer=_said(code, table, desk))
    await desk.show_board(table, note)
    return Answer(desk.texts.plain("toast.asked-before"))


def _said(code: Code, table: Table, desk: Desk) -> str:
    """The guess with the feedback that it got."""
    feedback = next(turn.feedback for turn in table.game.turns if turn.guess == code)
    written = feedback_in(desk.preferences.style, feedback, desk.texts)
    return f"{table.game.variant.format(code)}: {written}"


def what_is_wrong(error: InvalidCode, texts: Texts) -> Html:
    """The kind word on a text that is no code, of which no sign is repeated that hides or turns what is around it."""
    symbol = shown_name(error.symbol)
    match error.fault:
        case Fault.WRONG_LENGTH:
            return texts.counted("note.wrong-length", error.given)
        case Fault.UNKNOWN_SYMBOL:
            return texts.html("note.unknown-symbol", symbol=symbol)
        case Fault.REPEATED_SYMBOL:
            return texts.html("note.repeated-symbol", symbol=symbol)
        case Fault.UNKNOWN_WORD:
            return texts.html("note.unknown-word", word=symbol)
