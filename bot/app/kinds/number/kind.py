"""The kind of games in which a number is guessed, by people or by the bot: their moves, keypad and presses.

The buttons with what each does, and the kind; how a game begins and ends; the moves; what the keypad has made.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from enum import Enum
from typing import Any, ClassVar

from bot.app.buttons import GamePress, GameVerb, OnNumber
from bot.app.kind import Decision, Fit, Kind, Request, Rule, decision_of, unchanged
from bot.app.kinds.number.model import (
    CODEC,
    DIGITS,
    InvalidRange,
    Number,
    RangeFault,
    asking_about,
    asking_of,
    range_in,
)
from bot.app.kinds.number.screens import MINUS, answer_word, board, example_of, turn_line
from bot.app.kinds.table import ask_first, go_on_after_asking, keep, vote, with_draft
from bot.app.model.game import Header
from bot.app.reading import Reading, whole_number
from bot.app.screen import Answer, Place, Screen, lines
from bot.app.screens.common import Viewer
from bot.app.screens.entries import ListedGame
from bot.app.screens.people import shown_name
from bot.app.stats.actions import mark_told
from bot.app.stats.model import MASTER, MasteryStore
from bot.app.texts import Html, Texts, short_text
from bot.app.work import Work
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
from solver.interval import Interval, InvalidQuestion, Question, Relation, parse_question

# The buttons of the board of a number game: who has them, when each counts, and what it does.

Action = Callable[[str, Number, Request], Decision[Header] | Awaitable[Decision[Header]]]
"""Given what the button says besides its verb."""


class Whose(Enum):
    """On which boards a button is."""

    ALL = "all"
    WHERE_BOT_KEEPS = "asks"
    WHERE_ONE_ANSWERS = "answers"
    """Only whoever keeps the secret may press it."""


async def press_ask(argument: str, game: Number, request: Request) -> Decision[Number]:
    """Ask what stands on the button."""
    if (asking := asking_of(argument)) is None:
        request.old_button()
    return await ask(asking, game, request)


async def send(relation: str, game: Number, request: Request) -> Decision[Number]:
    """Guess the number that the person has tapped, or ask how the secret stands to it."""
    draft = await request.work.draft(game.id, request.person.id)
    asking = asking_about(relation, int(draft if draft.strip(MINUS) else 0))
    if asking is None:
        request.old_button()
    if not draft.strip(MINUS):
        return unchanged(game, Answer(request.texts.plain("toast.number-first")))
    return await ask(asking, game, request)


async def press_key(symbol: str, game: Number, request: Request) -> Decision[Number]:
    """Put the symbol of that key behind what the person has tapped, or erase the last one if it is empty."""
    draft = await request.work.draft(game.id, request.person.id)
    after = after_key(draft, symbol)
    return with_draft(game, draft, after, after or request.texts.plain("toast.empty"), request)


def correct(argument: str, game: Number, request: Request) -> Decision[Number]:
    """Turn the answer of that turn, counted from 0, round."""
    at = request.found(whole_number(argument, len(game.game.turns) - 1))
    return _outcome(game, corrected(game.game, at), request)


def changing(**changes: Any) -> Action:
    """The button that only changes what the board shows."""
    return lambda _argument, game, _request: Decision(replace(game, **changes))


ALL, ASKS, ANSWERS = Whose.ALL, Whose.WHERE_BOT_KEEPS, Whose.WHERE_ONE_ANSWERS
DECIDES, CHANGES_VIEW, ALSO_AFTER = Rule(bound=True), Rule(), Rule(over=True)
BUTTONS: dict[GameVerb, tuple[Whose, Rule, Action]] = {
    OnNumber.ASK: (ASKS, DECIDES, press_ask),
    OnNumber.SEND: (ASKS, DECIDES, send),
    OnNumber.KEY: (ASKS, CHANGES_VIEW, press_key),
    OnNumber.ERASE: (ASKS, CHANGES_VIEW, lambda _, game, request: press_key("", game, request)),
    OnNumber.KEYPAD: (ASKS, CHANGES_VIEW, lambda _, game, request: Decision(replace(game, keypad=not game.keypad))),
    OnNumber.PROOF: (ASKS, ALSO_AFTER, lambda _, game, request: Decision(replace(game, proof=not game.proof))),
    OnNumber.YES: (ANSWERS, DECIDES, lambda _, game, request: answer(game, request, says=True)),
    OnNumber.NO: (ANSWERS, DECIDES, lambda _, game, request: answer(game, request, says=False)),
    OnNumber.FLIP: (ANSWERS, DECIDES, correct),
    OnNumber.CORRECT: (ANSWERS, CHANGES_VIEW, changing(correcting=True)),
    OnNumber.BACK: (ANSWERS, CHANGES_VIEW, changing(correcting=False)),
    OnNumber.GUESSER: (ALL, ALSO_AFTER, lambda _, game, request: take_turns(game, request, bot_keeps=True)),
    OnNumber.KEEPER: (ALL, ALSO_AFTER, lambda _, game, request: take_turns(game, request, bot_keeps=False)),
    OnNumber.RESIGN: (ALL, DECIDES, lambda _, game, request: ask_to_end(game, request)),
    OnNumber.GIVE_UP: (ALL, DECIDES, lambda _, game, request: give_up(game, request)),
    OnNumber.KEEP: (ALL, CHANGES_VIEW, lambda _, game, request: go_on_after_asking(game, request)),
}

# The kind of games in which a number is guessed, by people or by the bot.


class NumberKind(Kind[Number]):
    """One keeps a number, and others ask whether it is larger."""

    codec = CODEC
    rules: ClassVar = {verb: rule for verb, (_, rule, _) in BUTTONS.items()}

    async def type_text(self, typed: Reading, game: Number, request: Request) -> Decision[Header]:
        """A number or a question; or, where a person keeps the secret, an answer."""
        game = replace(game, asks_to_resign=False)
        if not game.bot_keeps:
            return _answer_in_words(typed, game, request)
        try:
            asking = parse_question(typed.text) if typed.number is None else typed.number
        except InvalidQuestion:
            if typed.is_fraction:
                return Decision(game, _no_fraction(typed.text, request))
            return Decision(game, request.texts.html("number.how", example=example_of(game.game)))
        decision = await ask(asking, game, request)
        if decision.game.game == game.game:
            return decision
        return replace(decision, game=replace(decision.game, keypad=False))

    async def press_button(self, press: GamePress, game: Number, request: Request) -> Decision[Header]:
        """If its button is on this board and for whoever pressed it."""
        whose, _, action = BUTTONS[press.verb]
        request.needs(whose is not (ANSWERS if game.bot_keeps else ASKS))
        if whose is ANSWERS and game.starter != request.person.id:
            return unchanged(game, Answer(request.texts.plain("toast.number-keeper")))
        return await decision_of(action(press.argument, game, request))

    async def screen_of(self, game: Number, viewer: Viewer, work: Work) -> Screen:
        return board(game, viewer)

    def entry_of(self, game: Number, person: int, texts: Texts) -> ListedGame:
        """Its range, the same for everybody."""
        span = game.game.span
        line = texts.html("number.listed", low=span.low, high=span.high)
        return ListedGame(game.id, line, f"🔢 {span.low}…{span.high}", guesses=game.game.questions)

    async def end(self, game: Number, request: Request) -> Decision[Header]:
        return give_up(game, request) if game.asks_to_resign else ask_to_end(game, request)

    async def keep(self, game: Number, request: Request) -> Decision[Header] | None:
        """Whether to give it up is asked."""
        return keep(game, request)

    async def hint(self, game: Number, request: Request) -> Decision[Header]:
        """The question that halves what is left; the same until the next question, and it counts once."""
        left = game.game.left
        if not game.bot_keeps or left is None:
            key = "number.no-hints" if game.starter == request.person.id else "number.keeper"
            return Decision(game, request.texts.html(key, name=shown_name(game.starter_name)), changed=False)
        if left.size == 1:
            return Decision(game, request.texts.html("number.name-it"), changed=False)
        hinted = tuple(dict.fromkeys((*game.hinted, len(game.game.turns))))
        note = request.texts.html("number.hint", question=left.best_question, count=len(hinted))
        return Decision(replace(game, hinted=hinted), note)

    async def after_end(self, game: Number, request: Request) -> None:
        """Count the game, if it was a master's."""
        if game.mastered:
            request.work.of(MasteryStore).add(game.id, game.chat.id, game.mastered)
            if not game.chat.is_group:
                await mark_told(game.starter, MASTER, request.work)

    def step(self, game: Number, person: int) -> int:
        return game.step

    def is_untouched(self, game: Number) -> bool:
        return not game.game.turns

    def fits(self, typed: Reading, game: Number, request: Request) -> Fit:
        """A question is for a number game alone, and so is an answer to the bot, unless a rival is being talked to."""
        if typed.is_question:
            return Fit.ONLY
        if not game.bot_keeps and typed.answer is not None:
            here = request.focus is None or any(other.id == request.focus for other in request.games)
            return Fit.ONLY if here else Fit.PERHAPS
        if typed.number is None:
            return Fit.NEARLY if typed.is_fraction else Fit.NEVER
        return Fit.PERHAPS if game.game.span.low <= typed.number <= game.game.span.high else Fit.NEARLY

    def again(self, game: Number) -> GameVerb:
        return OnNumber.GUESSER if game.bot_keeps else OnNumber.KEEPER

    def example_for(self, game: Number, texts: Texts) -> str:
        return str(example_of(game.game))

    def has_keypad(self, game: Number, person: int) -> bool:
        return game.keypad


