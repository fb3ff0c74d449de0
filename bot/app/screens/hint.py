"""A hint in words."""

from bot.app.table import Hint
from bot.app.texts import Html, Texts
from solver.feedback import History, is_consistent


def hint_lines(hint: Hint, guess: str, history: History, texts: Texts) -> list[Html]:
    """How many codes fit and, once that is asked for as well, a good guess, which is written so."""
    lines = [texts.counted("board.hint-count", hint.candidates)]
    if hint.guess is None:
        return lines
    if hint.candidates == 1:
        return [*lines, texts.html("board.hint-certain", guess=guess)]
    lines.append(texts.html("board.hint-guess", guess=guess, bits=texts.decimal(hint.bits)))
    if hint.worst == 1:
        lines.append(texts.html("board.hint-decides"))
    else:
        lines.append(texts.counted("board.hint-splits", hint.candidates, worst=hint.worst))
    if not is_consistent(hint.guess, history):
        lines.append(texts.html("board.hint-cannot-win"))
    return lines
