"""Chats come, go and change their id."""

from dataclasses import replace

from bot.app.actions import absence, challenges, lobby, moving
from bot.app.handlers.desk import Desk
from bot.app.ports import Answer
from bot.app.screens import menu


async def arrived(desk: Desk) -> Answer:
    """The bot may write here: a group is greeted, once."""
    known = desk.preferences
    if not desk.chat.is_group and not known.reachable:
        await absence.show_games(desk.person.id, desk.work, desk.world)
    desk = desk.prefers(replace(known, reachable=True, greeted=True, spoken=known.spoken or desk.person.language))
    if not desk.chat.is_group:
        await challenges.begin_waiting(desk.person.id, desk.work, desk.world)
    if desk.chat.is_group and not known.greeted:
        desk.show_menu(menu.group_greeting(desk.texts))
    return Answer()


async def departed(desk: Desk) -> Answer:
    """The bot may write here no more: what waits is dropped, nobody is to be met, and those who play hear of it."""
    desk.prefers(replace(desk.preferences, reachable=False))
    desk.work.forget_messages(desk.chat)
    desk.work.talk.leave_rooms(desk.chat.id)
    await lobby.stop(desk.chat.id, desk.work)
    if desk.preferences.reachable and not desk.chat.is_group:
        await absence.tell_rivals(desk.chat.id, desk.work, desk.world)
    return Answer()


async def moved(to: int, desk: Desk) -> Answer:
    """A group became a supergroup."""
    await moving.move(desk.chat, to, desk.work, desk.world)
    return Answer()
