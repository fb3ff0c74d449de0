"""What a person has come to in games with the bot's codes: sums kept as games end, achievements, masteries.

First the sums, which are never looked up in old games, then what the line of a game adds to them, how they are
stored, masteries and achievements: a new one is an entry of `ACHIEVEMENTS`, and its words in each language.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

import orjson

from bot.app.model.game import HINT, PlayedGame
from bot.app.model.options import STRONGEST
from bot.app.rows import Rows, Transaction
from bot.game.model import MODES
from bot.game.notation import game_at
from solver.strength import best_play, forced_within
from solver.variant import VARIANTS, UnknownVariant, variant_named


@dataclass(frozen=True, slots=True)
class Ended:
    """A game alone, or of several codes, that is over. `key`: its mode and variant, such as `solo classic`."""

    key: str
    guesses: int
    solved: bool
    hints: int = 0
    help: str = "normal"
    accuracy: float | None = None
    """In percent; None where it was not reviewed."""
    luck: float = 0.0
    beyond: int | None = None
    """Hundredths of guesses beyond what perfect play needs on average; None: it was given up, or nobody knows."""
    given_up: bool = False
    """Whether it was given up, and counts for the accuracy: what was given up before that was so does not."""

    @property
    def is_clean(self) -> bool:
        """Whether the code was broken without hints."""
        return self.solved and not self.hints


COLUMNS = 10
"""Columns of the histogram; the last one is for so many guesses and more."""
LATEST, HALF = 40, 20
"""So many results are kept, and so many are compared with as many before."""
FLAWLESS = 99.95
"""Percent that are shown as 100.0."""
SHORTEST = 3
"""Guesses of a game whose flawless review says something of its player."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The sums of games of one key, or of all."""

    games: int = 0
    solved: int = 0
    guesses: int = 0
    """Of the games that broke the code; so are the columns."""
    columns: tuple[int, ...] = (0,) * COLUMNS
    hints: int = 0
    hinted: int = 0
    """Games with hints."""
    run: int = 0
    """Codes broken in a row until now."""
    longest: int = 0
    beyond: int = 0
    compared: int = 0
    """Games of which `beyond` is the sum."""
    latest: tuple[int, ...] = ()
    """What the last of them were beyond, in order."""
    reviewed: int = 0
    accuracy: float = 0.0
    luck: float = 0.0
    flawless: int = 0
    best: Mapping[str, int] = field(default_factory=dict)
    """By how much help there was, the fewest guesses of a game without hints."""

    @property
    def mean(self) -> float | None:
        """Guesses on average."""
        return self.guesses / self.solved if self.solved else None

    @property
    def mean_beyond(self) -> float | None:
        """Guesses beyond perfect play, on average."""
        return self.beyond / self.compared / 100 if self.compared else None

    @property
    def mean_accuracy(self) -> float | None:
        """In percent."""
        return self.accuracy / self.reviewed if self.reviewed else None

    @property
    def mean_luck(self) -> float | None:
        """In bits a game."""
        return self.luck / self.reviewed if self.reviewed else None

    @property
    def fewest(self) -> int | None:
        """The fewest guesses without a hint."""
        return min(self.best.values(), default=None)

    @property
    def trend(self) -> tuple[float, float] | None:
        """Guesses beyond perfect play on average: in the last HALF games, and in as many before; None: too few."""
        if len(self.latest) < LATEST:
            return None
        return sum(self.latest[HALF:]) / HALF / 100, sum(self.latest[:HALF]) / HALF / 100

    def with_game(self, ended: Ended) -> "Tally":
        """The sums with one game more, and with its review if there is one."""
        run = self.run + 1 if ended.solved else 0
        column = min(ended.guesses, COLUMNS) - 1
        latest = self.latest if ended.beyond is None else (*self.latest, ended.beyond)[-LATEST:]
        after = replace(
            self,
            games=self.games + 1,
            solved=self.solved + ended.solved,
            guesses=self.guesses + ended.guesses * ended.solved,
            columns=tuple(count + (ended.solved and at == column) for at, count in enumerate(self.columns)),
            hints=self.hints + ended.hints,
            hinted=self.hinted + (ended.hints > 0),
            run=run,
            longest=max(self.longest, run),
            beyond=self.beyond + (ended.beyond or 0),
            compared=self.compared + (ended.beyond is not None),
            latest=latest,
            best=self._best_with(ended),
        )
        return after.with_review(ended)

    def with_others(self, others: "Tally") -> "Tally":
        """The sums of both. In which order their games were played is not known: a run may have ended in between."""
        summed = {
            each.name: getattr(self, each.name) + getattr(others, each.name)
            for each in fields(self)
            if each.name not in {"columns", "run", "longest", "latest", "best"}
        }
        return Tally(
            **summed,
            columns=tuple(map(sum, zip(self.columns, others.columns, strict=True))),
            run=min(self.run, others.run),
            longest=max(self.longest, others.longest),
            latest=(*others.latest, *self.latest)[-LATEST:],
            best={
                degree: min(each.best[degree] for each in (self, others) if degree in each.best)
                for degree in (*self.best, *others.best)
            },
        )

    def with_review(self, ended: Ended) -> "Tally":
        """The sums with the review of a game that is counted already."""
        if ended.accuracy is None:
            return self
        return replace(
            self,
            reviewed=self.reviewed + 1,
            accuracy=self.accuracy + ended.accuracy,
            luck=self.luck + ended.luck,
            flawless=self.flawless + (ended.is_clean and ended.guesses >= SHORTEST and ended.accuracy >= FLAWLESS),
        )

    def _best_with(self, ended: Ended) -> Mapping[str, int]:
        if not ended.is_clean:
            return self.best
        return {**self.best, ended.help: min(self.best.get(ended.help, ended.guesses), ended.guesses)}


