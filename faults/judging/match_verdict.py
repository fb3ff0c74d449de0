"""Judges matches: the players' accounts against the database, both screens and the ratings."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256

from faults.judging.evidence import Evidence
from faults.judging.match_cards import never_came, written_to
from faults.judging.match_challenges import badly_listed, badly_taken
from faults.judging.match_fairness import unfair
from faults.judging.match_meetings import badly_met
from faults.judging.match_numbers import broken_on, offers_wrongly
from faults.judging.match_rows import StoredMatch
from faults.judging.match_rules import goes_on_too_long, is_in_turn, may_end, result
from faults.judging.match_sights import not_on_its_card, not_seen
from faults.judging.match_talk import doubled_lines, lost_lines, unheard_lines
from faults.judging.sides import KEPT_NOT, Sides
from faults.players.match_model import COMPUTER, How


@dataclass(slots=True)
class MatchComplaints:
    """Complaints about matches, a line each."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    swapped: list[str] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    unfair: list[str] = field(default_factory=list)
    """Ratings and results that do not follow from the matches."""
    uncovered: list[str] = field(default_factory=list)
    """Typed secrets that were not deleted."""
    paired: list[str] = field(default_factory=list)
    """People who were paired wrongly."""


def judge_matches(evidence: Evidence) -> MatchComplaints:
    """The complaints."""
    found = MatchComplaints()
    stored = {match.id: match for match in evidence.matches.matches}
    played = {match.id: match for pair in evidence.pairs for match in pair.matches}
    unknown = [match for match in stored.keys() - played.keys() if not never_came(stored[match], evidence)]
    found.doubled += [f"match {match}, which nobody knows of" for match in unknown]
    found.lost += [f"match {match}" for match in played.keys() - stored.keys()]
    both = {match: Sides(played[match], stored[match]) for match in stored.keys() & played.keys()}
    for sides in both.values():
        _judge_guesses(sides, evidence, found)
        _judge_hints(sides, found)
        found.swapped += _in_another_order(sides)
        found.ended += _ended_otherwise(sides)
        found.unseen += (
            *not_seen(sides, evidence),
            *not_on_its_card(sides, evidence),
            *offers_wrongly(sides, evidence),
        )
    broken = broken_on(both, evidence)
    found.lost += (*broken.lost, *lost_lines(evidence))
    found.doubled += (*broken.doubled, *doubled_lines(evidence))
    found.unseen += unheard_lines(evidence)
    found.paired += (*badly_met(evidence, both), *badly_taken(evidence, both))
    found.unseen += (*badly_listed(evidence), *written_to(evidence))
    found.unfair += unfair(evidence, both)
    found.uncovered += [f"message {number} in chat {chat}" for chat, number in sorted(evidence.uncovered)]
    return found


def _judge_guesses(sides: Sides, evidence: Evidence, found: MatchComplaints) -> None:
    for person in sides.played.people:
        made, kept = Counter(sides.played.made_by(person)), Counter(sides.stored.guesses_of(person))
        unseen = 1 if person == COMPUTER and not _is_seen_over(sides, evidence) else 0
        found.lost += [f"guess {guess} by {person} in {sides}" for guess in (made - kept).elements()]
        further = [f"guess {guess} by {person} in {sides}" for guess in (kept - made).elements()]
        found.doubled += further[unseen:]
    for keeper, secret in sides.played.secrets.items():
        breaker = next(person for person in sides.played.people if person != keeper)
        if sides.stored.secret_for(breaker) != secret:
            found.lost.append(f"the secret of {keeper} in {sides}")
    if sides.played.agreed.mode != sides.stored.mode:
        found.swapped.append(f"{sides}, which was to be a {sides.played.agreed.mode}")


def _is_seen_over(sides: Sides, evidence: Evidence) -> bool:
    """Whether the player of a match against the bot sees the end, and so its last guess."""
    shown = (evidence.screens.get((person, sides.stored.id)) for person in sides.played.people)
    return any(screen is not None and screen.over for screen in shown)


def _judge_hints(sides: Sides, found: MatchComplaints) -> None:
    taken, counted = sides.played.hints, sides.stored.hints
    if taken != counted:
        into = found.lost if counted < taken else found.doubled
        into.append(f"hints in {sides}: {taken} were taken, {counted} counted")


def _in_another_order(sides: Sides) -> Iterator[str]:
    played, stored = sides.played, sides.stored
    made = [(asked.person, asked.guess) for asked in played.made]
    kept = list(stored.turns)
    if not played.agreed.in_turn:
        made, kept = sorted(made, key=lambda turn: turn[0]), sorted(kept, key=lambda turn: turn[0])
    if Counter(made) == Counter(kept) and made != kept:
        yield f"{kept} in {sides} came as {made}"
    if stored.first is None or KEPT_NOT in stored.secrets:
        return
    if not is_in_turn(stored.people, stored.first, sides.guessed):
        yield f"{kept} in {sides}, which {stored.first} was to begin"
    if stored.first != _drawn(stored):
        yield f"{sides} was begun by {stored.first}, whatever the lot says"


def _drawn(stored: StoredMatch) -> int:
    """The seat that must begin: by the lot, or the first one without a lot."""
    if not stored.seed:
        return stored.people[0]
    text = " ".join((stored.seed, *(stored.secrets if len(stored.secrets) > 1 else map(str, stored.people))))
    return stored.people[int(sha256(text.encode()).hexdigest(), 16) % 2]


WRITTEN = {How.SOLVED: "", How.CALLED_OFF: How.ABORTED.value}
"""The bot's name of an end, where it differs."""


def _ended_otherwise(sides: Sides) -> Iterator[str]:
    played, stored = sides.played, sides.stored
    if goes_on_too_long(stored.mode, played.people, sides.guessed):
        yield f"{sides} went on after its end"
    if stored.over != (played.ending is not None):
        yield f"{sides}: over is {stored.over}, its players say {played.ending}"
    if played.ending is None:
        return
    how = played.ending.how
    text = f"{how.value} {played.ending.person}" if played.ending.gave_away else how.value
    text = WRITTEN.get(how, text)
    solved = result(stored.mode, played.people, sides.guessed) is not None
    if stored.end != text or solved != (how is How.SOLVED):
        yield f"{sides}: it ended by {stored.end!r}, its players say {played.ending}"
    if not may_end(how.value, sides.guessed):
        yield f"{sides}: after {len(sides.guessed)} guesses it ended by {played.ending}"
