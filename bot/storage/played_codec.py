"""A game that is over as one line: `1;alone;1001;1700000000;80;5a5a…;solo classic 0834 | 0123 0834;20 80;help=blind`.

The format, the kind, the people by seat, when it was opened and how long it lasted in seconds, the salts, the game in
the notation of its rules, the log, and facts by name. There are millions of such lines, so it is not JSON.
"""

from dataclasses import replace

from bot.app.model.header import COMPUTER, LEFT
from bot.app.model.played import Gist, PlayedGame

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
