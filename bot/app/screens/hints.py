"""Hints as text and as pictures, their buttons, and why a guess is good or not.

All lines of hints are made first; below them their parts: candidates, grid, reasons for and against a guess; then the
buttons of hints and notes, the information table, and the screens of a position.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from html import escape
from itertools import chain
from unicodedata import east_asian_width

from bot.app.advice import HintResult, choices
from bot.app.buttons import BACK, OnMenu
from bot.app.model.hints import HAS_PLACES, BoardPage, Hint, HintKind, Mark, chosen, marks, place_marks, placed
from bot.app.screen import Button, Picture, Row, Screen, folded_lines, go, grid, lines, page, rows, when
from bot.app.screens.board import (
    beside,
    feedback_in,
    form_of,
    history_lines,
    latest,
    legend_lines,
    number_in_words,
    typed_example,
)
from bot.app.screens.keypad import WIDEST, in_rows, phone_order
from bot.app.texts import NOTHING, Html, Texts
from solver.candidates import Case, Chance, Knowledge, SetCount
from solver.feedback import Feedback, History, feedback_for
from solver.information import Information
from solver.review import Flaw, Why
from solver.suggest import Advice
from solver.variant import Code, Variant

# Hints as text: the only place where their lines are made.


def hint_lines(result: HintResult, variant: Variant, style: str, texts: Texts, taken: int = 0) -> list[Html]:
    """The lines of the hints that stand on the board: the newest, and the older ones in a folded quote below it.

    While the menu is open also how to ask for more, and how many hints were `taken`.
    """
    if not result.hint.is_shown:
        return []
    asked, known = result.hint.asked, result.knowledge
    codes = Html(" ".join(f"<code>{variant.show(code)}</code>" for code in known.codes))
    fits = "board.hint-words" if variant.words else "board.hint-count"
    sections = {
        None: _guess_lines(result, variant, style, texts),
        HintKind.COUNT: [
            texts.html("board.can-know") if known.candidates == 1 else texts.counted(fits, known.candidates)
        ],
        HintKind.PLACES: grid_lines(known, variant, result.history, texts) if HintKind.PLACES in asked else [],
        HintKind.CASES: case_lines(result.cases, variant, result.history, texts) if result.cases else [],
        HintKind.LIST: [texts.html("hint.list", codes=codes)] if HintKind.LIST in asked and codes else [],
        HintKind.GUESS: _advice(result, variant, texts),
    }
    newest = sections.pop(_newest(result.hint), [])
    older = [*chain(*sections.values())]
    shown = [*newest, folded_lines(older)] if older else newest
    if result.hint.page is not BoardPage.HINTS:
        return shown
    return [*shown, NOTHING, texts.html("hint.taken", count=taken, example=typed_example(variant, texts))]


def _newest(hint: Hint) -> HintKind | None:
    """The last hint that was asked for; None: the rating of their own guess."""
    if hint.wondered_last or not hint.asked:
        return None
    newest = [what for what in hint.asked if what is not HintKind.TABLE][-1:] or [HintKind.COUNT]
    return HintKind.GUESS if newest[0] is HintKind.WHY else newest[0]


def advice_lines(advice: Advice, variant: Variant, texts: Texts) -> list[Html]:
    """A good guess, and how many codes it will leave."""
    guess = Html(f"<code>{variant.show(advice.guess)}</code>{beside(advice.guess, variant, texts)}")
    if advice.candidates == 1:
        return [texts.html("board.hint-certain", guess=guess)]
    left, count = texts.whole(max(1, round(advice.expected))), texts.whole(advice.candidates)
    if advice.worst == 1:
        best = texts.html("board.hint-decides", guess=guess)
    else:
        best = texts.html("board.hint-guess", guess=guess, left=left, count=count)
    return [best] if advice.consistent else [best, texts.html("board.hint-cannot-win")]


def _advice(result: HintResult, variant: Variant, texts: Texts) -> list[Html]:
    if result.advice is None:
        return []
    reason = reason_lines(result.advice, variant, result.history, texts) if HintKind.WHY in result.hint.asked else []
    return [*advice_lines(result.advice, variant, texts), *reason]


def _guess_lines(result: HintResult, variant: Variant, style: str, texts: Texts) -> list[Html]:
    """The lines about a guess of their own: whether it is consistent, or the reply against it; its information."""
    if result.wondered is None:
        return []
    guess, at = result.wondered.guess, result.objection
    told = [texts.html("hint.may-be" if at is None else "hint.cannot-be", guess=variant.show(guess))]
    if at is not None:
        told.append(objection_line(guess, result.history[at], variant, style, texts))
    left, worst = texts.whole(max(1, round(result.wondered.expected))), texts.whole(result.wondered.worst)
    count = texts.whole(result.knowledge.candidates)
    return [*told, texts.html("hint.would-leave", left=left, worst=worst, count=count)]


def objection_line(code: Code, turn: tuple[Code, Feedback], variant: Variant, style: str, texts: Texts) -> Html:
    """The reply that this turn would have got, were the code the secret."""
    asked, reply = turn
    other, shown = (feedback_in(style, feedback, texts) for feedback in (feedback_for(asked, code), reply))
    return texts.html("hint.objection", guess=variant.show(asked), other=other, reply=shown)


# The candidates as text: how many symbols they take from where.

MOST = 6
"""The cases that are listed; rarer ones are counted together."""
LONG = 8
"""From so many untried symbols on, they are only called new."""


def case_lines(cases: tuple[Case, ...], variant: Variant, history: History, texts: Texts) -> list[Html]:
    """The largest cases, a line each, and the count of the others."""
    asked = _asked_symbols(history)
    shown = [(case.count, _what(case, variant, asked, texts)) for case in cases[:MOST]]
    told = [texts.counted("hint.case", count, what=what) for count, what in shown]
    if rarer := cases[MOST:]:
        told.append(texts.counted("hint.rarer", len(rarer), codes=sum(case.count for case in rarer)))
    return [texts.html("hint.cases"), *told]


def _what(case: Case, variant: Variant, asked: set[int], texts: Texts) -> Html:
    """The case as text. A single symbol comes first, since `three of 0, 1 and 2` could be misread."""
    sets = sorted(case.sets, key=lambda taken: len(taken.symbols) > 1)
    return texts.listed([_placed_text(taken, variant, asked, texts) for taken in sets])


def _placed_text(taken: SetCount, variant: Variant, asked: set[int], texts: Texts) -> Html:
    """`1`, or `three of 7, 8, 9`, or `two new ones`."""
    symbols = _shown(taken.symbols, variant, ", ")
    if len(taken.symbols) == 1:
        return Html(symbols if taken.taken == 1 else f"{symbols} ×{taken.taken}")
    number = number_in_words(taken.taken, variant, texts)
    if len(taken.symbols) > LONG and not asked & set(taken.symbols):
        return texts.html("hint.new-ones", number=number)
    return texts.html("hint.some-of", number=number, symbols=symbols)


# The grid of possible symbols, a row for each place.

WIDEST_GRID = 12
"""Columns that fit on a phone; of larger alphabets only symbols that matter are shown."""
LONGEST_LINE = 30
"""Characters that fit on a phone's line; if gaps between symbols would exceed it, there are none."""
SURE = "✓"
NARROW, WIDE = "·", "➖"
"""The mark of impossible symbols, as wide as the symbols are."""


