"""What cannot be a guess or a press: a kind line in private, and only where one is called for in groups."""

from bot.app.handlers import front
from bot.app.handlers.desk import Desk
from bot.app.handlers.duels.seated import Seated
from bot.app.handlers.games_on import games_on
from bot.app.ports import Answer


async def unplayable(what: str, desk: Desk) -> Answer:
    """Say why this changes nothing."""
    game = front.meant(await games_on(desk), desk)
    if isinstance(game, Seated) and what == "media":
        await game.show(desk.texts.html("code.media"))
        return Answer()
    return await front.remark(desk.texts.html(f"note.{what}"), desk)


async def old_button(desk: Desk) -> Answer:
    """A button that means nothing any more goes away with the others of its message."""
    return desk.stripped("toast.old-button")


async def too_fast(desk: Desk) -> Answer:
    """Say that some things were not read; in a group, to whom it is said."""
    if desk.pressed is not None:
        return Answer(desk.texts.plain("toast.too-fast"))
    if desk.chat.is_group:
        return await front.remark(desk.texts.html("note.too-fast-group", name=desk.shown_name), desk)
    return await front.remark(desk.texts.html("note.too-fast"), desk)
