"""The list of the lessons, and what stands at the end of a round."""

from bot.app.buttons import MenuPress
from bot.app.links import LEARN
from bot.app.model.learning import Learner
from bot.app.model.stages import STAGES, Stage
from bot.app.screen import Button, Row, Screen, button, primary
from bot.app.screens.lessons.buttons import AGAIN, FIRST, back, leads, learn
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMenu

DONE = "✓"


def stages(learner: Learner, due: int, texts: Texts) -> Screen:
    """All stages, how far each has come, and how much waits to be repeated now."""
    lines = [texts.html("learn.title"), texts.html("learn.about")]
    again: tuple[Row, ...] = ()
    if due:
        lines.append(texts.counted("learn.due", due))
        again = ((primary(leads(str(texts.counted("learn.repeat", due)), AGAIN)),),)
    first = learn("button.first-lesson", FIRST, texts)
    rows = tuple((leads(_label(stage, learner, texts), name),) for name, stage in STAGES.items())
    leave = button(texts.plain("menu.back"), MenuPress(OnMenu.MORE))
    return Screen(Html("\n\n".join(lines)), (*again, (first,), *rows, (leave,)))


def stage_done(stage: Stage, learner: Learner, texts: Texts) -> Screen:
    """How many tasks of the stage were right, and the next stage."""
    title, right, count = texts.html(f"stage.{stage.name}"), _right(stage, learner), len(stage.tasks)
    lines = [Html(f"🏁 {title}\n{texts.html('learn.result', right=right, count=count)}")]
    lines += [texts.html("learn.waits")] * (right < count)
    missed: tuple[Row, ...] = ((learn("button.missed", stage.name, texts),),) * (right < count)
    return Screen(Html("\n\n".join(lines)), (*_next(stage, texts), *missed, (back(texts),)))


def all_repeated(texts: Texts) -> Screen:
    """Nothing waits now."""
    return Screen(texts.html("learn.repeated"), ((back(texts),),))


def only_in_private(username: str, texts: Texts) -> Screen:
    """What a group is told, with a link to the private chat."""
    link = Button(texts.plain("menu.learn"), opens=f"https://t.me/{username}?start={LEARN}")
    return Screen(texts.html("learn.in-private"), ((link,),))


def _label(stage: Stage, learner: Learner, texts: Texts) -> str:
    title, right = texts.plain(f"stage.{stage.name}"), _right(stage, learner)
    return f"{title} · {DONE} {right}/{len(stage.tasks)}" if right else title


def _right(stage: Stage, learner: Learner) -> int:
    return sum(task.name in learner.right for task in stage.tasks)


def _next(stage: Stage, texts: Texts) -> tuple[Row, ...]:
    names = [*STAGES, ""]
    following = names[names.index(stage.name) + 1]
    return ((primary(learn(f"stage.{following}", following, texts)),),) if following else ()
