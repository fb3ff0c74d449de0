"""Judges matches: the players' accounts against the database and both screens; what was said; who may read what."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape

from faults.judging.cards import is_on_cards, never_came, not_on_its_card, written_to
from faults.judging.database import StoredMatch, StoredRemark, fingerprint
from faults.judging.evidence import Evidence, Refused, Said
from faults.judging.lobby import badly_listed, badly_met, badly_taken
from faults.judging.ratings import unfair
from faults.judging.sides import KEPT_NOT, Sides, goes_on_too_long, is_in_turn, may_end, result, turns_due
from faults.judging.watching import badly_watched
from faults.players.accounts import COMPUTER, How, PlayedMatch
from faults.players.sight import TURN_LINE, MatchScreen, boards_in, match_in, watched_in
from sandbox.html import parse


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
        _judge_given(sides, found)
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
    found.paired += (*badly_met(both), *badly_taken(evidence, both))
    found.unseen += (*badly_listed(evidence), *written_to(evidence), *badly_watched(evidence, both))
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


MOST_GIVEN = 4


def _judge_given(sides: Sides, found: MatchComplaints) -> None:
    """Whoever has been told that the other has more time has given it; nobody gives more often than they press."""
    for person, given in zip(sides.stored.people, sides.stored.given or (0, 0), strict=True):
        told, pressed = sides.played.was_given[person], sides.played.gave[person]
        if not told <= given <= min(pressed, MOST_GIVEN):
            into = found.lost if given < told else found.doubled
            into.append(f"time by {person} in {sides}: {pressed} presses, {told} were answered, {given} counted")


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


# Final screens.

WON, DRAWN, CALLED_OFF, LOST = "🏆", "🤝", "✖", ("🎭", "🏳", "⏰")
"""The signs that begin the line about the end, in all languages."""


def not_seen(sides: Sides, evidence: Evidence) -> Iterator[str]:
    """Final screens that do not show the last state."""
    for person in sides.played.people:
        if person == COMPUTER or is_on_cards(sides, evidence):
            continue
        screen = evidence.screens.get((person, sides.stored.id))
        if (screen is None or not _shows(screen, person, sides)) and not any(_refused_of(person, sides, evidence)):
            yield f"{sides}, by {person}: {screen.message.text if screen else 'nothing'!r}"


def _shows(screen: MatchScreen, person: int, sides: Sides) -> bool:
    if (screen.mine, screen.theirs) != turns_due(person, sides) or screen.over != sides.stored.over:
        return False
    if not sides.stored.over:
        return True
    text = screen.message.text
    kept = [secret for secret in sides.stored.secrets if secret not in {KEPT_NOT, sides.held}]
    return all(secret in text for secret in kept) and any(
        line.startswith(_sign(person, sides)) for line in text.split("\n")
    )


def _sign(person: int, sides: Sides) -> str | tuple[str, ...]:
    ending, winner = sides.played.ending, sides.winner
    if ending is not None and not ending.counts:
        return CALLED_OFF
    if winner is None:
        return DRAWN
    return WON if winner == person else LOST


def _refused_of(person: int, sides: Sides, evidence: Evidence) -> Iterator[Refused]:
    """The screens with the last state that Telegram refused for good."""
    for refused in evidence.stored.refused:
        if refused.chat == person and match_in(refused.buttons) == sides.stored.id:
            expected = boards_in(parse(refused.text)[0])
            if expected == turns_due(person, sides) and (":mhome:" in refused.buttons) == sides.stored.over:
                yield refused


# Remarks: each passed on once, and nothing else.


def lost_lines(evidence: Evidence) -> Iterator[str]:
    """Remarks that are not stored."""
    said, known = _said(evidence), Counter(evidence.matches.remarks)
    for remark in (said - known).elements():
        yield f"line {remark.text!r} by {remark.person} in match {remark.match}"


def doubled_lines(evidence: Evidence) -> Iterator[str]:
    """Remarks stored twice, never said, or by a stranger with whom the other had not agreed to talk."""
    said, known = _said(evidence), Counter(evidence.matches.remarks)
    for remark in (known - said).elements():
        yield f"line {remark.text!r} by {remark.person} in match {remark.match}"


def unheard_lines(evidence: Evidence) -> Iterator[str]:
    """Remarks that are missing in the rival's chat, or are there and must not be."""
    for match in _matches(evidence):
        for remark in match.said:
            rival = next(person for person in match.people if person != remark.person)
            heard = any(remark.text in text for text in evidence.heard.get(rival, ()))
            if heard != remark.passed_on and not (remark.passed_on and _line_was_refused(remark.text, rival, evidence)):
                yield f"line {remark.text!r} by {remark.person}, by {rival}: heard is {heard}"


