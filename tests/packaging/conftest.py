import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.pythons import ROOT


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built by the backend that requirements-dev.lock names."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=ROOT, check=True)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="session")
def kept(request: pytest.FixtureRequest) -> Path:
    """Where fetched packages are kept from one run to the next."""
    assert request.config.cache is not None
    return request.config.cache.mkdir("packages")
