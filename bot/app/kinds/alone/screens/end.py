"""What stands on the board of a game alone once it is over."""

from bot.app.kinds.alone.model import Alone
from bot.app.model.modes import alone_play
from bot.app.screens.duration import duration
from bot.app.screens.name import shown_name
from bot.app.screens.variant import shown
from bot.app.texts import Html, Texts
from bot.game.model import Termination
from solver.evil import Trail
from solver.strength.figures import best_play


def end_lines(table: Alone, texts: Texts, trail: Trail | None = None) -> list[Html]:
    """How the game ended, in a few lines; `trail`: of a game without a secret."""
    game, outcome = table.game, table.game.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    counts = [
        texts.counted("end.guesses", len(game.turns)),
        texts.counted("end.hints", table.suggestions),
        duration((table.ended_at or table.opened_at) - table.opened_at),
    ]
    resigned = outcome.termination is Termination.RESIGNED
    lines = [_result(table, resigned=resigned, texts=texts), Html(" · ".join(counts))]
    if trail is not None:
        lines += _trail(trail, table, texts)
    return lines if resigned else [*lines, *_compared(table, texts)]


def _result(table: Alone, *, resigned: bool, texts: Texts) -> Html:
    game = table.game
    play = alone_play(game.mode)
    code = game.secret if game.mode.has_secret or not game.turns else game.turns[-1].guess
    secret = shown(code or (), game.variant, texts)
    if resigned:
        return texts.html(play.resigned, secret=secret)
    if table.chat.is_group:
        return texts.html(play.solved_by, secret=secret, name=shown_name(table.guessed_by[-1]))
    return texts.html(play.solved, secret=secret)


def _trail(trail: Trail, table: Alone, texts: Texts) -> list[Html]:
    """That every reply could be kept: what it left, and a code that fits them all."""
    path = Html(" → ".join(str(count) for count in trail.left))
    key = alone_play(table.game.mode).trail
    return [texts.html(key, path=path, example=shown(trail.example, table.game.variant, texts))]


def _compared(table: Alone, texts: Texts) -> list[Html]:
    best = best_play(table.game.variant)
    if best is None:
        return []
    key = "end.perfect" if best.proven else "end.best-known"
    lines = [texts.html(key, mean=texts.decimal(best.mean), most=best.most)]
    if not table.suggestions and len(table.game.turns) <= best.most and table.game.mode.has_secret:
        lines.append(texts.html("end.below" if len(table.game.turns) < best.mean else "end.within"))
    return lines
