"""What a scenario says, line by line: who does what, where (see README.md); and where what is seen is recorded."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

SCENARIOS = Path(__file__).parent / "scenarios"
WHO = r"(?P<who>\w+)(?: in (?P<group>\w+)| on (?P<card>card\d+))?"
AT = r"(?: #(?P<which>\d+))?(?: at (?P<message>\d+))?"
FORMS = {
    "pass": re.compile(r"after (?P<seconds>\d+) s"),
    "press": re.compile(rf"{WHO} presses (?P<verb>[a-z]+)(?::(?P<argument>[a-z0-9-]+))?{AT}"),
    "forge": re.compile(rf"{WHO} forges (?P<text>\S+) at (?P<message>\d+)"),
    "ask": re.compile(rf"{WHO} asks inline:(?P<text>.*)"),
    "share": re.compile(rf"{WHO} shares (?P<verb>[a-z]+)"),
    "choose": re.compile(rf"{WHO} sends card (?P<which>\d+)"),
    "follow": re.compile(rf"{WHO} follows (?P<kind>[a-z])"),
    "media": re.compile(rf"{WHO} sends a picture"),
    "come": re.compile(rf"{WHO} (?:lets the bot in|unblocks)"),
    "go": re.compile(rf"{WHO} (?:throws the bot out|blocks)"),
    "grow": re.compile(r"(?P<group>\w+) grows"),
    "say": re.compile(
        rf"{WHO}(?P<edited> edits)?(?P<anonymous> anonymously)?(?P<replies> replies)?(?: to (?P<to>\w+))?: (?P<text>.*)"
    ),
}


@dataclass(frozen=True)
class Step:
    """One line: what is done, and all that stands in it by name; what is left out is empty."""

    line: str
    deed: str
    given: dict[str, str]

    def __getitem__(self, name: str) -> str:
        return self.given.get(name, "")


def steps_of(name: str, words: dict[str, str]) -> list[Step]:
    """All that happens in the scenario of that name, with `words` for what stands in braces.

    Raises ValueError at a line that says nothing.
    """
    lines = (SCENARIOS / f"{name}.txt").read_text("utf-8").splitlines()
    return [_step(line.format(**words)) for line in lines if line.strip() and not line.startswith("#")]


def _step(line: str) -> Step:
    for deed, form in FORMS.items():
        if match := form.fullmatch(line):
            return Step(line, deed, {name: said or "" for name, said in match.groupdict().items()})
    raise ValueError(f"nobody knows what this means: {line}")


def scenarios() -> list[str]:
    return sorted(file.stem for file in SCENARIOS.glob("*.txt"))


# Where the recordings are kept: a file for each scenario, and one for the texts of each language.
RECORDED = Path(__file__).parent / "recorded"
OF, ROWS = "# ", "rows"


def file_of(name: str) -> Path:
    return RECORDED / f"{name}.txt"


def texts_of(language: str) -> Path:
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
    known, lines = set[str](), []
    for name, said in heard.items():
        new = [line for line in said if key_of(line) not in known]
        lines += [f"{OF}{name}", *new]
        known |= set(map(key_of, new)) - {ROWS}
    return "\n".join(lines) + "\n"
