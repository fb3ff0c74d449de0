"""Lessons: every task is sound, asked, answered and explained; how far somebody has come; presses that mean harm."""

import re
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from playwright.async_api import Browser

from bot.app.lessons.model import LESSON, STAGES, TASKS, Learner, Learners, StageFault, load_stages
from bot.app.lessons.screens import label
from bot.app.messages import Chat
from bot.app.model.prompts import Prompts
from bot.app.reading import answers_in
from bot.app.screen import Screen
from bot.app.texts import LANGUAGES, Texts, texts_in
from bot.game import lessons
from bot.game.daily import DAY
from bot.game.lessons import Shape, Task, choices_of, is_right, left_in, position_of, question_of
from solver.cost_to_go import loss
from solver.feedback import possible_feedback
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import paired, screen
from tests.bot.inside import Inside, inside
from tests.bot.player import talk
from tests.bot.reader import AT_LENGTH, NAMES
from tests.bot.solo.test_in_browser import window_of
from tests.bot.storage.stores import write
from tests.bot.test_narrow_in_browser import NARROW, looked

CHAT, SECRET = Chat(1001), (5, 6, 7, 8)
stage_test = pytest.mark.asyncio(loop_scope="session")
ZERO, SUM = "What zero tells you", "Combining replies"
REPEAT = "🔁 1 to repeat"


@dataclass
class Pupil:
    """The bot, and what whoever learns sees and presses, on whatever day it is."""

    bot: Inside
    texts: Texts
    day: float = 0.0

    @property
    def screen(self) -> Screen:
        return self.bot.screens["menu"][1]

    @property
    def buttons(self) -> list[str]:
        return [button.text for row in self.screen.rows for button in row]

    async def learner(self) -> Learner:
        return await self.bot.store.run(lambda work: work.of(Learners).of(1001))

    async def guesses(self) -> int:
        return len(game.game.turns) if (game := await self.bot.board_game()) else 0

    async def presses(self, *buttons: str) -> str:
        """Press the buttons that are about these, `""` for the list; returns the screen's text."""
        for about in buttons:
            await self.bot.presses(f"1:learn:{about}" if about else "1:learn", "menu")
        return str(self.screen.html)

    async def says(self, *texts: str) -> str:
        for text in texts:
            await self.bot.says(text)
        return str(self.screen.html)

    async def answers(self, task: Task, *, rightly: bool) -> str:
        for at, choice in enumerate(choices_of(task)):
            if is_right(task, choice) == rightly:
                await self.presses(f"{task.name}-{at}")
                if not rightly or self.texts.plain("button.next") in self.buttons:
                    break
        return str(self.screen.html)

    async def asked(self, name: str) -> None:
        """Come to that task, those before it answered rightly."""
        stage = name.partition("-")[0]
        await self.presses("", stage)
        for task in STAGES[stage].tasks:
            if task.name == name:
                return
            await self.answers(task, rightly=True)
            await self.presses("next")


@asynccontextmanager
async def taught(language: str = "en", *, begun: bool = True) -> AsyncIterator[Pupil]:
    """Somebody new, before the list of lessons; not `begun`: before the first lesson."""
    async with inside(SECRET, CHAT, language) as bot:
        pupil = Pupil(bot, texts_in(language))
        bot.worker._world = replace(bot.worker._world, now=lambda: 1_000_000.0 + pupil.day * DAY)
        await bot.says("/learn")
        if begun:
            await pupil.presses("skip")
        yield pupil


@pytest.fixture
async def ann() -> AsyncIterator[Pupil]:
    async with taught() as pupil:
        yield pupil


async def test_the_first_lesson_can_be_skipped_and_comes_no_more_by_itself_and_none_is_locked(ann: Pupil) -> None:
    await ann.says("/learn")
    assert ann.buttons[0] == "👣 First lesson"
    await ann.presses("first")
    assert ann.buttons == ["3094", "Skip ›"]
    for name in reversed(list(STAGES)):
        assert f"🎓 {ann.texts.plain(f'stage.{name}')} · 1/" in await ann.presses("skip", "", name)


async def goes_through(ann: Pupil, missed: Task | None = None) -> None:
    await ann.presses("zero")
    for at, task in enumerate(STAGES["zero"].tasks, 1):
        assert f"· {at}/5" in ann.screen.html
        assert ("❌" if task is missed else "✅") in await ann.answers(task, rightly=task is not missed)
        await ann.presses("next")


