"""Puzzles pressed twice, late, forged, in groups; and advice on puzzles."""

import pytest

from bot.app.messages import Chat
from bot.app.screen import Screen
from bot.game.rating import START
from tests.bot.inside import inside
from tests.bot.puzzles.inside_puzzles import SECRET, Solver, first_of, solving, wrong

GROUP = Chat(-5)
ONLY, LEFT, APART = (first_of(kind).number for kind in ("only", "left", "apart"))


async def test_an_answer_pressed_twice_counts_once() -> None:
    async with solving() as ann:
        await ann.follows(ONLY)
        puzzle = await ann.puzzle()
        await ann.presses(f"{ONLY}-{puzzle.choices.index(wrong(puzzle))}")
        once, shown = await ann.puzzler(), ann.screen
        for about in [f"{ONLY}-{at}" for at in range(4)] + [f"hint-{ONLY}", f"give-{ONLY}"]:
            await ann.presses(about)
        assert await ann.puzzler() == once
        assert ann.screen == shown


async def test_next_pressed_twice_leaves_no_puzzle_out() -> None:
    async with solving() as ann:
        await ann.follows(ONLY)
        await ann.presses(f"give-{ONLY}")
        await ann.presses("next")
        opened = await ann.open()
        await ann.presses("next")
        assert await ann.open() == opened


async def test_one_of_several_right_answers_pressed_twice_is_found_once() -> None:
    async with solving() as ann:
        await ann.follows(LEFT)
        one = min((await ann.puzzle()).right)
        for _ in range(5):
            await ann.taps(one)
        assert len((await ann.open()).found) == 1


async def test_a_hint_and_then_an_answer_out_of_a_backlog_are_not_rated() -> None:
    async with solving() as ann:
        await ann.follows(ONLY)
        right = min((await ann.puzzle()).right)
        await ann.presses(f"hint-{ONLY}")
        await ann.follows(LEFT)
        await ann.presses(f"{ONLY}-0")  # a press on what stood there before
        assert (await ann.open()).about == str(LEFT)
        await ann.follows(ONLY)
        await ann.taps(right)
        assert (await ann.puzzler()).rating == START


@pytest.mark.parametrize(
    "about",
    [
        *(
            f"{ONLY}-4",
            f"{ONLY}-99",
            f"{ONLY}-",
            f"{ONLY}",
            f"{LEFT}-0",
            f"{LEFT}-{ONLY}",
            f"0{ONLY}-0",
            f"hint-{LEFT}",
            f"give-{LEFT}",
        ),
        *("hint", "give", "hint-", "-", "0-0", "99999-0", "nonsense", "x12345678-0", "-0"),
    ],
)
async def test_a_forged_button_changes_nothing(about: str) -> None:
    async with solving() as ann:
        await ann.follows(ONLY)
        before, shown = await ann.puzzler(), ann.screen
        await ann.presses(about)
        assert await ann.puzzler() == before
        assert ann.screen == shown


@pytest.mark.parametrize(
    "about",
    [
        *(
            "0",
            "5121",
            "999999999",
            "9999999999",
            "-1",
            "1.5",
            "only",
            "only_",
            "only_p",
            "left_pclassic_",
            "many_pclassic_AA",
        ),
        *(
            "left_psix_AA",
            "fewest_pnothing_AA",
            "left_pclassic_////",
            "apart_pwords-en-5_AA",
            "only_pclassic_" + "A" * 60,
        ),
    ],
)
async def test_a_forged_link_opens_no_puzzle(about: str) -> None:
    async with solving() as ann:
        await ann.bot.says("/menu")
        await ann.bot.says(f"/start z{about}")
        assert "puzzle" not in ann.bot.screens


async def test_a_press_on_a_message_that_is_no_longer_the_puzzle_does_nothing() -> None:
    async with solving() as ann:
        await ann.follows(ONLY)
        old = ann.bot.screens["puzzle"]
        await ann.says("/puzzle")
        before = await ann.puzzler()
        ann.bot.screens["puzzle"] = old
        await ann.presses(f"{ONLY}-0")
        assert await ann.puzzler() == before


async def test_a_group_is_sent_to_the_private_chat() -> None:
    async with inside(SECRET, GROUP) as bot:
        for act in (bot.says("/puzzle"), bot.presses("1:puzzle", "menu")):
            await act
            screen: Screen = bot.screens["menu"][1]
            assert "solve them in private" in screen.html
            assert [button.opens for row in screen.rows for button in row] == ["https://t.me/BullsBot?start=z"]
        assert (await bot.store.run(lambda work: work.puzzles.puzzler(1001))).open is None


async def test_the_link_of_a_group_opens_the_next_puzzle() -> None:
    async with solving() as ann:
        assert "🧩 Puzzle #" in await ann.follows("")


async def told(ann: Solver) -> str:
    """The turns of the open puzzle, as they are told to /review."""
    puzzle = await ann.puzzle()
    return " ".join(f"{puzzle.variant.format(guess)} {reply}" for guess, reply in puzzle.history)


async def test_advice_on_a_rated_puzzle_is_refused_until_it_is_answered_or_hinted() -> None:
    async with solving() as ann:
        await ann.follows(ONLY)
        turns = await told(ann)
        await ann.bot.says(f"/review {turns}")
        assert "🧩 That could help with your open puzzle." in ann.bot.screens["menu"][1].html
        await ann.presses(f"hint-{ONLY}")
        assert "🧩 That could help with your open puzzle." not in str(await ann.bot.says(f"/review {turns}"))


async def test_advice_on_other_turns_is_given() -> None:
    async with solving() as ann:
        await ann.follows(LEFT)
        assert "could help" not in str(await ann.bot.says("/review 0123 0B0C 4567 0B2C"))


async def test_a_thousand_presses_leave_one_small_row() -> None:
    async with solving() as ann:
        for _ in range(60):
            await ann.says("/puzzle")
            await ann.presses(f"give-{(await ann.open()).tag}")
        puzzler = await ann.puzzler()
        assert puzzler.rated == puzzler.tried.bit_count() == 60
        assert puzzler.rating.value < START.value
