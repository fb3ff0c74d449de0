"""Where people meet: challenges, seeks in the lobby, and contests over a game that is over."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from hashlib import sha256
from typing import Annotated, Any

from bot.app.messages import Chat, Destination, Inline, Person
from bot.app.model.bodies import LoneName, Name, Own, PersonId, PersonName, Stays
from bot.app.model.game import MATCHES, check_format, destination_read, destination_written
from bot.app.model.terms import Terms, terms_read, terms_written
from bot.app.ratings.model import Player
from bot.app.rows import Rows, as_json
from bot.game.daily import DAY
from bot.game.model import Game, Seat
from bot.game.notation import game_at, position
from bot.game.rating import ABORTS_COUNT, START, Rating, Seeker, pause_after

# A challenge: an offer of a match, which binds nobody until it is accepted.


class State(Enum):
    """The state of a challenge."""

    UNSENT = "unsent"
    """Offered to its maker as an inline card; each card that is sent becomes a challenge of its own."""
    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Challenge:
    """An offer of a match on these terms, to whoever has the token or to one person."""

    token: Stays[str]
    """128 random bits; whoever holds it may accept."""
    terms: Stays[Terms]
    person: PersonId
    name: PersonName
    made_at: float
    expires_at: float
    to: PersonId | None = None
    """The only person who may accept; None: anybody but the challenger."""
    to_name: Annotated[str, Name("to")] = ""
    taker: PersonId | None = None
    """Who has accepted. While it is still open, the match waits for the challenger, who cannot be reached."""
    taker_name: Annotated[str, Name("taker")] = ""
    declined: tuple[LoneName, ...] = ()
    """The names of those who declined."""
    consents: tuple[PersonId, ...] = ()
    """Those who accepted on the card and have not started the bot; they are not asked again."""
    card: Stays[Destination | None] = None
    """Its card, if it has one."""
    seed: Stays[str] = ""
    """The seed of the lot, which becomes the match's."""
    state: State = State.OPEN
    match: Stays[str] = ""
    """The id of its match."""
    revision: Stays[int] = field(default=0, compare=False)
    """The number of times it was saved when it was read."""

    @property
    def lot_commitment(self) -> str:
        """SHA-256 of the lot's seed in hex."""
        return sha256(self.seed.encode()).hexdigest()

    @property
    def is_named(self) -> bool:
        """Whether it is for one person alone."""
        return self.to is not None


def token_on(card: Inline, offered: str) -> str:
    """The token of the challenge on a card; `offered`: the token with which the card was offered.

    It follows from both, so that the first press and Telegram's report lead to the same challenge, in either order.
    """
    return urlsafe_b64encode(sha256(f"{offered} {card.message}".encode()).digest()[:16]).decode().rstrip("=")


# Challenges as JSON with a format number; readers for old formats stay.

FORMAT = 1


def challenge_written(challenge: Challenge) -> str:
    """The challenge as JSON, without what has columns of its own."""
    data = asdict(challenge) | {
        "format": FORMAT,
        "state": challenge.state.value,
        "card": destination_written(challenge.card),
    }
    del data["token"], data["revision"]
    return as_json(data)


def challenge_read(token: str, body: str, revision: int) -> Challenge:
    """The challenge of a row. Raises ValueError for an unknown format."""
    data: dict[str, Any] = json.loads(body)
    check_format(data, FORMAT, "a challenge")
    del data["format"]
    terms, state, card = Terms(**data.pop("terms")), State(data.pop("state")), destination_read(data.pop("card"))
    for people in ("declined", "consents"):
        data[people] = tuple(data.get(people, ()))
    return Challenge(token=token, terms=terms, state=state, card=card, revision=revision, **data)


AWAITED = {State.UNSENT, State.OPEN}
"""The states in which a challenge can still be accepted."""


class Challenges(Rows):
    """Stored challenges."""

    async def load(self, token: str) -> Challenge | None:
        """The challenge of that token."""
        row = await self.row("challenge", token=token)
        return None if row["token"] is None else _challenge(row)

    async def open_of(self, person: int) -> tuple[Challenge, ...]:
        """Challenges by the person that nobody has answered, the oldest first."""
        rows = await self.rows("open_challenges", person_id=person)
        return tuple([_challenge(row) for row in rows])

    async def answered_of(self, person: int, since: float, most: int) -> tuple[Challenge, ...]:
        """Challenges that they have made since that time and that wait no more, the latest first, at most so many."""
        rows = await self.rows("answered_challenges", person_id=person, since=since, most=most)
        return tuple([_challenge(row) for row in rows])

    async def open_in(self, chat: int, most: int) -> tuple[Challenge, ...]:
        """Unanswered challenges whose cards are in that chat, the oldest first, at most so many."""
        rows = await self.rows("open_challenges_in", chat_id=chat, most=most)
        return tuple([_challenge(row) for row in rows])

    async def bound_card(self, card: Inline) -> str:
        """The token with which the card was first pressed or reported; empty: none yet."""
        row = await self.row("bound_card", card=card.message)
        return row["token"] or ""

    def bind_card(self, card: Inline, offered: str) -> None:
        """Bind the card to the offer of that token, for good."""
        self.write("bind_card", card=card.message, token=offered, bound_at=self.wall())

    def save(self, challenge: Challenge) -> None:
        """Save the challenge. The work begins again if another has saved it since it was read."""
        self.replace(
            "save_challenge",
            "token",
            token=challenge.token,
            person_id=challenge.person,
            card_chat=challenge.card.id if isinstance(challenge.card, Chat) else None,
            is_open=int(challenge.state in AWAITED),
            made_at=challenge.made_at,
            expires_at=challenge.expires_at,
            body=challenge_written(challenge),
            revision=challenge.revision,
        )


