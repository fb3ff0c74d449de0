"""Cards: messages in which everybody in a chat sees a challenge, and later its match."""

from dataclasses import replace

from bot.app.messages import Chat, Destination
from bot.app.model.challenge import Challenge
from bot.app.model.chats import Preferences
from bot.app.model.terms import Terms
from bot.app.ports import Place, Work
from bot.app.screen import Screen
from bot.app.screens.duels.challenge import Record
from bot.app.screens.duels.challenge_card import challenge_card
from bot.app.screens.view import View
from bot.app.world import World


def card_slot(match_id: str) -> str:
    """The slot of a match's card, which is also that of its challenge."""
    return f"card:{match_id}"


async def show_challenge(
    challenge: Challenge, work: Work, world: World, *, answers: int | None = None, calls: bool = False
) -> None:
    """Show the challenge's state on its card, if it has one.

    `answers`: the message that it replies to. `calls`: show it as a new message where possible, because an edit
    notifies nobody.
    """
    if challenge.card is not None:
        place = Place.BOTTOM if calls and isinstance(challenge.card, Chat) else Place.HERE
        view = await view_of(challenge.card, challenge.person, work, world)
        screen = await card_of(challenge, view, work, world)
        work.show(challenge.card, card_slot(challenge.match), replace(screen, answers=answers), place)


async def card_of(challenge: Challenge, view: View, work: Work, world: World) -> Screen:
    """The card of a challenge."""
    records = [await record_of(challenge.person, challenge.name, challenge.terms, work, world)]
    if challenge.to is not None:
        records.append(await record_of(challenge.to, challenge.to_name, challenge.terms, work, world))
    return challenge_card(challenge, tuple(records), view.username, view.texts)


async def record_of(person: int, name: str, terms: Terms, work: Work, world: World) -> Record:
    """The record of somebody that is shown before a game on these terms."""
    standing = await work.ratings.standing(person, terms.family)
    return Record(name, await work.ratings.player(person), standing.rating_at(world.now()))


async def view_of(card: Destination, challenger: int, work: Work, world: World) -> View:
    """The language and style of a card: its group's, or else those of whoever sent it."""
    known: Preferences = await work.preferences(card.id if isinstance(card, Chat) else challenger)
    return View(known.texts, known.style, world.username)
