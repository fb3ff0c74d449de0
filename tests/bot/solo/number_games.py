"""Guessing a number in a private chat, for tests."""

import pytest

from bot.game.number import NumberGame, number_game_at
from sandbox.client import Message, Person
from tests import stored
from tests.bot.conftest import Stage

WORDS = {"en": ("yes", "no"), "uk": ("так", "ні"), "ru": ("да", "нет")}
EVERY_LANGUAGE = pytest.mark.parametrize("language", WORDS)


def game_of(stage: Stage, chat: int) -> NumberGame:
    """The newest game of guessing a number in a chat, read from the database."""
    return number_game_at(stored.number_line(stage.bot, chat))


def number_of(stage: Stage, chat: int) -> int:
    kept = game_of(stage, chat).secret
    assert kept is not None
    return kept


async def board_of(stage: Stage, person: Person) -> Message:
    """The newest message of the bot's, once nothing more is on its way."""
    await stage.quiet()
    return [message for message in person.messages() if message.by_bot][-1]


async def says(stage: Stage, person: Person, text: str) -> Message:
    await person.send(text)
    return await board_of(stage, person)


async def begun(stage: Stage, argument: str = "", language: str = "en") -> Person:
    player = await stage.sandbox.person("Alice", language)
    await says(stage, player, f"/number {argument}")
    return player


async def keeping(stage: Stage, argument: str = "", language: str = "en") -> Person:
    """Somebody who keeps a number, for the bot to find."""
    player = await begun(stage, argument, language)
    await player.presses("🤔", on=await board_of(stage, player))
    await stage.quiet()
    return player
