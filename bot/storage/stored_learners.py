"""The port `Learners`, over named queries: one row for each person."""

from typing import Any

from bot.app.model.learning import Learner
from bot.storage.learner_codec import learner_read, learner_written
from bot.storage.writes import Writes


class StoredLearners:
    """Stored learners."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def of(self, person: int) -> Learner:
        """How far the person has come."""
        row = await self._queries.learner(self._session, person_id=person)
        return Learner(person) if row["body"] is None else learner_read(person, row["body"], row["revision"])

    def keep(self, learner: Learner) -> None:
        """Save it. The work begins again if another has saved it since it was read."""
        body, key = learner_written(learner), {"person_id": learner.person}
        self._writes.replace("save_learner", "person_id", **key, body=body, revision=learner.revision)
