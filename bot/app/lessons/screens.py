"""Screens of the lessons: the list, the first lesson, tasks, and why an answer is right or wrong."""

from dataclasses import dataclass

from bot.app.buttons import MenuPress, OnMenu
from bot.app.lessons.model import STAGES, USUAL, Learner, Round, Stage, stage_of
from bot.app.links import LEARN, link_to
from bot.app.reading import reply_in
from bot.app.screen import Button, Row, Screen, button, grid, primary
from bot.app.screens.board import feedback_in, form_of, legend_lines, remark_lines, turn_line
from bot.app.screens.keypad import in_rows
from bot.app.texts import NOTHING, Html, Texts
from bot.game.lessons import (
    SECRET,
    VARIANT,
    Reason,
    Reasons,
    Shape,
    Task,
    Value,
    choices_of,
    is_right,
    next_guess,
    question_of,
    reply_to,
    symbol_by_symbol,
)
from solver.feedback import Feedback

# The list of the lessons, and what stands at the end of a round.


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
    link = Button(texts.plain("menu.learn"), opens=link_to(username, LEARN))
    return Screen(texts.html("learn.in-private"), ((link,),))


DONE = "✓"


def _label(stage: Stage, learner: Learner, texts: Texts) -> str:
    title, right = texts.plain(f"stage.{stage.name}"), _right(stage, learner)
    if right == len(stage.tasks):
        return f"{DONE} {title}"
    return f"{title} · {right}/{len(stage.tasks)}" if right else title


def _right(stage: Stage, learner: Learner) -> int:
    return sum(task.name in learner.right for task in stage.tasks)


def _next(stage: Stage, texts: Texts) -> tuple[Row, ...]:
    names = [*STAGES, ""]
    following = names[names.index(stage.name) + 1]
    return ((primary(learn(f"stage.{following}", following, texts)),),) if following else ()


# The first lesson: the secret is shown, and each reply is explained digit by digit.

SHOWN = 6
"""The latest guesses that are shown."""


def first_lesson(given: tuple[str, ...], style: str, texts: Texts, note: Html = NOTHING) -> Screen:
    """The lesson after these guesses. `note`: what was wrong with a text."""
    secret = VARIANT.show(SECRET)
    turns = [
        turn_line(at, guess, feedback_in(style, reply_to(VARIANT.parse(guess)), texts))
        for at, guess in enumerate(given, 1)
    ]
    told = [texts.html("learn.first-secret", secret=secret)]
    if given:
        why = reason_texts(symbol_by_symbol(given[-1], secret), style, texts)
        told += [Html("\n".join(turns[-SHOWN:])), Html("\n".join(why))]
    else:
        told += [legend_lines(VARIANT, texts)]
    if secret in given:
        return Screen(Html("\n\n".join([*told, texts.html("learn.first-found")])), _after(texts))
    if given:
        reply = feedback_in(style, reply_to(VARIANT.parse(given[-1])), texts)
        told.append(texts.html("learn.first-puzzle", reply=reply))
    guess = next_guess(given)
    told += [texts.html("learn.first-guess", guess=guess), *remark_lines(note)]
    tapped, skip = primary(leads(guess, f"{GUESS}-{len(given)}")), learn("button.skip-lesson", SKIP, texts)
    return Screen(Html("\n\n".join(told)), ((tapped,), (skip,)))


def _after(texts: Texts) -> tuple[Row, ...]:
    play = button(texts.plain("menu.play"), MenuPress(OnMenu.PLAY))
    return ((back(texts), primary(play)),)


# The screen of a task: the position, the question, the answers to tap; once it is answered, why.


@dataclass(frozen=True, slots=True)
class Seen:
    """How somebody sees a task."""

    texts: Texts
    style: str
    round: Round = Round.STAGE
    found: tuple[str, ...] = ()
    """Right answers that were given already."""
    note: Html = NOTHING
    """What was wrong with a text that could not be read."""


FOUND = "✓"


def asked(task: Task, seen: Seen) -> Screen:
    """The task with its answers to tap."""
    found = [Html(f"{FOUND} {', '.join(seen.found)}")] if seen.found else []
    lines = [*_position(task, seen), *_joined(found), *_joined(remark_lines(seen.note))]
    return Screen(Html("\n\n".join(lines)), (*_answers(task, seen), (back(seen.texts),)))


