"""The image as `make container` builds it, on a Debian that is made here, as no image is pulled: run read-only as its
user, killed in mid-game, and gone on with.
"""

import asyncio
import json
import os
import re
import shlex
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

import psutil
import pytest
from packaging.requirements import Requirement

from faults.processes.process import BotProcess, Process, free_port
from sandbox.client import Sandbox
from sandbox.server import SandboxServer
from tests import stored
from tests.bot.player import wrong_guesses
from tests.deploy.test_files import instructions
from tests.needs import ROOT, mirrors
from tests.packaging.conftest import LOCK, kept_files

PATIENCE = 600
"""Seconds: packages may come from far away, to a busy machine."""
SUITE, PYTHON = "trixie", "3.13"
"""A release of Debian, and its Python."""
ROOM = ("unshare", "--mount", "--pid", "--mount-proc", "--fork", "--kill-child")
STAY = 'mount -t tmpfs tmpfs "$1"; mkdir "$1/temporary"; echo; read -r _'
"""Stays in the room until standard input is closed: then all that began there ends, and what it has mounted is gone.

A disk would take a minute to delete what is in memory here."""
MAKE_BASE = """
eval "$(apt-config shell proxy Acquire::http::Proxy)"
if [ -n "${proxy:-}" ]; then export http_proxy="$proxy"; fi
debootstrap --force-check-gpg --variant=minbase --include=python-is-python3,python3-venv "$1" "$2" "$3"
rm -rf "$2"/var/cache/apt/* "$2"/var/lib/apt/lists/*
tar --create --numeric-owner --file "$4" --directory "$2" .
rm -rf "$2"
"""
CONTAIN = """
mount -o remount,bind,ro /
user=$1
shift
exec setpriv --reuid="$user" --regid="$(id -g "$user")" --init-groups --bounding-set=-all --no-new-privs "$@"
"""
"""What `read_only`, `cap_drop` and `no-new-privileges` of a compose file do: isolated by chroot, buildah cannot."""
BUILDER = "hatchling"
"""Builds the project, in the image too; what it needs itself stands in the lock of the tests."""


def lock_of_image() -> str:
    """What the image installs and what builds the project, for its Python: pip looks at this one's."""
    installed = set(re.findall(r"^[\w.-]+", LOCK, re.MULTILINE))
    entries = re.split(r"^(?=\w)", (ROOT / "requirements-dev.lock").read_text("utf-8"), flags=re.MULTILINE)
    wanted = []
    for entry in filter(None, entries):
        head, _, hashes = entry.partition(" \\\n")
        asked = Requirement(head)
        builds = asked.name == BUILDER or re.search(rf"# +(via )?{BUILDER}$", hashes, re.MULTILINE)
        meant = asked.marker is None or asked.marker.evaluate({"python_full_version": PYTHON, "python_version": PYTHON})
        if meant and (builds or asked.name in installed):
            wanted.append(f"{asked.name}{asked.specifier} \\\n{hashes}")
    return "".join(wanted)


def wheels(kept: Path) -> Path:
    """A folder with what the image needs, in the versions and with the hashes of the locks: fetched once, then kept."""
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--python-version", PYTHON)
    name = f"{PYTHON}-{sysconfig.get_platform()}"
    return kept_files(kept, name, lock_of_image(), lambda *options: run(*pip, *map(str, options)))


def run(*command: str, **settings: str) -> str:
    """Run a command to its end, which must be a good one; what it prints."""
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | settings, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