async def test_a_stage_leads_to_the_next_and_to_what_was_missed_is_ticked_and_gone_through_again(ann: Pupil) -> None:
    missed = STAGES["zero"].tasks[1]
    await goes_through(ann, missed)
    assert "4 of 5 right" in ann.screen.html
    assert ann.buttons == [SUM, "🔁 What I missed", "‹ Lessons"]
    await ann.presses("")
    assert f"{ZERO} · 4/5" in ann.buttons
    assert f"{ann.texts.plain('stage.zero')} · 2/5" in await ann.presses("zero")
    await ann.answers(missed, rightly=True)
    assert "5 of 5 right" in await ann.presses("next")
    assert ann.buttons == [SUM, "‹ Lessons"]
    await ann.presses("")
    assert [text for text in ann.buttons if text.startswith("✓")] == [f"✓ {ZERO}"]
    await goes_through(ann)
    assert "5 of 5 right" in ann.screen.html


async def test_learn_goes_on_inside_the_lesson_where_it_stopped_once_that_is_answered_with_the_next(ann: Pupil) -> None:
    await ann.asked("left-2")
    await ann.presses("left-2-3")
    for leaves in ("/menu", "/rules"):
        await ann.says(leaves, "/learn")
        assert f"{ann.texts.plain('stage.left')} · 2/" in ann.screen.html
        assert "✓ 312" in ann.buttons
    assert "· 2/" in await ann.presses("", "left"), "so does the button of the stage"
    await ann.answers(TASKS["left-2"], rightly=True)
    assert f"{ann.texts.plain('stage.left')} · 3/" in await ann.says("/menu", "/start learn")


async def test_the_first_lesson_goes_on_with_what_was_guessed_and_its_end_offers_the_next() -> None:
    async with taught(begun=False) as ann:
        await ann.presses("guess-0")
        for comes_back in ("/learn", "/start learn"):
            assert "3094" in await ann.says("/menu", comes_back)
        await ann.says("0834")
        assert ann.buttons == [ann.texts.plain("stage.reply"), "‹ Lessons", "▶️ Play"]
        await ann.presses("first")
        assert ann.buttons == ["3094", "Skip ›"], "it is over, so it begins anew"


async def test_the_first_lesson_inside_another_keeps_ones_place_there(ann: Pupil) -> None:
    place = f"{ann.texts.plain('stage.left')} · 2/"
    await ann.asked("left-2")
    await ann.presses("first", "guess-0", "skip")
    assert place in await ann.says("/menu", "/learn")
    assert "3094" in await ann.presses("first", "guess-0")
    assert "3094" in await ann.says("/learn"), "the first lesson is open"
    await ann.presses("left-2-3")
    await ann.says("0834")
    assert ann.buttons[0] == ann.texts.plain("stage.left")
    await ann.presses("first")
    assert place in await ann.presses("left"), "by the button of its stage, while the first lesson is open"
    for task in STAGES["left"].tasks[1:]:
        await ann.answers(task, rightly=True)
        await ann.presses("next")
    assert "right" in ann.screen.html


async def test_learn_after_the_last_task_of_a_lesson_leads_to_the_next(ann: Pupil) -> None:
    await ann.asked(STAGES["zero"].tasks[-1].name)
    await ann.answers(STAGES["zero"].tasks[-1], rightly=True)
    for _ in range(2):
        assert "5 of 5 right" in await ann.says("/menu", "/learn")
        assert primary_of(ann.screen) == [SUM]


def primary_of(screen: Screen) -> list[str]:
    return [button.text for row in screen.rows for button in row if button.style == "primary"]


async def test_the_list_shows_what_was_begun_and_with_which_to_go_on(
    ann: Pupil,
) -> None:
    names = list(STAGES)
    assert primary_of(ann.screen) == [ann.texts.plain(f"stage.{names[0]}")]
    await ann.presses("zero")
    await ann.answers(STAGES["zero"].tasks[0], rightly=False)
    await ann.presses("")
    assert primary_of(ann.screen) == [f"{ZERO} · 0/5"]
    await write(ann.bot.store, lambda work: work.of(Prompts).keep(LESSON, 1001, ""))
    await ann.presses("")
    assert primary_of(ann.screen) == [ann.texts.plain(f"stage.{names[0]}")]
    assert f"{ZERO} · 0/5" in ann.buttons