NUMBER = NumberKind()

# How games of guessing a number begin and end.

WHY_INVALID = {
    RangeFault.FORM: "number.range-how",
    RangeFault.FRACTION: "number.range-how",
    RangeFault.FAR: "number.range-far",
    RangeFault.NARROW: "number.range-narrow",
}


async def begin(argument: str, request: Request) -> Decision[Number] | Html:
    """Begin a game in the range that is typed; or say, where no number game runs, why that is none.

    Who keeps the secret is as it was the last time.
    """
    try:
        span = range_in(argument)
    except InvalidRange as error:
        note = request.texts.html(WHY_INVALID[error.fault])
        if error.number:
            note = lines(_no_fraction(error.number, request), note)
        game = _running(request)
        return note if game is None else Decision(game, note, changed=False)
    latest = await request.work.games.latest(request.chat.id, Number)
    return play(span, request, bot_keeps=latest is None or latest.bot_keeps)


def _no_fraction(number: str, request: Request) -> Html:
    return request.texts.html("number.fraction", number=short_text(number))


def play(span: Interval, request: Request, *, bot_keeps: bool) -> Decision[Number]:
    """Begin a game beside those that are on; but one like it in which nothing was asked is shown again."""
    game = _running(request)
    if game is not None and not game.game.turns and (game.game.span, game.bot_keeps) == (span, bot_keeps):
        return Decision(game, changed=False, place=None if request.pressed is None else Place.BOTTOM)
    drawn = _with_drawn_secret(span, request, bot_keeps=bot_keeps)
    game = Number(**request.new_header(), game=drawn, starter_name=request.person.name)
    return Decision(game, place=Place.BOTTOM)


