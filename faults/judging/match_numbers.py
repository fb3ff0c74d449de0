"""Judges games alone that go on with the bot's secret after a lost match."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from faults.judging.database import fingerprint
from faults.judging.evidence import Evidence
from faults.judging.match_sights import refused_of
from faults.judging.sides import Sides
from faults.players.match_model import COMPUTER

HELD, PLAYED_FOR = "held", "played-for"
PLAY_ON = "mplayon"


@dataclass(slots=True)
class Broken:
    """Complaints: `lost` games are missing, `doubled` ones exist though nobody asked for them."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)


def broken_on(matches: dict[str, Sides], evidence: Evidence) -> Broken:
    """The complaints about them."""
    found, games = Broken(), Counter((game.chat, game.fingerprint) for game in evidence.stored.games)
    for sides in filter(_is_against_the_bot, matches.values()):
        person, due = _person(sides), int(sides.played.goes_on)
        salt = sides.stored.salts[sides.stored.people.index(person)]
        there = games[person, fingerprint(sides.stored.secret_for(person), salt)]
        noted = int(sides.stored.number == PLAYED_FOR)
        if (there, noted) != (due, due):
            into = found.lost if min(there, noted) < due else found.doubled
            into.append(f"{there} games go on after {sides}, its player knows of {due}: {sides.stored.number!r}")
    return found


def offers_wrongly(sides: Sides, evidence: Evidence) -> Iterator[str]:
    """Final screens that offer to go on wrongly, or do not offer it."""
    if not _is_against_the_bot(sides) or not sides.stored.over:
        return
    person, may = _person(sides), sides.stored.number == HELD
    screen = evidence.screens.get((person, sides.stored.id))
    if screen is None or (screen.button(PLAY_ON) is not None) == may:
        return
    if all((f":{PLAY_ON}:" in refused.buttons) != may for refused in refused_of(person, sides, evidence)):
        yield f"{sides} offers to go on, or does not: its number is {sides.stored.number!r}"


def _is_against_the_bot(sides: Sides) -> bool:
    return COMPUTER in sides.played.people


def _person(sides: Sides) -> int:
    (person,) = (person for person in sides.played.people if person != COMPUTER)
    return person
