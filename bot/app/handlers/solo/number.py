"""Guessing a number: what is typed for the game, and the presses on its board."""

from dataclasses import replace
from typing import assert_never

from bot.app.buttons import NumberPress
from bot.app.handlers.desk import Desk
from bot.app.handlers.solo import number_games as games
from bot.app.handlers.solo import number_moves as moves
from bot.app.handlers.solo.number_games import kept, show
from bot.app.model.number import NumberTable, question_in
from bot.app.ports import Answer
from bot.app.verbs import OnNumber
from solver.interval import InvalidQuestion

STEP_BOUND = {
    OnNumber.ASK, OnNumber.SEND, OnNumber.YES, OnNumber.NO, OnNumber.FLIP,
    OnNumber.RESIGN, OnNumber.GIVE_UP, OnNumber.REPLACE,
}  # fmt: skip
"""What decides something counts only while the board still stands at the step that it showed."""
WHEN_OVER = {OnNumber.PROOF, OnNumber.GUESSER, OnNumber.KEEPER}
OF_WHOEVER_ASKS = {OnNumber.ASK, OnNumber.SEND, OnNumber.KEYPAD, OnNumber.KEY, OnNumber.ERASE, OnNumber.PROOF}
OF_WHOEVER_ANSWERS = {OnNumber.YES, OnNumber.NO, OnNumber.CORRECT, OnNumber.FLIP, OnNumber.BACK}


async def typed(text: str, table: NumberTable, desk: Desk) -> Answer:
    """What is typed for the game: a question or a number alone, or an answer, well or badly."""
    table = replace(table, asking=None)
    if table.game.sought is None:
        return await moves.in_words(text, table, desk)
    try:
        question = question_in(text)
    except InvalidQuestion:
        left = table.game.left
        example = left.best_question.number if left is not None and left.size > 1 else table.game.only
        return await kept(table, desk, desk.texts.html("number.how", example=example))
    return await moves.ask(question, replace(table, keypad=False), desk)


async def hint(table: NumberTable, desk: Desk) -> Answer:
    """What a good question would be; to see it once more until the next question is free."""
    left = table.game.left
    if table.game.sought is None or left is None or left.size == 1:
        await show(table, desk)
        return Answer()
    hinted = tuple(dict.fromkeys((*table.hinted, len(table.game.turns))))
    note = desk.texts.html("number.hint", question=left.best_question, count=len(hinted))
    return await kept(replace(table, hinted=hinted), desk, note)


async def pressed(press: NumberPress, desk: Desk) -> Answer:
    """A press on a board: first whether it may count, then what it does."""
    table = await desk.work.numbers.load(press.number)
    if table is None or table.chat.id != desk.chat.id:
        return desk.stripped("toast.old-button")
    if not await desk.is_current(table.slot):
        return desk.stripped("toast.old")
    if table.game.is_over and press.verb not in WHEN_OVER:
        await show(table, desk)
        return Answer(desk.texts.plain("toast.over"))
    if press.verb in STEP_BOUND and press.step != table.step:
        await show(table, desk)
        return Answer(desk.texts.plain("toast.moved-on"))
    if press.verb in (OF_WHOEVER_ASKS if table.game.sought is None else OF_WHOEVER_ANSWERS):
        return desk.stripped("toast.old-button")
    if press.verb in OF_WHOEVER_ANSWERS and table.starter != desk.person.id:
        return Answer(desk.texts.plain("toast.number-keeper"))
    return await _on_board(press, table, desk)


async def _on_board(press: NumberPress, table: NumberTable, desk: Desk) -> Answer:
    match press.verb:
        case OnNumber.ASK | OnNumber.SEND | OnNumber.KEYPAD | OnNumber.KEY | OnNumber.ERASE as verb:
            return await _asking(verb, press.argument, table, desk)
        case OnNumber.YES | OnNumber.NO:
            return await moves.answer(table, desk, says=press.verb is OnNumber.YES)
        case OnNumber.CORRECT | OnNumber.BACK:
            return await kept(replace(table, correcting=press.verb is OnNumber.CORRECT), desk)
        case OnNumber.FLIP:
            return await moves.flip(press.argument, table, desk)
        case OnNumber.GUESSER | OnNumber.KEEPER:
            return await games.turn_round(table, desk, bot_keeps=press.verb is OnNumber.GUESSER)
        case OnNumber.RESIGN | OnNumber.GIVE_UP:
            return await (games.resign if press.verb is OnNumber.GIVE_UP else games.ask_to_resign)(table, desk)
        case OnNumber.REPLACE:
            return await games.replace_game(table, desk)
        case OnNumber.KEEP:
            return await kept(replace(table, asking=None, resigning=()), desk)
        case OnNumber.PROOF:
            return await kept(replace(table, proof=not table.proof), desk)
        case _:
            assert_never(press.verb)


async def _asking(verb: OnNumber, argument: str, table: NumberTable, desk: Desk) -> Answer:
    """What whoever asks the bot presses."""
    if verb is OnNumber.ASK:
        return await moves.ask_pressed(argument, table, desk)
    if verb is OnNumber.SEND:
        return await moves.send(argument, table, desk)
    if verb is OnNumber.KEYPAD:
        return await kept(replace(table, keypad=not table.keypad), desk)
    return await moves.key("" if verb is OnNumber.ERASE else argument, table, desk)