def answered(task: Task, answer: str, seen: Seen) -> Screen:
    """The task with the answer, and why it is right or wrong."""
    verdict = "learn.right" if is_right(task, answer) else "learn.wrong"
    given = seen.texts.html(verdict, answer=label(task, answer, seen))
    why = reason_texts(question_of(task).why(task, answer), seen.style, seen.texts)
    go_on = primary(learn("button.next", NEXT, seen.texts))
    lines = [*_position(task, seen), given, "\n".join(why)]
    return Screen(Html("\n\n".join(lines)), ((back(seen.texts), go_on),))


def label(task: Task, answer: str, seen: Seen) -> str:
    """An answer as it stands on its button."""
    match question_of(task).shape:
        case Shape.REPLY:
            reply = reply_in(answer)
            return answer if reply is None else feedback_in(seen.style, reply, seen.texts)
        case Shape.VERDICT:
            return seen.texts.plain(f"learn.{answer}")
        case _:
            return answer


def _position(task: Task, seen: Seen) -> list[Html]:
    """The heading, the idea of the stage above its first task, the turns, the question."""
    texts, stage = seen.texts, stage_of(task)
    title, number = texts.html(f"stage.{stage.name}"), stage.tasks.index(task) + 1
    is_again = seen.round is Round.AGAIN
    heads = [Html(f"🔁 {title}" if is_again else f"🎓 {title} · {number}/{len(stage.tasks)}")]
    heads += [texts.html(f"idea.{stage.name}")] * (number == 1)
    form = [form_of(task.variant, texts)] * (task.variant.name != USUAL)
    turns = [
        turn_line(at, task.variant.show(guess), feedback_in(seen.style, reply, texts))
        for at, (guess, reply) in enumerate(task.history, 1)
    ]
    return [*heads, *_joined([*form, *turns]), _question(task, texts)]


def _question(task: Task, texts: Texts) -> Html:
    question, last = question_of(task), task.history[-1:]
    return texts.html(
        f"task.{question.name}",
        about=texts.listed([Html(symbol) for symbol in task.about]) if question.name == "among" else task.about,
        secret=task.secret,
        guess=task.variant.show(last[0][0]) if last else "",
        count=question.wants(task),
    )


SHORT = (Shape.NUMBER, Shape.PLACE, Shape.SYMBOL)
"""Answers of one character: all of them stand on a row."""
WIDEST = 5


def _answers(task: Task, seen: Seen) -> tuple[Row, ...]:
    """The answers as buttons; a right one that was given already is marked."""
    keys = [_key(task, at, choice, seen) for at, choice in enumerate(choices_of(task))]
    shape = question_of(task).shape
    if shape in SHORT:
        return in_rows(keys, WIDEST)
    return grid(tuple(keys))


def _key(task: Task, at: int, choice: str, seen: Seen) -> Button:
    mark = f"{FOUND} " if choice in seen.found else ""
    return leads(f"{mark}{label(task, choice, seen)}", f"{task.name}-{at}")


def _joined(lines: list[Html]) -> list[Html]:
    return [Html("\n".join(lines))] if lines else []


# Why an answer is right or wrong, in words.


def reason_texts(reasons: Reasons, style: str, texts: Texts) -> list[Html]:
    """A line for each reason."""
    return [_line(reason, style, texts) for reason in reasons]


def _line(reason: Reason, style: str, texts: Texts) -> Html:
    values = {name: _shown(value, style, texts) for name, value in reason.values.items()}
    if isinstance(places := reason.values.get("places"), tuple):
        return texts.counted(f"told.{reason.key}", len(places), **values)  # in place 3, in places 1, 2
    return texts.html(f"told.{reason.key}", **values)


WHOLE_FROM = 10
"""From so many codes on, an average is told without decimals."""


def _shown(value: Value, style: str, texts: Texts) -> object:
    if isinstance(value, Feedback):
        return feedback_in(style, value, texts)
    if isinstance(value, float):
        return texts.whole(round(value)) if value >= WHOLE_FROM else texts.decimal(value, "0.#")
    return value if isinstance(value, str | int) else ", ".join(value)


# Buttons of the lessons: one verb, and what it is about.

FIRST, GUESS, SKIP, AGAIN, NEXT = "first", "guess", "skip", "again", "next"
"""What buttons are about besides stages and answers; the list, where they are about nothing."""


def leads(text: str, about: str = "") -> Button:
    """The button that leads there."""
    return button(text, MenuPress(OnMenu.LEARN, about))


def learn(key: str, about: str, texts: Texts) -> Button:
    """The same, with the text of that key."""
    return leads(texts.plain(key), about)


def back(texts: Texts) -> Button:
    """The button that leads to the list."""
    return learn("button.lessons", "", texts)
