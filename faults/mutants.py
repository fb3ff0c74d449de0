"""Whether the judges find what they are for: each fault of `mutants.txt` in turn, put into a copy of the bot.

`python -m faults --mutants [NAME]`: a short run with the people whom the fault can meet, and what was found.
"""

import asyncio
import tempfile
from collections.abc import Iterable
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
BETWEEN = " | "
PARTS = 6
SHORT = Plan(
    seed=1,
    players=1,
    duels=0,
    races=0,
    card_pairs=0,
    crowd=0,
    ways=0,
    kills=0,
    seconds=20.0,
    haste=4.0,
    measure=Measure(between_kills=(6.0, 9.0)),
    foul=(),
    patience=45.0,
)
"""What a run is like to which nobody comes but the one who waits."""
ATTACKED = "attack"
"""What a fault says that only an attack alone shows, before the name of the attack."""
STRUCK_FOR = 3.0
"""Seconds for that attack."""
WIDE = 300
"""Characters of a complaint that are printed."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault. `comes`: who plays, as `duels 2 seconds 30`; `complaint`: what is found begins so, or holds it."""

    name: str
    comes: str
    file: str
    was: str
    now: str
    complaint: str


def mutants(text: str | None = None) -> list[Mutant]:
    """Those of the list. Raises ValueError where one is out of date, or has too few parts."""
    found = []
    for line in (FILE.read_text("utf-8") if text is None else text).splitlines():
        if not line or line.startswith("#"):
            continue
        parts = [part.strip() for part in line.split(BETWEEN)]
        if len(parts) != PARTS:
            raise ValueError(f"{PARTS} parts are needed: {line}")
        mutant = Mutant(*parts)
        if (ROOT / mutant.file).read_text("utf-8").count(mutant.was) < 1:
            raise ValueError(f"{mutant.file} has no `{mutant.was}` any more")
        found.append(mutant)
    return found


def tried(names: Iterable[str]) -> list[str]:
    """Try those of these names, or all; says of each what was found. Returns the names of those that were not."""
    wanted = set(names)
    missed = []
    for mutant in mutants():
        if wanted and mutant.name not in wanted:
            continue
        complaints = complaints_with(mutant)
        met = [complaint for complaint in complaints if mutant.complaint in complaint]
        print(f"{mutant.name:24} {'found' if met else 'NOT FOUND'}", flush=True)
        for complaint in (met or complaints)[:1]:
            print(f"    {complaint[:WIDE]!r}", flush=True)
        missed += [] if met else [mutant.name]
    return missed


def complaints_with(mutant: Mutant) -> list[str]:
    """The complaints of a short run of the bot with that fault."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as name:
        copy, logs = Path(name) / "copy", Path(name) / "logs"
        copytree(ROOT / "bot", copy / "bot", ignore=ignore_patterns("__pycache__"))
        file = copy / mutant.file
        file.write_text(file.read_text("utf-8").replace(mutant.was, mutant.now, 1), "utf-8")
        before = {"PYTHONPATH": f"{copy}:{ROOT}"}
        return asyncio.run(_played(mutant.comes.split(), logs, before))


async def _played(comes: list[str], logs: Path, settings: dict[str, str]) -> list[str]:
    if comes[0] == ATTACKED:
        outcome = await foul.attacked(foul.Plan((comes[1],), seed=1, seconds=STRUCK_FOR), settings)
        return list(outcome.complaints)
    many: dict[str, Any] = {name: int(count) for name, count in zip(comes[::2], comes[1::2], strict=True)}
    plan = replace(SHORT, **many)
    report = await run(plan, lambda server: on_sqlite(server, logs, **settings), lambda _: None)
    return report.verdict.complaints