def grid_lines(known: Knowledge, variant: Variant, history: History, texts: Texts) -> list[Html]:
    """The grid, and below it the symbols that are certainly in the code or not."""
    shown, alphabet = columns(known, variant, history), set(range(len(variant.alphabet)))
    table = "\n".join(_row(known, variant, place, shown) for place in range(variant.length))
    told = [texts.html("hint.places"), Html(f"<pre>{escape(table, quote=False)}</pre>")] if shown else []
    spoken_of = set(shown) | (alphabet if len(alphabet) <= WIDEST_GRID else _asked_symbols(history))
    for key, chance in (("hint.surely-in", Chance.CERTAIN), ("hint.surely-out", Chance.IMPOSSIBLE)):
        if found := [symbol for symbol in sorted(spoken_of) if known.of(symbol) is chance]:
            told.append(texts.html(key, symbols=_shown(found, variant)))
    return [*told, texts.html("hint.untried")] if alphabet - spoken_of else told


def columns(known: Knowledge, variant: Variant, history: History) -> tuple[int, ...]:
    """The symbols shown: all of a small alphabet; else the possible ones if they are few, or the guessed ones."""
    symbols = range(len(variant.alphabet))
    if len(symbols) <= WIDEST_GRID:
        return tuple(symbols)
    possible = [symbol for symbol in symbols if known.of(symbol) is not Chance.IMPOSSIBLE]
    if len(possible) <= WIDEST_GRID:
        return tuple(possible)
    asked = _asked_symbols(history)
    return tuple(symbol for symbol in possible if symbol in asked or known.of(symbol) is Chance.CERTAIN)


