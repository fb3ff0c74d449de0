"""The games that are on for somebody in a chat, and lists of them."""

from bot.app.handlers.desk import Desk
from bot.app.handlers.duels.seated import Seated, seated_at, seated_of
from bot.app.handlers.solo import number_games
from bot.app.model.challenge import State
from bot.app.model.limits import LISTED, MATCHES
from bot.app.model.number import NumberTable
from bot.app.model.table import Table
from bot.app.ports import Answer, Place
from bot.app.screens import games as screens
from bot.app.screens.pages import page_of
from bot.app.texts import NOTHING, Html

WHICH = "which"
"""The slot of the question which game is meant, and the name under which what was typed is kept meanwhile."""
HIDDEN = "which-hidden"
"""The name under which is kept that what was typed may be a secret, so that the question must not quote it."""
Game = Table | NumberTable | Seated


async def games_on(desk: Desk) -> tuple[Game, ...]:
    """The games that are on for whoever wrote or pressed here: those against the bot first."""
    numbers = await number_games.running(desk)
    return tuple(game for game in (desk.table, numbers, *await seated_of(desk)) if game is not None)


async def game_of(wanted: str, desk: Desk) -> Game | None:
    """The game of that id that is on for them here; however many are, no more than it is read."""
    if desk.table is not None and desk.table.id == wanted:
        return desk.table
    if desk.number == wanted:
        return await number_games.running(desk)
    match = await desk.work.matches.load(wanted)
    return None if match is None or match.is_over else seated_at(match, desk)


def id_of(game: Game) -> str:
    """The table's or the match's."""
    return game.match.id if isinstance(game, Seated) else game.id


async def show_games(games: tuple[Game, ...], desk: Desk, note: Html = NOTHING, wished: str = "") -> None:
    """Let them see which games are on, and whether somebody is still to answer a challenge of theirs.

    `wished`: which page of them.
    """
    made, now = await desk.work.challenges.open_of(desk.person.id), desk.world.now()
    waiting = sum(challenge.state is State.OPEN and now < challenge.expires_at for challenge in made)
    more = max(0, await desk.work.matches.count(desk.person.id) - MATCHES) if desk.has_matches else 0
    page = page_of(len(games), wished, LISTED)
    entries = tuple(_entry(game) for game in games[page.begin : page.begin + page.size])
    desk.show_menu(screens.games(entries, page, desk.texts, challenges=waiting, note=note, more=more))


async def listed(desk: Desk, wished: str = "") -> Answer:
    """All the games that are on, a page at a time."""
    await show_games(await games_on(desk), desk, wished=wished)
    return Answer()


async def ask_which(text: str, games: tuple[Game, ...], desk: Desk, *, is_hidden: bool) -> Answer:
    """For which of them what was typed is; it is kept meanwhile, and not quoted where it may be a secret."""
    desk.work.keep_draft(WHICH, desk.person.id, text)
    desk.work.keep_draft(HIDDEN, desk.person.id, "1" if is_hidden else "")
    _show_which("" if is_hidden else text, games, "", Place.BOTTOM, desk)
    return Answer()


async def turned(desk: Desk, wished: str) -> Answer:
    """Another page of the games that may be meant."""
    text = await desk.work.draft(WHICH, desk.person.id)
    is_hidden = bool(await desk.work.draft(HIDDEN, desk.person.id))
    games = await games_on(desk)
    if not text or not games:
        return desk.stripped("toast.over")
    _show_which("" if is_hidden else text, games, wished, Place.HERE, desk)
    return Answer()


def _show_which(text: str, games: tuple[Game, ...], wished: str, place: Place, desk: Desk) -> None:
    page = page_of(len(games), wished, LISTED)
    entries = tuple(_entry(game) for game in games[page.begin : page.begin + page.size])
    desk.work.show(desk.chat, WHICH, screens.which(text, entries, page, desk.texts), place)


def _entry(game: Game) -> screens.Entry:
    if isinstance(game, Table):
        return screens.Entry(game.id, variant=game.game.variant)
    if isinstance(game, NumberTable):
        return screens.Entry(game.id, span=game.game.span)
    rival = game.match.sitters[1 - game.seat].name
    return screens.Entry(game.match.id, game.match.terms, rival, waits=game.match.must_act(game.seat))
