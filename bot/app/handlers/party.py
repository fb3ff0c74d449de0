"""A party: everybody in a group against the bot's secret, for points. How it is begun."""

from bot.app.kinds.group.beginning import Plan, begin
from bot.app.kinds.group.model import Member
from bot.app.kinds.group.screens import party_menu as screens
from bot.app.kinds.group.screens.party_menu import NAMES
from bot.app.model.modes import party_modes
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.routing.boards import why_no_board
from bot.app.routing.carrying import carry_out
from bot.app.screens.points import BEST


async def show_menu(request: Request, variant: str = NAMES[0]) -> Answer:
    """Show how a party goes, who has most points, and the ways to begin."""
    if not request.chat.is_group:
        request.show_menu(screens.only_in_groups(request.texts))
        return Answer()
    scores = await request.work.points.scores(request.chat.id, BEST)
    request.show_menu(screens.menu(NAMES.index(variant), scores, request.texts))
    return Answer()


async def press(argument: str, request: Request) -> Answer:
    """Carry out a press on the menu: another variant, or begin."""
    what, number = argument[:1], argument[1:]
    if not request.chat.is_group or not number.isdecimal() or int(number) >= len(NAMES):
        return request.strip_buttons("toast.old-button")
    variant = NAMES[int(number)]
    if what == screens.MENU:
        return await show_menu(request, variant)
    if (page := screens.pages().get(what)) is not None:
        request.show_menu(screens.variants(page, int(number), request.texts))
        return Answer()
    if (mode := party_modes().get(what)) is None:
        return request.strip_buttons("toast.old-button")
    if (refusal := why_no_board(request)) is not None:
        return refusal
    if request.pressed is not None and request.pressed.message is not None:
        request.work.retire(request.chat, request.pressed.message, wholly=True)
    plan = Plan(mode.name, variant, (Member(request.person.name, request.person.id),))
    return await carry_out(begin(plan, request), request)
