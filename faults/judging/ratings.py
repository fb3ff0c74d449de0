"""Judges results and ratings: one result and one rating change for each match."""

from collections import Counter
from collections.abc import Iterable, Iterator

from faults.judging.database import StoredRating, StoredResult
from faults.judging.evidence import Evidence
from faults.judging.glicko import Strength
from faults.judging.sides import Sides
from faults.players.accounts import COMPUTER, How, PlayedMatch, PlayedPair

CLOSE = 1e-4
Scores = dict[int, float]
"""By person."""
Results = dict[tuple[str, int], StoredResult]
"""By match and person."""


def unfair(evidence: Evidence, matches: dict[str, Sides]) -> Iterator[str]:
    """Results and ratings that do not follow from the matches."""
    due = {match: scores(sides.played, sides.winner) for match, sides in matches.items()}
    results = {(row.match, row.person): row for row in evidence.matches.results}
    expected = {(match, person): score for match, scores in due.items() for person, score in scores.items()}
    for key in sorted(results.keys() | expected.keys()):
        row = results.get(key)
        if row is None or row.score != expected.get(key):
            yield f"match {key[0]} brings {key[1]} {row and row.score}, not {expected.get(key)}"
    yield from _miscounted(evidence, matches, due)
    if expected.keys() <= results.keys():
        yield from _wrongly_rated(evidence, due, results)


def _miscounted(evidence: Evidence, matches: dict[str, Sides], due: dict[str, Scores]) -> Iterator[str]:
    """People whose counts of matches played to the end, or lost on time, are wrong."""
    left = Counter(
        sides.played.ending.person
        for sides in matches.values()
        if sides.played.ending is not None and sides.played.ending.how is How.TIMED_OUT
    )
    finished = Counter(person for scores in due.values() for person in scores)
    finished.subtract(left)
    for what, counted, known in (
        ("played", finished, evidence.matches.finished),
        ("walked out of", left, evidence.matches.walked_out),
    ):
        for person in sorted(counted.keys() | known.keys()):
            if known.get(person, 0) != counted[person]:
                yield f"{person} has {what} {counted[person]} matches, {known.get(person)} are known"


def _wrongly_rated(evidence: Evidence, due: dict[str, Scores], results: Results) -> Iterator[str]:
    rated = []
    for pair in evidence.pairs:
        counts = counted(pair, due)
        rated += counts
        for match in (match for match in pair.matches if due.get(match.id)):
            if any(results[match.id, person].is_rated != (match in counts) for person in pair.people):
                yield f"match {match.id} of {pair.people} counts, or counts not"
    known, after = strengths(rated, due, results)
    for (match_id, person), rating in after.items():
        if abs(results[match_id, person].rating - rating) > CLOSE:
            yield f"match {match_id} left {person} at {results[match_id, person].rating}, not {rating}"
    stored = {row.person: row for row in evidence.matches.ratings}
    for person in sorted(known.keys() | stored.keys()):
        if not _is_right(stored.get(person), known.get(person)):
            yield f"{person} is rated {stored.get(person)}, not {known.get(person)}"


def _is_right(row: StoredRating | None, strength: Strength | None) -> bool:
    if row is None or strength is None:
        return False
    counts = (row.games, row.wins, row.draws, row.losses)
    right = (strength.games, strength.wins, strength.draws, strength.losses)
    is_close = abs(row.rating - strength.rating) < CLOSE and abs(row.deviation - strength.deviation) < CLOSE
    return counts == right and is_close


# The ratings that are due: each rated match applied once, in order.

MOST_A_DAY = 5
"""The rated matches of the same two people that count within a day."""
FULL_A_DAY = 3
"""Those of them that count in full, the others half."""
GUESSES, CERTAIN = 3, 110.0
"""Who is less certain than that and gives a match away before so many guesses is worth half to the winner."""


def scores(match: PlayedMatch, winner: int | None) -> Scores:
    """The scores of the two; none if it was aborted or called off, or is against the bot."""
    if match.ending is None or not match.ending.counts or COMPUTER in match.people:
        return {}
    if winner is None:
        return dict.fromkeys(match.people, 0.5)
    return {person: float(person == winner) for person in match.people}


def counted(pair: PlayedPair, all_scores: dict[str, Scores]) -> list[PlayedMatch]:
    """The matches that count for ratings, within the daily limit."""
    ended = [match for match in pair.matches if all_scores.get(match.id)]
    return ended[:MOST_A_DAY] if pair.agreed.rated else []


def strengths(
    matches: Iterable[PlayedMatch], all_scores: dict[str, Scores], results: Results
) -> tuple[dict[int, Strength], dict[tuple[str, int], float]]:
    """Everybody's rating after these matches, at the times of the results; and the rating after each match."""
    known: dict[int, Strength] = {}
    after: dict[tuple[str, int], float] = {}
    met: Counter[frozenset[int]] = Counter()
    for match in sorted(matches, key=lambda match: match.number):
        now = results[match.id, match.people[0]].ended_at
        one, other = match.people
        before = {person: known.get(person, Strength()).at(now) for person in match.people}
        pair = frozenset(match.people)
        met[pair] += 1
        for person, rival in ((one, other), (other, one)):
            whole = before[person].after(before[rival], all_scores[match.id][person], now)
            is_half = met[pair] > FULL_A_DAY or _was_given(match, rival, before[rival])
            known[person] = whole.halved(before[person]) if is_half else whole
            after[match.id, person] = known[person].rating
    return known, after


def _was_given(match: PlayedMatch, rival: int, strength: Strength) -> bool:
    """Whether that rival, of uncertain rating, gave the match away before they had guessed GUESSES times."""
    if match.ending is None or not match.ending.gave_away or match.ending.person != rival:
        return False
    return strength.deviation > CERTAIN and sum(asked.person == rival for asked in match.made) < GUESSES
