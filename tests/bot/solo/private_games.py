"""A game in a private chat, for tests."""

import re

from sandbox.client import Group, Message, Person
from tests.bot.conftest import Stage


async def begun(stage: Stage, name: str = "Alice", language: str = "en") -> Person:
    player = await stage.sandbox.person(name, language)
    await player.send("/play")
    await player.sees("🔒")
    return player


def wrong_guesses(secret: str, count: int) -> list[str]:
    """Guesses that are all wrong, all different."""
    return [guess for guess in ("0123", "4567", "8901", "2345", "6789", "1357", "2468") if guess != secret][:count]


def advised(board: Message) -> str:
    """The guess that the hints advise."""
    found = re.search(r"^👉 (?:Try|It’s) (\d{4})", board.text, re.MULTILINE)
    assert found, board.text
    return found[1]


async def sees_only(player: Person, text: str) -> Message:
    """The bot's one message that the player sees, which holds the text."""

    def alone() -> Message | None:
        shown = [message for message in player.messages() if message.by_bot]
        return shown[0] if len(shown) == 1 and text in shown[0].text else None

    message = await player.connection.mirror.until(alone, 10)
    assert message is not None, player.transcript()
    return message


async def unfolded(stage: Stage, player: Person, board: Message, button: str, chat: Group | None = None) -> Message:
    """The board of a game that is over once a button was pressed that shows others."""
    await player.presses(button, on=board)
    await stage.quiet()
    return next(message for message in player.messages(chat) if message.id == board.id)
