"""`/puzzle`: puzzles are given, answered, and made of one's own games.

First the command and links to puzzles, then answers, tapped and typed, and last the puzzles of one's own games.
"""

import re
from dataclasses import replace

from bot.app.actions.fair_play import Refused
from bot.app.advice import payload_of
from bot.app.buttons import OnMenu
from bot.app.home import handlers as home
from bot.app.intents import Command
from bot.app.kind import MENU as MENUS
from bot.app.kind import Request, Section, without_argument
from bot.app.kinds.alone.model import ALL, Alone
from bot.app.kinds.table import after_key, is_missing, symbol_at
from bot.app.links import puzzle_in
from bot.app.messages import Said
from bot.app.model.game import BoardGame, Header
from bot.app.model.limits import Limit
from bot.app.model.prompts import Prompts
from bot.app.puzzles import screens
from bot.app.puzzles.actions import count, draw, opened_of, puzzle_of
from bot.app.puzzles.model import Listed, OpenPuzzle, Puzzler, Puzzles
from bot.app.puzzles.screens import ERASE, KEY, SUBMIT, Given, answered, has_keypad
from bot.app.reading import Reading, code_in, whole_number
from bot.app.routing import is_untouched
from bot.app.screen import Answer, Place, Screen
from bot.app.screens.board import invalid_code
from bot.app.texts import NOTHING, Html
from bot.game.puzzles import Puzzle, kind_of, made_of
from solver.variant import Code, Fault, InvalidCode

PUZZLES = "puzzle"
"""The slot of puzzles; in focus while one is open, so that an answer may be typed."""


async def show(request: Request) -> Answer:
    """Show the puzzle that the person has open, or give them the next one. In a group, say where there are puzzles."""
    if request.chat.is_group:
        request.show_menu(screens.only_in_private(request.world.username, request.texts))
        return Answer()
    puzzler = await request.work.of(Puzzles).puzzler(request.person.id)
    try:
        puzzle = None if puzzler.open is None else await puzzle_of(puzzler.open, request)
    except Refused:
        puzzle = None
    if puzzler.open is None or puzzle is None:
        return await give_next(puzzler, request)
    ask(puzzle, puzzler.open, request)
    return Answer()


async def give_next(puzzler: Puzzler, request: Request) -> Answer:
    """Open a puzzle from their own games, or else one near their rating."""
    puzzler, opened = await from_own_games(puzzler, request)
    if opened is None:
        opened = _opened(await draw(puzzler, request.work), puzzler, request)
    puzzle = await puzzle_of(opened, request)
    if puzzle is None:
        raise LookupError(f"no puzzle {opened.about}")  # the catalogue has it, or it was made a moment ago
    _open(puzzle, opened, puzzler, request)
    return Answer()


async def follow_link(payload: str, request: Request) -> bool:
    """Open the puzzle to which a link leads; False: it leads to none."""
    about = puzzle_in(payload)
    if about is None:
        return False
    if not about:
        await show(request)
        return True
    puzzler = await request.work.of(Puzzles).puzzler(request.person.id)
    opened = OpenPuzzle(about)
    if opened.listed is not None:
        opened = _opened(opened.listed, puzzler, request)
    elif whole_number(about) is not None:
        return False
    puzzle = await puzzle_of(opened, request)
    if puzzle is None:
        return False
    if puzzler.open is not None and puzzler.open.about == about:
        opened = puzzler.open
    _open(puzzle, opened, puzzler, request)
    return True


def _opened(listed: Listed, puzzler: Puzzler, request: Request) -> OpenPuzzle:
    return opened_of(listed, puzzler, is_closed=bool(request.why_closed(Limit.PUZZLES)))


def _open(puzzle: Puzzle, opened: OpenPuzzle, puzzler: Puzzler, request: Request) -> None:
    """Open it in the place of another."""
    if puzzler.open is not None and puzzler.open.is_rated and puzzler.open.about != opened.about:
        puzzler = _begun(puzzler, puzzler.open)  # out of sight its turns may be told: it counts no more
    request.work.of(Puzzles).keep_puzzler(replace(puzzler, open=opened))
    ask(puzzle, opened, request, _why_unrated(opened, request))


def _why_unrated(opened: OpenPuzzle, request: Request) -> Html:
    """Why one of the catalogue is not rated for whoever was forgotten lately; empty: they were not, or it is."""
    is_unrated = opened.listed is not None and not opened.is_rated
    closed = request.why_closed(Limit.PUZZLES) if is_unrated else NOTHING
    return Html(f"{request.texts.html('puzzle.unrated')} {closed}") if closed else NOTHING


