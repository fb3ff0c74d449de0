"""Whatever can be wished for has its function; the help says what there is; slips and usual names are understood."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.buttons import MenuPress, OnMenu, button_data
from bot.app.handlers.commands import COMMANDS
from bot.app.handlers.menus import BUTTONS
from bot.app.intents import FOR_OPERATORS, WORDS, Command, Order, nearest, order_in, slips_between
from bot.app.messages import Chat
from bot.app.reading import code_in, number_in
from bot.app.screens.settings import all_commands, help_screen
from bot.app.texts import LANGUAGES, texts_in
from solver.variant import VARIANTS
from tests.bot.inside import Inside, inside
from tests.bot.test_options_typed import answer, told

PRIVATE = Chat(1001)
OFFERED = set(Command) - {Command.HELP, Command.START, Command.ADMIN}
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


async def guess_shown(bot: Inside) -> str:
    (example,) = re.findall(r"/guess (\S+)", told(await bot.says("/guess")))
    return str(example)


@EVERY_LANGUAGE
@pytest.mark.parametrize("command", ["/play", "/think", "/play evil"])
async def test_the_example_of_a_guess_is_a_code_of_the_game_that_is_on(command: str, language: str) -> None:
    async with inside(None, PRIVATE, language) as bot:
        for variant in VARIANTS.values():
            await bot.says(f"{command} {variant.name}")
            code_in(await guess_shown(bot), variant, language)


@EVERY_LANGUAGE
async def test_the_example_of_a_number_is_one_that_may_be_sought_and_else_of_the_usual_game(language: str) -> None:
    async with inside(None, PRIVATE, language) as bot:
        assert await guess_shown(bot) == "0123"
        for low, high in ((1, 100), (-50, 50), (1000, 9999), (7, 8)):
            await bot.says(f"/number {low} {high}")
            assert low <= (number_in(await guess_shown(bot)) or 0) <= high


def test_every_command_has_its_function() -> None:
    assert COMMANDS.keys() == set(Command)


def test_every_button_of_a_menu_has_its_function() -> None:
    assert BUTTONS.keys() == set(OnMenu)


def commands_in(text: str) -> list[Command]:
    """The commands that a help names, each at the beginning of a line or behind a semicolon."""
    named = re.findall(r"^(?:<code>)?/([a-z]+)", text, re.MULTILINE) + re.findall("; <code>/([a-z]+)", text)
    return [Command(word) for word in named]


@pytest.mark.parametrize("in_group", [True, False])
@EVERY_LANGUAGE
def test_the_first_page_of_the_help_has_eight_commands_and_the_way_to_all(language: str, *, in_group: bool) -> None:
    screen = help_screen(texts_in(language), in_group=in_group)
    named = commands_in(screen.html)
    assert len(named) == len(set(named)) == 8
    assert {*named} <= OFFERED - {Command.FEEDBACK}
    assert button_data(MenuPress(OnMenu.HELP, "all")) in [key.data for row in screen.rows for key in row]


@EVERY_LANGUAGE
def test_the_help_names_every_command(language: str) -> None:
    """Not what nobody would read, and no link of what ends a game: Telegram makes none inside of code."""
    alone, served = (all_commands(texts_in(language), has_operators=has).html for has in (False, True))
    assert set(commands_in(served)) == set(commands_in(alone)) | {Command.FEEDBACK} == OFFERED
    assert "/feedback" not in alone
    for command in (Command.RESIGN, Command.CANCEL):
        assert served.count(f"/{command.value}") == served.count(f"<code>/{command.value}</code>") == 1


@pytest.mark.parametrize(("language", "words"), [("en", "all"), ("uk", "Усі"), ("ru", "всё"), ("ru", "all")])
async def test_all_commands_are_shown_by_a_button_and_by_a_word_and_back_leads_back(language: str, words: str) -> None:
    async with inside(None, PRIVATE, language) as bot:
        first = told(await bot.says("/help"))
        await bot.presses(button_data(MenuPress(OnMenu.HELP, "all")), "menu")
        shown = bot.screens["menu"][1].html
        assert set(commands_in(shown)) == OFFERED - {Command.FEEDBACK}, "nobody runs this bot"
        await bot.presses(button_data(MenuPress(OnMenu.HELP)), "menu")
        assert bot.screens["menu"][1].html == first
        assert told(await bot.says(f"/help {words}")) == shown
        assert texts_in(language).html("note.no-argument", words="me") in told(await bot.says("/help me"))
        assert texts_in(language).html("note.no-name") in told(await bot.says("/duel @olena"))


SLIPS = {
    "plya pla new newgame": Command.PLAY,
    "setings": Command.SETTINGS,
    "langauge": Command.LANGUAGE,
    "cancle": Command.CANCEL,
    "gues": Command.GUESS,
    "stop exit quit giveup surrender leave": Command.RESIGN,
    "leaderboard leaders ranking": Command.TOP,
    "commands": Command.HELP,
    "clue": Command.HINT,
    "nonsense x buy admin": None,
}
IN_WORDS = {
    ("help", "Help!", "help me", "Допомога", "допоможи", "помощь", "Помоги!"): Command.HELP,
    ("hint", "a hint, please", "підказка", "Підкажи!", "подсказка", "подскажи?"): Command.HINT,
    ("give up", "I give up.", "GIVE  UP", "здаюся", "Здаюсь!", "сдаюсь", "я сдаюсь", "стоп"): Command.RESIGN,
    ("menu", "Меню", "главное меню"): Command.MENU,
    ("How do I play?", "як грати?", "Как играть?", "Правила"): Command.RULES,
    ("new game", "New game!", "нова гра", "Новая игра"): Command.PLAY,
    ("help is near", "never give up", "1234", "no hints", "", "гра", "/help", "a new game is on"): None,
}
WORD = st.text("abcdefghijklmnopqrstuvwxyz_", max_size=12)


def test_a_slip_is_forgiven_a_usual_name_is_known_and_a_word_of_its_own_is_neither() -> None:
    for words, meant in SLIPS.items():
        assert {nearest(word) for word in words.split()} == {meant}, words
    assert {nearest(word) for word in ("neq", "ent", "tie", "ned")}.isdisjoint({Command.PLAY, Command.RESIGN})


def test_every_command_is_nearest_to_itself() -> None:
    known = {name: meant for name, meant in WORDS.items() if len(name) > 1 and meant not in FOR_OPERATORS}
    assert {name: nearest(name) for name in known} == known


@given(WORD, WORD)
def test_slips_are_as_many_either_way_and_none_between_equals(one: str, other: str) -> None:
    slips = slips_between(one, other)
    assert (slips, slips == 0) == (slips_between(other, one), one == other)
    assert abs(len(one) - len(other)) <= slips <= max(len(one), len(other))


async def test_what_was_probably_meant_can_be_tapped_and_it_is_never_what_nobody_reads() -> None:
    assert "No such command. Did you mean /play? (A new game)" in await answer("/plya")
    assert ("/help" in await answer("/nonsense"), "/settings" in await answer("/setings")) == (True, True)
    assert "/feedback" not in await answer("/feedbak")
    assert await answer("/feedback hello") == texts_in("en").html("feedback.nobody")


@pytest.mark.parametrize("language", ["en", "uk", "ru", "de"])
@pytest.mark.parametrize(("texts", "meant"), IN_WORDS.items(), ids=str)
def test_a_whole_text_is_a_command_in_words(texts: tuple[str, ...], meant: Command | None, language: str) -> None:
    order = None if meant is None else Order(meant, "")
    assert {text: order_in(text, language) for text in texts} == dict.fromkeys(texts, order)


@pytest.mark.parametrize(
    "line",
    [
        "/resign: /stop | /exit | /quit | /giveup | /surrender | /leave | give up | Здаюся",
        "/play: new game | /new",
        *("/help: help", "/hint: hint", "/top: /leaderboard"),
    ],
)
async def test_it_does_what_it_says_and_giving_up_is_asked(line: str) -> None:
    command, _, typed = line.partition(": ")
    expected = await answer("/play", "4567", command)
    assert ("Resign and see the secret?" in expected) == (command == "/resign")
    for text in typed.split(" | "):
        assert await answer("/play", "4567", text) == expected != "", text


async def test_a_word_that_is_a_code_of_the_game_is_a_guess_and_in_a_group_words_are_talk() -> None:
    async with inside(None, PRIVATE) as bot:
        await bot.says("/play words-en-4")
        assert "help" in told(await bot.says("help")).lower()
        assert (game := await bot.board_game()) is not None
        assert len(game.game.turns) == 1
    assert not await answer("/play", "give up", chat=Chat(-1001))
