"""Guesses, typed or sent from the keypad."""

from dataclasses import replace

from bot.app.handlers.desk import Desk
from bot.app.handlers.solo.standings import finished
from bot.app.intents import LONGEST_GUESS
from bot.app.model.table import Asked, Table
from bot.app.ports import Answer
from bot.app.screens.feedback import feedback_in
from bot.app.screens.misfit import misfit
from bot.game.model import Phase, Seat
from bot.game.rules import Guess, IllegalMove, Reason, Reply, apply
from solver.evil import hardest_reply
from solver.variant import Code, InvalidCode

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
        code = table.game.variant.parse(text, desk.texts.language)
    except InvalidCode as error:
        table = replace(table, asked_again=None)
        desk.work.save(table)
        await desk.show_board(table, misfit(error, table.game.variant, desk.texts))
        return Answer()
    return await guessed(code, table, desk)


async def guessed(code: Code, table: Table, desk: Desk) -> Answer:
    """A well-formed guess: counted, or pointed out as asked before."""
    try:
        step = apply(table.game, _move(code, table, desk))
    except IllegalMove as refusal:
        return await _refused(refusal, code, table, desk)
    has_picture_below = table.hint is not None and Asked.TABLE in table.hint.asked
    table = table.after_turn(step.game, desk.person.name)
    is_over = step.game.phase is Phase.OVER
    if is_over:
        table = replace(table, ended_at=desk.world.now(), proof=False)
    if table.keypad:
        desk.work.keep_draft(table.id, desk.person.id, "")
    desk.work.save(table)
    standings = await finished(table, desk) if is_over else None
    await desk.show_board(table, draft="", anew=has_picture_below, standings=standings)
    return Answer(_said(code, table, desk))


def _move(code: Code, table: Table, desk: Desk) -> Guess | Reply:
    """The guess; where there is no secret, with the reply that leaves most codes. Raises ThinkFirst."""
    game, knowingly = table.game, table.asked_again == code
    if not game.mode.told:
        return Guess(ALL, code, knowingly=knowingly)
    reply = desk.world.recall(hardest_reply, game.variant, game.history_of(ALL), code)
    return Reply(ALL, code, reply, knowingly=knowingly)


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
    return f"{table.game.variant.show(code)}: {written}"
