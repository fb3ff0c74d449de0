"""The lobby as people use it: they see who looks for a rival, look themselves, and stop."""

from dataclasses import replace
from typing import assert_never

from bot.app.actions.challenges import chosen_terms
from bot.app.actions.live_search import SLOT as SEARCH_SLOT
from bot.app.buttons import LobbyPress
from bot.app.handlers.duels import pairing, room
from bot.app.handlers.duels.full import why_not_now
from bot.app.kinds.beginning import go_on
from bot.app.kinds.match.model import Match
from bot.app.lobby_verbs import OnLobby, OnRoom
from bot.app.model.seek import Seek
from bot.app.model.terms import Terms
from bot.app.ports import Answer, Place
from bot.app.request import MENU, Request
from bot.app.routing.carrying import carry_out
from bot.app.routing.carrying import show as show_game
from bot.app.routing.focus import games_of
from bot.app.screens.duels import lobby as screens
from bot.app.screens.pages import page_of

LISTED = 4
"""So many challenges to everybody stand on a page, and so many others who look."""


async def look(terms: Terms, request: Request, *, is_open: bool = False) -> Answer:
    """Look for a rival on these terms; `is_open`: by a challenge to everybody as well.

    Whoever has been found one whom they have not met at the board yet pressed before they read of it.
    """
    if await _has_just_met(request):
        return Answer()
    if (answer := await why_not_now(terms, request)) is not None:
        return answer
    await pairing.look(terms, request.person, request.texts, request.work, request.world, is_open=is_open)
    return Answer()


async def _has_just_met(request: Request) -> bool:
    """Whether they have been found a rival, and neither kept a secret nor guessed yet; then that game is shown."""
    request = replace(request, as_new_message=True)
    for game in await games_of(request):
        if isinstance(game, Match) and not game.friends and _is_untouched(game, request.person.id):
            await show_game(game, request, request.texts.html("lobby.just-met"))
            return True
    return False


def _is_untouched(match: Match, person: int) -> bool:
    seat = match.seat_of(person)
    if seat is None:
        return False
    return match.wants_secret(seat) if match.game.mode.own_secrets else not match.game.turns_of(seat)


async def show(request: Request, page_key: str = "") -> Answer:
    """Who challenges everybody, and who looks for a rival; `page_key`: which page of them."""
    if request.chat.is_group:
        request.show_menu(screens.elsewhere(request.world.username, request.texts))
        return Answer()
    challenges, lookers = await _load_seeks(request, is_open=True), await _load_seeks(request, is_open=False)
    own = await request.work.lobby.seek_of(request.person.id)
    page = page_of(max(len(challenges), len(lookers)), page_key, LISTED)
    on_page = [seeks[page.begin : page.begin + page.size] for seeks in (challenges, lookers)]
    hall = screens.Hall(
        challenges=tuple(_entry(seek, request) for seek in on_page[0]),
        lookers=tuple(_entry(seek, request) for seek in on_page[1]),
        more=len(challenges) + len(lookers) - len(on_page[0]) - len(on_page[1]),
        many=await request.work.lobby.waiting(pairing.CROWD) == pairing.CROWD,
        own=own.terms if own else None,
        own_is_open=own is not None and own.is_open,
        page=page,
    )
    request.work.show(request.chat, SEARCH_SLOT, screens.lobby(hall, request.texts), request.place)
    return Answer()


async def press_lobby(press: LobbyPress, request: Request) -> Answer:
    """A press on one of the lobby's screens; a rival can be looked for from a menu as well."""
    if request.chat.is_group:
        return Answer(request.texts.plain("lobby.in-private"), alert=True)
    if isinstance(press.verb, OnRoom):
        return await room.press_room(press.verb, press.argument, request)
    if not await request.is_current(SEARCH_SLOT) and not (
        press.verb is OnLobby.FIND and await request.is_current(MENU)
    ):
        return request.strip_buttons("toast.old-button")
    match press.verb:
        case OnLobby.LIST:
            return await show(request, press.argument)
        case OnLobby.FIND:
            return await look(await chosen_terms(request.person.id, request.work), request)
        case OnLobby.POST:
            return await _challenge_all(request)
        case OnLobby.TAKE:
            return await _take(press.argument, request, is_open=True)
        case OnLobby.JOIN:
            return await _join(press.argument, request)
        case OnLobby.STOP:
            return await _stop(request)
        case OnLobby.MEANWHILE:
            return await carry_out(await go_on(request), request)
        case _:
            assert_never(press.verb)


async def _load_seeks(request: Request, *, is_open: bool) -> tuple[Seek, ...]:
    """Those that the person may take."""
    seeks = await request.work.lobby.load_listed(request.person.id, pairing.CROWD, is_open=is_open)
    return await pairing.takeable(seeks, request.person, request.work, request.world)


def _entry(seek: Seek, request: Request) -> screens.Listed:
    reputation = pairing.reputation_of(seek, request.texts)
    return screens.Listed(seek.id, seek.name, reputation, seek.terms, seek.since, request.world.now() - seek.since)


async def _challenge_all(request: Request) -> Answer:
    """What the person looks for, or what they chose last, is a challenge to everybody."""
    if not await pairing.challenge_all(request.person.id, request.texts, request.work, request.world):
        return await look(await chosen_terms(request.person.id, request.work), request, is_open=True)
    return Answer()


async def _take(key: str, request: Request, *, is_open: bool) -> Answer:
    """Play with somebody who was listed, unless a rival has been found meanwhile."""
    if await _has_just_met(request):
        return Answer()
    seek = next((seek for seek in await _load_seeks(request, is_open=is_open) if screens.key_of(seek.id) == key), None)
    if seek is None:
        await show(request)
        return Answer(request.texts.plain("toast.nobody-looks"))
    if (answer := await why_not_now(seek.terms, request)) is not None:
        return answer
    await pairing.take(seek, request.person, request.texts, request.work, request.world)
    return Answer()


async def _join(key: str, request: Request) -> Answer:
    """Play with somebody who was listed; a button of before names terms instead, on which the person looks then."""
    lookers = await _load_seeks(request, is_open=False)
    terms = next((seek.terms for seek in lookers if screens.terms_key(seek.terms) == key), None)
    if terms is not None:
        return await look(terms, request)
    return await _take(key, request, is_open=False)


async def _stop(request: Request) -> Answer:
    did = await pairing.stop(request.person.id, request.work)
    request.work.show(request.chat, SEARCH_SLOT, screens.ended_screen("lobby.stopped", request.texts), Place.HERE)
    return Answer("" if did else request.texts.plain("toast.not-looking"))
