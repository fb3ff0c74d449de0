"""What a message is news of, for those who choose what rings."""

from enum import Enum


class News(Enum):
    """What somebody else or the clock has brought about. What only answers somebody is no news."""

    TURNS = "turns"
    """Somebody waits for them: a turn, a new match, an offer, a challenge."""
    TALK = "talk"
    RESULTS = "results"