def is_wide(variant: Variant) -> bool:
    """Whether its symbols are as wide as two digits."""
    return any(east_asian_width(sign) == "W" for sign in variant.shown)


def _asked_symbols(history: History) -> set[int]:
    return {symbol for guess, _ in history for symbol in guess}


def _row(known: Knowledge, variant: Variant, place: int, shown: tuple[int, ...]) -> str:
    width, blank = (2, WIDE) if is_wide(variant) else (1, NARROW)
    chances = {symbol: known.at(place, symbol) for symbol in shown}
    cells = [blank if chance is Chance.IMPOSSIBLE else variant.show((symbol,)) for symbol, chance in chances.items()]
    gap = " " if len("1│") + (width + 1) * len(shown) <= LONGEST_LINE else ""
    return f"{place + 1}│{gap.join(cells)}{f' {SURE}' if Chance.CERTAIN in chances.values() else ''}"


def _shown(symbols: Iterable[int], variant: Variant, between: str = " ") -> str:
    return between.join(variant.show((symbol,)) for symbol in symbols)


# Explains why a guess is good.


def reason_lines(advice: Advice, variant: Variant, history: History, texts: Texts) -> list[Html]:
    """What the guess asks, whether it may be right, and how certain it is that none is better.

    There is nothing to explain about the only candidate.
    """
    if advice.candidates == 1:
        return []
    told = [texts.html("hint.why"), *_asks(advice, variant, history, texts)]
    if advice.consistent:
        told.append(texts.html("hint.may-win", count=texts.whole(advice.candidates)))
    return [*told, texts.html("hint.exact" if advice.exact else "hint.estimated")]


def _asks(advice: Advice, variant: Variant, history: History, texts: Texts) -> list[Html]:
    """Which of its symbols are new, which are tried at another place, and which stay where they were."""
    if not history:
        return []
    stood = {turn for guess, _ in history for turn in enumerate(guess)}
    asked = _asked_symbols(history)
    by_key: dict[str, list[int]] = {"hint.tries": [], "hint.moves": [], "hint.keeps": []}
    for place, symbol in enumerate(advice.guess):
        key = "hint.tries" if symbol not in asked else "hint.keeps" if (place, symbol) in stood else "hint.moves"
        by_key[key].append(symbol)
    found = {key: _shown(dict.fromkeys(symbols), variant) for key, symbols in by_key.items() if symbols}
    return [texts.html(key, symbols=symbols) for key, symbols in found.items()]


# What is said against a guess, in words.


def why(flaw: Flaw, variant: Variant, texts: Texts) -> Html:
    """What is said against a guess, as a clause without a full stop."""
    key = f"why.{flaw.why.value}"
    match flaw.why:
        case Why.OUT:
            symbols = texts.listed([Html(variant.show((symbol,))) for symbol in flaw.values])
            return texts.counted(key, len(flaw.values), symbols=symbols)
        case Why.TELLS_LESS:
            left, fewer = flaw.values
            return texts.counted(key, left, fewer=texts.whole(fewer))
        case Why.REFUTED:
            return texts.html(key, number=flaw.values[0])
        case Why.NOTHING_NEW | Why.SLOWER:
            return texts.html(key)


# The buttons of hints and notes.

