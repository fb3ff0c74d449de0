"""Every task of the lessons is sound: the solver checks it; what is typed is judged; what was missed comes again."""

from collections.abc import Collection
from itertools import product
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.app.model.lessons import STAGES, TASKS, Learner, StageFault, load_stages
from bot.app.reading import answers_in
from bot.app.texts import LANGUAGES
from bot.game import lessons
from bot.game.daily import DAY
from bot.game.lessons import Shape, Task, choices_of, is_right, left_in, position_of, question_of
from solver.cost_to_go import loss
from solver.feedback import possible_feedback

STAGES_IN_ORDER = ["reply", "zero", "sum", "place", "still", "left", "ending", "better"]
FEW = 4
CLEARLY = 1.1
"""The best guess leaves so many times fewer codes than the next."""
LONGEST_HISTORY = 4
TYPED = st.text() | st.text("0123456789BCyesnoтакніда ,;🐂🐄.!?", max_size=30)
EVERY_TASK = pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)


def asking(name: str) -> pytest.MarkDecorator:
    asked = {task.name: task for task in TASKS.values() if task.question == name}
    assert asked
    return pytest.mark.parametrize("task", asked.values(), ids=asked)


def test_there_are_eight_stages_of_four_to_six_tasks() -> None:
    assert list(STAGES) == STAGES_IN_ORDER
    assert all(4 <= len(stage.tasks) <= 6 for stage in STAGES.values())
    assert len(TASKS) == sum(len(stage.tasks) for stage in STAGES.values())
    assert {task.question for task in TASKS.values()} == set(lessons.QUESTIONS)


@EVERY_TASK
def test_every_task_has_a_position_and_answers_right_and_wrong(task: Task) -> None:
    assert len(left_in(task)) >= 1
    assert len(task.history) <= LONGEST_HISTORY
    choices, wanted = choices_of(task), question_of(task).wants(task)
    right = sum(is_right(task, choice) for choice in choices)
    assert 2 <= len(choices) <= 6
    assert len(set(choices)) == len(choices)
    assert 1 <= right < len(choices)
    assert wanted <= right
    assert wanted == right or 4 * right < 3 * len(choices), "of four answers no three are right"
    assert task.question != "place" or 2 * right <= len(choices), "most would do"


@EVERY_TASK
def test_every_answer_has_its_reasons_and_shape_and_may_be_typed(task: Task) -> None:
    for choice in choices_of(task):
        assert question_of(task).why(task, choice), choice
        assert answers_in(choice, task, "en") == (choice,)
    variant = task.variant
    numbers = list(map(str, range(variant.length + 1)))
    valid: dict[Shape, Collection[str]] = {
        Shape.REPLY: list(map(str, possible_feedback(variant))),
        Shape.NUMBER: numbers,
        Shape.PLACE: numbers[1:],
        Shape.SYMBOL: variant.alphabet,
        Shape.VERDICT: {lessons.YES, lessons.NO},
        Shape.CODE: set(map(variant.format, variant.codes())),
    }
    assert all(choice in valid[question_of(task).shape] for choice in choices_of(task))


@asking("among")
def test_what_replies_add_up_to_is_one_number(task: Task) -> None:
    assert len(lessons.numbers_among(task)) == 1
    assert [reason.key for reason in question_of(task).why(task, "0")] == ["sum", "rest"]


@asking("left")
def test_all_that_are_left_stand_on_buttons(task: Task) -> None:
    left = {task.variant.format(code) for code in left_in(task)}
    assert len(left) <= FEW
    assert left == {choice for choice in task.choices if is_right(task, choice)}


@asking("ending")
def test_an_ending_has_four_codes_at_most_and_its_best_guess_is_perfect(task: Task) -> None:
    assert 2 <= len(left_in(task)) <= FEW
    for choice in task.choices:
        lost = loss(position_of(task), task.variant.parse(choice))
        assert lost.exact
        assert is_right(task, choice) == (lost.turns == 0)


@asking("better")
def test_the_better_guess_is_clearly_better_by_codes_left_and_by_guesses(task: Task) -> None:
    costs = {choice: loss(position_of(task), task.variant.parse(choice)).turns for choice in task.choices}
    right = [choice for choice in task.choices if is_right(task, choice)]
    for better, other in product(right, set(task.choices) - set(right)):
        assert lessons.left_by(task, other) >= CLEARLY * lessons.left_by(task, better)
        assert costs[other] > costs[better]


