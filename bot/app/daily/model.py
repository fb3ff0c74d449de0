"""The code of the day: secrets, tries and what came of them, averages, cards and weeks of groups.

First the secrets, then tries, those who play and how all that is stored, weeks, the table of averages, cards in groups,
groups into which they come by themselves, and the table of a week.
"""

import hmac
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Self

from bot.app.messages import Chat, Person
from bot.app.model.game import commitment_to
from bot.app.rows import Rows
from bot.game.daily import DAY, DAYS_A_WEEK, OPEN_DAYS, STARS, Calendar, Streak, stars_of
from solver.variant import VARIANTS, Code

# The secrets of all days, and what a game about one knows.

VARIANT = VARIANTS["classic"]


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


def next_code_at(daily: Daily) -> float:
    """When the code of the day after that one is there."""
    return daily.closes_at - (OPEN_DAYS - 1) * DAY


# Who has tried the codes, and what came of it.

GAVE_UP = 99
"""What is counted in the place of guesses where somebody gave up: it is below all."""
GIVEN_UP = 10
"""As so many guesses a code that was given up counts in averages."""
UNKNOWN = -1
"""What is counted in the place of turns lost where they are not known (yet)."""
Result = tuple[bool, int, int]
"""Whether hints were taken; the guesses, or GAVE_UP; hundredths of turns lost, or UNKNOWN."""


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
    is_missed: bool = False
    """Whether streaks take it for a missed day, as it was given up; of before that rule it is not stored."""

    @property
    def result(self) -> Result:
        """What is counted."""
        return self.hints > 0, self.guesses if self.solved else GAVE_UP, UNKNOWN if self.lost is None else self.lost

    @property
    def stars(self) -> int:
        """What it has earned: nothing where it was given up, or finished too late."""
        return stars_of(self.guesses + self.hints) if self.counts and self.solved else 0

    @property
    def guesses_in_averages(self) -> int:
        """What averages count of it: giving up must not be better than to go on, so more than GIVEN_UP is as many."""
        return min(GIVEN_UP, self.guesses) if self.solved else GIVEN_UP


COLUMNS = 9
"""Guesses that have a bar of their own; the last stands for as many and more."""
FEWEST_TO_COMPARE = 20
"""From so many finishers on it is told how many did worse."""
FEWEST_FOR_BARS = 5
"""From so many finishers on the results of all are drawn."""


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
        if mine.hints or total < FEWEST_TO_COMPARE:
            return None
        _, guesses, lost = mine.result
        worse = sum(
            people
            for (_, others, theirs), people in ranked.items()
            if others > guesses or (others == guesses and theirs > lost != UNKNOWN)
        )
        return worse, total - 1


@dataclass(frozen=True, slots=True)
class DayPlayer:
    """Somebody who plays the codes of days. `streak`: up to a closed day, none after the one they have played last."""

    person: int
    token: str
    streak: Streak
    best: int = 0
    """The longest streak."""


@dataclass(frozen=True, slots=True)
class Run:
    """A streak as it stands on a day. `is_forgiven`: a missed day has been forgiven since the last one before.

    `ended`: how long the one was that is over since then; 0: none is, or a short one.
    """

    days: int = 0
    is_forgiven: bool = False
    ended: int = 0


NO_RUN = Run()


@dataclass(frozen=True, slots=True)
class Reminder:
    """When somebody wants to be reminded, by the clock of a zone. `version`: of the job that does it."""

    person: int
    zone: str
    minute: int
    """Of the day, from midnight."""
    version: int = 1


LINKED = 50
"""So many links of others somebody may have opened."""
FRIENDS_LOOKED_AT = 8
"""Of those whose links somebody has opened so many are looked at, and as many of those who opened theirs."""


