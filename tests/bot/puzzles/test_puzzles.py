"""Puzzles given, answered by taps and by typing, explained, rated and shared."""

from collections import Counter
from functools import partial

import pytest

from bot.app.actions.puzzles import draw
from bot.app.model.puzzles import FIRST, Puzzler
from bot.game.puzzles import KINDS
from bot.game.rating import START, Rating
from solver.variant import VARIANTS
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
        seen = set[str]()
        for _ in range(12):
            await ann.says("/puzzle")
            opened, rating = await ann.open(), (await ann.puzzler()).rating.value
            assert opened.listed is not None
            assert opened.is_rated
            assert not seen or abs(opened.listed.first_rating.value - rating) < 150, "the first one is easy"
            seen.add(opened.about)
            await (ann.presses(f"give-{opened.tag}") if len(seen) % 2 else answers_rightly(ann))
        assert len(seen) == 12


@pytest.mark.parametrize("rating", range(900, 2200, 100))
async def test_kinds_are_mixed_at_every_rating(rating: int) -> None:
    async with solving() as ann:
        people = [Puzzler(person, Rating(rating, 80.0, 0.06)).with_tried(1) for person in range(60)]
        drawn = [await ann.bot.store.run(partial(draw, who)) for who in people]
    kinds = Counter(listed.kind for listed in drawn)
    assert len(kinds) >= 2
    assert max(kinds.values()) <= 2 * len(drawn) / 3
    assert all(listed.size <= KINDS[listed.kind].largest for listed in drawn)
    assert not {listed.number for listed in drawn} <= set(FIRST)


async def test_whoever_has_tried_none_begins_with_an_easy_one() -> None:
    async with solving() as ann:
        await ann.says("/puzzle")
        assert int((await ann.open()).about) in FIRST


async def test_a_first_miss_costs_little_and_a_second_one_what_it_costs() -> None:
    async with solving() as ann:
        ratings = [START.value]
        for number in (first_of("only").number, first_of("left").number):
            await ann.follows(number)
            await ann.taps(wrong(await ann.puzzle()))
            ratings.append((await ann.puzzler()).rating.value)
        assert ratings[0] - ratings[1] == 20
        assert ratings[1] - ratings[2] > 50


async def test_a_first_right_answer_brings_what_it_brings() -> None:
    async with solving() as ann:
        await ann.follows(first_of("apart").number)
        await answers_rightly(ann)
        assert (await ann.puzzler()).rating.value > START.value + 100


async def test_colours_are_answered_on_a_keypad() -> None:
    async with solving() as ann:
        number = first_of("apart", "mastermind").number
        await ann.follows(number)
        assert {"🔴 R", "⌫", "✓"} < set(ann.buttons)
        right = min((await ann.puzzle()).right)
        await ann.presses(f"submit-{number}")
        assert (await ann.puzzler()).open is not None, "four more to go"
        for symbol in (right[0], right[0]):
            await ann.presses(f"key-{number}-{symbol}")
        assert f"✍️ <code>{VARIANTS['mastermind'].show(right[:1])} " in ann.text
        await ann.presses(f"erase-{number}")
        for symbol in right[1:]:
            await ann.presses(f"key-{number}-{symbol}")
        assert "✅" in await ann.presses(f"submit-{number}")


async def test_what_was_tapped_is_gone_once_it_is_asked_again() -> None:
    async with solving() as ann:
        number = first_of("apart", "mastermind").number
        await ann.follows(number)
        await ann.presses(f"key-{number}-0")
        assert "✍️" in ann.text
        assert "✍️" not in await ann.says("/puzzle")
        for _ in range(3):
            await ann.presses(f"key-{number}-0")
        await ann.presses(f"submit-{number}")
        assert (await ann.puzzler()).open is not None


@pytest.mark.parametrize("about", ["key-{0}", "erase-{0}-1", "key-{0}-99", "submit-1", "key-x-0"])
async def test_a_forged_key_does_nothing(about: str) -> None:
    async with solving() as ann:
        number = first_of("apart", "mastermind").number
        shown = await ann.follows(number)
        assert await ann.presses(about.format(number)) == shown


@pytest.mark.parametrize("number", [first_of("apart").number, first_of("only", "mastermind").number])
async def test_what_is_typed_in_digits_or_tapped_as_a_whole_has_no_keypad(number: int) -> None:
    async with solving() as ann:
        await ann.follows(number)
        assert "⌫" not in ann.buttons


async def test_the_codes_that_are_left_stand_one_a_line() -> None:
    async with solving() as ann:
        await ann.follows(first_of("apart").number)
        puzzle = await ann.puzzle()
        codes = [f"<code>{puzzle.variant.show(code)}</code>" for code in puzzle.left]
        assert [line for line in ann.text.splitlines() if line in codes] == codes


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
