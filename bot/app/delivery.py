"""The outbox as a dispatcher uses it: what waits for a chat, what became of it, and which replica sends to whom."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeGuard

from bot.app.messages import Chat, Inline
from bot.app.outbox import (
    AT_ONCE,
    NO_SLOT,
    CommandsItem,
    Kept,
    MarkItem,
    OutboxItem,
    RetireItem,
    ScreenItem,
    UnreadableItem,
    Urgency,
    commands_written,
    item_read,
    mark_written,
    retirement_written,
    screen_written,
)
from bot.app.screen import Place, Screen
from bot.app.talk.model import Talk
from bot.app.work import GONE, MOVED, SHUT_OUT, Job, Store, Work
from bot.metrics import FAILED

ALL, FOR_MANY = "grant", "grant_for_many"
"""The budgets by the names of their queries: for all messages, and for those that are for many."""
LOOKED_AT = 500
"""So many waiting chats are looked through at a time for those that nobody sends to: more than leave in a second."""
BEFORE_ALL = -(2**63)


class Outbox:
    """The stored items, in order for each chat, and the leases, for the replica `holder`. Methods raise StorageDown."""

    def __init__(self, queries: Any, reader: Any, store: Store, holder: str, now: Callable[[], float]) -> None:
        self._queries = queries
        self._reader = reader
        self._run = store.run
        self._holder = holder
        self._now = now
        self._looked_up_to = BEFORE_ALL

    async def pending(self, chat_id: int) -> list[OutboxItem]:
        """The chat's items, AT_ONCE at most, the next to be sent first.

        Answers and news in the order in which they were put, a newer screen in the place of an older one of its slot;
        then what is for many; last the removals of buttons.
        """
        rows = self._queries.pending(self._reader, chat_id=chat_id, most=AT_ONCE)
        return [_item(chat_id, row, self._now()) async for row in rows]

    async def note_delivered(self, items: list[OutboxItem], message: int | None, retire: int | None) -> None:
        """Delete the items. `message` shows their slot from now on; `retire` has still to be deleted at Telegram."""
        first = items[0]

        async def job(work: Work) -> None:
            _drop(work, items)
            if message is not None and _has_slot(first) and isinstance(first.to, Chat):
                await _place_taken(work, first.to, items, message)
            if retire is not None and isinstance(first.to, Chat):
                work.retire(first.to, retire, wholly=True)

        await self._run(job, first.to.id)

    async def note_refused(self, items: list[OutboxItem], reason: str) -> None:
        """Move items that can never be sent to `failed_messages`."""

        async def job(work: Work) -> None:
            _drop(work, items)
            for item in items:
                work.writes.count(FAILED.labels("message"))
                work.write(
                    "keep_failed_message",
                    letter_id=item.id,
                    chat_id=item.to.id,
                    failed_at=work.wall(),
                    content=_written(item),
                    error=reason,
                )

        await self._run(job, items[0].to.id)

    async def note_unreachable(self, chat_id: int) -> None:
        """Drop the items of a chat that cannot be written to; a job tells the rivals of that person."""

        async def job(work: Work) -> None:
            if chat_id > 0 and (await work.preferences(chat_id)).reachable:
                work.at(work.wall(), Job(GONE, str(chat_id), 0))
            work.write("drop_items_to", chat_id=chat_id)
            work.of(Talk).leave_rooms(chat_id)
            work.write("mark_unreachable", chat_id=chat_id)

        await self._run(job, chat_id)

    async def note_shut_out(self, items: list[OutboxItem], game: str) -> None:
        """Drop a board of the game of that id that must not stand in its topic; a job lets the game rest."""

        async def job(work: Work) -> None:
            _drop(work, items)
            work.at(work.wall(), Job(SHUT_OUT, game, 0))

        await self._run(job, items[0].to.id)

    async def note_renamed(self, chat_id: int, to: int) -> None:
        """Move all that is stored for the group to its new id; a job shows it there.

        If that has been done already, only items that were put for the old id since are moved.
        """

        async def job(work: Work) -> None:
            if await work.moved_to(chat_id) is not None:
                work.forward_items(Chat(chat_id), to)
                return
            work.rename(Chat(chat_id), to)
            work.at(work.wall(), Job(MOVED, str(chat_id), 0))

        await self._run(job, chat_id, to)

    async def keep(self, idle: Mapping[int, float], *, sends: bool) -> Kept:
        """Renew our leases, release those of idle chats, and take chats that have items and no sender.

        `idle`: for each chat, the seconds until its rate limit is whole again; `sends`: whether some chats stay ours.
        """

        async def let_go(work: Work) -> set[int]:
            releases = [{"chat_id": chat, "holder": self._holder, "debt": idle[chat]} for chat in sorted(idle)]
            # Locked in a statement of its own: `release` must see items that were put while this waited for the lock.
            await work.rows_of_each("lock_lease", [{"chat_id": chat, "holder": self._holder} for chat in sorted(idle)])
            return {row["chat_id"] for row in await work.rows_of_each("release", releases)}

        async def take(work: Work) -> tuple[set[int], dict[int, float]]:
            if sends:
                await work.rows_at_once("beat", name=self._holder)
            taken = await self._claim_waiting(work)
            if taken and not sends:
                await work.rows_at_once("beat", name=self._holder)
            # nobody was told of items whose commit was answered too late, or whose notification was lost
            taken |= _debts(await work.rows_at_once("ours_waiting", holder=self._holder))
            return {row["chat_id"] for row in await work.rows_at_once("held", holder=self._holder)}, taken

        released = await self._run(let_go, alone=True) if idle else set()
        held, taken = await self._run(take, alone=True)
        return Kept(held, released, taken)

    async def _claim_waiting(self, work: Work) -> dict[int, float]:
        """Claim chats that have items and no sender: those among the next that wait, LOOKED_AT at most."""
        after = self._looked_up_to
        waiting = [row["chat_id"] for row in await work.rows_at_once("waiting_chats", after=after, most=LOOKED_AT)]
        self._looked_up_to = waiting[-1] if len(waiting) == LOOKED_AT else BEFORE_ALL
        if not waiting:
            return {}
        return _debts(await work.rows_at_once("claim_waiting", holder=self._holder, after=after, up_to=waiting[-1]))

    async def leave(self) -> None:
        """Release all leases, whatever still waits."""

        async def job(work: Work) -> None:
            await work.rows_at_once("leave", holder=self._holder)

        await self._run(job, alone=True)

    async def grant(self, seconds: float, burst: float, budget: str = ALL) -> float:
        """Take the messages of so many seconds from a shared budget; returns the seconds to wait before sending.

        After a quiet time the messages of `burst` seconds may be sent at once.
        """

        async def job(work: Work) -> float:
            [row] = await work.rows_at_once(budget, seconds=seconds, burst=burst)
            return float(row["wait"])

        return await self._run(job)


def _drop(work: Work, items: list[OutboxItem]) -> None:
    """Delete the items; with a screen also all older ones of its slot, which must not be shown after it."""
    newest = dict[str, int]()
    for item in items:
        if _has_slot(item):
            newest[item.slot] = max(item.id, newest.get(item.slot, 0))
        else:
            work.write("drop_item", letter_id=item.id)
    for slot, letter_id in newest.items():
        work.write("drop_screens", chat_id=items[0].to.id, slot=slot, letter_id=letter_id)


async def _place_taken(work: Work, chat: Chat, items: list[OutboxItem], message: int) -> None:
    """Store the slot's new message. If another replica has sent one as well, the upper one is deleted."""
    item = next(filter(_has_slot, items))
    known = (await work.slot_state(chat, item.slot)).message
    # A press may have stored it before us, but not which item made it; or one that was none, in whose place this is.
    if known in (None, item.current) or known <= message:
        newest = max(item.id for item in items)
        key = {"chat_id": chat.id, "slot": item.slot}
        work.write("occupy_slot", **key, message_id=message, letter_id=newest, shown_at=work.now())
    if known not in (None, message, item.current):
        work.retire(chat, min(known, message), wholly=True)


