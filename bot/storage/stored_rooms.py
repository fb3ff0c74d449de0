"""The port `Rooms`, over named queries."""

from collections import defaultdict
from dataclasses import asdict
from typing import Any

from bot.app.model.room import KEPT, Listener, Round
from bot.storage.writes import Writes


class StoredRooms:
    """Stored listeners of rooms, and how far a round of sending has come."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def round(self, room: str) -> Round:
        """The round in which the last messages are sent to the listeners."""
        row = await self._queries.room(self._session, stream=room)
        if row["revision"] is None:
            return Round(room)
        return Round(room, row["told_up_to"], row["told_at"], bool(row["is_behind"]), row["revision"])

    def save_round(self, last: Round) -> None:
        """Save the round. The work begins again if another has saved it since it was read."""
        self._writes.replace("save_room", "stream", **(asdict(last) | {"is_behind": int(last.is_behind)}))

    async def listeners(self, room: str, after: int, most: int, *, speaker: int = 0) -> tuple[Listener, ...]:
        """Listeners by id, after that one, at most so many. `speaker`: who is speaking."""
        rows = [row async for row in self._queries.hearers(self._session, stream=room, after=after, most=most)]
        if not rows:
            return ()
        muted, parted = defaultdict[int, set[int]](set), defaultdict[int, set[int]](set)
        given = {"stream": room, "after": after, "up_to": rows[-1]["person_id"], "speaker": speaker, "most": KEPT}
        async for row in self._queries.unheard(self._session, **given):
            if row["is_muted"]:
                muted[row["person_id"]].add(row["other_id"])
            if row["is_parted"]:
                parted[row["person_id"]].add(row["other_id"])
        return tuple(
            Listener(
                row["person_id"],
                row["language"],
                row["spoken"],
                muted=frozenset(muted[row["person_id"]]),
                parted=frozenset(parted[row["person_id"]]),
            )
            for row in rows
        )
