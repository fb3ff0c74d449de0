"""What is said when a game is over, and what a player may share of it."""

from bot.app.screens.name import shown_name
from bot.app.table import Table
from bot.app.texts import Html, Texts
from bot.game.model import Termination
from solver.feedback import Feedback

PERFECT = {"classic": (5.2131, 7)}
"""Mean and largest number of guesses of perfect play: 26274 guesses over 5040 secrets, proven by Tanaka (1996)."""
LONGEST_SHARE = 256
"""What Telegram lets a button copy, counted in UTF-16 units to be safe."""


def end_lines(table: Table, texts: Texts) -> list[Html]:
    """How the game ended, in a few lines."""
    game, outcome = table.game, table.game.outcome
    if outcome is None or not game.secret:
        raise ValueError("the game is not over")
    secret = game.variant.format(game.secret)
    counts = [
        texts.counted("end.guesses", len(game.turns)),
        texts.counted("end.hints", table.suggestions),
        _duration(table),
    ]
    if outcome.termination is Termination.RESIGNED:
        return [texts.html("end.resigned", secret=secret), Html(" · ".join(counts))]
    if table.chat.is_group:
        head = texts.html("end.solved-by", secret=secret, name=shown_name(table.guessed_by[-1]))
    else:
        head = texts.html("end.solved", secret=secret)
    return [head, Html(" · ".join(counts)), *_compared(table, texts)]


def _compared(table: Table, texts: Texts) -> list[Html]:
    known = PERFECT.get(table.game.variant.name)
    if known is None:
        return []
    mean, most = known
    lines = [texts.html("end.perfect", mean=texts.decimal(mean), most=most)]
    if not table.suggestions and len(table.game.turns) <= most:
        lines.append(texts.html("end.below" if len(table.game.turns) < mean else "end.within"))
    return lines


def _duration(table: Table) -> Html:
    return duration((table.ended_at or table.opened_at) - table.opened_at)


def duration(took: float) -> Html:
    """How long something took, of so many seconds."""
    minutes, seconds = divmod(max(0, round(took)), 60)
    hours, minutes = divmod(minutes, 60)
    return Html(f"⏱ {hours}:{minutes:02}:{seconds:02}" if hours else f"⏱ {minutes}:{seconds:02}")


def share_text(table: Table, texts: Texts, username: str) -> str:
    """The number of guesses and a row of bulls and cows for each, without digits.

    If it is too long for the clipboard, the earliest rows give way.
    """
    width = table.game.variant.length
    solved = table.game.outcome is not None and table.game.outcome.termination is Termination.SOLVED
    head = [texts.plain("share.text", username=username)]
    head.append(str(texts.counted("share.guesses" if solved else "end.guesses", len(table.game.turns))))
    rows = [_row(turn.feedback, width) for turn in table.game.turns]
    text = "\n".join(head + rows)
    while _units(text) > LONGEST_SHARE:
        rows = rows[1:]
        text = "\n".join([*head, "…", *rows])
    return text


def _row(feedback: Feedback, width: int) -> str:
    return "🐂" * feedback.bulls + "🐄" * feedback.cows + "▫️" * (width - feedback.bulls - feedback.cows)


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
