from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from faults.processes.postgres import Cluster
from tests.faults.hostile.attack import Run, running


@pytest.fixture(params=["sqlite", "postgres"])
def cluster(request: pytest.FixtureRequest) -> Cluster | None:
    """Where the database is; None if it is a file."""
    return request.getfixturevalue("postgres") if request.param == "postgres" else None


@pytest_asyncio.fixture(loop_scope="session")
async def run(cluster: Cluster | None, tmp_path: Path) -> AsyncIterator[Run]:
    """A bot of the test's own."""
    async with running(cluster, tmp_path) as started:
        yield started
