"""Registers what Telegram shows of the bot itself: its commands and descriptions, in each language."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import ParamSpec

import structlog
from telegram import Bot, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats
from telegram.error import BadRequest, TelegramError

from bot.app.intents import Command
from bot.app.language import DEFAULT
from bot.app.messages import Chat
from bot.app.texts import LANGUAGES, Texts, texts_in
from bot.telegram.refusals import seconds_asked

log = structlog.get_logger()
Given = ParamSpec("Given")
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0
IN_PRIVATE = (
    Command.MENU,
    Command.PLAY,
    Command.DUEL,
    Command.GAMES,
    Command.TOP,
    Command.SETTINGS,
    Command.HELP,
)
IN_GROUPS = (
    Command.PLAY,
    Command.PARTY,
    Command.DUEL,
    Command.GUESS,
    Command.TOP,
    Command.SETTINGS,
    Command.HELP,
)
"""What Telegram's menu of commands offers, in this order: few, for all others are understood when they are typed."""


async def register(bot: Bot) -> None:
    """Register commands and descriptions, repeating until Telegram accepts; the bot plays meanwhile."""
    for language in LANGUAGES:
        code = "" if language == DEFAULT else language
        texts = texts_in(language)
        for scope, commands in (
            (BotCommandScopeAllPrivateChats(), IN_PRIVATE),
            (BotCommandScopeAllGroupChats(), IN_GROUPS),
        ):
            await _tell(bot.set_my_commands, _listed(texts, commands), scope, code)
        await _tell(bot.set_my_description, texts.plain("about.description"), code)
        await _tell(bot.set_my_short_description, texts.plain("about.short"), code)


async def _tell(method: Callable[Given, Awaitable[bool]], *given: Given.args, **named: Given.kwargs) -> None:
    pause, name = FIRST_PAUSE, method.__name__
    while True:
        try:
            await method(*given, **named)
        except BadRequest as error:
            log.error("Telegram refuses what it was told of the bot", method=name, error=error.message)
            return
        except TelegramError as error:
            wait = max(pause, seconds_asked(error))
            log.info("telling Telegram of the bot waits", method=name, error=type(error).__name__, pause=wait)
            await asyncio.sleep(wait)
            pause = min(2 * pause, LONGEST_PAUSE)
        else:
            return


def commands_of(chat: Chat, language: str) -> list[tuple[str, str]]:
    """What the menu of one chat offers in a language that was chosen there."""
    return _listed(texts_in(language), IN_GROUPS if chat.is_group else IN_PRIVATE)


def _listed(texts: Texts, commands: tuple[Command, ...]) -> list[tuple[str, str]]:
    return [(command.value, texts.plain(f"command.{command.value}")) for command in commands]
