from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from faults.processes.postgres import Cluster
from tests.faults.hostile.attack import Run, running


@pytest_asyncio.fixture(loop_scope="session")
async def run(cluster: Cluster | None, tmp_path: Path) -> AsyncIterator[Run]:
    """A bot of the test's own."""
    async with running(cluster, tmp_path) as started:
        yield started
