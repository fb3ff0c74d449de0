"""The button for whoever sees how a game has ended, and may wish for one."""

from bot.app.screen import Button, Row
from bot.app.texts import Texts


def play_too(username: str, texts: Texts) -> Row:
    """The button that leads to the bot of that name."""
    return (Button(texts.plain("button.play-too"), opens=f"https://t.me/{username}"),)
