"""Lessons: tasks with their questions, which answers are right, and why.

A new kind of question is an entry of QUESTIONS.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from bot.game.quiz import Reason, Reasons, Value, alike, objections
from solver.candidates import Chance, Knowledge, Position, fitting_codes, knowledge, position_after
from solver.cost_to_go import exact_cost
from solver.feedback import Feedback, History, feedback_for, is_consistent
from solver.information import information_at
from solver.optimal import endgame
from solver.variant import VARIANTS, Code, Variant

# The first lesson: a secret that is shown, and guesses whose replies are explained.

VARIANT = VARIANTS["classic"]
SECRET = VARIANT.parse("0834")
GUESSES = ("3094", "0314", "0834")
"""What it asks to be guessed, one after the other; whatever else is guessed gets its reply as well."""


def next_guess(given: tuple[str, ...]) -> str:
    """What is to be guessed after these guesses."""
    return next(guess for guess in GUESSES if guess not in given)


def reply_to(guess: Code) -> Feedback:
    """The reply to a guess."""
    return feedback_for(guess, SECRET)


# Tasks of lessons: a position, and one question about it.


@dataclass(frozen=True, slots=True)
class Task:
    """A question about what is known after some guesses. What is right is never written: the solver computes it."""

    name: str
    """The stage and the number in it, such as `zero-2`; it never becomes another task's."""
    question: str
    """The name of an entry of QUESTIONS."""
    variant: Variant
    history: History
    about: str = ""
    """The code, the symbol or the symbols that the question is about; empty where it is about the whole position."""
    secret: str = ""
    """The secret, where the question shows it."""
    choices: tuple[str, ...] = ()
    """The answers on buttons."""

    @property
    def code(self) -> Code:
        """The code that the question is about."""
        return self.variant.parse(self.about)

    @property
    def symbol(self) -> int:
        """The symbol that the question is about."""
        return self.variant.alphabet.index(self.about)


@lru_cache(maxsize=64)
def position_of(task: Task) -> Position:
    """The position with its candidates."""
    return position_after(task.variant, task.history)


@lru_cache(maxsize=64)
def known_in(task: Task) -> Knowledge:
    """What the history says of each symbol."""
    return knowledge(task.variant, task.history)


@lru_cache(maxsize=64)
def left_in(task: Task) -> tuple[Code, ...]:
    """The candidates, in code order."""
    return tuple(map(tuple, fitting_codes(task.variant, task.history).tolist()))


def true_reply(task: Task) -> Feedback:
    """The reply of the secret that is shown to the code that the question is about."""
    return feedback_for(task.code, task.variant.parse(task.secret))


# Whether an answer to a task is right. Any answer as good as the best is; every function is a judge of `QUESTIONS`.

YES, NO = "yes", "no"


def is_true_reply(task: Task, answer: str) -> bool:
    """Whether this is what the secret replies to the code."""
    return answer == str(true_reply(task))


def is_number_of_hits(task: Task, answer: str) -> bool:
    """Whether so many symbols of the last guess are in the secret."""
    return int(answer) == sum(task.history[-1][1])


def is_out(task: Task, answer: str) -> bool:
    """Whether that symbol is in no candidate."""
    return known_in(task).of(task.variant.alphabet.index(answer)) is Chance.IMPOSSIBLE


def is_sure(task: Task, answer: str) -> bool:
    """Whether that symbol is in every candidate."""
    return known_in(task).of(task.variant.alphabet.index(answer)) is Chance.CERTAIN


def is_number_among(task: Task, answer: str) -> bool:
    """Whether every candidate has so many of the symbols that the question is about."""
    return numbers_among(task) == {int(answer)}


def can_stand(task: Task, answer: str) -> bool:
    """Whether the symbol stands at that place (from 1) in some candidate."""
    return known_in(task).at(int(answer) - 1, task.symbol) is not Chance.IMPOSSIBLE


def is_verdict(task: Task, answer: str) -> bool:
    """Whether it is true that the code can, or cannot, be the secret."""
    return (answer == YES) == is_consistent(task.code, task.history)


def is_left(task: Task, answer: str) -> bool:
    """Whether that code is a candidate."""
    return is_consistent(task.variant.parse(answer), task.history)


def ends_soonest(task: Task, answer: str) -> bool:
    """Whether no guess needs fewer guesses in all, over all candidates, than this one."""
    return guesses_with(task, answer) == _fewest_guesses(task)


def leaves_fewest(task: Task, answer: str) -> bool:
    """Whether none of the choices leaves fewer candidates on average."""
    return left_by(task, answer) == min(left_by(task, choice) for choice in task.choices)


