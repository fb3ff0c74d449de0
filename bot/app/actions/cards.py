"""Cards: messages in which everybody in a chat sees a challenge; its match goes on there."""

from dataclasses import replace

from bot.app.messages import Chat, Destination
from bot.app.model.challenge import Challenge
from bot.app.model.terms import Terms
from bot.app.ports import Place, Preferences, Work, World
from bot.app.screen import Screen
from bot.app.screens.duels.challenge import Record
from bot.app.screens.duels.challenge_card import challenge_card
from bot.app.screens.view import View


def card_slot(match_id: str) -> str:
    """The slot of a match's card, and of its challenge's before."""
    return f"card:{match_id}"


async def show_challenge(
    challenge: Challenge, work: Work, world: World, *, answers: int | None = None, calls: bool = False
) -> None:
    """Let everybody see how the challenge stands, where it has a card.

    `answers`: the message that it replies to. `calls`: it comes anew where it can, for an edit makes no phone ring.
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
    return challenge_card(challenge, tuple(records), view.texts)


async def record_of(person: int, name: str, terms: Terms, work: Work, world: World) -> Record:
    """What is told of somebody before a game on these terms."""
    standing = await work.ratings.standing(person, terms.family)
    return Record(name, await work.ratings.player(person), standing.rating_at(world.now()))


async def view_of(card: Destination, challenger: int, work: Work, world: World) -> View:
    """How a card is to be shown: as its group likes it, or elsewhere as whoever sent it does."""
    known: Preferences = await work.preferences(card.id if isinstance(card, Chat) else challenger)
    return View(known.texts, known.style, world.username)
