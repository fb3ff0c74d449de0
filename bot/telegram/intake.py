"""Carries out raw updates, from polling and webhook alike."""

from bot.app.messages import Incoming
from bot.app.worker import Worker
from bot.telegram.translate import Json, incoming_of


class Intake:
    """Reads updates and carries them out. No content of an update raises."""

    def __init__(self, bot_id: int, worker: Worker) -> None:
        self._bot_id = bot_id
        self._worker = worker

    async def take(self, update: Json) -> None:
        """Read an update and carry it out; returns once it is committed or kept as failed."""
        incoming = await self.read(update)
        if incoming is not None:
            await self.carry_out(incoming)

    async def read(self, update: Json) -> Incoming | None:
        """The update in our types; None if it cannot be read and has been kept as failed."""
        try:
            return incoming_of(update, self._bot_id)
        except Exception as error:  # noqa: BLE001  nothing that comes in may stop the intake
            await self._worker.keep_unreadable(update["update_id"], error)
            return None

    async def carry_out(self, incoming: Incoming) -> None:
        """Carry out an update that was read; returns once it is committed or kept as failed."""
        await self._worker.run(incoming)