def _has_slot(item: OutboxItem) -> TypeGuard[ScreenItem]:
    return isinstance(item, ScreenItem) and item.slot != NO_SLOT


def _debts(rows: list[Any]) -> dict[int, float]:
    return {row["chat_id"]: row["debt"] for row in rows}


def _item(chat_id: int, row: Any, now: float) -> OutboxItem:
    chat = Chat(chat_id, row["thread_id"])
    try:
        return _readable(chat, row, now)
    except Exception as error:  # noqa: BLE001  an unreadable item must not block those behind it
        return UnreadableItem(row["letter_id"], chat, row["content"], f"{type(error).__name__}: {error}")


def _readable(chat: Chat, row: Any, now: float) -> OutboxItem:
    letter_id, slot, soon = row["letter_id"], row["slot"] or NO_SLOT, Urgency(row["urgency"])
    shown = {"current": row["message_id"], "age": now - row["shown_at"], "to_bottom": bool(row["to_bottom"])}
    match item_read(row["content"]):
        case int(message), bool(wholly):
            return RetireItem(letter_id, chat, message, wholly, soon)
        case int(message), str(sign):
            return MarkItem(letter_id, chat, message, sign, soon)
        case str(language):
            return CommandsItem(letter_id, chat, language, soon)
        case Screen() as screen, Place() as place, None:
            return ScreenItem(letter_id, chat, slot, screen, place, urgency=soon, **shown)
        case Screen() as screen, Place() as place, str(inline) if Inline(inline).id == chat.id:
            return ScreenItem(letter_id, Inline(inline), slot, screen, place, urgency=soon, **shown)
    raise ValueError("it reads as nothing that we know")


def _written(item: OutboxItem) -> str:
    match item:
        case UnreadableItem():
            return item.content
        case RetireItem():
            return retirement_written(item.message, wholly=item.wholly)
        case CommandsItem():
            return commands_written(item.language)
        case MarkItem():
            return mark_written(item.message, item.sign)
        case _:
            inline = item.to.message if isinstance(item.to, Inline) else None
            # A document is somebody's data: an operator who looks at what was refused need not read it.
            return screen_written(replace(item.screen, document=None), item.place, inline)
