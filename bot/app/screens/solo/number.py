"""The board on which a number is guessed, by people or by the bot."""

from dataclasses import dataclass

from bot.app.buttons import MenuPress
from bot.app.model.fairness import SHOWN
from bot.app.model.number import NumberTable
from bot.app.model.table import Question as Asking
from bot.app.screen import Screen, button
from bot.app.screens.name import shown_name
from bot.app.screens.solo.end import duration
from bot.app.screens.solo.number_buttons import rows
from bot.app.screens.turns import latest
from bot.app.texts import NOTHING, Html, Texts
from bot.app.verbs import OnMenu
from bot.game.number import NumberGame, Turn, masters_path
from solver.interval import Relation, Remaining

ROOM_FOR_TURNS = 2200
"""UTF-16 units; when the turns need more, the earliest give way."""
MOST_SPANS = 5
"""So many stretches of numbers that are left are listed."""
GAP = "\u00a0\u00a0"


@dataclass(frozen=True, slots=True)
class NumberView:
    """How somebody looks at the board."""

    texts: Texts
    draft: str = ""
    """What a person in a private chat has keyed."""
    note: Html = NOTHING
    """The board's last line."""
    wrong: int | None = None
    """The first answer, counted from 0, that does not go with the number which a person has told."""


def number_board(table: NumberTable, view: NumberView) -> Screen:
    """The board as it is to be shown now. It tells nothing of the number but what the answers tell."""
    game, texts = table.game, view.texts
    kept_by_us = game.sought is not None
    title = "number.title" if kept_by_us else "number.title-mine"
    paragraphs = [
        [texts.html(title, low=game.span.low, high=game.span.high)],
        _turn_lines(table, texts),
        _end(table, texts) if game.is_over else _news(table, view) if kept_by_us else _question(game, view),
        _proof(table, texts) if kept_by_us else [],
        _asked(table, texts),
        [view.note] if view.note else [],
    ]
    html = Html("\n\n".join("\n".join(lines) for lines in paragraphs if lines))
    return Screen(html, rows(table, view.draft, texts, view.wrong))


def without_game(texts: Texts) -> Screen:
    """What is said to a question about a number where nothing is on."""
    begin = button(texts.plain("menu.number"), MenuPress(OnMenu.NUMBER))
    return Screen(texts.html("number.none"), ((begin,),))


def turn_told(turn: Turn, texts: Texts) -> Html:
    """A question with its answer, on one line: `>50 no`."""
    return texts.html("{question}\u00a0{answer}", question=turn.question, answer=yes_or_no(texts, answer=turn.answer))


def yes_or_no(texts: Texts, *, answer: bool) -> str:
    """The answer in a word."""
    return texts.plain("number.yes" if answer else "number.no")


def _turn_lines(table: NumberTable, texts: Texts) -> list[Html]:
    game = table.game
    counted, named = game.questions, table.chat.is_group and bool(table.asked_by)
    lines = []
    for number, turn in enumerate(game.turns, 1):
        mark = f"{number}." if number <= counted else "🎯"
        line = f"{mark} <code>{texts.html('{question}', question=turn.question)}</code>{GAP}"
        line += yes_or_no(texts, answer=turn.answer)
        if named:
            line += f"{GAP}{texts.html('{name}', name=shown_name(table.asked_by[number - 1]))}"
        lines.append(Html(line))
    return latest(lines, ROOM_FOR_TURNS)


def _news(table: NumberTable, view: NumberView) -> list[Html]:
    """How far whoever asks the bot has come."""
    game, texts = table.game, view.texts
    left = game.left
    if left is None:
        raise ValueError("the bot answers truly")
    lines = [_progress(table, texts)]
    if left.size == 1:
        lines.append(texts.html("number.only"))
    elif game.turns:
        lines.append(texts.counted("number.left", left.size, spans=_spans(left)))
    if view.draft:
        lines.append(texts.html("board.draft", draft=view.draft))
    return lines


def _progress(table: NumberTable, texts: Texts) -> Html:
    game = table.game
    if game.turns:
        return texts.counted("number.questions", game.questions, needed=game.needed)
    left = game.left
    if left is None:
        raise ValueError("nothing has been answered yet")
    key = "number.begin-group" if table.chat.is_group else "number.begin"
    return Html(f"{texts.html(key, example=left.best_question)} {texts.counted('number.needed', game.needed)}")


def _spans(left: Remaining) -> str:
    shown = [f"{span.low}…{span.high}" if span.size > 1 else str(span.low) for span in left.intervals[:MOST_SPANS]]
    return ", ".join([*shown, "…"] if len(left.intervals) > MOST_SPANS else shown)


def _question(game: NumberGame, view: NumberView) -> list[Html]:
    """What the bot asks now, or that no number fits any more; once it is known what is wrong, the note tells it."""
    asks, texts = game.asks, view.texts
    if view.wrong is not None:
        return []
    if asks is None:
        return [texts.html("number.contradicted"), texts.html("number.doubtful")]
    if asks.relation is Relation.EQUAL:
        return [texts.html("number.asks-whether-it-is", number=asks.number)]
    lines = [] if game.turns else [texts.counted("number.will-need", game.needed)]
    return [*lines, texts.html("number.asks", question=asks, number=asks.number)]


def _end(table: NumberTable, texts: Texts) -> list[Html]:
    game = table.game
    if game.number is None:
        return [texts.html("number.not-found"), _counts(table, texts)]
    if game.sought is None:
        mine = texts.html("number.bot-found", number=game.number)
        return [mine, _counts(table, texts), texts.counted("number.enough", game.needed)]
    path = Html(" · ".join(turn_told(turn, texts) for turn in masters_path(game)))
    return [*_outcome(table, game.number, texts), texts.html("number.path", path=path)]


def _asked(table: NumberTable, texts: Texts) -> list[Html]:
    """The question in a line, as long as the buttons stand there that answer it; else nothing."""
    if table.asking is None or table.game.is_over:
        return []
    if table.asking is Asking.RESIGN:
        return [texts.html("number.resign" if table.game.sought is not None else "number.stop")]
    wanted = table.wanted or table.game.span
    return [texts.html("note.replace", wish=f"{wanted.low}…{wanted.high}")]


def _outcome(table: NumberTable, number: int, texts: Texts) -> list[Html]:
    game = table.game
    if game.is_resigned:
        return [texts.html("number.resigned", number=number), _counts(table, texts)]
    in_group = table.chat.is_group
    found = texts.html("number.found", number=number)
    if in_group:
        found = texts.html("number.found-by", number=number, name=shown_name(table.asked_by[-1]))
    if game.is_mastered:
        master = "number.masters" if in_group else "number.master"
        return [found, _counts(table, texts), texts.html("number.master-but" if table.hinted else master)]
    return [found, _counts(table, texts), texts.counted("number.needed", game.needed)]


def _counts(table: NumberTable, texts: Texts) -> Html:
    took = duration((table.ended_at or table.opened_at) - table.opened_at)
    told = [texts.counted("number.asked", table.game.questions), took]
    if table.hinted:
        told.append(texts.counted("end.hints", len(table.hinted)))
    return Html(" · ".join(told))


def _proof(table: NumberTable, texts: Texts) -> list[Html]:
    digest = table.commitment
    if not table.proof:
        return [texts.html("board.fingerprint", fingerprint=digest[:SHOWN])]
    if not table.game.is_over:
        return [texts.html("number.proof", digest=digest)]
    return [texts.html("number.proof-check", salt=table.salt, digest=digest, number=table.game.sought)]
