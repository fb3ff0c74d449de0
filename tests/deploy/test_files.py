"""Files for containers, proxies, systemd and Prometheus: they can be read, and name what is there; an image is built.

Each query of the alerts and of the dashboard is evaluated by Prometheus itself on what a real bot tells.
"""

import asyncio
import os
import re
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
import pytest_asyncio
import yaml
from aiohttp import ClientConnectorError, ClientResponseError, ClientSession
from pydantic import SecretStr

from bot.__main__ import COMMANDS
from bot.settings import APP_PATH, PORT_SERVED, WEBHOOK_PATH, Settings
from faults.processes.process import free_port
from sandbox.client import PATIENCE, Sandbox
from sandbox.server import SandboxServer
from tests.bot.conftest import Stage
from tests.bot.forked_bot import ForkedBot
from tests.bot.player import begun
from tests.needs import ROOT, program

DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text("utf-8")
COMPOSED = sorted(path.name for path in DEPLOY.glob("compose*.yaml"))
CAN_DO_LITTLE = {"cap_drop": ["ALL"], "security_opt": ["no-new-privileges:true"]}
WRITES_NOTHING = {"read_only": True, "tmpfs": ["/tmp"]}


def read(name: str) -> Any:
    """What a file of YAML or JSON says."""
    return yaml.safe_load((DEPLOY / name).read_text("utf-8"))


@pytest.mark.parametrize("name", COMPOSED)
def test_containers_can_do_little_with_mounts_that_are_there(name: str) -> None:
    composed = read(name)
    for service in composed["services"].values():
        assert service | CAN_DO_LITTLE == service
        sources = [volume.split(":")[0] for volume in service.get("volumes", ())]
        assert [each for each in sources if each not in composed["volumes"] and not (DEPLOY / each).exists()] == []


@pytest.mark.parametrize("name", COMPOSED)
def test_the_bot_writes_only_its_data(name: str) -> None:
    composed = read(name)
    bot = composed["services"]["bot"]
    assert (DEPLOY / bot["build"]["context"] / bot["build"]["dockerfile"]).is_file()
    assert bot | WRITES_NOTHING == bot


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_proxies_pass_on_the_webhook_and_the_mini_app_and_nothing_else(name: str) -> None:
    text = (DEPLOY / "proxy" / name).read_text("utf-8")
    named = dict(re.findall(r"^\s*(@\w+) path (.+)$", text, re.MULTILINE))
    passed = re.findall(r"(?:handle|location)(?: =)? (\S+)(?= \{\s*(?:reverse_proxy|proxy_pass))", text)
    paths = " ".join(named.get(each, each) for each in passed).replace("/*", "/").split()
    assert paths == [WEBHOOK_PATH, APP_PATH, f"{APP_PATH}/"]
    assert "404" in text


def test_what_the_page_for_containers_sets_is_what_the_proxies_pass_on() -> None:
    page = (DEPLOY / "README.md").read_text("utf-8")
    said = dict(re.findall(r"^(WEBHOOK_URL|APP_URL)=(\S+)$", page, re.MULTILINE))
    token = SecretStr("123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11")
    settings = Settings(bot_token=token, webhook_url=said["WEBHOOK_URL"], app_url=said["APP_URL"])
    assert (settings.webhook_path, settings.app_path, settings.listens_on) == (WEBHOOK_PATH, APP_PATH, PORT_SERVED)


def test_prometheus_and_grafana_find_their_files() -> None:
    configuration = read("prometheus/prometheus.yml")
    for pattern in configuration["rule_files"]:
        assert list((DEPLOY / "prometheus").glob(pattern))
    [scraped] = configuration["scrape_configs"]
    assert (scraped["job_name"], scraped["dns_sd_configs"][0]["names"]) == ("bullscows", ["bot"])
    assert (BOARD["uid"], len([*(DEPLOY / "grafana" / "dashboards").glob("*.json")])) == ("bullscows", 1)


def test_litestream_copies_the_bots_database() -> None:
    database = re.search(r"DATABASE_URL=sqlite:///(\S+)", DOCKERFILE)
    assert database
    assert [each["path"] for each in read("litestream/litestream.yml")["dbs"]] == [database[1]]
    assert f"DATABASE_FILE:-{database[1]}" in (DEPLOY / "litestream" / "run.sh").read_text("utf-8")


