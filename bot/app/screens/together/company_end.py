"""What is said when a game of several at one table is over."""

from bot.app.model.company import ONE_PHONE, Company, Score, guessers
from bot.app.model.table import Table
from bot.app.screens.name import name_of, shown_name
from bot.app.texts import NOTHING, Html, Texts
from bot.game.model import Outcome, Seat, Termination

BEST = 5
"""So many stand in the table of points."""


def end_lines(table: Table, company: Company, texts: Texts) -> list[Html]:
    """How it ended, the secrets, and what everybody has come to."""
    outcome = table.game.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    own = table.game.mode.own_secrets
    lines = _of_two(table, company, outcome, texts) if own else [_of_all(table, company, outcome, texts)]
    return [*lines, *_scores(table, company, outcome, texts)]


def score_lines(scores: tuple[Score, ...], texts: Texts) -> list[Html]:
    """Who has how many points in the group, the best first."""
    return [
        texts.counted(
            "many.score",
            score.points,
            place=place,
            name=shown_name(score.name),
            games=texts.counted("many.games", score.games),
        )
        for place, score in enumerate(scores, 1)
    ]


def _of_all(table: Table, company: Company, outcome: Outcome, texts: Texts) -> Html:
    secret = table.game.variant.show(table.game.secret or ())
    if outcome.winner is None:
        return texts.html("end.resigned", secret=secret)
    return texts.html("end.solved-by", secret=secret, name=name_of(company, outcome.winner))


def _of_two(table: Table, company: Company, outcome: Outcome, texts: Texts) -> list[Html]:
    game, lines = table.game, []
    if outcome.termination is Termination.ABORTED:
        return [texts.html("many.aborted")]
    if outcome.winner is None:
        lines.append(texts.html("many.drawn"))
    else:
        key = "many.won" if outcome.termination is Termination.SOLVED else "many.won-by-resignation"
        loser = Seat(1 - outcome.winner)
        lines.append(texts.html(key, name=name_of(company, outcome.winner), rival=name_of(company, loser)))
    for seat in game.seats:
        secret = game.secrets[1 - seat]
        if secret:
            lines.append(texts.html("many.secret-of", name=name_of(company, seat), secret=game.variant.show(secret)))
    return lines


def _scores(table: Table, company: Company, outcome: Outcome, texts: Texts) -> list[Html]:
    if not company.scores:
        return []
    if company.members[0].person == ONE_PHONE:
        told = (texts.html("{name} {points}", name=shown_name(one.name), points=one.points) for one in company.scores)
        return [texts.html("many.wins", scores=Html(" · ".join(told)))]
    if outcome.winner is None:
        return []
    gained = texts.counted("many.gained", len(guessers(table.game)), name=name_of(company, outcome.winner))
    return [gained, NOTHING, texts.html("many.points-here"), *score_lines(company.scores[:BEST], texts)]