Does = Callable[[str, str], Button]
"""Makes a button of a text and an argument."""
MENU, OPEN, CLEAR = "menu", "open", "clear"
CHOOSE = "at-"
"""Before a symbol: it is only chosen, and keeps its mark."""
SIGNS = {Mark.NONE: "", Mark.OUT: "❌", Mark.MAYBE: "❓", Mark.IN: "✅"}
PLACE_SIGNS = {Mark.NONE: "", Mark.OUT: "✗", Mark.IN: "✓"}
KEYCAP = "\ufe0f\u20e3"
"""Behind a digit: places look otherwise than symbols."""
WIDEST_OF_LETTERS = 7
WIDEST_OF_PLACES = 8


def menu_rows(result: HintResult | None, does: Does, texts: Texts, address: str | None = None) -> tuple[Row, ...]:
    """Buttons for further hints, two on a row. `address`: a link to the position, to be shared with friends."""
    offered = choices(result) if result is not None else (HintKind.COUNT,)
    friends = None if address is None else Button(texts.plain("button.ask-friends"), copies=address)
    asks = grid(does(texts.plain(f"ask.{what.value}"), what.value) for what in offered)
    return rows(*asks, (friends, does(texts.plain("button.hint-back"), BACK)))


def note_rows(noted: str, variant: Variant, does: Does, texts: Texts, *, marked: bool) -> tuple[Row, ...]:
    """A button for each symbol in the order of the keypad; where only one person looks, with marks and places."""
    noted = noted if marked else ""
    shown = marks(noted, len(variant.alphabet))

    def key(symbol: int) -> Button:
        is_only_chosen = shown[symbol] in HAS_PLACES and symbol != chosen(noted)
        text = f"{variant.show((symbol,))}{beside((symbol,), variant, texts)}{SIGNS[shown[symbol]]}"
        return does(text, f"{CHOOSE * is_only_chosen}{symbol}")

    keys = [key(variant.alphabet.index(sign)) for sign in phone_order(variant.alphabet)]
    symbols = in_rows(keys, WIDEST_OF_LETTERS if variant.words else WIDEST)
    clear = does(texts.plain("button.notes-clear"), CLEAR) if noted else None
    places = _place_rows(noted, variant, does)
    return rows(*symbols, *places, (clear, does(texts.plain("button.hint-back"), BACK)))


def _place_rows(noted: str, variant: Variant, does: Does) -> tuple[Row, ...]:
    """A button for each place of the chosen symbol."""
    symbol = chosen(noted)
    if symbol is None:
        return ()
    found = enumerate(place_marks(noted, symbol, variant.length))
    keys = [does(f"{place + 1}{KEYCAP}{PLACE_SIGNS[mark]}", f"{symbol}-{place}") for place, mark in found]
    return in_rows(keys, WIDEST_OF_PLACES)


def note_line(noted: str, variant: Variant) -> Html:
    """The notes in a line, in signs: as short as an answer to a press; nothing without notes."""
    shown = marks(noted, len(variant.alphabet))
    found = {
        mark: [symbol for symbol, of in enumerate(shown) if of is mark] for mark in (Mark.IN, Mark.MAYBE, Mark.OUT)
    }
    groups = [f"{SIGNS[mark]} {_shown(symbols, variant)}" for mark, symbols in found.items() if symbols]
    return Html(f"📝 {'  '.join(groups)}") if groups else NOTHING


def noted_lines(noted: str, variant: Variant, texts: Texts, *, asks: bool) -> list[Html]:
    """The notes in a sentence, and the grid; nothing without notes. `asks`: see `place_lines`."""
    line = known_line(noted, variant, texts)
    return [line, *place_lines(noted, variant, texts, asks=asks)] if line else []


