"""The port `Puzzles` over named queries: one row for each person, and one for each puzzle that was tried."""

from collections.abc import Sequence
from typing import Any

from bot.app.model.catalogue import Listed
from bot.app.model.puzzling import Puzzler, TriedPuzzle
from bot.game.rating import Rating
from bot.storage.puzzler_codec import puzzler_read, puzzler_written
from bot.storage.writes import Writes


class StoredPuzzles:
    """Stored puzzlers, and ratings of puzzles."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def puzzler(self, person: int) -> Puzzler:
        """What the person has come to."""
        row = await self._queries.puzzler(self._session, person_id=person)
        return Puzzler(person) if row["body"] is None else puzzler_read(person, row["body"], row["revision"])

    def keep_puzzler(self, puzzler: Puzzler) -> None:
        """Save it. The work begins again if another has saved it since it was read."""
        body, key = puzzler_written(puzzler), {"person_id": puzzler.person}
        self._writes.replace("save_puzzler", "person_id", **key, body=body, revision=puzzler.revision)

    async def rated(self, listed: Sequence[Listed]) -> tuple[TriedPuzzle, ...]:
        """Their ratings, in this order: the first ones, where nobody has tried them."""
        return tuple([await self._rated(each) for each in listed])

    def keep_rating(self, puzzle: TriedPuzzle) -> None:
        """Save it. The work begins again if another has saved it since it was read."""
        rating = puzzle.rating
        self._writes.replace(
            "save_puzzle",
            "number",
            number=puzzle.number,
            rating=rating.value,
            deviation=rating.deviation,
            volatility=rating.volatility,
            revision=puzzle.revision,
        )

    async def _rated(self, listed: Listed) -> TriedPuzzle:
        row = await self._queries.puzzle(self._session, number=listed.number)
        if row["rating"] is None:
            return TriedPuzzle(listed.number, listed.first_rating)
        rating = Rating(row["rating"], row["deviation"], row["volatility"])
        return TriedPuzzle(listed.number, rating, row["revision"])
