"""Lessons: what is asked, how it may be answered, what is explained, and how far somebody has come."""

import pytest

from bot.app.model.lessons import STAGES, TASKS
from bot.game.daily import DAY
from bot.game.lessons import Task
from tests.bot.lessons.inside_lessons import Pupil, taught

NEXT = "Next ›"


async def test_the_first_lesson_explains_each_reply_and_ends_with_the_secret() -> None:
    async with taught(begun=False) as ann:
        assert "<code>0834</code>" in ann.screen.html
        assert ann.buttons == ["3094", "Skip ›"]
        told = await ann.presses("guess-0")
        assert "1. <code>3094</code>" in told
        assert ["🐂 4 —" in told, "🐄 3, 0 —" in told, "✗ 9 —" in told] == [True] * 3
        await ann.presses("guess-1")
        assert "🎉" in await ann.presses("guess-2")
        assert ann.buttons == ["‹ Lessons", "▶️ Play"]
        await ann.bot.says("/learn")
        assert "What zero tells you" in ann.buttons


async def test_in_the_first_lesson_any_guess_gets_its_reply() -> None:
    async with taught(begun=False) as ann:
        assert "1. <code>8043</code>" in await ann.says("8043")
        assert ann.buttons[0] == "3094"
        assert "⚠️" in await ann.says("8848")
        assert "1. <code>8043</code>" in ann.screen.html
        assert "2. <code>3094</code>" in await ann.presses("guess-1")
        assert "🎉" in await ann.says("0834")


async def test_the_first_lesson_can_be_skipped_and_comes_no_more_by_itself() -> None:
    async with taught(begun=False) as ann:
        await ann.presses("skip")
        await ann.bot.says("/learn")
        assert ann.buttons[0] == "👣 First lesson"
        await ann.presses("first")
        assert ann.buttons == ["3094", "Skip ›"]


async def test_nothing_is_locked() -> None:
    async with taught() as ann:
        for name in reversed(list(STAGES)):
            await ann.presses("")
            assert f"🎓 {ann.texts.plain(f'stage.{name}')} · 1/" in await ann.presses(name)


async def test_a_stage_is_gone_through_and_leads_to_the_next() -> None:
    async with taught() as ann:
        stage = STAGES["zero"]
        await ann.presses("zero")
        for task in stage.tasks:
            said = await ann.answers(task, rightly=task is not stage.tasks[1])
            assert ("❌" if task is stage.tasks[1] else "✅") in said
            await ann.presses("next")
        assert "4 of 5 right" in ann.screen.html
        assert ann.buttons[0] == "Combining replies"
        await ann.presses("")
        assert "What zero tells you · 4/5" in ann.buttons
        assert f"{ann.texts.plain('stage.zero')} · 2/5" in await ann.presses("zero")
        await ann.answers(stage.tasks[1], rightly=True)
        assert "5 of 5 right" in await ann.presses("next")


async def test_a_lesson_is_ticked_once_all_its_tasks_are_right_and_no_sooner() -> None:
    async with taught() as ann:
        stage = STAGES["zero"]
        for done, task in enumerate(stage.tasks, 1):
            await ann.presses("zero")
            await ann.answers(task, rightly=True)
            await ann.presses("")
            ticked = [text for text in ann.buttons if text.startswith("✓")]
            assert ticked == ["✓ What zero tells you"] * (done == len(stage.tasks))


async def test_what_was_missed_in_a_stage_may_be_tried_at_its_end() -> None:
    async with taught() as ann:
        first, *others = STAGES["zero"].tasks
        await ann.presses("zero")
        await ann.answers(first, rightly=False)
        for task in others:
            await ann.presses("next")
            await ann.answers(task, rightly=True)
        await ann.presses("next")
        assert ann.buttons == ["Combining replies", "🔁 What I missed", "‹ Lessons"]
        assert "1/5" in await ann.presses("zero")
        await ann.answers(first, rightly=True)
        await ann.presses("next")
        assert ann.buttons == ["Combining replies", "‹ Lessons"]


async def test_a_stage_that_was_all_right_is_gone_through_again() -> None:
    async with taught() as ann:
        stage = STAGES["zero"]
        for _ in range(2):
            await ann.presses("zero")
            for task in stage.tasks:
                await ann.answers(task, rightly=True)
                await ann.presses("next")
            assert "5 of 5 right" in ann.screen.html


@pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)
async def test_every_task_is_asked_and_every_answer_explained(task: Task) -> None:
    for rightly, sign in ((True, "✅"), (False, "❌")):
        async with taught() as ann:
            await ask(ann, task.name)
            said = await ann.answers(task, rightly=rightly)
            verdict, *why = said.split(sign)[1].split("\n\n")
            assert verdict
            assert why
            assert "{" not in said
            assert ann.buttons == ["‹ Lessons", NEXT]


