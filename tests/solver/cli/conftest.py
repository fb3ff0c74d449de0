import pytest

from solver.__main__ import main
from tests.solver.cli.running import JsonOf, Read, Refused, one_object


@pytest.fixture
def read(capsys: pytest.CaptureFixture[str]) -> Read:

    def run(arguments: str) -> str:
        assert main(arguments.split()) == 0
        printed = capsys.readouterr()
        assert printed.err == ""
        return printed.out

    return run


@pytest.fixture
def json_of(read: Read) -> JsonOf:
    return lambda arguments: one_object(read(f"{arguments} --json"))


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Refused:
    """The one line with which bad input is refused, or what is no good with another status."""

    def run(arguments: str, status: int = 2) -> str:
        assert main(arguments.split()) == status
        printed = capsys.readouterr()
        assert (printed.out, printed.err.count("\n"), printed.err[:8]) == ("", 1, "solver: ")
        return printed.err.removeprefix("solver: ").rstrip()

    return run
