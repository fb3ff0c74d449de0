"""The card of each day that comes into a group by itself, soon after the day has turned, as long as it is wished."""

from dataclasses import replace

from bot.app.actions.daily_cards import put, slot_of_day
from bot.app.actions.daily_weeks import note_card
from bot.app.features import DAILY
from bot.app.model.daily_cards import DailyCard
from bot.app.model.daily_posts import DailyPost
from bot.app.ports import Job, Place, Work
from bot.app.screens.daily_card import Switch
from bot.app.world import World
from bot.game.daily import DAY

POST = "daily-post"
"""The kind of job that posts a card; its subject is the wish. Each plans the next."""
SPREAD = 3600.0
"""Seconds after the turn of the day over which cards come, so that they hold nobody up."""
LATE = DAY / 2
"""Seconds after the turn of the day after which none comes: the next one is nearer."""
UNPLAYED = 14
"""Cards in a row on which nobody has pressed Play: then one more comes, which says that it is the last."""


def plan(post: DailyPost, work: Work, world: World) -> None:
    """Let the card of the next day come."""
    calendar = world.daily.calendar
    turn = calendar.begins_at(world.today + 1)
    work.at(turn + abs(post.chat.id) % SPREAD, Job(POST, post.id, 0))


async def post_on(job: Job, work: Work, world: World) -> None:
    """Post today's card, unless it is there, or nothing may be sent, and plan the next."""
    post = await work.daily_posts.post(job.subject)
    if post is None:
        return
    chat = post.chat.id
    if await work.moved_to(chat) is not None or not (await work.preferences(chat)).reachable:
        work.daily_posts.end(post)
        return
    calendar, now = world.daily.calendar, world.now()
    today = calendar.number_at(now)
    is_late = now - calendar.begins_at(today) > LATE
    ends = False
    if not is_late and DAILY not in (await work.operators.gate(0)).off:
        ends = await _post(replace(post, day=today, unplayed=await _unplayed(post, work)), work, world)
    if not ends:
        plan(post, work, world)


async def _post(post: DailyPost, work: Work, world: World) -> bool:
    """Post the card of that day, unless somebody has asked for it; whether it is the last."""
    if await work.daily_cards.card(post.chat.id, post.day) is not None:
        work.daily_posts.note(post)
        return False
    is_last = post.unplayed >= UNPLAYED
    if is_last:
        work.daily_posts.end(post)
    else:
        work.daily_posts.note(post)
    card = DailyCard(world.new_id(), post.chat, post.day)
    await note_card(card, work, world)
    screen = await put(card, work, world, Switch(on=not is_last, unplayed=post.unplayed if is_last else 0))
    # As what somebody types at the same moment brings it: whichever comes second changes it in place.
    work.show(post.chat, slot_of_day(card.day), screen, Place.SPARING, for_many=True)
    return is_last


async def _unplayed(post: DailyPost, work: Work) -> int:
    """On how many cards in a row nobody has pressed Play by now."""
    last = await work.daily_cards.card(post.chat.id, post.day)
    if last is None:
        return post.unplayed
    return 0 if last.guests else post.unplayed + 1
