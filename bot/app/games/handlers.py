"""The games that are on for somebody in a chat: lists of them, and the question which one is meant."""

from dataclasses import replace
from typing import Any

from bot.app.buttons import GamePress, OnGames
from bot.app.duels.model import Challenges, ChallengeState
from bot.app.games import screens
from bot.app.games.screens import none_open, which
from bot.app.kind import MENU, Kind, Request
from bot.app.model.game import LISTED, MATCHES, Header
from bot.app.model.prompts import Prompts
from bot.app.reading import Reading
from bot.app.routing import game_meant, game_of, games_of, games_open_to, show_game, slot_of_rest
from bot.app.screen import Answer, Place
from bot.app.screens.common import page_of
from bot.app.screens.entries import ListedGame
from bot.app.texts import NOTHING, Html
from solver.variant import Variant


async def show_games(games: tuple[Header, ...], request: Request, note: Html = NOTHING, page_key: str = "") -> None:
    """Show which games are on, and whether somebody is still to answer a challenge of theirs.

    `page_key`: which page of them.
    """
    in_group, now = request.chat.is_group, request.world.now()
    made = () if in_group else await request.work.of(Challenges).open_of(request.person.id)
    waiting = sum(challenge.state is ChallengeState.OPEN and now < challenge.expires_at for challenge in made)
    more = max(0, await request.work.games.count_of(request.person.id) - MATCHES) if request.has_seats else 0
    page = page_of(len(games), page_key, screens.ON_PAGE)
    entries = _entries(page.shown(games), request)
    counts = {"challenges": waiting, "more": more, "resting": len(await _resting(games, request))}
    request.show_menu(screens.games(entries, page, request.texts, note=note, in_group=in_group, **counts))


def _entries(games: tuple[Header, ...], request: Request) -> tuple[ListedGame, ...]:
    kinds: list[tuple[Kind[Any], Header]] = [(request.kinds.kind_of(game), game) for game in games]
    now = request.world.now()
    return tuple(
        replace(kind.entry_of(game, request.person.id, request.texts), age=now - game.opened_at) for kind, game in kinds
    )


async def list_games(request: Request, page_key: str = "") -> Answer:
    """Show all the games that are on, a page at a time; or those that rest."""
    games = await games_of(request)
    if page_key.startswith(screens.RESTING) and (resting := await _resting(games, request)):
        page = page_of(len(resting), page_key.removeprefix(screens.RESTING), screens.ON_PAGE)
        return request.show_menu(screens.resting(_entries(page.shown(resting), request), page, request.texts))
    await show_games(games, request, page_key=page_key)
    return Answer()


async def _resting(games: tuple[Header, ...], request: Request) -> tuple[Header, ...]:
    """The games on boards here that rest: those that run beside those which the update has read."""
    known = {game.id for game in games}
    return tuple(game for game in await request.work.games.running_in(request.chat.id) if game.id not in known)


async def ask_which(typed: Reading, games: tuple[Header, ...], request: Request) -> Answer:
    """Ask for which of them the text is. It is kept meanwhile; what may be a secret is neither quoted nor left."""
    is_hidden = _keep_text(typed, games, request)
    open_to = games_open_to(typed, games, request)
    return _show_which("" if is_hidden else typed.text, open_to, "", Place.BOTTOM, request)


async def offer_game(
    typed: Reading, variant: Variant, games: tuple[Header, ...], request: Request, note: Html | None
) -> Answer:
    """Say that no game of that variant is open, and offer to begin one with the text, which is kept meanwhile.

    `note`: said below.
    """
    _keep_text(typed, games, request)
    variants = (request.kinds.kind_of(game).variant_of(game) for game in games)
    screen = none_open(variant, tuple(filter(None, variants)), request.texts, note)
    return request.show_menu(screen, Place.BOTTOM, slot=slot_of_question(request))


def _keep_text(typed: Reading, games: tuple[Header, ...], request: Request) -> bool:
    """Keep the text; whether it may be a secret in one of the games, so that it is deleted where it was typed."""
    kinds: list[tuple[Kind[Any], Header]] = [(request.kinds.kind_of(game), game) for game in games]
    is_hidden = any(kind.hides_text(game, request.person.id) for kind, game in kinds)
    if is_hidden:
        request.retire_typed()
    request.work.of(Prompts).keep(slot_of_question(request), request.person.id, typed.text)
    request.work.of(Prompts).keep(_hidden(request), request.person.id, "1" if is_hidden else "")
    return is_hidden


def _show_which(text: str, games: tuple[Header, ...], page_key: str, place: Place, request: Request) -> Answer:
    page = page_of(len(games), page_key, LISTED)
    entries = _entries(page.shown(games), request)
    screen = which(text, entries, page, request.texts)
    return request.show_menu(screen, place, slot=slot_of_question(request))


async def turn_page(request: Request, page_key: str) -> Answer:
    """Show another page of the games that may be meant."""
    text = await request.work.of(Prompts).read(slot_of_question(request), request.person.id)
    is_hidden = bool(await request.work.of(Prompts).read(_hidden(request), request.person.id))
    games = await games_of(request)
    request.needs(text and games, "toast.over")
    open_to = games_open_to(Reading(text, request.texts.language), games, request)
    return _show_which("" if is_hidden else text, open_to, page_key, Place.HERE, request)


async def pick_game(press: GamePress, request: Request) -> Header:
    """The game that was picked in a list or by the question. Raises ExpiredButton, also where it is over."""
    if press.verb is OnGames.HERE:  # a message that is adopted would be deleted with what it says
        is_current = request.stands_in == slot_of_rest(press.game)
    else:
        is_current = await request.is_current(slot_of_question(request) if press.verb is OnGames.MEANT else MENU)
    request.needs(is_current)
    return request.found(await game_of(press.game, request), "toast.over")


async def take_text(request: Request) -> str:
    """What was typed before it was asked which game is meant; the question goes, and with it what was kept."""
    text = await request.work.of(Prompts).read(slot_of_question(request), request.person.id)
    request.work.of(Prompts).keep(slot_of_question(request), request.person.id, "")
    request.retire_pressed()
    return text


async def refresh(request: Request) -> None:
    """Show all the games that are on as the person likes it from now on; they look at the same one as before."""
    for game in await games_of(request):
        await show_game(game, request, place=Place.HERE, focuses=False)


def slot_of_question(request: Request) -> str:
    """The slot of the question which game is meant, and the prompt under which what was typed is kept meanwhile.

    In a group each has their own, and in each group another: what somebody typed goes nowhere else, by nobody else.
    """
    return f"which:{request.chat.id}:{request.person.id}" if request.chat.is_group else "which"


def _hidden(request: Request) -> str:
    """The prompt under which is kept that what was typed may be a secret, so that the question must not quote it."""
    return f"{slot_of_question(request)}-hidden"


async def say_note(note: Html, request: Request) -> Answer:
    """Say something: where the game stands that is meant, above the list of them where that is unclear, else alone."""
    games = await games_of(request)
    game = game_meant(games, request)
    if game is not None:
        await show_game(game, request, note, place=Place.HERE if request.chat.is_group else None)
    elif games:
        await show_games(games, request, note)
    else:
        request.tell(note)
    return Answer()
