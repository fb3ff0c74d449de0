"""Whether two people's matches are what the two know, in the database, on both screens and in the ratings."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256

from sandbox.html import parse
from tests.faults import match_ratings as ratings
from tests.faults.evidence import Evidence
from tests.faults.match_model import How, PlayedMatch
from tests.faults.match_rows import StoredMatch, StoredResult
from tests.faults.match_rules import goes_on_too_long, is_in_turn, result
from tests.faults.match_screen import MatchScreen, Turns, boards_in, match_in, turns_in
from tests.faults.words import feedback

KEPT_NOT = "-"
WON, DRAWN, CALLED_OFF, LOST = "🏆", "🤝", "✖", ("🎭", "🏳", "⏰")
"""How the line begins that tells the end, whatever the language."""
CLOSE = 1e-6


@dataclass(slots=True)
class MatchComplaints:
    """Each line is one thing that must not be."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    swapped: list[str] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    unfair: list[str] = field(default_factory=list)
    """Ratings and results that are not what the matches come to."""
    uncovered: list[str] = field(default_factory=list)
    """Typed secrets that stand in their chats."""


@dataclass(frozen=True, slots=True)
class Sides:
    """A match as it was played and as it is stored."""

    played: PlayedMatch
    stored: StoredMatch

    def __str__(self) -> str:
        return f"{self.stored.mode} {self.stored.id} of {self.played.people}"

    @property
    def guessed(self) -> list[tuple[int, bool]]:
        """By whom each guess was, and whether it was the secret."""
        return [(by, guess == self.stored.secret_for(by)) for by, guess in self.stored.turns]

    @property
    def winner(self) -> int | None:
        """Who has won, by the rules; None if nobody has."""
        ending = self.played.ending
        if ending is not None and ending.how is How.RESIGNED:
            return next(person for person in self.played.people if person != ending.person)
        broken = result(self.stored.mode, self.played.people, self.guessed)
        return broken.winner if broken is not None else None


def judge_matches(evidence: Evidence) -> MatchComplaints:
    """What the evidence shows."""
    found = MatchComplaints()
    stored = {match.id: match for match in evidence.matches.matches}
    played = {match.id: match for pair in evidence.pairs for match in pair.matches}
    found.doubled += [f"match {match}, which nobody knows of" for match in stored.keys() - played.keys()]
    found.lost += [f"match {match}" for match in played.keys() - stored.keys()]
    for sides in (Sides(played[match], stored[match]) for match in stored.keys() & played.keys()):
        _judge_guesses(sides, found)
        found.swapped += _in_another_order(sides)
        found.ended += _ended_otherwise(sides)
        found.unseen += (*_not_seen(sides, evidence), *_not_on_its_card(sides, evidence))
    found.unfair += _unfair(evidence, {match: Sides(played[match], stored[match]) for match in stored.keys() & played})
    found.uncovered += [f"message {number} in chat {chat}" for chat, number in sorted(evidence.uncovered)]
    return found


def _judge_guesses(sides: Sides, found: MatchComplaints) -> None:
    for person in sides.played.people:
        made, kept = Counter(sides.played.made_by(person)), Counter(sides.stored.guesses_of(person))
        found.lost += [f"guess {guess} by {person} in {sides}" for guess in (made - kept).elements()]
        found.doubled += [f"guess {guess} by {person} in {sides}" for guess in (kept - made).elements()]
    for keeper, secret in sides.played.secrets.items():
        breaker = next(person for person in sides.played.people if person != keeper)
        if sides.stored.secret_for(breaker) != secret:
            found.lost.append(f"the secret of {keeper} in {sides}")
    if sides.played.agreed.mode != sides.stored.mode:
        found.swapped.append(f"{sides}, which was to be a {sides.played.agreed.mode}")


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
    """Who is to begin: as the lot says, or the first seat where there was none."""
    if not stored.seed:
        return stored.people[0]
    text = " ".join((stored.seed, *(stored.secrets if len(stored.secrets) > 1 else map(str, stored.people))))
    return stored.people[int(sha256(text.encode()).hexdigest(), 16) % 2]


def _ended_otherwise(sides: Sides) -> Iterator[str]:
    played, stored = sides.played, sides.stored
    if goes_on_too_long(stored.mode, played.people, sides.guessed):
        yield f"{sides} went on after its end"
    if stored.over != (played.ending is not None):
        yield f"{sides}: over is {stored.over}, its players say {played.ending}"
    if played.ending is None:
        return
    how = played.ending.how
    told = {How.SOLVED: "", How.RESIGNED: f"resigned {played.ending.person}"}.get(how, how.value)
    solved = result(stored.mode, played.people, sides.guessed) is not None
    if stored.end != told or solved != (how is How.SOLVED):
        yield f"{sides}: it ended by {stored.end!r}, its players say {played.ending}"