def _said(evidence: Evidence) -> Counter[StoredRemark]:
    return Counter(
        StoredRemark(match.id, remark.person, remark.text)
        for match in _matches(evidence)
        for remark in match.said
        if remark.passed_on
    )


def _matches(evidence: Evidence) -> Iterator[PlayedMatch]:
    for pair in evidence.pairs:
        yield from pair.matches


def _line_was_refused(text: str, rival: int, evidence: Evidence) -> bool:
    """Whether Telegram refused the remark for good."""
    written = escape(text, quote=False)
    return any(refused.chat == rival and written in refused.text for refused in evidence.stored.refused)


# Games alone that go on with the bot's secret after a lost match.

HELD, PLAYED_FOR = "held", "played-for"
PLAY_ON = "mplayon"


@dataclass(slots=True)
class Broken:
    """Complaints: `lost` games are missing, `doubled` ones exist though nobody asked for them."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)


def broken_on(matches: dict[str, Sides], evidence: Evidence) -> Broken:
    """The complaints about them."""
    found, games = Broken(), Counter((game.chat, game.fingerprint) for game in evidence.stored.games)
    for sides in filter(_is_against_the_bot, matches.values()):
        person, due = _person(sides), int(sides.played.goes_on)
        salt = sides.stored.salts[sides.stored.people.index(person)]
        there = games[person, fingerprint(sides.stored.secret_for(person), salt)]
        noted = int(sides.stored.number == PLAYED_FOR)
        if (there, noted) != (due, due):
            into = found.lost if min(there, noted) < due else found.doubled
            into.append(f"{there} games go on after {sides}, its player knows of {due}: {sides.stored.number!r}")
    return found


def offers_wrongly(sides: Sides, evidence: Evidence) -> Iterator[str]:
    """Final screens that offer to go on wrongly, or do not offer it."""
    if not _is_against_the_bot(sides) or not sides.stored.over:
        return
    person, may = _person(sides), sides.stored.number == HELD
    screen = evidence.screens.get((person, sides.stored.id))
    if screen is None or (screen.button(PLAY_ON) is not None) == may:
        return
    if all((f":{PLAY_ON}:" in refused.buttons) != may for refused in _refused_of(person, sides, evidence)):
        yield f"{sides} offers to go on, or does not: its number is {sides.stored.number!r}"


def _is_against_the_bot(sides: Sides) -> bool:
    return COMPUTER in sides.played.people


def _person(sides: Sides) -> int:
    (person,) = (person for person in sides.played.people if person != COMPUTER)
    return person


# Leaks: what each player may read, and when.

HIDES_GUESSES = "race"


class MatchLeaks:
    """Knows who may read which secret, guess and salt."""

    def __init__(self, evidence: Evidence) -> None:
        self._stored = {match.id: match for match in evidence.matches.matches}
        self._played = {match.id: match for pair in evidence.pairs for match in pair.matches}
        self._spectators, self._open = evidence.spectators, set[str]()
        self._seen_by = {pair.group: pair for pair in evidence.pairs if pair.group is not None}
        self.secrets = {secret for match in self._stored.values() for secret in match.secrets} - {KEPT_NOT}
        self.salts = {salt for match in self._stored.values() for salt in (*match.salts, match.seed)} - {""}
        self._kept: defaultdict[int, set[str]] = defaultdict(set)
        self._guessed: defaultdict[int | None, set[str]] = defaultdict(set)
        """By person and by group that looks on, the guesses that are visible to them."""
        for pair in evidence.pairs:
            for match in pair.matches:
                self._take_in(match, pair.group)

    def may_read(self, word: str, line: str, said: Said) -> bool:
        """Whether the word may be read: a visible guess, their own secret in private, or any once the match is over."""
        if self.is_over(said, word):
            return True
        if said.person is not None:
            return word in self._kept[said.person] or word in self._guessed[said.person]
        guessed = self._open if said.chat in self._spectators else self._guessed[said.chat]
        return bool(TURN_LINE.match(line)) and word in guessed

    def is_over(self, said: Said, what: str) -> bool:
        """Whether the text is about a match of this chat with this secret or salt that ended before it was sent."""
        for match in self._shown(said):
            stored = self._stored.get(match.id)
            if stored is None or not stored.over or match.ending_since is None or said.when < match.ending_since:
                continue
            salts = (*stored.salts, stored.seed) if said.chat in match.people else ()
            shown = {*stored.secrets, *salts, *(guess for _, guess in stored.turns)}
            if what in shown - _held(match, stored, said.when):
                return True
        return False

    def hidden_guesses(self, said: Said) -> Iterator[str]:
        """The guesses of a race that has not ended, where they are not the reader's own."""
        for match in self._shown(said):
            if match.agreed.mode == HIDES_GUESSES:
                hidden = {asked.guess for asked in match.made} - self._guessed[said.chat]
                for line in filter(TURN_LINE.match, said.text.split("\n")):
                    yield from (guess for guess in hidden if guess in line and not self.is_over(said, guess))

    def _shown(self, said: Said) -> Iterable[PlayedMatch]:
        """The matches that the text may be about; a card in a group has no buttons, so any of the two people's."""
        if said.chat in self._seen_by:
            return self._seen_by[said.chat].matches
        if said.chat in self._spectators:
            watched = self._played.get(watched_in(said.buttons))
            return () if watched is None else (watched,)
        match = self._played.get(match_in(said.buttons))
        return (match,) if match is not None and said.chat in match.people else ()

    def _take_in(self, match: PlayedMatch, group: int | None) -> None:
        for keeper, secret in match.secrets.items():
            self._kept[keeper].add(secret)
        # Whoever was not told in time which secret the bot drew for them reads it on their screen later.
        for keeper in match.people:
            stored = self._stored.get(match.id)
            if keeper not in match.secrets and stored is not None and keeper in stored.people:
                self._kept[keeper] |= {stored.secret_of(keeper) or KEPT_NOT}
        for person in match.people:
            hides = match.agreed.mode == HIDES_GUESSES
            self._guessed[person] |= set(match.made_by(person) if hides else (asked.guess for asked in match.made))
        if match.agreed.mode != HIDES_GUESSES:
            self._guessed[group] |= {asked.guess for asked in match.made}
            self._open |= {asked.guess for asked in match.made}
        if COMPUTER in match.people and match.id in self._stored:
            for person in match.people:
                self._guessed[person] |= {guess for _, guess in self._stored[match.id].turns}


def _held(match: PlayedMatch, stored: StoredMatch, when: float) -> set[str]:
    """The secret that the bot, having won, must not show until it is asked to."""
    if COMPUTER not in match.people or stored.end == How.ABORTED.value:
        return set()
    loser = next(person for person in match.people if person != COMPUTER)
    secret = stored.secret_for(loser)
    if secret in stored.guesses_of(loser) or (match.told_since is not None and when >= match.told_since):
        return set()
    by_chance_the_same = {*stored.guesses_of(COMPUTER), stored.secret_of(loser)}
    return {secret, stored.salts[stored.people.index(loser)]} - by_chance_the_same