async def test_the_end_of_the_last_lesson_leads_to_puzzles(
    ann: Pupil,
) -> None:
    names = list(STAGES)
    every = frozenset(TASKS) - {STAGES[names[-1]].tasks[-1].name, STAGES[names[2]].tasks[0].name}
    learner = await ann.learner()
    await write(ann.bot.store, lambda work: work.of(Learners).keep(replace(learner, right=every, missed={})))
    for name, offered in ((names[-1], f"stage.{names[2]}"), (names[2], "menu.puzzle")):
        await ann.presses(name)
        [task] = [task for task in STAGES[name].tasks if task.name not in every]
        await ann.answers(task, rightly=True)
        while ann.texts.plain("button.next") in ann.buttons:
            await ann.presses("next")
        assert primary_of(ann.screen) == [ann.texts.plain(offered)]


@pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)
async def test_every_task_is_asked_and_every_answer_explained(task: Task) -> None:
    for rightly, sign in ((True, "✅"), (False, "❌")):
        async with taught() as ann:
            await ann.asked(task.name)
            said = await ann.answers(task, rightly=rightly)
            verdict, *why = said.split(sign)[1].split("\n\n")
            assert verdict
            assert why
            assert "{" not in said
            assert ann.buttons == ["‹ Lessons", "Next ›"]


@pytest.mark.parametrize(
    "line",
    [
        *("en reply-1 ✅ 1B1C ❌ 2 0", "uk reply-1 ✅ 1 бик 1 корова", "en reply-2 ✅ 3", "en zero-1 ✅ 2 ✅ 0 ❌ 9"),
        *("en zero-2 ❌ 3", "en still-1 ✅ no ✅ No, it can’t", "uk still-1 ❌ Так", "ru still-1 ✅ нет"),
        *("en left-1 ✅ 201 120 ❌ 120, 210", "en ending-5 ✅ 0135 ❌ 9 8 7 6", "en better-1 ✅ 4567"),
    ],
)
async def test_answers_may_be_typed_be_they_on_no_button(line: str) -> None:
    language, name, answers = line.split(" ", 2)
    for sign, typed in re.findall("(✅|❌) ([^✅❌]+)", answers):
        async with taught(language) as ann:
            await ann.asked(name)
            assert sign in await ann.says(typed)
            assert (name in (await ann.learner()).right) is (sign == "✅")


@pytest.mark.parametrize("line", ["reply-2 7", "better-1 0123", "left-1 0123", "zero-2 hello", "still-1 1"])
async def test_what_is_no_answer_here_is_said_and_costs_nothing(ann: Pupil, line: str) -> None:
    name, typed = line.split()
    await ann.asked(name)
    before = await ann.learner()
    assert "⚠️ That’s not one of the answers" in await ann.says(typed)
    assert await ann.learner() == before
    await ann.answers(TASKS[name], rightly=True)
    assert name in (await ann.learner()).right


async def test_all_that_are_left_are_found_in_any_order(ann: Pupil) -> None:
    await ann.asked("left-2")
    for _ in range(2):
        await ann.presses("left-2-3")
        assert "✓ 312" in ann.buttons
    assert "✓ 312" in await ann.says("015")
    assert {"✓ 312", "✓ 015"} < set(ann.buttons)
    assert "✅" in await ann.presses("left-2-1")


async def test_what_was_missed_is_offered_when_it_is_due_and_calls_nobody(ann: Pupil) -> None:
    await ann.asked("zero-1")
    await ann.answers(TASKS["zero-1"], rightly=False)
    await ann.presses("next")
    for day, offered in ((0.9, False), (1.1, True)):
        ann.day = day
        await ann.presses("")
        assert (REPEAT in ann.buttons) is offered
    assert "1 task you missed is waiting." in ann.screen.html
    assert "· 2/5" in await ann.says("/menu", "/learn")
    await ann.answers(TASKS["zero-2"], rightly=True)
    await ann.says("/menu", "/learn")
    assert REPEAT in ann.buttons, "before the stage goes on"
    for day in (1.1, 4.2, 11.3):
        ann.day = day
        assert f"🔁 {ZERO}" in await ann.presses("", "again")
        await ann.answers(TASKS["zero-1"], rightly=True)
        assert "🏁 Nothing left to repeat." in await ann.presses("next")
        ann.day = day + 0.9
        await ann.presses("")
        assert REPEAT not in ann.buttons
    assert not (await ann.learner()).missed
    assert await ann.bot.store.run(lambda work: work.due_job((1_000 + ann.day) * DAY * 100)) is None


