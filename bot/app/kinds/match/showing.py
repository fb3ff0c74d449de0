"""Screens of a match: each seat's own, and the card that everybody in a chat sees."""

from dataclasses import dataclass, replace

from bot.app.actions.cards import card_slot, view_of
from bot.app.advice.hints import hint_result
from bot.app.kinds.match.focus import focus_on_news
from bot.app.kinds.match.model import Match
from bot.app.kinds.match.names import rival_of
from bot.app.kinds.match.screens.look import SeatLook
from bot.app.kinds.match.screens.match import match_screen
from bot.app.kinds.match.screens.playable_card import playable_card
from bot.app.kinds.match.screens.scoreboard import scoreboard
from bot.app.kinds.outcome import Look
from bot.app.messages import Chat
from bot.app.news import News
from bot.app.ports import Place, Work
from bot.app.request import slot_of
from bot.app.screen import Screen
from bot.app.texts import NOTHING, Html
from bot.app.world import World
from bot.game.model import Seat


@dataclass(frozen=True, slots=True)
class Appearance:
    """Where a seat's screen appears, and what stands on it this one time."""

    place: Place
    note: Html = NOTHING
    """Said once, right below the guesses."""
    draft: str | None = None
    """What the person has tapped, if it changes now."""
    call: Html = NOTHING
    """The first line, where something calls them."""
    news: News | None = None
    """What it is news of; None: of a turn, or of the end."""


def seat_screen(match: Match, seat: Seat, look: Look, call: Html = NOTHING) -> Screen:
    """The screen of the person in the seat. Raises NeedsThought."""
    asked = None if match.is_over else match.sitters[seat].hint
    hint = hint_result(match.game.variant, match.game.history_of(seat), asked, look.recall)
    own = SeatLook(seat, look.texts, look.style, look.username, look.draft, look.note, call, hint, look.has_inline)
    screen = match_screen(match, replace(own, page=look.page))
    return replace(screen, news=News.RESULTS if match.is_over else News.TURNS)


async def show_seat(match: Match, seat: Seat, appearance: Appearance, work: Work, world: World) -> None:
    """Show the match to the person in a seat, unless they play on the card alone. Raises NeedsThought.

    Nobody may save the match while its screens leave: whoever moves meanwhile, at another request, is shown after it,
    so that nobody is left with a screen that is out of date.
    """
    sitter, draft = match.sitters[seat], appearance.draft
    if sitter.chat is None:
        return
    work.games.hold(match)
    if draft is None:
        draft = await work.draft(match.id, sitter.person) if sitter.keypad and match.must_act(seat) else ""
    known = await work.preferences(sitter.chat)
    look = Look(
        known.texts,
        known.style,
        world.username,
        world.has_inline,
        world.recall,
        person=sitter.person,
        draft=draft,
        note=appearance.note,
    )
    screen = seat_screen(match, seat, look, appearance.call)
    if appearance.news is not None:
        screen = replace(screen, news=appearance.news)
    work.show(Chat(sitter.chat), slot_of(match.id), screen, appearance.place)


async def show_card(match: Match, work: Work, world: World) -> None:
    """Show on its card how the match stands, if it has one that no later match has taken over."""
    if match.card is not None and not match.rematch:
        view = await view_of(match.card, match.card_by or match.sitters[0].person, work, world)
        screen = playable_card(match, view) if match.on_card else scoreboard(match, view)
        work.show(match.card, card_slot(match.id), screen, Place.HERE, for_many=not match.on_card)


async def tell_others(match: Match, seat: Seat, work: Work, world: World, *, rings: bool = True, key: str = "") -> None:
    """Save what the person in the seat has changed besides moving, and show it to everybody else.

    `rings`: as a new message, for that alone makes a phone ring; else where their screen stands. `key`: of the text
    about this person that stands below it.
    """
    work.games.save(match)
    if match.on_card:
        await show_card(match, work, world)
    for at in match.game.seats:
        if at == seat:
            continue
        note = await _note(match, at, key, work) if key else NOTHING
        await show_seat(match, at, Appearance(Place.BOTTOM if rings else Place.HERE, note), work, world)
        if rings:
            await focus_on_news(match, at, work)


async def _note(match: Match, seat: Seat, key: str, work: Work) -> Html:
    """What the person in the seat reads about the other, in their language."""
    texts = (await work.preferences(match.sitters[seat].person)).texts
    return texts.html(key, name=rival_of(match, seat))
