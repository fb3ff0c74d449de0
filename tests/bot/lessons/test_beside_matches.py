"""Lessons beside matches with people: what is typed is for what was looked at last, or for the rival's move."""

import pytest

from sandbox.client import Person
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import paired, screen

pytestmark = pytest.mark.asyncio(loop_scope="session")
ENDGAMES, QUESTION = "Endgames", "finds the secret soonest"


async def opens_a_lesson(stage: Stage, person: Person) -> None:
    """Come to a task in which any code may be typed."""
    await person.send("/learn")
    await person.presses("Skip ›")
    await person.presses(ENDGAMES)
    await person.sees(QUESTION)
    await stage.quiet()


async def test_a_rivals_move_takes_over_from_a_lesson(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    await opens_a_lesson(stage, second)
    await pair.guess(first, "8901")
    await pair.guess(second, "8902")
    assert "8902" in screen(second).text
    await second.sees_no("❌")


async def test_whoever_waits_for_a_rival_answers_a_lesson_meanwhile(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    await opens_a_lesson(stage, second)
    await second.send("451")
    await second.sees("✅")
    await pair.guess(first, "8901")
    await pair.guess(second, "8902")
    assert "8902" in screen(second).text
