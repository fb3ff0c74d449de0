"""The scene of attacks: attackers, groups of others that they have joined, and what they record."""

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from faults.judging.foul_evidence import Costly
from faults.troubles.foul.rogue import Rogue
from sandbox import people_api
from sandbox.state import State

Strike = Callable[[], Awaitable[None]]
"""One strike of an attack. It may be repeated."""
RunOut = Callable[[str, int], Awaitable[None]]
"""Lets a player's time in a match run out."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess that must count, in a chat where no other game is on."""

    chat: int
    guess: str


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark that a listener must be shown."""

    hearer: int
    text: str


@dataclass(slots=True)
class Scene:
    """All that an attack can use."""

    state: State
    chance: random.Random
    groups: tuple[int, ...] = ()
    """Groups in which others play. Attackers must join first."""
    run_out: RunOut | None = None
    """None if clocks are not moved here."""
    crew: list[int] = field(default_factory=list)
    """All people of the attacks, accomplices and victims included."""
    own_groups: list[int] = field(default_factory=list)
    costly: list[Costly] = field(default_factory=list)
    guesses: list[Guess] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    struck: list[tuple[float, float]] = field(default_factory=list)
    """Begin and end of each strike, by the sandbox's clock; its preparation was answered before."""
    wrongs: list[str] = field(default_factory=list)
    """What attackers saw and must not have seen."""

    def newcomer(self, name: str = "Foul") -> Rogue:
        """A new attacker."""
        data = people_api.add_person(self.state, 0, {"name": f"{name} {len(self.crew)}", "language": "en"})
        self.crew.append(int(data["id"]))
        return Rogue(self.state, self.crew[-1])

    def newcomers(self, many: int, name: str = "Foul") -> tuple[Rogue, ...]:
        """So many new attackers."""
        return tuple(self.newcomer(name) for _ in range(many))

    def group(self, *members: Rogue) -> int:
        """A new group of theirs, with the bot."""
        people = [member.id for member in members]
        self.own_groups.append(int(people_api.add_group(self.state, 0, {"title": "Foul", "people": people})["id"]))
        return self.own_groups[-1]

    def join(self, group: int, rogue: Rogue) -> None:
        """Join a group of others."""
        people_api.set_member(self.state, group, {"person": rogue.id, "present": True})


Attack = Callable[[Scene], Awaitable[Strike]]
"""Prepares an attack, and returns its strike."""
