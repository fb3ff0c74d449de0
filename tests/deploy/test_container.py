"""The image as `make container` builds it: run read-only as its user, killed in mid-game, and gone on with."""

import asyncio
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
import pytest

from faults.processes.process import BotProcess, Process, free_port
from sandbox.client import Sandbox
from sandbox.server import SandboxServer
from tests import stored
from tests.bot.player import wrong_guesses
from tests.deploy.containers import ROOT, Buildah, Container, Image
from tests.deploy.dockerfile import instructions

pytestmark = [pytest.mark.costly, pytest.mark.needs("buildah", "debootstrap")]
DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text("utf-8")
GIVEN = ("BOT_TOKEN", "BOT_API_URL", "MESSAGES_PER_SECOND", "HOST", "PORT")
"""The settings that reach the container."""
WRITABLE = ("sh", "-c", "find / -xdev -writable ! -type l | sort")
"""Tells whatever lies on a disk and can be written to, by whom it runs as."""


@pytest.fixture(scope="module")
def image(request: pytest.FixtureRequest) -> Iterator[Image]:
    """The image, and the folder of all that comes of it, which is gone in the end."""
    assert request.config.cache is not None
    with TemporaryDirectory() as folder, Buildah(Path(folder), request.config.cache.mkdir("packages")) as buildah:
        yield buildah.image()


class Contained:
    """The bot in a container: signals go to itself, as an engine sends them, and not to buildah around it."""

    def __init__(self, around: Process) -> None:
        self._around = around

    @property
    def pid(self) -> int:
        """The first process in it that is not root's."""
        every = psutil.Process(self._around.pid).children(recursive=True)
        first: int = next(each.pid for each in every if each.uids().real)
        return first

    @property
    def returncode(self) -> int | None:
        return self._around.returncode

    def send_signal(self, number: int) -> None:
        """Send it; if it has not come so far that it is there, to all that is."""
        try:
            os.kill(self.pid, number)
        except (StopIteration, psutil.NoSuchProcess, ProcessLookupError):
            self._around.send_signal(number)

    async def wait(self) -> int:
        return await self._around.wait()


class ContainedBot(BotProcess):
    """A new container with that volume, and in it what the image begins with."""

    def __init__(self, image: Image, server: SandboxServer, volume: Path, folder: Path) -> None:
        super().__init__(server.url, server.token, folder, port=free_port())
        self.container = Container(image, volume)
        self.database = volume / "bot.db"
        self.settings = {name: self.environment[name] for name in GIVEN}
        self.command = self.container.command(*image.config["Entrypoint"], *image.config["Cmd"], **self.settings)
        self.environment |= image.buildah.settings

    async def launch(self) -> None:
        await super().launch()
        assert self._process is not None
        self._process = Contained(self._process)

    def is_healthy(self) -> bool:
        """What the image's health check says, asked in the container."""
        kind, *check = self.container.image.config["Healthcheck"]["Test"]
        assert kind == "CMD"
        status, _ = self.container.run(*(word.replace(":8080/", f":{self.settings['PORT']}/") for word in check))
        return status == 0


def test_it_says_how_it_is_run(image: Image) -> None:
    written = {each.name: each.given for each in instructions(DOCKERFILE)}
    config = image.config
    assert config["User"] == written["USER"]
    assert [*config["Volumes"]] == [written["VOLUME"]]
    assert config["StopSignal"] == written["STOPSIGNAL"]
    assert [*config["ExposedPorts"]] == [f"{written['EXPOSE']}/tcp"]
    assert written["HEALTHCHECK"].endswith(f"CMD {json.dumps(config['Healthcheck']['Test'][1:])}")


async def test_it_has_what_it_needs_and_can_write_its_data_alone(image: Image, tmp_path: Path) -> None:
    async with SandboxServer() as server:
        bot = ContainedBot(image, server, image.volume("checked"), tmp_path)
        checked = await asyncio.to_thread(bot.container.run, *image.config["Entrypoint"], "check", **bot.settings)
        found = await asyncio.to_thread(bot.container.run, *WRITABLE)
    assert checked[0] == 0, checked
    assert re.findall("^.", checked[1], re.MULTILINE) == 7 * ["✓"], checked
    assert found[1].split() == ["/app/data", "/tmp"]


async def test_a_game_goes_on_in_another_container_after_a_kill(image: Image, tmp_path: Path) -> None:
    volume = image.volume("played")
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        alice = await sandbox.person("Alice")
        async with ContainedBot(image, server, volume, tmp_path) as bot:
            await alice.send("/play")
            await alice.sees("🔒")
            secret = stored.position(bot, alice.id).split()[2]
            [guess] = wrong_guesses(secret, 1)
            await alice.send(guess)
            await alice.sees(f"1. {guess}")
            assert await asyncio.to_thread(bot.is_healthy)
            await bot.kill()
            assert not await asyncio.to_thread(bot.is_healthy)
        async with ContainedBot(image, server, volume, tmp_path) as bot:
            await alice.send(secret)
            assert f"1. {guess}" in (await alice.sees(f"2. {secret}")).text
            assert await bot.stop() == 0
