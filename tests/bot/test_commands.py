"""Whatever can be wished for has its function, and the help says what there is."""

import re

import pytest

from bot.app.buttons import OnMenu
from bot.app.handlers.commands import COMMANDS
from bot.app.handlers.menus import BUTTONS
from bot.app.intents import Command
from bot.app.messages import Chat
from bot.app.reading import code_in, number_in
from bot.app.screen import Screen
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_names_every_command(language: str) -> None:
    text = texts_in(language).html("help.text", how="")
    named = re.findall(r"^(?:<code>)?/([a-z]+)", text, re.MULTILINE) + re.findall("; <code>/([a-z]+)", text)
    assert {Command(word) for word in named} == set(Command) - {Command.HELP, Command.START, Command.ADMIN}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_ends_a_game_is_no_link_in_the_help(language: str) -> None:
    """Telegram makes a link of a command, but not inside of code."""
    text = texts_in(language).html("help.text", how="")
    for command in (Command.RESIGN, Command.CANCEL):
        assert text.count(f"/{command.value}") == text.count(f"<code>/{command.value}</code>") == 1
