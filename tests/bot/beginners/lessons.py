"""What a beginner does with the lessons: each taken, one task of each missed, and that repeated."""

from bot.app.model.lessons import STAGES, Stage
from bot.app.screens.lessons import Seen, label
from bot.game.lessons import Shape, Task, choices_of, is_right, question_of
from sandbox.client import Message
from tests.bot.beginners.beginner import Beginner


def missed_in(lesson: Stage) -> Task:
    """The task of the stage that is answered wrongly."""
    return lesson.tasks[1]


async def takes_first_lesson(who: Beginner) -> None:
    """The lesson with the secret shown, tapped and typed to its end."""
    await who.say("/learn")
    await who.sees("👣")
    await who.tap("3094")
    await who.sees("1. 3094")
    await who.tap("0314")
    await who.sees("2. 0314")
    await who.say("0834")
    await who.sees(who.texts.plain("learn.first-found"))
    await who.tap_word("button.lessons")


async def takes_stage(who: Beginner, lesson: Stage) -> None:
    """All its tasks, one of which is missed."""
    count = len(lesson.tasks)
    await who.tap_word(f"stage.{lesson.name}")
    for number, task in enumerate(lesson.tasks, 1):
        await who.sees(f"🎓 {who.texts.plain(f'stage.{lesson.name}')} · {number}/{count}")
        await answers(who, task, rightly=task != missed_in(lesson))
        await who.tap_word("button.next")
    result = who.texts.plain("learn.result", right=count - 1, count=count)
    await who.sees(f"🏁 {who.texts.plain(f'stage.{lesson.name}')}", result, who.texts.plain("learn.waits"))
    await who.tap_word("button.lessons")


async def answers(who: Beginner, task: Task, *, rightly: bool) -> None:
    """Answer the task: a code that comes first is typed, all else is tapped.

    The verdict names the answer, and something explains it.
    """
    wanted = [choice for choice in choices_of(task) if is_right(task, choice) == rightly]
    given = wanted[: question_of(task).wants(task)] if rightly else wanted[:1]
    for number, choice in enumerate(given):
        if number or question_of(task).shape is not Shape.CODE:
            await who.tap(label(task, choice, Seen(who.texts, "emoji")))
        else:
            await who.say(choice)
    last = label(task, given[-1], Seen(who.texts, "emoji"))
    verdict = who.texts.plain("learn.right" if rightly else "learn.wrong", answer=last)
    shown = await who.sees(verdict)
    assert shown.text.rpartition(verdict)[2].strip(), f"nothing is explained:\n{shown}"


async def sees_list(who: Beginner, *, missed: int) -> Message:
    """The list of the lessons, each of which lacks so many tasks."""
    board = await who.sees(who.texts.plain("learn.title"), who.texts.plain("learn.about"))
    for lesson in STAGES.values():
        count = len(lesson.tasks)
        title = who.texts.plain(f"stage.{lesson.name}")
        assert (f"{title} · {count - missed}/{count}" if missed else f"✓ {title}") in board.buttons
    return board


async def repeats(who: Beginner) -> None:
    """What was missed a day ago, rightly."""
    await who.say("/learn")
    await who.tap(str(who.texts.counted("learn.repeat", len(STAGES))))
    for _ in STAGES:
        await who.theatre.quiet()
        asked = await who.sees("🔁")
        [task] = [missed_in(lesson) for lesson in STAGES.values() if _is_asked(who, lesson, asked)]
        await answers(who, task, rightly=True)
        await who.tap_word("button.next")
    await who.sees(who.texts.plain("learn.repeated"))


def _is_asked(who: Beginner, lesson: Stage, asked: Message) -> bool:
    task = missed_in(lesson)
    title = f"🔁 {who.texts.plain(f'stage.{lesson.name}')}\n"
    return asked.text.startswith(title) and all(task.variant.show(guess) in asked.text for guess, _ in task.history)
