"""The driver of PostgreSQL, which only those who use PostgreSQL need to install."""

from collections.abc import Iterator
from contextlib import contextmanager

from bot.storage.session import UnusableDatabase

MISSING = "PostgreSQL needs the package asyncpg, which is not installed: pip install asyncpg"


@contextmanager
def driver_needed() -> Iterator[None]:
    """Surrounds imports that need asyncpg. Raises UnusableDatabase if it is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise UnusableDatabase(MISSING) from None
