"""A replica of the bot with injected faults, to be killed and started again."""

import asyncio
import sys
from pathlib import Path
from typing import Any

from faults.processes.process import BotProcess

SERVING = b"] serving "
TO_START = 240.0
"""Seconds; the database or Telegram may be down meanwhile."""
WHAT_THE_KILLED_LEFT = "resource_tracker"
"""The beginning of a warning that Python may write long after the bot was killed, into its successor's log."""


class Replica(BotProcess):
    """`python -m faults.inside.bot`, with files by which its clock and its disk can be changed while it runs."""

    command = (sys.executable, "-W", f"ignore:{WHAT_THE_KILLED_LEFT}", "-m", "faults.inside.bot")

    def __init__(self, url: str, token: str, folder: Path, **settings: Any) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.clock, self.disk = folder / "clock", folder / "disk"
        test = {"TEST_LONG_SECRETS": str(folder), "TEST_CLOCK": str(self.clock), "TEST_DISK": str(self.disk)}
        super().__init__(url, token, folder, **(test | settings))
        self.starting = asyncio.Lock()
        self._read = 0

    async def launch(self) -> None:
        """Start without waiting for it to serve."""
        self._read = self.log.stat().st_size if self.log.exists() else 0
        await super().launch()

    async def start(self) -> None:
        """Start, and return once it serves."""
        await self.launch()
        async with asyncio.timeout(TO_START):
            while SERVING not in self.news():
                assert self.runs, self.news().decode()
                await asyncio.sleep(0.05)

    def news(self) -> bytes:
        """Its log since the last start."""
        with self.log.open("rb") as log:
            log.seek(self._read)
            return log.read()

    @property
    def runs(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.returncode is None

    def change_clock(self, seconds: float) -> None:
        """Set its clock so many seconds ahead of the machine's."""
        _replaced(self.clock, str(seconds))

    def limit_pages(self, pages: int | None) -> None:
        """Limit its database to so many pages; None: no limit."""
        _replaced(self.disk, "" if pages is None else str(pages))


def _replaced(file: Path, text: str) -> None:
    """Replace the file atomically, so that nobody reads half of it."""
    new = file.with_suffix(".new")
    new.write_text(text, "ascii")
    new.replace(file)
