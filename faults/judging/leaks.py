"""Finds leaks: secrets and salts of running games, or of other people's, that somebody was told."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from faults.judging.alone import ENDS
from faults.judging.evidence import Evidence, Said
from faults.judging.match import MatchLeaks
from faults.judging.ways import WayLeaks
from faults.players.sight import TURN_LINE, fingerprint_in
from faults.players.words import EXAMPLE, EXAMPLE_GUESS

HINT = "👉"
CHECK = "printf '"
EVER = float("inf")
RUN = re.compile(r"\w+")
RULES = "📖"
"""What the page of rules begins with."""


class Leaks:
    """Searches everything that was sent, stored as failed or logged for every secret and salt."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._games = {(game.chat, game.fingerprint): game for game in evidence.stored.games}
        self._played = {(chat.id, game.fingerprint): game for chat in evidence.chats for game in chat.games}
        self._matches = MatchLeaks(evidence)
        self._ways = WayLeaks(evidence)
        self._words = AnyOf({*(game.secret for game in evidence.stored.games), *self._matches.secrets} - {EXAMPLE})
        self._salts = AnyOf({*(game.salt for game in evidence.stored.games), *self._matches.salts, *self._ways.salts})
        self._numbers = AnyOf(self._ways.numbers)
        self._guesses: defaultdict[int, set[str]] = defaultdict(set)
        for game in evidence.stored.games:
            self._guesses[game.chat] |= set(game.guesses)

    def __iter__(self) -> Iterator[str]:
        """The leaks, a line each."""
        for said in (*self._evidence.said, *self._refused()):
            for word in (*self._wrongly_told(said), *self._matches.hidden_guesses(said)):
                yield f"chat {said.chat} was told {word}: {said.text!r} {said.buttons}"
        kept = self._words, self._salts, self._numbers
        for name, text in self._written():
            for found in (each for looked_for in kept for each in looked_for.found_in(text)):
                yield f"{name} holds {found}"

    def _refused(self) -> Iterator[Said]:
        """Messages in `failed_messages`, which were meant for their chats."""
        for refused in self._evidence.stored.refused:
            yield Said(refused.chat, refused.text, refused.buttons, EVER, sent=False)

    def _written(self) -> Iterator[tuple[str, str]]:
        yield from (self._evidence.written or {}).items()
        for text in self._evidence.stored.failed_updates:
            yield "failed_updates", text

    def _wrongly_told(self, said: Said) -> Iterator[str]:
        yield from (word for word in self._words.found_in(said.buttons) if not self._ways.may_read(word, said))
        numbers = {*self._numbers.found_in(said.text), *self._numbers.found_in(said.buttons)}
        yield from (number for number in numbers if self._ways.tells(number, said))
        yield from self._salts.found_in(said.buttons)
        for line in said.text.split("\n"):
            yield from (word for word in self._words.found_in(line) if not self._may_read(word, line, said))
            yield from (salt for salt in self._salts.found_in(line) if not self._may_check(salt, said))

    def _may_check(self, salt: str, said: Said) -> bool:
        return self._is_over("", salt, said) or self._matches.is_over(said, salt) or self._ways.may_check(salt, said)

    def _may_read(self, word: str, line: str, said: Said) -> bool:
        """Whether the person may read the word: their own guess, in a hint, or a secret of a game that is over."""
        if word == EXAMPLE_GUESS and said.text.startswith(RULES):
            return True
        if line.startswith(HINT) or self._matches.may_read(word, line, said) or self._ways.may_read(word, said):
            return True
        if TURN_LINE.match(line) or (said.person is not None and line.startswith(f"{word}: ")):
            return word in self._guesses[said.chat]
        return bool(ENDS.match(line) or CHECK in line) and self._is_over(word, "", said)

    def _is_over(self, secret: str, salt: str, said: Said) -> bool:
        """Whether the text is about a game of this chat with this secret or salt that ended before it was sent."""
        shown = said.chat, fingerprint_in(said.text) or ""
        game, played = self._games.get(shown), self._played.get(shown)
        if game is None or played is None or played.ending_since is None:
            return False
        same = game.secret == secret or game.salt == salt
        return same and game.over and said.when >= played.ending_since


class AnyOf:
    """Finds words in one pass: a run of an hour has ten thousand salts."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = frozenset(words)
        self._lengths = {len(word) for word in self._words}
        assert all(RUN.fullmatch(word) for word in self._words), "a word of letters and digits is looked for"

    def found_in(self, text: str) -> Iterator[str]:
        """The words in the text."""
        for run in RUN.findall(text):
            for length in self._lengths:
                for begin in range(len(run) - length + 1):
                    if (part := run[begin : begin + length]) in self._words:
                        yield part