class DailyTries(Rows):
    """Stored tries, what they have come to, and who plays."""

    async def attempt(self, day: int, person: int) -> Try | None:
        """The person's try on that day."""
        row = await self.row("daily_try", day=day, person_id=person)
        return None if row["game_id"] is None else try_read(row)

    async def attempts(self, person: int, since: int, most: int) -> tuple[Try, ...]:
        """The person's tries since that day, the latest first, at most so many."""
        return tuple(map(try_read, await self.rows("daily_tries_since", person_id=person, since=since, most=most)))

    def begin(self, attempt: Try) -> None:
        """Store that a try has begun."""
        who = {"day": attempt.day, "person_id": attempt.person, "name": attempt.name}
        self.write("begin_daily", **who, game_id=attempt.game_id, begun_at=attempt.begun_at)

    def end(self, attempt: Try) -> None:
        """Store how it ended."""
        self.write(
            "end_daily",
            day=attempt.day,
            person_id=attempt.person,
            ended_at=attempt.ended_at,
            guesses=attempt.guesses,
            solved=int(attempt.solved),
            hints=attempt.hints,
            counts=int(attempt.counts),
            is_missed=int(attempt.is_missed),
        )

    def weigh(self, attempt: Try) -> None:
        """Store how many turns were lost in it."""
        self.write("weigh_daily", day=attempt.day, person_id=attempt.person, lost=attempt.lost)

    def count(self, day: int, result: Result, people: int) -> None:
        """So many more people have come to that result on that day; fewer, if negative."""
        hinted, guesses, lost = result
        self.write("count_daily", day=day, hinted=int(hinted), guesses=guesses, lost=lost, finishers=people)

    async def spread(self, day: int) -> Spread:
        """How many people have come to each result on that day."""
        rows = await self.rows("daily_spread", day=day)
        return Spread({(bool(row["hinted"]), row["guesses"], row["lost"]): row["finishers"] for row in rows})

    async def player(self, person: int) -> DayPlayer | None:
        """What is known of somebody who plays."""
        row = await self.row("daily_player", person_id=person)
        if row["token"] is None:
            return None
        return DayPlayer(person, row["token"], Streak(row["streak_day"], row["streak"], row["calm"]), row["best"])

    def save_player(self, player: DayPlayer) -> None:
        """Store it."""
        streak = player.streak
        self.replace(
            "save_daily_player",
            "person_id",
            person_id=player.person,
            token=player.token,
            streak_day=streak.up_to,
            streak=streak.days,
            calm=streak.calm,
            best=player.best,
        )

    async def whose(self, token: str) -> Person | None:
        """Whose link has that token, by the name of their last try."""
        row = await self.row("daily_player_of", token=token)
        return None if row["person_id"] is None else Person(row["person_id"], row["name"] or "")

    def befriend(self, person: int, friend: int) -> None:
        """The person has opened the friend's link."""
        self.write("befriend", person_id=person, friend_id=friend)

    async def opened(self, person: int, most: int) -> tuple[int, ...]:
        """Whose links the person has opened, at most so many."""
        return tuple(row["friend_id"] for row in await self.rows("opened_links", person_id=person, most=most))

    async def of_friends(self, person: int, day: int, most: int, somebody: str = "") -> tuple[Try, ...]:
        """What those have come to on that day of whom one has opened the other's link, the best first.

        `somebody`: the name of those who are parted from the person.
        """
        rows = await self.rows("daily_of_friends", person_id=person, day=day, looked=FRIENDS_LOOKED_AT, most=most)
        return tuple([replace(try_read(row), name=somebody if row["is_parted"] else row["name"]) for row in rows])

    async def weeks_of_friends(self, person: int, first: int, closed: int) -> tuple["FriendsWeek", ...]:
        """The weeks that begin with that day, the best first, of friends but for whom something parts or who hide it.

        Of days that the person has finished as well, or up to the last closed one.
        """
        days = {"first": first, "last": first + DAYS_A_WEEK - 1, "closed": closed}
        bounds = {f"stars{stars}": used for used, stars in STARS.items()}
        most = {"looked": FRIENDS_LOOKED_AT, "most": FRIENDS}
        rows = await self.rows("daily_weeks_of_friends", person_id=person, **days, **bounds, **most)
        return tuple([FriendsWeek(row["person_id"], row["name"], row["stars"]) for row in rows])

    async def reminder(self, person: int) -> Reminder | None:
        """When the person wants to be reminded; None: never."""
        row = await self.row("reminder", person_id=person)
        return None if row["zone"] is None else Reminder(person, row["zone"], row["minute"], row["version"])

    def save_reminder(self, reminder: Reminder) -> None:
        """Store it."""
        when = {"zone": reminder.zone, "minute": reminder.minute, "version": reminder.version}
        self.write("save_reminder", person_id=reminder.person, **when)

    def drop_reminder(self, person: int) -> None:
        """The person wants to be reminded no more."""
        self.write("drop_reminder", person_id=person)

    async def pardoned(self, since: int, most: int) -> tuple[int, ...]:
        """The days since that one, at most so many, that nobody could miss."""
        return tuple(row["day"] for row in await self.rows("pardons", since=since, most=most))

    def pardon(self, days: Iterable[int]) -> None:
        """Nobody has missed these days."""
        for day in days:
            self.write("pardon", day=day)


