"""Why an answer is right or wrong, as keys of texts with what they speak of."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from bot.game.lessons.judging import can_stand, ends_soonest, is_out, is_sure, left_by
from bot.game.lessons.task import Task, left_in, objection, position_of, true_reply
from solver.analysis import information_at
from solver.feedback import Feedback, feedback_for, is_consistent
from solver.knowledge import Chance, knowledge
from solver.variant import Code

Value = str | int | float | Feedback | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence: what its key in `told.…` ends with, and what stands in it. A tuple is shown as a list."""

    key: str
    values: Mapping[str, Value] = field(default_factory=dict)


Reasons = tuple[Reason, ...]


def told(key: str, **values: Value) -> Reason:
    """That reason."""
    return Reason(key, values)


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
    return (*_with(task, answer), *_sum(task), told("out", symbols=out))


def of_sure(task: Task, answer: str) -> Reasons:
    """A candidate without the symbol that was named, if there is one; the sum; and what is certain."""
    sure = tuple(symbol for symbol in task.variant.alphabet if is_sure(task, symbol))
    return (*_without(task, answer), *_sum(task), told("sure", symbols=sure))


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
    return _about_code(task, task.code)


def of_left(task: Task, answer: str) -> Reasons:
    """The reply that a wrong code contradicts, and what is left."""
    code = task.variant.parse(answer)
    wrong = () if is_consistent(code, task.history) else _about_code(task, code)
    return (*wrong, told("left", codes=_shown(task, left_in(task))))


def of_ending(task: Task, answer: str) -> Reasons:
    """Which codes the guess does not tell apart, or that it cannot be the secret; and what is best."""
    guess = task.variant.parse(answer)
    shown, best = task.variant.show(guess), _best_ending(task)
    if ends_soonest(task, answer):
        is_known = information_at(position_of(task), guess).worst == 1
        return (told("apart", guess=shown) if is_known else told("none-less", guess=shown),)
    if together := _together(task, guess):
        codes, reply = together
        return (told("together", guess=shown, codes=_shown(task, codes), reply=reply), told("best", guess=best))
    return (told("cannot-be", guess=shown), told("best", guess=best))


def of_leaving(task: Task, answer: str) -> Reasons:
    """How many codes the best choice leaves, and another; where the best cannot be the secret, that it tells more."""
    by_rank = sorted(task.choices, key=lambda choice: left_by(task, choice))
    best = task.variant.parse(by_rank[0])
    others = [choice for choice in (answer, *by_rank[1:]) if left_by(task, choice) > left_by(task, by_rank[0])][:1]
    lines = [told("leaves", guess=choice, left=left_by(task, choice)) for choice in (by_rank[0], *others)]
    if not is_consistent(best, task.history):
        lines.append(told("cannot-win", guess=by_rank[0]))
    return tuple(lines)


def _with(task: Task, answer: str) -> Iterator[Reason]:
    symbol = task.variant.alphabet.index(answer)
    for code in left_in(task):
        if symbol in code:
            yield told("may-be-in", symbol=answer, code=task.variant.show(code))
            return


def _without(task: Task, answer: str) -> Iterator[Reason]:
    symbol = task.variant.alphabet.index(answer)
    for code in left_in(task):
        if symbol not in code:
            yield told("may-be-out", symbol=answer, code=task.variant.show(code))
            return


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
            yield told("not-there", guess=task.variant.show(guess), reply=reply, symbol=task.about, places=told_of)
        places = places - by_this
    if places:
        yield told("not-there-together", symbol=task.about, places=tuple(sorted(places)))


def _about_code(task: Task, code: Code) -> Reasons:
    shown, against = task.variant.show(code), objection(task, code)
    if against is None:
        return (told("fits", code=shown),)
    guess, reply = against
    return (
        told("objection", code=shown, guess=task.variant.show(guess), other=feedback_for(guess, code), reply=reply),
    )


def _together(task: Task, guess: Code) -> tuple[tuple[Code, ...], Feedback] | None:
    """The candidates that give the same reply to the guess, the most of them; None if there are none."""
    parts: dict[Feedback, list[Code]] = {}
    for code in left_in(task):
        parts.setdefault(feedback_for(guess, code), []).append(code)
    reply = max(parts, key=lambda each: len(parts[each]))
    return (tuple(parts[reply]), reply) if len(parts[reply]) > 1 else None


def _best_ending(task: Task) -> str:
    return next(choice for choice in task.choices if ends_soonest(task, choice))


def _shown(task: Task, codes: tuple[Code, ...]) -> tuple[str, ...]:
    return tuple(map(task.variant.show, codes))
