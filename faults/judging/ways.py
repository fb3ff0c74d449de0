"""Judges games in which the bot breaks a word, or a number is guessed, by the players' accounts."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from faults.judging.database import StoredWay
from faults.judging.evidence import Evidence, Said
from faults.players.accounts import PlayedWay, Way
from faults.players.sight import ANSWERS, asks_in, game_in, is_over_in, moves_in
from sandbox.html import parse


@dataclass(slots=True)
class WayComplaints:
    """Complaints, a line each."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    swapped: list[str] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)


def judge_ways(evidence: Evidence) -> WayComplaints:
    """The complaints."""
    found = WayComplaints()
    stored = {game.id: game for game in evidence.stored_ways}
    played = {game.id: game for game in evidence.ways}
    found.lost += [f"game {game}" for game in played.keys() - stored.keys()]
    found.doubled += [f"game {game}, which nobody knows of" for game in stored.keys() - played.keys()]
    for game in played.keys() & stored.keys():
        _judge(played[game], stored[game], found)
        if not _is_seen(stored[game], evidence):
            screen = evidence.way_screens.get(game)
            found.unseen.append(f"{_name(played[game])}: {screen.message.text if screen else 'no board'!r}")
    found.swapped += _wavered(evidence)
    return found


def _judge(played: PlayedWay, stored: StoredWay, found: WayComplaints) -> None:
    made, kept = Counter(played.moves), Counter(stored.moves)
    found.lost += [f"{move} in {_name(played)}" for move in (made - kept).elements()]
    found.doubled += [f"{move} in {_name(played)}" for move in (kept - made).elements()]
    if made == kept and tuple(played.moves) != stored.moves:
        found.swapped.append(f"{stored.moves} in {_name(played)} came as {played.moves}")
    if stored.over != played.over:
        found.ended.append(f"{_name(played)}: over is {stored.over}, its player says {played.over}")
    if stored.way is not played.way:
        found.swapped.append(f"{_name(played)} is stored as {stored.way.value}")


def _name(game: PlayedWay) -> str:
    return f"{game.way.value} {game.id} of {game.person}"


def _is_seen(stored: StoredWay, evidence: Evidence) -> bool:
    """Whether its board shows the last state, or Telegram refused that one for good."""
    screen = evidence.way_screens.get(stored.id)
    if screen is not None and (screen.moves, screen.over) == (stored.shown, stored.over):
        return True
    return any(
        game_in(refused.buttons) == stored.id
        and (moves_in(parse(refused.text)[0]), is_over_in(refused.buttons)) == (stored.shown, stored.over)
        for refused in evidence.stored.refused
    )


def _wavered(evidence: Evidence) -> Iterator[str]:
    """Questions of the bot that changed though nothing had been answered."""
    played = {game.id: game for game in evidence.ways}
    asked: defaultdict[tuple[str, tuple[str, ...]], set[str]] = defaultdict(set)
    for said in evidence.said:
        game = played.get(game_in(said.buttons))
        if game is not None:
            text = parse(said.text)[0]
            asks = asks_in(text)
            if asks and asks not in game.wished:
                asked[game.id, moves_in(text)].add(asks)
    for (game_id, moves), questions in asked.items():
        if len(questions) > 1:
            yield f"{sorted(questions)} were asked in {_name(played[game_id])} after {moves}"


# Leaks: what the bot asks, and numbers that do not follow from its answers.

ASKED_ABOUT = (
    r"^\d+\. {0}\b|[<>=…]{0}\b|\b{0}…|\b(?:gt|lt|eq|is|ge|le){0}\b|🎯 {0}\b|^{0} (?:"
    + "|".join(map(re.escape, ANSWERS))
    + ")$"
)
"""A number in a guess, a question or its answer, at an end of the range that is left, or on a button."""

EXAMPLE_AT = 29
"""How far above the lowest number of the suite's ranges the bot's example stands: it shows 30 of 1 to 128."""


class WayLeaks:
    """Knows which words and numbers each person may read."""

    def __init__(self, evidence: Evidence) -> None:
        self._ending = {game.id: game.ending_since for game in evidence.ways if game.over and game.ending_since}
        asked = [game for game in evidence.stored_ways if game.way is Way.ASK]
        self._numbers: defaultdict[str, list[StoredWay]] = defaultdict(list)
        """By number, the games in which the bot kept it: in a long run two by chance."""
        for kept in asked:
            self._numbers[kept.secret].append(kept)
        self._by_salt = {kept.salt: kept for kept in asked}
        self._open: defaultdict[int, set[str]] = defaultdict(set)
        """By chat, the words that may be read."""
        of_words = {game.id: game for game in evidence.ways if game.way is Way.THINK}
        for game in of_words.values():
            self._open[game.person] |= {game.secret, *game.wished}
        for stored in evidence.stored_ways:
            self._open[stored.chat] |= {move.partition("=")[0] for move in stored.moves}
        for said in evidence.said:
            if game_in(said.buttons) in of_words:
                self._open[said.chat].add(asks_in(parse(said.text)[0]))

    @property
    def numbers(self) -> set[str]:
        """The bot's secret numbers."""
        return set(self._numbers)

    @property
    def salts(self) -> set[str]:
        """Their salts."""
        return set(self._by_salt)

    def may_read(self, word: str, said: Said) -> bool:
        """Whether the word is a guess of the bot's there, or was told to it."""
        return word in self._open[said.chat]

    def may_check(self, salt: str, said: Said) -> bool:
        """Whether the text shows the game with that salt, after its end."""
        game = self._by_salt.get(salt)
        return game is not None and self._is_over(game, said)

    def tells(self, number: str, said: Said) -> bool:
        """Whether the text tells the number to somebody who cannot know it."""
        games = self._numbers[number]
        if any(self._is_over(game, said) for game in games):
            return False
        here = [game for game in games if game.chat == said.chat]
        if not here:
            return True
        if all(said.when > self._ending.get(game.id, said.when) for game in here):
            return False  # they have read it at the end of that game; another one may well speak of it
        text = said.text if said.person is not None else parse(said.text)[0]
        title, *lines = f"{text}\n{said.buttons}".split("\n")
        if any(int(number) == _example(game) for game in games):
            return False
        asked_about = re.compile(ASKED_ABOUT.format(number))
        looked_at = lines if any(number in game.ends for game in games) else [title, *lines]
        return any(number in asked_about.sub("", line) for line in looked_at)

    def _is_over(self, game: StoredWay, said: Said) -> bool:
        """Whether the text shows the game after its end."""
        since = self._ending.get(game.id)
        is_shown = said.chat == game.chat and game_in(said.buttons) == game.id
        return is_shown and since is not None and said.when >= since


def _example(game: StoredWay) -> int:
    """The number of its range that the bot shows as an example, whatever its own is."""
    return int(game.ends[0]) + EXAMPLE_AT