def try_read(row: Any) -> Try:
    """The try of a stored row."""
    return Try(
        row["day"],
        row["person_id"],
        row["name"],
        row["game_id"],
        row["begun_at"],
        row["ended_at"],
        row["guesses"],
        bool(row["solved"]),
        row["hints"],
        row["lost"],
        bool(row["counts"]),
        bool(row["is_missed"]),
    )


# Somebody's week, Monday to Sunday, in stars, and the weeks of their friends.


@dataclass(frozen=True, slots=True)
class Week:
    """What somebody has come to in a week. `first`: the number of its Monday; `best`: the stars of their best week."""

    first: int
    tries: Mapping[int, Try]
    best: int = 0

    @property
    def stars(self) -> int:
        """The sum."""
        return sum(attempt.stars for attempt in self.tries.values())


WEEKS = 52
"""Of so many weeks, this one included, the best is told."""
FRIENDS = 5
"""So many friends stand on a screen."""


def week_among(tries: Iterable[Try], number: int, calendar: Calendar) -> Week:
    """The week of that day, and the best one among the tries."""
    first, last = calendar.week_of(number)
    found = {attempt.day: attempt for attempt in tries}
    stars = Counter[int]()
    for day, attempt in found.items():
        stars[calendar.week_of(day)[0]] += attempt.stars
    own = {day: found[day] for day in range(first, last + 1) if day in found}
    return Week(first, own, max(stars.values(), default=0))


@dataclass(frozen=True, slots=True)
class FriendsWeek:
    """The stars of a friend, of those days alone of which the person may know."""

    person: int
    name: str
    stars: int


# The table of the codes of days: guesses on average in the last days that are closed, the same days for everybody.


@dataclass(frozen=True, slots=True)
class Form:
    """What somebody has come to in the days of a table. `average`: None: of too few days."""

    days: int
    average: float | None


@dataclass(frozen=True, slots=True)
class Averaged:
    """A line of a table."""

    person: int
    name: str
    average: float
    days: int


WINDOW = 30
"""So many closed days count."""
NEEDED = 20
"""Of them somebody must have played so many to stand in the table."""
LEAST_THAT_COUNTS = 3
"""Fewer guesses count as so many: with fewer it was luck."""


def form_of(tries: Iterable[Try], last: int) -> Form:
    """What somebody's tries come to in the table whose last day is that one.

    Tries that are not finished, that were finished too late or with hints are for no rank.
    """
    counted = [
        max(LEAST_THAT_COUNTS, attempt.guesses_in_averages)
        for attempt in tries
        if attempt.counts and not attempt.hints and last - WINDOW < attempt.day <= last
    ]
    return Form(len(counted), sum(counted) / len(counted) if len(counted) >= NEEDED else None)


AHEAD = WINDOW - NEEDED
"""The table whose last day is so many days ahead is the last in which somebody can stand by tries until today."""


def last_day(today: int) -> int:
    """The last day of the table that stands today: the latest whose code is closed."""
    return today - OPEN_DAYS


RULES = {"span": WINDOW, "needed": NEEDED, "fewest": LEAST_THAT_COUNTS, "given_up": GIVEN_UP}
"""What the statement that counts goes by, as `form_of` does."""


