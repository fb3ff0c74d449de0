"""Judges games in which the bot breaks a word, or a number is guessed, by the players' accounts."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from faults.judging.evidence import Evidence
from faults.judging.way_rows import StoredWay
from faults.players.way_model import PlayedWay
from faults.players.way_screen import asks_in, game_in, is_over_in, moves_in
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
