"""Ends searches of people who would not be there when a rival comes."""

from collections.abc import Iterable

from bot.app.messages import Chat
from bot.app.model.seek import Seek
from bot.app.model.terms import Terms
from bot.app.ports import Place, Work
from bot.app.screens.duels import lobby as screens

SLOT = "lobby"
"""The slot of the lobby, of one's own search, and of its result."""


async def end_live_search(people: Iterable[int], terms: Terms, work: Work) -> None:
    """End these people's searches for live games, if the terms are live: a rival found there would wait in vain."""
    if not terms.the_clock.is_live:
        return
    for person in people:
        seek = await work.lobby.seek_of(person)
        if seek is not None and seek.terms.the_clock.is_live:
            await _end(seek, "lobby.stopped", work)


async def end_search_of_absent(person: int, work: Work) -> None:
    """End the search of somebody whose time has run out in a game: they are not there."""
    seek = await work.lobby.seek_of(person)
    if seek is not None:
        await _end(seek, "lobby.absent", work)


async def _end(seek: Seek, why: str, work: Work) -> None:
    work.lobby.claim(seek)
    texts = (await work.preferences(seek.person)).texts
    work.show(Chat(seek.person), SLOT, screens.ended_screen(why, texts), Place.HERE)
