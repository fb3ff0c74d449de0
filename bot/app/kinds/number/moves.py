"""Moves of guessing a number: questions, answers, and corrections of answers."""

from dataclasses import replace

from bot.app.kinds.number.model import Number
from bot.app.kinds.number.screens.board import answer_word, turn_line
from bot.app.kinds.number.screens.buttons import example_of
from bot.app.kinds.outcome import Outcome, strip_buttons
from bot.app.ports import Answer
from bot.app.question_text import answer_in, number_in
from bot.app.request import Request
from bot.app.screens.name import shown_name
from bot.app.texts import Html
from bot.game.number import (
    MOST_QUESTIONS,
    KnownAlready,
    NumberGame,
    OutOfQuestions,
    answered,
    asked,
    corrected,
    guessed,
    pointed,
)
from solver.interval import InvalidQuestion, Question, Relation, parse_question


async def type_text(text: str, game: Number, request: Request) -> Outcome[Number]:
    """Guess the number or ask what the text asks; or, where a person keeps the secret, answer as it says."""
    game = replace(game, asks_to_resign=False)
    if not game.bot_keeps:
        return _answer_in_words(text, game, request)
    number = number_in(text)
    try:
        asking = parse_question(text) if number is None else number
    except InvalidQuestion:
        return Outcome(game, request.texts.html("number.how", example=example_of(game.game)))
    outcome = ask(asking, game, request)
    if outcome.game.game == game.game:
        return outcome
    return replace(outcome, game=replace(outcome.game, keypad=False))


def ask(asking: Question | int, game: Number, request: Request) -> Outcome[Number]:
    """Ask the bot, or guess. What follows from the answers so far is answered, and not counted."""
    texts = request.texts
    try:
        after = asked(game.game, asking) if isinstance(asking, Question) else guessed(game.game, asking)
    except KnownAlready as known:
        note = texts.html("number.known", answer=answer_word(known.turn, texts))
        if game.game.only is not None:
            note = texts.html("number.name-it")
        return Outcome(game, note, Answer(texts.plain("toast.number-known")))
    except OutOfQuestions:
        return Outcome(game, texts.html("number.too-many", count=MOST_QUESTIONS))
    toast = f"{asking} {answer_word(after.turns[-1], texts)}"
    return _outcome(replace(game, asked_by=(*game.asked_by, request.person.name)), after, request, toast)


def answer(game: Number, request: Request, *, says: bool | Relation) -> Outcome[Number]:
    """Answer the bot: yes, no, or where the number lies. Where none fits it waits until an answer is corrected."""
    if game.game.asks is None:
        return Outcome(game, request.texts.html("number.correct-first"))
    after = answered(game.game, answer=says) if isinstance(says, bool) else pointed(game.game, says)
    return _outcome(game, after, request)


def correct(argument: str, game: Number, request: Request) -> Outcome[Number]:
    """Turn the answer of that turn, counted from 0, round."""
    if not argument.isdecimal() or int(argument) >= len(game.game.turns):
        return strip_buttons(game, request)
    return _outcome(game, corrected(game.game, int(argument)), request)


def _answer_in_words(text: str, game: Number, request: Request) -> Outcome[Number]:
    """Answer the bot; or, where the answers contradict each other, find the wrong ones by the secret that is told."""
    texts, span = request.texts, game.game.span
    if game.starter != request.person.id:
        return Outcome(game, texts.html("number.keeper", name=shown_name(game.starter_name)), changed=False)
    says, number = answer_in(text, texts.language), number_in(text)
    if says is not None:
        return answer(game, request, says=says)
    if number is None or not game.game.is_contradicted:
        return Outcome(game, texts.html("number.answer-how"))
    if not span.low <= number <= span.high:
        return Outcome(game, texts.html("number.outside", number=number, low=span.low, high=span.high))
    wrong = game.game.wrong_for(number)
    turns = Html(", ".join(turn_line(game.game.turns[at], texts) for at in wrong))
    return Outcome(replace(game, wrong=wrong[0]), texts.html("number.wrong-for", number=number, turns=turns))


def _outcome(game: Number, after: NumberGame, request: Request, toast: str = "") -> Outcome[Number]:
    """The outcome of a move. What was keyed for it is gone."""
    game = game.after(after)
    if after.is_over:
        game = replace(game, ended_at=request.world.now(), proof=False, keypad=False)
    return Outcome(game, answer=Answer(toast), draft="" if game.bot_keeps else None)