def _challenge(row: Any) -> Challenge:
    return challenge_read(row["token"], row["body"], row["revision"])


# Contests: friends break the secret of a game that is over, each in their own time.


@dataclass(frozen=True, slots=True)
class Target:
    """The game to beat: somebody's own game with the same secret."""

    token: Stays[str]
    """The contest's token."""
    name: PersonName
    guesses: Stays[int]
    solved: Stays[bool]
    """False: they gave up after that many guesses."""
    hints: Stays[int] = 0
    """How many hints they took."""
    no_hints: Stays[bool] = False
    """Whether whoever tries has none."""
    clue: Annotated[str | None, Own("")] = None
    """What its author says of a secret that they set, perhaps nothing; None: it is of a game that was played."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A participant's game."""

    person: PersonId
    name: PersonName
    game_id: Stays[str]
    began_at: float
    ended_at: float | None = None
    game: Game | None = None
    """None while it is played."""
    hints: Stays[int] = 0

    @property
    def seconds(self) -> float:
        """The duration in seconds."""
        return max(0.0, (self.ended_at or self.began_at) - self.began_at)

    @property
    def has_solved(self) -> bool:
        """Whether they broke the secret."""
        return self.game is not None and self.game.has_solved(Seat(0))

    @property
    def guesses(self) -> int:
        """The number of guesses."""
        return len(self.game.turns) if self.game else 0


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest about somebody's finished game, or about a secret that its author has set: a game that they left."""

    token: Stays[str]
    """128 random bits; whoever holds it may take part."""
    first: Entry
    """The game whose secret all break."""
    salt: Stays[str]
    """The salt of that game's secret, and so of everybody's: all see the same fingerprint."""
    insiders: tuple[PersonId, ...]
    """People who have seen the secret without an entry of their own; the first of them is told the results."""
    begun: Stays[int] = 0
    ended: Stays[int] = 0
    """The numbers of friends who have begun, and who have finished."""
    no_hints: Stays[bool] = False
    """Whether those who try have no hints."""
    clue: Annotated[str | None, Own("")] = None
    """As for a target."""
    revision: Stays[int] = field(default=0, compare=False)
    """The number of times it was saved when it was read."""

    @property
    def game(self) -> Game:
        """The game whose secret all break."""
        if self.first.game is None:
            raise ValueError("a contest is about a game that is over")
        return self.first.game

    @property
    def target(self) -> Target:
        """The result to beat."""
        first = self.first
        return Target(self.token, first.name, first.guesses, first.has_solved, first.hints, self.no_hints, self.clue)

    @property
    def author(self) -> int:
        """Whoever has set the secret; 0: nobody."""
        return 0 if self.clue is None else self.first.person

    @property
    def owner(self) -> Person:
        """Whose link it is; without a name where those of a group may stand there."""
        return Person(self.insiders[0], "" if self.clue is None else self.first.name)

    def is_open_to(self, person: int) -> bool:
        """Whether the person may still set its terms: whoever offered it first, until somebody has begun."""
        return not self.begun and person == self.insiders[0]

    @property
    def is_settled(self) -> bool:
        """Whether all who have begun have finished: then guesses help nobody."""
        return self.begun == self.ended


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a contest."""

    contest: Contest
    best: tuple[Entry, ...]
    """Some finished entries, with the viewer's, the best first."""
    playing: tuple[Entry, ...]
    """Some unfinished entries."""

    @property
    def people(self) -> tuple[int, ...]:
        """Those who are named there, whoever's game or secret it is first."""
        return (self.contest.first.person, *(entry.person for entry in (*self.best, *self.playing)))

    def unnamed(self, people: Collection[int], word: str) -> "Standings":
        """The same with that word for the names of these people, and without a clue of theirs."""

        def read(entry: Entry) -> Entry:
            return replace(entry, name=word) if entry.person in people else entry

        contest = replace(self.contest, first=read(self.contest.first))
        if contest.clue and contest.first.person in people:
            contest = replace(contest, clue="")
        return Standings(contest, tuple(map(read, self.best)), tuple(map(read, self.playing)))

    def with_entry(self, entry: Entry) -> "Standings":
        """The standings with this entry."""
        best = tuple(other for other in self.best if other.game_id != entry.game_id)
        playing = tuple(other for other in self.playing if other.game_id != entry.game_id)
        if entry.game is None:
            return replace(self, best=best, playing=(*playing, entry))
        return replace(self, best=ranking((*best, entry)), playing=playing)


