"""What Telegram itself shows of the bot: its commands and what it says it is, in each language."""

import structlog
from telegram.error import TelegramError

from bot.app.intents import Command
from bot.app.texts import DEFAULT, LANGUAGES, Texts, texts_in
from bot.telegram.api import Api

log = structlog.get_logger()
ONLY_IN_GROUPS = {Command.GUESS}
ONLY_IN_PRIVATE = {Command.START}
SCOPES = {"all_private_chats": ONLY_IN_GROUPS, "all_group_chats": ONLY_IN_PRIVATE}
"""Scopes, and the commands that are not shown there."""


async def register(api: Api) -> None:
    """Tell Telegram. A bot whose menu could not be told plays all the same."""
    try:
        for language in LANGUAGES:
            code = "" if language == DEFAULT else language
            texts = texts_in(language)
            for scope, hidden in SCOPES.items():
                commands = _commands(texts, hidden)
                await api.call("setMyCommands", commands=commands, scope={"type": scope}, language_code=code)
            await api.call("setMyDescription", description=texts.plain("about.description"), language_code=code)
            await api.call("setMyShortDescription", short_description=texts.plain("about.short"), language_code=code)
    except TelegramError as error:
        log.warning("commands could not be registered", error=str(error))


def _commands(texts: Texts, hidden: set[Command]) -> list[dict[str, str]]:
    return [
        {"command": command.value, "description": texts.plain(f"command.{command.value}")}
        for command in Command
        if command not in hidden
    ]
