"""The evidence of a run, for the judges."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from faults.judging.database import Query, StoredGame, stored_games
from faults.judging.foul_evidence import FoulEvidence
from faults.judging.match_rows import MatchRows, StoredJob, stored_jobs
from faults.judging.way_rows import StoredWay
from faults.judging.witness import Said
from faults.players.lobby_model import PlayedLobby
from faults.players.match_model import PlayedPair
from faults.players.match_screen import MatchScreen
from faults.players.model import PlayedChat
from faults.players.sight import Board
from faults.players.way_model import PlayedWay
from faults.players.way_screen import WayScreen


@dataclass(frozen=True, slots=True)
class Refused:
    """A message in `failed_messages`."""

    chat: int
    text: str
    buttons: str
    error: str
    retires: int | None = None
    """The message that it was to take away."""
    inline: str = ""
    """The inline message that it was to edit."""


@dataclass(frozen=True, slots=True)
class Stored:
    """The state of the database at the end."""

    games: tuple[StoredGame, ...] = ()
    waiting: frozenset[int] = frozenset()
    """The chats with items in the outbox."""
    jobs: tuple[StoredJob, ...] = ()
    seen: frozenset[int] = frozenset()
    """The updates that are stored as seen."""
    refused: tuple[Refused, ...] = ()
    failed_updates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """The players' accounts, what people see, what the bot sent, what it stored, and what it logged."""

    chats: tuple[PlayedChat, ...]
    stored: Stored
    boards: Mapping[str, Board]
    """The lowest board of each game, by its fingerprint."""
    pairs: tuple[PlayedPair, ...] = ()
    matches: MatchRows = field(default_factory=MatchRows)
    screens: Mapping[tuple[int, str], MatchScreen] = field(default_factory=dict)
    """The lowest screen of each match in each chat."""
    cards: Mapping[str, str] = field(default_factory=dict)
    """By match, the card that everybody in a chat sees."""
    heard: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """By chat, the remarks that can be read there."""
    lobby: PlayedLobby = field(default_factory=PlayedLobby)
    """The lobby's challenges as people know them."""
    uncovered: frozenset[tuple[int, int]] = frozenset()
    """Messages with typed secrets that were not deleted, by chat and number."""
    ways: tuple[PlayedWay, ...] = ()
    stored_ways: tuple[StoredWay, ...] = ()
    way_screens: Mapping[str, WayScreen] = field(default_factory=dict)
    """The lowest board of each of these games."""
    said: tuple[Said, ...] = ()
    confirmed: frozenset[int] = frozenset()
    """The updates that are confirmed."""
    unconfirmed: int = 0
    written: Mapping[str, str] | None = None
    """Logs and health pages, by name."""
    in_flight: int = 0
    """The messages that may have been in flight when something broke."""
    foul: FoulEvidence = field(default_factory=FoulEvidence)
    """The evidence about attackers."""
    at: float = 0.0
    """The time at which it was gathered."""


async def stored_by(query: Query) -> Stored:
    """The state of the database."""
    refused = await query("SELECT chat_id, content, error FROM failed_messages")
    failed = await query("SELECT content, error FROM failed_updates")
    return Stored(
        games=tuple(await stored_games(query)),
        waiting=frozenset(chat for (chat,) in await query("SELECT DISTINCT chat_id FROM outbox")),
        jobs=await stored_jobs(query),
        seen=frozenset(update for (update,) in await query("SELECT update_id FROM seen_updates")),
        refused=tuple(_refused(chat, json.loads(content), error) for chat, content, error in refused),
        failed_updates=tuple(f"{content}\n{error}" for content, error in failed),
    )


def _refused(chat: int, data: dict[str, object], error: str) -> Refused:
    retires = data.get("retire")
    buttons = json.dumps(data.get("rows"), ensure_ascii=False)
    retires = retires if isinstance(retires, int) else None
    return Refused(chat, str(data.get("html", "")), buttons, error, retires, str(data.get("inline", "")))
