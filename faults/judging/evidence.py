"""The evidence of a run, for the judges: its parts, then `Evidence`, the whole, and who records what the bot sent."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from faults.judging.database import (
    MatchRows,
    Query,
    StoredGame,
    StoredJob,
    StoredMatch,
    StoredResult,
    StoredWay,
    stored_games,
    stored_jobs,
)
from faults.players.accounts import PlayedChat, PlayedLobby, PlayedPage, PlayedPair, PlayedWay
from faults.players.sight import Board, MatchScreen, WayScreen
from sandbox.journal import Journal
from sandbox.world.world import World


@dataclass(frozen=True, slots=True)
class Said:
    """A call of the bot's with text. `sent`: it was a new message, and accepted."""

    chat: int
    text: str
    buttons: str
    when: float
    sent: bool
    person: int | None = None
    """The presser who alone sees it, if it answers a press."""


@dataclass(frozen=True, slots=True)
class Costly:
    """A rated match that somebody left, or let run out of time, when that had to cost them the game."""

    match: str
    person: int


@dataclass(frozen=True, slots=True)
class FoulEvidence:
    """Counts during attacks. Those of a calm run keep their defaults in any other."""

    crew: frozenset[int] = frozenset()
    """The chats and people of the attackers."""
    calm: bool = False
    """Whether no fault was injected."""
    most_waiting: Mapping[int, int] = field(default_factory=dict)
    """By chat, the most messages that waited at once."""
    most_jobs: int = 0
    """The most long jobs that waited at once."""
    costly: tuple[Costly, ...] = ()
    matches: tuple[StoredMatch, ...] = ()
    """The attackers' matches."""
    results: tuple[StoredResult, ...] = ()
    uncounted: tuple[str, ...] = ()
    """Their guesses that had to count and did not."""
    wrongs: tuple[str, ...] = ()
    """In a calm run: things that they saw and must not have seen."""
    outages: int = 0
    """In a calm run: the outages that the bot recorded."""
    unanswered: int = 0
    """In a calm run: presses of others without an answer."""
    overtaken: int = 0
    """In a calm run: the most messages that were sent to attackers while another player waited for one answer."""
    alarms: tuple[str, ...] = ()
    """In a calm run: warnings and errors that the bot logged."""


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


# The whole, and how it is read from the database.


@dataclass(frozen=True, slots=True)
class Evidence:
    """The players' accounts, what people see, what the bot sent, what it stored, and what it logged."""

    chats: tuple[PlayedChat, ...]
    stored: Stored
    boards: Mapping[tuple[int, str], Board]
    """The lowest board of each game, by its chat and fingerprint."""
    pages: tuple[PlayedPage, ...] = ()
    pairs: tuple[PlayedPair, ...] = ()
    matches: MatchRows = field(default_factory=MatchRows)
    screens: Mapping[tuple[int, str], MatchScreen] = field(default_factory=dict)
    """The lowest screen of each match in each chat."""
    cards: Mapping[str, str] = field(default_factory=dict)
    """By match, the card that everybody in a chat sees."""
    heard: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """By chat, the remarks that can be read there."""
    spectators: frozenset[int] = frozenset()
    """Those who watch matches of others."""
    parted: frozenset[int] = frozenset()
    """Those of them whom all who play have blocked."""
    watched: Mapping[int, Board] = field(default_factory=dict)
    """Where each of them watches one that runs, as far as they see."""
    still_due: frozenset[str] = frozenset()
    """The matches of which a board is still to be shown, once the clock says so."""
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


# Who records everything that the bot sent.


@dataclass(slots=True)
class Witness(Journal):
    """A journal that keeps all texts and nothing else, because runs are long. `world` tells who pressed what."""

    world: World | None = None
    said: list[Said] = field(default_factory=list)
    newest: dict[int, str] = field(default_factory=dict)
    """By chat, the bot's last new message."""
    answered: set[str] = field(default_factory=set)
    """The presses that the bot has answered, in time or not."""

    def note(self, method: str, parameters: dict[str, Any], answer: Any, when: float) -> None:
        """Record a call."""
        self.counts[method] += 1
        if "callback_query_id" in parameters:
            self._note_answer(parameters, when)
        elif "text" in parameters and (chat := self._chat(parameters)) is not None:
            taken = method == "sendMessage" and answer.get("ok") is True
            buttons = json.dumps(parameters.get("reply_markup"), ensure_ascii=False)
            said = Said(chat, str(parameters["text"]), buttons, when, taken)
            self.said.append(said)
            if taken:
                self.newest[said.chat] = said.text
        elif "inline_query_id" in parameters:
            self._note_offer(parameters, when)
        elif "guest_query_id" in parameters and self.world is not None:
            asked = self.world.guest_queries.get(str(parameters["guest_query_id"]))
            if asked is not None:
                posted = json.dumps(parameters.get("result"), ensure_ascii=False)
                self.said.append(Said(asked.message.chat, posted, "", when, sent=False))

    def _chat(self, parameters: dict[str, Any]) -> int | None:
        """The chat of a call; None if it has none."""
        if "chat_id" in parameters:
            return int(parameters["chat_id"])
        posted = self.world.inline_messages.get(str(parameters.get("inline_message_id"))) if self.world else None
        return None if posted is None else posted[0]

    def _note_offer(self, parameters: dict[str, Any], when: float) -> None:
        """Record the cards of an inline answer."""
        query = self.world.inline_queries.get(str(parameters["inline_query_id"])) if self.world else None
        if query is not None:
            offered = json.dumps(parameters.get("results"), ensure_ascii=False)
            self.said.append(Said(query.chat, offered, "", when, sent=False))

    def _note_answer(self, parameters: dict[str, Any], when: float) -> None:
        self.answered.add(str(parameters["callback_query_id"]))
        press = self.world.presses.get(str(parameters["callback_query_id"])) if self.world else None
        text = str(parameters.get("text", ""))
        if press is not None and text:
            self.said.append(Said(press.chat, text, "", when, sent=False, person=press.person))