class Buildah:
    """Buildah in a room of its own, with all it stores. `folder`: seen from both sides. `kept`: between runs."""

    def __init__(self, folder: Path, kept: Path) -> None:
        self.folder = folder
        self._kept = kept
        self._memory = folder / "memory"
        self._memory.mkdir()
        places = f'graphroot = "{self._memory}/images"\nrunroot = "{self._memory}/state"\n'
        (folder / "storage.conf").write_text(f'[storage]\ndriver = "overlay"\n{places}', "utf-8")
        self.settings = {
            "CONTAINERS_STORAGE_CONF": str(folder / "storage.conf"),
            "BUILDAH_ISOLATION": "chroot",
            "TMPDIR": str(self._memory / "temporary"),
        }

    def __enter__(self) -> Self:
        stay = (*ROOM, "sh", "-euc", STAY, "sh", str(self._memory))
        self._room = subprocess.Popen(stay, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._room.stdout is not None
        assert self._room.stdout.readline() == b"\n"
        [first] = psutil.Process(self._room.pid).children()
        self.within = ("nsenter", f"--target={first.pid}", "--mount", "--pid", "--wd")
        return self

    def __exit__(self, *_: object) -> None:
        self._room.communicate()

    def run(self, *command: str) -> str:
        """What a command prints that must not fail, buildah or what calls it."""
        return run(*self.within, *command, **self.settings)

    def base(self) -> Path:
        """Debian and its Python as an archive: made by debootstrap, then kept."""
        archive = self._kept / f"{SUITE}-{sha256(MAKE_BASE.encode()).hexdigest()[:16]}.tar"
        if not archive.is_file():
            with TemporaryDirectory(dir=self._kept) as fresh:
                packed = Path(fresh, archive.name)
                self.run("sh", "-euc", MAKE_BASE, "sh", SUITE, f"{self._memory}/base", mirrors()[0], str(packed))
                packed.rename(archive)
        return archive

    def image(self) -> "Image":
        """What `make container` makes on that base, of packages that were fetched before."""
        archive, packages = self.base(), wheels(self._kept)
        (self.folder / "Basefile").write_text(f"FROM scratch\nADD {archive.name} /\n", "utf-8")
        (self.folder / "pip.conf").write_text("[global]\nno-index = true\nfind-links = /wheels\n", "utf-8")
        self.run("buildah", "build", "--file", str(self.folder / "Basefile"), "--tag", "base", str(archive.parent))
        volumes = {packages: "/wheels", self.folder / "pip.conf": "/etc/pip.conf"}
        mounted = (f"--volume={ours}:{its}:ro" for ours, its in volumes.items())
        options = shlex.join(["--build-arg", "BASE=localhost/base", *mounted])
        self.run("make", "container", "ENGINES=buildah", f"OPTIONS={options}")
        told = json.loads(self.run("buildah", "inspect", "--type", "image", "bulls-and-cows"))
        return Image(self, told["Docker"]["config"])


@dataclass(frozen=True, slots=True)
class Image:
    """An image, and what it says of itself, in docker's words."""

    buildah: Buildah
    config: dict[str, Any]

    @property
    def data(self) -> str:
        """Where its volume is mounted."""
        [folder] = self.config["Volumes"]
        return str(folder)

    def volume(self, name: str) -> Path:
        """An empty volume: it belongs to whom the folder in the image belongs to."""
        (folder := self.buildah.folder / name).mkdir()
        owner = 'stat --format="%u %g" "$(buildah mount "$1")$2"'
        told = self.buildah.run("sh", "-euc", owner, "sh", self.container(), self.data)
        os.chown(folder, *map(int, told.split()))
        return folder

    def container(self) -> str:
        return self.buildah.run("buildah", "from", "bulls-and-cows").strip()


class Container:
    """A new container with a volume, run as a compose file does: as the image's user, who writes there and to /tmp.

    The network is that of the machine, and so is /dev.
    """

    def __init__(self, image: Image, volume: Path) -> None:
        self.image = image
        self._name = image.container()
        # Else buildah mounts an empty volume there too, above or below the one that it is told to mount.
        image.buildah.run("buildah", "config", f"--volume={image.data}-", self._name)
        self._temporary = image.buildah.folder / f"tmp of {self._name}"
        self._temporary.mkdir()
        self._temporary.chmod(0o1777)
        self._volumes = (f"--volume={volume}:{image.data}", f"--volume={self._temporary}:/tmp")

    def command(self, *words: str, **settings: str) -> tuple[str, ...]:
        """What runs words in it with these settings."""
        return (
            *self.image.buildah.within, "buildah", "run", "--network=host", "--user=root", "--cap-add=CAP_SYS_ADMIN",
            *self._volumes, *(f"--env={name}={value}" for name, value in settings.items()),
            self._name, "--", "sh", "-euc", CONTAIN, "sh", self.image.config["User"], *words,
        )  # fmt: skip

    def run(self, *words: str, **settings: str) -> tuple[int, str]:
        """Run words in it to their end: the exit status, and what they print."""
        # Into a file: once in some hundred times buildah loses what is printed just before the end.
        command = self.command("sh", "-c", '"$@" > /tmp/printed', "sh", *words, **settings)
        around = os.environ | self.image.buildah.settings
        done = subprocess.run(command, env=around, capture_output=True, timeout=PATIENCE, check=False)
        return done.returncode, (self._temporary / "printed").read_text("utf-8")


pytestmark = [pytest.mark.costly, pytest.mark.needs("buildah", "debootstrap")]
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
        words = [word.replace(":8080/", f":{self.settings['PORT']}/") for word in check]
        status, _ = self.container.run(*words, HTTP_PROXY="http://127.0.0.1:9")  # through which nothing is reached
        return status == 0


def test_it_says_how_it_is_run(image: Image) -> None:
    written, config = dict(instructions()), image.config
    says = config["User"], config["StopSignal"], [*config["Volumes"]], [*config["ExposedPorts"]]
    assert says == (written["USER"], written["STOPSIGNAL"], [written["VOLUME"]], [f"{written['EXPOSE']}/tcp"])
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
