"""Guessing a number: what is asked, answered and put right."""

from dataclasses import replace

from bot.app.handlers.desk import Desk
from bot.app.handlers.solo.number_games import kept, show
from bot.app.model.number import DIGITS, RELATIONS, NumberTable, answer_in, number_in, question_on
from bot.app.ports import Answer
from bot.app.screens.name import shown_name
from bot.app.screens.solo.number import turn_told, yes_or_no
from bot.app.screens.solo.number_buttons import MINUS
from bot.app.texts import Html
from bot.game.number import MOST_QUESTIONS, KnownAlready, NumberGame, OutOfQuestions, answered, asked, corrected
from solver.interval import Question


async def ask(question: Question, table: NumberTable, desk: Desk) -> Answer:
    """A question to the bot. What is known already is told for nothing."""
    texts = desk.texts
    try:
        game = asked(table.game, question)
    except KnownAlready as known:
        note = texts.html("number.known", answer=yes_or_no(texts, answer=known.answer))
        if table.game.only is not None:
            note = texts.html("number.name-it")
        return await kept(table, desk, note, texts.plain("toast.number-known"))
    except OutOfQuestions:
        return await kept(table, desk, texts.html("number.too-many", count=MOST_QUESTIONS))
    said = f"{question} {yes_or_no(texts, answer=game.turns[-1].answer)}"
    return await _moved(replace(table, asked_by=(*table.asked_by, desk.person.name)), game, desk, said)


async def ask_pressed(argument: str, table: NumberTable, desk: Desk) -> Answer:
    """A question that stands on a button."""
    question = question_on(argument)
    return desk.stripped("toast.old-button") if question is None else await ask(question, table, desk)


async def send(relation: str, table: NumberTable, desk: Desk) -> Answer:
    """A question about the number that has been keyed."""
    draft = await desk.work.draft(table.id, desk.person.id)
    if relation not in RELATIONS:
        return desk.stripped("toast.old-button")
    if not draft.strip(MINUS):
        return Answer(desk.texts.plain("toast.number-first"))
    return await ask(Question(RELATIONS[relation], int(draft)), table, desk)


async def key(symbol: str, table: NumberTable, desk: Desk) -> Answer:
    """A key of the keypad; an empty symbol erases."""
    draft = await desk.work.draft(table.id, desk.person.id)
    after = _after_key(draft, symbol)
    if after != draft:
        desk.work.keep_draft(table.id, desk.person.id, after)
        if not desk.chat.is_group:
            await show(table, desk, draft=after)
    return Answer(after or desk.texts.plain("toast.empty"))


def _after_key(draft: str, symbol: str) -> str:
    if not symbol:
        return draft[:-1]
    if symbol == MINUS:
        return draft[1:] if draft.startswith(MINUS) else MINUS + draft
    digits = draft.lstrip(MINUS)
    sign = draft[: len(draft) - len(digits)]
    is_digit = symbol in set("0123456789")
    return f"{sign}{(digits + symbol).lstrip('0') or '0'}" if is_digit and len(digits) < DIGITS else draft


async def answer(table: NumberTable, desk: Desk, *, says: bool) -> Answer:
    """An answer to the bot. Where no number fits any more it waits for one of them to be put right."""
    if table.game.asks is None:
        return await kept(table, desk, desk.texts.html("number.correct-first"))
    return await _moved(table, answered(table.game, answer=says), desk)


async def flip(argument: str, table: NumberTable, desk: Desk) -> Answer:
    """An answer is put right."""
    if not argument.isdecimal() or int(argument) >= len(table.game.turns):
        return desk.stripped("toast.old-button")
    return await _moved(table, corrected(table.game, int(argument)), desk)


async def in_words(text: str, table: NumberTable, desk: Desk) -> Answer:
    """An answer in words; or, where the answers contradict each other, the number: it tells which are wrong."""
    texts = desk.texts
    if table.starter != desk.person.id:
        await show(table, desk, texts.html("number.keeper", name=shown_name(table.starter_name)))
        return Answer()
    says, number = answer_in(text), number_in(text)
    if says is not None:
        return await answer(table, desk, says=says)
    if number is None or not table.game.is_contradicted:
        return await kept(table, desk, texts.html("number.answer-how"))
    span = table.game.span
    if not span.low <= number <= span.high:
        return await kept(table, desk, texts.html("number.outside", number=number, low=span.low, high=span.high))
    return await _what_is_wrong(number, table, desk)


async def _what_is_wrong(number: int, table: NumberTable, desk: Desk) -> Answer:
    """Tell which answers do not go with the number; a button puts the first of them right."""
    texts, wrong = desk.texts, table.game.wrong_for(number)
    turns = Html(", ".join(turn_told(table.game.turns[at], texts) for at in wrong))
    desk.work.numbers.save(table)
    await show(table, desk, texts.html("number.wrong-for", number=number, turns=turns), wrong=wrong[0])
    return Answer()


async def _moved(table: NumberTable, game: NumberGame, desk: Desk, told: str = "") -> Answer:
    table = table.moved(game)
    if game.is_over:
        table = replace(table, ended_at=desk.world.now(), proof=False, keypad=False)
    elif game.sought is not None:
        desk.work.keep_draft(table.id, desk.person.id, "")
    desk.work.numbers.save(table)
    await show(table, desk, draft="")
    return Answer(told)
