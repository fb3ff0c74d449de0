"""Older versions of the bot, taken from history."""

import io
import subprocess
import sys
import tarfile
from pathlib import Path

from faults.processes.process import ROOT, BotProcess
from sandbox.server import SandboxServer

SERVE = "import sys; from bot.__main__ import main; sys.exit(main())"


def unpacked(commit: str, folder: Path) -> Path:
    """The folder with the code of that commit: the bot and the solver.

    History may belong to another user, as in a container that mounts the checkout.
    """
    command = ["git", "-c", "safe.directory=*", "archive", commit, "bot", "solver"]
    packed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder


class OlderBot(BotProcess):
    """A bot whose code is in a folder."""

    command = (sys.executable, "-c", SERVE)

    def __init__(self, source: Path, server: SandboxServer, folder: Path) -> None:
        super().__init__(server.url, server.token, folder)
        self.environment["PYTHONPATH"] = str(source)
