"""Guessing a number, for tests."""

import pytest

from bot.game.number import NumberGame, number_game_at
from sandbox.client import Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import says

WORDS = {"en": ("yes", "no"), "uk": ("так", "ні"), "ru": ("да", "нет")}
EVERY_LANGUAGE = pytest.mark.parametrize("language", WORDS)


def game_of(stage: Stage, chat: int) -> NumberGame:
    """The newest game of guessing a number in a chat, read from the database."""
    return number_game_at(stored.number_line(stage.bot, chat))


def number_of(stage: Stage, chat: int) -> int:
    kept = game_of(stage, chat).secret
    assert kept is not None
    return kept


async def halved(stage: Stage, person: Person) -> int:
    """Ask until only one number is left, each time what halves the rest; that number."""
    while (game := game_of(stage, person.id)).only is None:
        assert game.left is not None
        await says(stage, person, str(game.left.best_question))
    return number_of(stage, person.id)


async def begun(stage: Stage, argument: str = "", language: str = "en") -> Person:
    player = await stage.sandbox.person("Alice", language)
    await says(stage, player, f"/number {argument}")
    return player


async def keeping(stage: Stage, argument: str = "", language: str = "en") -> Person:
    """Somebody who keeps a number, for the bot to find."""
    player = await begun(stage, argument, language)
    await says(stage, player, "[🤔]")
    return player
