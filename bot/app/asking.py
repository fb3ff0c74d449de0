"""The port to what only Telegram knows: it is asked outside of transactions, as thoughts are had."""

from collections.abc import Awaitable, Callable
from typing import Protocol


class NeedsAnswer(Exception):
    """The work needs to know what Telegram has not been asked lately: roll back, ask, begin again."""

    def __init__(self, ask: Callable[[], Awaitable[None]]) -> None:
        super().__init__("an answer is needed")
        self.ask = ask
        """Asks, and does not raise. What comes of it is remembered for longer than the work takes to begin again."""


class NoAnswer(Exception):
    """Telegram does not say, or is not to be asked now. Whoever wished to know is told; nothing else fails."""


class Administers(Protocol):
    """Whether somebody administers a group."""

    def __call__(self, chat: int, person: int, /) -> bool:
        """Whether the person does now, or did some seconds ago. Raises NeedsAnswer and NoAnswer."""


def nobody_administers(_chat: int, _person: int) -> bool:
    """The answer where there is no Telegram to ask."""
    return False
