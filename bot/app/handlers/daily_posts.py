"""The switch on the card of a day: whether each day's card comes into the group by itself. Administrators press it."""

from datetime import UTC, datetime

from bot.app.actions.daily_cards import screen_of, slot_of_day
from bot.app.actions.daily_posts import plan
from bot.app.asking import NoAnswer
from bot.app.model.daily_cards import DailyCard
from bot.app.model.daily_posts import DailyPost
from bot.app.ports import Answer, Place
from bot.app.request import Request
from bot.app.screens.daily_card import Switch
from bot.app.texts import Texts, language_of, texts_in


async def switch(card: DailyCard, request: Request, *, on: bool) -> Answer:
    """Switch it, if the presser administers the group, and say what happens from now on. Raises NeedsAnswer."""
    calendar, now = request.world.daily.calendar, request.world.now()
    texts = await _texts_of_presser(request)
    if card.day != calendar.number_at(now):
        return Answer(texts.plain("toast.old-button"))
    try:
        if not request.world.administers(request.chat.id, request.person.id):
            return Answer(texts.plain("toast.daily-post-administrators"))
    except NoAnswer:
        return Answer(texts.plain("toast.daily-post-unknown"))
    known = await request.work.daily_posts.of(request.chat.id)
    if on and known is None:
        post = DailyPost(request.world.new_id(), request.chat)
        request.work.daily_posts.begin(post)
        plan(post, request.work, request.world)
    if known is not None and not on:
        request.work.daily_posts.end(known)
    screen = await screen_of(card, request.work, request.world, Switch(on=on))
    request.work.show(request.chat, slot_of_day(card.day), screen, Place.HERE)
    if not on:
        return Answer(texts.plain("toast.daily-post-off"))
    turn = datetime.fromtimestamp(calendar.begins_at(card.day + 1), UTC)
    return Answer(texts.plain("toast.daily-post-on", turn=f"{turn:%H:%M}"))


async def _texts_of_presser(request: Request) -> Texts:
    """The texts in the language of whoever pressed: only they see the answer."""
    known = await request.work.preferences(request.person.id)
    return texts_in(language_of(known.language, request.person.language, known.spoken))
