"""How much a benchmark does: the whole, or just enough to show that it runs."""

from dataclasses import dataclass

from solver.variant import VARIANTS, Variant


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a benchmark run. Times in seconds."""

    rounds: int
    """Rounds in which a thing and its peer are measured in turn."""
    seconds: float
    """The duration of each load of a round."""
    warm_up: float
    chats: int
    """Private chats with each bot."""
    starts: int
    """Processes of each bot whose start is measured, one after the other."""
    openers: int
    """Private chats in which a game is begun at the same moment."""
    players: int
    """People who play beside a flood."""
    pace: float
    """Updates a second of each of them."""
    crowd: int
    """People who flood together."""
    people: int
    """People who look for a rival in an evening."""
    evening: float
    """The simulated duration until the last of them has come."""
    stored: int
    """Sessions of others in the fuller database; the emptier one has a thousandth."""
    finishers: int
    """People who have finished the code of one day."""
    games: int
    """Positions of each kind to compute."""
    cards: int
    """Pictures that are painted one after the other."""
    variants: tuple[Variant, ...]


WHOLE = Size(
    rounds=5,
    seconds=3.0,
    warm_up=1.0,
    chats=400,
    starts=3,
    openers=2400,
    players=100,
    pace=0.5,
    crowd=1000,
    people=10_000,
    evening=1800.0,
    stored=1_000_000,
    finishers=100_000,
    games=6,
    cards=30,
    variants=tuple(VARIANTS.values()),
)
MOMENT = Size(
    rounds=2,
    seconds=0.2,
    warm_up=0.1,
    chats=5,
    starts=1,
    openers=20,
    players=5,
    pace=10.0,
    crowd=20,
    people=30,
    evening=5.0,
    stored=2000,
    finishers=200,
    games=1,
    cards=2,
    variants=(VARIANTS["mini"], VARIANTS["cipher"]),
)
