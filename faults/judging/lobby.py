"""Judges the lobby: open challenges, listed while open and accepted by one person each; pairings; rematches."""

from collections import Counter
from collections.abc import Iterator

from faults.judging.evidence import Evidence
from faults.judging.sides import Sides
from faults.players.accounts import Page, PlayedLobby, Posted


def badly_taken(evidence: Evidence, matches: dict[str, Sides]) -> Iterator[str]:
    """Challenges that were accepted twice, and hosts who met somebody in another way."""
    lobby = evidence.lobby
    taken = [taking for taking in lobby.takings if taking.match]
    for (host, key), times in Counter((taking.host, taking.key) for taking in taken).items():
        if times > 1:
            yield f"challenge {key} of {host} was taken {times} times"
    by_taking = {taking.match for taking in taken}
    for sides in matches.values():
        if lobby.hosts & set(sides.played.people) and sides.stored.id not in by_taking:
            yield f"{sides}, though nobody has taken a challenge of either"


MOST_LISTED = 4
"""The challenges on a page."""
UNFAITHFUL = 2
"""Whoever lost fewer matches on time is never paired last, however few they have played."""


def badly_listed(evidence: Evidence) -> Iterator[str]:
    """Pages of the lobby without a challenge that was open all the time, or with one that was not."""
    lobby = evidence.lobby
    for page in lobby.pages:
        for host in sorted(lobby.hosts - page.listed - {page.person}):
            if _may_wait_for_others(host, page.person, evidence):
                continue
            if len(page.listed) < MOST_LISTED and any(_stood(posted, page, lobby) for posted in _of(host, lobby)):
                yield f"{page.person} did not see the challenge of {host} at {page.asked}"
        for host in sorted(page.listed):
            begun = [posted for posted in _of(host, lobby) if posted.pressed <= page.read]
            if all(posted.gone is not None and posted.gone <= page.asked for posted in begun):
                yield f"{page.person} saw a challenge of {host} at {page.read}, and there was none"


def _may_wait_for_others(host: int, person: int, evidence: Evidence) -> bool:
    """Whether either has lost on time so often that each may have had to let others go first for a while."""
    walked_out = evidence.matches.walked_out
    return max(walked_out.get(host, 0), walked_out.get(person, 0)) >= UNFAITHFUL


def _of(host: int, lobby: PlayedLobby) -> list[Posted]:
    return [posted for posted in lobby.posted if posted.host == host]


def _stood(posted: Posted, page: Page, lobby: PlayedLobby) -> bool:
    """Whether it was open from before the page was requested until it was read, with nothing pending about it."""
    touched = [taking.when for taking in lobby.takings if taking.host == posted.host and taking.when >= posted.pressed]
    ends = [*touched, *(end for end in (posted.stopping, posted.gone) if end is not None)]
    return posted.since is not None and posted.since <= page.asked and all(page.read < end for end in ends)


# Whom people met.


def badly_met(matches: dict[str, Sides]) -> Iterator[str]:
    """People who were paired with somebody else than they know, and rematches that are none, or begun by the same."""
    for sides in matches.values():
        if set(sides.stored.people) != set(sides.played.people):
            yield f"{sides} is stored as one of {sides.stored.people}"
        if (before := matches.get(sides.played.before)) is not None:
            yield from _not_swapped(sides, before)


def _not_swapped(sides: Sides, before: Sides) -> Iterator[str]:
    """A rematch must follow its match, with the other player first."""
    if before.stored.rematch != sides.stored.id:
        yield f"{sides} is no rematch of {before.stored.id}"
    first = before.stored.first
    if first is not None and sides.stored.people[0] == first:
        yield f"{sides} is begun by {first}, like the match before"
