"""Whom an operator means by a number or a name."""

from bot.app.request import Request
from bot.app.screen import Screen
from bot.app.screens.operators import people as screens

LONGEST = 16
"""Digits of a person's number at Telegram."""


async def person_in(word: str, request: Request) -> int | Screen:
    """The person by their number or their @name; or the screen that says why they cannot be meant."""
    if word.startswith("@"):
        found = await request.work.person_with(word[1:].casefold())
    else:
        found = int(word) if word.isascii() and word.isdecimal() and len(word) <= LONGEST else None
    if not found:
        return screens.usage("admin.whom", request.texts)
    if found in request.world.admins:
        return screens.usage("admin.not-operators", request.texts)
    return found
