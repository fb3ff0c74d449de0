"""The Dockerfile's own commands, run in a clean folder, make a bot that serves."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from faults.processes.process import BotProcess, free_port
from sandbox.client import Sandbox
from sandbox.server import SandboxServer
from tests.deploy.dockerfile import Stages, instructions
from tests.packaging.environment import Environment, fetched

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text("utf-8")
NEEDS_ROOT = ("useradd", "chown")
"""Programs that change the machine: here they do nothing."""


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Stages:
    """What the Dockerfile builds, in a folder."""
    folder = tmp_path_factory.mktemp("image")
    (programs := folder / "programs").mkdir()
    (programs / "python").symlink_to(sys.executable)
    for name in NEEDS_ROOT:
        (programs / name).write_text("#!/bin/sh\n")
        (programs / name).chmod(0o755)
    assert request.config.cache is not None
    kept = fetched(Environment(folder / "fetching", sys.executable), request.config.cache.mkdir("packages"))
    (root := folder / "root").mkdir()
    stages = Stages(ROOT, root, f"{programs}:/usr/bin:/bin", {"PIP_FIND_LINKS": str(kept)})
    stages.carry_out(instructions(DOCKERFILE))
    return stages


class ContainedBot(BotProcess):
    """The image's command, in its environment."""

    def __init__(self, image: Stages, server: SandboxServer, port: int) -> None:
        settings = {name: value for name, value in image.environment.items() if name.isupper()}
        (folder := image.root / "app").mkdir(exist_ok=True)
        super().__init__(server.url, server.token, folder, port=port)
        self.environment |= settings | {"PYTHONPATH": "", "PORT": str(port), "HOST": "127.0.0.1"}
        self.database = folder / "data" / "bot.db"
        self.command = (*image.words("ENTRYPOINT"), *image.words("CMD"))
        program = image.root / "opt" / "bulls-and-cows" / "bin" / self.command[0]
        self.command = (str(program), *self.command[1:])


def is_healthy(image: Stages, port: int) -> bool:
    """What its health check says of the bot at that port."""
    _, _, check = image.said["HEALTHCHECK"].partition("CMD ")
    python, option, source = (word.replace("8080", str(port)) for word in json.loads(check))
    assert python == "python"
    return subprocess.run([sys.executable, option, source], capture_output=True, check=False).returncode == 0


@pytest.mark.costly
async def test_it_serves_and_is_found_healthy(image: Stages) -> None:
    port = free_port()
    async with SandboxServer() as server, Sandbox(server.url) as sandbox, ContainedBot(image, server, port):
        person = await sandbox.person("Alice")
        await person.send("/start")
        await person.sees("I’ve hidden 4 different digits")
        assert await asyncio.to_thread(is_healthy, image, port)
    assert not await asyncio.to_thread(is_healthy, image, port)


def test_it_is_nobody_in_particular_says_how_it_is_ended_and_what_it_copies_is_sent_to_the_builder() -> None:
    said = {each.name: each.given for each in instructions(DOCKERFILE)}
    assert said["USER"] == "bulls"
    assert said["STOPSIGNAL"] == "SIGTERM"
    assert f"PORT={said['EXPOSE']}" in said["ENV"].split()
    assert said["VOLUME"] == "/app/data"
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")}
    copies = [each.given for each in instructions(DOCKERFILE) if each.name == "COPY" and "--" not in each.given]
    assert {source for copy in copies for source in copy.split()[:-1]} == allowed


@pytest.mark.parametrize("working", ["docker podman buildah", "podman buildah", "buildah", ""])
def test_the_first_engine_that_works_builds_with_the_health_check_or_is_named(working: str, tmp_path: Path) -> None:
    """`make container` where every engine is installed, and these work."""
    for name in ("docker", "podman", "buildah"):
        works = "true" if name in working else "false"
        told = f'[ "$1" = info ] && exec {works}\necho {name} "$@" as "$BUILDAH_FORMAT"\n'
        (tmp_path / name).write_text(f"#!/bin/sh\n{told}", "utf-8")
        (tmp_path / name).chmod(0o755)
    by_hand = {"MAKEFLAGS": "", "MAKELEVEL": ""}  # a make within another would say more
    around = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"} | by_hand
    done = subprocess.run(["make", "container"], cwd=ROOT, env=around, capture_output=True, text=True, check=False)
    first, *_ = working.split() or [""]
    said = f"{first} build --file deploy/Dockerfile --tag bulls-and-cows . as docker\n"
    assert done.stdout == said if working else "make deps brings buildah" in done.stdout, done.stderr
    assert (done.returncode == 0) == bool(working)