def known_line(noted: str, variant: Variant, texts: Texts) -> Html:
    """What the person has noted in a sentence, as it is read aloud: places found, what is in, what not."""
    symbols = [*enumerate(marks(noted, len(variant.alphabet)))]
    found = {symbol: place_marks(noted, symbol, variant.length) for symbol in placed(noted)}
    at = [(symbol, place + 1) for symbol, of in found.items() for place, mark in enumerate(of) if mark is Mark.IN]
    told = [texts.html("notes.at", symbol=variant.show((symbol,)), place=place) for symbol, place in at]
    for key, mark in (("notes.in", Mark.IN), ("notes.maybe", Mark.MAYBE), ("notes.out", Mark.OUT)):
        if rest := [symbol for symbol, of in symbols if of is mark and symbol not in dict(at)]:
            told.append(texts.html(key, symbols=_shown(rest, variant, ", ")))
    return texts.html("notes.known", known=Html("; ".join(told))) if told else NOTHING


def place_lines(noted: str, variant: Variant, texts: Texts, *, asks: bool) -> list[Html]:
    """The grid: each symbol with the places that are noted. `asks`: also what the buttons of places are for."""
    head = f"{'  ' if is_wide(variant) else ' '}│{''.join(map(str, range(1, variant.length + 1)))}"
    signs = {symbol: place_marks(noted, symbol, variant.length) for symbol in placed(noted)}
    table = [
        f"{variant.show((symbol,))}│{''.join(PLACE_SIGNS[mark] or NARROW for mark in found)}"
        for symbol, found in signs.items()
    ]
    told = [Html(f"<pre>{lines(Html(head), *map(Html, table))}</pre>")] if table else []
    symbol = chosen(noted)
    if asks and symbol is not None:
        told.append(texts.html("notes.places", symbol=variant.show((symbol,))))
    return told


# The information table of a guess as a picture: every reply, its probability, and what it would leave.

COLUMNS = ("reply", "count", "share", "bits", "left", "expected", "unit")


def information_screen(found: Information, variant: Variant, texts: Texts) -> Screen:
    """The table as a picture, and below it what it comes to, in bits as well."""
    html = lines(
        texts.html("replies.title", guess=variant.show(found.guess)),
        texts.counted("replies.parts", found.parts, average=texts.decimal(found.expected, "0.#")),
        texts.counted("hint.would-bring", found.worst, bits=texts.decimal(found.bits)),
        texts.html("hint.bit"),
    )
    given = {
        "variant": variant.name,
        "language": texts.language,
        "title": texts.plain("replies.heading"),
        "guess": variant.format(found.guess),
        "rows": [[*reply.feedback, reply.count, reply.share, reply.left, reply.information] for reply in found.replies],
        "words": {column: texts.plain(f"column.{column}") for column in COLUMNS},
    }
    return Screen(html, picture=Picture("table", json.dumps(given, ensure_ascii=False, separators=(",", ":"))))


# Screens of a position from a link.

ROOM = 3000


def position_screen(variant: Variant, history: History, left: int, style: str, texts: Texts) -> Screen:
    """The turns, the number of candidates, and buttons for more."""
    turns = history_lines(history, variant, style, texts)
    solved = is_solved(variant, history)
    fits = "position.words-left" if variant.words else "position.left"
    last = texts.html("position.solved") if solved else texts.counted(fits, left)
    html = page(texts.html("position.title", form=form_of(variant, texts)), latest(turns, ROOM), last)
    advice = None if solved else go(texts, "menu.advice", OnMenu.ADVICE)
    review = go(texts, "menu.review", OnMenu.REVIEW) if history else None
    return Screen(html, rows((advice, review), when(not solved, go(texts, "menu.playon", OnMenu.PLAY_ON))))


def with_legend(screen: Screen, variant: Variant, texts: Texts) -> Screen:
    """The same for somebody who may not know what the replies mean."""
    return replace(screen, html=page(screen.html, legend_lines(variant, texts)))


def is_solved(variant: Variant, history: History) -> bool:
    """Whether the code is broken, so that nothing is left to guess."""
    return any(reply.bulls == variant.length for _, reply in history)


def advice_screen(variant: Variant, history: History, advice: Advice, style: str, texts: Texts) -> Screen:
    """The same with a good guess and its reasons."""
    plain = position_screen(variant, history, advice.candidates, style, texts)
    told = (*advice_lines(advice, variant, texts), *reason_lines(advice, variant, history, texts))
    asked, *others = plain.rows
    return Screen(lines(plain.html, *told), rows(asked[1:], *others))
