"""What is stored of a person beyond their games: ratings, reliability, results, and points of parties.

First people and their standings, then results of matches and tables made of them, how all of it is stored, and last
points of parties in groups.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from bot.app.daily.model import Try, try_read
from bot.app.messages import Person
from bot.app.model.bodies import PersonId, PersonName, Stays
from bot.app.model.terms import FRIENDS, LOBBY, Terms, terms_read, terms_written
from bot.app.rows import Rows, Transaction
from bot.game.daily import DAY
from bot.game.rating import DRAW, LOSS, PROVISIONAL, START, WIN, Rating, after_pause, half_way

CREDIT = 4
"""Games that everybody is credited as played to the end, so that one lost connection at first does not matter much."""


@dataclass(frozen=True, slots=True)
class Player:
    """The record of somebody who has played others, or is about to."""

    person: int
    name: str = ""
    choice: Terms | None = None
    """The terms with friends that they chose last; None: none yet."""
    finished: int = 0
    """Matches played to the end; resigning counts as that."""
    walked_out: int = 0
    """Matches lost on time."""
    last_rival: int = 0
    """The rival of the last match of two; 0: none yet."""
    lobby_choice: Terms | None = None
    """The same in the lobby; None: none since the two are kept apart."""
    revision: int = field(default=0, compare=False)
    """The number of times it was saved when it was read."""

    @property
    def with_friends(self) -> Terms:
        """The terms on which they challenge friends."""
        return self.choice or FRIENDS

    @property
    def in_lobby(self) -> Terms:
        """The terms on which they look for a rival: what they chose before the two were kept apart held for both."""
        return self.lobby_choice or self.choice or LOBBY

    def choosing(self, terms: Terms, *, in_lobby: bool) -> "Player":
        """The record with these terms as their choice, and the others as they were."""
        if in_lobby:
            return replace(self, lobby_choice=terms)
        return replace(self, choice=terms, lobby_choice=self.in_lobby)

    @property
    def games(self) -> int:
        """The number of matches that have ended, without aborted ones."""
        return self.finished + self.walked_out

    @property
    def completion(self) -> float:
        """The share of games played to the end."""
        return self.finished / self.games if self.games else 1.0

    @property
    def faith(self) -> float:
        """The same with CREDIT, for pairing: the first few games weigh less."""
        return (self.finished + CREDIT) / (self.games + CREDIT)


KNOWN_FROM = 5
"""Who stands in the tables of all has met so many rivals of certain rating, in their last KNOWN_OF rated games."""
KNOWN_OF = 200


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's rating in one family of variants, with counts of rated games."""

    person: int
    family: str
    rating: Rating = START
    """The rating after the last game."""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    played_at: float = 0.0
    week: int = 0
    """The week of the last game, to which points and games belong."""
    week_points: float = 0.0
    week_games: int = 0
    band: int | None = None
    """The band in which they are counted; None: they stand in no table of all."""
    revision: int = field(default=0, compare=False)
    """The number of times it was saved when it was read."""

    @property
    def games(self) -> int:
        """The number of rated games."""
        return self.wins + self.draws + self.losses

    def rating_at(self, now: float) -> Rating:
        """The rating after the days since the last game."""
        return after_pause(self.rating, (now - self.played_at) / DAY) if self.games else self.rating

    def after(self, score: float, rating: Rating, now: float, *, half: bool = False) -> "Standing":
        """The standing after a game with this score and new rating, of which half counts where it does."""
        if half:
            rating = half_way(self.rating_at(now), rating)
        week = week_of(now)
        points, games = (self.week_points, self.week_games) if week == self.week else (0.0, 0)
        return replace(
            self,
            rating=rating,
            wins=self.wins + (score == WIN),
            draws=self.draws + (score == DRAW),
            losses=self.losses + (score == LOSS),
            played_at=now,
            week=week,
            week_points=points + (score / 2 if half else score),
            week_games=games + 1,
        )

    def known_by(self, rivals: int) -> "Standing":
        """The standing of somebody who has met so many rivals of certain rating: in the tables of all, or not."""
        is_known = rivals >= KNOWN_FROM and not self.rating.is_provisional
        return replace(self, band=_band_of(self.rating.value) if is_known else None)


FIRST_MONDAY = 4
"""Days from the beginning of 1970, a Thursday, to the first Monday."""


