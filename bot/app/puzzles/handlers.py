"""`/puzzle`: puzzles are given, answered, and made of one's own games.

First the command and links to puzzles, then answers, tapped and typed, and last the puzzles of one's own games.
"""

import re
from dataclasses import dataclass, replace
from functools import partial

from bot.app import links
from bot.app.actions.fair_play import Refused
from bot.app.advice import payload_of
from bot.app.buttons import OnMenu
from bot.app.home import handlers as home
from bot.app.intents import Command
from bot.app.kind import MENU as MENUS
from bot.app.kind import Request, Section, Unread, without_argument
from bot.app.kinds.alone.model import ALL, Alone
from bot.app.kinds.table import after_key, is_missing, symbol_at
from bot.app.model.game import Header
from bot.app.model.limits import Limit
from bot.app.model.prompts import Prompts
from bot.app.puzzles import screens
from bot.app.puzzles.actions import count, draw, puzzle_of
from bot.app.puzzles.model import CataloguePuzzle, OpenPuzzle, Puzzler, Puzzles
from bot.app.puzzles.screens import ERASE, GIVE_UP, HINT, KEY, MENU, NEXT, SUBMIT, answered, has_keypad
from bot.app.reading import Reading, whole_number
from bot.app.routing import is_asked, is_move, look_of
from bot.app.screen import Answer
from bot.app.screens.board import invalid_code
from bot.app.texts import NOTHING, Html
from bot.game.puzzles import Puzzle, kind_of, made_of
from solver.variant import Code, Fault, InvalidCode

PUZZLES = "puzzle"
"""The slot of puzzles; in focus while one is open, so that an answer may be typed."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Somebody before the puzzle that they have open."""

    puzzler: Puzzler
    opened: OpenPuzzle
    puzzle: Puzzle


async def show_puzzle(request: Request) -> Answer:
    """Show the puzzle that the person has open, or give them the next one. In a group, say where there are puzzles."""
    if request.chat.is_group:
        return request.only_in_private("puzzle.in-private", "menu.puzzle", links.PUZZLE)
    puzzler = await _puzzler(request)
    try:
        attempt = await _attempt(puzzler, request)
    except Refused:
        attempt = None
    return await give_next(puzzler, request) if attempt is None else ask(attempt, request)


async def give_next(puzzler: Puzzler, request: Request) -> Answer:
    """Open a puzzle from their own games, or else one near their rating."""
    puzzler, opened = await from_own_games(puzzler, request)
    opened = opened or _of_catalogue(await draw(puzzler, request.work), puzzler, request)
    puzzler = puzzler.with_given(opened.kind)
    if not await _open(opened, puzzler, request):
        raise LookupError(f"no puzzle {opened.about}")  # the catalogue has it, or it was made a moment ago
    return Answer()


async def follow_link(payload: str, request: Request) -> bool:
    """Open the puzzle to which a link leads; False: it leads to none."""
    about = links.puzzle_in(payload)
    if about is None:
        return False
    if not about:
        await show_puzzle(request)
        return True
    puzzler, opened = await _puzzler(request), OpenPuzzle(about)
    if opened.listed is not None:
        opened = _of_catalogue(opened.listed, puzzler, request)
    return await _open(opened, puzzler, request)


async def _puzzler(request: Request) -> Puzzler:
    return await request.work.of(Puzzles).puzzler(request.person.id)


async def _attempt(puzzler: Puzzler, request: Request) -> Attempt | None:
    """None: they have none open. Raises NeedsThought, and Refused as `puzzle_of` does."""
    opened = puzzler.open
    puzzle = None if opened is None else await puzzle_of(opened, request)
    return None if opened is None or puzzle is None else Attempt(puzzler, opened, puzzle)


def _of_catalogue(listed: CataloguePuzzle, puzzler: Puzzler, request: Request) -> OpenPuzzle:
    is_rated = not puzzler.has_tried(listed.number) and not request.why_closed(Limit.PUZZLES)
    return OpenPuzzle(str(listed.number), is_rated=is_rated)


async def _open(opened: OpenPuzzle, puzzler: Puzzler, request: Request) -> bool:
    """Open it in the place of another, or show it as it is open; False: there is no such puzzle."""
    puzzle, former = await puzzle_of(opened, request), puzzler.open
    if puzzle is None:
        return False
    if former is not None and former.about == opened.about:
        opened = former
    elif former is not None and former.is_rated:
        puzzler = puzzler.begun(former)  # out of sight its turns may be told: it counts no more
    request.work.of(Puzzles).keep_puzzler(replace(puzzler, open=opened))
    ask(Attempt(puzzler, opened, puzzle), request, _why_unrated(opened, request))
    return True


