from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from faults.processes.postgres import Cluster
from faults.processes.process import Process, Replica
from tests.bot.forked_bot import TAMPERED_WITH, forked
from tests.faults.hostile.attack import Run, running


@pytest_asyncio.fixture(loop_scope="session")
async def run(cluster: Cluster | None, tmp_path: Path) -> AsyncIterator[Run]:
    async with running(cluster, tmp_path) as started:
        yield started


@pytest.fixture(autouse=True)
def forks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same replicas, but that they begin as forks: each is killed and started again many times."""

    async def begin(replica: Replica, out: int) -> Process:
        return await forked(TAMPERED_WITH, folder=replica.log.parent, environment=replica.environment, out=out)

    monkeypatch.setattr(Replica, "begin", begin)
