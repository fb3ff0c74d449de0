"""The kind of games in which a number is guessed, by people or by the bot."""

from dataclasses import replace

from bot.app.kinds.kind import Fit, Kind
from bot.app.kinds.number import codec, played
from bot.app.kinds.number.beginning import end, keep
from bot.app.kinds.number.model import Number
from bot.app.kinds.number.moves import type_text
from bot.app.kinds.number.presses import RULES, press_button
from bot.app.kinds.number.screens.board import board
from bot.app.kinds.outcome import Look, Outcome
from bot.app.ports import Work
from bot.app.question_text import answer_in, is_question, number_in
from bot.app.request import Request
from bot.app.screen import Screen
from bot.app.screens.entry import Entry
from bot.app.texts import Texts


async def screen_of(game: Number, look: Look, work: Work) -> Screen:  # noqa: ARG001  nothing else is read
    """The board."""
    return board(game, look)


def entry_of(game: Number, person: int, texts: Texts) -> Entry:  # noqa: ARG001  everybody sees the same
    """The game in a list: its range."""
    span = game.game.span
    line = texts.html("number.listed", low=span.low, high=span.high)
    return Entry(game.id, line, f"🔢 {span.low}…{span.high}")


def fit(text: str, game: Number, request: Request) -> Fit:
    """A question is for a number game alone, and so is an answer to the bot, unless a rival is being talked to."""
    if is_question(text):
        return Fit.ONLY
    if not game.bot_keeps and answer_in(text) is not None:
        here = request.focus is None or any(other.id == request.focus for other in request.games)
        return Fit.ONLY if here else Fit.PERHAPS
    return Fit.PERHAPS if number_in(text) is not None else Fit.NEVER


async def count_mastery(game: Number, request: Request) -> None:
    """Count the game that is over, if it was a master's."""
    if game.mastered:
        request.work.masteries.add(game.id, game.chat.id, game.mastered)


class Hints:
    """A hint is the question that halves what is left."""

    async def hint(self, game: Number, request: Request) -> Outcome[Number]:
        """Say that question; the same one may be seen again until the next question, and counts once."""
        left = game.game.left
        if not game.bot_keeps or left is None or left.size == 1:
            return Outcome(game, changed=False)
        hinted = tuple(dict.fromkeys((*game.hinted, len(game.game.turns))))
        note = request.texts.html("number.hint", question=left.best_question, count=len(hinted))
        return Outcome(replace(game, hinted=hinted), note)

    async def weigh(self, _text: str, _game: Number, _request: Request) -> Outcome[Number] | None:
        """None: no guess is weighed here."""
        return None


NUMBER: Kind[Number] = Kind(
    name="number",
    model=Number,
    codec=codec,
    played=played,
    type_text=type_text,
    press_button=press_button,
    screen_of=screen_of,
    entry_of=entry_of,
    end=end,
    keep=keep,
    rules=RULES,
    step=lambda game, _person: game.step,
    untouched=lambda game: not game.game.turns,
    fits=fit,
    keypad=lambda game, _person: game.keypad,
    hints=Hints(),
    after_end=count_mastery,
)
