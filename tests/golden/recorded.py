"""Where the recordings are kept: a file for each scenario, and one for the texts of each language."""

from collections.abc import Mapping
from pathlib import Path

RECORDED = Path(__file__).parent / "recorded"
OF, ROWS = "# ", "rows"


def file_of(name: str) -> Path:
    """The recording of a scenario."""
    return RECORDED / f"{name}.txt"


def texts_of(language: str) -> Path:
    """The texts that people of that language are shown."""
    return RECORDED / "texts" / f"{language}.txt"


def texts_recorded(language: str) -> dict[str, list[str]]:
    """By scenario, the lines about its texts: of each key only where it comes first."""
    scenarios: dict[str, list[str]] = {}
    for line in texts_of(language).read_text("utf-8").splitlines():
        if line.startswith(OF):
            scenarios[line.removeprefix(OF)] = lines = []
        else:
            lines.append(line)
    return scenarios


def key_of(line: str) -> str:
    """Of which text the line is; ROWS: of none, but of the buttons below screens."""
    return line.partition(":")[0]


def as_recorded(heard: Mapping[str, list[str]]) -> str:
    """The file of a language's texts."""
    known, lines = set[str](), []
    for name, said in heard.items():
        new = [line for line in said if key_of(line) not in known]
        lines += [f"{OF}{name}", *new]
        known |= set(map(key_of, new)) - {ROWS}
    return "\n".join(lines) + "\n"
