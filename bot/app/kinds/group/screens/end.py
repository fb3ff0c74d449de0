"""What is said when a game of several at one table is over."""

from bot.app.kinds.group.model import Group, guessers
from bot.app.kinds.group.screens.names import name_of
from bot.app.model.modes import group_play
from bot.app.screens.name import shown_name
from bot.app.screens.points import BEST, score_lines
from bot.app.texts import NOTHING, Html, Texts
from bot.game.model import Outcome, Seat, Termination


def end_lines(game: Group, texts: Texts) -> list[Html]:
    """How it ended, the secrets, and what everybody has come to."""
    outcome = game.game.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    own = game.game.mode.own_secrets
    lines = _of_two(game, outcome, texts) if own else [_of_all(game, outcome, texts)]
    return [*lines, *_scores(game, outcome, texts)]


def _of_all(game: Group, outcome: Outcome, texts: Texts) -> Html:
    secret, play = game.game.variant.show(game.game.secret or ()), group_play(game.game.mode)
    if outcome.winner is None:
        return texts.html(play.resigned, secret=secret)
    return texts.html(play.solved, secret=secret, name=name_of(game.seats, outcome.winner))


def _of_two(game: Group, outcome: Outcome, texts: Texts) -> list[Html]:
    play, lines = group_play(game.game.mode), []
    if outcome.termination is Termination.ABORTED:
        return [texts.html("many.aborted")]
    if outcome.winner is None:
        lines.append(texts.html(play.drawn))
    else:
        key = play.solved if outcome.termination is Termination.SOLVED else play.resigned
        loser = Seat(1 - outcome.winner)
        lines.append(texts.html(key, name=name_of(game.seats, outcome.winner), rival=name_of(game.seats, loser)))
    for seat in game.game.seats:
        secret = game.game.secrets[1 - seat]
        if secret:
            lines.append(
                texts.html("many.secret-of", name=name_of(game.seats, seat), secret=game.game.variant.show(secret))
            )
    return lines


def _scores(game: Group, outcome: Outcome, texts: Texts) -> list[Html]:
    scores = game.seats.scores
    if not scores:
        return []
    if game.seats.share_phone:
        wins = (texts.html("{name} {points}", name=shown_name(one.name), points=one.points) for one in scores)
        return [texts.html("many.wins", scores=Html(" · ".join(wins)))]
    if outcome.winner is None:
        return []
    gained = texts.counted("many.gained", len(guessers(game.game)), name=name_of(game.seats, outcome.winner))
    return [gained, NOTHING, texts.html("many.points-here"), *score_lines(scores[:BEST], texts)]
