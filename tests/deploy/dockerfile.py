"""A Dockerfile's instructions, carried out in a folder: what RUN and COPY do, without containers."""

import json
import os
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

PATIENCE = 300


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction and what stands behind it, on one line."""

    name: str
    given: str


def instructions(text: str) -> list[Instruction]:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    return [Instruction(*line.split(maxsplit=1)) for line in joined.splitlines() if line.strip()]


@dataclass
class Stages:
    """Every stage of a Dockerfile in one folder, in whose paths the absolute ones lie. `programs`: the PATH."""

    context: Path
    root: Path
    programs: str
    environment: dict[str, str] = field(default_factory=dict)
    folder: Path = field(init=False)
    said: dict[str, str] = field(default_factory=dict)
    """The last of each other instruction, such as CMD."""

    def __post_init__(self) -> None:
        self.folder = self.root

    def carry_out(self, every: list[Instruction]) -> None:
        """Carry them out, one after the other."""
        for each in every:
            match each.name:
                case "WORKDIR":
                    self.folder = self.inside(each.given)
                    self.folder.mkdir(parents=True, exist_ok=True)
                case "COPY":
                    self._copy(*each.given.split())
                case "RUN":
                    self._run(each.given)
                case "ENV":
                    for pair in shlex.split(each.given.replace("$PATH", self.programs)):
                        name, _, value = pair.partition("=")
                        self.environment[name] = self.mapped(value)
                case name:
                    self.said[name] = each.given

    def inside(self, path: str) -> Path:
        """Where an absolute path lies; others lie in the working folder."""
        return self.root / path.lstrip("/") if path.startswith("/") else self.folder / path

    def mapped(self, text: str) -> str:
        """The text with the paths of the image as they are here."""
        return re.sub(r"/(?=(opt|app)\b)", f"{self.root}/", text)

    def words(self, name: str) -> list[str]:
        """What an instruction says in JSON, such as the words of ENTRYPOINT."""
        return [self.mapped(word) for word in json.loads(self.said[name])]

    def _copy(self, *given: str) -> None:
        *sources, target = (word for word in given if not word.startswith("--"))
        if any(word.startswith("--from") for word in given):
            assert self.inside(target).is_dir()  # all stages share the folder
            return
        for source in sources:
            found, place = self.context / source, self.inside(target)
            if found.is_dir():
                shutil.copytree(found, place, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(found, place)

    def _run(self, command: str) -> None:
        around = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(
            ["/bin/sh", "-euc", self.mapped(command)], cwd=self.folder, text=True, capture_output=True,
            env=around | self.environment | {"PATH": self.programs}, timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
