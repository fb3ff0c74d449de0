"""What is said when a match is over, to the person in one of its seats."""

from bot.app.kinds.match.model import HELD, Match
from bot.app.kinds.match.names import rival_of
from bot.app.kinds.match.screens.clock import clock_face
from bot.app.kinds.match.screens.rating import rating_lines
from bot.app.screens.name import shown_name
from bot.app.texts import NOTHING, Html, Texts
from bot.game.leaving import Way
from bot.game.model import Outcome, Seat, Termination

ABORTED = {
    Way.WISH.value: ("match.aborted-by", "match.aborted-by-you"),
    Way.TIME.value: ("match.aborted-without", "match.aborted-too-late"),
    Way.GONE.value: ("match.aborted-without", "match.aborted-too-late"),
    Way.CALL_OFF.value: ("match.called-off", "match.called-off"),
}
"""What is said of whoever has left a game undone, to others and to themselves, by the way in which they have."""


def end_lines(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    """How it ended, with the secrets, and what came of it."""
    outcome = match.game.outcome
    if outcome is None:
        raise ValueError("the match is not over")
    return [
        *_rematch_request(match, seat, texts),
        _result(match, outcome, seat, texts),
        *_secrets(match, seat, texts),
        *([texts.html("partner.number-held")] if match.number == HELD else []),
        *_counts(match, seat, texts),
        *_hints(match, seat, texts),
        *_reviews(match, seat, texts),
        *rating_lines(match, seat, texts),
        *_waits(match, seat, texts),
    ]


def aborted_line(match: Match, texts: Texts, looker: Seat | None = None) -> Html:
    """Who has left the game undone, and why; or that both have agreed to."""
    for seat, sitter in enumerate(match.sitters):
        if sitter.aborted:
            return texts.html(ABORTED[sitter.aborted][seat == looker], name=shown_name(sitter.name))
    return texts.html("match.aborted")


def _result(match: Match, outcome: Outcome, seat: Seat, texts: Texts) -> Html:
    name = rival_of(match, seat)
    won = outcome.winner == seat
    match outcome.termination:
        case Termination.ABORTED:
            return aborted_line(match, texts, seat)
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
    game, name = match.game, rival_of(match, seat)
    codes = (None if match.number else game.secret_for(seat), game.secret_for(Seat(1 - seat)))
    theirs, mine = (game.variant.show(code) if code else "" for code in codes)
    if not game.mode.own_secrets:
        return [texts.html("match.the-secret", secret=theirs)] if theirs else []
    if theirs and mine:
        return [texts.html("match.both-secrets", theirs=theirs, mine=mine, name=name)]
    if theirs:
        return [texts.html("match.their-secret", secret=theirs, name=name)]
    return [texts.html("match.my-secret", secret=mine)] if mine else []


def _counts(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    """In how many guesses each has solved it, and, where that decides, in which time; nothing if nobody has."""
    if not any(map(match.game.has_solved, match.game.seats)):
        return []
    mine, theirs = (_count(match, at, texts) for at in (seat, Seat(1 - seat)))
    return [texts.html("match.counts", mine=mine, theirs=theirs, name=rival_of(match, seat))]


def _count(match: Match, seat: Seat, texts: Texts) -> Html:
    if not match.game.has_solved(seat):
        return texts.html("match.not-solved")
    turns = match.game.turns_of(seat)
    time = clock_face(turns[-1].at) if turns and not match.game.mode.in_turn else NOTHING
    return Html(f"{texts.counted('end.guesses', len(turns))}{time and ', '}{time}")


def _hints(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    """How many hints each has taken, if anybody has."""
    mine, theirs = match.sitters[seat].hints, match.sitters[1 - seat].hints
    if not mine and not theirs:
        return []
    return [texts.html("match.hints", mine=mine, theirs=theirs, name=rival_of(match, seat))]


def _reviews(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    """Who played better, and whom luck helped, once that is known."""
    if not match.reviews:
        return []
    mine, theirs, name = match.reviews[seat], match.reviews[1 - seat], rival_of(match, seat)
    accuracy = round(mine.accuracy), round(theirs.accuracy)
    key = "match.equally" if accuracy[0] == accuracy[1] else "match.better"
    luck = (texts.decimal(played.luck, "+0.0;−0.0") for played in (mine, theirs))
    return [
        texts.html(key, mine=accuracy[0], theirs=accuracy[1], name=name),
        texts.html("match.luck", mine=next(luck), theirs=next(luck), name=name),
    ]


def _rematch_request(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    """That the rival asks for another match."""
    if match.rematch or match.sitters[1 - seat].rematch_asked is None:
        return []
    return [texts.html("match.rematch-wished", name=rival_of(match, seat))]


def _waits(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    """That this person has asked for another match, and waits; or that there will be none."""
    if match.sitters[1 - seat].declines_rematch and not match.rematch:
        return [texts.html("match.rematch-declined", name=rival_of(match, seat))]
    asked = [match.sitters[at].rematch_asked is not None for at in (seat, 1 - seat)]
    if match.rematch or asked != [True, False]:
        return []
    return [texts.html("match.rematch-waits", name=rival_of(match, seat))]
