"""Whatever can be wished for has its function, and the help says what there is."""

import re

import pytest

from bot.app.buttons import MenuPress, OnMenu, button_data
from bot.app.handlers.commands import COMMANDS
from bot.app.handlers.menus import BUTTONS
from bot.app.intents import Command
from bot.app.messages import Chat
from bot.app.reading import code_in, number_in
from bot.app.screen import Screen
from bot.app.screens.settings import all_commands, help_screen
from bot.app.texts import LANGUAGES, texts_in
from solver.variant import VARIANTS
from tests.bot.inside import Inside, inside

# What a command says that is typed without what belongs behind it.


async def told(bot: Inside, text: str) -> str:
    """All that is shown after the text."""
    return "\n".join(
        sent[3].html for sent in await bot.says(text) if isinstance(sent, tuple) and isinstance(sent[3], Screen)
    )


async def guess_shown(bot: Inside) -> str:
    """The example that `/guess` alone is answered with."""
    (example,) = re.findall(r"/guess (\S+)", await told(bot, "/guess"))
    return str(example)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["/play", "/think", "/play evil"])
async def test_the_example_of_a_guess_is_a_code_of_the_game_that_is_on(command: str, language: str) -> None:
    async with inside(None, Chat(1001), language) as bot:
        for variant in VARIANTS.values():
            await bot.says(f"{command} {variant.name}")
            code_in(await guess_shown(bot), variant, language)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_example_of_a_number_is_one_that_may_be_sought(language: str) -> None:
    async with inside(None, Chat(1001), language) as bot:
        for low, high in ((1, 100), (-50, 50), (1000, 9999), (7, 8)):
            await bot.says(f"/number {low} {high}")
            assert low <= (number_in(await guess_shown(bot)) or 0) <= high


@pytest.mark.parametrize("language", LANGUAGES)
async def test_where_no_game_is_on_the_example_is_of_the_usual_one(language: str) -> None:
    async with inside(None, Chat(1001), language) as bot:
        assert await guess_shown(bot) == "0123"


# Whatever can be wished for.


def test_every_command_has_its_function() -> None:
    assert COMMANDS.keys() == set(Command)


def test_every_button_of_a_menu_has_its_function() -> None:
    assert BUTTONS.keys() == set(OnMenu)


def commands_in(text: str) -> list[Command]:
    """The commands that a help names, each at the beginning of a line or behind a semicolon."""
    named = re.findall(r"^(?:<code>)?/([a-z]+)", text, re.MULTILINE) + re.findall("; <code>/([a-z]+)", text)
    return [Command(word) for word in named]


OFFERED = set(Command) - {Command.HELP, Command.START, Command.ADMIN}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_names_every_command(language: str) -> None:
    assert set(commands_in(all_commands(texts_in(language), has_operators=True).html)) == OFFERED


@pytest.mark.parametrize("in_group", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_of_the_help_has_eight_commands_and_the_way_to_all(language: str, *, in_group: bool) -> None:
    screen = help_screen(texts_in(language), in_group=in_group)
    named = commands_in(screen.html)
    assert len(named) == len(set(named)) == 8
    assert {*named} <= OFFERED - {Command.FEEDBACK}
    assert button_data(MenuPress(OnMenu.HELP, "all")) in [key.data for row in screen.rows for key in row]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_nobody_would_read_is_not_offered(language: str) -> None:
    alone, served = (all_commands(texts_in(language), has_operators=has).html for has in (False, True))
    assert "/feedback" not in alone
    assert set(commands_in(served)) - set(commands_in(alone)) == {Command.FEEDBACK}


@pytest.mark.parametrize(("language", "words"), [("en", "all"), ("uk", "Усі"), ("ru", "всё"), ("ru", "all")])
async def test_all_commands_are_shown_by_a_button_and_by_a_word_and_back_leads_back(language: str, words: str) -> None:
    async with inside(None, Chat(1001), language) as bot:
        first = await told(bot, "/help")
        await bot.presses(button_data(MenuPress(OnMenu.HELP, "all")), "menu")
        shown = bot.screens["menu"][1].html
        assert set(commands_in(shown)) == OFFERED - {Command.FEEDBACK}, "nobody runs this bot"
        await bot.presses(button_data(MenuPress(OnMenu.HELP)), "menu")
        assert bot.screens["menu"][1].html == first
        assert await told(bot, f"/help {words}") == shown
        assert texts_in(language).html("note.no-argument", words="me") in await told(bot, "/help me")
        assert texts_in(language).html("note.no-name") in await told(bot, "/duel @olena")


async def test_where_nobody_runs_the_bot_a_slip_is_not_taken_for_what_nobody_reads() -> None:
    async with inside(None, Chat(1001)) as bot:
        assert "/feedback" not in await told(bot, "/feedbak")
        assert "/settings" in await told(bot, "/setings")
        assert await told(bot, "/feedback hello") == texts_in("en").html("feedback.nobody")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_ends_a_game_is_no_link_in_the_help(language: str) -> None:
    """Telegram makes a link of a command, but not inside of code."""
    text = all_commands(texts_in(language), has_operators=True).html
    for command in (Command.RESIGN, Command.CANCEL):
        assert text.count(f"/{command.value}") == text.count(f"<code>/{command.value}</code>") == 1
