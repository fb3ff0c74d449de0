"""Files for containers, proxies and systemd: they can be read, and name what is there; an image is built."""

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
import yaml

from bot.__main__ import COMMANDS
from bot.settings import WEBHOOK_PATH, Settings
from tests.needs import program

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text("utf-8")
COMPOSED = sorted(DEPLOY.glob("compose*.yaml"))
CAN_DO_LITTLE = {"cap_drop": ["ALL"], "security_opt": ["no-new-privileges:true"]}
WRITES_NOTHING = {"read_only": True, "tmpfs": ["/tmp"]}


def services(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))["services"]
    return found


@pytest.mark.parametrize("path", COMPOSED, ids=lambda path: path.name)
def test_containers_can_do_little_what_they_mount_is_there_and_the_bot_writes_only_its_data(path: Path) -> None:
    volumes = yaml.safe_load(path.read_text("utf-8"))["volumes"]
    for service in services(path).values():
        assert service | CAN_DO_LITTLE == service
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in volumes or (DEPLOY / source).exists()
    bot = services(path)["bot"]
    assert (DEPLOY / bot["build"]["context"] / bot["build"]["dockerfile"]).is_file()
    assert bot | WRITES_NOTHING == bot


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_proxies_pass_on_the_webhook_and_nothing_else(name: str) -> None:
    text = (DEPLOY / "proxy" / name).read_text("utf-8")
    passed = re.findall(r"(?:handle|location)(?: =)? (/\S*)(?= \{\s*(?:reverse_proxy|proxy_pass))", text)
    assert passed == [WEBHOOK_PATH]
    assert "404" in text


def test_prometheus_grafana_and_litestream_find_their_files_and_only_the_proxy_is_reached_from_outside() -> None:
    configuration = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yml").read_text("utf-8"))
    for pattern in configuration["rule_files"]:
        assert list((DEPLOY / "prometheus").glob(pattern))
    [scraped] = configuration["scrape_configs"]
    assert scraped["job_name"] == "bullscows"
    assert scraped["dns_sd_configs"][0]["names"] == ["bot"]
    boards = [json.loads(file.read_text("utf-8")) for file in (DEPLOY / "grafana" / "dashboards").glob("*.json")]
    assert [board["uid"] for board in boards] == ["bullscows"]
    database = re.search(r"DATABASE_URL=sqlite:///(\S+)", DOCKERFILE)
    copied = yaml.safe_load((DEPLOY / "litestream" / "litestream.yml").read_text("utf-8"))["dbs"]
    assert database
    assert [each["path"] for each in copied] == [database[1]]
    assert f"DATABASE_FILE:-{database[1]}" in (DEPLOY / "litestream" / "run.sh").read_text("utf-8")
    outside = {
        name: ports
        for name, service in services(DEPLOY / "compose.yaml").items()
        if (ports := [port for port in service.get("ports", ()) if not port.startswith("127.0.0.1:")])
    }
    assert outside == {"proxy": ["80:80", "443:443"]}


