"""Computes expected ratings: each rated match applied once, in order."""

from collections import Counter
from collections.abc import Iterable

from faults.judging.glicko import Strength
from faults.judging.match_rows import StoredResult
from faults.players.match_model import COMPUTER, PlayedMatch, PlayedPair

Scores = dict[int, float]
Results = dict[tuple[str, int], StoredResult]
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