def week_of(at: float) -> int:
    """The number of the week of that time; weeks begin on Monday, UTC."""
    return int((at / DAY - FIRST_MONDAY) // 7)


BAND = 10.0
"""Rating points of a band in which people are counted."""


def _band_of(value: float) -> int:
    return int(value // BAND)


# Results of matches, which count in full, by half or not at all, and what tables and lists make of them.

FULL_A_DAY = 3
"""So many rated games of the same two people within 24 hours count in full; further ones half."""
MOST_A_DAY = 5
"""The most rated games of the same two people within 24 hours; further ones do not count, to prevent collusion."""
TOO_OFTEN = "often"
"""A reason for an unrated match, as stored with it."""
FORGOTTEN = "forgotten"
"""Another: one of the two asked to be forgotten within the last day, and would have their games counted anew."""
AGAIN = "again"
"""A reason for a match that counts half, as stored with it: the two have played FULL_A_DAY."""
EARLY = "early"
"""Another, for the winner alone: whoever lost has no certain rating and left before their third guess."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match for one of the two."""

    match: str
    person: int
    rival: int
    rival_name: str
    family: str
    is_rated: bool
    score: float
    rating: Rating
    """After the game."""
    guesses: int
    has_solved: bool
    group: int | None
    """The group in which it was played, if any."""
    ended_at: float
    terms: Terms


@dataclass(frozen=True, slots=True)
class Career:
    """The totals of a person's games of one family. `usual`: the mean number of guesses of those that broke a code."""

    family: str
    games: int
    usual: float | None
    best: float | None
    """The highest rating after any game."""


@dataclass(frozen=True, slots=True)
class Rivalry:
    """The results of two people, from the view of one."""

    name: str
    points: float
    games: int
    person: int = field(default=0, compare=False)
    """The other; 0: not known."""


ONLINE = 300.0
"""Whoever was here within so many seconds is online."""


@dataclass(frozen=True, slots=True)
class Friend:
    """Somebody with whom the person has played, or of whom one has opened the other's link; nobody is told of it."""

    person: int
    name: str
    points: float
    """The viewer's, of their games."""
    games: int
    terms: Terms | None
    """Of their last match; None: none is known."""
    knows_me: bool
    """Whether they have played the viewer or opened a link of theirs: who only opened theirs has come uninvited."""
    seen_at: float | None
    """When they were last here, about; None: that is nobody's to see."""
    today: Try | None
    """What they have come to on the day that was asked about; None: nothing yet."""

    def is_online(self, now: float) -> bool:
        """Whether they are here, and let the viewer see it: those whom they know themselves."""
        return self.knows_me and self.seen_at is not None and now - self.seen_at < ONLINE


@dataclass(frozen=True, slots=True)
class Boosted:
    """Somebody in the tables, half of whose points come from people who play hardly anybody else."""

    person: int
    name: str
    family: str
    rating: Rating
    points: float
    """Of their latest rated games, KNOWN_OF at most."""
    doubtful: float
    """Those of them that come from such people."""
    games: int
    """With these."""
    people: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a table of the best."""

    name: str
    standing: Standing

    @property
    def person(self) -> int:
        """Whose it is."""
        return self.standing.person


# How ratings and results are stored.

OF_PLAYER = ("name", "finished", "walked_out", "last_rival", "revision")
CHOICES = ("choice", "lobby_choice")
"""Its columns with terms, as text."""
OF_STANDING = ("wins", "draws", "losses", "played_at", "week", "week_points", "week_games", "band", "revision")
"""Columns with the names and values of fields of Player and Standing."""
SHARDS = 8
"""Counters of each band: replicas that save people of one band seldom wait for the same one."""
DEVOTED = 0.8
"""Who has played so large a share of their rated games with one rival plays hardly anybody else."""
NEAR = 500
"""At most so many people in one's own band are counted one by one: beyond that a place is too good by the others."""


class Ratings(Rows):
    """Stored ratings and results. Reads show the state before this unit of work."""

    def __init__(self, transaction: Transaction) -> None:
        super().__init__(transaction)
        self._counted: dict[tuple[int, str], int | None] = {}
        """The bands in which people were counted when their standings were read."""

    async def player(self, person: int) -> Player:
        """The person's record; an empty one for a stranger."""
        row = await self.row("player", person_id=person)
        if row["person_id"] is None:
            return Player(person)
        choice, lobby_choice = (None if row[name] is None else terms_read(row[name]) for name in CHOICES)
        return Player(person, choice=choice, lobby_choice=lobby_choice, **{name: row[name] for name in OF_PLAYER})

    def keep_player(self, player: Player) -> None:
        """Save the record. The work begins again if another has saved it since it was read."""
        self.replace(
            "save_player",
            "person_id",
            person_id=player.person,
            name=player.name,
            choice=None if player.choice is None else terms_written(player.choice),
            lobby_choice=None if player.lobby_choice is None else terms_written(player.lobby_choice),
            finished=player.finished,
            walked_out=player.walked_out,
            last_rival=player.last_rival,
            revision=player.revision,
        )

    async def know(self, person: int, name: str) -> None:
        """The person is known by that name from now on."""
        known = await self.player(person)
        if name != known.name:
            self.keep_player(replace(known, name=name))

    async def know_both(self, person: Person, other: Person) -> None:
        """The same of two, of whom the first is called so now, and the other was once, or has no name."""
        await self.know(person.id, person.name)
        if other.name and not (await self.player(other.id)).name:
            await self.know(other.id, other.name)

    async def standing(self, person: int, family: str) -> Standing:
        """The person's rating in a family; a new player's where they have played no rated game."""
        row = await self.row("standing", person_id=person, family=family)
        self._counted[person, family] = row["band"]
        return Standing(person, family) if row["person_id"] is None else _standing(row)

    def keep_standing(self, standing: Standing) -> None:
        """Save the rating. The work begins again if another has saved it since it was read."""
        rating, band = standing.rating, standing.band
        before = self._counted[standing.person, standing.family] if standing.revision else None
        if band != before:
            self._count(standing, before, -1)
            self._count(standing, band, 1)
        self.write(
            "save_rating",
            person_id=standing.person,
            family=standing.family,
            rating=rating.value,
            deviation=rating.deviation,
            volatility=rating.volatility,
            games=standing.games,
            wins=standing.wins,
            draws=standing.draws,
            losses=standing.losses,
            played_at=standing.played_at,
            week=standing.week,
            week_points=standing.week_points,
            week_games=standing.week_games,
            band=band,
            revision=standing.revision,
        )

    def _count(self, standing: Standing, band: int | None, change: int) -> None:
        """Count the person into the band, or out of it."""
        if band is not None:
            shard = standing.person % SHARDS
            self.write("count_rated", family=standing.family, band=band, shard=shard, change=change)

    def add(self, result: Result) -> None:
        """Store the result of a match for one of the two. The work begins again if it is stored already."""
        self._put(result)
        self.write(
            "count_in_career",
            person_id=result.person,
            family=result.family,
            solved=int(result.has_solved),
            guesses=result.guesses if result.has_solved else 0,
            best=result.rating.value if result.is_rated else None,
        )
        pair, ended_at = {"person_id": result.person, "rival_id": result.rival}, result.ended_at
        terms = terms_written(result.terms)
        self.write("count_rivalry", **pair, score=result.score, ended_at=ended_at, last_terms=terms)
        if result.group is not None:
            self.write("note_regular", group_id=result.group, person_id=result.person, ended_at=ended_at)

    def _put(self, result: Result) -> None:
        self.write(
            "put_result",
            game_id=result.match,
            person_id=result.person,
            rival_id=result.rival,
            rival_name=result.rival_name,
            family=result.family,
            is_rated=int(result.is_rated),
            score=result.score,
            rating=result.rating.value,
            deviation=result.rating.deviation,
            guesses=result.guesses,
            has_solved=int(result.has_solved),
            group_id=result.group,
            ended_at=result.ended_at,
        )

    async def rated_games(self, person: int, rival: int, since: float) -> int:
        """The number of rated games that the two have ended since that time."""
        pair = {"person_id": person, "rival_id": rival}
        row = await self.row("rated_games_between", **pair, since=since)
        return int(row["games"])

    async def known_rivals(self, person: int, family: str, rival: int) -> int:
        """How many rivals of certain rating, besides this one, the person has met in their latest rated games."""
        among = {"person_id": person, "family": family, "rival_id": rival}
        row = await self.row("known_rivals", **among, deviation=PROVISIONAL, most=KNOWN_OF)
        return int(row["rivals"])

    async def boosted(self, family: str, most: int) -> tuple[Boosted, ...]:
        """Those of the best in the family who may have been boosted: for an operator to look at, it proves nothing."""
        best = await self.best_of_all(family, most)
        found = [await self._boosted(one) for one in best]
        return tuple([one for one in found if one.doubtful and one.doubtful * 2 >= one.points])

    async def _boosted(self, one: Ranked) -> Boosted:
        person, family = one.standing.person, one.standing.family
        rows = await self.rows("points_by_rival", person_id=person, family=family, most=KNOWN_OF)
        devoted = [row for row in rows if row["games"] > 1 and row["games"] >= DEVOTED * row["of_theirs"] > 0]
        return Boosted(
            person,
            one.name,
            family,
            one.standing.rating,
            points=sum(row["points"] for row in rows),
            doubtful=sum(row["points"] for row in devoted),
            games=sum(row["games"] for row in devoted),
            people=len(devoted),
        )

    async def history(self, person: int, family: str, most: int) -> tuple[float, ...]:
        """The rating after each of the latest rated games, at most so many, in order."""
        rows = await self.rows("rating_history", person_id=person, family=family, most=most)
        return tuple(reversed([row["rating"] for row in rows]))

    async def careers(self, person: int, most: int) -> tuple[Career, ...]:
        """The person's results in the families that they have played most often, at most so many."""
        rows = await self.rows("careers", person_id=person, most=most)
        return tuple([Career(row["family"], row["games"], row["usual"], row["best"]) for row in rows])

    async def rivalries(self, person: int, most: int) -> tuple[Rivalry, ...]:
        """The rivals with whom they have played most often."""
        rows = await self.rows("rivalries", person_id=person, most=most)
        return tuple([Rivalry(row["name"], row["points"], row["games"], row["rival_id"]) for row in rows])

    async def rivalry(self, person: int, rival: int) -> Rivalry | None:
        """How the two have played each other, as the person sees it; None: they have not."""
        row = await self.row("rivalry", person_id=person, rival_id=rival)
        return None if row["name"] is None else Rivalry(row["name"], row["points"], row["games"], rival)

    async def friends(self, person: int, day: int, most: int) -> tuple[Friend, ...]:
        """The person's friends, the last rival first: at most so many rivals, and as many of each side of a link."""
        rows = await self.rows("friends", person_id=person, day=day, most=most)
        return tuple([_friend(row) for row in rows])

    async def best_of_week(self, family: str, week: int, most: int) -> tuple[Ranked, ...]:
        """The people with most points of the week, the best first."""
        return await self._ranked("best_of_week", family=family, week=week, most=most)

    async def best_of_all(self, family: str, most: int) -> tuple[Ranked, ...]:
        """The people with the highest ratings among those that are certain enough."""
        return await self._ranked("best_of_all", family=family, most=most)

    async def place(self, standing: Standing) -> int:
        """The place of that rating among them, counted from 1; see NEAR."""
        band = _band_of(standing.rating.value)
        key = {"family": standing.family, "rating": standing.rating.value}
        row = await self.row("stronger", **key, band=band, top=BAND * (band + 1), most=NEAR)
        return int(row["people"]) + 1

    async def best_of_group(self, group: int, family: str, most: int) -> tuple[Ranked, ...]:
        """The people with the highest ratings among those who have played in the group."""
        return await self._ranked("best_of_group", group_id=group, family=family, deviation=PROVISIONAL, most=most)

    async def best_of_rivals(self, person: int, family: str, most: int) -> tuple[Ranked, ...]:
        """The people with the highest ratings among the person and their rivals."""
        return await self._ranked("best_of_rivals", person_id=person, family=family, deviation=PROVISIONAL, most=most)

    async def _ranked(self, query: str, **values: Any) -> tuple[Ranked, ...]:
        rows = await self.rows(query, **values)
        return tuple([Ranked(row["name"], _standing(row)) for row in rows])


def _standing(row: Any) -> Standing:
    rating = Rating(row["rating"], row["deviation"], row["volatility"])
    return Standing(row["person_id"], row["family"], rating, **{name: row[name] for name in OF_STANDING})


def _friend(row: Any) -> Friend:
    terms = None if row["last_terms"] is None else terms_read(row["last_terms"])
    today = None if row["game_id"] is None else try_read(row)
    score, knows_me = (row["points"] or 0.0, row["games"] or 0), bool(row["knows_me"])
    return Friend(row["friend_id"], row["known_as"], *score, terms, knows_me, row["seen_at"], today)


# Points of parties in groups.


@dataclass(frozen=True, slots=True)
class Score:
    """A person's points, and in how many games."""

    person: PersonId
    name: PersonName
    points: Stays[int]
    games: Stays[int]


class Points(Rows):
    """Stored points."""

    async def scores(self, group: int, most: int) -> tuple[Score, ...]:
        """The scores of those with most points in the group, at most `most`, the best first."""
        rows = await self.rows("scores", group_id=group, most=most)
        return tuple([Score(row["person_id"], row["name"], row["points"], row["games"]) for row in rows])

    async def score(self, group: int, person: int) -> Score | None:
        """The person's score in the group; None if they have none."""
        row = await self.row("score", group_id=group, person_id=person)
        return None if row["person_id"] is None else Score(person, row["name"], row["points"], row["games"])

    def add(self, group: int, person: int, name: str, won: int) -> None:
        """Add the points of a game that ends in this work."""
        self.write("count_points", group_id=group, person_id=person, name=name, won=won)
