"""What was missed waits: a day, then three, then seven; and calls nobody."""

from bot.app.model.lessons import Learner
from bot.game.daily import DAY

NEW = Learner(1)


def answered(learner: Learner, *answers: tuple[bool, float], task: str = "zero-1") -> Learner:
    """The learner after answers on these days."""
    for is_right, day in answers:
        learner = learner.after_answer(task, is_right=is_right, now=day * DAY)
    return learner


def test_what_was_right_never_waits() -> None:
    learner = answered(NEW, (True, 0))
    assert learner.right == {"zero-1"}
    assert not learner.missed
    assert learner.due(1000 * DAY) == ()


def test_what_was_missed_is_due_after_one_three_and_seven_days() -> None:
    learner = answered(NEW, (False, 0))
    assert learner.due(0.9 * DAY) == ()
    assert learner.due(1 * DAY) == ("zero-1",)
    learner = answered(learner, (True, 2))
    assert learner.due(4.9 * DAY) == ()
    assert learner.due(5 * DAY) == ("zero-1",)
    learner = answered(learner, (True, 5))
    assert learner.due(11.9 * DAY) == ()
    assert learner.due(12 * DAY) == ("zero-1",)
    learner = answered(learner, (True, 12))
    assert not learner.missed
    assert learner.right == {"zero-1"}


def test_an_answer_before_it_is_due_puts_nothing_off() -> None:
    learner = answered(NEW, (False, 0), (True, 0.1), (True, 0.2))
    assert learner.right == {"zero-1"}
    assert learner.due(1 * DAY) == ("zero-1",)


def test_whoever_misses_it_again_begins_anew() -> None:
    learner = answered(NEW, (False, 0), (True, 1), (True, 4), (False, 11))
    assert learner.right == frozenset()
    assert learner.due(11.5 * DAY) == ()
    assert learner.due(12 * DAY) == ("zero-1",)
    assert answered(learner, (True, 12)).due(14 * DAY) == ()


def test_what_waits_longest_comes_first() -> None:
    learner = answered(answered(NEW, (False, 2), task="a-1"), (False, 1), task="b-1")
    assert learner.due(9 * DAY) == ("b-1", "a-1")
