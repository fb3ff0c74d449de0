"""The ways to play. A new mode is one entry."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mode:
    """Who keeps the secret and how many seats break it."""

    name: str
    breakers: int


MODES = {mode.name: mode for mode in (Mode("solo", breakers=1),)}
