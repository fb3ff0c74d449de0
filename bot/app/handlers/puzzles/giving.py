"""`/puzzle`: gives the next puzzle, or shows the one that is open; follows links to puzzles."""

from dataclasses import replace

from bot.app.actions.puzzles import draw, opened_of, puzzle_of
from bot.app.handlers.puzzles.own import from_own_games
from bot.app.links import puzzle_in
from bot.app.model.puzzling import OpenPuzzle, Puzzler
from bot.app.ports import Answer, Place
from bot.app.request import Request
from bot.app.screen import Screen
from bot.app.screens.puzzles import puzzle as screens
from bot.app.texts import NOTHING, Html
from bot.game.puzzles.puzzle import Puzzle

PUZZLES = "puzzle"
"""The slot of puzzles; in focus while one is open, so that an answer may be typed."""


async def show(request: Request) -> Answer:
    """Show the puzzle that the person has open, or give them the next one. In a group, say where there are puzzles."""
    if request.chat.is_group:
        request.show_menu(screens.only_in_private(request.world.username, request.texts))
        return Answer()
    puzzler = await request.work.puzzles.puzzler(request.person.id)
    puzzle = None if puzzler.open is None else puzzle_of(puzzler.open, request.world.recall)
    if puzzler.open is None or puzzle is None:
        return await give_next(puzzler, request)
    ask(puzzle, puzzler.open, request)
    return Answer()


async def give_next(puzzler: Puzzler, request: Request) -> Answer:
    """Open a puzzle from their own games, or else one near their rating."""
    puzzler, opened = await from_own_games(puzzler, request)
    if opened is None:
        opened = opened_of(await draw(puzzler, request.work), puzzler)
    _open(opened, puzzler, request)
    return Answer()


async def follow_link(payload: str, request: Request) -> bool:
    """Open the puzzle to which a link leads; False: it leads to none."""
    about = puzzle_in(payload)
    if about is None:
        return False
    if not about:
        await show(request)
        return True
    puzzler = await request.work.puzzles.puzzler(request.person.id)
    opened = OpenPuzzle(about)
    if opened.about.isdecimal():
        if opened.listed is None:
            return False
        opened = opened_of(opened.listed, puzzler)
    elif puzzle_of(opened, request.world.recall) is None:
        return False
    if puzzler.open is not None and puzzler.open.about == about:
        opened = puzzler.open
    _open(opened, puzzler, request)
    return True


def ask(puzzle: Puzzle, opened: OpenPuzzle, request: Request, note: Html = NOTHING) -> None:
    """Show the puzzle as it is open; what is typed next is for it, until a game comes into focus."""
    if request.focus != PUZZLES:
        request.work.games.focus_on(request.chat, PUZZLES)
    show_screen(screens.asked(puzzle, seen_by(request, opened, note)), request)


def show_screen(screen: Screen, request: Request) -> None:
    """Show a screen of a puzzle: in place after a press on one, else at the bottom."""
    is_press_elsewhere = request.pressed is not None and request.as_new_message
    request.work.show(request.chat, PUZZLES, screen, Place.BOTTOM if is_press_elsewhere else request.place)


def seen_by(request: Request, opened: OpenPuzzle, note: Html = NOTHING) -> screens.Seen:
    """How whoever caused the request sees the puzzle."""
    known, world = request.preferences, request.world
    return screens.Seen(request.texts, known.style, opened, world.now(), world.username, known.is_newcomer, note)


def _open(opened: OpenPuzzle, puzzler: Puzzler, request: Request) -> None:
    """Open it in the place of another. Raises NeedsThought."""
    puzzle = puzzle_of(opened, request.world.recall)
    if puzzle is None:
        raise LookupError(f"no puzzle {opened.about}")  # the catalogue has it, or it was made a moment ago
    request.work.puzzles.keep_puzzler(replace(puzzler, open=opened))
    ask(puzzle, opened, request)