def ranking(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries, the best first: by fewer guesses, then less time; those who gave up come last."""
    return tuple(sorted(entries, key=lambda entry: (not entry.has_solved, entry.guesses, entry.seconds)))


class Contests(Rows):
    """Stored contests and their entries."""

    async def load(self, token: str) -> Contest | None:
        """The contest of that token."""
        row = await self.row("contest", token=token)
        return None if row["token"] is None else _contest(row)

    async def about(self, table: str) -> Contest | None:
        """The contest with that game as its first."""
        row = await self.row("contest_about", game_id=table)
        return None if row["token"] is None else _contest(row)

    async def entry(self, token: str, person: int) -> Entry | None:
        """The person's entry."""
        row = await self.row("entry", token=token, person_id=person)
        return None if row["person_id"] is None else _entry(row)

    async def standings(self, contest: Contest, most: int) -> Standings:
        """The standings, with at most so many of the best and of those who still play."""
        wanted = {"token": contest.token, "most": most}
        best = [_entry(row) for row in await self.rows("best_entries", **wanted)]
        playing = [_entry(row) for row in await self.rows("playing_entries", **wanted)]
        first = (contest.first,) if contest.clue is None else ()
        return Standings(contest, ranking((*first, *best)), tuple(playing))

    async def set_since(self, person: int, since: float) -> int:
        """How many secrets the person has set for others since that time."""
        return int((await self.row("set_since", person_id=person, since=since))["secrets"])

    async def latest(self, token: str, most: int) -> tuple[str, ...]:
        """The games of the people who finished last, at most so many, the latest first."""
        rows = await self.rows("latest_entries", token=token, most=most)
        return tuple([row["game_id"] for row in rows])

    def save(self, contest: Contest) -> None:
        """Save the contest. The work begins again if another has saved it since it was read."""
        self.replace(
            "save_contest",
            "token",
            token=contest.token,
            game_id=contest.first.game_id,
            played_at=contest.first.ended_at,
            set_by=contest.author,
            body=contest_written(contest),
            revision=contest.revision,
        )

    def enter(self, contest: Contest, entry: Entry) -> None:
        """Save an entry; the contest must be saved with it."""
        self.write(
            "put_entry",
            token=contest.token,
            person_id=entry.person,
            game_id=entry.game_id,
            has_solved=int(entry.has_solved),
            guesses=entry.guesses,
            seconds=entry.seconds,
            began_at=entry.began_at,
            ended_at=entry.ended_at,
            body=as_json({"format": FORMAT, **_played(entry)}),
        )


def contest_written(contest: Contest) -> str:
    """The contest as JSON, without its token, which has a column."""
    first = contest.first
    return as_json(
        {
            "format": FORMAT,
            "person": first.person,
            "table": first.game_id,
            "began_at": first.began_at,
            "ended_at": first.ended_at,
            "first": _played(first),
            "salt": contest.salt,
            "insiders": contest.insiders,
            "begun": contest.begun,
            "ended": contest.ended,
            **({"no_hints": True} if contest.no_hints else {}),
            **({} if contest.clue is None else {"clue": contest.clue}),
        }
    )


def contest_read(token: str, body: str, revision: int) -> Contest:
    """The contest of a row. Raises ValueError for an unknown format."""
    data = _body_read(body)
    where = {name: data[name] for name in ("person", "began_at", "ended_at")}
    counts = {name: data[name] for name in ("salt", "begun", "ended")}
    first = Entry(game_id=data["table"], **where, **_read(data["first"]))
    terms = {"no_hints": data.get("no_hints", False), "clue": data.get("clue")}
    return Contest(token, first, insiders=tuple(data["insiders"]), revision=revision, **counts, **terms)


def _contest(row: Any) -> Contest:
    return contest_read(row["token"], row["body"], row["revision"])


def _entry(row: Any) -> Entry:
    return Entry(
        person=row["person_id"],
        game_id=row["game_id"],
        began_at=row["began_at"],
        ended_at=row["ended_at"],
        **_read(_body_read(row["body"])),
    )


def _played(entry: Entry) -> dict[str, Any]:
    return {"name": entry.name, "hints": entry.hints, "position": entry.game and position(entry.game)}


def _read(data: dict[str, Any]) -> dict[str, Any]:
    game = game_at(data["position"]) if data["position"] else None
    return {"name": data["name"], "hints": data["hints"], "game": game}


def _body_read(body: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(body)
    if data["format"] != FORMAT:
        raise ValueError(f"a contest has format {data['format']}, which this version does not know")
    return data


# Seeks: people who look for a rival in the lobby.


@dataclass(frozen=True, slots=True)
class Seek:
    """A seek: person, terms, begin, and the person's record at that time."""

    person: int
    name: str
    terms: Terms
    rating: float
    deviation: float
    finished: int
    walked_out: int
    since: float
    last_rival: int = 0
    """0: none."""
    is_open: bool = False
    """Whether it is an open challenge, which anybody may accept, of any rating."""
    paired_from: float = 0.0
    """Until that time the lobby pairs them with nobody, for they have aborted too many matches."""
    shown: int = 0
    """What they read of their search last, as a checksum; 0: nothing yet."""
    has_met: bool = False
    """Whether they are at a match with whoever looks, or one of the two has aborted one today."""

    @property
    def id(self) -> str:
        """Identifies this seek among all, also of the same person."""
        return f"{self.person}:{self.since!r}"

    @property
    def player(self) -> Player:
        """The person's record, without the rating."""
        return Player(self.person, self.name, None, self.finished, self.walked_out, self.last_rival)

    @property
    def strength(self) -> Rating:
        """The rating, with its deviation."""
        return Rating(self.rating, self.deviation, START.volatility)

    @property
    def seeker(self) -> Seeker:
        """The seek as input of the pairing rules."""
        return Seeker(
            self.person,
            self.terms,
            self.rating,
            self.deviation,
            self.player.faith,
            self.since,
            self.last_rival or None,
            self.paired_from,
            self.has_met,
        )


def person_of(seek_id: str) -> int:
    """The person of the seek."""
    return int(seek_id.partition(":")[0])


AS_THEY_ARE = ("name", "rating", "deviation", "finished", "walked_out", "since", "last_rival", "paired_from", "shown")
"""Columns with the names and values of fields of Seek."""


class Lobby(Rows):
    """Stored seeks."""

    async def seek_of(self, person: int) -> Seek | None:
        """The person's seek; None if they do not look for a rival."""
        row = await self.row("seek", person_id=person)
        return None if row["person_id"] is None else _seek(row)

    async def rivals(self, seek: Seek, now: float) -> tuple[Seek, ...]:
        """Seeks on the same terms closest in rating, without people with a block between them.

        People who play as many games as one may are left out.
        """
        key = {"person_id": seek.person, "full": MATCHES, "since_abort": now - DAY}
        rows = await self.rows("rivals", **key, wish=terms_written(seek.terms), rating=seek.rating)
        return tuple([replace(_seek(row), has_met=bool(row["has_met"])) for row in rows])

    async def load_listed(self, person: int, most: int) -> tuple[Seek, ...]:
        """The oldest challenges to everybody and the oldest other seeks, at most so many of each.

        Those that the person may see and may accept, who has waited longest first.
        """
        rows = await self.rows("listed_seeks", person_id=person, full=MATCHES, most=most)
        return tuple([_seek(row) for row in rows])

    async def waiting(self, most: int) -> int:
        """How many people look for a rival, counted up to `most`."""
        row = await self.row("waiting_count", most=most)
        return int(row["waiting"])

    def begin(self, seek: Seek) -> None:
        """Put the seek in the place of the person's former one."""
        columns = asdict(seek) | {"wish": terms_written(seek.terms), "is_open": int(seek.is_open)}
        columns["person_id"] = columns.pop("person")
        del columns["terms"], columns["has_met"]
        self.replace("begin_seek", "person_id", **columns)

    def note_abort(self, person: int, rival: int, at: float) -> None:
        """Store that the person has aborted a match with that rival before the first guess."""
        self.write("note_abort", person_id=person, rival_id=rival, aborted_at=at)

    async def paired_from(self, person: int, now: float) -> float:
        """From when on the lobby pairs the person, for all the matches that they have aborted lately."""
        row = await self.row("aborts_since", person_id=person, since=now - ABORTS_COUNT)
        return (row["latest"] or 0.0) + pause_after(row["aborts"]) if row["aborts"] else 0.0

    def claim(self, seek: Seek) -> None:
        """Delete the seek. The work begins again if another has claimed it meanwhile."""
        self.replace("drop_seek", "person_id", person_id=seek.person, since=seek.since)


def _seek(row: Any) -> Seek:
    return Seek(
        person=row["person_id"],
        terms=terms_read(row["wish"]),
        is_open=bool(row["is_open"]),
        **{name: row[name] for name in AS_THEY_ARE},
    )
