"""Games: one table for all kinds; a game that is over is one line that is kept for ever."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import structlog

from bot.app.kinds.kind import Kinds
from bot.app.messages import Chat
from bot.app.model.game import COMPUTER, LEFT, MATCHES, Gist, Glance, Header, PlayedGame
from bot.metrics import GAMES_BEGUN, GAMES_ENDED
from bot.storage.writes import Writes

# A game that is over as one line: `1;alone;1001;1700000000;80;5a5a…;solo classic 0834 | 0123 0834;20 80;help=blind`.
#
# The format, the kind, the people by seat, when it was opened and how long it lasted in seconds, the salts, the game
# in the notation of its rules, the log, and facts by name. There are millions of such lines, so it is not JSON.

FORMAT = "1"
"""Changes when old readers cannot read a line; readers of old formats stay."""
BETWEEN = ";"
NO_SALT = "-"


def played_written(game: PlayedGame) -> str:
    """The line."""
    gist = game.gist
    parts = (
        FORMAT,
        game.kind,
        " ".join(map(str, gist.people)),
        str(game.opened_at),
        str(game.lasted),
        " ".join(salt or NO_SALT for salt in gist.salts),
        gist.line,
        game.log,
        " ".join(f"{name}={value}" for name, value in gist.facts.items()),
    )
    return BETWEEN.join(parts)


def played_read(line: str) -> PlayedGame:
    """The game of a line. Raises ValueError for an unknown format."""
    written_in, _, rest = line.partition(BETWEEN)
    if written_in != FORMAT:
        raise ValueError(f"a game that was played has format {written_in}, which this version does not know")
    kind, people, opened_at, lasted, salts, played, log, facts = rest.split(BETWEEN)
    gist = Gist(
        line=played,
        people=tuple(map(int, people.split())),
        salts=tuple("" if salt == NO_SALT else salt for salt in salts.split()),
        facts=dict(_pair(fact) for fact in facts.split()),
    )
    return PlayedGame(kind, gist, int(opened_at), int(lasted), log)


def without_person(line: str, person: int) -> str | None:
    """The line with somebody who has left in the place of the person; None where nobody else is known by id.

    Raises ValueError for an unknown format.
    """
    game = played_read(line)
    people = tuple(LEFT if one == person else one for one in game.gist.people)
    if set(people) <= {COMPUTER, LEFT}:
        return None
    return played_written(replace(game, gist=replace(game.gist, people=people)))


def _pair(fact: str) -> tuple[str, str]:
    name, _, value = fact.partition("=")
    return name, value


# The port `Games`, over named queries: one table for all kinds.

log = structlog.get_logger()
G = TypeVar("G", bound=Header)
SLOTS_OF_GAMES = ("game", "review", "replies", "card", "rematch")
"""The screens of a game, each a slot of this name, a colon and the game's id."""
LAST = 2**62
"""More than any number of a game that was played."""


class StoredGames:
    """Stored games of every kind."""

    def __init__(self, queries: Any, session: Any, writes: Writes, kinds: Kinds, now: Callable[[], float]) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes
        self._kinds = kinds
        self._now = now
        self._ended: set[str] = set()
        """The games that were over when they were read."""

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

    async def latest_of(self, chat: int, model: type[G], most: int) -> tuple[G, ...]:
        """The games of that class that were begun last in the chat, the latest first, at most so many."""
        rows = self._queries.latest_games(self._session, chat_id=chat, kind=self._kinds.name_of(model), most=most)
        games = [self._read(row, model) async for row in rows]
        return tuple(game for game in games if game is not None)

    def save(self, game: Header) -> None:
        """Save the game, and what is kept of it for ever once it is over.

        The work begins again if another has saved it since it was read.
        """
        self._count(game)
        chat, now = game.chat, self._now()
        done = self._kinds.log_of(game, now)
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
            saved_at=now,
            body=self._kinds.body_of(game, done),
            revision=game.revision,
        )
        if game.revision == 0 or game.is_over:
            self._seat(game)
        if game.is_over:
            self._writes.add("drop_drafts", game_id=game.id)
            self._keep_for_ever(game, done)

    async def played_by(self, person: int, most: int, up_to: int = LAST) -> tuple[tuple[int, PlayedGame], ...]:
        """What is kept of the games that the person has ended, the latest first, each with its number.

        At most so many, with numbers up to that one.
        """
        rows = self._queries.played_by(self._session, person_id=person, up_to=up_to, most=most)
        return tuple([(row["number"], played_read(row["line"])) async for row in rows])

    async def lines_after(self, person: int, number: int, most: int) -> tuple[tuple[int, PlayedGame], ...]:
        """The same from the number after that one on, the earliest first."""
        rows = self._queries.played_after(self._session, person_id=person, after=number, most=most)
        return tuple([(row["number"], played_read(row["line"])) async for row in rows])

    async def number_of(self, game: str) -> int:
        """The number of the game of that id, of which a line is kept; 0: of none."""
        row = await self._queries.number_of(self._session, game_id=game)
        return int(row["number"])

    def keep_line_of(self, row: Any) -> None:
        """Keep for ever what is kept of a game that is over, whose row is deleted. One that cannot be read is lost."""
        try:
            game = self._kinds.game_of(row)
        except (ValueError, LookupError, TypeError) as error:
            log.error("a game cannot be read, and leaves no line", game=row["game_id"], error=repr(error))
        else:
            self._keep_for_ever(game, game.log)

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

    def _count(self, game: Header) -> None:
        """Count the game when it begins and when it ends, however often it is saved."""
        if game.revision == 0 and all(row["game_id"] != game.id for row in self._writes.rows("save_game")):
            self._writes.count(GAMES_BEGUN.labels(game.mode_name))
        if game.is_over and game.id not in self._ended:
            self._ended.add(game.id)
            self._writes.count(GAMES_ENDED.labels(game.mode_name))

    def _keep_for_ever(self, game: Header, done: str) -> None:
        """Keep the line of a game, found by whoever played it, as far as they are known, or by who began it."""
        played = self._kinds.played_of(game, done)
        if played is None:
            return
        self._writes.replace("keep_played", "game_id", game_id=game.id, line=played_written(played))
        if all(row["game_id"] != game.id for row in self._writes.rows("keep_player")):
            for person in dict.fromkeys(filter(None, played.gist.people)) or (game.starter,):
                self._writes.add("keep_player", game_id=game.id, person_id=person)

    def _seat(self, game: Header) -> None:
        for seat, person in enumerate(self._kinds.kind_of(game).seats(game)):
            if person != COMPUTER:
                self._writes.add("seat", game_id=game.id, seat=seat, person_id=person, is_over=int(game.is_over))

    def _read(self, row: Any, model: type[G]) -> G | None:
        game = None if row["game_id"] is None else self._kinds.game_of(row)
        if game is not None and game.is_over:
            self._ended.add(game.id)
        return game if isinstance(game, model) else None