def test_only_the_proxy_is_reached_from_outside() -> None:
    ports = [(name, port) for name, each in read("compose.yaml")["services"].items() for port in each.get("ports", ())]
    outside = [each for each in ports if not each[1].startswith("127.0.0.1:")]
    assert outside == [("proxy", "80:80"), ("proxy", "443:443")]


def understood(name: str, folder: Path) -> dict[str, Any]:
    """What compose makes of a file, with the settings beside it that the page shows."""
    page = (DEPLOY / "README.md").read_text("utf-8")
    [settings] = re.findall(r"^```\n(BOT_TOKEN=.*?)^```$", page, re.MULTILINE | re.DOTALL)
    shutil.copytree(DEPLOY, folder / "deploy")
    (folder / "deploy" / "bot.env").write_text(settings, "utf-8")
    command = [*compose(), "-f", str(folder / "deploy" / name), "config"]
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
    volumes = service.get("volumes", ())
    said = (each.split(":") if isinstance(each, str) else (each["source"], each["target"]) for each in volumes)
    return {(source, target) for source, target, *_ in said}


def test_compose_makes_one_process_with_its_data_of_the_file_for_sqlite(tmp_path: Path) -> None:
    services = understood("compose.sqlite.yaml", tmp_path)
    assert list(services) == ["bot"]
    is_the_bot(services["bot"], tmp_path)
    assert mounted(services["bot"]) == {("data", "/app/data")}


def test_compose_makes_two_replicas_and_what_they_need_of_the_other_file(tmp_path: Path) -> None:
    services = understood("compose.yaml", tmp_path)
    assert sorted(services) == ["bot", "grafana", "postgres", "prometheus", "proxy"]
    bot, postgres = services["bot"], services["postgres"]
    is_the_bot(bot, tmp_path)
    assert mounted(bot) == set()
    assert (bot["deploy"]["replicas"], bot["depends_on"]["postgres"]["condition"]) == (2, "service_healthy")
    url, its = urlsplit(bot["environment"]["DATABASE_URL"]), postgres["environment"]
    known = url.hostname, url.username, unquote(url.password or ""), url.path
    assert known == ("postgres", its["POSTGRES_USER"], its["POSTGRES_PASSWORD"], f"/{its['POSTGRES_DB']}")
    sources = [source for service in services.values() for source, _ in mounted(service)]
    assert [each for each in sources if each.startswith("/") and not Path(each).exists()] == []


def is_the_bot(service: dict[str, Any], folder: Path) -> None:
    """It is built from the project, knows its token, and can write to nothing but what is mounted."""
    assert Path(service["build"]["context"]) == folder
    assert (ROOT / service["build"]["dockerfile"]).is_file()
    assert service["environment"]["BOT_TOKEN"].startswith("123456:")
    assert service | CAN_DO_LITTLE | WRITES_NOTHING == service


SERVICES = sorted((DEPLOY / "systemd").glob("*.service"))
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
    shutil.copytree(DEPLOY / "systemd", tmp_path, dirs_exist_ok=True)
    for service in tmp_path.glob("*.service"):
        service.write_text(service.read_text("utf-8").replace(PROGRAM, "/bin/true"), "utf-8")
    command = ["systemd-analyze", "verify", "--man=no", *map(str, sorted(tmp_path.iterdir()))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if "bulls-and-cows" in line] == []


def test_commands_and_settings_in_them_are_those_of_the_bot() -> None:
    for text in (service.read_text("utf-8") for service in SERVICES):
        commands = {*re.findall(rf"{PROGRAM} ([a-z-]+)", text)}
        assert set() < commands <= COMMANDS.keys()
        pairs = " ".join(re.findall(r"^Environment=(.*)$", text, re.MULTILINE)).split()
        assert {pair.partition("=")[0].lower() for pair in pairs} <= Settings.model_fields.keys()