def _why_unrated(opened: OpenPuzzle, request: Request) -> Html:
    """Why one of the catalogue is not rated for whoever was forgotten lately; empty: they were not, or it is."""
    is_unrated = opened.listed is not None and not opened.is_rated
    closed = request.why_closed(Limit.PUZZLES) if is_unrated else NOTHING
    return Html(f"{request.texts.html('puzzle.unrated')} {closed}") if closed else NOTHING


DRAFT = "puzzle-draft"
"""The prompt under which is kept what was tapped: the tag of the puzzle, and the symbols."""


def ask(attempt: Attempt, request: Request, note: Html = NOTHING, draft: str = "") -> Answer:
    """Show the puzzle as it is open; what is typed next is for it, until a game comes into focus.

    `draft`: what has been tapped on its keypad; whatever else asks again begins with an empty one.
    """
    puzzle, opened, look = attempt.puzzle, attempt.opened, look_of(request, draft=draft, note=note)
    if has_keypad(puzzle):
        request.work.of(Prompts).keep(DRAFT, request.person.id, f"{opened.tag} {draft}" if draft else "")
    screen = screens.asked(puzzle, opened, look, is_newcomer=request.preferences.is_newcomer)
    return request.show_menu(screen, asks=PUZZLES, slot=PUZZLES)


# Answers to puzzles, tapped and typed. The first answer counts; what was pressed twice counts once.

PRESSED = re.compile(
    rf"(?:(?P<does>{HINT}|{GIVE_UP}|{KEY}|{ERASE}|{SUBMIT})-)?(?P<tag>\w+)(?:-(?P<at>0|[1-9]\d?))?", re.ASCII
)
"""What a button says besides those to the menu and to the next one; `at`: which answer or symbol."""


async def press_puzzle(about: str, request: Request) -> Answer:
    """Carry out a press: on a menu that leads here, on an answer, a hint, the next one."""
    if not about or request.chat.is_group:
        return await show_puzzle(replace(request, as_new_message=True))
    if about == MENU:
        return await home.show_home(replace(request, as_new_message=True))
    puzzler = await _puzzler(request)
    if about == NEXT:
        return await show_puzzle(request) if puzzler.open else await give_next(puzzler, request)
    attempt = request.found(await _attempt(puzzler, request))
    pressed = request.found(PRESSED.fullmatch(about))
    request.needs(pressed["tag"] == attempt.opened.tag)
    does, at, choices = pressed["does"], whole_number(pressed["at"] or ""), attempt.puzzle.choices
    if does == HINT and at is None:
        hinted = replace(attempt.opened, is_hinted=True, is_rated=False)
        return _go_on(hinted, attempt, request)
    if does == GIVE_UP and at is None:
        return await _close(attempt, None, request)
    if does in {KEY, ERASE, SUBMIT} and has_keypad(attempt.puzzle) and (does == KEY) is (at is not None):
        return await _press_key(does, pressed["at"] or "", attempt, request)
    if does is None and at is not None and at < len(choices):
        return await _answer(attempt, choices[at], request)
    return request.old_button()


async def _press_key(does: str, symbol: str, attempt: Attempt, request: Request) -> Answer:
    """Carry out a press on a key of the keypad: it adds a symbol, erases the last, or answers with the code."""
    variant, texts = attempt.puzzle.variant, request.texts
    tag, _, draft = (await request.work.of(Prompts).read(DRAFT, request.person.id)).partition(" ")
    draft = draft if tag == attempt.opened.tag else ""
    if does == SUBMIT:
        missing = is_missing(draft, variant, texts)
        return Answer(missing) if missing else await _answer(attempt, variant.parse(draft), request)
    after, said = after_key(draft, request.found(symbol_at(symbol, variant)) if symbol else "", variant, texts)
    if after != draft:
        ask(attempt, request, draft=after)
    return Answer(said)


async def _answer(attempt: Attempt, code: Code, request: Request) -> Answer:
    puzzle, found = attempt.puzzle, attempt.opened.found
    found = tuple(dict.fromkeys((*found, puzzle.variant.format(code))))
    if not kind_of(puzzle).takes_all or code not in puzzle.right or len(found) == len(puzzle.right):
        return await _close(attempt, code, request)
    return _go_on(replace(attempt.opened, found=found), attempt, request)


