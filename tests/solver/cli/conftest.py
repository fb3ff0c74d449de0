import pytest

from solver.__main__ import main
from tests.solver.cli.running import JsonOf, Read, Refused, one_object


@pytest.fixture
def json_of(capsys: pytest.CaptureFixture[str]) -> JsonOf:
    """What a command tells with --json."""

    def run(arguments: str) -> dict[str, object]:
        assert main([*arguments.split(), "--json"]) == 0
        printed = capsys.readouterr()
        assert printed.err == ""
        return one_object(printed.out)

    return run


@pytest.fixture
def read(capsys: pytest.CaptureFixture[str]) -> Read:
    """What a command tells people."""

    def run(arguments: str) -> str:
        assert main(arguments.split()) == 0
        printed = capsys.readouterr()
        assert printed.err == ""
        return printed.out

    return run


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Refused:
    """The one line with which bad input is refused."""

    def run(arguments: str) -> str:
        assert main(arguments.split()) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.count("\n") == 1
        assert printed.err.startswith("solver: ")
        return printed.err.removeprefix("solver: ").rstrip()

    return run
