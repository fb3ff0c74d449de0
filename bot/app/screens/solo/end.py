"""What is said when a game is over, and what a player may share of it."""

from bot.app.advice.difficulty import BEST_PLAY
from bot.app.model.table import Table
from bot.app.screens.name import shown_name
from bot.app.screens.variant import shown
from bot.app.texts import Html, Texts
from bot.game.model import Termination
from solver.evil import Trail
from solver.feedback import Feedback

LONGEST_SHARE = 256
"""What Telegram lets a button copy, counted in UTF-16 units to be safe."""


def end_lines(table: Table, texts: Texts, trail: Trail | None = None) -> list[Html]:
    """How the game ended, in a few lines; `trail`: of a game without a secret."""
    game, outcome = table.game, table.game.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    counts = [
        texts.counted("end.guesses", len(game.turns)),
        texts.counted("end.hints", table.suggestions),
        _duration(table),
    ]
    resigned = outcome.termination is Termination.RESIGNED
    lines = [_result(table, resigned=resigned, texts=texts), Html(" · ".join(counts))]
    if trail is not None:
        lines += _trail(trail, table, texts)
    return lines if resigned else [*lines, *_compared(table, texts)]


def _result(table: Table, *, resigned: bool, texts: Texts) -> Html:
    game = table.game
    secret = shown(game.turns[-1].guess if game.mode.told and game.turns else game.secret or (), game.variant, texts)
    if resigned:
        return texts.html("end.evil-resigned" if game.mode.told else "end.resigned", secret=secret)
    if table.chat.is_group:
        return texts.html("end.solved-by", secret=secret, name=shown_name(table.guessed_by[-1]))
    return texts.html("end.evil" if game.mode.told else "end.solved", secret=secret)


def _trail(trail: Trail, table: Table, texts: Texts) -> list[Html]:
    """That every reply could be kept: what it left, and a code that fits them all."""
    path = Html(" → ".join(str(count) for count in trail.left))
    return [texts.html("end.trail", path=path, example=shown(trail.example, table.game.variant, texts))]


def _compared(table: Table, texts: Texts) -> list[Html]:
    best = BEST_PLAY.get(table.game.variant.shape)
    if best is None:
        return []
    key = "end.perfect" if best.proven else "end.best-known"
    lines = [texts.html(key, mean=texts.decimal(best.mean), most=best.most)]
    if not table.suggestions and len(table.game.turns) <= best.most and not table.game.mode.told:
        lines.append(texts.html("end.below" if len(table.game.turns) < best.mean else "end.within"))
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
    kind = [texts.plain("mode.evil")] if table.game.mode.told else []
    head = [texts.plain("share.text", username=username), *kind]
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
