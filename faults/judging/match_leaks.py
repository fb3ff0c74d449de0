"""Leaks in matches: what each player may read, and when."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from faults.judging.evidence import Evidence
from faults.judging.match_rows import StoredMatch
from faults.judging.witness import Said
from faults.players.match_model import COMPUTER, How, PlayedMatch
from faults.players.sight import match_in
from faults.players.turn_lines import TURN_LINE

HIDES_GUESSES = "race"
NOT_KEPT = "-"


class MatchLeaks:
    """Knows who may read which secret, guess and salt."""

    def __init__(self, evidence: Evidence) -> None:
        self._stored = {match.id: match for match in evidence.matches.matches}
        self._played = {match.id: match for pair in evidence.pairs for match in pair.matches}
        self._seen_by = {pair.group: pair for pair in evidence.pairs if pair.group is not None}
        self.secrets = {secret for match in self._stored.values() for secret in match.secrets} - {NOT_KEPT}
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
        return bool(TURN_LINE.match(line)) and word in self._guessed[said.chat]

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
        match = self._played.get(match_in(said.buttons))
        return (match,) if match is not None and said.chat in match.people else ()

    def _take_in(self, match: PlayedMatch, group: int | None) -> None:
        for keeper, secret in match.secrets.items():
            self._kept[keeper].add(secret)
        # Whoever was not told in time which secret the bot drew for them reads it on their screen later.
        for keeper in match.people:
            stored = self._stored.get(match.id)
            if keeper not in match.secrets and stored is not None and keeper in stored.people:
                self._kept[keeper] |= {stored.secret_of(keeper) or NOT_KEPT}
        for person in match.people:
            hides = match.agreed.mode == HIDES_GUESSES
            self._guessed[person] |= set(match.made_by(person) if hides else (asked.guess for asked in match.made))
        if match.agreed.mode != HIDES_GUESSES:
            self._guessed[group] |= {asked.guess for asked in match.made}
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
