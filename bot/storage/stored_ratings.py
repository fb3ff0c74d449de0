"""The port `Ratings` over named queries."""

from typing import Any

from bot.app.model.record import Career, Player, Ranked, Result, Rivalry, Standing
from bot.game.rating import PROVISIONAL, Rating
from bot.storage.terms_codec import terms_read, terms_written
from bot.storage.writes import Writes

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
