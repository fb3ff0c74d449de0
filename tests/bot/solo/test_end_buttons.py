"""What stands under a game that is over, of whatever kind, and what it says of how well it went."""

from dataclasses import replace

import pytest

from bot.app.kind import slot_of
from bot.app.messages import Chat
from bot.app.screen import Button, Screen
from tests.bot.inside import Inside, inside

CHAT = Chat(1001)
SECRET = (0, 1, 2, 3)


def buttons(screen: Screen) -> list[Button]:
    return [button for row in screen.rows for button in row]


def texts(screen: Screen) -> list[str]:
    return [button.text for button in buttons(screen)]


async def won(bot: Inside, *wrong: str, order: str = "/play") -> str:
    """The slot of a game that was won after these guesses."""
    await bot.says(order)
    game = await bot.board_game()
    assert game is not None
    for guess in (*wrong, "0123"):
        await bot.says(guess)
    return slot_of(game.id)


async def pressed(bot: Inside, slot: str, text: str) -> None:
    """The button of that text is pressed."""
    (data,) = [str(button.data) for button in buttons(bot.screens[slot][1]) if text in button.text]
    await bot.presses(data, slot)


async def test_few_buttons_stand_under_a_game_and_the_rest_under_them() -> None:
    async with inside(SECRET, CHAT) as bot:
        slot = await won(bot, "4567")
        main = ["🔄 Play again", "🤺 Next: both guess", "📊 Review", "📤 Share", "☰ Menu"]
        assert texts(bot.screens[slot][1]) == main
        assert [button.text for button in buttons(bot.screens[slot][1]) if button.style == "primary"] == main[:1]
        for _ in range(2):
            await pressed(bot, slot, "Share")
            assert texts(bot.screens[slot][1]) == ["📤 Share", "📋 Copy", "🎯 Beat my game", "‹ Back"]
            await pressed(bot, slot, "Back")
        await pressed(bot, slot, "Review")
        for is_shown in (True, False):
            assert texts(bot.screens[slot][1]) == ["🔒 Proof" if "Review" in text else text for text in main]
            await pressed(bot, slot, "Proof")
            assert ("sha256sum" in bot.screens[slot][1].html) == is_shown
        await pressed(bot, slot, "Menu")
        assert bot.screens["menu"][1].html == "Hi, Ann!"


@pytest.mark.parametrize("order", ["/play evil", "/think", "/number 1 9", "/match mini beginner"])
async def test_every_kind_of_game_leads_to_the_menu(order: str) -> None:
    async with inside(SECRET, CHAT) as bot:
        await bot.says(order)
        (slot,) = bot.screens
        game = slot.partition(":")[2]
        running = texts(bot.screens[slot][1])
        assert "☰ Menu" not in running
        await bot.presses(f"1:ehome:{game}:0", slot)
        assert "menu" not in bot.screens, "a forged press while it is on leads nowhere"


@pytest.mark.parametrize("verb", ["ehome", "eshare", "eback", "eboth"])
async def test_a_stranger_presses_nothing_of_it(verb: str) -> None:
    async with inside(SECRET, CHAT) as bot:
        slot = await won(bot)
        elsewhere = replace(bot, chat=Chat(1002), person=replace(bot.person, id=1002), screens=dict(bot.screens))
        before = bot.screens[slot]
        assert not [sent for sent in await elsewhere.presses(f"1:{verb}:{slot[5:]}:1", slot) if sent == before]
        assert bot.screens[slot] == before


async def test_one_thing_is_suggested_after_the_first_win_alone() -> None:
    async with inside(SECRET, CHAT) as bot:
        slot = await won(bot, "4567")
        await pressed(bot, slot, "Next")
        assert "🤺 Both guess" in bot.screens["menu"][1].html
        assert not any("Next" in text for text in texts(bot.screens[await won(bot, "4567")][1]))


async def test_the_best_yet_is_told_where_it_is() -> None:
    async with inside(SECRET, CHAT) as bot:
        wins = [
            (("4567", "8901", "2345"), False),
            (("4567", "8901"), True),
            (("4567", "8901"), False),
            (("4567", "8901", "2345"), False),
            (("4567",), True),
        ]
        for wrong, is_best in wins:
            slot = await won(bot, *wrong)
            assert ("Your best yet" in bot.screens[slot][1].html) == is_best, wrong


async def test_another_game_or_a_hint_is_no_best() -> None:
    async with inside(SECRET, CHAT) as bot:
        await won(bot, "4567", "8901")
        assert "best yet" not in bot.screens[await won(bot, "4567", order="/play blind")][1].html
        await bot.says("/play classic")
        game = await bot.board_game()
        assert game is not None
        for _ in range(3):
            await bot.says("/hint")
        await bot.says("0123")
        assert "Solved!" in bot.screens[slot_of(game.id)][1].html
        assert "best yet" not in bot.screens[slot_of(game.id)][1].html
