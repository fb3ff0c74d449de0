"""The port `Lobby`, over named queries."""

from dataclasses import asdict
from typing import Any

from bot.app.model.limits import MATCHES
from bot.app.model.seek import Seek
from bot.storage.terms_codec import terms_read, terms_written
from bot.storage.writes import Writes

AS_THEY_ARE = ("name", "rating", "deviation", "finished", "walked_out", "since", "last_rival")
"""Columns with the names and values of fields of Seek."""


class StoredLobby:
    """Stored seeks: who looks for a rival."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def seek_of(self, person: int) -> Seek | None:
        """The person's seek; None if they do not look for a rival."""
        row = await self._queries.seek(self._session, person_id=person)
        return None if row["person_id"] is None else _seek(row)

    async def rivals(self, seek: Seek) -> tuple[Seek, ...]:
        """Seeks on the same terms closest in rating, without people with a block between them.

        People who play as many games as one may are left out.
        """
        key = {"person_id": seek.person, "full": MATCHES}
        rows = self._queries.rivals(self._session, **key, wish=terms_written(seek.terms), rating=seek.rating)
        return tuple([_seek(row) async for row in rows])

    async def load_listed(self, person: int, most: int, *, is_open: bool) -> tuple[Seek, ...]:
        """The oldest challenges to everybody, or the oldest other seeks, that the person may see and may accept."""
        key = {"person_id": person, "is_open": int(is_open), "full": MATCHES}
        return tuple([_seek(row) async for row in self._queries.listed_seeks(self._session, **key, most=most)])

    async def waiting(self, most: int) -> int:
        """How many people look for a rival, counted up to `most`."""
        row = await self._queries.waiting_count(self._session, most=most)
        return int(row["waiting"])

    def begin(self, seek: Seek) -> None:
        """Put the seek in the place of the person's former one."""
        columns = asdict(seek) | {"wish": terms_written(seek.terms), "is_open": int(seek.is_open)}
        columns["person_id"] = columns.pop("person")
        del columns["terms"]
        self._writes.replace("begin_seek", "person_id", **columns)

    def claim(self, seek: Seek) -> None:
        """Delete the seek. The work begins again if another has claimed it meanwhile."""
        self._writes.replace("drop_seek", "person_id", person_id=seek.person, since=seek.since)


def _seek(row: Any) -> Seek:
    return Seek(
        person=row["person_id"],
        terms=terms_read(row["wish"]),
        is_open=bool(row["is_open"]),
        **{name: row[name] for name in AS_THEY_ARE},
    )
