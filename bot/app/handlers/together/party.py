"""A party: everybody in a group against the bot's secret, for points. How it is begun."""

from bot.app.handlers.desk import Desk
from bot.app.handlers.together.tables import Plan, begin, busy, is_busy
from bot.app.model.company import Member
from bot.app.ports import Answer
from bot.app.screens.together import party as screens
from bot.app.screens.together.company_end import BEST
from bot.app.screens.together.party import NAMES


async def show(desk: Desk, variant: str = NAMES[0]) -> Answer:
    """How a party goes, who has most points, and the ways to begin."""
    if not desk.chat.is_group:
        desk.show_menu(screens.only_in_groups(desk.texts))
        return Answer()
    scores = await desk.work.points.scores(desk.chat.id, BEST)
    desk.show_menu(screens.menu(NAMES.index(variant), scores, desk.texts))
    return Answer()


async def pressed(argument: str, desk: Desk) -> Answer:
    """A press on the menu: another variant, or begin."""
    what, number = argument[:1], argument[1:]
    if not desk.chat.is_group or not number.isdecimal() or int(number) >= len(NAMES):
        return desk.stripped("toast.old-button")
    variant = NAMES[int(number)]
    if what == screens.MENU:
        return await show(desk, variant)
    if what in screens.PAGES:
        desk.show_menu(screens.variants(screens.PAGES[what], int(number), desk.texts))
        return Answer()
    if what not in screens.MODES:
        return desk.stripped("toast.old-button")
    if is_busy(desk):
        return busy(desk)
    if desk.pressed is not None and desk.pressed.message is not None:
        desk.work.retire(desk.chat, desk.pressed.message, wholly=True)
    await begin(Plan(screens.MODES[what], variant, (Member(desk.person.name, desk.person.id),)), desk)
    return Answer()
