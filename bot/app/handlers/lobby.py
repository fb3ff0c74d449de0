"""The lobby as people use it: they see who looks for a rival, look themselves, and stop."""

from typing import assert_never

from bot.app import lobby
from bot.app.buttons import LobbyPress, OnLobby, OnRoom
from bot.app.challenges import chosen_terms
from bot.app.handlers import games, room
from bot.app.handlers.desk import MENU, Desk
from bot.app.ports import Answer, Place
from bot.app.screens import lobby as screens
from bot.app.seek import Seek
from bot.app.terms import Terms

LISTED = 8
"""So many of those who look are listed."""


async def look(terms: Terms, desk: Desk) -> Answer:
    """Look for a rival on these terms."""
    await lobby.look(terms, desk.person, desk.texts, desk.work, desk.world)
    return Answer()


async def show(desk: Desk) -> Answer:
    """Who looks for a rival."""
    if desk.chat.is_group:
        desk.tell(desk.texts.html("lobby.in-private"))
        return Answer()
    listed = tuple([await _listed(seek, desk) for seek in await desk.work.lobby.waiting_longest(LISTED)])
    waiting = await desk.work.lobby.waiting(lobby.CROWD)
    looks = await desk.work.lobby.seek_of(desk.person.id) is not None
    many = waiting == lobby.CROWD
    screen = screens.lobby(listed, waiting - len(listed), desk.texts, many=many, looks=looks)
    desk.work.show(desk.chat, lobby.SLOT, screen, desk.place)
    return Answer()


async def pressed(press: LobbyPress, desk: Desk) -> Answer:
    """A press on one of the lobby's screens; a rival can be looked for from a menu as well."""
    if desk.chat.is_group:
        return Answer(desk.texts.plain("lobby.in-private"), alert=True)
    if isinstance(press.verb, OnRoom):
        return await room.pressed(press.verb, press.argument, desk)
    if not await desk.is_current(lobby.SLOT) and not (press.verb is OnLobby.FIND and await desk.is_current(MENU)):
        return desk.stripped("toast.old-button")
    match press.verb:
        case OnLobby.LIST:
            return await show(desk)
        case OnLobby.FIND:
            return await look(await chosen_terms(desk.person.id, desk.work), desk)
        case OnLobby.JOIN:
            return await _join(press.argument, desk)
        case OnLobby.STOP:
            return await _stop(desk)
        case OnLobby.MEANWHILE:
            return await games.go_on(desk)
        case _:
            assert_never(press.verb)


async def _listed(seek: Seek, desk: Desk) -> screens.Listed:
    told = await lobby.reputation_of(seek, desk.texts, desk.work, desk.world)
    return screens.Listed(seek.name, told, seek.terms, seek.since, desk.world.now() - seek.since)


async def _join(key: str, desk: Desk) -> Answer:
    """Look on the terms of somebody who was listed."""
    listed = await desk.work.lobby.waiting_longest(LISTED)
    terms = next((seek.terms for seek in listed if screens.wish_key(seek.terms) == key), None)
    if terms is not None:
        return await look(terms, desk)
    await show(desk)
    return Answer(desk.texts.plain("toast.nobody-looks"))


async def _stop(desk: Desk) -> Answer:
    did = await lobby.stop(desk.person.id, desk.work)
    desk.work.show(desk.chat, lobby.SLOT, screens.stopped(desk.texts), Place.HERE)
    return Answer("" if did else desk.texts.plain("toast.not-looking"))