@pytest.mark.parametrize(
    ("first", "again"),
    [("zero zero-1-1", "zero-1-1 zero-1-0 zero-2-0"), ("zero zero-1-0 next", "next"), ("guess-0", "guess-0")],
)
async def test_what_is_pressed_twice_counts_once_and_leaves_nothing_out(first: str, again: str) -> None:
    async with taught(begun="zero" in first) as ann:
        await ann.presses(*first.split())
        once, shown = await ann.learner(), ann.screen
        await ann.presses(*again.split())
        assert (await ann.learner(), ann.screen) == (once, shown)


FORGED = "zero-1-9 zero-99-0 nonsense zero-1 first-1-0 guess-9 guess-0 next again zero-1- - 0-0"


async def test_a_forged_button_and_a_message_that_is_no_longer_the_lesson_do_nothing(ann: Pupil) -> None:
    before = await ann.learner()
    for about in FORGED.split():
        await ann.presses(about)
        assert await ann.learner() == before, about
        await ann.says("/learn")
        assert ZERO in ann.buttons
    await ann.presses("zero")
    old = ann.bot.screens["menu"]
    await ann.says("9")
    assert ann.bot.screens["menu"][0] != old[0]
    ann.bot.screens["menu"] = old
    before = await ann.learner()
    await ann.presses("next")
    assert (ann.bot.screens["menu"], await ann.learner()) == (old, before)


async def test_whoever_presses_an_answer_long_after_it_was_asked_is_judged_all_the_same(ann: Pupil) -> None:
    await ann.presses("zero")
    await write(ann.bot.store, lambda work: work.of(Prompts).keep(LESSON, 1001, ""))
    assert "✅" in await ann.presses("zero-1-0")
    assert "· 2/5" in await ann.presses("next")


async def test_a_group_is_sent_to_the_private_chat() -> None:
    async with inside(SECRET, Chat(-5)) as bot:
        for act in (bot.says("/learn"), bot.presses("1:learn:zero", "menu"), bot.presses("1:learn:zero-1-0", "menu")):
            await act
            screen = bot.screens["menu"][1]
            assert "🎓 Lessons are one to one: open them in private." in screen.html
            assert [button.opens for row in screen.rows for button in row] == ["https://t.me/BullsBot?start=learn"]
        assert not (await bot.store.run(lambda work: work.of(Learners).of(1001))).has_begun


async def test_a_thousand_answers_leave_one_small_row(ann: Pupil) -> None:
    for name, task in list(TASKS.items()) * 3:
        await ann.presses(name.partition("-")[0], *(f"{task.name}-{at}" for at in range(4)))
    assert (await ann.learner()).revision <= len(TASKS) * 3 + 1


@pytest.mark.parametrize("leaves", ["/play", "/menu", "/rules"])
async def test_whoever_has_turned_back_to_a_game_or_to_another_menu_guesses_there(ann: Pupil, leaves: str) -> None:
    await ann.says("/play", "/learn")
    await ann.presses("ending")
    await ann.says(leaves, "0123")
    assert await ann.guesses() == 1
    assert not (await ann.learner()).missed


async def test_whoever_is_asked_last_by_a_lesson_answers_there_past_which_the_game_can_be_meant(ann: Pupil) -> None:
    await ann.says("/play", "0123", "/learn")
    await ann.presses("better")
    assert "✅" in await ann.says("4567")
    assert await ann.guesses() == 1
    await ann.says("4567")  # the lesson asks nothing now
    game = await ann.bot.board_game()
    assert game is not None
    for guesses, text, to in ((2, "8901", f"game:{game.id}"), (3, "/guess 2345", None)):
        assert await ann.guesses() == guesses
        await ann.says("/learn")
        await ann.presses("ending")
        await ann.bot.says(text, to=to)
    assert await ann.guesses() == 4


@stage_test
@pytest.mark.parametrize("answers", [(), ("451",)])
async def test_a_lesson_is_answered_until_the_rivals_move_takes_over(stage: Stage, answers: tuple[str, ...]) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    await talk("/learn\n[Skip ›]\n[Endgames] → finds the secret soonest", second)
    await stage.quiet()
    for answer in answers:
        await talk(f"{answer} → ✅", second)
    await pair.guess(first, "8901")
    await pair.guess(second, "8902")
    assert "8902" in screen(second).text
    await second.sees_no("❌")


