"""What a scenario says, line by line: who does what, where. See README.md for the whole of it."""

import re
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
    """All there are, by name."""
    return sorted(file.stem for file in SCENARIOS.glob("*.txt"))