def instructions() -> list[tuple[str, str]]:
    """Those of the Dockerfile, and what stands behind each."""
    lines = [line for line in DOCKERFILE.splitlines() if not line.startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    parted = (line.partition(" ") for line in joined.splitlines() if line.strip())
    return [(name, given.strip()) for name, _, given in parted]


def test_the_container_is_nobody_in_particular() -> None:
    said = dict(instructions())
    assert (said["USER"], said["STOPSIGNAL"], said["VOLUME"]) == ("bulls", "SIGTERM", "/app/data")
    assert f"PORT={said['EXPOSE']}" in said["ENV"].split()


def test_what_the_container_copies_is_sent_to_the_builder() -> None:
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")}
    copies = [given for name, given in instructions() if name == "COPY" and "--" not in given]
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
    said = f"{working.partition(' ')[0]} build --file deploy/Dockerfile --tag bulls-and-cows . as docker\n"
    assert done.stdout == said if working else "make deps brings buildah" in done.stdout, done.stderr
    assert (done.returncode == 0) == bool(working)


RULES = "prometheus/rules/bullscows.yml"
BOARD = read("grafana/dashboards/bullscows.json")
ALERTS = {rule["alert"]: rule for rule in read(RULES)["groups"][0]["rules"]}
DRAWN = [(panel["title"], target) for panel in BOARD["panels"] for target in panel["targets"]]
PANELS = {f"{title}: {target['legendFormat']}": target["expr"] for title, target in DRAWN}
NEVER_HERE = ("refusals", "outcome=", "failed_total")
"""What a run in which all goes well has nothing of."""


def at_once(query: str) -> str:
    """The query over so short a time that a run of seconds has something in it."""
    return re.sub(r"\[(\$__rate_interval|\d+m)\]", "[10s]", query).replace("offset 1h", "offset 1s")


@asynccontextmanager
async def prometheus(folder: Path, scraped: str) -> AsyncIterator[str]:
    """A Prometheus that looks at the bot twice a second; its address."""
    job = {"job_name": "bullscows", "scrape_interval": "500ms", "static_configs": [{"targets": [scraped]}]}
    (folder / "prometheus.yml").write_text(yaml.safe_dump({"scrape_configs": [job]}))
    address = f"127.0.0.1:{free_port()}"
    options = (f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data")
    process = await asyncio.create_subprocess_exec(
        "prometheus", *options, f"--web.listen-address={address}", stderr=asyncio.subprocess.DEVNULL
    )
    try:
        yield f"http://{address}"
    finally:
        process.terminate()
        await process.wait()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def watched(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """A Prometheus that has looked at a bot with which a game was played."""
    folder, port = tmp_path_factory.mktemp("watched"), free_port()
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        ForkedBot(server.url, server.token, folder, port=port) as bot,
        prometheus(folder, f"127.0.0.1:{port}") as address,
    ):
        await answered(address, "up == 1")
        stage = Stage(server, sandbox, bot)
        person = await begun(stage)
        await person.send("/hint")
        await person.sees("fit")
        await person.send(stage.secret_of(person.id))
        await stage.quiet()
        await answered(address, "bullscows_games_ended_total == 1")
        yield address


async def asked(address: str, query: str) -> list[object]:
    async with ClientSession() as http, http.get(f"{address}/api/v1/query", params={"query": query}) as response:
        if response.status == HTTPStatus.SERVICE_UNAVAILABLE:
            response.raise_for_status()
        answer = await response.json()
    assert answer["status"] == "success", (query, answer)
    result: list[object] = answer["data"]["result"]
    return result


async def answered(address: str, query: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                if await asked(address, query):
                    return
            except ClientConnectorError:
                pass  # not yet
            except ClientResponseError as error:
                if error.status != HTTPStatus.SERVICE_UNAVAILABLE:  # it listens before it has opened its storage
                    raise
            await asyncio.sleep(0.2)


@pytest.mark.needs("prometheus")
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("name", [*ALERTS, *PANELS])
async def test_an_alert_or_a_panel_looks_at_what_is_there(watched: str, name: str) -> None:
    query = at_once(PANELS[name] if name in PANELS else ALERTS[name]["expr"])
    await asked(watched, query)
    if not any(each in query for each in NEVER_HERE):
        await answered(watched, re.split(r" (?:>|==) ", query)[0])  # what an alert compares with its threshold


@pytest.mark.needs("promtool")
def test_prometheus_takes_the_rules() -> None:
    subprocess.run(["promtool", "check", "rules", str(DEPLOY / RULES)], check=True)


def test_every_alert_is_explained() -> None:
    headings = re.findall(r"^### (\w+)$", (ROOT / "docs" / "operating.md").read_text("utf-8"), re.MULTILINE)
    runbooks = [(name, rule["annotations"]["runbook"]) for name, rule in ALERTS.items()]
    assert runbooks == [(heading, f"docs/operating.md#{heading.lower()}") for heading in headings]
