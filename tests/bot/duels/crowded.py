"""People who have as much open as one may have, or more from before there was a limit."""

from sandbox.client import Person
from tests import stored
from tests.bot.conftest import Stage


def plays(stage: Stage, person: Person, count: int) -> None:
    """Let the person play so many more matches like the newest of theirs, each with the same rival.

    The rival's seats are left out, lest they play as many.
    """
    stored.copy_match(stage.bot, person.id, count)


def running(stage: Stage, person: Person) -> int:
    """How many matches the person plays."""
    return stored.running_matches(stage.bot, person.id)


def ends_one(stage: Stage, person: Person) -> None:
    """One of the copies is over."""
    stored.end_copies(stage.bot, person.id, most=1)