DRAFT = "puzzle-draft"
"""The prompt under which is kept what was tapped: the tag of the puzzle, and the symbols."""


def ask(puzzle: Puzzle, opened: OpenPuzzle, request: Request, note: Html = NOTHING, draft: str = "") -> None:
    """Show the puzzle as it is open; what is typed next is for it, until a game comes into focus.

    `draft`: what has been tapped on its keypad; whatever else asks again begins with an empty one.
    """
    if request.focus != PUZZLES:
        request.work.games.focus_on(request.chat, PUZZLES)
    if has_keypad(puzzle):
        request.work.of(Prompts).keep(DRAFT, request.person.id, f"{opened.tag} {draft}" if draft else "")
    show_screen(screens.asked(puzzle, replace(seen_by(request, opened, note), draft=draft)), request)


def show_screen(screen: Screen, request: Request) -> None:
    """Show a screen of a puzzle: in place after a press on one, else at the bottom."""
    is_press_elsewhere = request.pressed is not None and request.as_new_message
    request.work.show(request.chat, PUZZLES, screen, Place.BOTTOM if is_press_elsewhere else request.place)


def seen_by(request: Request, opened: OpenPuzzle, note: Html = NOTHING) -> screens.Seen:
    """How whoever caused the request sees the puzzle."""
    known, world = request.preferences, request.world
    return screens.Seen(request.texts, known.style, opened, world.now(), world.username, known.is_newcomer, note)


# Answers to puzzles, tapped and typed. The first answer counts; what was pressed twice counts once.

NEXT, HINT, GIVE_UP, MENU = "next", "hint", "give", "menu"
KEYS = re.compile(rf"(?P<does>{KEY}|{ERASE}|{SUBMIT})-(?P<tag>\w+)(?:-(?P<symbol>\d{{1,2}}))?", re.ASCII)
"""What a button says that is a key of a keypad."""


async def press(about: str, request: Request) -> Answer:
    """Carry out a press: on a menu that leads here, on an answer, a hint, the next one."""
    if not about or request.chat.is_group:
        return await show(replace(request, as_new_message=True))
    if about == MENU:
        return await home.show(replace(request, as_new_message=True))
    puzzler = await request.work.of(Puzzles).puzzler(request.person.id)
    if about == NEXT:
        return await show(request) if puzzler.open else await give_next(puzzler, request)
    puzzle = None if puzzler.open is None else await puzzle_of(puzzler.open, request)
    if puzzler.open is None or puzzle is None:
        return Answer(request.texts.plain("toast.old-button"))
    tag, answers = puzzler.open.tag, puzzle.choices
    if about == f"{HINT}-{tag}":
        return _give_hint(puzzler, puzzler.open, puzzle, request)
    if about == f"{GIVE_UP}-{tag}":
        return await _close(puzzler, puzzler.open, puzzle, None, request)
    if has_keypad(puzzle) and (key := KEYS.fullmatch(about)) and key["tag"] == tag:
        return await _press_key(key["does"], key["symbol"], puzzler, puzzle, request)
    tapped = next((code for at, code in enumerate(answers) if about == f"{tag}-{at}"), None)
    if tapped is None:
        return Answer(request.texts.plain("toast.old-button"))
    return await _answer(puzzler, puzzler.open, puzzle, tapped, request)


async def _press_key(does: str, symbol: str | None, puzzler: Puzzler, puzzle: Puzzle, request: Request) -> Answer:
    """Carry out a press on a key of the keypad: it adds a symbol, erases the last, or answers with the code."""
    opened, variant, texts = puzzler.open, puzzle.variant, request.texts
    if opened is None or (does == KEY) is (symbol is None):
        return Answer(texts.plain("toast.old-button"))
    tag, _, draft = (await request.work.of(Prompts).read(DRAFT, request.person.id)).partition(" ")
    draft = draft if tag == opened.tag else ""
    if does == SUBMIT:
        if missing := is_missing(draft, variant, texts):
            return Answer(missing)
        return await _answer(puzzler, opened, puzzle, variant.parse(draft), request)
    after, said = after_key(draft, symbol_at(symbol, variant) if symbol else "", variant, texts)
    if after != draft:
        ask(puzzle, opened, request, draft=after)
    return Answer(said)


