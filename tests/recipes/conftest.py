from collections.abc import Iterator

import pytest

from tests.recipes.house import House


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The copy in which everything has been made up."""
    with House(tmp_path_factory.mktemp("house")) as copy:
        copy.build()
        yield copy