NO_GAMES = Tally()
CLEAN = 50
"""The accuracy of so many games is kept, one by one: of those without hints, and of those given up."""
GIVEN_UP_COUNTS = 50.0
"""Percent that a game given up counts for at most: hardly more than what ten guesses come to with four digits."""
FROM = 20
"""From so many such games on somebody's accuracy stands in `/top`."""
ALL = ""
"""The key of the sums of all variants."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """All sums of a person.

    `done`: the number of the last line of theirs that is counted, while older games are still being counted; None: all
    are, and each that ends is added.
    """

    person: int
    name: str = ""
    done: int | None = None
    tallies: Mapping[str, Tally] = field(default_factory=dict)
    clean: tuple[float, ...] = ()
    """The accuracy of the last games without hints, and of those given up."""
    levels: tuple[str, ...] = ()
    """The levels of the bot's that were beaten."""
    told: tuple[str, ...] = ()
    """The achievements that they have been told."""
    revision: int = field(default=0, compare=False)
    """The number of times it was saved when it was read."""

    @property
    def of_all(self) -> Tally:
        """The sums of all games."""
        return self.of(ALL)

    @property
    def accuracy(self) -> float | None:
        """The accuracy that stands in `/top`; None: of too few games."""
        return sum(self.clean) / len(self.clean) if len(self.clean) >= FROM else None

    def of(self, key: str) -> Tally:
        """The sums of that key."""
        return self.tallies.get(key, NO_GAMES)

    def with_game(self, ended: Ended) -> "Ledger":
        """The sums with one game more. Several codes take more guesses than one, so they are in their own sum alone."""
        keys = (ALL, ended.key) if MODES[ended.key.partition(" ")[0]].codes == 1 else (ended.key,)
        tallies = {key: self.of(key).with_game(ended) for key in keys}
        return replace(self, tallies={**self.tallies, **tallies}, clean=self._clean_with(ended))

    def with_review(self, ended: Ended) -> "Ledger":
        """The sums with the review of a game that is counted already."""
        tallies = {key: self.of(key).with_review(ended) for key in (ALL, ended.key)}
        return replace(self, tallies={**self.tallies, **tallies}, clean=self._clean_with(ended))

    def with_level(self, level: str) -> "Ledger":
        """With a level that was beaten."""
        return self if level in self.levels else replace(self, levels=(*self.levels, level))

    def _clean_with(self, ended: Ended) -> tuple[float, ...]:
        if ended.accuracy is None or not (ended.is_clean or ended.given_up):
            return self.clean
        counts = min(ended.accuracy, GIVEN_UP_COUNTS) if ended.given_up else ended.accuracy
        return (*self.clean, counts)[-CLEAN:]


# From the line of a game that is over to what a ledger counts of it.


def with_line(ledger: Ledger, played: PlayedGame) -> Ledger:
    """The ledger with what a line tells of its person."""
    if (ended := ended_of(played)) is not None:
        return ledger.with_game(ended)
    level = level_beaten(played, ledger.person)
    return ledger.with_level(level) if level else ledger


IN_GROUP = "group"
"""The fact of a game that several played on one board."""
DAILY = "daily"
"""The fact of a game about the code of a day: its number."""
ACCURACY, LUCK, COSTLIEST = "accuracy", "luck", "cost"
"""The facts that a review adds: percent, bits, and the number of the guess that cost most (0: none did)."""
GIVEN_UP = "left"
"""The fact of a game that was given up, if that counts for the accuracy."""


