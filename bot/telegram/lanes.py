"""Splits a batch into updates that must follow one another and those that may run concurrently."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from bot.app.messages import Incoming, Migrated, lines_of


def lanes_of(batch: Sequence[Incoming]) -> list[list[Incoming]]:
    """Lanes that may run concurrently, each in the order in which Telegram delivered it.

    Both ids of a group that becomes a supergroup share a lane: messages of the group first, then the move, then
    messages of the supergroup, which cannot be older than the move.
    """
    moves = {incoming.chat.id: incoming.to for incoming in batch if isinstance(incoming, Migrated)}
    grown = frozenset(moves.values())
    lanes: defaultdict[int | None, list[Incoming]] = defaultdict(list)
    for incoming in sorted(batch, key=lambda each: _stage(each, grown)):
        lanes[_lane(incoming, moves)].append(incoming)
    return list(lanes.values())


def _lane(incoming: Incoming, moves: Mapping[int, int]) -> int | None:
    line = next(iter(lines_of(incoming)), None)
    return None if line is None else moves.get(line, line)


def _stage(incoming: Incoming, grown: Collection[int]) -> int:
    if isinstance(incoming, Migrated):
        return 1
    return 2 if any(line in grown for line in lines_of(incoming)) else 0
