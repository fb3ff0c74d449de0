"""The screen of a puzzle, and in words why an answer to it is right or wrong."""

from dataclasses import dataclass

from bot.app.buttons import MenuPress, OnMenu
from bot.app.links import PUZZLE, link_to, sharing
from bot.app.puzzles.model import OpenPuzzle
from bot.app.screen import Button, Row, Screen, button, grid, primary
from bot.app.screens.board import beside, code_html, feedback_in, form_of, legend_lines, remark_lines, turn_line
from bot.app.screens.keypad import Keys, draft_line, keypad_rows
from bot.app.screens.terms import figure
from bot.app.texts import NOTHING, Html, Texts
from bot.game.puzzles import Puzzle, Reason, Reasons, Value, hint_of, kind_of, reasons_for
from bot.game.rating import Rating
from solver.feedback import Feedback
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class Seen:
    """How somebody sees a puzzle that they have open."""

    texts: Texts
    style: str
    opened: OpenPuzzle
    now: float
    username: str
    is_newcomer: bool = False
    note: Html = NOTHING
    """What was wrong with a text that was typed, or why it is not rated for them now."""
    draft: str = ""
    """The symbols that were tapped so far, where there is a keypad."""


FOUND = "✓"


def asked(puzzle: Puzzle, seen: Seen) -> Screen:
    """The puzzle with its answers to tap."""
    texts, opened = seen.texts, seen.opened
    found = frozenset(puzzle.variant.parse(code) for code in opened.found)
    lines = [*_position(puzzle, seen), _question(puzzle, texts)]
    lines += [legend_lines(puzzle.variant, texts)] * seen.is_newcomer
    if found:
        lines.append(Html(f"{FOUND} {_codes(tuple(sorted(found)), puzzle, texts)}"))
    if opened.is_hinted:
        told = reason_lines(hint_of(puzzle, found), puzzle.variant, seen.style, texts)
        lines.append(Html("\n".join(f"💡 {line}" for line in told)))
    if seen.draft:
        lines.append(texts.html("board.draft", draft=draft_line(seen.draft, puzzle.variant)))
    lines += remark_lines(seen.note)
    give_up = _leads(texts.plain("button.show-answer"), f"give-{opened.tag}")
    hint = () if opened.is_hinted else (_leads(texts.plain("button.hint"), f"hint-{opened.tag}"),)
    return Screen(Html("\n\n".join(lines)), (*_answers(puzzle, found, seen), (give_up,), (*hint, _home(texts))))


@dataclass(frozen=True, slots=True)
class Given:
    """An answer, and what it did to the ratings of whoever gave it."""

    code: Code | None
    """None: they gave up."""
    is_right: bool
    before: Rating
    after: Rating


def answered(puzzle: Puzzle, given: Given, seen: Seen) -> Screen:
    """The puzzle with the answer, why it is right or wrong, and what it did to the rating."""
    texts = seen.texts
    why = reason_lines(reasons_for(puzzle, given.code), puzzle.variant, seen.style, texts)
    lines = [*_position(puzzle, seen), _question(puzzle, texts), _verdict(puzzle, given, texts), Html("\n".join(why))]
    lines.append(_rating(given, seen))
    go_on = primary(_leads(texts.plain("button.next-puzzle"), "next"))
    return Screen(Html("\n\n".join(lines)), ((go_on,), (*_share(seen), _home(texts))))


def only_in_private(username: str, texts: Texts) -> Screen:
    """What a group is told, with a link to the private chat."""
    link = Button(texts.plain("menu.puzzle"), opens=link_to(username, PUZZLE, ""))
    return Screen(texts.html("puzzle.in-private"), ((link,),))


def _position(puzzle: Puzzle, seen: Seen) -> list[Html]:
    texts, variant = seen.texts, puzzle.variant
    form = [form_of(variant, texts)] * (variant.name != USUAL)
    turns = [
        turn_line(
            at,
            variant.show(guess),
            Html(f"{feedback_in(seen.style, reply, texts)}{beside(guess, variant, texts)}"),
        )
        for at, (guess, reply) in enumerate(puzzle.history, 1)
    ]
    return [_title(seen), Html("\n".join([*form, *turns]))]


USUAL = "classic"
"""The variant that is not named."""


def _title(seen: Seen) -> Html:
    opened, texts = seen.opened, seen.texts
    if opened.listed is not None:
        return texts.html("puzzle.title", number=opened.listed.number)
    if opened.played_at:
        return texts.html("puzzle.own", day=texts.day(opened.played_at, seen.now))
    return texts.html("puzzle.shared")


def _question(puzzle: Puzzle, texts: Texts) -> Html:
    codes = "\n".join(code_shown(code, puzzle.variant, texts) for code in puzzle.left)
    shown = Html(codes) if kind_of(puzzle).shows_left else NOTHING
    return texts.html(f"find.{puzzle.kind}", count=len(puzzle.left), codes=shown)


