"""The kinds of games, found by the name that is stored or by the class of a game."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import orjson

from bot.app.kinds.kind import DueJob, Kind, LongThought
from bot.app.messages import Chat
from bot.app.model.header import Header
from bot.app.model.modes import PLAYABLE

HEADER = ("starter", "salt", "opened_at", "ended_at", "revision")


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

    def body_of(self, game: Header) -> str:
        """What is stored of a game besides its header, as JSON."""
        return orjson.dumps(self.kind_of(game).codec.body_of(game)).decode()

    def game_of(self, row: Mapping[str, Any]) -> Header:
        """The game of a row of the table `games`. Raises ValueError for a kind or a format that is not known."""
        kind = self._by_name.get(row["kind"])
        if kind is None:
            raise ValueError(f"game {row['game_id']} is of kind {row['kind']}, which this version does not know")
        chat = None if row["chat_id"] is None else Chat(row["chat_id"], row["thread_id"])
        header = {name: row[name] for name in HEADER} | {"id": row["game_id"], "chat": chat}
        game: Header = kind.codec.game_of(header, orjson.loads(row["body"]))
        return game
