"""What a recipe of CONTRIBUTING is made of, for one thing that a test makes up."""

import re
from bisect import bisect
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
LANGUAGES = ("en", "uk", "ru")
KEY = re.compile(r'^msgid "(.+)"$', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Change:
    """`old`, which stands once in the file, becomes `new`. Where `old` is empty the file is new."""

    file: str
    old: str
    new: str

    def made(self, text: str) -> str:
        """The text of the file after the change."""
        assert text.count(self.old) == 1 if self.old else not text, (self.file, self.old)
        return text.replace(self.old, self.new) if self.old else self.new


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do: the words of CONTRIBUTING that name it, and the test that fails where it is left out."""

    named: str
    check: str
    changes: tuple[Change, ...] = ()
    measures: tuple[str, ...] = ()
    """The arguments of `python -m solver strength`, where the step is to run it."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one thing is made: a row of CONTRIBUTING's table, and what the test makes up for each of its steps."""

    row: str
    steps: tuple[Step, ...]


def step(named: str, check: str, *changes: Change, measures: tuple[str, ...] = ()) -> Step:
    return Step(named, check, changes, measures)


def recipe(row: str, *steps: Step) -> Recipe:
    return Recipe(row, steps)


def insert(file: str, text: str, before: str) -> Change:
    """The change that puts a text before what stands once in the file."""
    return Change(file, before, text + before)


def words(**texts: str) -> tuple[Change, ...]:
    """The changes that add texts to every language, behind its code; `__` in a key is a dot, `_` a hyphen."""
    keys = {name.replace("__", ".").replace("_", "-"): text for name, text in texts.items()}
    return tuple(_text(language, key, keys[key]) for language in LANGUAGES for key in sorted(keys))


def _text(language: str, key: str, text: str) -> Change:
    """The change that puts a text into its place in the order of keys, which is not the last."""
    file = f"bot/locales/{language}/texts.po"
    keys = KEY.findall((ROOT / file).read_text("utf-8"))
    return insert(file, f'msgid "{key}"\nmsgstr "{language} {text}"\n\n', f'msgid "{keys[bisect(keys, key)]}"\n')
