"""Judges pairings in the lobby, and rematches."""

from collections import defaultdict
from collections.abc import Iterator

from faults.judging.evidence import Evidence
from faults.judging.sides import Sides
from faults.players.match_model import PlayedMatch


def badly_met(evidence: Evidence, matches: dict[str, Sides]) -> Iterator[str]:
    """People who were paired with several rivals at a time, or on other terms."""
    for sides in matches.values():
        if set(sides.stored.people) != set(sides.played.people):
            yield f"{sides} is stored as one of {sides.stored.people}"
        if (before := matches.get(sides.played.before)) is not None:
            yield from _not_swapped(sides, before)
    by_person: defaultdict[int, list[PlayedMatch]] = defaultdict(list)
    for pair in evidence.pairs:
        for match in pair.matches:
            for person in pair.people:
                by_person[person].append(match)
    for person, played in by_person.items():
        yield from _meets_several(person, played, matches)


def _not_swapped(sides: Sides, before: Sides) -> Iterator[str]:
    """A rematch must follow its match, with the other player first."""
    if before.stored.rematch != sides.stored.id:
        yield f"{sides} is no rematch of {before.stored.id}"
    first = before.stored.first
    if first is not None and sides.stored.people[0] == first:
        yield f"{sides} is begun by {first}, like the match before"


def _meets_several(person: int, played: list[PlayedMatch], matches: dict[str, Sides]) -> Iterator[str]:
    """A search must end when a rival is found."""
    met = [match.id for match in played if match.by_lobby and match.id in matches]
    going_on = [match for match in met if not matches[match].stored.over]
    if len(going_on) > 1:
        yield f"{person} met several rivals at once: {going_on}"
