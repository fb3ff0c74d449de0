"""Ratings as they must be: each rated match applied once, one after the other."""

from collections.abc import Iterable

from bot.app.record import MOST_A_DAY, Standing
from bot.game.rating import DRAW, LOSS, WIN, after_game
from tests.faults.match_model import How, PlayedMatch, PlayedPair
from tests.faults.match_rows import StoredResult

Scores = dict[int, float]


def scores(match: PlayedMatch, winner: int | None) -> Scores:
    """What the match brings each of the two; nothing where it was aborted."""
    if match.ending is None or match.ending.how is How.ABORTED:
        return {}
    if winner is None:
        return dict.fromkeys(match.people, DRAW)
    return {person: WIN if person == winner else LOSS for person in match.people}


def counted(pair: PlayedPair, all_scores: dict[str, Scores]) -> list[PlayedMatch]:
    """The matches that count for the ratings: two people can have but so many a day."""
    ended = [match for match in pair.matches if all_scores.get(match.id)]
    return ended[:MOST_A_DAY] if pair.agreed.rated else []


def standings(
    matches: Iterable[PlayedMatch], all_scores: dict[str, Scores], results: dict[str, StoredResult]
) -> dict[int, Standing]:
    """How strong the two are after these matches of theirs, which ended when the results say."""
    known: dict[int, Standing] = {}
    for match in matches:
        now = results[match.id].ended_at
        one, other = (known.get(person, Standing(person, "")) for person in match.people)
        mine, theirs = one.rating_at(now), other.rating_at(now)
        first, second = (all_scores[match.id][person] for person in match.people)
        known[one.person] = one.after(first, after_game(mine, theirs, first), now)
        known[other.person] = other.after(second, after_game(theirs, mine, second), now)
    return known