def take_turns(game: Number, request: Request, *, bot_keeps: bool) -> Decision[Number]:
    """Choose who keeps the secret: in this game as long as nothing has been asked in it, else in a new one."""
    if game.is_over:
        return play(game.game.span, request, bot_keeps=bot_keeps)
    if game.game.turns or bot_keeps == game.bot_keeps:
        return unchanged(game, Answer(), shows=True)
    after = game.after(_with_drawn_secret(game.game.span, request, bot_keeps=bot_keeps))
    after = replace(after, salt=request.world.new_salt(), keypad=False, proof=False)
    return Decision(replace(after, starter=request.person.id, starter_name=request.person.name))


def ask_to_end(game: Number, request: Request) -> Decision[Number]:
    """Ask before the game ends, lest a slip of the finger end it. Not where nothing was asked, or two must agree."""
    return ask_first(game, request, has_begun=bool(game.game.turns)) or give_up(game, request)


def give_up(game: Number, request: Request) -> Decision[Number]:
    """Give the game up, if those who must agree do."""
    return vote(game, request) or Decision(game.given_up_at(request.world.now()))


def _with_drawn_secret(span: Interval, request: Request, *, bot_keeps: bool) -> NumberGame:
    return NumberGame(span, request.world.draw_number(span.low, span.high) if bot_keeps else None)