def understood(path: Path, folder: Path) -> dict[str, Any]:
    """What compose makes of a file, with the settings beside it that the page shows."""
    page = (DEPLOY / "README.md").read_text("utf-8")
    [settings] = re.findall(r"^```\n(BOT_TOKEN=.*?)^```$", page, re.MULTILINE | re.DOTALL)
    shutil.copytree(DEPLOY, folder / "deploy")
    (folder / "deploy" / "bot.env").write_text(settings, "utf-8")
    command = [*compose(), "-f", str(folder / "deploy" / path.name), "config"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    made: dict[str, Any] = yaml.safe_load(done.stdout)["services"]
    return made


def compose() -> tuple[str, ...]:
    """Compose, of docker or by itself."""
    docker = shutil.which("docker")
    if docker and subprocess.run([docker, "compose", "version"], capture_output=True, check=False).returncode == 0:
        return (docker, "compose")
    return (program("docker-compose"),)


def mounted(service: dict[str, Any]) -> set[tuple[str, str]]:
    """What a service mounts, and where: older versions of compose say it in one word."""
    found = set[tuple[str, str]]()
    for each in service.get("volumes", ()):
        source, target = each.split(":")[:2] if isinstance(each, str) else (each["source"], each["target"])
        found.add((source, target))
    return found


def test_compose_makes_one_process_with_its_data_of_the_file_for_sqlite(tmp_path: Path) -> None:
    services = understood(DEPLOY / "compose.sqlite.yaml", tmp_path)
    assert list(services) == ["bot"]
    is_the_bot(services["bot"], tmp_path)
    assert mounted(services["bot"]) == {("data", "/app/data")}


def test_compose_makes_two_replicas_and_what_they_need_of_the_other_file(tmp_path: Path) -> None:
    services = understood(DEPLOY / "compose.yaml", tmp_path)
    assert sorted(services) == ["bot", "grafana", "postgres", "prometheus", "proxy"]
    bot, postgres = services["bot"], services["postgres"]
    is_the_bot(bot, tmp_path)
    assert mounted(bot) == set()
    assert bot["deploy"]["replicas"] == 2
    assert bot["depends_on"]["postgres"]["condition"] == "service_healthy"
    url, its = urlsplit(bot["environment"]["DATABASE_URL"]), postgres["environment"]
    known = url.hostname, url.username, unquote(url.password or ""), url.path
    assert known == ("postgres", its["POSTGRES_USER"], its["POSTGRES_PASSWORD"], f"/{its['POSTGRES_DB']}")
    for service in services.values():
        assert all(Path(source).exists() for source, _ in mounted(service) if source.startswith("/"))


def is_the_bot(service: dict[str, Any], folder: Path) -> None:
    """It is built from the project, knows its token, and can write to nothing but what is mounted."""
    assert Path(service["build"]["context"]) == folder
    assert (ROOT / service["build"]["dockerfile"]).is_file()
    assert service["environment"]["BOT_TOKEN"].startswith("123456:")
    assert service | CAN_DO_LITTLE | WRITES_NOTHING == service


UNITS = DEPLOY / "systemd"
SERVICES = sorted(UNITS.glob("*.service"))
PROGRAM = "/opt/bulls-and-cows/bin/bulls-and-cows"
MOST_EXPOSED = {"bulls-and-cows.service": 1.5, "bulls-and-cows-backup.service": 5.0}
"""How exposed systemd may find them, of 10."""


@pytest.mark.needs("systemd-analyze")
@pytest.mark.parametrize("service", SERVICES, ids=lambda path: path.name)
def test_systemd_finds_a_service_hardly_exposed(service: Path) -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(service)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert found, done.stdout
    assert float(found[1]) <= MOST_EXPOSED[service.name], done.stdout


@pytest.mark.needs("systemd-analyze")
def test_systemd_knows_every_line(tmp_path: Path) -> None:
    for unit in UNITS.iterdir():
        shutil.copy(unit, tmp_path)
    for service in tmp_path.glob("*.service"):
        service.write_text(service.read_text("utf-8").replace(PROGRAM, "/bin/true"), "utf-8")
    command = ["systemd-analyze", "verify", "--man=no", *map(str, sorted(tmp_path.iterdir()))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if "bulls-and-cows" in line] == []


def test_commands_and_settings_in_them_are_those_of_the_bot() -> None:
    for service in SERVICES:
        text = service.read_text("utf-8")
        commands = re.findall(rf"{PROGRAM} ([a-z-]+)", text)
        assert commands
        assert set(commands) <= COMMANDS.keys()
        for line in re.findall(r"^Environment=(.*)$", text, re.MULTILINE):
            assert {pair.partition("=")[0].lower() for pair in line.split()} <= Settings.model_fields.keys()


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction of the Dockerfile and what stands behind it, on one line."""

    name: str
    given: str


def instructions() -> list[Instruction]:
    lines = [line for line in DOCKERFILE.splitlines() if not line.startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    return [Instruction(*line.split(maxsplit=1)) for line in joined.splitlines() if line.strip()]


def test_it_is_nobody_in_particular_says_how_it_is_ended_and_what_it_copies_is_sent_to_the_builder() -> None:
    said = {each.name: each.given for each in instructions()}
    assert (said["USER"], said["STOPSIGNAL"], said["VOLUME"]) == ("bulls", "SIGTERM", "/app/data")
    assert f"PORT={said['EXPOSE']}" in said["ENV"].split()
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")}
    copies = [each.given for each in instructions() if each.name == "COPY" and "--" not in each.given]
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
