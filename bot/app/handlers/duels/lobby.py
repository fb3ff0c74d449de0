"""The lobby as people use it: they see who looks for a rival, look themselves, and stop."""

from dataclasses import replace
from typing import assert_never

from bot.app.actions import lobby
from bot.app.actions.challenges import chosen_terms
from bot.app.buttons import LobbyPress
from bot.app.handlers.desk import MENU, Desk
from bot.app.handlers.duels import room
from bot.app.handlers.duels.full import why_no_game
from bot.app.handlers.duels.seated import Seated, seated_of
from bot.app.handlers.solo import games
from bot.app.model.seek import Seek
from bot.app.model.terms import Terms
from bot.app.ports import Answer, Place
from bot.app.screens.duels import lobby as screens
from bot.app.screens.name import shown_name
from bot.app.screens.pages import page_of
from bot.app.verbs import OnLobby, OnRoom

LISTED = 5
"""So many challenges to everybody stand on a page, and so many others who look."""


async def look(terms: Terms, desk: Desk, *, is_open: bool = False) -> Answer:
    """Look for a rival on these terms; `is_open`: by a challenge to everybody as well.

    Whoever has been found one whom they have not met at the board yet pressed before they read of it.
    """
    if await _has_just_met(desk):
        return Answer()
    if (told := await why_no_game(desk)) is not None:
        return told
    await lobby.look(terms, desk.person, desk.texts, desk.work, desk.world, is_open=is_open)
    return Answer()


async def _has_just_met(desk: Desk) -> bool:
    """Whether they have been found a rival, and neither kept a secret nor guessed yet; then that game is shown."""
    everywhere = await seated_of(replace(desk, anew=True))
    met = next((seated for seated in everywhere if not seated.match.friends and _is_untouched(seated)), None)
    if met is not None:
        await met.show(desk.texts.html("lobby.just-met"))
    return met is not None


def _is_untouched(seated: Seated) -> bool:
    match, seat = seated.match, seated.seat
    if match.game.mode.own_secrets:
        return match.wants_secret(seat)
    return not match.game.turns_of(seat)


async def show(desk: Desk, wished: str = "") -> Answer:
    """Who challenges everybody, and who looks for a rival; `wished`: which page of them."""
    if desk.chat.is_group:
        desk.show_menu(screens.elsewhere(desk.world.username, desk.texts))
        return Answer()
    challenges, lookers = await _seen(desk, is_open=True), await _seen(desk, is_open=False)
    own = await desk.work.lobby.seek_of(desk.person.id)
    page = page_of(max(len(challenges), len(lookers)), wished, LISTED)
    on_page = [seeks[page.begin : page.begin + page.size] for seeks in (challenges, lookers)]
    hall = screens.Hall(
        challenges=tuple(_listed(seek, desk) for seek in on_page[0]),
        lookers=tuple(_listed(seek, desk) for seek in on_page[1]),
        more=len(challenges) + len(lookers) - len(on_page[0]) - len(on_page[1]),
        many=await desk.work.lobby.waiting(lobby.CROWD) == lobby.CROWD,
        own=own.terms if own else None,
        own_is_open=own is not None and own.is_open,
        page=page,
    )
    desk.work.show(desk.chat, lobby.SLOT, screens.lobby(hall, desk.texts), desk.place)
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
            return await show(desk, press.argument)
        case OnLobby.FIND:
            return await look(await chosen_terms(desk.person.id, desk.work), desk)
        case OnLobby.POST:
            return await _challenge_all(desk)
        case OnLobby.TAKE:
            return await _take(press.argument, desk)
        case OnLobby.JOIN:
            return await _join(press.argument, desk)
        case OnLobby.STOP:
            return await _stop(desk)
        case OnLobby.MEANWHILE:
            return await games.go_on(desk)
        case _:
            assert_never(press.verb)


async def _seen(desk: Desk, *, is_open: bool) -> tuple[Seek, ...]:
    return await desk.work.lobby.listed(desk.person.id, lobby.CROWD, is_open=is_open)


def _listed(seek: Seek, desk: Desk) -> screens.Listed:
    told = lobby.reputation_of(seek, desk.texts)
    return screens.Listed(seek.id, seek.name, told, seek.terms, seek.since, desk.world.now() - seek.since)


async def _challenge_all(desk: Desk) -> Answer:
    """What the person looks for, or what they chose last, is a challenge to everybody."""
    if not await lobby.challenge_all(desk.person.id, desk.texts, desk.work, desk.world):
        return await look(await chosen_terms(desk.person.id, desk.work), desk, is_open=True)
    return Answer()


async def _take(key: str, desk: Desk) -> Answer:
    """Take the challenge of somebody who was listed, unless a rival has been found meanwhile."""
    if await _has_just_met(desk):
        return Answer()
    seek = next((seek for seek in await _seen(desk, is_open=True) if screens.key_of(seek.id) == key), None)
    if seek is None:
        await show(desk)
        return Answer(desk.texts.plain("toast.nobody-looks"))
    if (told := await why_no_game(desk)) is not None:
        return told
    refused = await lobby.take(seek, desk.person, desk.texts, desk.work, desk.world)
    told_why = desk.texts.plain(refused.value, name=shown_name(seek.name)) if refused else ""
    return Answer(told_why, alert=bool(refused))


async def _join(key: str, desk: Desk) -> Answer:
    """Look on the terms of somebody who was listed."""
    lookers = await _seen(desk, is_open=False)
    terms = next((seek.terms for seek in lookers if screens.wish_key(seek.terms) == key), None)
    if terms is not None:
        return await look(terms, desk)
    await show(desk)
    return Answer(desk.texts.plain("toast.nobody-looks"))


async def _stop(desk: Desk) -> Answer:
    did = await lobby.stop(desk.person.id, desk.work)
    desk.work.show(desk.chat, lobby.SLOT, screens.stopped(desk.texts), Place.HERE)
    return Answer("" if did else desk.texts.plain("toast.not-looking"))