KEY, ERASE, SUBMIT = "key", "erase", "submit"
"""What the keys of a keypad are about, before the tag of the puzzle."""


def _answers(puzzle: Puzzle, found: frozenset[Code], seen: Seen) -> tuple[Row, ...]:
    """The answers as buttons, a right one that was given already marked; or a keypad for colours that are typed."""
    if has_keypad(puzzle):
        tag, variant = seen.opened.tag, puzzle.variant
        does = Keys(
            lambda symbol: MenuPress(OnMenu.PUZZLE, f"{KEY}-{tag}-{variant.alphabet.index(symbol)}"),
            MenuPress(OnMenu.PUZZLE, f"{ERASE}-{tag}"),
            MenuPress(OnMenu.PUZZLE, f"{SUBMIT}-{tag}"),
        )
        return keypad_rows(seen.draft, variant, does, seen.texts)
    keys = []
    for at, code in enumerate(puzzle.choices):
        mark = f"{FOUND} " if code in found else ""
        label = f"{mark}{code_html(code, puzzle.variant, seen.texts)}"
        keys.append(_leads(label, f"{seen.opened.tag}-{at}"))
    return grid(tuple(keys))


def has_keypad(puzzle: Puzzle) -> bool:
    """Whether it is answered on a keypad as well: no answer stands on a button, and colours are hard to type."""
    return not puzzle.choices and puzzle.variant.is_coloured


def _verdict(puzzle: Puzzle, given: Given, texts: Texts) -> Html:
    if given.code is None:
        return texts.html("puzzle.given-up")
    verdict = "puzzle.right" if given.is_right else "puzzle.wrong"
    return texts.html(verdict, answer=code_shown(given.code, puzzle.variant, texts))


MINUS = "\N{MINUS SIGN}"


def _rating(given: Given, seen: Seen) -> Html:
    """What the answer did to the rating, or why nothing."""
    opened, texts = seen.opened, seen.texts
    if opened.is_rated:
        before, after = round(given.before.value), round(given.after.value)
        sign = MINUS if after < before else "+" if after > before else "±"
        change = f"{figure(given.before)} → {figure(given.after)} ({sign}{abs(after - before)})"
        return texts.html("puzzle.rating", change=change)
    if opened.listed is None:
        return texts.html("puzzle.practice")
    if opened.is_hinted:
        return texts.html("puzzle.hinted")
    return seen.note or texts.html("puzzle.again")


LONGEST_LINK = 64
"""The most characters of a payload behind `start=`."""


def _share(seen: Seen) -> Row:
    """The button that sends somebody the link; none where the position is too long for one."""
    if len(f"{PUZZLE}{seen.opened.about}") > LONGEST_LINK:
        return ()
    link, texts = link_to(seen.username, PUZZLE, seen.opened.about), seen.texts
    return (Button(texts.plain("button.share"), opens=sharing(link, texts.plain("share.puzzle"))),)


def _codes(codes: tuple[Code, ...], puzzle: Puzzle, texts: Texts) -> Html:
    return Html(", ".join(code_shown(code, puzzle.variant, texts) for code in codes))


def _home(texts: Texts) -> Button:
    return _leads(texts.plain("after.ehome"), "menu")


def _leads(text: str, about: str) -> Button:
    return button(text, MenuPress(OnMenu.PUZZLE, about))


# Why an answer to a puzzle is right or wrong, in words.


def reason_lines(reasons: Reasons, variant: Variant, style: str, texts: Texts) -> list[Html]:
    """A line for each reason."""
    return [_line(reason, variant, style, texts) for reason in reasons]


def _line(reason: Reason, variant: Variant, style: str, texts: Texts) -> Html:
    values = {name: _shown(value, variant, style, texts) for name, value in reason.values.items()}
    return texts.html(f"because.{reason.key}", **values)


WHOLE_FROM = 10
"""From so many codes on, an average is told without decimals."""


def _shown(value: Value, variant: Variant, style: str, texts: Texts) -> object:
    if isinstance(value, Feedback):
        return feedback_in(style, value, texts)
    if isinstance(value, float):
        return texts.whole(round(value)) if value >= WHOLE_FROM else texts.decimal(value, "0.#")
    if isinstance(value, int):
        return texts.whole(value)
    codes = [code for code in value if isinstance(code, tuple)]
    if codes:
        return Html(", ".join(code_shown(code, variant, texts) for code in codes))
    return code_shown(tuple(symbol for symbol in value if isinstance(symbol, int)), variant, texts)


def code_shown(code: tuple[int, ...], variant: Variant, texts: Texts) -> Html:
    """A code amid a text."""
    return Html(f"<code>{code_html(code, variant, texts)}</code>")
