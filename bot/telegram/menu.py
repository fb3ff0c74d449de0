"""Registers what Telegram shows of the bot itself: its commands and descriptions, in each language."""

import asyncio
from typing import Any

import structlog
from telegram.error import BadRequest, TelegramError

from bot.app.intents import Command
from bot.app.language import DEFAULT
from bot.app.texts import LANGUAGES, Texts, texts_in
from bot.telegram.api import Api
from bot.telegram.refusals import seconds_asked

log = structlog.get_logger()
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0
ONLY_IN_GROUPS = {Command.GUESS, Command.PARTY}
ONLY_IN_PRIVATE = {Command.START, Command.GAMES}
SCOPES = {"all_private_chats": ONLY_IN_GROUPS, "all_group_chats": ONLY_IN_PRIVATE}
"""The scopes of commands, each with the commands that are hidden there."""


async def register(api: Api) -> None:
    """Register commands and descriptions, repeating until Telegram accepts; the bot plays meanwhile."""
    for language in LANGUAGES:
        code = "" if language == DEFAULT else language
        texts = texts_in(language)
        for scope, hidden in SCOPES.items():
            commands = _commands(texts, hidden)
            await _tell(api, "setMyCommands", commands=commands, scope={"type": scope}, language_code=code)
        await _tell(api, "setMyDescription", description=texts.plain("about.description"), language_code=code)
        await _tell(api, "setMyShortDescription", short_description=texts.plain("about.short"), language_code=code)


async def _tell(api: Api, method: str, **parameters: Any) -> None:
    pause = FIRST_PAUSE
    while True:
        try:
            await api.call(method, **parameters)
        except BadRequest as error:
            log.error("Telegram refuses what it was told of the bot", method=method, error=error.message)
            return
        except TelegramError as error:
            wait = max(pause, seconds_asked(error))
            log.info("telling Telegram of the bot waits", method=method, error=type(error).__name__, pause=wait)
            await asyncio.sleep(wait)
            pause = min(2 * pause, LONGEST_PAUSE)
        else:
            return


def _commands(texts: Texts, hidden: set[Command]) -> list[dict[str, str]]:
    return [
        {"command": command.value, "description": texts.plain(f"command.{command.value}")}
        for command in Command
        if command not in hidden
    ]
