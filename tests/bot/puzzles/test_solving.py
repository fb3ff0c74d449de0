"""Puzzles with the real bot: given, answered in three languages, shared with a friend; and killed in between."""

import pytest

from bot.app.actions.puzzles import puzzle_of
from bot.app.model.puzzles import OpenPuzzle
from bot.app.texts import texts_in
from sandbox.client import Person
from tests.bot.conftest import Stage
from tests.bot.puzzles.inside_puzzles import RECALL, first_of

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def solve(ann: Person, number: int) -> None:
    """Give all answers that the puzzle of that number takes, tapped where that can be."""
    puzzle = puzzle_of(OpenPuzzle(str(number)), RECALL)
    assert puzzle is not None
    if not puzzle.choices:
        await ann.send(puzzle.variant.format(min(puzzle.right)))
        return
    for code in sorted(puzzle.right):
        await ann.presses(puzzle.variant.show(code))


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
async def test_every_kind_is_solved_in_every_language(stage: Stage, language: str) -> None:
    ann, texts = await stage.sandbox.person("Ann", language), texts_in(language)
    for kind in ("only", "left", "fewest", "apart"):
        number = first_of(kind).number
        await ann.send(f"/start z{number}")
        await ann.sees(str(texts.html("puzzle.title", number=number)))
        await solve(ann, number)
        await ann.sees("✅")
    await stage.quiet()  # what was answered before is gone
    await ann.presses(texts.plain("button.next-puzzle"))
    await ann.presses(texts.plain("button.show-answer"))
    await ann.sees(texts.plain("puzzle.given-up"))


async def test_two_who_answer_the_same_puzzle_are_both_counted(stage: Stage) -> None:
    ann, bob = await stage.sandbox.person("Ann"), await stage.sandbox.person("Bob")
    number = first_of("only", "five").number
    for person in (ann, bob):
        await person.send(f"/start z{number}")
        await person.sees(f"Puzzle #{number}")
    for person in (ann, bob):
        await solve(person, number)
        await person.sees("Your puzzle rating")
    [(revision,)] = stage.bot.rows("SELECT revision FROM puzzles WHERE number = ?", number)
    assert revision == 2


async def test_what_came_in_at_once_after_an_outage_counts_once(own_stage: Stage) -> None:
    ann = await own_stage.sandbox.person("Ann")
    number = first_of("apart").number
    await ann.send(f"/start z{number}")
    await ann.sees(f"Puzzle #{number}")
    await own_stage.bot.kill()
    puzzle = puzzle_of(OpenPuzzle(str(number)), RECALL)
    assert puzzle is not None
    for code in sorted(puzzle.right)[:3]:
        await ann.send(puzzle.variant.format(code))
    await own_stage.bot.start()
    await ann.sees("✅")
    await own_stage.quiet()
    [(revision,)] = own_stage.bot.rows("SELECT revision FROM puzzles WHERE number = ?", number)
    assert revision == 1
