"""What cannot be a guess: a kind line in private, and only where one is called for in groups."""

from bot.app.handlers.desk import Desk
from bot.app.ports import Answer


async def unplayable(what: str, desk: Desk) -> Answer:
    """Say why this changes nothing: on the board while a game is on, else alone."""
    table = desk.table
    note = desk.texts.html(f"note.{what}")
    if table is None:
        desk.tell(note)
    else:
        await desk.show_board(table, note)
    return Answer()


async def old_button(desk: Desk) -> Answer:
    """A button that means nothing any more goes away with the others of its message."""
    if desk.pressed and desk.pressed.message is not None:
        desk.work.strip(desk.chat, desk.pressed.message)
    return Answer(desk.texts.plain("toast.old-button"))
