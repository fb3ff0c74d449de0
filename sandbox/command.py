"""The bot's process, which the sandbox starts, and starts anew where time is moved."""

import asyncio
import contextlib
import signal
from asyncio.subprocess import Process
from collections.abc import Mapping, Sequence

AHEAD = "CLOCK_AHEAD"
"""The setting that tells the bot how many seconds its clock is ahead."""


class Command:
    """Runs a command. `ahead`: the seconds by which its clock is ahead."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], ahead: float = 0.0) -> None:
        self._command = command
        self._environment = dict(environment)
        self._ahead = ahead
        self._child: asyncio.Future[Process] | None = None
        self._again = False

    async def run(self) -> int:
        """Run it until it ends by itself; its exit status."""
        while True:
            self._again = False
            environment = self._environment | {AHEAD: f"{self._ahead:g}"}
            self._child = asyncio.ensure_future(
                asyncio.create_subprocess_exec(*self._command, env=environment, start_new_session=True)
            )
            code = await (await self._child).wait()
            if not self._again:
                return code if code >= 0 else 128 - code

    def begin_anew(self, later: float) -> None:
        """End it, and start it with a clock so many seconds further ahead."""
        self._ahead += later
        self._again = True
        self.pass_on(signal.SIGTERM)

    def pass_on(self, number: signal.Signals) -> None:
        """Pass the signal to the process, once there is one."""
        if self._child is not None:
            self._child.add_done_callback(lambda child: _send(child, number))

    def stop(self, number: signal.Signals) -> None:
        """Pass the signal on, and start nothing anew."""
        self._again = False
        self.pass_on(number)


def _send(child: asyncio.Future[Process], number: signal.Signals) -> None:
    with contextlib.suppress(OSError):
        child.result().send_signal(number)
