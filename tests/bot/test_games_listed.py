"""The list of games that are on: a line for each, with its name, guesses and age, and a button to close it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.buttons import OnGames, PickPress, press_from
from bot.app.messages import Chat
from bot.app.screen import Button, Screen
from bot.app.screens.common import ONLY_PAGE
from bot.app.screens.home import Entry, games, which
from bot.app.texts import LANGUAGES, Html, texts_in
from tests.bot.inside import Inside, inside

CHAT = Chat(1001)
SECRET = (5, 6, 7, 8)
ENTRIES = st.lists(
    st.builds(
        Entry,
        st.text("0123456789abcdef", min_size=16, max_size=16),
        st.just(Html("⚔️ Duel · 4 digits · Bob")),
        st.just("⚔️ Duel · Bob"),
        guesses=st.integers(0, 99),
        age=st.floats(-5, 1e9),
    ),
    min_size=1,
    max_size=8,
    unique_by=lambda entry: entry.game,
)


def closing(screen: Screen) -> list[str]:
    """The games that buttons close."""
    pressed = [press_from(button.data or "") for row in screen.rows for button in row]
    return [press.game for press in pressed if isinstance(press, PickPress) and press.verb is OnGames.CLOSE]


@given(ENTRIES, st.sampled_from(LANGUAGES))
def test_each_game_is_a_line_and_can_be_closed(entries: list[Entry], language: str) -> None:
    texts = texts_in(language)
    screen = games(tuple(entries), ONLY_PAGE, texts)
    lines = [line for line in screen.html.splitlines() if "Duel" in line]
    assert len(lines) == len(entries)
    for number, (line, entry) in enumerate(zip(lines, entries, strict=True), 1):
        assert line.startswith(f"{number}. ⚔️" if len(entries) > 1 else "⚔️")
        assert (str(texts.counted("end.guesses", entry.guesses)) in line) == (entry.guesses > 0)
        assert line.endswith(f" · {texts.lasting(entry.age)}")
    assert closing(screen) == [entry.game for entry in entries]
    assert not closing(which("0123", tuple(entries), ONLY_PAGE, texts)), "what was typed ends nothing"


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", ["0 min", "1 min", "59 min", "3 hr", "3 days"]),
        ("uk", ["0 хв", "1 хв", "59 хв", "3 год", "3 дн."]),
        ("ru", ["0 мин", "1 мин", "59 мин", "3 ч", "3 дн."]),
    ],
)
def test_an_age_is_told_in_its_largest_unit(language: str, shown: list[str]) -> None:
    ages = (-3, 119, 59 * 60, 3 * 3600, 3 * 86400)
    assert [texts_in(language).lasting(age).replace("\u00a0", " ") for age in ages] == shown


def button_of(bot: Inside, text: str) -> Button:
    """The button of the menu that says that."""
    return next(button for row in bot.screens["menu"][1].rows for button in row if button.text == text)


async def closes(bot: Inside, text: str = "🏁 End") -> None:
    """List the games, and press that button."""
    await bot.says("/games")
    await bot.presses(str(button_of(bot, text).data), "menu")


async def test_close_asks_as_resign_does_and_is_taken_back_or_meant() -> None:
    async with inside(SECRET, CHAT) as bot:
        await bot.says("/play")
        await bot.says("0123")
        await bot.says("/games")
        assert "\n\n🎯 With the bot · 4 digits · 1 guess · 0 min" in bot.screens["menu"][1].html
        await closes(bot)
        game = await bot.board_game()
        assert game is not None
        assert game.asks_to_resign
        assert not game.is_over


async def test_the_code_of_the_day_goes_by_its_own_name() -> None:
    async with inside(SECRET, CHAT) as bot:
        await bot.says("/daily")
        await bot.says("/number")
        await bot.says("/games")
        listed = bot.screens["menu"][1].html
        assert "📅 Code of the day #" in listed
        assert "🔢 A number from 1 to 100 · 0 min" in listed
        assert [button.text for row in bot.screens["menu"][1].rows for button in row][2:4] == ["🏁 End 1", "🏁 End 2"]


async def test_closing_a_game_that_is_over_says_so() -> None:
    async with inside(SECRET, CHAT) as bot:
        await bot.says("/play")
        await bot.says("0123")
        await bot.says("/games")
        data = str(button_of(bot, "🏁 End").data)
        await bot.says("5678")
        await bot.presses(data, "menu")
        game = await bot.board_game()
        assert game is None or game.is_over
