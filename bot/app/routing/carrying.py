"""The one way from what a kind has decided to what is kept, shown and answered."""

from dataclasses import replace
from typing import Any

from bot.app.kinds.kind import Kind
from bot.app.kinds.outcome import Look, Outcome
from bot.app.messages import Said
from bot.app.model.header import Header
from bot.app.ports import Answer, Place
from bot.app.request import Request, slot_of
from bot.app.routing.boards import begins_here, making_way, why_no_board
from bot.app.texts import NOTHING, Html


async def carry_out(outcome: Outcome[Any], request: Request) -> Answer:
    """Save the game, show it, and return the answer to the press.

    Where one begins in a chat that has enough of them no game is saved, and the person is told so.
    """
    game = outcome.game
    if begins_here(game, request):
        if (refusal := why_no_board(request)) is not None:
            return refusal
        for other in making_way(request):
            await _discard(other, request)
            request = request.without(other)
        outcome = _with_others_named(outcome, request)
    if outcome.changed:
        request.work.games.save(game)
        await _finish(game, request)
    if outcome.draft is not None and not game.is_over:
        request.work.keep_draft(game.id, request.person.id, outcome.draft)
    for slot, screen in outcome.beside:
        request.work.show(game.chat or request.chat, slot, screen, Place.BOTTOM)
    if outcome.shows:
        seen_so = replace(request, page=outcome.page)
        await show(game, seen_so, outcome.note, draft=outcome.draft, place=outcome.place)
    return outcome.answer if outcome.follows is None else replace(outcome.answer, follows=outcome.follows)


async def show(
    game: Header,
    request: Request,
    note: Html = NOTHING,
    *,
    draft: str | None = None,
    place: Place | None = None,
    focuses: bool = True,
) -> None:
    """Show the game to whoever caused the request; what they type next is for this game, if it takes any text.

    `draft`: what they have tapped, if it has just changed. `place`: None: where what was pressed or typed brings it.
    Not `focuses`: what they type is for the same game as before.
    """
    kind, slot = request.kinds.kind_of(game), slot_of(game.id)
    if place is not Place.HERE and _stands_in_other_topic(game, request):
        game, place = replace(game, chat=request.chat), Place.BOTTOM
        request.work.games.save(game)
    if draft is None:
        draft = await _draft(game, kind, request)
    look = look_of(request, draft=draft, note=note)
    screen = await kind.screen_of(game, look, request.work)
    where = await request.place_of(slot) if place is None else place
    if where is Place.SPARING:
        screen = replace(screen, if_scarce=request.texts.html("note.stays-here"))
    request.work.show(game.chat or request.chat, slot, screen, where)
    takes_text = not game.is_over or kind.type_after is not None
    if focuses and takes_text and (where is not Place.HERE or not request.chat.is_group):
        focus(game, request)


def look_of(request: Request, *, draft: str = "", note: Html = NOTHING) -> Look:
    """How whoever caused the request looks at a game. What only they may see is not shown in a group."""
    world, in_group = request.world, request.chat.is_group
    return Look(
        request.texts,
        request.preferences.style,
        world.username,
        world.has_inline,
        world.recall,
        person=None if in_group else request.person.id,
        draft="" if in_group else draft,
        note=note,
        is_alone=not in_group and not request.has_seats,
        page=request.page,
    )


def focus(game: Header, request: Request) -> None:
    """From now on what is typed is for this game, if others are on as well, or it has no board in the chat.

    In a group that is the game whose board stands lowest: a press on another board is one person's, the chat is all's.
    """
    if request.is_apart:
        return
    others = (
        game.chat is None
        or request.has_seats
        or request.focus is not None
        or any(other.id != game.id for other in request.games)
    )
    if others and request.focus != game.id:
        request.work.games.focus_on(game.chat or request.chat, game.id)


def _with_others_named(outcome: Outcome[Any], request: Request) -> Outcome[Any]:
    """The outcome that begins a game, whose board says where the others are which go on here."""
    if not request.games or outcome.note:
        return outcome
    return replace(outcome, note=request.texts.html("note.others-on"))


def _stands_in_other_topic(game: Header, request: Request) -> bool:
    """Whether somebody has typed to the game in one topic of a forum while its board stands in another."""
    typed_in_group = isinstance(request.incoming, Said) and request.chat.is_group
    if game.chat is None or game.chat.id != request.chat.id:
        return False
    return typed_in_group and game.chat != request.chat


async def _finish(game: Header, request: Request) -> None:
    """Do what follows the end of the game, if it has just ended: as it was stored, it was still played."""
    kind: Kind[Any] = request.kinds.kind_of(game)
    if kind.after_end is None or not game.is_over:
        return
    stored = await request.work.games.load(game.id, Header)
    if stored is None or not stored.is_over:
        await kind.after_end(game, request)


async def _discard(game: Header, request: Request) -> None:
    """End a game in which nothing was done, and take its screen from sight."""
    request.work.games.save(game.given_up_at(request.world.now()))
    chat = game.chat or request.chat
    shown = await request.work.slot_state(chat, slot_of(game.id))
    if shown.message is not None:
        request.work.retire(chat, shown.message, wholly=True)


async def _draft(game: Header, kind: Kind[Any], request: Request) -> str:
    """What the person has tapped; nothing in a game that begins."""
    if game.is_over or game.revision == 0 or request.chat.is_group or not kind.keypad(game, request.person.id):
        return ""
    return await request.work.draft(game.id, request.person.id)
