"""Searches for a rival in a live game, which end when one begins elsewhere."""

from collections.abc import Iterable

from bot.app.messages import Chat
from bot.app.model.terms import Terms
from bot.app.ports import Place, Work
from bot.app.screens.duels import lobby as screens

SLOT = "lobby"
"""Where somebody sees who looks, that they look themselves, and what came of it."""


async def end_live_search(people: Iterable[int], terms: Terms, work: Work) -> None:
    """Whoever begins a live game looks for no other such one: whom they met there would wait in vain."""
    if not terms.the_clock.is_live:
        return
    for person in people:
        seek = await work.lobby.seek_of(person)
        if seek is not None and seek.terms.the_clock.is_live:
            work.lobby.claim(seek)
            texts = (await work.preferences(person)).texts
            work.show(Chat(person), SLOT, screens.stopped(texts), Place.HERE)
