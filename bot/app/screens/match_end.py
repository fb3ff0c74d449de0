"""What is said when a match is over, to the person in one of its seats."""

from bot.app.match import Match, lot
from bot.app.screens.name import shown_name
from bot.app.texts import Html, Texts
from bot.game.model import Outcome, Seat, Termination


def end_lines(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    """How it ended, and the secrets."""
    outcome = match.game.outcome
    if outcome is None:
        raise ValueError("the match is not over")
    return [
        _result(match, outcome, seat, texts),
        *_secrets(match, seat, texts),
        *_counts(match, seat, texts),
        *_wishes(match, seat, texts),
    ]


def _result(match: Match, outcome: Outcome, seat: Seat, texts: Texts) -> Html:
    name = shown_name(match.sitters[1 - seat].name)
    won = outcome.winner == seat
    match outcome.termination:
        case Termination.ABORTED:
            return texts.html("match.aborted")
        case Termination.AGREED:
            return texts.html("match.agreed")
        case Termination.RESIGNED:
            return texts.html("match.they-resigned" if won else "match.you-resigned", name=name)
        case Termination.TIMED_OUT:
            return texts.html("match.they-timed-out" if won else "match.you-timed-out", name=name)
        case Termination.SOLVED:
            if outcome.winner is None:
                return texts.html("match.drawn")
            return texts.html("match.you-won" if won else "match.they-won", name=name)


def _secrets(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    game, name = match.game, shown_name(match.sitters[1 - seat].name)
    mine = game.secrets[1 - seat] if game.mode.own_secrets else None
    theirs = game.secret_for(seat)
    lines = []
    if theirs:
        key = "match.their-secret" if game.mode.own_secrets else "match.the-secret"
        lines.append(texts.html(key, secret=game.variant.show(theirs), name=name))
    if mine:
        lines.append(texts.html("match.my-secret", secret=game.variant.show(mine)))
    return lines


def _counts(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    game = match.game
    if not game.turns:
        return []
    mine, theirs = len(game.turns_of(seat)), len(game.turns_of(Seat(1 - seat)))
    name = shown_name(match.sitters[1 - seat].name)
    return [
        texts.html(
            "match.counts",
            mine=texts.counted("end.guesses", mine),
            theirs=texts.counted("end.guesses", theirs),
            name=name,
        )
    ]


def _wishes(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    """Who asks for another match."""
    rival = match.sitters[1 - seat]
    if match.rematch:
        return []
    if rival.rematch_asked is not None:
        return [texts.html("match.rematch-wished", name=shown_name(rival.name))]
    return [texts.html("match.rematch-waits", name=shown_name(rival.name))] if match.sitters[seat].rematch_asked else []


def proof_lines(match: Match, texts: Texts) -> list[Html]:
    """How anybody may check that no secret was changed, and that the lot was fair."""
    game = match.game
    lines = []
    for at, secret in enumerate(game.secrets):
        if secret:
            digest, written = match.commitment(at), game.variant.format(secret)
            lines.append(texts.html("board.proof-check", salt=match.salts[at], digest=digest, secret=written))
    if match.has_lot and None not in game.secrets:
        text, first = lot(match)
        name = shown_name(match.sitters[first].name)
        lines.append(texts.html("match.lot-check", seed=match.seed, digest=match.lot_commitment, text=text, name=name))
    return lines
