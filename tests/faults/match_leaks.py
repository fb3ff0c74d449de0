"""What two people who play with each other may read, and when."""

from collections.abc import Iterator

from tests.faults.evidence import Evidence
from tests.faults.match_model import PlayedMatch
from tests.faults.match_screen import match_in
from tests.faults.turn_lines import TURN_LINE
from tests.faults.witness import Said

HIDES_GUESSES = "race"
NOT_KEPT = "-"


class MatchLeaks:
    """Knows who may read which secret, guess and salt."""

    def __init__(self, evidence: Evidence) -> None:
        self._stored = {match.id: match for match in evidence.matches.matches}
        self._played = {match.id: match for pair in evidence.pairs for match in pair.matches}
        self.secrets = {secret for match in self._stored.values() for secret in match.secrets} - {NOT_KEPT}
        self.salts = {salt for match in self._stored.values() for salt in (*match.salts, match.seed)} - {""}
        self._kept: dict[int, set[str]] = {}
        self._guessed: dict[int, set[str]] = {}
        for played in self._played.values():
            for keeper, secret in played.secrets.items():
                self._kept.setdefault(keeper, set()).add(secret)
            for person in played.people:
                self._guessed.setdefault(person, set()).update(self._open_guesses(played, person))

    def may_read(self, word: str, line: str, said: Said) -> bool:
        """Guesses that are open to them, their own secret where they alone are told, and all once it is over."""
        if self.is_over(said, word):
            return True
        if said.person is not None:
            return word in self._kept.get(said.person, ()) or word in self._guessed.get(said.person, ())
        return bool(TURN_LINE.match(line)) and word in self._guessed.get(said.chat, ())

    def is_over(self, said: Said, what: str) -> bool:
        """Whether the text shows a match of this chat, with this secret or salt, that was ended before it was said."""
        about = match_in(said.buttons)
        stored, played = self._stored.get(about), self._played.get(about)
        if stored is None or played is None or played.ending_since is None or said.chat not in played.people:
            return False
        ended = stored.over and said.when >= played.ending_since
        return ended and what in {*stored.secrets, *stored.salts, stored.seed, *(guess for _, guess in stored.turns)}

    def hidden_guesses(self, said: Said) -> Iterator[str]:
        """The rival's guesses of a race that has not ended."""
        about = match_in(said.buttons)
        stored, played = self._stored.get(about), self._played.get(about)
        if stored is None or played is None or stored.mode != HIDES_GUESSES:
            return
        theirs = {guess for by, guess in stored.turns if by != said.chat}
        for line in filter(TURN_LINE.match, said.text.split("\n")):
            for guess in theirs - set(stored.guesses_of(said.chat)):
                if guess in line and not self.is_over(said, guess):
                    yield guess

    def _open_guesses(self, played: PlayedMatch, person: int) -> set[str]:
        if played.agreed.mode == HIDES_GUESSES:
            return set(played.made_by(person))
        return {asked.guess for asked in played.made}