def numbers_among(task: Task) -> set[int]:
    """How many of the symbols that the question is about a candidate has: one number where that is certain."""
    asked = {task.variant.alphabet.index(symbol) for symbol in task.about}
    return {len(asked & set(code)) for code in left_in(task)}


@lru_cache(maxsize=256)
def left_by(task: Task, guess: str) -> float:
    """How many candidates the guess leaves on average."""
    return information_at(position_of(task), task.variant.parse(guess)).expected


@lru_cache(maxsize=256)
def guesses_with(task: Task, guess: str) -> int | None:
    """The guesses that all candidates together take, if this is the next one and play is perfect from then on."""
    return exact_cost(position_of(task), task.variant.parse(guess))


@lru_cache(maxsize=64)
def _fewest_guesses(task: Task) -> int | None:
    best = endgame(position_of(task))
    return None if best is None else best.total


# Why an answer is right or wrong, as keys of texts with what they speak of.


def told(key: str, **values: Value) -> Reason:
    """The reason whose key in `told.…` ends so."""
    return Reason(f"told.{key}", values)


def symbol_by_symbol(guess: str, secret: str) -> Reasons:
    """What each symbol of the guess brings: those in their places, those elsewhere, and those that are out."""
    placed = tuple(ours for ours, theirs in zip(guess, secret, strict=True) if ours == theirs)
    elsewhere = tuple(symbol for symbol in guess if symbol in secret and symbol not in placed)
    absent = tuple(symbol for symbol in guess if symbol not in secret)
    lines = (told("placed", symbols=placed), told("elsewhere", symbols=elsewhere), told("absent", symbols=absent))
    return tuple(line for line in lines if line.values["symbols"])


def of_reply(task: Task, _answer: str) -> Reasons:
    """What each symbol brings, and the whole reply."""
    guess, secret = task.variant.show(task.code), task.variant.show(task.variant.parse(task.secret))
    return (*symbol_by_symbol(guess, secret), told("reply", guess=guess, reply=true_reply(task)))


def of_hits(task: Task, _answer: str) -> Reasons:
    """Bulls and cows are counted together."""
    reply = task.history[-1][1]
    return (told("hits", bulls=reply.bulls, cows=reply.cows, sum=sum(reply)),)


def of_out(task: Task, answer: str) -> Reasons:
    """A candidate with the symbol that was named, if there is one; the sum; and what is out."""
    out = tuple(symbol for symbol in task.variant.alphabet if is_out(task, symbol))
    with_it = [told("may-be-in", symbol=answer, code=code) for code in _example(task, answer, has=True)]
    return (*with_it, *_sum(task), told("out", symbols=out))


def of_sure(task: Task, answer: str) -> Reasons:
    """A candidate without the symbol that was named, if there is one; the sum; and what is certain."""
    sure = tuple(symbol for symbol in task.variant.alphabet if is_sure(task, symbol))
    without = [told("may-be-out", symbol=answer, code=code) for code in _example(task, answer, has=False)]
    return (*without, *_sum(task), told("sure", symbols=sure))


def of_number_among(task: Task, _answer: str) -> Reasons:
    """What the replies leave for the symbols that were not guessed."""
    return tuple(_sum(task))


def of_place(task: Task, _answer: str) -> Reasons:
    """Which reply rules out which places of the symbol, and where it can stand."""
    every = [str(at + 1) for at in range(task.variant.length)]
    places = [place for place in every if can_stand(task, place)]
    return (*_ruled_out(task, set(every) - set(places)), told("places", symbol=task.about, places=tuple(places)))


def of_verdict(task: Task, _answer: str) -> Reasons:
    """The reply that it contradicts, or that it contradicts none."""
    return _against(task, task.code) or (told("fits", code=task.code),)


def of_left(task: Task, answer: str) -> Reasons:
    """The reply that a wrong code contradicts, and what is left."""
    return (*_against(task, task.variant.parse(answer)), told("left", codes=left_in(task)))


def of_ending(task: Task, answer: str) -> Reasons:
    """Which codes the guess does not tell apart, or that it cannot be the secret; and what is best."""
    guess = task.variant.parse(answer)
    is_known = information_at(position_of(task), guess).worst == 1
    if ends_soonest(task, answer):
        return (told("apart", guess=guess) if is_known else told("none-less", guess=guess),)
    best = next(choice for choice in task.choices if ends_soonest(task, choice))
    why = told("cannot-be", guess=guess) if is_known else told("together", **alike(left_in(task), guess))
    return (why, told("best", guess=best))


