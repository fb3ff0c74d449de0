"""The button for people who see a shared result."""

from bot.app.screen import Button, Row
from bot.app.texts import Texts


def play_too(username: str, texts: Texts) -> Row:
    """The button that opens the bot of that name."""
    return (Button(texts.plain("button.play-too"), opens=f"https://t.me/{username}"),)
