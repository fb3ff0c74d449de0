"""What is due in a match is looked for at once."""

import pytest

from bot.storage.store import DatabaseStore
from tests.bot.duels.evenings import Evening


@pytest.fixture
def evening(store: DatabaseStore, place: str, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """A match on a database, with the time that the test sets."""
    monkeypatch.setattr("bot.app.jobs.LOOK", 0.01)
    return Evening(store, place)
