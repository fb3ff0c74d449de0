"""Lessons pressed twice, late, forged, in groups; and texts that may be for a game instead."""

import pytest

from bot.app.messages import Chat
from bot.app.model.lessons import LESSON, TASKS
from bot.app.work import Work
from tests.bot.inside import inside
from tests.bot.lessons.inside_lessons import CHAT, SECRET, Pupil, taught

GROUP = Chat(-5)


async def guesses(pupil: Pupil) -> int:
    """So many guesses stand on the board of the latest game."""
    game = await pupil.bot.board_game()
    return 0 if game is None else len(game.game.turns)


async def test_an_answer_pressed_twice_counts_once() -> None:
    async with taught() as ann:
        await ann.presses("zero")
        await ann.presses("zero-1-1")
        once, shown = await ann.learner(), ann.screen
        for again in ("zero-1-1", "zero-1-0", "zero-2-0"):
            await ann.presses(again)
        assert await ann.learner() == once
        assert ann.screen == shown


async def test_next_pressed_twice_leaves_no_task_out() -> None:
    async with taught() as ann:
        await ann.presses("zero")
        await ann.presses("zero-1-0")
        await ann.presses("next")
        assert "· 2/5" in await ann.presses("next")


async def test_a_guess_of_the_first_lesson_pressed_twice_is_made_once() -> None:
    async with taught(begun=False) as ann:
        await ann.presses("guess-0")
        once = ann.screen
        await ann.presses("guess-0")
        assert ann.screen == once


async def test_a_press_on_a_message_that_is_no_longer_the_lesson_does_nothing() -> None:
    async with taught() as ann:
        await ann.presses("zero")
        old = ann.bot.screens["menu"]
        await ann.says("9")
        new = ann.bot.screens["menu"]
        assert new[0] != old[0]
        ann.bot.screens["menu"] = old
        before = await ann.learner()
        await ann.presses("next")
        assert ann.bot.screens["menu"] == old
        assert await ann.learner() == before


@pytest.mark.parametrize(
    "about",
    [
        "zero-1-9",
        "zero-99-0",
        "nonsense",
        "zero-1",
        "first-1-0",
        "guess-9",
        "guess-0",
        "next",
        "again",
        "zero-1-",
        "-",
        "0-0",
    ],
)
async def test_a_forged_button_breaks_nothing(about: str) -> None:
    async with taught() as ann:
        before = await ann.learner()
        await ann.presses(about)
        assert await ann.learner() == before
        await ann.bot.says("/learn")
        assert "What zero tells you" in ann.buttons


async def test_whoever_presses_an_answer_long_after_it_was_asked_is_judged_all_the_same() -> None:
    async with taught() as ann:
        await ann.presses("zero")

        async def forget(work: Work) -> None:
            work.prompts.keep(LESSON, 1001, "")

        await ann.bot.store.run(forget)
        assert "✅" in await ann.presses("zero-1-0")
        assert "· 2/5" in await ann.presses("next")


async def test_a_group_is_sent_to_the_private_chat() -> None:
    async with inside(SECRET, GROUP) as bot:
        for act in (bot.says("/learn"), bot.presses("1:learn:zero", "menu"), bot.presses("1:learn:zero-1-0", "menu")):
            await act
            screen = bot.screens["menu"][1]
            assert "🎓 Lessons are one to one: open them in private." in screen.html
            assert [button.opens for row in screen.rows for button in row] == ["https://t.me/BullsBot?start=learn"]
        assert not (await bot.store.run(lambda work: work.learners.of(1001))).has_begun


async def test_the_link_of_a_group_opens_the_lessons() -> None:
    async with taught() as ann:
        await ann.presses("zero")
        await ann.bot.says("/start learn")
        assert "What zero tells you" in ann.buttons


async def test_a_newcomers_first_board_takes_nothing_from_the_first_lesson() -> None:
    async with taught(begun=False) as ann:
        await ann.bot.says("/start")
        await ann.bot.says("/learn")
        assert "1. <code>3094</code>" in await ann.says("3094")
        assert await guesses(ann) == 0


async def test_a_newcomers_first_board_leads_to_the_lessons_and_to_all_else() -> None:
    async with inside(SECRET, CHAT) as bot:
        await bot.says("/start")
        game = await bot.board_game()
        assert game is not None
        slot = f"game:{game.id}"
        *_, (learn, more) = bot.screens[slot][1].rows
        assert [learn.text, more.text] == ["🎓 Lessons", "☰ More"]
        await bot.presses(str(more.data), slot)
        (_, menu), _ = bot.screens[slot][1].rows[-2:]
        for button, seen in ((learn, "0834"), (menu, "Hi, Ann!")):
            before = bot.screens.get("menu", (0,))[0]
            await bot.presses(str(button.data), slot)
            assert seen in bot.screens["menu"][1].html
            assert bot.screens["menu"][0] > before
        await bot.says("/start")
        await bot.says("0123")
        assert "🎓 Lessons" not in [button.text for row in bot.screens[slot][1].rows for button in row]


async def test_whoever_has_turned_back_to_a_game_guesses_there() -> None:
    async with taught() as ann:
        await ann.bot.says("/play")
        await ann.presses("zero")
        await ann.bot.says("/play")
        await ann.bot.says("0123")
        assert await guesses(ann) == 1
        assert not (await ann.learner()).missed


async def test_whoever_is_asked_last_by_a_lesson_answers_there() -> None:
    async with taught() as ann:
        await ann.bot.says("/play")
        await ann.bot.says("0123")
        await ann.bot.says("/learn")
        await ann.presses("better")
        assert "✅" in await ann.says("4567")
        assert await guesses(ann) == 1
        await ann.bot.says("4567")  # the lesson asks nothing now
        assert await guesses(ann) == 2


@pytest.mark.parametrize("leaves", ["/menu", "/rules", "/learn"])
async def test_another_menu_ends_the_asking(leaves: str) -> None:
    async with taught() as ann:
        await ann.bot.says("/play")
        await ann.bot.says("/learn")
        await ann.presses("ending")
        await ann.bot.says(leaves)
        await ann.bot.says("0123")
        assert await guesses(ann) == 1
        assert not (await ann.learner()).missed


async def test_what_is_meant_for_the_game_reaches_it_past_a_lesson() -> None:
    async with taught() as ann:
        await ann.bot.says("/play")
        game = await ann.bot.board_game()
        assert game is not None
        await ann.bot.says("/learn")
        await ann.presses("ending")
        await ann.bot.says("0123", to=f"game:{game.id}")
        assert await guesses(ann) == 1
        await ann.bot.says("/learn")
        await ann.presses("ending")
        await ann.bot.says("/guess 4567")
        assert await guesses(ann) == 2


async def test_a_thousand_answers_leave_one_small_row() -> None:
    async with taught() as ann:
        for name, task in list(TASKS.items()) * 3:
            await ann.presses(name.partition("-")[0])
            for at in range(4):
                await ann.presses(f"{task.name}-{at}")
        assert (await ann.learner()).revision <= len(TASKS) * 3 + 1