@stage_test
@AT_LENGTH
async def test_nothing_of_the_lessons_is_cut_off_at_320_pixels(browser: Browser, stage: Stage, language: str) -> None:
    texts = texts_in(language)
    person = await stage.sandbox.person(NAMES[language], language)
    wrong: dict[str, object] = {}
    async with window_of(browser, stage, person, person.id, NARROW) as window:
        await person.send("/learn")
        await stage.quiet()
        wrong |= await looked(window, "the first lesson")
        await person.presses(texts.plain("button.skip-lesson"))
        for stage_of_lessons in STAGES.values():
            await stage.quiet()
            wrong |= await looked(window, "the list")
            await person.presses(texts.plain(f"stage.{stage_of_lessons.name}"))
            await stage.quiet()
            wrong |= await looked(window, stage_of_lessons.name)
            task = stage_of_lessons.tasks[0]
            answer = next(choice for choice in choices_of(task) if not is_right(task, choice))
            await person.presses(label(task, answer, "emoji", texts))
            await stage.quiet()
            wrong |= await looked(window, f"{task.name} answered")
            await person.presses(texts.plain("button.lessons"))
    assert not wrong, "\n".join(f"{what}: {found}" for what, found in wrong.items())


FEW = 4
TYPED = st.text() | st.text("0123456789BCyesnoтакніда ,;🐂🐄.!?", max_size=30)
EVERY_TASK = pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)


def test_there_are_eight_stages_of_four_to_six_tasks() -> None:
    assert list(STAGES) == ["reply", "zero", "sum", "place", "still", "left", "ending", "better"]
    assert all(4 <= len(stage.tasks) <= 6 for stage in STAGES.values())
    assert len(TASKS) == sum(len(stage.tasks) for stage in STAGES.values())
    assert {task.question for task in TASKS.values()} == set(lessons.QUESTIONS)


@EVERY_TASK
def test_every_task_has_a_position_and_answers_right_and_wrong(task: Task) -> None:
    assert len(left_in(task)) >= 1
    assert len(task.history) <= 4
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


@EVERY_TASK
def test_what_each_question_asks_for_is_sound(task: Task) -> None:
    """What replies add up to is one number; all that are left stand on buttons, four at most; the best are perfect."""
    left = {task.variant.format(code) for code in left_in(task)}
    right = {choice for choice in task.choices if is_right(task, choice)}
    if task.question == "among":
        assert len(lessons.numbers_among(task)) == 1
        assert [reason.key for reason in question_of(task).why(task, "0")] == ["told.sum", "told.rest"]
    elif task.question == "left":
        assert len(left) <= FEW
        assert left == right
    elif task.question == "ending":
        assert 2 <= len(left) <= FEW
        lost = {choice: loss(position_of(task), task.variant.parse(choice)) for choice in task.choices}
        assert all(each.exact for each in lost.values())
        assert {choice for choice, each in lost.items() if each.turns == 0} == right
    elif task.question == "better":
        costs = {choice: loss(position_of(task), task.variant.parse(choice)).turns for choice in task.choices}
        for better, other in product(right, set(task.choices) - right):
            assert lessons.left_by(task, other) >= 1.1 * lessons.left_by(task, better)
            assert costs[other] > costs[better]


def test_the_best_guess_can_be_the_secret_in_some_and_whatever_is_as_good_counts() -> None:
    asked = [task for task in TASKS.values() if task.question in {"better", "ending"}]
    best = [(task, choice) for task in asked for choice in task.choices if is_right(task, choice)]
    fit = {task.variant.parse(choice) in left_in(task) for task, choice in best}
    assert fit == {True, False}
    task = TASKS["ending-5"]
    assert is_right(task, "0135")
    assert "0135" not in task.choices
    assert not is_right(task, "9876")


def test_each_symbol_is_told_of_once() -> None:
    said = {reason.key: reason.values["symbols"] for reason in lessons.symbol_by_symbol("3094", "0834")}
    assert said == {"told.placed": ("4",), "told.elsewhere": ("3", "0"), "told.absent": ("9",)}


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
    assert (bool(learner.missed), learner.right) == (bool(due_on), frozenset({"zero-1"} if answers[-1][0] else ()))


def test_what_waits_longest_comes_first() -> None:
    learner = answered((False, 1), by=answered((False, 2), task="a-1"), task="b-1")
    assert learner.due(9 * DAY) == ("b-1", "a-1")