def ended_of(played: PlayedGame) -> Ended | None:
    """The game of a line, alone or of several codes; None for other kinds, and for what a group played together."""
    facts = played.gist.facts
    if played.kind not in {"alone", "several"} or IN_GROUP in facts:
        return None
    head, guesses, *ends = played.gist.line.split("|")
    mode, variant = head.split()[:2]
    count, solved = len(guesses.split()), not ends
    return Ended(
        key=key_of(mode, variant),
        guesses=count,
        solved=solved,
        hints=played.log.count(HINT),
        help=facts.get("help", "normal"),
        accuracy=float(facts[ACCURACY]) if ACCURACY in facts else None,
        luck=float(facts.get(LUCK, 0)),
        beyond=_beyond(count, mode, variant) if solved else None,
        given_up=GIVEN_UP in facts,
    )


def key_of(mode: str, variant: str) -> str:
    """The key of games of that mode and variant, which may be stored by another name: `solo 4x10` is `solo classic`."""
    try:
        return f"{mode} {variant_named(variant).name}"
    except UnknownVariant:
        return f"{mode} {variant}"


def _beyond(guesses: int, mode: str, variant: str) -> int | None:
    needs = needed(mode, variant)
    return None if needs is None else round(100 * (guesses - needs))


def needed(mode: str, variant: str) -> float | None:
    """The guesses that perfect play needs: on average, or at most against replies that are given to hinder it.

    None also where play is not free, or for several codes: what perfect play would need there is not known.
    """
    if MODES[mode].strict or MODES[mode].codes > 1:
        return None
    if not MODES[mode].has_secret:
        return forced_within(variant_named(variant))
    best = best_play(variant_named(variant))
    return None if best is None else best.mean


LEVEL = "level"


def level_beaten(played: PlayedGame, person: int) -> str:
    """The level of the bot's that the person has beaten in that match; empty: none."""
    level = played.gist.facts.get(LEVEL, "")
    if played.kind != "match" or not level or person not in played.gist.people:
        return ""
    outcome = game_at(played.gist.line).outcome
    won = outcome is not None and outcome.winner is not None and played.gist.people[outcome.winner] == person
    return level if won else ""


# Stored ledgers: their sums are JSON, in which what is nothing is not written.


@dataclass(frozen=True, slots=True)
class Accurate:
    """A line of the table of the most accurate."""

    person: int
    name: str
    accuracy: float


class Ledgers(Rows):
    """Stored ledgers."""

    def __init__(self, transaction: Transaction) -> None:
        super().__init__(transaction)
        self._kept: dict[int, Ledger] = {}
        """Those that this work has saved."""

    async def of(self, person: int) -> Ledger:
        """The person's ledger, as this work has left it; where there is none, one with which counting begins."""
        if person in self._kept:
            return self._kept[person]
        row = await self.row("ledger", person_id=person)
        if row["person_id"] is None:
            return Ledger(person, done=0 if row["has_played"] else None)
        return ledger_read(row)

    def keep(self, ledger: Ledger) -> None:
        """Save it. The work begins again if another has saved it since it was read."""
        self._kept[ledger.person] = ledger
        self.replace(
            "save_ledger",
            "person_id",
            person_id=ledger.person,
            name=ledger.name,
            done=ledger.done,
            accuracy=ledger.accuracy,
            body=ledger_written(ledger),
            revision=ledger.revision,
        )

    async def most_accurate(self, most: int) -> tuple[Accurate, ...]:
        """The most accurate, the best first."""
        rows = await self.rows("most_accurate", most=most)
        return tuple([Accurate(row["person_id"], row["name"], row["accuracy"]) for row in rows])


def ledger_written(ledger: Ledger) -> str:
    """The sums of the ledger, without what has columns of its own."""
    body: dict[str, Any] = {"tallies": {key: _tally_written(tally) for key, tally in ledger.tallies.items()}}
    body |= {name: values for name in ("clean", "levels", "told") if (values := getattr(ledger, name))}
    return orjson.dumps(body).decode()


PLACES = 3
"""Decimals of sums of figures that are kept with two."""


def _tally_written(tally: Tally) -> dict[str, Any]:
    values = {each.name: getattr(tally, each.name) for each in fields(tally)}
    values = {name: round(value, PLACES) if isinstance(value, float) else value for name, value in values.items()}
    return {name: value for name, value in values.items() if value != getattr(NO_GAMES, name)}


