"""The port `DailyPosts`, over named queries."""

from typing import Any

from bot.app.messages import Chat
from bot.app.model.daily_posts import DailyPost
from bot.storage.writes import Writes


class StoredDailyPosts:
    """Stored wishes of groups that the card of each day come by itself."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def of(self, chat: int) -> DailyPost | None:
        """That of the group."""
        return _post(await self._queries.daily_post_of(self._session, chat_id=chat))

    async def post(self, post: str) -> DailyPost | None:
        """That of that id."""
        return _post(await self._queries.daily_post(self._session, post=post))

    def begin(self, post: DailyPost) -> None:
        """Store a new one; it takes the place of a former one."""
        self._writes.add("begin_daily_post", post=post.id, chat_id=post.chat.id, thread_id=post.chat.thread)

    def note(self, post: DailyPost) -> None:
        """Store which card was there last, unless the wish has ended."""
        self._writes.add("note_daily_post", post=post.id, day=post.day, unplayed=post.unplayed)

    def end(self, post: DailyPost) -> None:
        """It is wished no more."""
        self._writes.add("end_daily_post", post=post.id)


def _post(row: Any) -> DailyPost | None:
    if row["post"] is None:
        return None
    return DailyPost(row["post"], Chat(row["chat_id"], row["thread_id"]), row["day"], row["unplayed"])