def test_the_best_guess_cannot_be_the_secret_in_some_and_can_in_others() -> None:
    asked = [task for task in TASKS.values() if task.question in {"better", "ending"}]
    best = [(task, choice) for task in asked for choice in task.choices if is_right(task, choice)]
    fit = {task.variant.parse(choice) in left_in(task) for task, choice in best}
    assert fit == {True, False}


def test_an_answer_as_good_as_the_best_counts_though_it_is_on_no_button() -> None:
    task = TASKS["ending-5"]
    assert (is_right(task, "0135"), "0135" in task.choices, is_right(task, "9876")) == (True, False, False)


def test_each_symbol_is_told_of_once() -> None:
    said = {reason.key: reason.values["symbols"] for reason in lessons.symbol_by_symbol("3094", "0834")}
    assert said == {"placed": ("4",), "elsewhere": ("3", "0"), "absent": ("9",)}


@pytest.mark.parametrize(
    ("task", "fault"),
    [
        ("", "a stage has"),
        ('"hits"\nhistory = ["0123"]', "0123 is no turn"),
        ('"what"', "no question is called what"),
        ('"hits"\nright = "3"', "right is nothing"),
    ],
)
def test_a_stage_that_cannot_be_read_is_named(tmp_path: Path, task: str, fault: str) -> None:
    (tmp_path / "odd.toml").write_text("rank = 1" + (task and f"\n[[task]]\nid = 1\nquestion = {task}"))
    with pytest.raises(StageFault, match=f"odd.toml: .*{fault}"):
        load_stages(tmp_path)


# What people type, whatever it is, is read as answers that can be judged, or not at all.
@given(TYPED, st.sampled_from(list(TASKS.values())), st.sampled_from(LANGUAGES))
@example("²", TASKS["zero-2"], "en")
@example("", TASKS["left-1"], "en")
@example(", ,", TASKS["still-1"], "uk")
@example("0" * 5000, TASKS["ending-1"], "ru")
def test_any_text_is_read_as_answers_that_can_be_judged_or_not_at_all(text: str, task: Task, language: str) -> None:
    for answer in answers_in(text, task, language):
        assert is_right(task, answer) in {True, False}
        assert question_of(task).why(task, answer)


READ = (
    "zero-2: ２ → 2; zero-2: ٢ → 2; ending-5: 0 1 3 4 → 0134; ending-5: 0134 0135 → ; left-1: 120,201 120 → 120 201; "
    "reply-1: 1 bull and 1 cow → 1B1C; reply-1: 5B5C → ; zero-2: 12 → ; zero-2: 5 → "
)


@pytest.mark.parametrize("line", READ.split("; "))
def test_digits_of_any_script_and_several_codes_are_read(line: str) -> None:
    asked, _, answers = line.partition(" → ")
    name, _, text = asked.partition(": ")
    assert answers_in(text, TASKS[name], "en") == tuple(answers.split())


# What was missed waits: a day, then three, then seven; and calls nobody.
def answered(*answers: tuple[bool, float], by: Learner | None = None, task: str = "zero-1") -> Learner:
    """The learner, or somebody new, after answers on these days."""
    learner = by or Learner(1)
    for rightly, day in answers:
        learner = learner.after_answer(task, is_right=rightly, now=day * DAY)
    return learner


DUE = (
    "✓0 → 1000; ✗0 → 0.9 1; ✗0 ✓2 → 4.9 5; ✗0 ✓2 ✓5 → 11.9 12; ✗0 ✓2 ✓5 ✓12 → 1000; ✗0 ✓0.1 ✓0.2 → 0.9 1; "
    "✗0 ✓1 ✓4 ✗11 → 11.5 12; ✗0 ✓1 ✓4 ✗11 ✓12 → 14 15"
)
"""On which days what was answered rightly or not; on which day nothing is due, and on which something is."""


@pytest.mark.parametrize("line", DUE.split("; "))
def test_what_was_missed_is_due_after_one_three_and_seven_days_and_anew_if_missed_again(line: str) -> None:
    given, _, then = line.partition(" → ")
    answers = [(answer[0] == "✓", float(answer[1:])) for answer in given.split()]
    learner, (nothing_on, *due_on) = answered(*answers), map(float, then.split())
    assert [learner.due(day * DAY) for day in (nothing_on, *due_on)] == [(), ("zero-1",)][: 1 + len(due_on)]
    assert bool(learner.missed) == bool(due_on)
    assert learner.right == ({"zero-1"} if answers[-1][0] else set())


def test_what_waits_longest_comes_first() -> None:
    learner = answered((False, 1), by=answered((False, 2), task="a-1"), task="b-1")
    assert learner.due(9 * DAY) == ("b-1", "a-1")
