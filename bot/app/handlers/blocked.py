"""The people whom somebody has blocked: listed in the settings, and unblocked there."""

from bot.app.model.limits import LISTED
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screens import blocked as screens
from bot.app.screens.pages import page_of

MOST = 200
"""So many are listed; the others once some of these are unblocked."""


async def show(request: Request, page_key: str = "") -> Answer:
    """List them, a page at a time."""
    if request.chat.is_group:
        return Answer(request.texts.plain("toast.old-button"))
    people = await request.work.talk.blocked_by(request.person.id, MOST)
    page = page_of(len(people), page_key, LISTED)
    request.show_menu(screens.blocked(people[page.begin : page.begin + page.size], page, request.texts))
    return Answer()


async def unblock(key: str, request: Request) -> Answer:
    """Unblock one of them, and list the others."""
    if key.isdecimal():
        request.work.talk.block(request.person.id, int(key), on=False)
    people = await request.work.talk.blocked_by(request.person.id, MOST)
    left = tuple(one for one in people if str(one[0]) != key)
    page = page_of(len(left), "", LISTED)
    request.show_menu(screens.blocked(left[: page.size], page, request.texts))
    return Answer(request.texts.plain("toast.unblocked"))
