"""What stands on the board of a game alone once it is over."""

from bot.app.kinds.alone.model import Alone, Praise, Standing
from bot.app.model.modes import alone_play
from bot.app.screens.duration import duration
from bot.app.screens.name import shown_name
from bot.app.screens.variant import code_html
from bot.app.screens.why import why
from bot.app.texts import Html, Texts
from bot.game.model import Termination
from solver.evil import Trail
from solver.strength.figures import best_play, forced_within


def end_lines(board_game: Alone, texts: Texts, trail: Trail | None = None) -> list[Html]:
    """How the game ended, in a few lines; `trail`: of a game without a secret."""
    game, outcome = board_game.game, board_game.game.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    counts = [
        texts.counted("end.guesses", len(game.turns)),
        texts.counted("end.hints", board_game.suggestions),
        duration((board_game.ended_at or board_game.opened_at) - board_game.opened_at),
    ]
    resigned = outcome.termination is Termination.RESIGNED
    lines = [_result(board_game, resigned=resigned, texts=texts), Html(" · ".join(counts))]
    if trail is not None:
        lines += _trail(trail, board_game, texts)
    if board_game.praise is Praise.BEST:
        lines.append(texts.html("end.best-yet"))
    elif board_game.standing is not None and board_game.praise is Praise.NONE:
        lines.append(_standing(board_game.standing, texts))
    lines += _cost(board_game, texts)
    return lines if resigned else [*lines, *_comparison(board_game, texts)]


def _standing(standing: Standing, texts: Texts) -> Html:
    """Where it stands among games alike."""
    if standing.mean is None:
        return texts.html("end.nth", number=standing.nth)
    return texts.html("end.nth-mean", number=standing.nth, mean=texts.decimal(standing.mean, "0.0"))


def _result(board_game: Alone, *, resigned: bool, texts: Texts) -> Html:
    game = board_game.game
    play = alone_play(game.mode)
    code = game.secret if game.mode.has_secret or not game.turns else game.turns[-1].guess
    secret = code_html(code or (), game.variant, texts)
    if resigned:
        return texts.html("daily.resigned" if board_game.hides_its_secret else play.resigned, secret=secret)
    if board_game.chat.is_group:
        return texts.html(play.solved_by, secret=secret, name=shown_name(board_game.guessed_by[-1]))
    return texts.html(play.solved, secret=secret)


def _cost(game: Alone, texts: Texts) -> list[Html]:
    """What cost most, as far as that has been thought about."""
    costliest = game.costliest
    if costliest is None:
        return []
    if costliest.flaw is None:
        return [texts.html("review.flawless")]
    reason = why(costliest.flaw, game.game.variant, texts)
    return [texts.html("end.cost", number=costliest.number, why=reason)]


def _trail(trail: Trail, game: Alone, texts: Texts) -> list[Html]:
    """That every reply could be kept: what it left, and a code that fits them all."""
    path = Html(" → ".join(str(count) for count in trail.left))
    key = alone_play(game.game.mode).trail
    return [texts.html(key, path=path, example=code_html(trail.example, game.game.variant, texts))]


def _comparison(game: Alone, texts: Texts) -> list[Html]:
    if not game.game.mode.has_secret:
        return _against_an_adversary(game, texts)
    best = best_play(game.game.variant)
    if best is None:
        return []
    key = "end.perfect" if best.proven else "end.best-known"
    lines = [texts.html(key, mean=texts.decimal(best.mean), most=best.most)]
    if not game.suggestions and len(game.game.turns) <= best.most:
        lines.append(texts.html("end.below" if len(game.game.turns) < best.mean else "end.within"))
    return lines


def _against_an_adversary(game: Alone, texts: Texts) -> list[Html]:
    """What can be forced, not what is needed on average: that is found against secrets that lie still."""
    enough = forced_within(game.game.variant)
    if enough is None:
        return []
    lines = [texts.counted("end.forced", enough)]
    if not game.suggestions and len(game.game.turns) <= enough:
        lines.append(texts.html("end.forced-so"))
    return lines
