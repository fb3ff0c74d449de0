"""The screen of a puzzle: answers to tap or a keypad; then why the answer is right or wrong, and the rating."""

from bot.app.buttons import MenuPress, OnMenu
from bot.app.links import PUZZLE, link_to, sharing
from bot.app.puzzles.model import SETTLED, OpenPuzzle, Puzzler
from bot.app.screen import Button, Row, Screen, choice, go, grid, lines, primary, rows
from bot.app.screens import quiz
from bot.app.screens.board import code_html, legend_lines
from bot.app.screens.common import Viewer
from bot.app.screens.keypad import Keys, draft_line, keypad_rows
from bot.app.screens.quiz import Quiz, found_line, reason_lines
from bot.app.screens.terms import figure
from bot.app.texts import NOTHING, Html, Texts
from bot.game.puzzles import Puzzle, hint_of, kind_of, reasons_for
from solver.variant import Code

NEXT, HINT, GIVE_UP, MENU = "next", "hint", "give", "menu"
"""What buttons are about besides answers; a hint and giving up before the tag of the puzzle."""


def asked(puzzle: Puzzle, opened: OpenPuzzle, viewer: Viewer, *, is_newcomer: bool) -> Screen:
    """The puzzle with its answers to tap."""
    texts, shown = viewer.texts, _quiz(puzzle, opened, viewer)
    found = frozenset(map(puzzle.variant.parse, opened.found))
    told = [legend_lines(puzzle.variant, texts)] if is_newcomer else []
    told.append(found_line(map(shown.shows, sorted(found))))
    last = [_home(texts)]
    if opened.is_hinted:
        hints = reason_lines(hint_of(puzzle, found), shown.shows, viewer)
        told.append(lines(*(Html(f"💡 {line}") for line in hints)))
    else:
        last.insert(0, go(texts, "button.hint", OnMenu.PUZZLE, f"{HINT}-{opened.tag}"))
    if viewer.draft:
        told.append(texts.html("board.draft", draft=draft_line(viewer.draft, puzzle.variant)))
    give_up = go(texts, "button.show-answer", OnMenu.PUZZLE, f"{GIVE_UP}-{opened.tag}")
    return quiz.asked(shown, (*_answers(puzzle, opened, found, viewer), *rows(give_up, last)), *told)


def answered(
    puzzle: Puzzle, opened: OpenPuzzle, code: Code | None, puzzlers: tuple[Puzzler, Puzzler], viewer: Viewer
) -> Screen:
    """The puzzle with the answer, why it is right or wrong, and what that did to the person: before and after.

    `code` None: they gave up.
    """
    shown, texts = _quiz(puzzle, opened, viewer), viewer.texts
    if code is None:
        verdict = texts.html("puzzle.given-up")
    else:
        key = "puzzle.right" if code in puzzle.right else "puzzle.wrong"
        verdict = texts.html(key, answer=shown.shows(code))
    on = primary(go(texts, "button.next-puzzle", OnMenu.PUZZLE, NEXT))
    below = rows(on, (_share(opened, viewer), _home(texts)))
    return quiz.answered(shown, below, verdict, reasons_for(puzzle, code), _rating(opened, puzzlers, viewer))


def _quiz(puzzle: Puzzle, opened: OpenPuzzle, viewer: Viewer) -> Quiz:
    def shows(code: Code) -> Html:
        return Html(f"<code>{code_html(code, puzzle.variant, viewer.texts)}</code>")

    candidates = lines(*map(shows, puzzle.left)) if kind_of(puzzle).shows_left else NOTHING
    question = viewer.texts.html(f"find.{puzzle.kind}", count=len(puzzle.left), codes=candidates)
    return Quiz(puzzle.variant, puzzle.history, (_title(opened, viewer),), question, shows, viewer)


def _title(opened: OpenPuzzle, viewer: Viewer) -> Html:
    if opened.listed is not None:
        return viewer.texts.html("puzzle.title", number=opened.listed.number)
    if opened.played_at:
        return viewer.texts.html("puzzle.own", day=viewer.texts.day(opened.played_at, viewer.now))
    return viewer.texts.html("puzzle.shared")


KEY, ERASE, SUBMIT = "key", "erase", "submit"
"""What the keys of a keypad are about, before the tag of the puzzle."""


def _answers(puzzle: Puzzle, opened: OpenPuzzle, found: frozenset[Code], viewer: Viewer) -> tuple[Row, ...]:
    """The answers as buttons, a right one that was given already marked; or a keypad for colours that are typed."""
    variant, texts, tag = puzzle.variant, viewer.texts, opened.tag
    if has_keypad(puzzle):
        does = Keys(
            lambda symbol: MenuPress(OnMenu.PUZZLE, f"{KEY}-{tag}-{variant.alphabet.index(symbol)}"),
            MenuPress(OnMenu.PUZZLE, f"{ERASE}-{tag}"),
            MenuPress(OnMenu.PUZZLE, f"{SUBMIT}-{tag}"),
        )
        return keypad_rows(viewer.draft, variant, does, texts)
    return grid(
        choice(code_html(code, variant, texts), MenuPress(OnMenu.PUZZLE, f"{tag}-{at}"), chosen=code in found)
        for at, code in enumerate(puzzle.choices)
    )


def has_keypad(puzzle: Puzzle) -> bool:
    """Whether it is answered on a keypad as well: no answer stands on a button, and colours are hard to type."""
    return not puzzle.choices and puzzle.variant.is_coloured


MINUS = "\N{MINUS SIGN}"


def _rating(opened: OpenPuzzle, puzzlers: tuple[Puzzler, Puzzler], viewer: Viewer) -> Html:
    """What the answer did to the rating, once that says something; or why nothing."""
    texts = viewer.texts
    if opened.is_rated and (answers := puzzlers[1].settling):
        return texts.html("puzzle.settling", answers=answers, count=SETTLED)
    if opened.is_rated:
        before, after = (round(puzzler.rating.value) for puzzler in puzzlers)
        sign = MINUS if after < before else "+" if after > before else "±"
        change = f"{' → '.join(figure(puzzler.rating) for puzzler in puzzlers)} ({sign}{abs(after - before)})"
        return texts.html("puzzle.rating", change=change)
    if opened.listed is None:
        return texts.html("puzzle.practice")
    if opened.is_hinted:
        return texts.html("puzzle.hinted")
    return viewer.note or texts.html("puzzle.again")


LONGEST_LINK = 64
"""The most characters of a payload behind `start=`."""


def _share(opened: OpenPuzzle, viewer: Viewer) -> Button | None:
    """The button that sends somebody the link; None where the position is too long for one."""
    if len(f"{PUZZLE}{opened.about}") > LONGEST_LINK:
        return None
    link = link_to(viewer.username, PUZZLE, opened.about)
    return Button(viewer.texts.plain("button.share"), opens=sharing(link, viewer.texts.plain("share.puzzle")))


def _home(texts: Texts) -> Button:
    return go(texts, "after.ehome", OnMenu.PUZZLE, MENU)
