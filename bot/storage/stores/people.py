"""What is stored of how people play: ledgers, masteries, points, ratings."""

from dataclasses import fields
from typing import Any

import orjson

from bot.app.model.ledger import NO_GAMES, Accurate, Ledger, Masteries, Tally
from bot.app.model.ratings import Career, Player, Ranked, Result, Rivalry, Score, Standing
from bot.game.rating import PROVISIONAL, Rating
from bot.storage.stores.duels import terms_read, terms_written
from bot.storage.writes import Writes

# A ledger's sums as JSON: what is nothing is not written.

TUPLES = frozenset({"columns", "latest"})
PLACES = 3
"""Decimals of sums of figures that are kept with two."""


def ledger_written(ledger: Ledger) -> str:
    """The sums of the ledger, without what has columns of its own."""
    body: dict[str, Any] = {"tallies": {key: _tally_written(tally) for key, tally in ledger.tallies.items()}}
    body |= {name: values for name in ("clean", "levels", "told") if (values := getattr(ledger, name))}
    return orjson.dumps(body).decode()


def ledger_read(row: Any) -> Ledger:
    """The ledger of a row."""
    body = orjson.loads(row["body"])
    return Ledger(
        person=row["person_id"],
        name=row["name"],
        done=row["done"],
        tallies={key: _tally_read(written) for key, written in body["tallies"].items()},
        clean=tuple(body.get("clean", ())),
        levels=tuple(body.get("levels", ())),
        told=tuple(body.get("told", ())),
        revision=row["revision"],
    )


def _tally_written(tally: Tally) -> dict[str, Any]:
    values = {each.name: getattr(tally, each.name) for each in fields(tally)}
    values = {name: round(value, PLACES) if isinstance(value, float) else value for name, value in values.items()}
    return {name: value for name, value in values.items() if value != getattr(NO_GAMES, name)}


def _tally_read(written: dict[str, Any]) -> Tally:
    values: dict[str, Any] = {name: tuple(value) if name in TUPLES else value for name, value in written.items()}
    return Tally(**values)


# The port `Ledgers` over named queries.


