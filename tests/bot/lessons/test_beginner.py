"""A beginner takes all lessons, in each language, through the real process: rightly and wrongly, tapped and typed."""

import json

import pytest

from bot.app.model.learning import DAY
from bot.app.model.stages import STAGES, TASKS, Stage
from bot.app.screens.lessons.task import Seen, label
from bot.app.texts import Texts, texts_in
from bot.game.lessons.questions import choices_of, is_right, question_of
from bot.game.lessons.task import Task
from sandbox.client import Message, Person
from tests.bot.conftest import Stage as Theatre

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def taught(stage: Theatre, language: str) -> tuple[Person, Texts]:
    """Somebody new who has gone through the first lesson, and typed its last guess."""
    texts = texts_in(language)
    ann = await stage.sandbox.person("Ann", language)
    await ann.send("/learn")
    await ann.sees("0834")
    for guess in ("3094", "0314"):
        await ann.presses(guess)
    await ann.sees("2. 0314")
    await ann.send("0834")
    await ann.sees("🎉")
    await ann.presses(texts.plain("button.lessons"))
    return ann, texts


async def answer(ann: Person, task: Task, texts: Texts, *, rightly: bool) -> Message:
    """Answer the task, a code by typing it, all else with a tap."""
    wanted = [choice for choice in choices_of(task) if is_right(task, choice) == rightly]
    for choice in wanted[: question_of(task).wants(task)] if rightly else wanted[:1]:
        if question_of(task).shape.value == "code":
            await ann.send(choice)
        else:
            await ann.presses(label(task, choice, Seen(texts, "emoji")))
    return await ann.sees("✅" if rightly else "❌")


async def take(ann: Person, lesson: Stage, texts: Texts, missed: set[str]) -> None:
    """Go through a stage, and miss those."""
    await ann.presses(texts.plain(f"stage.{lesson.name}"))
    for number, task in enumerate(lesson.tasks, 1):
        await ann.sees(f"· {number}/{len(lesson.tasks)}")
        await answer(ann, task, texts, rightly=task.name not in missed)
        await ann.presses(texts.plain("button.next"))
    right = sum(task.name not in missed for task in lesson.tasks)
    await ann.sees(str(texts.html("learn.result", right=right, count=len(lesson.tasks))))


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
async def test_a_beginner_takes_all_lessons_and_repeats_what_was_missed(stage: Theatre, language: str) -> None:
    ann, texts = await taught(stage, language)
    missed = {lesson.tasks[1].name for lesson in STAGES.values()}
    for lesson in STAGES.values():
        await take(ann, lesson, texts, missed)
        await ann.presses(texts.plain("button.lessons"))
    board = await ann.sees(texts.plain("learn.title"))
    for lesson in STAGES.values():
        count = len(lesson.tasks)
        assert f"{texts.plain(f'stage.{lesson.name}')} · ✓ {count - 1}/{count}" in board.buttons
    await stage.quiet()
    a_day_passes(stage, ann)
    await ann.send("/learn")
    await ann.presses(str(texts.counted("learn.repeat", len(missed))))
    for _ in missed:
        await stage.quiet()
        asked = await ann.sees("🔁")
        task = next(task for name, task in TASKS.items() if name in missed and is_asked(task, asked, texts))
        await answer(ann, task, texts, rightly=True)
        await ann.presses(texts.plain("button.next"))
    await ann.sees(texts.plain("learn.repeated"))


def a_day_passes(stage: Theatre, ann: Person) -> None:
    """What waits for this person was missed a day earlier than it was."""
    [(body,)] = stage.bot.rows("SELECT body FROM learners WHERE person_id = ?", ann.id)
    learner = json.loads(body)
    learner["missed"] = {task: [step, due - DAY - 1] for task, (step, due) in learner["missed"].items()}
    stage.bot.change("UPDATE learners SET body = ? WHERE person_id = ?", json.dumps(learner), ann.id)


def is_asked(task: Task, message: Message, texts: Texts) -> bool:
    """Whether it is this task that stands there."""
    turns = (task.variant.show(guess) for guess, _ in task.history)
    title = texts.plain(f"stage.{task.name.partition('-')[0]}")
    return f"🔁 {title}" in message.text and all(guess in message.text for guess in turns)