async def ask(pupil: Pupil, name: str) -> None:
    """Come to that task, those before it answered rightly."""
    stage = name.partition("-")[0]
    await pupil.presses("")
    await pupil.presses(stage)
    for task in STAGES[stage].tasks:
        if task.name == name:
            return
        await pupil.answers(task, rightly=True)
        await pupil.presses("next")


@pytest.mark.parametrize(
    ("language", "name", "typed", "sign"),
    [
        ("en", "reply-1", "1B1C", "✅"),
        ("uk", "reply-1", "1 бик 1 корова", "✅"),
        ("en", "reply-1", "2 0", "❌"),
        ("en", "reply-2", "3", "✅"),
        ("en", "zero-1", "2", "✅"),
        ("en", "zero-1", "0", "✅"),
        ("en", "zero-1", "9", "❌"),
        ("en", "zero-2", "3", "❌"),
        ("en", "still-1", "no", "✅"),
        ("uk", "still-1", "Так", "❌"),
        ("ru", "still-1", "нет", "✅"),
        ("en", "still-1", "No, it can’t", "✅"),
        ("en", "left-1", "201 120", "✅"),
        ("en", "left-1", "120, 210", "❌"),
        ("en", "ending-5", "0135", "✅"),
        ("en", "ending-5", "9 8 7 6", "❌"),
        ("en", "better-1", "4567", "✅"),
    ],
)
async def test_answers_may_be_typed_be_they_on_no_button(language: str, name: str, typed: str, sign: str) -> None:
    async with taught(language) as ann:
        await ask(ann, name)
        assert sign in await ann.says(typed)
        assert (name in (await ann.learner()).right) is (sign == "✅")


@pytest.mark.parametrize(
    ("name", "typed"),
    [("reply-2", "7"), ("better-1", "0123"), ("left-1", "0123"), ("zero-2", "hello"), ("still-1", "1")],
)
async def test_what_is_no_answer_here_is_said_and_costs_nothing(name: str, typed: str) -> None:
    async with taught() as ann:
        await ask(ann, name)
        before = await ann.learner()
        said = await ann.says(typed)
        assert "⚠️ That’s not one of the answers" in said
        assert await ann.learner() == before
        await ann.answers(TASKS[name], rightly=True)
        assert name in (await ann.learner()).right


async def test_all_that_are_left_are_found_in_any_order() -> None:
    async with taught() as ann:
        await ask(ann, "left-2")
        await ann.presses("left-2-3")
        assert "✓ 312" in ann.buttons
        await ann.presses("left-2-3")
        assert "✓ 312" in await ann.says("015")
        assert {"✓ 312", "✓ 015"} < set(ann.buttons)
        assert "✅" in await ann.presses("left-2-1")


async def test_what_was_missed_is_offered_when_it_is_due_and_calls_nobody() -> None:
    async with taught() as ann:
        await ask(ann, "zero-1")
        await ann.answers(TASKS["zero-1"], rightly=False)
        await ann.presses("next")
        for day, offered in ((0.9, False), (1.1, True)):
            ann.day = day
            await ann.presses("")
            assert ("🔁 1 to repeat" in ann.buttons) is offered
        assert "1 task you missed is waiting." in ann.screen.html
        for day in (1.1, 4.2, 11.3):
            ann.day = day
            await ann.presses("")
            assert "🔁 What zero tells you" in await ann.presses("again")
            await ann.answers(TASKS["zero-1"], rightly=True)
            assert "🏁 Nothing left to repeat." in await ann.presses("next")
            ann.day = day + 0.9
            await ann.presses("")
            assert "🔁 1 to repeat" not in ann.buttons
        assert not (await ann.learner()).missed
        assert await ann.bot.store.run(lambda work: work.due_job((1_000 + ann.day) * DAY * 100)) is None


async def test_what_is_due_is_asked_one_after_the_other() -> None:
    async with taught() as ann:
        for name in ("zero-1", "sum-1"):
            await ask(ann, name)
            await ann.answers(TASKS[name], rightly=False)
            await ann.presses("next")
        ann.day = 2
        await ann.presses("")
        assert ann.buttons[0] == "🔁 2 to repeat"
        assert "🔁 Combining replies" in await ann.presses("again")
        await ann.answers(TASKS["sum-1"], rightly=False)
        assert "🔁 What zero tells you" in await ann.presses("next")
        await ann.answers(TASKS["zero-1"], rightly=True)
        await ann.presses("next")
        assert "🏁 Nothing left to repeat." in ann.screen.html
