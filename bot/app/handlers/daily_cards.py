"""`/daily` in a group: one card for each day, whose button leads to the private chat where the code is played."""

import re
from dataclasses import replace

from bot.app.actions.daily_cards import CARDS, SHOW, put, slot_of_day
from bot.app.actions.daily_weeks import note_card
from bot.app.handlers.daily_posts import switch
from bot.app.model.daily_cards import DailyCard, Guest
from bot.app.ports import Answer, Job, Place
from bot.app.request import Request

ON_CARD = re.compile(r"(\d{1,6})-(card|post|stop)")
"""The buttons of a card: its day, and what a press does: play, or turn the switch on or off."""
LINK = "https://t.me/{username}?start=daily"


async def show(request: Request) -> Answer:
    """Put today's card; where it is there already it comes down, unless it has just been sent."""
    today = request.world.today
    known = await request.work.daily_cards.card(request.chat.id, today)
    new = DailyCard(request.world.new_id(), request.chat, today)
    if known is None:
        await note_card(new, request.work, request.world)
    card = new if known is None else replace(known, chat=request.chat)
    screen = await put(card, request.work, request.world)
    request.work.show(request.chat, slot_of_day(today), screen, Place.SPARING)
    return Answer()


async def press(number: int, wish: str, request: Request) -> Answer:
    """Carry out a press on the card of that day: as ON_CARD says."""
    card = await request.work.daily_cards.card(request.chat.id, number) if request.chat.is_group else None
    if card is None or not await request.is_current(slot_of_day(number)):
        return request.strip_buttons("toast.old-button")
    if wish == "card":
        return await _play(card, request)
    return await switch(card, request, on=wish == "post")


async def _play(card: DailyCard, request: Request) -> Answer:
    """Name whoever pressed on today's card, and lead them to the code; a former day's card leads only."""
    work, now, number = request.work, request.world.now(), card.day
    person, leads = request.person.id, Answer(url=LINK.format(username=request.world.username))
    is_past = number != request.world.daily.calendar.number_at(now)
    if is_past or await work.daily_cards.has(card.id, person):
        return leads
    if len(await work.daily_cards.of(number, person, CARDS)) < CARDS:
        attempt = await work.daily.attempt(number, person)
        work.daily_cards.join(card, person, Guest(request.person.name, attempt), now)
        work.at(now, Job(SHOW, card.id, 0))
    return leads
