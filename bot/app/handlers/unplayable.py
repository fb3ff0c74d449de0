"""What cannot be a guess or a press: a kind line in private, and only where one is called for in groups."""

from bot.app.handlers.typing import say_note
from bot.app.near_command import nearest
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.routing.focus import game_meant, games_of


async def answer_unplayable(what: str, word: str, request: Request) -> Answer:
    """Say why this changes nothing. Of a word that is no command, name the one that was probably meant."""
    if word and (near := nearest(word)) is not None:
        about = request.texts.plain(f"command.{near.value}")
        return await say_note(request.texts.html("note.command-near", command=near.value, about=about), request)
    game = game_meant(await games_of(request), request)
    key = None if game is None else request.kinds.kind_of(game).unplayable.get(what)
    return await say_note(request.texts.html(key or f"note.{what}"), request)


async def old_button(request: Request) -> Answer:
    """A button that means nothing any more goes away with the others of its message."""
    return request.strip_buttons("toast.old-button")


async def too_fast(request: Request) -> Answer:
    """Say that some things were not read; in a group, to whom it is said."""
    if request.pressed is not None:
        return Answer(request.texts.plain("toast.too-fast"))
    if request.chat.is_group:
        return await say_note(request.texts.html("note.too-fast-group", name=request.shown_name), request)
    return await say_note(request.texts.html("note.too-fast"), request)
