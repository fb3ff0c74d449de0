"""Whether an answer to a task is right. Any answer as good as the best is; every function is a judge of `QUESTIONS`."""

from functools import lru_cache

from bot.game.lessons.task import Task, known_in, left_in, position_of, true_reply
from solver.analysis import information_at
from solver.cost_to_go import exact_cost
from solver.endgame import endgame
from solver.feedback import is_consistent
from solver.knowledge import Chance

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