def _not_seen(sides: Sides, evidence: Evidence) -> Iterator[str]:
    for person in sides.played.people:
        screen = evidence.screens.get((person, sides.stored.id))
        if not _was_refused(person, sides, evidence) and (screen is None or not _shows(screen, person, sides)):
            yield f"{sides}, by {person}: {screen.message.text if screen else 'nothing'!r}"


def _not_on_its_card(sides: Sides, evidence: Evidence) -> Iterator[str]:
    """What the onlookers in a group must see in the end."""
    stored = sides.stored
    if stored.group is None or any(refused.chat == stored.group for refused in evidence.stored.refused):
        return
    by_seat = [_expected(person, sides)[0] for person in stored.people]
    hidden = stored.mode == "race" and not stored.over
    open_turns = by_seat[0] if stored.mode == "volley" else (*by_seat[0], *by_seat[1])
    expected = tuple(("" if hidden else guess, answer) for guess, answer in open_turns)
    card = evidence.cards.get(stored.id, "")
    kept = [secret for secret in stored.secrets if secret != KEPT_NOT]
    if turns_in(card) != expected or (stored.over and not all(secret in card for secret in kept)):
        yield f"{sides}, on its card in {stored.group}: {card!r}"


def _expected(person: int, sides: Sides) -> tuple[Turns, Turns]:
    """What the two boards of a person show in the end."""
    stored = sides.stored
    told = [(by, guess, feedback(guess, stored.secret_for(by))) for by, guess in stored.turns]
    if stored.mode == "volley":
        return tuple((guess, answer) for _, guess, answer in told), ()
    hidden = stored.mode == "race" and not stored.over
    mine = tuple((guess, answer) for by, guess, answer in told if by == person)
    theirs = tuple(("" if hidden else guess, answer) for by, guess, answer in told if by != person)
    return mine, theirs


def _shows(screen: MatchScreen, person: int, sides: Sides) -> bool:
    if (screen.mine, screen.theirs) != _expected(person, sides) or screen.over != sides.stored.over:
        return False
    if not sides.stored.over:
        return True
    kept = [secret for secret in sides.stored.secrets if secret != KEPT_NOT]
    text = screen.message.text
    return all(secret in text for secret in kept) and any(
        line.startswith(_sign(person, sides)) for line in text.split("\n")
    )


def _sign(person: int, sides: Sides) -> str | tuple[str, ...]:
    ending, winner = sides.played.ending, sides.winner
    if ending is not None and ending.how is How.ABORTED:
        return CALLED_OFF
    if winner is None:
        return DRAWN
    return WON if winner == person else LOST


def _was_refused(person: int, sides: Sides, evidence: Evidence) -> bool:
    """Whether the newest screen is one that Telegram refused for good."""
    for refused in evidence.stored.refused:
        if refused.chat == person and match_in(refused.buttons) == sides.stored.id:
            told = boards_in(parse(refused.text)[0])
            if told == _expected(person, sides) and (":mrival:" in refused.buttons) == sides.stored.over:
                return True
    return False


def _unfair(evidence: Evidence, matches: dict[str, Sides]) -> Iterator[str]:
    due = {match: ratings.scores(sides.played, sides.winner) for match, sides in matches.items()}
    results = {(row.match, row.person): row for row in evidence.matches.results}
    expected = {(match, person): score for match, scores in due.items() for person, score in scores.items()}
    for key in sorted(results.keys() | expected.keys()):
        row = results.get(key)
        if row is None or row.score != expected.get(key):
            yield f"match {key[0]} brings {key[1]} {row and row.score}, not {expected.get(key)}"
    played = Counter(person for scores in due.values() for person in scores)
    for person in sorted(played.keys() | {who for who, games in evidence.matches.finished.items() if games}):
        if evidence.matches.finished.get(person, 0) != played[person]:
            yield f"{person} has played {played[person]} matches, {evidence.matches.finished.get(person)} are known"
    if expected.keys() <= results.keys():
        yield from _wrongly_rated(evidence, due, results)


def _wrongly_rated(
    evidence: Evidence, due: dict[str, ratings.Scores], results: dict[tuple[str, int], StoredResult]
) -> Iterator[str]:
    stored = {row.person: row for row in evidence.matches.ratings}
    for pair in evidence.pairs:
        rated = ratings.counted(pair, due)
        for match in (match for match in pair.matches if due.get(match.id)):
            if any(results[match.id, person].is_rated != (match in rated) for person in pair.people):
                yield f"match {match.id} of {pair.people} counts, or counts not"
        of_one = {match.id: results[match.id, pair.people[0]] for match in rated}
        known = ratings.standings(rated, due, of_one)
        for person in pair.people:
            row, standing = stored.pop(person, None), known.get(person)
            told = (row.games, row.wins, row.draws, row.losses) if row else None
            right = (standing.games, standing.wins, standing.draws, standing.losses) if standing else None
            if told != right or (row and standing and abs(row.rating - standing.rating.value) > CLOSE):
                yield f"{person} is rated {row}, not {standing}"
    yield from (f"{person} is rated, and nobody knows why" for person in stored)
