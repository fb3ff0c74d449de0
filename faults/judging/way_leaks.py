"""Leaks in games alone: what the bot asks, and numbers that do not follow from its answers."""

import re
from collections import defaultdict

from faults.judging.evidence import Evidence
from faults.judging.way_rows import StoredWay
from faults.judging.witness import Said
from faults.players.way_model import Way
from faults.players.way_screen import WORDS, asks_in, game_in
from sandbox.html import parse

ASKED_ABOUT = (
    r"^\d+\. {0}\b|[<>=…]{0}\b|\b{0}…|\b(?:gt|lt|eq|is|ge|le){0}\b|🎯 {0}\b|^{0} (?:"
    + "|".join(map(re.escape, WORDS))
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