def _running(request: Request) -> Number | None:
    """The number game that runs here and was begun last."""
    return next((game for game in reversed(request.games) if isinstance(game, Number)), None)


# Moves of guessing a number: questions, answers, and corrections of answers.


async def ask(asking: Question | int, game: Number, request: Request) -> Decision[Number]:
    """Ask the bot, or guess; the first game that somebody masters so is an achievement."""
    decision = _asked(asking, game, request)
    if not decision.game.mastered or game.chat.is_group:
        return decision
    before = await request.work.of(MasteryStore).of(game.chat.id)
    return replace(decision, game=replace(decision.game, earned=not before.games))


def _asked(asking: Question | int, game: Number, request: Request) -> Decision[Number]:
    """What follows from the answers so far is answered, and not counted."""
    texts, span = request.texts, game.game.span
    if not isinstance(asking, Question) and not span.low <= asking <= span.high:
        beyond = {"number": short_text(str(asking)), "low": span.low, "high": span.high}
        return Decision(game, texts.html("number.beyond", **beyond), Answer(texts.plain("number.beyond", **beyond)))
    try:
        after = asked(game.game, asking) if isinstance(asking, Question) else guessed(game.game, asking)
    except KnownAlready as known:
        note = texts.html("number.known", answer=answer_word(known.turn, texts))
        if game.game.only is not None:
            note = texts.html("number.name-it")
        return Decision(game, note, Answer(texts.plain("toast.number-known")))
    except OutOfQuestions:
        return Decision(game, texts.html("number.too-many", count=MOST_QUESTIONS))
    toast = f"{asking} {answer_word(after.turns[-1], texts)}"
    game = replace(game.guessed_too(request.person.id), asked_by=(*game.asked_by, request.person.name))
    return _outcome(game, after, request, toast)


def answer(game: Number, request: Request, *, says: bool | Relation) -> Decision[Number]:
    """Answer the bot: yes, no, or where the number lies. Where none fits it waits until an answer is corrected."""
    if game.game.asks is None:
        return Decision(game, request.texts.html("number.correct-first"))
    after = answered(game.game, answer=says) if isinstance(says, bool) else pointed(game.game, says)
    return _outcome(game, after, request)


def _answer_in_words(typed: Reading, game: Number, request: Request) -> Decision[Number]:
    """Answer the bot; or, where the answers contradict each other, find the wrong ones by the secret that is told."""
    texts, span = request.texts, game.game.span
    if game.starter != request.person.id:
        return Decision(game, texts.html("number.keeper", name=shown_name(game.starter_name)), changed=False)
    says, number = typed.answer, typed.number
    if says is not None:
        return answer(game, request, says=says)
    if number is None or not game.game.is_contradicted:
        return Decision(game, texts.html("number.answer-how"))
    if not span.low <= number <= span.high:
        return Decision(game, texts.html("number.outside", number=number, low=span.low, high=span.high))
    wrong = game.game.wrong_for(number)
    turns = Html(", ".join(turn_line(game.game.turns[at], texts) for at in wrong))
    return Decision(replace(game, wrong=wrong[0]), texts.html("number.wrong-for", number=number, turns=turns))


def _outcome(game: Number, after: NumberGame, request: Request, toast: str = "") -> Decision[Number]:
    """The outcome of a move. What was keyed for it is gone."""
    game = game.after(after)
    if after.is_over:
        game = replace(game, ended_at=request.world.now(), proof=False, keypad=False)
    return Decision(game, answer=Answer(toast), draft="" if game.bot_keeps else None)


# Numbers that are tapped on the keypad.


def after_key(draft: str, symbol: str) -> str:
    """The draft once the key of that symbol was pressed. An empty symbol erases, the minus turns the sign round."""
    if not symbol:
        return draft[:-1]
    if symbol == MINUS:
        return draft[1:] if draft.startswith(MINUS) else MINUS + draft
    digits = draft.lstrip(MINUS)
    sign = draft[: len(draft) - len(digits)]
    is_digit = symbol in set("0123456789")
    return f"{sign}{(digits + symbol).lstrip('0') or '0'}" if is_digit and len(digits) < DIGITS else draft
