"""Home: what whoever reads would do next, in six buttons at most."""

import pytest

from bot.app.buttons import Feature
from bot.app.messages import Chat
from bot.app.model.daily import NO_CODES
from bot.app.screen import Button, Screen
from tests.bot.inside import Inside, inside

CHAT, GROUP = Chat(1001), Chat(-5)
SECRET = (0, 1, 2, 3)


def menu(bot: Inside) -> Screen:
    """The menu that stands in the chat."""
    return bot.screens["menu"][1]


def texts(screen: Screen) -> list[str]:
    """What its buttons say."""
    return [button.text for row in screen.rows for button in row]


def primary(screen: Screen) -> Button:
    """Its one primary button."""
    (found,) = [button for row in screen.rows for button in row if button.style == "primary"]
    return found


async def home(bot: Inside, command: str = "/menu") -> Screen:
    """Home, as it is now."""
    await bot.says(command)
    assert len(texts(menu(bot))) <= 6
    return menu(bot)


async def test_with_nothing_on_home_begins_a_game_in_one_tap() -> None:
    async with inside(SECRET, CHAT) as bot:
        screen = await home(bot)
        known = ["▶️ Play", "📅 Code of the day #12", "🤖 With the bot", "⚔️ With people", "🧩 Puzzles", "☰ More"]
        assert texts(screen) == known
        await bot.presses(str(primary(screen).data), "menu")
        assert await bot.board_game() is not None


async def test_whoever_is_new_plays_at_once_and_whoever_is_known_comes_home() -> None:
    async with inside(SECRET, CHAT) as bot:
        await bot.says("/start")
        assert "menu" not in bot.screens
        await bot.says("0123")
        assert (await home(bot, "/start")).html == "Hi, Ann!"


async def test_home_leads_back_to_the_game_that_is_on() -> None:
    async with inside(SECRET, CHAT) as bot:
        await bot.says("/play")
        await bot.says("4567")
        screen = await home(bot)
        assert primary(screen).text == "▶️ Continue · 1 guess"
        game = await bot.board_game()
        assert game is not None
        before = bot.screens[f"game:{game.id}"][0]
        await bot.presses(str(primary(screen).data), "menu")
        assert bot.screens[f"game:{game.id}"][0] > before


async def played_once(bot: Inside) -> None:
    """They are no newcomer any more, and nothing is on."""
    await bot.says("/play")
    await bot.says("4567")
    await bot.says("/resign")
    await bot.says("/resign")


async def test_with_nothing_on_todays_code_comes_first_until_it_is_done() -> None:
    async with inside(SECRET, CHAT) as bot:
        await played_once(bot)
        others = ["🤖 With the bot", "⚔️ With people", "🧩 Puzzles", "☰ More"]
        screen = await home(bot)
        assert texts(screen) == ["📅 Code of the day #12", "▶️ Play", *others]
        assert primary(screen).text == "📅 Code of the day #12"
        await bot.presses(str(primary(screen).data), "menu")
        screen = await home(bot)
        assert texts(screen) == ["▶️ Continue", *others]
        assert primary(screen).text == "▶️ Continue"
        await bot.says("".join(map(str, NO_CODES.secret(12))))
        screen = await home(bot)
        assert texts(screen) == ["▶️ Play", "✅ #12 · 1", *others]
        assert primary(screen).text == "▶️ Play"


async def test_todays_code_is_not_offered_while_it_is_switched_off() -> None:
    async with inside(SECRET, CHAT) as bot:
        await played_once(bot)
        await bot.store.run(lambda work: work.operators.switch(Feature.DAILY, on=False))
        assert texts(await home(bot))[:2] == ["▶️ Play", "🤖 With the bot"]


async def test_somebody_who_waits_comes_before_a_board_of_ones_own() -> None:
    async with inside(SECRET, CHAT) as bot:
        await bot.says("/match club")
        await bot.says("/play")
        screen = await home(bot)
        assert primary(screen).text == "👉 Your turn: 🤖 club player"
        assert "1 more game open: ☰ → 🎮" in screen.html
        await bot.says("/games")
        assert "🤺 Both guess" in menu(bot).html


@pytest.mark.parametrize(
    ("verb", "offered"),
    [
        ("against", ["🎯 I guess", "🤔 Bot guesses", "🤺 Both guess", "😈 Evil bot", "🎲 Other codes", "‹ Back"]),
        (
            "people",
            ["⚔️ A game for two", "👥 Friends", "🏟 Lobby", "💌 My code for friends", "📱 On one phone", "‹ Back"],
        ),
        ("more", ["🎓 Lessons", "📖 Rules", "🎮 Your games", "📊 Stats", "🏆 Leaderboard", "⚙️ Settings", "‹ Back"]),
    ],
)
async def test_each_menu_leads_somewhere_and_back(verb: str, offered: list[str]) -> None:
    async with inside(SECRET, CHAT) as bot:
        await home(bot)
        await bot.presses(f"1:{verb}", "menu")
        assert texts(menu(bot)) == offered
        pressed = [button.data for row in menu(bot).rows for button in row]
        for data in pressed:
            await home(bot)
            assert await bot.presses(str(data), "menu"), data


@pytest.mark.parametrize("mode", ["solo", "think", "evil"])
async def test_a_mode_begins_as_it_was_played_last_beside_what_is_on(mode: str) -> None:
    async with inside(SECRET, CHAT) as bot:
        await bot.says({"solo": "/play mini", "think": "/think mini", "evil": "/play mini evil"}[mode])
        first = await bot.board_game()
        await home(bot)
        await bot.presses(f"1:new:{mode}", "menu")
        begun = await bot.board_game()
        assert first is not None
        assert begun is not None
        assert (begun.game.mode.name, begun.game.variant.name) == (mode, "mini")


@pytest.mark.parametrize("data", ["1:new", "1:new:duel", "1:new:nonsense"])
async def test_a_forged_mode_begins_nothing(data: str) -> None:
    async with inside(SECRET, CHAT) as bot:
        await home(bot)
        await bot.presses(data, "menu")
        assert await bot.board_game() is None


async def test_a_group_is_told_how_to_begin() -> None:
    async with inside(SECRET, GROUP) as bot:
        await bot.says("/menu")
        assert texts(menu(bot)) == ["▶️ Play", "🎉 Party", "⚔️ A game for two"]
        for data in [str(button.data) for row in menu(bot).rows for button in row]:
            await bot.says("/menu")
            assert await bot.presses(data, "menu")