class StoredLedgers:
    """Stored ledgers."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes
        self._kept: dict[int, Ledger] = {}
        """Those that this work has saved."""

    async def of(self, person: int) -> Ledger:
        """The person's ledger, as this work has left it; where there is none, one with which counting begins."""
        if person in self._kept:
            return self._kept[person]
        row = await self._queries.ledger(self._session, person_id=person)
        if row["person_id"] is None:
            return Ledger(person, done=0 if row["has_played"] else None)
        return ledger_read(row)

    def keep(self, ledger: Ledger) -> None:
        """Save it. The work begins again if another has saved it since it was read."""
        self._kept[ledger.person] = ledger
        self._writes.replace(
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
        rows = self._queries.most_accurate(self._session, most=most)
        return tuple([Accurate(row["person_id"], row["name"], row["accuracy"]) async for row in rows])


# The port `MasteryStore`: counts of the title *master* for guessing a number, over named queries.


class StoredMasteries:
    """Stored counts of masters, by chat and size of the range."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def of(self, chat: int) -> Masteries:
        """How often somebody was a master in that chat."""
        row = await self._queries.masteries(self._session, chat_id=chat)
        return Masteries(row["games"], row["widest"])

    def add(self, game: str, chat: int, size: int) -> None:
        """Count a master in a range of so many numbers, once a game."""
        self._writes.add("master", game_id=game, chat_id=chat, size=size)


# The port `Points` over named queries.


class StoredPoints:
    """What parties in groups have brought."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def scores(self, group: int, most: int) -> tuple[Score, ...]:
        """The scores of those with most points in the group, at most `most`, the best first."""
        rows = self._queries.scores(self._session, group_id=group, most=most)
        return tuple([Score(row["person_id"], row["name"], row["points"], row["games"]) async for row in rows])

    async def score(self, group: int, person: int) -> Score | None:
        """The person's score in the group; None if they have none."""
        row = await self._queries.score(self._session, group_id=group, person_id=person)
        return None if row["person_id"] is None else Score(person, row["name"], row["points"], row["games"])

    def add(self, group: int, person: int, name: str, won: int) -> None:
        """Add the points of a game that ends in this work."""
        self._writes.add("count_points", group_id=group, person_id=person, name=name, won=won)


# The port `Ratings` over named queries.

OF_PLAYER = ("name", "finished", "walked_out", "last_rival", "revision")
OF_STANDING = ("wins", "draws", "losses", "played_at", "week", "week_points", "week_games", "revision")
"""Columns with the names and values of fields of Player and Standing."""
BAND = 10.0
"""Rating points of a band in which people are counted."""
SHARDS = 8
"""Counters of each band: replicas that save people of one band seldom wait for the same one."""
NEAR = 500
"""At most so many people in one's own band are counted one by one: beyond that a place is too good by the others."""


class StoredRatings:
    """Stored ratings and results."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes
        self._counted: dict[tuple[int, str], int | None] = {}
        """The bands in which people were counted when their standings were read."""

    async def player(self, person: int) -> Player:
        """The person's record; an empty one for a stranger."""
        row = await self._queries.player(self._session, person_id=person)
        if row["person_id"] is None:
            return Player(person)
        choice = None if row["choice"] is None else terms_read(row["choice"])
        return Player(person, choice=choice, **{name: row[name] for name in OF_PLAYER})

    def keep_player(self, player: Player) -> None:
        """Save the record. The work begins again if another has saved it since it was read."""
        self._writes.replace(
            "save_player",
            "person_id",
            person_id=player.person,
            name=player.name,
            choice=None if player.choice is None else terms_written(player.choice),
            finished=player.finished,
            walked_out=player.walked_out,
            last_rival=player.last_rival,
            revision=player.revision,
        )

    async def standing(self, person: int, family: str) -> Standing:
        """The person's rating in a family; a new player's where they have played no rated game."""
        row = await self._queries.standing(self._session, person_id=person, family=family)
        self._counted[person, family] = row["band"]
        return Standing(person, family) if row["person_id"] is None else _standing(row)

    def keep_standing(self, standing: Standing) -> None:
        """Save the rating. The work begins again if another has saved it since it was read."""
        rating, band = standing.rating, _band(standing.rating)
        before = self._counted[standing.person, standing.family] if standing.revision else None
        if band != before:
            self._count(standing, before, -1)
            self._count(standing, band, 1)
        self._writes.add(
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
            self._writes.add("count_rated", family=standing.family, band=band, shard=shard, change=change)

    def add(self, result: Result) -> None:
        """Store the result of a match for one of the two. The work begins again if it is stored already."""
        self._put(result)
        self._writes.add(
            "count_in_career",
            person_id=result.person,
            family=result.family,
            solved=int(result.has_solved),
            guesses=result.guesses if result.has_solved else 0,
            best=result.rating.value if result.is_rated else None,
        )
        pair, ended_at = {"person_id": result.person, "rival_id": result.rival}, result.ended_at
        self._writes.add("count_rivalry", **pair, score=result.score, ended_at=ended_at)
        if result.group is not None:
            self._writes.add("note_regular", group_id=result.group, person_id=result.person, ended_at=ended_at)

    def _put(self, result: Result) -> None:
        self._writes.add(
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
        row = await self._queries.rated_games_between(self._session, **pair, since=since)
        return int(row["games"])

    async def history(self, person: int, family: str, most: int) -> tuple[float, ...]:
        """The rating after each of the latest rated games, at most so many, in order."""
        rows = self._queries.rating_history(self._session, person_id=person, family=family, most=most)
        return tuple(reversed([row["rating"] async for row in rows]))

    async def careers(self, person: int, most: int) -> tuple[Career, ...]:
        """The person's results in the families that they have played most often, at most so many."""
        rows = self._queries.careers(self._session, person_id=person, most=most)
        return tuple([Career(row["family"], row["games"], row["usual"], row["best"]) async for row in rows])

    async def rivalries(self, person: int, most: int) -> tuple[Rivalry, ...]:
        """The rivals with whom they have played most often."""
        rows = self._queries.rivalries(self._session, person_id=person, most=most)
        return tuple([Rivalry(row["name"], row["points"], row["games"]) async for row in rows])

    async def rivalry(self, person: int, rival: int) -> Rivalry | None:
        """How the two have played each other, as the person sees it; None: they have not."""
        row = await self._queries.rivalry(self._session, person_id=person, rival_id=rival)
        return None if row["name"] is None else Rivalry(row["name"], row["points"], row["games"])

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
        row = await self._queries.stronger(self._session, **key, band=band, top=BAND * (band + 1), most=NEAR)
        return int(row["people"]) + 1

    async def best_of_group(self, group: int, family: str, most: int) -> tuple[Ranked, ...]:
        """The people with the highest ratings among those who have played in the group."""
        return await self._ranked("best_of_group", group_id=group, family=family, deviation=PROVISIONAL, most=most)

    async def best_of_rivals(self, person: int, family: str, most: int) -> tuple[Ranked, ...]:
        """The people with the highest ratings among the person and their rivals."""
        return await self._ranked("best_of_rivals", person_id=person, family=family, deviation=PROVISIONAL, most=most)

    async def _ranked(self, query: str, **values: Any) -> tuple[Ranked, ...]:
        rows = getattr(self._queries, query)(self._session, **values)
        return tuple([Ranked(row["name"], _standing(row)) async for row in rows])


def _standing(row: Any) -> Standing:
    rating = Rating(row["rating"], row["deviation"], row["volatility"])
    return Standing(row["person_id"], row["family"], rating, **{name: row[name] for name in OF_STANDING})


def _band(rating: Rating) -> int | None:
    """The band in which a person of that rating is counted; None if it is not certain enough."""
    return None if rating.is_provisional else _band_of(rating.value)


def _band_of(value: float) -> int:
    return int(value // BAND)
