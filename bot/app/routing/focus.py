"""Which game is meant: the only place that decides it."""

from typing import Any

from bot.app.kinds.kind import Fit, Kind
from bot.app.model.header import Header
from bot.app.request import Request, slot_of


async def games_of(request: Request) -> tuple[Header, ...]:
    """The games that run for whoever wrote or pressed here: those on boards first, each the oldest first."""
    seated = await _load_seated(request) if request.has_seats and not request.chat.is_group else ()
    here = (game for game in seated if _stands_here(game, request))
    return (*request.games, *here)


async def game_of(wanted: str, request: Request) -> Header | None:
    """The running game of that id, if they see it here; however many run, no more than it is read."""
    game = next((game for game in request.games if game.id == wanted), None)
    game = game or await request.work.games.load(wanted, Header)
    return None if game is None or game.is_over or not _stands_here(game, request) else game


def game_meant(games: tuple[Header, ...], request: Request, text: str | None = None) -> Header | None:
    """The game that is meant, by a text or by a command; None if that is unclear.

    In a forum one of the topic in which it was typed, if any stands there, unless a screen was replied to. In this
    order: the game whose screen was replied to; the only one in which the text reads so; the one in focus,
    even where the text means nothing there, lest a word below one's own board be passed on to a rival, but not where it
    would come out of turn while another waits for it; of those in which it can mean anything the only one, or the only
    one that waits for the person; where a board on which nothing was done waits as well, such as a newcomer's first
    one, the other. In a group, whoever plays any of those in which it can mean anything means one of these, for a board
    that somebody else begins must not take what the others type.
    """
    replied = [game for game in games if request.replied_slot == slot_of(game.id)]
    if len(replied) == 1:
        return replied[0]
    if request.chat.is_group:
        games = tuple(game for game in games if game.chat == request.chat) or games
    fits = {game.id: Fit.PERHAPS if text is None else _fit(text, game, request) for game in games}
    only = [game for game in games if fits[game.id] is Fit.ONLY]
    if len(only) == 1:
        return only[0]
    possible = [game for game in games if fits[game.id] is not Fit.NEVER] or list(games)
    own = [game for game in possible if request.chat.is_group and _plays(game, request)]
    possible = own or possible
    in_focus = [game for game in own or games if game.id == request.focus]
    waiting = [game for game in possible if _waits(game, request)]
    if text is not None and waiting and not any(game in waiting or fits[game.id] is Fit.NEVER for game in in_focus):
        in_focus = []
    begun = [game for game in waiting if not _is_untouched(game, request)]
    return next((found[0] for found in (in_focus, possible, waiting, begun) if len(found) == 1), None)


def games_open_to(text: str, games: tuple[Header, ...], request: Request) -> tuple[Header, ...]:
    """Those of the games for which the text may be: where it is the person's turn, if it is anywhere."""
    possible = [game for game in games if _fit(text, game, request) is not Fit.NEVER]
    waiting = [game for game in possible if _waits(game, request)]
    return tuple(waiting or possible) or games


def fits_none(text: str, games: tuple[Header, ...], request: Request) -> bool:
    """Whether the text can be meant for none of the games."""
    return all(_fit(text, game, request) is Fit.NEVER for game in games)


def _fit(text: str, game: Header, request: Request) -> Fit:
    kind: Kind[Any] = request.kinds.kind_of(game)
    return kind.fits(text, game, request)


def _waits(game: Header, request: Request) -> bool:
    kind: Kind[Any] = request.kinds.kind_of(game)
    return kind.waits(game, request.person.id)


def _is_untouched(game: Header, request: Request) -> bool:
    kind: Kind[Any] = request.kinds.kind_of(game)
    return kind.untouched(game)


def _plays(game: Header, request: Request) -> bool:
    kind: Kind[Any] = request.kinds.kind_of(game)
    return kind.takes_part(game, request.person.id)


def _stands_here(game: Header, request: Request) -> bool:
    kind: Kind[Any] = request.kinds.kind_of(game)
    return kind.stands_in(game, request.chat.id, request.person.id)


async def _load_seated(request: Request) -> tuple[Header, ...]:
    """As many as one may play; of somebody who has more from before there was a limit also the one they look at."""
    running = await request.work.games.running_of(request.person.id, Header)
    known = {game.id for game in (*running, *request.games)}
    if request.focus is None or request.focus in known:
        return running
    looked_at = await request.work.games.load(request.focus, Header)
    return running if looked_at is None or looked_at.is_over else (*running, looked_at)
