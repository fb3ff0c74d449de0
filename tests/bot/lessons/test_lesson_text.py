"""What people type as answers: whatever it is, it is read as answers that can be judged, or not at all."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.app.model.lessons import TASKS
from bot.app.reading import answers_in
from bot.app.texts import LANGUAGES
from bot.game.lessons import Task, choices_of, is_right, question_of

TYPED = st.text() | st.text("0123456789BCyesnoтакніда ,;🐂🐄.!?", max_size=30)


@given(TYPED, st.sampled_from(list(TASKS.values())), st.sampled_from(LANGUAGES))
@example("²", TASKS["zero-2"], "en")
@example("", TASKS["left-1"], "en")
@example(", ,", TASKS["still-1"], "uk")
@example("0" * 5000, TASKS["ending-1"], "ru")
def test_any_text_is_read_as_answers_that_can_be_judged_or_not_at_all(text: str, task: Task, language: str) -> None:
    for answer in answers_in(text, task, language):
        assert is_right(task, answer) in {True, False}
        assert question_of(task).why(task, answer)


@pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)
def test_what_stands_on_a_button_may_be_typed(task: Task) -> None:
    for choice in choices_of(task):
        assert answers_in(choice, task, "en") == (choice,)


@pytest.mark.parametrize(
    ("text", "name", "answers"),
    [
        ("２", "zero-2", ("2",)),
        ("٢", "zero-2", ("2",)),
        ("0 1 3 4", "ending-5", ("0134",)),
        ("0134 0135", "ending-5", ()),
        ("120,201 120", "left-1", ("120", "201")),
        ("1 bull and 1 cow", "reply-1", ("1B1C",)),
        ("5B5C", "reply-1", ()),
        ("12", "zero-2", ()),
        ("5", "zero-2", ()),
    ],
)
def test_digits_of_any_script_and_several_codes_are_read(text: str, name: str, answers: tuple[str, ...]) -> None:
    assert answers_in(text, TASKS[name], "en") == answers
