"""How much a benchmark does: the whole of it, or as little as shows that it still runs."""

from dataclasses import dataclass

from solver.variant import VARIANTS, Variant


@dataclass(frozen=True, slots=True)
class Size:
    """What every benchmark takes. Times in seconds."""

    rounds: int
    """How often a thing and its peer are measured, in turn."""
    seconds: float
    """How long each load of a round lasts."""
    warm_up: float
    chats: int
    """Private chats with each bot."""
    players: int
    """Those who play beside a flood."""
    pace: float
    """Updates a second of each of them."""
    crowd: int
    """Those who flood together."""
    people: int
    """Those who look for a rival in an evening."""
    evening: float
    """How long it lasts, simulated, until the last of them has come."""
    stored: int
    """Sessions of others in the fuller database; the emptier one has a thousandth."""
    games: int
    """Positions of each kind that are thought about."""
    cards: int
    """Pictures that are painted one after the other."""
    variants: tuple[Variant, ...]


WHOLE = Size(
    rounds=5,
    seconds=3.0,
    warm_up=1.0,
    chats=400,
    players=100,
    pace=0.5,
    crowd=1000,
    people=10_000,
    evening=1800.0,
    stored=1_000_000,
    games=6,
    cards=30,
    variants=tuple(VARIANTS.values()),
)
MOMENT = Size(
    rounds=2,
    seconds=0.2,
    warm_up=0.1,
    chats=5,
    players=5,
    pace=10.0,
    crowd=20,
    people=30,
    evening=5.0,
    stored=2000,
    games=1,
    cards=2,
    variants=(VARIANTS["mini"], VARIANTS["cipher"]),
)
