"""Answers to puzzles, tapped and typed. The first answer counts; what was pressed twice counts once."""

from dataclasses import replace

from bot.app.actions.puzzles import count, puzzle_of
from bot.app.code_text import code_in
from bot.app.handlers import home
from bot.app.handlers.puzzles.giving import PUZZLES, ask, give_next, seen_by, show, show_screen
from bot.app.intents import GUESS_LIKE, weighed_in
from bot.app.messages import Said
from bot.app.model.board import BoardGame
from bot.app.model.header import Header
from bot.app.model.puzzling import OpenPuzzle, Puzzler
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.routing.boards import is_untouched
from bot.app.screens.invalid_code import invalid_code
from bot.app.screens.puzzles.puzzle import Given, answered
from bot.game.puzzles.kinds import kind_of
from bot.game.puzzles.puzzle import Puzzle
from solver.variant import Code, Fault, InvalidCode

NEXT, HINT, GIVE_UP, MENU = "next", "hint", "give", "menu"


async def press(about: str, request: Request) -> Answer:
    """Carry out a press: on a menu that leads here, on an answer, a hint, the next one."""
    if not about or request.chat.is_group:
        return await show(replace(request, as_new_message=True))
    if about == MENU:
        return await home.show(replace(request, as_new_message=True))
    puzzler = await request.work.puzzles.puzzler(request.person.id)
    if about == NEXT:
        return await show(request) if puzzler.open else await give_next(puzzler, request)
    puzzle = None if puzzler.open is None else puzzle_of(puzzler.open, request.world.recall)
    if puzzler.open is None or puzzle is None:
        return Answer(request.texts.plain("toast.old-button"))
    tag, answers = puzzler.open.tag, puzzle.choices
    if about == f"{HINT}-{tag}":
        return _give_hint(puzzler, puzzler.open, puzzle, request)
    if about == f"{GIVE_UP}-{tag}":
        return await _close(puzzler, puzzler.open, puzzle, None, request)
    tapped = next((code for at, code in enumerate(answers) if about == f"{tag}-{at}"), None)
    if tapped is None:
        return Answer(request.texts.plain("toast.old-button"))
    return await _answer(puzzler, puzzler.open, puzzle, tapped, request)


async def type_answer(text: str, request: Request) -> Answer | None:
    """Carry out a text that answers the puzzle that is open and in focus, or to whose screen it replies; else None."""
    if not await _is_for_puzzle(request):
        return None
    puzzler = await request.work.puzzles.puzzler(request.person.id)
    puzzle = None if puzzler.open is None else puzzle_of(puzzler.open, request.world.recall)
    if puzzler.open is None or puzzle is None:
        return None
    looks_so = GUESS_LIKE.fullmatch(text) is not None
    try:
        code = code_in(text, puzzle.variant, request.texts.language)
        if not puzzle.choices or code in puzzle.choices:
            return await _answer(puzzler, puzzler.open, puzzle, code, request)
        note = request.texts.html("puzzle.not-offered")
    except InvalidCode as error:
        looks_so = looks_so or error.fault is not Fault.UNKNOWN_SYMBOL
        note = invalid_code(error, puzzle.variant, request.texts)
    if not looks_so or weighed_in(text) is not None or _is_for_game(text, request):
        return None
    ask(puzzle, puzzler.open, request, note)
    return Answer()


async def _is_for_puzzle(request: Request) -> bool:
    """Whether a text may be for the puzzle: not what a command was told, nor a reply to another screen."""
    said = request.incoming
    if request.chat.is_group or not isinstance(said, Said) or (said.text or "").lstrip().startswith("/"):
        return False
    if said.answers is not None and said.to_bot:
        return await request.work.slot_at(request.chat, said.answers) == PUZZLES
    return request.focus == PUZZLES


def _is_for_game(text: str, request: Request) -> bool:
    """Whether a text that is no answer may be for a game; for one in which codes are guessed, if it is such a code."""
    begun = (game for game in request.games if not is_untouched(game, request))
    return request.has_seats or any(_may_take(text, game, request) for game in begun)


def _may_take(text: str, game: Header, request: Request) -> bool:
    if not isinstance(game, BoardGame) or not game.game.mode.has_secret:
        return True
    try:
        code_in(text, game.game.variant, request.texts.language)
    except InvalidCode:
        return False
    return True


def _give_hint(puzzler: Puzzler, opened: OpenPuzzle, puzzle: Puzzle, request: Request) -> Answer:
    """Give something away. From now on an answer is not rated."""
    opened = replace(opened, is_hinted=True, is_rated=False)
    request.work.puzzles.keep_puzzler(replace(_begun(puzzler, opened), open=opened))
    ask(puzzle, opened, request)
    return Answer()


async def _answer(puzzler: Puzzler, opened: OpenPuzzle, puzzle: Puzzle, code: Code, request: Request) -> Answer:
    found = tuple(dict.fromkeys((*opened.found, puzzle.variant.format(code))))
    if not kind_of(puzzle).takes_all or code not in puzzle.right or len(found) == len(puzzle.right):
        return await _close(puzzler, opened, puzzle, code, request)
    if found != opened.found:
        opened = replace(opened, found=found)
        request.work.puzzles.keep_puzzler(replace(_begun(puzzler, opened), open=opened))
    ask(puzzle, opened, request)
    return Answer()


async def _close(puzzler: Puzzler, opened: OpenPuzzle, puzzle: Puzzle, code: Code | None, request: Request) -> Answer:
    """Say whether the answer is right, and rate it if it counts. `code` None: they give up."""
    is_right = code in puzzle.right
    after = replace(_begun(puzzler, opened), open=None)
    if opened.is_rated and opened.listed is not None:
        after = await count(after, opened.listed, request.work, request.world.now(), is_right=is_right)
    request.work.puzzles.keep_puzzler(after)
    if request.focus == PUZZLES:
        request.work.games.focus_on(request.chat, None)
    given = Given(code, is_right, puzzler.rating, after.rating)
    show_screen(answered(puzzle, given, seen_by(request, opened)), request)
    return Answer()


def _begun(puzzler: Puzzler, opened: OpenPuzzle) -> Puzzler:
    """The person once they have begun to answer: a later attempt is not rated."""
    return puzzler if opened.listed is None else puzzler.with_tried(opened.listed.number)
