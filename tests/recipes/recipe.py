"""What a recipe of CONTRIBUTING is made of: steps, the changes of each, and the test that notices where one lacks."""

import re
from bisect import bisect
from collections.abc import Iterable
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


def text_after(file: str, changes: Iterable[Change]) -> str:
    """The text of the file once these are made in it, one after the other; what is not there is empty."""
    original = ROOT / file
    text = original.read_text("utf-8") if original.exists() else ""
    for change in changes:
        text = change.made(text)
    return text


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
    texts = {name.replace("__", ".").replace("_", "-"): text for name, text in texts.items()}
    changes = []
    for language in LANGUAGES:
        file = f"bot/locales/{language}/texts.po"
        keys = KEY.findall((ROOT / file).read_text("utf-8"))
        for key, text in sorted(texts.items()):  # none is the last in the order of keys
            new = f'msgid "{key}"\nmsgstr "{language} {text}"\n\n'
            changes.append(insert(file, new, f'msgid "{keys[bisect(keys, key)]}"\n'))
    return tuple(changes)


def said_of_command(name: str, about: str) -> tuple[Change, ...]:
    """The changes that tell of a command in the help of every language, and on the page of commands."""
    lines = (insert(f"bot/locales/{code}/texts.po", f'"/{name} — {code}\\n"\n', '"/rules —') for code in LANGUAGES)
    return (*lines, insert("docs/commands.md", f"| `/{name}` | {about} |\n", "| `/rules` |"))


# The checks that notice most steps.

ASKED_FOR = "tests/bot/test_locales.py::test_every_word_that_the_code_asks_for_exists_and_every_other_is_gone"
HAS_FUNCTION = "tests/bot/test_commands.py::test_every_command_has_its_function"
