"""Chats come, go and change their id."""

from dataclasses import replace

from bot.app.actions import moving
from bot.app.handlers.duels import pairing
from bot.app.handlers.duels.answering import begin_waiting
from bot.app.kinds.match import unreachable
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screens import menu


async def handle_arrival(request: Request) -> Answer:
    """The bot may write here: a group is greeted, once."""
    known = request.preferences
    if not request.chat.is_group and not known.reachable:
        await unreachable.show_games(request.person.id, request.work, request.world)
    request = request.prefers(
        replace(known, reachable=True, greeted=True, spoken=known.spoken or request.person.language)
    )
    if not request.chat.is_group:
        await begin_waiting(request.person.id, request.work, request.world)
    if request.chat.is_group and not known.greeted:
        request.show_menu(menu.group_greeting(request.texts))
    return Answer()


async def handle_departure(request: Request) -> Answer:
    """The bot may write here no more: what waits is dropped, nobody is to be met, and those who play hear of it."""
    request.prefers(replace(request.preferences, reachable=False))
    request.work.forget_messages(request.chat)
    request.work.talk.leave_rooms(request.chat.id)
    if (post := await request.work.daily_posts.of(request.chat.id)) is not None:
        request.work.daily_posts.end(post)
    await pairing.stop(request.chat.id, request.work)
    if request.preferences.reachable and not request.chat.is_group:
        await unreachable.tell_rivals(request.chat.id, request.work, request.world)
    return Answer()


async def handle_migration(to: int, request: Request) -> Answer:
    """A group became a supergroup."""
    await moving.move(request.chat, to, request.work, request.world, request.kinds)
    return Answer()
