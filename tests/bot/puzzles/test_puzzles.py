"""Puzzles given, answered by taps and by typing, explained, rated and shared."""

import pytest

from bot.game.rating import START
from tests.bot.puzzles.inside_puzzles import Solver, first_of, solving, wrong


async def answers_rightly(ann: Solver) -> str:
    """Give all right answers that the open puzzle takes, by taps or, where there are none to tap, by typing."""
    puzzle = await ann.puzzle()
    if not puzzle.choices:
        return await ann.says(puzzle.variant.format(min(puzzle.right)))
    for code in puzzle.right:
        await ann.taps(code)
    return ann.text


@pytest.mark.parametrize("kind", ["only", "left", "fewest", "apart"])
@pytest.mark.parametrize("variant", ["classic", "mastermind"])
async def test_a_right_answer_is_explained_and_raises_the_rating(kind: str, variant: str) -> None:
    async with solving() as ann:
        assert f"#{first_of(kind, variant).number}" in await ann.follows(first_of(kind, variant).number)
        assert "✅" in await answers_rightly(ann)
        assert "Your puzzle rating: 1500? → " in ann.text
        assert "because." not in ann.text
        puzzler = await ann.puzzler()
        assert puzzler.rating.value > START.value
        assert (puzzler.right, puzzler.rated, puzzler.open) == (1, 1, None)


@pytest.mark.parametrize("kind", ["only", "left", "fewest"])
async def test_a_wrong_answer_is_explained_and_lowers_the_rating(kind: str) -> None:
    async with solving() as ann:
        await ann.follows(first_of(kind).number)
        assert "❌" in await ann.taps(wrong(await ann.puzzle()))
        puzzler = await ann.puzzler()
        assert puzzler.rating.value < START.value
        assert (puzzler.right, puzzler.rated) == (0, 1)


async def test_a_typed_guess_that_leaves_two_is_wrong() -> None:
    async with solving() as ann:
        await ann.follows(first_of("apart").number)
        assert "❌" in await ann.says("0123")
        assert "doesn’t tell these apart:" in ann.text


async def test_the_puzzle_is_rated_as_well() -> None:
    async with solving() as ann:
        listed = first_of("only")
        await ann.follows(listed.number)
        await answers_rightly(ann)
        [rated] = await ann.bot.store.run(lambda work: work.puzzles.rated([listed]))
        assert rated.rating.value < listed.first_rating.value
        assert rated.revision == 1


async def test_all_that_are_left_are_found_in_any_order() -> None:
    async with solving() as ann:
        await ann.follows(first_of("left").number)
        puzzle = await ann.puzzle()
        last, *others = sorted(puzzle.right, reverse=True)
        for code in others:
            assert "✅" not in await ann.taps(code)
            assert f"✓ {puzzle.variant.format(code)}" in ann.buttons
        assert "✅" in await ann.taps(last)


async def test_whoever_asks_again_sees_the_same_puzzle_until_it_is_answered() -> None:
    async with solving() as ann:
        await ann.says("/puzzle")
        first = await ann.open()
        await ann.says("/puzzle")
        assert await ann.open() == first
        await ann.presses("next")
        assert await ann.open() == first
        await ann.presses(f"give-{first.tag}")
        await ann.presses("next")
        assert await ann.open() != first


async def test_home_is_a_tap_away_and_the_puzzle_waits() -> None:
    async with solving() as ann:
        await ann.follows(first_of("only").number)
        assert ann.buttons[-1] == "☰ Menu"
        await ann.presses("menu")
        assert "Hi, Ann!" in ann.bot.screens["menu"][1].html
        assert (await ann.open()).is_rated


async def test_puzzles_are_served_near_ones_own_rating_and_none_twice() -> None:
    async with solving() as ann:
        seen = set()
        for _ in range(12):
            await ann.says("/puzzle")
            opened, rating = await ann.open(), (await ann.puzzler()).rating.value
            assert opened.listed is not None
            assert opened.is_rated
            assert abs(opened.listed.first_rating.value - rating) < 150
            seen.add(opened.about)
            await (ann.presses(f"give-{opened.tag}") if len(seen) % 2 else answers_rightly(ann))
        assert len(seen) == 12


async def test_a_second_attempt_is_not_rated() -> None:
    async with solving() as ann:
        number = first_of("only").number
        await ann.follows(number)
        await answers_rightly(ann)
        once = (await ann.puzzler()).rating
        await ann.follows(number)
        await answers_rightly(ann)
        assert "Not rated: you’ve started this puzzle before." in ann.text
        assert (await ann.puzzler()).rating == once


@pytest.mark.parametrize("kind", ["only", "left", "fewest", "apart"])
async def test_a_hint_gives_something_away_and_takes_the_rating(kind: str) -> None:
    async with solving() as ann:
        await ann.follows(first_of(kind).number)
        assert "💡 " in await ann.presses(f"hint-{first_of(kind).number}")
        assert "💡 Hint" not in ann.buttons
        await answers_rightly(ann)
        assert "Not rated: you took a hint." in ann.text
        assert (await ann.puzzler()).rating == START
        await ann.follows(first_of(kind).number)
        assert not (await ann.open()).is_rated


async def test_whoever_gives_up_sees_the_answer_and_loses() -> None:
    async with solving() as ann:
        await ann.follows(first_of("apart").number)
        assert "would tell them all apart. Guesses that do:" in await ann.presses(f"give-{first_of('apart').number}")
        assert (await ann.puzzler()).rating.value < START.value


async def test_the_link_that_is_shared_leads_to_the_puzzle() -> None:
    async with solving() as ann:
        number = first_of("fewest").number
        await ann.follows(number)
        await answers_rightly(ann)
        [link] = [button.opens for row in ann.screen.rows for button in row if button.opens]
        assert f"start%3Dz{number}&" in str(link)


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
async def test_every_language_has_the_words(language: str) -> None:
    async with solving(language) as ann:
        for kind in ("only", "left", "fewest", "apart"):
            await ann.follows(first_of(kind, "mastermind").number)
            shown = ann.text
            shown += await answers_rightly(ann)
            assert not [key for key in ("puzzle.r", "puzzle.t", "find.", "because.") if key in shown]