async def type_answer(text: str, request: Request) -> Answer | None:
    """Carry out a text that answers the puzzle that is open and in focus, or to whose screen it replies; else None."""
    if not await _is_for_puzzle(request):
        return None
    puzzler = await request.work.of(Puzzles).puzzler(request.person.id)
    typed = Reading(text, request.texts.language)
    looks_so = typed.looks_like_guess
    try:
        puzzle = None if puzzler.open is None else await puzzle_of(puzzler.open, request)
    except Refused:
        if looks_so:
            raise
        return None
    if puzzler.open is None or puzzle is None:
        return None
    try:
        code = code_in(text, puzzle.variant, request.texts.language)
        if not puzzle.choices or code in puzzle.choices:
            return await _answer(puzzler, puzzler.open, puzzle, code, request)
        note = request.texts.html("puzzle.not-offered")
    except InvalidCode as error:
        looks_so = looks_so or error.fault is not Fault.UNKNOWN_SYMBOL
        note = invalid_code(error, puzzle.variant, request.texts)
    if not looks_so or typed.weighed is not None or _is_for_game(text, request):
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
    request.work.of(Puzzles).keep_puzzler(replace(_begun(puzzler, opened), open=opened))
    ask(puzzle, opened, request)
    return Answer()


async def _answer(puzzler: Puzzler, opened: OpenPuzzle, puzzle: Puzzle, code: Code, request: Request) -> Answer:
    found = tuple(dict.fromkeys((*opened.found, puzzle.variant.format(code))))
    if not kind_of(puzzle).takes_all or code not in puzzle.right or len(found) == len(puzzle.right):
        return await _close(puzzler, opened, puzzle, code, request)
    if found != opened.found:
        opened = replace(opened, found=found)
        request.work.of(Puzzles).keep_puzzler(replace(_begun(puzzler, opened), open=opened))
    ask(puzzle, opened, request)
    return Answer()


async def _close(puzzler: Puzzler, opened: OpenPuzzle, puzzle: Puzzle, code: Code | None, request: Request) -> Answer:
    """Say whether the answer is right, and rate it if it counts. `code` None: they give up."""
    is_right = code in puzzle.right
    after = replace(_begun(puzzler, opened), open=None)
    if opened.is_rated and opened.listed is not None:
        after = await count(after, opened.listed, request.work, request.world.now(), is_right=is_right)
    request.work.of(Puzzles).keep_puzzler(after)
    if request.focus == PUZZLES:
        request.work.games.focus_on(request.chat, None)
    given = Given(code, is_right, puzzler.rating, after.rating)
    show_screen(answered(puzzle, given, seen_by(request, opened, _why_unrated(opened, request))), request)
    return Answer()


def _begun(puzzler: Puzzler, opened: OpenPuzzle) -> Puzzler:
    """The person once they have begun to answer: a later attempt is not rated."""
    return puzzler if opened.listed is None else puzzler.with_tried(opened.listed.number)


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
            if (opened := _from(game, request)) is not None:
                return puzzler, opened
    return puzzler, None


FITTING = ("apart", "fewest", "left", "only")
"""The kinds that are tried, in this order: first those that ask for the guess that was missed."""


def _from(game: Alone, request: Request) -> OpenPuzzle | None:
    if game.costliest is None or game.costliest.number < 2 or game.is_practice:  # noqa: PLR2004  a turn before it
        return None
    if game.daily is not None and request.world.now() < game.daily.closes_at:
        return None
    variant, before = game.game.variant, game.game.history_of(ALL)[: game.costliest.number - 1]
    puzzle, payload = request.world.recall(made_of, FITTING, variant, before), payload_of(variant, before)
    if puzzle is not None and (kind := kind_of(puzzle)).size(puzzle) > kind.largest:
        others = tuple(name for name in FITTING if name != kind.name)
        puzzle = request.world.recall(made_of, others, variant, before)
    if puzzle is None or payload is None:
        return None
    return OpenPuzzle(f"{puzzle.kind}_{payload}", played_at=game.opened_at)


# The section.


async def _read(typed: Reading, _games: tuple[Header, ...], request: Request) -> Answer | None:
    return await type_answer(typed.text, request)


def _slot_of(_verb: OnMenu, about: str, _request: Request) -> str:
    return PUZZLES if about else MENUS


PUZZLE = Section(
    name="puzzles",
    commands={Command.PUZZLE: without_argument(show)},
    buttons={OnMenu.PUZZLE: press},
    slot_of=_slot_of,
    reads=_read,
    opens=follow_link,
)
