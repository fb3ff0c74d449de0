"""Ends searches for a live game when a live game begins elsewhere."""

from collections.abc import Iterable

from bot.app.messages import Chat
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
            work.lobby.claim(seek)
            texts = (await work.preferences(person)).texts
            work.show(Chat(person), SLOT, screens.stopped_screen(texts), Place.HERE)