def ledger_read(row: Any) -> Ledger:
    """The ledger of a row."""
    body = orjson.loads(row["body"])
    return Ledger(
        person=row["person_id"],
        name=row["name"],
        done=row["done"],
        tallies=_joined((key, _tally_read(written)) for key, written in body["tallies"].items()),
        clean=tuple(body.get("clean", ())),
        levels=tuple(body.get("levels", ())),
        told=tuple(body.get("told", ())),
        revision=row["revision"],
    )


def _joined(tallies: Iterable[tuple[str, Tally]]) -> dict[str, Tally]:
    """The sums by key; those that were kept by different names of one game are one."""
    joined: dict[str, Tally] = {}
    for name, tally in tallies:
        key = key_of(*name.split(" ", 1)) if " " in name else name
        joined[key] = joined[key].with_others(tally) if key in joined else tally
    return joined


TUPLES = frozenset({"columns", "latest"})


def _tally_read(written: dict[str, Any]) -> Tally:
    values: dict[str, Any] = {name: tuple(value) if name in TUPLES else value for name, value in written.items()}
    return Tally(**values)


# Masteries: games in which a number was guessed with no more questions than perfect play needs.


@dataclass(frozen=True, slots=True)
class Masteries:
    """The number of such games in a chat, and the size of the largest range."""

    games: int = 0
    widest: int = 0


NEVER = Masteries()


class MasteryStore(Rows):
    """Stored masteries."""

    async def of(self, chat: int) -> Masteries:
        """How often somebody was a master in that chat."""
        row = await self.row("masteries", chat_id=chat)
        return Masteries(row["games"], row["widest"])

    def add(self, game: str, chat: int, size: int) -> None:
        """Count a mastery in a range of so many numbers, once a game."""
        self.write("master", game_id=game, chat_id=chat, size=size)


# What can be achieved in games alone.


@dataclass(frozen=True, slots=True)
class AchievementFacts:
    """What achievements are told by. `streak`: the longest at the codes of days; `language`: the person's."""

    ledger: Ledger
    masteries: Masteries
    streak: int
    language: str


@dataclass(frozen=True, slots=True)
class Achievement:
    """An achievement: its name, by which its words are found, and how much of how much is done."""

    name: str
    done: Callable[[AchievementFacts], int]
    of: Callable[[AchievementFacts], int] = lambda _seen: 1

    def is_reached(self, seen: AchievementFacts) -> bool:
        """Whether all of it is done."""
        return self.done(seen) >= self.of(seen)


def reached(seen: AchievementFacts) -> set[str]:
    """The names of those that are reached."""
    return {name for name, achievement in ACHIEVEMENTS.items() if achievement.is_reached(seen)}


ACCURATE = 95.0
"""Percent over the last CLEAN games without hints."""


def _accurate(seen: AchievementFacts) -> int:
    """Games out of CLEAN; the last one counts once the accuracy is there."""
    clean = seen.ledger.clean
    if len(clean) < CLEAN:
        return len(clean)
    return CLEAN if sum(clean) / CLEAN >= ACCURATE else CLEAN - 1


def _broken(seen: AchievementFacts) -> int:
    solved = {key.split()[1] for key, tally in seen.ledger.tallies.items() if key and tally.solved}
    return len(solved & _variants(seen))


def _variants(seen: AchievementFacts) -> frozenset[str]:
    """Every variant but words of other languages."""
    return frozenset(
        name for name, variant in VARIANTS.items() if variant.words.partition("-")[0] in {"", seen.language}
    )


THREE_DAYS, WEEK = 3, 7
"""Codes of days in a row."""
FIRST_CODES, FIRST_KINDS = 5, 3
"""Codes that a newcomer has broken within a week, and of so many variants."""
MASTER = "number"
"""The achievement of whoever guesses a number with no more questions than perfect play needs."""
ACHIEVEMENTS = {
    achievement.name: achievement
    for achievement in (
        Achievement("five", lambda seen: seen.ledger.of_all.solved, lambda _seen: FIRST_CODES),
        Achievement("three-days", lambda seen: seen.streak, lambda _seen: THREE_DAYS),
        Achievement("kinds", _broken, lambda _seen: FIRST_KINDS),
        Achievement(MASTER, lambda seen: int(seen.masteries.games > 0)),
        Achievement("flawless", lambda seen: int(seen.ledger.of_all.flawless > 0)),
        Achievement("perfect", lambda seen: int(STRONGEST in seen.ledger.levels)),
        Achievement("week", lambda seen: seen.streak, lambda _seen: WEEK),
        Achievement("accurate", _accurate, lambda _seen: CLEAN),
        Achievement("variants", _broken, lambda seen: len(_variants(seen))),
    )
}
"""By name, in the order of the screen: first those of the first week."""
