"""The port `Operators`, over named queries."""

import json
from typing import Any

from bot.app.model.operators import Banned, Broadcast, Deed, Failure, Feedback, Gate, Hearer, Report, State, hearer
from bot.app.ports import NO_SLOT, Urgency
from bot.storage.outbox import MOST_WAITING, as_json
from bot.storage.writes import Writes

SWITCHED_OFF = "switched-off"
"""The name under which it is kept which features are off."""


class StoredOperators:
    """What operators see and do."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def _rows(self, query: str, **values: Any) -> list[Any]:
        return [row async for row in getattr(self._queries, query)(self._session, **values)]

    async def gate(self, person: int) -> Gate:
        """What the person may do."""
        return gate_read(await self._queries.gate(self._session, person_id=person))

    async def switch(self, feature: str, *, on: bool) -> frozenset[str]:
        """Switch the feature; returns all that are off from now on. The work begins again if another switched one."""
        before = (await self._queries.kept(self._session, name=SWITCHED_OFF))["value"] or ""
        off = _features_in(before) - {feature} if on else _features_in(before) | {feature}
        self._writes.add("switch_off", name=SWITCHED_OFF, value=",".join(sorted(off)), value_before=before)
        return off

    def ban(self, person: int, admin: int, now: float) -> None:
        """Keep the person away."""
        self._writes.add("ban", person_id=person, banned_at=now, banned_by=admin)

    def unban(self, person: int) -> None:
        """Let the person come back."""
        self._writes.add("unban", person_id=person)

    async def banned(self, most: int) -> tuple[Banned, ...]:
        """Who is kept away, the latest first, at most so many."""
        rows = await self._rows("banned", most=most)
        return tuple(Banned(row["person_id"], row["name"] or "", row["banned_at"]) for row in rows)

    async def waits_for_many(self, chat: int) -> bool:
        """Whether the chat still waits for something that goes to many."""
        row = await self._queries.waits_for_many(self._session, chat_id=chat, urgency=int(Urgency.MANY))
        return bool(row["waits"])

    async def reported(self, most: int) -> tuple[int, ...]:
        """Whom the oldest reports are about."""
        return tuple(row["about_id"] for row in await self._rows("reported", most=most))

    async def reports_about(self, person: int, most: int) -> tuple[Report, ...]:
        """Reports about the person, the latest first, at most so many."""
        rows = await self._rows("reports_about", person_id=person, most=most)
        return tuple(Report(row["person_id"], row["reported_at"], tuple(json.loads(row["said"]))) for row in rows)

    def drop_reports_about(self, person: int, most: int) -> None:
        """Delete the latest reports about the person, so many."""
        self._writes.add("drop_reports_about", person_id=person, most=most)

    async def name_of(self, person: int) -> str:
        """Under which name the person plays with others; empty: they do not."""
        row = await self._queries.name_of(self._session, person_id=person)
        return row["name"] or ""

    def put_feedback(self, person: int, name: str, text: str, now: float) -> None:
        """Keep what somebody tells the operators."""
        self._writes.add("put_feedback", person_id=person, name=name, said=text, said_at=now)

    async def feedback(self, most: int) -> tuple[Feedback, ...]:
        """What is still to be read, the oldest first, at most so many."""
        rows = await self._rows("feedback", most=most)
        return tuple(
            Feedback(row["feedback_id"], row["person_id"], row["name"], row["said"], row["said_at"]) for row in rows
        )

    async def feedback_of(self, person: int, most: int) -> int:
        """How much of theirs is still to be read, counted up to so many."""
        return len(await self._rows("mine_feedback", person_id=person, most=most))

    def drop_feedback(self, feedback: int) -> None:
        """It is read."""
        self._writes.add("drop_feedback", feedback_id=feedback)

    def note(self, deed: Deed) -> None:
        """Keep what an operator did."""
        row = {"done_at": deed.at, "admin_id": deed.admin, "deed": deed.deed}
        self._writes.add("note_deed", **row, person_id=deed.person, detail=deed.about)

    async def deeds(self, most: int) -> tuple[Deed, ...]:
        """What operators did, the latest first, at most so many."""
        return tuple(map(_deed, await self._rows("deeds", most=most)))

    async def deeds_about(self, person: int, most: int) -> tuple[Deed, ...]:
        """What operators did to the person, the latest first, at most so many."""
        return tuple(map(_deed, await self._rows("deeds_about", person_id=person, most=most)))

    async def failed(self, most: int) -> tuple[Failure, ...]:
        """What failed, the latest first, at most so many."""
        return tuple(map(_failure, await self._rows("failed", most=most)))

    def drop_failure(self, failure: Failure) -> None:
        """Keep it no longer."""
        if failure.id.startswith("m"):
            self._writes.add("drop_failed_message", letter_id=failure.kept["number"])
        else:
            self._writes.add("drop_failed_update", update_id=failure.kept["number"], failed_at=failure.at)

    def retry_failure(self, failure: Failure, now: float) -> None:
        """Put a job or a message in line once more, and keep the failure no longer."""
        kept = failure.kept
        if "content" in kept:
            values = {"slot": NO_SLOT, "urgency": int(Urgency.NEWS), "at_bottom": 1, "most": MOST_WAITING}
            self._writes.add("put_item", chat_id=kept["chat"], thread_id=None, content=kept["content"], **values)
        elif "kind" in kept:
            row = {name: kept[name] for name in ("kind", "subject", "turn")}
            self._writes.add("put_job", due_at=now, **row)
        self.drop_failure(failure)

    async def broadcast(self, broadcast: str) -> Broadcast | None:
        """The broadcast of that id."""
        row = await self._queries.broadcast(self._session, broadcast_id=broadcast)
        return None if row["broadcast_id"] is None else _broadcast(row)

    async def latest_broadcast(self) -> Broadcast | None:
        """The one that was written last."""
        row = await self._queries.latest_broadcast(self._session)
        return None if row["broadcast_id"] is None else await self.broadcast(row["broadcast_id"])

    def save_broadcast(self, broadcast: Broadcast) -> None:
        """Save it. The work begins again if another has saved it since it was read."""
        self._writes.replace(
            "save_broadcast",
            "broadcast_id",
            broadcast_id=broadcast.id,
            admin_id=broadcast.admin,
            state=broadcast.state.value,
            body=as_json(dict(broadcast.texts)),
            made_at=broadcast.made_at,
            up_to=broadcast.up_to,
            sent=broadcast.sent,
            total=broadcast.total,
            pace=broadcast.pace,
            revision=broadcast.revision,
        )

    async def audience(self, after: int, most: int) -> tuple[Hearer, ...]:
        """Private chats that can be reached, by id, after that one, at most so many."""
        rows = await self._rows("audience", after=after, most=most)
        return tuple(
            hearer(row["chat_id"], row["language"], row["spoken"], is_banned=row["banned"] is not None) for row in rows
        )


def gate_read(row: Any) -> Gate:
    """The gate in a row that has both of its columns."""
    return Gate(bool(row["is_banned"]), _features_in(row["switched_off"] or ""))


def _features_in(value: str) -> frozenset[str]:
    return frozenset(filter(None, value.split(",")))


def _deed(row: Any) -> Deed:
    return Deed(row["done_at"], row["admin_id"], row["deed"], row["person_id"], row["detail"])


def _failure(row: Any) -> Failure:
    number, at, error = row["number"], row["failed_at"], _last_line(row["error"])
    if row["what"] == "message":
        kept = {"number": number, "chat": row["chat_id"], "content": row["content"]}
        return Failure(f"m{number}", at, f"→ {row['chat_id']}", error, kept)
    content = _object_in(row["content"])
    job = content.get("job")
    if not isinstance(job, dict):
        return Failure(f"u{number}", at, str(content.get("wished", "?")), error, {"number": number})
    again = {name: job[name] for name in ("kind", "subject", "turn") if name in job and content.get("kind") == "Job"}
    return Failure(f"j{job.get('id', 0)}", at, str(job.get("kind", "?")), error, {"number": number, **again})


def _object_in(content: str) -> dict[str, Any]:
    """The JSON object; an empty one where it is none: what is broken must not hide all other failures."""
    try:
        found = json.loads(content)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _last_line(trace: str) -> str:
    """The last line of a trace: the exception."""
    return next((line.strip() for line in reversed(trace.splitlines()) if line.strip()), "?")


def _broadcast(row: Any) -> Broadcast:
    return Broadcast(
        row["broadcast_id"],
        row["admin_id"],
        json.loads(row["body"]),
        row["made_at"],
        State(row["state"]),
        row["up_to"],
        row["sent"],
        row["total"],
        row["pace"],
        row["revision"],
    )
