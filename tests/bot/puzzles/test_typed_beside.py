"""What is typed while a lesson or a puzzle asks: for it, for a game or for something else, by one rule for both."""

from collections.abc import AsyncIterator

import pytest

from bot.app.talk.actions import ROOM
from bot.app.talk.model import Talk
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import paired
from tests.bot.inside import Inside, inside
from tests.bot.player import talk
from tests.bot.puzzles.inside_puzzles import CHAT, first_of
from tests.bot.storage.stores import write

ONLY = first_of("only").number
ASKED = {"menu": ("/learn", "skip", "better"), "puzzle": (f"/start z{ONLY}",)}
"""By the slot of what asks, how it is opened: what is said, and which buttons of the lessons are pressed."""
ANSWER = {"menu": "4567", "puzzle": "0329"}
EITHER = pytest.mark.parametrize("slot", ASKED)
stage_test = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
async def bot() -> AsyncIterator[Inside]:
    async with inside(None, CHAT) as opened:
        yield opened


async def asks(bot: Inside, slot: str) -> None:
    """Let the lesson or the puzzle be the newest screen that asks."""
    said, *buttons = ASKED[slot]
    await bot.says(said)
    for about in buttons:
        await bot.presses(f"1:learn:{about}", "menu")
    assert not [sign for sign in ("⚠️", "✅") if sign in bot.screens[slot][1].html]


def newest(bot: Inside) -> str:
    """Which screen stands lowest: `quiz`, `game` or another slot; `quiz` where it says what was wrong with the text."""
    slot = max(bot.screens, key=lambda each: bot.screens[each][0])
    if slot in ASKED and "⚠️" in bot.screens[slot][1].html:
        return "quiz"
    return slot.partition(":")[0]


BESIDE = {
    "nothing": ((), "5671 quiz; hello quiz; ?5671 quiz; 12345 quiz"),
    "a board on which nothing was done": (("/play",), "5671 quiz; hello quiz; ?5671 quiz"),
    "a game of such codes": (("/play", "4567"), "5671 game; 567 quiz; hello quiz; 5566 quiz; ?5671 game"),
    "a game of longer codes": (("/play five", "98765"), "98764 game; 5671 quiz; hello quiz"),
    "a number that is guessed": (("/number 1 100", ">50"), ">70 game; 77 game; hello quiz"),
    "a code that the bot guesses": (("/think", "1B1C"), "0B2C game; 02 game; hello quiz"),
}
"""What is on, how it was begun, and where each text goes."""


@EITHER
@pytest.mark.parametrize(("begun", "texts"), BESIDE.values(), ids=BESIDE)
async def test_what_is_no_answer_is_for_a_game_that_was_begun_and_can_read_it_else_for_what_asks(
    bot: Inside, slot: str, begun: tuple[str, ...], texts: str
) -> None:
    for said in begun:
        await bot.says(said)
    for line in texts.split("; "):
        text, where = line.split()
        await asks(bot, slot)
        await bot.says(text)
        assert (text, newest(bot)) == (text, where)


@EITHER
@pytest.mark.parametrize("replied", ["board", "quiz", ""])
async def test_an_answer_is_for_what_asks_though_a_game_could_read_it_unless_its_board_was_replied_to(
    bot: Inside, slot: str, replied: str
) -> None:
    await bot.says("/play")
    await bot.says("5678")
    await asks(bot, slot)
    begun = await bot.board_game()
    assert begun is not None
    await bot.says(ANSWER[slot], to={"board": f"game:{begun.id}", "quiz": slot}.get(replied))
    after = await bot.board_game()
    assert after is not None
    assert len(after.game.turns) == (2 if replied == "board" else 1)
    assert ("✅" in bot.screens[slot][1].html) is (replied != "board")


@EITHER
async def test_what_is_meant_for_a_party_a_review_or_the_room_is_no_answer(bot: Inside, slot: str) -> None:
    await asks(bot, slot)
    await bot.says("🎯 Classic\n1. 0123  1🐂 1🐄\n2. 0145  0🐂 1🐄")
    assert newest(bot) == "review"
    await write(bot.store, lambda work: work.of(Talk).listen(ROOM, 1001))
    await asks(bot, slot)
    await bot.says("hello, room")
    assert newest(bot) == "room"
    await bot.says("/party")
    await bot.presses("1:hotseat:circle", "menu")
    await bot.says("Olga, Taras")
    assert newest(bot) == "game"


IN_COLOURS = 2010
"""The number of a puzzle."""


async def test_a_slip_in_colours_is_no_talk_for_the_room_nor_a_list_of_names(bot: Inside) -> None:
    await write(bot.store, lambda work: work.of(Talk).listen(ROOM, 1001))
    await bot.says("/party")
    await bot.presses("1:hotseat:circle", "menu")
    for slip in ("red red blue", "RGBYR", "red, red, blue"):
        await bot.says(f"/start z{IN_COLOURS}")
        await bot.says(slip)
        assert (slip, newest(bot)) == (slip, "quiz")


@EITHER
async def test_a_reply_to_what_asks_nothing_is_no_answer(bot: Inside, slot: str) -> None:
    await bot.says("/mydata")
    file = next(name for name, (_, screen) in bot.screens.items() if screen.document)
    await asks(bot, slot)
    await bot.says(ANSWER[slot], to=file)
    assert "✅" not in bot.screens[slot][1].html


@EITHER
async def test_a_guess_that_is_weighed_first_is_for_the_game_that_was_begun(bot: Inside, slot: str) -> None:
    await bot.says("/play")
    await bot.says("5678")
    await asks(bot, slot)
    await bot.says(f"?{ANSWER[slot]}")
    assert newest(bot) == "game"
    assert "✅" not in bot.screens[slot][1].html


@stage_test
@pytest.mark.parametrize(
    "opens", ["/learn\n[Skip ›]\n[Endgames] → finds the secret soonest", f"/start z{ONLY} → Puzzle #{ONLY}"]
)
async def test_a_word_to_a_rival_passes_by_what_asks(stage: Stage, opens: str) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    await talk(opens, second)
    await stage.quiet()
    await second.send("good luck to you")
    await first.sees("good luck to you")
    await second.sees_no("⚠️")
