"""The texts of a language as they are written in its catalogue, and which the code asks for."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.app.buttons import Feature, OnEnd
from bot.app.duels.actions import Refusal
from bot.app.duels.arranging_screens import Moment
from bot.app.intents import Command
from bot.app.language import LOCALES
from bot.app.lessons.model import STAGES
from bot.app.miniapp.screens import MARKS
from bot.app.miniapp.screens import WORDS as PAGE_WORDS
from bot.app.model.hints import HintKind
from bot.app.model.options import LEVELS, Help
from bot.app.model.tables import SHOWN
from bot.app.operators.model import BroadcastState
from bot.app.review.screens import WORDS
from bot.app.screen import News
from bot.app.screens.board import NOUNS
from bot.app.screens.hints import COLUMNS
from bot.app.stats.model import ACHIEVEMENTS
from bot.app.texts import FILE
from bot.app.variants.handlers import HELPS
from bot.app.world import TooMuchAtOnce, TooMuchToThink
from bot.game.lessons import NO, QUESTIONS, YES
from bot.game.number import ANSWERS, DIRECTIONS
from bot.game.puzzles import KINDS
from bot.storage.operator import COUNTS, NOW
from solver.review import Fortune, Why
from solver.variant import VARIANTS
from solver.words import WORD_ALPHABETS


def catalogue(language: str) -> Catalog:
    with (LOCALES / language / FILE).open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def messages(language: str) -> dict[str, Message]:
    return {key_of(message): message for message in catalogue(language) if message.id}


def key_of(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def every_text(language: str) -> Iterator[tuple[str, str]]:
    for key, message in messages(language).items():
        for form in forms(message):
            yield key, form


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


class Tags(HTMLParser):
    """Which tags a text opens, and whether each is closed in its turn."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.seen: set[str] = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not attrs
        self.opened.append(tag)
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.opened, f"</{tag}> closes nothing"
        assert self.opened.pop() == tag


ROOT = Path(__file__).parents[2]
KEY = re.compile(r"[a-z]+\.(?!png)[a-z-]+")


def _nodes(word: str = "") -> Iterator[ast.AST]:
    """What the files consist of in which the word occurs: to parse them all takes seconds."""
    for file in sorted((ROOT / "bot").rglob("*.py")):
        if word in (source := file.read_text("utf-8")):
            yield from ast.walk(ast.parse(source))


def keys_written_out() -> set[str]:
    constants = (node.value for node in _nodes() if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return {text for text in constants if KEY.fullmatch(text)}


def keys_put_together() -> set[str]:
    """What every key that is put together begins with, such as `note.`."""
    begins = (node.values[0] for node in _nodes() if isinstance(node, ast.JoinedStr) and len(node.values) == 2)
    texts = (begin.value for begin in begins if isinstance(begin, ast.Constant) and isinstance(begin.value, str))
    return {text for text in texts if re.fullmatch(r"[a-z]+\.", text)}


def keys_of(entry: Any) -> set[str]:
    """The text keys that an entry names, and those of its parts."""
    if isinstance(entry, str):
        return {entry} if KEY.fullmatch(entry) else set()
    if not is_dataclass(entry):
        return set()
    return {key for field in fields(entry) for key in keys_of(getattr(entry, field.name))}


def first_arguments(function: str) -> set[str]:
    calls = (node for node in _nodes(f"{function}(") if isinstance(node, ast.Call) and node.args)
    firsts = (node.args[0] for node in calls if isinstance(node.func, ast.Name) and node.func.id == function)
    return {first.value for first in firsts if isinstance(first, ast.Constant) and isinstance(first.value, str)}


LEADING = (
    "learn play duel rules help settings variants levels advice review playon number think against party people more "
    "puzzle"
)
THOUGHT_TOO_MUCH = {TooMuchToThink.word, TooMuchAtOnce.word}
# How the keys begin that the code puts together, and what they may end with.
PUT_TOGETHER = {
    "achieved.": set(ACHIEVEMENTS),
    "badge.": set(ACHIEVEMENTS),
    "app.": {*PAGE_WORDS, *filter(None, MARKS.values())},
    "ask.": {what.value for what in HintKind},
    "column.": set(COLUMNS),
    "command.": {command.value for command in Command},
    "data.": set(SHOWN),
    "deed.": {"warn", "ban", "unban", "dismiss", "read", "answer", "retry", "drop", "send", "stop"}
    | {f"switch-{wanted}" for wanted in ("on", "off")},
    "degree.": {Help.BLIND.value, Help.COACHED.value},
    "cast.": {state.value for state in BroadcastState},
    "feature.": set(Feature),
    "fortune.": set(Fortune),
    "numbers.": {name.replace(" ", "-") for name in (*COUNTS, *NOW)},
    "after.": {verb.value for verb in OnEnd},
    "first.": {
        f"{what}{noun}"
        for what in ("", "differ-", "legend-", "none-", "numbers-", "repeat-", "scores-", "which-")
        for noun in NOUNS
    },
    "help.": {Help.BLIND.value, Help.COACHED.value},
    "idea.": set(STAGES),
    "learn.": {YES, NO},
    "level.": set(LEVELS),
    "face.": set(LEVELS),
    "voice.": {f"{level}-{moment}" for level in LEVELS for moment in Moment},
    "letters.": set(WORD_ALPHABETS),
    "because.": first_arguments("because"),
    "find.": set(KINDS),
    "late.": {why.value for why in Refusal},
    "menu.": {*LEADING.split(), *(verb.value for verb in HELPS)},
    "rings.": {news.value for news in News},
    "toast.": THOUGHT_TOO_MUCH,
    "number.": {*ANSWERS, *DIRECTIONS},
    "note.": first_arguments("Unplayable") | THOUGHT_TOO_MUCH,
    "reviewed.": set(WORDS),
    "refused.": {"blind", "contest", "day", "puzzle", "rated"},
    "rests.": {"blind", "contest", "day", "rated"},
    "stage.": set(STAGES),
    "task.": set(QUESTIONS),
    "told.": first_arguments("told"),
    "variant.": set(VARIANTS),
    "why.": set(Why),
}
