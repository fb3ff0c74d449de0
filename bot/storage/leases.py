"""Claims the leases of the chats for which items were put."""

from collections.abc import Collection
from typing import Any

from bot.storage.session import Session


async def claim(queries: Any, session: Session, holder: str, chats: Collection[int]) -> dict[int, float]:
    """Claim the leases of these chats for a replica, in the transaction.

    Returns those that it holds now, each with the seconds until the chat's rate limit is whole again. The replicas that
    hold the others are notified when the transaction commits.
    """
    if not chats:
        return {}
    async for _ in queries.beat(session, name=holder):
        pass
    rows = await queries.claim(session, [{"chat_id": chat, "holder": holder} for chat in sorted(chats)])
    others: dict[str, list[int]] = {}
    for row in rows:
        if row["holder"] != holder:
            others.setdefault(row["holder"], []).append(row["chat_id"])
    for other, theirs in others.items():
        await session.call(other, theirs)
    return {row["chat_id"]: row["debt"] for row in rows if row["holder"] == holder}
