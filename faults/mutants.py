"""Whether the judges find what they are for: each fault of `mutants.txt` in turn, put into a copy of the bot.

`python -m faults --mutants [NAME …]`: a short run with the people whom the fault can meet, and what was found.
"""

import asyncio
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

from faults import foul
from faults.processes.house import on_sqlite
from faults.processes.process import ROOT
from faults.run import Plan, run
from faults.troubles.chaos import Measure

FILE = Path(__file__).with_name("mutants.txt")
BETWEEN, AND = " | ", "; "
"""What stands between the parts of a line, and between the complaints of one fault."""
PARTS = 6
WIDE = 300
"""Characters of a complaint that are printed."""


def tried(names: Iterable[str] = ()) -> list[str]:
    """Try those of these names, or all, and print what was found of each; the names of those that were not found.

    Raises ValueError for a name that no fault has.
    """
    known, wanted = {mutant.name: mutant for mutant in mutants()}, tuple(names)
    if unknown := set(wanted) - known.keys():
        raise ValueError(f"not among the faults: {', '.join(sorted(unknown))}")
    missed = []
    for mutant in (known[name] for name in wanted or known):
        complaints = complaints_with(mutant)
        found = mutant.is_found_in(complaints)
        print(f"{mutant.name:20} {'found' if found else 'NOT FOUND'}", flush=True)
        for complaint in mutant.met_in(complaints) or complaints[:1]:
            print(f"    {complaint[:WIDE]}", flush=True)
        missed += [] if found else [mutant.name]
    return missed


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault: what stands in a file of the bot, and what is put in its place.

    `comes`: who plays, by the names in `Plan`, such as `duels 2 seconds 30`; or the attack that is made alone, such as
    `attack advice seconds 30`.
    `complaints`: what is to be found, each of it: the kind of a complaint and words in it, such as `lost: guess`.
    """

    name: str
    comes: Mapping[str, str]
    file: str
    was: str
    now: str
    complaints: tuple[str, ...]

    def met_in(self, complaints: list[str]) -> list[str]:
        """The first complaint for each that is to be found, where there is one."""
        firsts = (next((line for line in complaints if _is_meant(wanted, line)), None) for wanted in self.complaints)
        return [line for line in firsts if line is not None]

    def is_found_in(self, complaints: list[str]) -> bool:
        """Whether there is one for each."""
        return len(self.met_in(complaints)) == len(self.complaints)


def _is_meant(wanted: str, line: str) -> bool:
    kind, _, words = wanted.partition(":")
    return line.startswith(f"{kind}:") and words.strip() in line


def mutants(text: str | None = None) -> list[Mutant]:
    """Those of the list, or of this text. Raises ValueError where a line is out of date, or lacks a part."""
    found = []
    for line in (FILE.read_text("utf-8") if text is None else text).splitlines():
        if not line or line.startswith("#"):
            continue
        parts = [part.strip() for part in line.split(BETWEEN)]
        if len(parts) != PARTS:
            raise ValueError(f"a fault has {PARTS} parts: {line}")
        name, comes, file, was, now, complaints = parts
        if (ROOT / file).read_text("utf-8").count(was) < 1:
            raise ValueError(f"{file} has no `{was}` any more")
        words = comes.split()
        who = dict(zip(words[::2], words[1::2], strict=True))
        found.append(Mutant(name, who, file, was, now, tuple(complaints.split(AND))))
    return found


# A short run of the bot with that fault.

SHORT = Plan(
    seed=1,
    players=1,
    duels=0,
    races=0,
    card_pairs=0,
    crowd=0,
    spectators=0,
    ways=0,
    tappers=0,
    kills=0,
    seconds=20.0,
    haste=4.0,
    measure=Measure(between_kills=(6.0, 9.0)),
    foul=(),
    patience=45.0,
)
"""Nobody comes but the one who waits; each fault says who else does."""
ATTACK, STRUCK_FOR = "attack", 3.0
"""What a fault says that an attack alone shows; and the seconds for which that strikes, if it says nothing of them."""


def complaints_with(mutant: Mutant) -> list[str]:
    """The complaints of the run."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as name:
        copy, logs = Path(name) / "copy", Path(name) / "logs"
        copytree(ROOT / "bot", copy / "bot", ignore=ignore_patterns("__pycache__"))
        file = copy / mutant.file
        file.write_text(file.read_text("utf-8").replace(mutant.was, mutant.now, 1), "utf-8")
        return asyncio.run(_played(mutant.comes, logs, {"PYTHONPATH": f"{copy}:{ROOT}"}))


async def _played(comes: Mapping[str, str], logs: Path, settings: dict[str, str]) -> list[str]:
    if ATTACK in comes:
        plan = foul.Plan((comes[ATTACK],), seed=SHORT.seed, seconds=float(comes.get("seconds", STRUCK_FOR)))
        return list((await foul.attacked(plan, settings)).complaints)
    many: dict[str, Any] = {name: int(count) for name, count in comes.items()}
    report = await run(replace(SHORT, **many), lambda server: on_sqlite(server, logs, **settings), lambda _: None)
    return report.verdict.complaints
