"""Files for containers and proxies: they can be read, and name what is there."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.settings import WEBHOOK_PATH

DEPLOY = Path(__file__).parents[2] / "deploy"
COMPOSED = sorted(DEPLOY.glob("compose*.yaml"))


def services(path: Path) -> dict[str, Any]:
    """The services of a compose file."""
    found: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))["services"]
    return found


@pytest.mark.parametrize("path", COMPOSED, ids=lambda path: path.name)
def test_containers_can_do_little_and_what_they_mount_is_there(path: Path) -> None:
    volumes = yaml.safe_load(path.read_text("utf-8"))["volumes"]
    for service in services(path).values():
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in volumes or (DEPLOY / source).exists()


@pytest.mark.parametrize("path", COMPOSED, ids=lambda path: path.name)
def test_the_bot_is_built_from_the_project_and_writes_only_its_data(path: Path) -> None:
    bot = services(path)["bot"]
    assert (DEPLOY / bot["build"]["context"] / bot["build"]["dockerfile"]).is_file()
    assert bot["read_only"] is True
    assert bot["tmpfs"] == ["/tmp"]


def test_only_the_proxy_is_reached_from_outside() -> None:
    outside = {
        name: ports
        for name, service in services(DEPLOY / "compose.yaml").items()
        if (ports := [port for port in service.get("ports", ()) if not port.startswith("127.0.0.1:")])
    }
    assert outside == {"proxy": ["80:80", "443:443"]}


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_proxies_pass_on_the_webhook_and_nothing_else(name: str) -> None:
    text = (DEPLOY / "proxy" / name).read_text("utf-8")
    passed = re.findall(r"(?:handle|location)(?: =)? (/\S*)(?= \{\s*(?:reverse_proxy|proxy_pass))", text)
    assert passed == [WEBHOOK_PATH]
    assert "404" in text


def test_prometheus_and_grafana_find_their_files() -> None:
    configuration = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yml").read_text("utf-8"))
    for pattern in configuration["rule_files"]:
        assert list((DEPLOY / "prometheus").glob(pattern))
    [scraped] = configuration["scrape_configs"]
    assert scraped["job_name"] == "bullscows"
    assert scraped["dns_sd_configs"][0]["names"] == ["bot"]
    boards = [json.loads(file.read_text("utf-8")) for file in (DEPLOY / "grafana" / "dashboards").glob("*.json")]
    assert [board["uid"] for board in boards] == ["bullscows"]


def test_litestream_copies_the_file_that_the_bot_writes() -> None:
    database = re.search(r"DATABASE_URL=sqlite:///(\S+)", (DEPLOY / "Dockerfile").read_text("utf-8"))
    copied = yaml.safe_load((DEPLOY / "litestream" / "litestream.yml").read_text("utf-8"))["dbs"]
    assert database
    assert [each["path"] for each in copied] == [database[1]]
    assert f"DATABASE_FILE:-{database[1]}" in (DEPLOY / "litestream" / "run.sh").read_text("utf-8")
