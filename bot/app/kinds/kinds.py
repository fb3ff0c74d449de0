"""The kinds of games, found by the name that is stored or by the class of a game."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import orjson

from bot.app.kinds.kind import DueJob, Kind, LongThought
from bot.app.messages import Chat
from bot.app.model.header import Header
from bot.app.model.modes import PLAYABLE
from bot.app.model.played import PlayedGame, log_after

HEADER = ("starter", "salt", "opened_at", "ended_at", "revision")
LOG = "log"
"""The key of the log in the body of a row, beside what the game's kind writes."""


class Kinds:
    """A closed set of kinds."""

    def __init__(self, kinds: Iterable[Kind[Any]]) -> None:
        self._by_name = {kind.name: kind for kind in kinds}
        self._by_model = {kind.model: kind for kind in self._by_name.values()}

    def __iter__(self) -> Iterator[Kind[Any]]:
        """The kinds, in the order in which they were given."""
        return iter(self._by_name.values())

    def kind_of(self, game: Header) -> Kind[Any]:
        """The kind of a game."""
        return self._by_model[type(game)]

    def name_of(self, model: type[Header]) -> str:
        """The name under which games of that class are stored."""
        return self._by_model[model].name

    def kind_for_mode(self, mode: str) -> Kind[Any]:
        """The kind of the games that are begun by options in that mode. Raises LookupError for a mode of no such."""
        kinds = [self._by_name[name] for name in PLAYABLE[mode].kinds if name in self._by_name]
        for kind in kinds:
            if kind.begins is not None:
                return kind
        raise LookupError(f"no game in the mode {mode} is begun by options")

    @property
    def jobs(self) -> dict[str, DueJob]:
        """What all kinds do when something is due, by the kind of job."""
        return {name: do for kind in self._by_name.values() for name, do in kind.jobs.items()}

    @property
    def long_jobs(self) -> dict[str, LongThought]:
        """What all kinds think about at length, by the kind of long job."""
        return {name: do for kind in self._by_name.values() for name, do in kind.long_jobs.items()}

    def body_of(self, game: Header, log: str = "") -> str:
        """What is stored of a game besides its header, with its log, as JSON."""
        body = self.kind_of(game).codec.body_of(game) | ({LOG: log} if log else {})
        return orjson.dumps(body).decode()

    def log_of(self, game: Header, now: float) -> str:
        """The log of a game that is saved at that time, with what has been done in it since it was read."""
        return log_after(game.log, self.kind_of(game).played.progress_of(game), max(0, round(now - game.opened_at)))

    def played_of(self, game: Header, log: str) -> PlayedGame | None:
        """What is kept for ever of a game that is over; None where nobody has done anything in it."""
        kind = self.kind_of(game)
        gist = None if game.ended_at is None else kind.played.gist_of(game)
        if game.ended_at is None or gist is None:
            return None
        return PlayedGame(kind.name, gist, round(game.opened_at), round(game.ended_at - game.opened_at), log)

    def game_of(self, row: Mapping[str, Any]) -> Header:
        """The game of a row of the table `games`. Raises ValueError for a kind or a format that is not known."""
        kind = self._by_name.get(row["kind"])
        if kind is None:
            raise ValueError(f"game {row['game_id']} is of kind {row['kind']}, which this version does not know")
        chat = None if row["chat_id"] is None else Chat(row["chat_id"], row["thread_id"])
        body = orjson.loads(row["body"])
        header = {name: row[name] for name in HEADER} | {"id": row["game_id"], "chat": chat, "log": body.get(LOG, "")}
        game: Header = kind.codec.game_of(header, body)
        return game
