"""Beginning games by options, of whichever kind."""

from dataclasses import replace
from typing import Any

from bot.app.kinds.kind import Kind
from bot.app.kinds.outcome import Outcome, unchanged
from bot.app.model.header import Header
from bot.app.model.modes import PLAIN
from bot.app.model.options import GameOptions, options_read
from bot.app.ports import Answer, Place
from bot.app.request import Request


async def begin(options: GameOptions, request: Request) -> Outcome[Header]:
    """A new game at the bottom, of the kind that plays in that mode; the next one like it needs no options."""
    kind: Kind[Any] = request.kinds.kind_for_mode(options.mode)
    if kind.begins is None:
        raise LookupError(f"games of the kind {kind.name} are not begun by options")
    request.work.prompts.keep_last_options(request.chat.id, options.mode, options.written)
    return await kind.begins.begin(options, request)


async def play(options: GameOptions, request: Request) -> Outcome[Header]:
    """A new game beside those that are on; but one like it in which nothing was done is shown again."""
    for game in reversed(request.games):
        kind: Kind[Any] = request.kinds.kind_of(game)
        if kind.untouched(game) and kind.begins is not None and kind.begins.options_of(game) == options:
            return _as_it_is(game, request)
    return await begin(options, request)


async def go_on(request: Request) -> Outcome[Header]:
    """Back to the game in focus, or the latest one that is on, or else a new one like the last."""
    if not request.games:
        return await begin(await last_options(PLAIN, request), request)
    in_focus = (game for game in request.games if game.id == request.focus)
    return _as_it_is(next(in_focus, request.games[-1]), request)


async def last_options(mode: str, request: Request) -> GameOptions:
    """The options with which that mode was played last in this chat; of the classic game where it never was."""
    written = await request.work.prompts.last_options(request.chat.id, mode)
    return options_read(written) if written else GameOptions(mode)


async def has_played(mode: str, request: Request) -> bool:
    """Whether a game in that mode has ever begun in this chat."""
    return bool(await request.work.prompts.last_options(request.chat.id, mode))


def _as_it_is(game: Header, request: Request) -> Outcome[Header]:
    """Shown where whoever pressed on another screen finds it."""
    outcome = unchanged(game, Answer(), shows=True)
    return outcome if request.pressed is None else replace(outcome, place=Place.BOTTOM)
