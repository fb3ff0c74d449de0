"""Lessons beside matches with people, and on the narrowest phones in every language: through the bot's real process."""

import pytest
from playwright.async_api import Browser

from bot.app.model.lessons import STAGES
from bot.app.screens.lessons import Seen, label
from bot.app.texts import texts_in
from bot.game.lessons import choices_of, is_right
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import paired, screen
from tests.bot.player import talk
from tests.bot.reader import AT_LENGTH, NAMES
from tests.bot.solo.test_in_browser import window_of
from tests.bot.test_narrow_in_browser import NARROW, looked

pytestmark = pytest.mark.asyncio(loop_scope="session")


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
            await person.presses(label(task, answer, Seen(texts, "emoji")))
            await stage.quiet()
            wrong |= await looked(window, f"{task.name} answered")
            await person.presses(texts.plain("button.lessons"))
    assert not wrong, "\n".join(f"{what}: {found}" for what, found in wrong.items())
