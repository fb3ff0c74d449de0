"""Whatever can be wished for has its function, and the help says what there is."""

import re

import pytest

from bot.app.buttons import OnMenu
from bot.app.handlers.commands import COMMANDS
from bot.app.handlers.menus import BUTTONS
from bot.app.intents import Command
from bot.app.texts import LANGUAGES, texts_in


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
