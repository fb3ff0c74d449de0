"""The port `Games`, over named queries: one table for all kinds."""

from typing import Any, TypeVar

from bot.app.kinds.kinds import Kinds
from bot.app.messages import Chat
from bot.app.model.games import Glance
from bot.app.model.header import COMPUTER, Header
from bot.app.model.limits import MATCHES
from bot.storage.writes import Writes

G = TypeVar("G", bound=Header)


class StoredGames:
    """Stored games of every kind."""

    def __init__(self, queries: Any, session: Any, writes: Writes, kinds: Kinds) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes
        self._kinds = kinds

    async def load(self, game: str, model: type[G]) -> G | None:
        """The game of that id, if it is of that class; else None."""
        return self._read(await self._queries.game(self._session, game_id=game), model)

    async def running_in(self, chat: int) -> tuple[Header, ...]:
        """Running games on boards in the chat, the oldest first."""
        return tuple([self._kinds.game_of(row) async for row in self._queries.running_in(self._session, chat_id=chat)])

    async def running_of(self, person: int, model: type[G], *, most: int = MATCHES) -> tuple[G, ...]:
        """Running games in which the person has a seat, the oldest first, at most so many."""
        rows = self._queries.running_of(self._session, person_id=person, most=most)
        games = [self._read(row, model) async for row in rows]
        return tuple(game for game in games if game is not None)

    async def count_of(self, person: int) -> int:
        """The number of running games in which the person has a seat."""
        row = await self._queries.running_count(self._session, person_id=person)
        return int(row["running"])

    async def latest(self, chat: int, model: type[G]) -> G | None:
        """The game of that class that was begun last in the chat."""
        kind = self._kinds.name_of(model)
        return self._read(await self._queries.latest_game(self._session, chat_id=chat, kind=kind), model)

    def save(self, game: Header) -> None:
        """Save the game. The work begins again if another has saved it since it was read."""
        chat = game.chat
        self._writes.replace(
            "save_game",
            "game_id",
            game_id=game.id,
            kind=self._kinds.kind_of(game).name,
            chat_id=None if chat is None else chat.id,
            thread_id=None if chat is None else chat.thread,
            starter=game.starter,
            salt=game.salt,
            opened_at=game.opened_at,
            ended_at=game.ended_at,
            body=self._kinds.body_of(game),
            revision=game.revision,
        )
        if game.revision == 0 or game.is_over:
            self._seat(game)
        if game.is_over:
            self._writes.add("drop_drafts", game_id=game.id)

    def hold(self, game: Header) -> None:
        """Make the work begin again if another saves the game before this work commits, without changing the game."""
        if all(row["game_id"] != game.id for row in self._writes.rows("save_game")):
            self.save(game)

    async def glance(self, chat: int) -> Glance:
        """The focus of that private chat, and its running games."""
        rows = [row async for row in self._queries.glance(self._session, chat_id=chat)]
        games = tuple(row["game_id"] for row in rows if row["game_id"] is not None)
        return Glance(rows[0]["focus"], games, bool(rows[0]["has_seats"]))

    def focus_on(self, chat: Chat, game: str | None) -> None:
        """Set the game for which typed text is meant in the chat; None: not known."""
        self._writes.add("focus_on", chat_id=chat.id, focus=game)

    def _seat(self, game: Header) -> None:
        for seat, person in enumerate(self._kinds.kind_of(game).seats(game)):
            if person != COMPUTER:
                self._writes.add("seat", game_id=game.id, seat=seat, person_id=person, is_over=int(game.is_over))

    def _read(self, row: Any, model: type[G]) -> G | None:
        game = None if row["game_id"] is None else self._kinds.game_of(row)
        return game if isinstance(game, model) else None
