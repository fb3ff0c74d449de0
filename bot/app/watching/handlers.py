"""Watching: somebody looks at a match of others, which both have allowed."""

from bot.app.kind import Request, Section
from bot.app.kinds.match.model import Match
from bot.app.screen import Answer


async def watch(match: Match, request: Request) -> Answer:
    """Show the match to somebody who does not play it, from now on, or say why not. In private chats alone."""
    raise NotImplementedError


WATCHING = Section()
