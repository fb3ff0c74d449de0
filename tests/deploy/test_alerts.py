"""Alerts and dashboard: each query is evaluated by Prometheus itself on what a real bot tells."""

import asyncio
import json
import re
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path

import pytest
import pytest_asyncio
import yaml
from aiohttp import ClientConnectorError, ClientResponseError, ClientSession

from faults.processes.process import free_port
from sandbox.client import PATIENCE, Sandbox
from sandbox.server import SandboxServer
from tests.bot.conftest import Stage
from tests.bot.forked_bot import ForkedBot
from tests.bot.player import begun

ROOT = Path(__file__).parents[2]
RULES = ROOT / "deploy" / "prometheus" / "rules" / "bullscows.yml"
BOARD = json.loads((ROOT / "deploy" / "grafana" / "dashboards" / "bullscows.json").read_text("utf-8"))
ALERTS = {rule["alert"]: rule for rule in yaml.safe_load(RULES.read_text("utf-8"))["groups"][0]["rules"]}
PANELS = {
    f"{panel['title']}: {target['legendFormat']}": target["expr"]
    for panel in BOARD["panels"]
    for target in panel["targets"]
}
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
    subprocess.run(["promtool", "check", "rules", str(RULES)], check=True)


def test_every_alert_is_explained() -> None:
    headings = re.findall(r"^### (\w+)$", (ROOT / "docs" / "operating.md").read_text("utf-8"), re.MULTILINE)
    assert headings == list(ALERTS)
    for name, rule in ALERTS.items():
        assert rule["annotations"]["runbook"] == f"docs/operating.md#{name.lower()}"
