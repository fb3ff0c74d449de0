"""What somebody hears who has as much open as one may have at once, instead of beginning more."""

from bot.app.actions.fullness import plays_enough, waits_enough
from bot.app.buttons import MenuPress
from bot.app.handlers.desk import Desk
from bot.app.model.limits import CHALLENGES, MATCHES
from bot.app.ports import Answer
from bot.app.screen import Screen, button
from bot.app.verbs import OnMenu


async def why_no_game(desk: Desk) -> Answer | None:
    """Tell whoever wrote or pressed that they play enough; None if they may play one more."""
    if not await plays_enough(desk.person.id, desk.work):
        return None
    return _told("late.you-full", MATCHES, desk)


async def why_no_challenge(desk: Desk) -> Answer | None:
    """Tell them that they play enough, or that enough challenges of theirs wait; None if they may make one more."""
    if (told := await why_no_game(desk)) is not None:
        return told
    if not await waits_enough(desk.person.id, desk.work, desk.world.now()):
        return None
    return _told("limit.challenges", CHALLENGES, desk)


def _told(key: str, most: int, desk: Desk) -> Answer:
    """Whoever pressed hears it alone; a group is told whom it is for."""
    if desk.pressed is not None:
        return Answer(desk.texts.plain(key, most=most), alert=True)
    note = desk.texts.html(key, most=most)
    if desk.chat.is_group:
        desk.show_menu(Screen(desk.texts.html("{name}: {note}", name=desk.shown_name, note=note)))
    else:
        games = button(desk.texts.plain("games.title"), MenuPress(OnMenu.GAMES))
        desk.show_menu(Screen(note, ((games,),)))
    return Answer()