def _go_on(opened: OpenPuzzle, attempt: Attempt, request: Request) -> Answer:
    """Ask the same, once a hint was given, or a right answer of several."""
    if opened != attempt.opened:
        request.work.of(Puzzles).keep_puzzler(replace(attempt.puzzler.begun(opened), open=opened))
    return ask(replace(attempt, opened=opened), request)


async def _close(attempt: Attempt, code: Code | None, request: Request) -> Answer:
    """Say whether the answer is right, and rate it if it counts. `code` None: they give up."""
    before, opened, puzzle = attempt.puzzler, attempt.opened, attempt.puzzle
    is_right = code in puzzle.right
    after = replace(before.begun(opened), open=None)
    if opened.is_rated and opened.listed is not None:
        after = await count(after, opened.listed, request.work, request.world.now(), is_right=is_right)
    request.work.of(Puzzles).keep_puzzler(after)
    look = look_of(request, note=_why_unrated(opened, request))
    return request.show_menu(answered(puzzle, opened, code, (before, after), look), slot=PUZZLES)


async def read_answer(typed: Reading, games: tuple[Header, ...], request: Request) -> Answer | Unread | None:
    """Take the text for the puzzle that is open; None: none is, or the text is for something else."""
    if not await is_asked(PUZZLES, request):
        return None
    try:
        attempt = await _attempt(await _puzzler(request), request)
    except Refused:
        if typed.looks_like_guess:
            raise
        return None
    if attempt is None or (typed.weighed is not None and is_move(typed, games, request)):
        return None
    variant, choices = attempt.puzzle.variant, attempt.puzzle.choices
    is_near = True
    try:
        code = typed.code(variant)
        if not choices or code in choices:
            return await _answer(attempt, code, request)
        note = request.texts.html("puzzle.not-offered")
    except InvalidCode as error:
        is_near = error.fault is not Fault.UNKNOWN_SYMBOL
        note = invalid_code(error, variant, request.texts)
    if is_move(typed, games, request):
        return None
    return ask(attempt, request, note) if is_near else Unread(partial(ask, attempt, request, note))


# Puzzles that one's own games came to: the position before the guess that cost most.

LOOKED_AT = 5
"""So many of the latest games are looked at."""


async def from_own_games(puzzler: Puzzler, request: Request) -> tuple[Puzzler, OpenPuzzle | None]:
    """A puzzle from the earliest of their latest games that was not looked at yet; None: these came to none.

    With the person as whom those games were looked at. Raises NeedsThought.
    """
    latest = await request.work.games.latest_of(request.chat.id, Alone, LOOKED_AT)
    for game in reversed(latest):
        if game.opened_at > puzzler.looked_back and game.is_over:
            puzzler = replace(puzzler, looked_back=game.opened_at)
            if (opened := _from(game, puzzler.weary, request)) is not None:
                return puzzler, opened
    return puzzler, None


FITTING = ("apart", "fewest", "left", "only")
"""The kinds that are tried, in this order: first those that ask for the guess that was missed."""


def _from(game: Alone, weary: frozenset[str], request: Request) -> OpenPuzzle | None:
    if game.costliest is None or game.costliest.number < 2 or game.is_practice:  # noqa: PLR2004  a turn before it
        return None
    if game.daily is not None and request.world.now() < game.daily.closes_at:
        return None
    variant, before = game.game.variant, game.game.history_of(ALL)[: game.costliest.number - 1]
    kinds, payload = tuple(name for name in FITTING if name not in weary), payload_of(variant, before)
    puzzle = request.world.recall(made_of, kinds, variant, before)
    if puzzle is not None and (kind := kind_of(puzzle)).size(puzzle) > kind.largest:
        others = tuple(name for name in kinds if name != kind.name)
        puzzle = request.world.recall(made_of, others, variant, before)
    if puzzle is None or payload is None:
        return None
    return OpenPuzzle(f"{puzzle.kind}_{payload}", played_at=game.opened_at)


# The section.


def _slot_of(_verb: OnMenu, about: str, _request: Request) -> str:
    return PUZZLES if about else MENUS


PUZZLE = Section(
    commands={Command.PUZZLE: without_argument(show_puzzle)},
    buttons={OnMenu.PUZZLE: press_puzzle},
    slot_of=_slot_of,
    reads=read_answer,
    opens=follow_link,
)
