"""What is stored of talk: remarks, and rooms."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from bot.app.model.game import REPORTS_ABOUT_ONE
from bot.app.model.talk import KEPT, Listener, Round, TalkMessage, Unheard
from bot.storage.writes import Writes

# The port `Rooms`, over named queries.


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


# The port `Talk`, over named queries.


class StoredTalk:
    """Stored messages, mutes, blocks and reports."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    def say(self, message: TalkMessage) -> None:
        """Store a message; it is deleted after some days."""
        self._writes.add(
            "say",
            remark_id=message.id,
            stream=message.stream,
            person_id=message.person,
            name=message.name,
            said=message.text,
            said_at=message.said_at,
        )

    async def last_messages(self, stream: str, most: int) -> tuple[TalkMessage, ...]:
        """The last messages of the stream, at most so many, the oldest first."""
        rows = self._queries.said(self._session, stream=stream, most=most)
        return tuple(reversed([_talk_message(row) async for row in rows]))

    def listen(self, room: str, person: int) -> None:
        """The person joins a room."""
        self._writes.add("listen", stream=room, person_id=person)

    def stop_listening(self, room: str, person: int) -> None:
        """The person leaves a room."""
        self._writes.add("stop_listening", stream=room, person_id=person)

    async def listens(self, room: str, person: int) -> bool:
        """Whether the person has joined a room."""
        row = await self._queries.listens(self._session, stream=room, person_id=person)
        return bool(row["listens"])

    def leave_rooms(self, person: int) -> None:
        """The person leaves every room."""
        self._writes.add("leave_rooms", person_id=person)

    async def unheard_by(self, person: int, stream: str) -> Unheard:
        """Whom the person does not hear of those who have said the last messages of the stream."""
        found = self._queries.unheard_by(self._session, stream=stream, person_id=person, most=KEPT)
        rows = [row async for row in found]
        return Unheard(
            frozenset(row["other_id"] for row in rows if row["is_muted"]),
            frozenset(row["other_id"] for row in rows if row["is_parted"]),
        )

    def mute(self, person: int, other: int, *, on: bool = True) -> None:
        """Mute the other in rooms for the person; not `on`: unmute."""
        self._writes.add("mute" if on else "unmute", person_id=person, muted_id=other)

    def block(self, person: int, other: int, *, on: bool = True) -> None:
        """Block the other for the person; not `on`: unblock. A block by the other stays."""
        self._writes.add("block" if on else "unblock", person_id=person, blocked_id=other)

    async def blocked_by(self, person: int, most: int) -> tuple[tuple[int, str], ...]:
        """Whom the person has blocked, at most so many: their id, and the name under which they play, or none."""
        rows = self._queries.blocked(self._session, person_id=person, most=most)
        return tuple([(row["blocked_id"], row["name"] or "") async for row in rows])

    async def are_parted(self, person: int, other: int) -> bool:
        """Whether one of the two has blocked the other, or is kept away."""
        row = await self._queries.parted(self._session, person_id=person, blocked_id=other)
        return bool(row["are_parted"])

    def report(self, person: int, about: int, messages: Sequence[TalkMessage], now: float) -> None:
        """Store a report about what the other has said, for the operator."""
        said = json.dumps([message.text for message in messages], ensure_ascii=False)
        stream = messages[0].stream
        row = {"stream": stream, "person_id": person, "about_id": about, "reported_at": now, "said": said}
        self._writes.add("report", **row, most=REPORTS_ABOUT_ONE)


def _talk_message(row: Any) -> TalkMessage:
    return TalkMessage(row["remark_id"], row["stream"], row["person_id"], row["name"], row["said"], row["said_at"])
