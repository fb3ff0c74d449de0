"""A person's own figures of games alone: /stats and its pages."""

from bot.app.actions.ledgers import keep, ledger_of, seen_of
from bot.app.model.ledger import ALL, Ledger
from bot.app.ports import Answer, Place
from bot.app.request import Request
from bot.app.screens import stats as screens
from bot.app.screens.achievements import achievements_screen
from bot.app.screens.pages import page_of

ON_A_PAGE = 8
SLOT = "stats"
"""The slot of the picture."""


async def show(address: str, request: Request) -> Answer:
    """Show all figures, or those behind a button."""
    if request.chat.is_group:
        request.show_menu(screens.in_group_screen(request.texts, request.world.username))
        return Answer()
    ledger = await _ledger(request)
    keys = screens.keys_of(ledger)
    is_page = address.startswith(screens.PLACE) and address[1:].isdecimal()
    key = next((key for key in keys if screens.address_of(key) == address), None)
    if address == screens.ACHIEVED:
        seen = await seen_of(ledger, request.texts.language, request.work)
        screen = achievements_screen(seen, request.texts)
    elif key is not None:
        screen = screens.variant_screen(key, ledger.of(key), request.texts)
    elif address.startswith(screens.PICTURE) and ledger.of_all.games:
        return _send_picture(address.removeprefix(screens.PICTURE), ledger, request)
    elif is_page or not address:
        page = page_of(len(keys), address[1:], ON_A_PAGE)
        shown = keys[page.begin : page.begin + page.size]
        screen = screens.stats_screen(ledger, shown, page, request.texts)
    else:
        return request.strip_buttons("toast.old-button")
    request.show_menu(screen)
    return Answer()


def _send_picture(address: str, ledger: Ledger, request: Request) -> Answer:
    """Send the picture of all games, or of those behind the address."""
    keys = {screens.address_of(key): key for key in screens.keys_of(ledger)} | {"": ALL}
    if address not in keys:
        return request.strip_buttons("toast.old-button")
    screen = screens.picture_screen(keys[address], ledger, request.texts)
    request.work.show(request.chat, SLOT, screen, Place.BOTTOM)
    return Answer()


async def _ledger(request: Request) -> Ledger:
    """The person's ledger; what was counted for it now is kept."""
    known = await request.work.ledgers.of(request.person.id)
    ledger = await ledger_of(request.person.id, request.work)
    return ledger if known.done is None else await keep(ledger, request.work, request.world)
