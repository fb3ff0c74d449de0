"""Where foul is played: whom the attackers bring along, which groups of others they have joined, what they note."""

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from faults.judging.foul_evidence import Costly
from faults.troubles.foul.rogue import Rogue
from sandbox import people_api
from sandbox.state import State

Strike = Callable[[], Awaitable[None]]
"""One blow. It may be struck again and again."""
RunOut = Callable[[str, int], Awaitable[None]]
"""Lets somebody's time run out in a match."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess that must count, in a chat where no other game is on."""

    chat: int
    guess: str


@dataclass(frozen=True, slots=True)
class Remark:
    """What somebody must be shown, because they listen where it is said."""

    hearer: int
    text: str


@dataclass(slots=True)
class Scene:
    """All that an attack has to do with."""

    state: State
    chance: random.Random
    groups: tuple[int, ...] = ()
    """Where others play. Whoever wants to attack there has joined before."""
    run_out: RunOut | None = None
    """None: clocks run no faster here."""
    crew: list[int] = field(default_factory=list)
    """Everybody who came for an attack, accomplices and their victims included."""
    own_groups: list[int] = field(default_factory=list)
    costly: list[Costly] = field(default_factory=list)
    guesses: list[Guess] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    struck: list[tuple[float, float]] = field(default_factory=list)
    """From when to when somebody struck, by the sandbox's clock: what was prepared has been answered before."""
    wrongs: list[str] = field(default_factory=list)
    """What those who took part saw, and must not have seen."""

    def newcomer(self, name: str = "Foul") -> Rogue:
        """Somebody new."""
        told = people_api.add_person(self.state, 0, {"name": f"{name} {len(self.crew)}", "language": "en"})
        self.crew.append(int(told["id"]))
        return Rogue(self.state, self.crew[-1])

    def newcomers(self, many: int, name: str = "Foul") -> tuple[Rogue, ...]:
        """So many of them."""
        return tuple(self.newcomer(name) for _ in range(many))

    def group(self, *members: Rogue) -> int:
        """A new group of theirs, with the bot."""
        people = [member.id for member in members]
        self.own_groups.append(int(people_api.add_group(self.state, 0, {"title": "Foul", "people": people})["id"]))
        return self.own_groups[-1]

    def join(self, group: int, rogue: Rogue) -> None:
        """Come into a group of others."""
        people_api.set_member(self.state, group, {"person": rogue.id, "present": True})


Attack = Callable[[Scene], Awaitable[Strike]]
"""Prepares everything, and gives the blow."""
