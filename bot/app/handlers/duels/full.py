"""What somebody hears who has as much open as one may have at once, instead of beginning more."""

from bot.app.actions.fullness import plays_enough, waits_enough
from bot.app.buttons import MenuPress
from bot.app.model.limits import CHALLENGES, MATCHES
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screen import Screen, button
from bot.app.verbs import OnMenu


async def why_no_game(request: Request) -> Answer | None:
    """Tell whoever wrote or pressed that they play enough; None if they may play one more."""
    if not await plays_enough(request.person.id, request.work):
        return None
    return _told("late.you-full", MATCHES, request)


async def why_no_challenge(request: Request) -> Answer | None:
    """Tell them that they play enough, or that enough challenges of theirs wait; None if they may make one more."""
    if (told := await why_no_game(request)) is not None:
        return told
    if not await waits_enough(request.person.id, request.work, request.world.now()):
        return None
    return _told("limit.challenges", CHALLENGES, request)


def _told(key: str, most: int, request: Request) -> Answer:
    """Whoever pressed hears it alone; a group is told whom it is for."""
    if request.pressed is not None:
        return Answer(request.texts.plain(key, most=most), alert=True)
    note = request.texts.html(key, most=most)
    if request.chat.is_group:
        request.show_menu(Screen(request.texts.html("{name}: {note}", name=request.shown_name, note=note)))
    else:
        games = button(request.texts.plain("games.title"), MenuPress(OnMenu.GAMES))
        request.show_menu(Screen(note, ((games,),)))
    return Answer()
