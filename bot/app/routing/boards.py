"""How many games may run on boards in one chat, and which of them go away where another begins."""

from typing import Any

from bot.app.buttons import MenuPress
from bot.app.features import GAMES
from bot.app.kinds.kind import Kind
from bot.app.model.header import Header
from bot.app.model.limits import BOARDS, BOARDS_OF_ONE
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screen import Screen, button
from bot.app.verbs import OnMenu


def begins_here(game: Header, request: Request) -> bool:
    """Whether the game has a board in the chat and did not run there before: it is new, or was taken up again."""
    stands_here = game.chat is not None and game.chat.id == request.chat.id
    return stands_here and not game.is_over and all(game.id != other.id for other in request.games)


def making_way(request: Request) -> tuple[Header, ...]:
    """The games here that go away where the person begins another: theirs in which nothing was done.

    Where the chat is full, so does the oldest one of somebody else's in which nothing was done.
    """
    untouched = [game for game in request.games if is_untouched(game, request)]
    own = [game for game in untouched if _is_theirs(game, request)]
    others = [game for game in untouched if game not in own]
    is_full = len(request.games) - len(own) >= BOARDS
    return (*own, *others[:1]) if is_full else tuple(own)


def why_no_board(request: Request) -> Answer | None:
    """Tell whoever would begin a game here that none may begin, or that enough are on; None if one may begin."""
    if GAMES in request.gate.off:
        return tell_why_not(request, "note.switched-off", feature=request.texts.plain(f"feature.{GAMES}"))
    leaving = making_way(request)
    staying = [game for game in request.games if game not in leaving]
    if len(staying) >= BOARDS:
        return tell_limit("limit.boards", BOARDS, request)
    if request.chat.is_group and sum(_is_theirs(game, request) for game in staying) >= BOARDS_OF_ONE:
        return tell_limit("limit.boards-of-one", BOARDS_OF_ONE, request)
    return None


def is_untouched(game: Header, request: Request) -> bool:
    """Whether nobody has done anything in the game."""
    kind: Kind[Any] = request.kinds.kind_of(game)
    return kind.untouched(game)


def tell_limit(key: str, most: int, request: Request) -> Answer:
    """Say that there is no more than so many."""
    return tell_why_not(request, key, most=most)


def tell_why_not(request: Request, key: str, **values: object) -> Answer:
    """Say why there is no other game now. Whoever pressed hears it alone; a group is told whom it is for."""
    if request.pressed is not None:
        return Answer(request.texts.plain(key, **values), alert=True)
    note = request.texts.html(key, **values)
    if request.chat.is_group:
        request.show_menu(Screen(request.texts.html("{name}: {note}", name=request.shown_name, note=note)))
    else:
        games = button(request.texts.plain("games.title"), MenuPress(OnMenu.GAMES))
        request.show_menu(Screen(note, ((games,),)))
    return Answer()


def _is_theirs(game: Header, request: Request) -> bool:
    return not request.chat.is_group or game.starter == request.person.id
