"""Judges results and ratings: one result and one rating change for each match."""

from collections import Counter
from collections.abc import Iterator

from faults.judging import match_ratings as ratings
from faults.judging.evidence import Evidence
from faults.judging.glicko import Strength
from faults.judging.match_rows import StoredRating
from faults.judging.sides import Sides
from faults.players.match_model import How

CLOSE = 1e-4


def unfair(evidence: Evidence, matches: dict[str, Sides]) -> Iterator[str]:
    """Results and ratings that do not follow from the matches."""
    due = {match: ratings.scores(sides.played, sides.winner) for match, sides in matches.items()}
    results = {(row.match, row.person): row for row in evidence.matches.results}
    expected = {(match, person): score for match, scores in due.items() for person, score in scores.items()}
    for key in sorted(results.keys() | expected.keys()):
        row = results.get(key)
        if row is None or row.score != expected.get(key):
            yield f"match {key[0]} brings {key[1]} {row and row.score}, not {expected.get(key)}"
    yield from _miscounted(evidence, matches, due)
    if expected.keys() <= results.keys():
        yield from _wrongly_rated(evidence, due, results)


def _miscounted(evidence: Evidence, matches: dict[str, Sides], due: dict[str, ratings.Scores]) -> Iterator[str]:
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


def _wrongly_rated(evidence: Evidence, due: dict[str, ratings.Scores], results: ratings.Results) -> Iterator[str]:
    rated = []
    for pair in evidence.pairs:
        counts = ratings.counted(pair, due)
        rated += counts
        for match in (match for match in pair.matches if due.get(match.id)):
            if any(results[match.id, person].is_rated != (match in counts) for person in pair.people):
                yield f"match {match.id} of {pair.people} counts, or counts not"
    known, after = ratings.strengths(rated, due, results)
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