def of_leaving(task: Task, answer: str) -> Reasons:
    """How many codes the best choice leaves, and another; where the best cannot be the secret, that it tells more."""
    by_rank = sorted(task.choices, key=lambda choice: left_by(task, choice))
    best = task.variant.parse(by_rank[0])
    others = [choice for choice in (answer, *by_rank[1:]) if left_by(task, choice) > left_by(task, by_rank[0])][:1]
    lines = [told("leaves", guess=choice, left=left_by(task, choice)) for choice in (by_rank[0], *others)]
    if not is_consistent(best, task.history):
        lines.append(told("cannot-win", guess=by_rank[0]))
    return tuple(lines)


def _example(task: Task, symbol: str, *, has: bool) -> list[Code]:
    """A candidate that has the symbol or has it not, if there is such a one."""
    at = task.variant.alphabet.index(symbol)
    return [code for code in left_in(task) if (at in code) is has][:1]


def _against(task: Task, code: Code) -> Reasons:
    return tuple(told("objection", **against) for against in objections(code, task.history))


def _sum(task: Task) -> Iterator[Reason]:
    """What guesses without a symbol in common hold together, and what that leaves for the rest."""
    named = [symbol for guess, _ in task.history for symbol in guess]
    if len(named) != len(set(named)):
        return
    shown = " + ".join(task.variant.show(guess) for guess, _ in task.history)
    held = sum(sum(reply) for _, reply in task.history)
    rest = tuple(symbol for at, symbol in enumerate(task.variant.alphabet) if at not in named)
    yield told("sum", guesses=shown, held=held, length=task.variant.length)
    if rest:
        yield told("rest", symbols=rest, left=task.variant.length - held)


def _ruled_out(task: Task, places: set[str]) -> Iterator[Reason]:
    """These places by the first reply that rules each of them out; last those that only all replies together do."""
    for guess, reply in task.history:
        alone = knowledge(task.variant, ((guess, reply),))
        by_this = {place for place in places if alone.at(int(place) - 1, task.symbol) is Chance.IMPOSSIBLE}
        if by_this:
            told_of = tuple(sorted(by_this))
            yield told("not-there", guess=guess, reply=reply, symbol=task.about, places=told_of)
        places = places - by_this
    if places:
        yield told("not-there-together", symbol=task.about, places=tuple(sorted(places)))


# The kinds of questions. A new one is an entry of QUESTIONS, and its text `ask.…`, `told.…` for its reasons.


class Shape(Enum):
    """What an answer is, and how it is written in data and on buttons."""

    REPLY = "reply"
    """`1B2C`."""
    NUMBER = "number"
    """A number of symbols."""
    SYMBOL = "symbol"
    PLACE = "place"
    """From 1."""
    VERDICT = "verdict"
    """`yes` or `no`."""
    CODE = "code"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A kind of question."""

    name: str
    shape: Shape
    is_right: Callable[[Task, str], bool]
    why: Callable[[Task, str], Reasons]
    """Why an answer is right or wrong."""
    takes_others: bool = True
    """Whether an answer that is on no button may be typed."""
    wants: Callable[[Task], int] = lambda _task: 1
    """How many right answers it takes."""


QUESTIONS = {
    question.name: question
    for question in (
        Question(name="reply", shape=Shape.REPLY, is_right=is_true_reply, why=of_reply),
        Question(name="hits", shape=Shape.NUMBER, is_right=is_number_of_hits, why=of_hits),
        Question(name="out", shape=Shape.SYMBOL, is_right=is_out, why=of_out),
        Question(name="sure", shape=Shape.SYMBOL, is_right=is_sure, why=of_sure),
        Question(name="among", shape=Shape.NUMBER, is_right=is_number_among, why=of_number_among),
        Question(name="place", shape=Shape.PLACE, is_right=can_stand, why=of_place),
        Question(name="fits", shape=Shape.VERDICT, is_right=is_verdict, why=of_verdict),
        Question(name="left", shape=Shape.CODE, is_right=is_left, why=of_left, wants=lambda task: len(left_in(task))),
        Question(name="ending", shape=Shape.CODE, is_right=ends_soonest, why=of_ending),
        Question(name="better", shape=Shape.CODE, is_right=leaves_fewest, why=of_leaving, takes_others=False),
    )
}


def question_of(task: Task) -> Question:
    """The kind of the task's question."""
    return QUESTIONS[task.question]


def choices_of(task: Task) -> tuple[str, ...]:
    """The answers on its buttons: those that it names, or all that there are of that shape."""
    match question_of(task).shape:
        case Shape.VERDICT:
            return (YES, NO)
        case Shape.NUMBER:
            return tuple(map(str, range((len(task.about) or task.variant.length) + 1)))
        case Shape.PLACE:
            return tuple(str(at + 1) for at in range(task.variant.length))
        case _:
            return task.choices


def is_right(task: Task, answer: str) -> bool:
    """Whether the answer is right: as good as the best."""
    return question_of(task).is_right(task, answer)
