"""The code of the day: the secrets, who has tried them, and what came of it."""

import hmac
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Protocol, Self

from bot.app.model.fairness import commitment_to
from bot.game.daily import Calendar, Streak
from solver.variant import VARIANTS, Code

VARIANT = VARIANTS["classic"]
GAVE_UP = 99
"""What is counted in the place of guesses where somebody gave up: it is below all."""
GIVEN_UP = 10
"""As so many guesses a code that was given up counts in averages."""
UNKNOWN = -1
"""What is counted in the place of turns lost where they are not known (yet)."""
FEWEST = 20
"""From so many finishers on it is told how many did worse."""
COLUMNS = 9
"""Guesses that have a bar of their own; the last stands for as many and more."""
Result = tuple[bool, int, int]
"""Whether hints were taken; the guesses, or GAVE_UP; hundredths of turns lost, or UNKNOWN."""


@dataclass(frozen=True, slots=True)
class Codes:
    """The secrets of all days, which follow from a key that nobody else knows."""

    key: bytes = b""
    calendar: Calendar = field(default_factory=Calendar)

    def secret(self, number: int) -> Code:
        """The code of that day. 2^256 is no multiple of 5040, but so large that no code is likelier by 10^-73."""
        index, symbols, code = int.from_bytes(self._bytes("secret", number)), list(range(len(VARIANT.alphabet))), []
        for _ in range(VARIANT.length):
            index, at = divmod(index, len(symbols))
            code.append(symbols.pop(at))
        return tuple(code)

    def salt(self, number: int) -> str:
        """The salt of its fingerprint, in hex."""
        return self._bytes("salt", number).hex()[:32]

    def digest(self, number: int) -> str:
        """Its fingerprint: SHA-256 in hex."""
        return commitment_to(VARIANT.format(self.secret(number)), self.salt(number))

    def _bytes(self, what: str, number: int) -> bytes:
        return hmac.digest(self.key, f"{what} {number}".encode(), sha256)


NO_CODES = Codes()


@dataclass(frozen=True, slots=True)
class Daily:
    """What a game knows that is about the code of a day: which, whose link is shared, when all may be told."""

    number: int
    token: str
    closes_at: float


@dataclass(frozen=True, slots=True)
class Try:
    """Somebody's one try at the code of a day."""

    day: int
    person: int
    name: str
    game_id: str
    begun_at: float
    ended_at: float | None = None
    guesses: int = 0
    solved: bool = False
    hints: int = 0
    lost: int | None = None
    """Hundredths of turns lost, by the review; None: not known (yet)."""
    counts: bool = False
    """Whether it was finished in time."""

    @property
    def result(self) -> Result:
        """What is counted."""
        return self.hints > 0, self.guesses if self.solved else GAVE_UP, UNKNOWN if self.lost is None else self.lost

    @property
    def guesses_in_averages(self) -> int:
        """What averages count of it: giving up must not be better than to go on, so more than GIVEN_UP is as many."""
        return min(GIVEN_UP, self.guesses) if self.solved else GIVEN_UP


@dataclass(frozen=True, slots=True)
class Spread:
    """How many people have come to each result on a day."""

    people: Mapping[Result, int]

    def having(self, mine: Try) -> Self:
        """The same with one more try, which is not counted yet."""
        return replace(self, people=Counter(self.people) + Counter([mine.result]))

    def without(self, mine: Try) -> Self:
        """The same without a try that is counted."""
        return replace(self, people=Counter(self.people) - Counter([mine.result]))

    @property
    def finishers(self) -> int:
        """All who have finished."""
        return sum(self.people.values())

    def bars(self) -> tuple[int, ...]:
        """How many needed 1, 2 … guesses, COLUMNS and more; and last, how many gave up. Hinted ones are among them."""
        counted = Counter[int]()
        for (_, guesses, _), people in self.people.items():
            counted[COLUMNS + 1 if guesses == GAVE_UP else min(guesses, COLUMNS)] += people
        return tuple(counted[column] for column in range(1, COLUMNS + 2))

    def share_below(self, mine: Try) -> tuple[int, int] | None:
        """How many unhinted finishers did strictly worse, of how many others; None: hinted, or too few to tell.

        Fewer guesses come first, then fewer turns lost where both are known.
        """
        ranked = {result: people for result, people in self.people.items() if not result[0]}
        total = sum(ranked.values())
        if mine.hints or total < FEWEST:
            return None
        _, guesses, lost = mine.result
        worse = sum(
            people
            for (_, others, theirs), people in ranked.items()
            if others > guesses or (others == guesses and theirs > lost != UNKNOWN)
        )
        return worse, total - 1


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays the codes of days. `streak`: up to the last day that is closed for good."""

    person: int
    token: str
    streak: Streak
    best: int = 0
    """The longest streak."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """When somebody wants to be reminded, by the clock of a zone. `version`: of the job that does it."""

    person: int
    zone: str
    minute: int
    """Of the day, from midnight."""
    version: int = 1


class DailyTries(Protocol):
    """Stored tries, what they have come to, and who plays."""

    async def attempt(self, day: int, person: int) -> Try | None:
        """The person's try on that day."""

    async def attempts(self, person: int, since: int, most: int) -> tuple[Try, ...]:
        """The person's tries since that day, the latest first, at most so many."""

    def begin(self, attempt: Try) -> None:
        """Store that a try has begun."""

    def end(self, attempt: Try) -> None:
        """Store how it ended."""

    def weigh(self, attempt: Try) -> None:
        """Store how many turns were lost in it."""

    def count(self, day: int, result: Result, people: int) -> None:
        """So many more people have come to that result on that day; fewer, if negative."""

    async def spread(self, day: int) -> Spread:
        """How many people have come to each result on that day."""

    async def player(self, person: int) -> Player | None:
        """What is known of somebody who plays."""

    def save_player(self, player: Player) -> None:
        """Store it."""

    async def whose(self, token: str) -> int | None:
        """Whose link has that token."""

    def befriend(self, person: int, friend: int) -> None:
        """The person has opened the friend's link."""

    async def opened(self, person: int, most: int) -> tuple[int, ...]:
        """Whose links the person has opened, at most so many."""

    async def of_friends(self, person: int, day: int, most: int) -> tuple[Try, ...]:
        """What those have come to on that day who opened the person's link, as they theirs."""

    async def reminder(self, person: int) -> Reminder | None:
        """When the person wants to be reminded; None: never."""

    def save_reminder(self, reminder: Reminder) -> None:
        """Store it."""

    def drop_reminder(self, person: int) -> None:
        """The person wants to be reminded no more."""

    async def pardoned(self, since: int, most: int) -> tuple[int, ...]:
        """The days since that one, at most so many, that nobody could miss."""

    def pardon(self, days: Iterable[int]) -> None:
        """Nobody has missed these days."""
