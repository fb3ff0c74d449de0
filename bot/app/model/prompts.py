"""What was said before, besides moves."""

from typing import Protocol


class Prompts(Protocol):
    """What a person or a chat said before, besides moves: answers to questions of ours, options of the last games."""

    async def read(self, kind: str, person: int) -> str:
        """What is kept of that kind; empty: nothing."""

    def keep(self, kind: str, person: int, content: str) -> None:
        """Keep it; empty forgets it."""

    async def last_options(self, chat: int, mode: str) -> str:
        """The options with which the mode was played last in the chat; empty: it never was."""

    def keep_last_options(self, chat: int, mode: str, options: str) -> None:
        """Keep the options of the game that begins."""
