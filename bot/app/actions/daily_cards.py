"""Shows the cards of days in groups: by a job, once what has changed is stored, so that no finisher hides another."""

from dataclasses import replace

from bot.app.model.daily import Try
from bot.app.model.daily_cards import DailyCard
from bot.app.ports import Job, Place, Work
from bot.app.screen import Screen
from bot.app.screens.daily_card import SHOWN, Switch, daily_card
from bot.app.world import World

SHOW = "daily-card"
"""The kind of job that shows a card as it stands; its subject is the card."""
CARDS = 20
"""On so many cards of a day one person may press Play."""


def slot_of_day(day: int) -> str:
    """The slot of a day's card in a group."""
    return f"daily:{day}"


async def note_finished(attempt: Try, work: Work, now: float) -> None:
    """The person has finished: let the cards tell on which they pressed Play."""
    cards = await work.daily_cards.of(attempt.day, attempt.person, CARDS)
    if cards:
        work.daily_cards.place(attempt)
    for card in cards:
        work.at(now, Job(SHOW, card, 0))


async def show_on(job: Job, work: Work, world: World) -> None:
    """Show the card as it stands now, where it stands."""
    card = await work.daily_cards.card_with(job.subject)
    if card is not None and (await work.preferences(card.chat.id)).reachable:
        screen = await screen_of(card, work, world)
        work.show(card.chat, slot_of_day(card.day), screen, Place.HERE, for_many=True)


async def screen_of(card: DailyCard, work: Work, world: World, switch: Switch | None = None) -> Screen:
    """The card as it is stored, in the language of its group. `switch`: as it is from now on; None: as stored.

    A former day's card has none.
    """
    texts = (await work.preferences(card.chat.id)).texts
    if switch is None and card.day == world.today:
        switch = Switch(on=await work.daily_posts.of(card.chat.id) is not None)
    return daily_card(card, await work.daily_cards.guests(card.id, SHOWN), switch, texts)


async def put(card: DailyCard, work: Work, world: World, switch: Switch | None = None) -> Screen:
    """Store the card, which may be there already, and return it as it stands; with a note for where it cannot move."""
    work.daily_cards.put(card, world.now())
    texts = (await work.preferences(card.chat.id)).texts
    return replace(await screen_of(card, work, world, switch), if_scarce=texts.html("note.stays-here"))
