"""Tells the operators that something waits for them."""

from bot.app.messages import Chat
from bot.app.model.limits import LOOKED_AT
from bot.app.ports import Place, Work
from bot.app.screens.operators import notice
from bot.app.world import World

SLOT = "admin-news"
SELDOM = 3600.0
"""Seconds in which what waits rings once; meanwhile the message changes where it stands."""


async def tell_operators(work: Work, world: World, *, reports: int = 0, feedback: int = 0) -> None:
    """Tell every operator what waits, with a sound once in a while only.

    `reports`, `feedback`: what this work puts, which it does not read yet.
    """
    if not world.admins:
        return
    reports += len(await work.operators.reported(LOOKED_AT))
    feedback += len(await work.operators.feedback(LOOKED_AT))
    for admin in sorted(world.admins):
        known, shown = await work.preferences(admin), await work.slot_state(Chat(admin), SLOT)
        if known.reachable:
            is_old = shown.message is None or world.now() - shown.at > SELDOM
            screen = notice.waiting(reports, feedback, LOOKED_AT, known.texts)
            work.show(Chat(admin), SLOT, screen, Place.BOTTOM if is_old else Place.HERE)