class DailyAverages(Rows):
    """Stored tables, those of the next days included, as they will be if nobody plays on."""

    def precompute(self, person: int, first: int, last: int, midnight: float) -> None:
        """Store the person's lines in the tables whose last days these are.

        Counted by the statement that writes them, after the tries and the person's row of this work are written. That
        row is locked by then, so of two tries that end at once the second counts the first one too.
        """
        self.write("foresee_daily", person_id=person, first=first, last=last, midnight=midnight, **RULES)

    async def best(self, midnight: float, most: int) -> tuple[Averaged, ...]:
        """The best of the table that stands on the day with that midnight."""
        rows = await self.rows("best_averages", shown_on=midnight, most=most)
        return tuple(
            [
                Averaged(row["person_id"], row["name"], row["average"], row["days"])
                for row in rows
                if row["name"] is not None  # they are being forgotten
            ]
        )

    async def players_after(self, person: int, most: int) -> tuple[int, ...]:
        """Some of those who play the codes of days, in the order of their numbers, after that one."""
        rows = await self.rows("daily_players_after", person_id=person, most=most)
        return tuple([row["person_id"] for row in rows])


# The card of a day in a group: who has pressed Play on it, and what they have come to.


@dataclass(frozen=True, slots=True)
class DailyCard:
    """The one card of that day in a group. `guests`: how many have pressed Play on it."""

    id: str
    chat: Chat
    day: int
    guests: int = 0


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who has pressed Play. `attempt`: None: they have not begun."""

    name: str
    attempt: Try | None = None

    @property
    def finished(self) -> Try | None:
        """Their try, if it is over in time."""
        return self.attempt if self.attempt is not None and self.attempt.counts else None


class DailyCards(Rows):
    """Stored cards, and who has pressed Play on them."""

    async def card(self, chat: int, day: int) -> DailyCard | None:
        """The card of that day in the group."""
        return _card(await self.row("daily_card", chat_id=chat, day=day))

    async def card_with(self, card: str) -> DailyCard | None:
        """The card of that id."""
        return _card(await self.row("daily_card_of", card=card))

    async def between(self, chat: int, first: int, last: int) -> tuple[DailyCard, ...]:
        """The cards of the days of a week in the group."""
        rows = await self.rows("daily_cards_between", chat_id=chat, first=first, last=last)
        return tuple([card for row in rows if (card := _card(row)) is not None])

    def put(self, card: DailyCard, now: float) -> None:
        """Store a card, or in which topic it stands now."""
        where = {"chat_id": card.chat.id, "thread_id": card.chat.thread}
        self.write("put_daily_card", card=card.id, day=card.day, put_at=now, **where)

    async def has(self, card: str, person: int) -> bool:
        """Whether the person has pressed Play on the card."""
        row = await self.row("daily_guest", card=card, person_id=person)
        return row["place"] is not None

    def join(self, card: DailyCard, person: int, guest: Guest, now: float) -> None:
        """Store that they have, for the first time."""
        who = {"person_id": person, "name": guest.name, "place": place_of(guest.attempt)}
        self.write("add_daily_guest", card=card.id, day=card.day, joined_at=now, **who)
        self.write("count_daily_guest", card=card.id, change=1)

    def leave(self, card: str, person: int) -> None:
        """Store that the card names the person no more, who had pressed Play on it."""
        self.write("drop_daily_guest", card=card, person_id=person)
        self.write("count_daily_guest", card=card, change=-1)

    def place(self, attempt: Try) -> None:
        """Store on all cards of the day that the person has finished."""
        self.write("place_daily_guest", day=attempt.day, person_id=attempt.person, place=place_of(attempt))

    async def of(self, day: int, person: int, most: int) -> tuple[str, ...]:
        """The cards of the day on which the person has pressed Play, at most so many."""
        rows = await self.rows("daily_cards_of", day=day, person_id=person, most=most)
        return tuple([row["card"] for row in rows])

    async def guests(self, card: str, most: int) -> tuple[Guest, ...]:
        """Those who have pressed Play on the card, at most so many, the best first."""
        rows = await self.rows("daily_guests", card=card, most=most)
        return tuple([_guest(row) for row in rows])


def _card(row: Any) -> DailyCard | None:
    if row["card"] is None:
        return None
    return DailyCard(row["card"], Chat(row["chat_id"], row["thread_id"]), row["day"], row["guests"])


def _guest(row: Any) -> Guest:
    return Guest(row["guest"], None if row["game_id"] is None else try_read(row))


PLAYING = 1000
"""The place of those who have not finished: below all who have."""


def place_of(attempt: Try | None) -> int:
    """Where whoever has come to that stands: fewer guesses first, then without hints, then those who gave up."""
    if attempt is None or not attempt.counts:
        return PLAYING
    return 2 * (attempt.guesses if attempt.solved else GAVE_UP) + (attempt.hints > 0)


# Groups into which the card of each day comes by itself.


@dataclass(frozen=True, slots=True)
class DailyPost:
    """The wish of a group. Each has an id of its own: what was planned for a former one does nothing."""

    id: str
    chat: Chat
    """With the topic in which it was wished."""
    day: int = 0
    """The last day whose card was there; 0: none was."""
    unplayed: int = 0
    """On so many cards in a row, before that one, nobody has pressed Play."""


class DailyPosts(Rows):
    """Stored wishes, one for each group at most."""

    async def of(self, chat: int) -> DailyPost | None:
        """That of the group."""
        return _post(await self.row("daily_post_of", chat_id=chat))

    async def post(self, post: str) -> DailyPost | None:
        """That of that id."""
        return _post(await self.row("daily_post", post=post))

    def begin(self, post: DailyPost) -> None:
        """Store a new one; it takes the place of a former one."""
        self.write("begin_daily_post", post=post.id, chat_id=post.chat.id, thread_id=post.chat.thread)

    def note(self, post: DailyPost) -> None:
        """Store which card was there last, unless the wish has ended."""
        self.write("note_daily_post", post=post.id, day=post.day, unplayed=post.unplayed)

    def end(self, post: DailyPost) -> None:
        """It is wished no more."""
        self.write("end_daily_post", post=post.id)


def _post(row: Any) -> DailyPost | None:
    if row["post"] is None:
        return None
    return DailyPost(row["post"], Chat(row["chat_id"], row["thread_id"]), row["day"], row["unplayed"])


# A week of codes of days in a group: what those came to who played by its cards.


@dataclass(frozen=True, slots=True)
class Row:
    """What somebody came to in a week. `average`: to a tenth, as it is shown; `best`: None: they gave up every time.

    `hinted`: on so many days they took hints; `place`: None: they have played too few days.
    """

    name: str
    average: float
    days: int
    best: int | None
    hinted: int
    place: int | None = None

    @property
    def rank(self) -> tuple[float, float]:
        """What they are compared by: on which share of their days they took hints, then guesses; less is better."""
        return self.hinted / self.days, self.average


FEWEST_IN_TABLE = 2
"""So few people are still a table."""
ROWS = 10
"""So many stand in it."""


def table_of(days: Sequence[Iterable[Guest]]) -> tuple[Row, ...]:
    """The table of a week: first those who have a place, which equals share; empty where too few finished any day.

    `days`: those who pressed Play on the card of each day. A missed day does not count.
    """
    finished = defaultdict(list)
    for guests in days:
        for guest in guests:
            if guest.finished is not None:
                finished[guest.finished.person].append(guest)
    if len(finished) < FEWEST_IN_TABLE:
        return ()
    rows = sorted(map(_row, finished.values()), key=lambda row: (row.rank, -row.days, row.name))
    needed = days_for_a_place(len(days))
    ranks = [row.rank for row in rows if row.days >= needed]
    placed = [replace(row, place=1 + ranks.index(row.rank)) for row in rows if row.days >= needed]
    return (*placed, *[row for row in rows if row.days < needed])[:ROWS]


def _row(guests: list[Guest]) -> Row:
    tries = [guest.finished for guest in guests if guest.finished is not None]
    guesses = [attempt.guesses_in_averages for attempt in tries]
    best = min((attempt.guesses for attempt in tries if attempt.solved), default=None)
    hinted = sum(attempt.hints > 0 for attempt in tries)
    return Row(guests[-1].name, round(sum(guesses) / len(guesses), 1), len(guesses), best, hinted)


FEWEST_DAYS = 2
"""So many days at least take a place in it."""


def days_for_a_place(cards: int) -> int:
    """On how many days of a week with so many cards somebody must have played to have a place."""
    return max(FEWEST_DAYS, (cards + 1) // 2)
