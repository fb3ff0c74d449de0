"""What came out, in lines that people can read and compare."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bot.app.outbox import CommandsItem, MarkItem, OutboxItem, RetireItem, ScreenItem
from bot.app.screen import Answer, Button, Screen
from bot.app.screens.share import Cards
from tests.golden.texts import check, check_answer

IDS = re.compile(
    r"1:[a-z]{1,10}:([\w-]{22}|[0-9a-f]{16}(?=:\d))(?![\w-])"
    r"|start=[a-z]([\w-]{22}|[0-9a-f]{16})(?![\w-])"
    r"|1:room[a-z]+:([0-9a-f]{10})(?![\w-])"
    r"|1:(?:join|taking):([0-9a-f]{8})(?![\w-])"
)
"""Ids and tokens in what buttons and links say, be they drawn or made out of others."""
KINDS = {22: "token", 16: "game", 10: "remark", 8: "seek"}
"""What is known by an id of so many characters."""
DOES = {"data": "·", "copies": "copies", "opens": "opens", "shares": "shares"}


@dataclass
class Record:
    """All that has been seen, with drawn ids by the order in which they appear."""

    names: dict[str, str]
    """Every id and token that was drawn, with how it is called here once it has been seen."""
    lines: list[str] = field(default_factory=list)
    rows: set[str] = field(default_factory=set)
    """How many buttons stand in each row of a screen."""

    @property
    def text(self) -> str:
        """The whole of it."""
        return "\n".join(self.lines) + "\n"

    def write(self, *lines: str) -> None:
        """So many lines more."""
        self.lines += [self._called(line) for text in lines for line in text.split("\n")]

    def called(self, lines: Iterable[str]) -> list[str]:
        """Lines with what was drawn as it is called here."""
        return [self._called(line) for line in lines]

    def _called(self, line: str) -> str:
        for at in IDS.finditer(line):
            self.names.setdefault(at[at.lastindex or 0], "")
        if not self.names:
            return line
        drawn = sorted(self.names, key=len, reverse=True)
        return re.sub("|".join(map(re.escape, drawn)), lambda found: self._name(found[0]), line)

    def _name(self, drawn: str) -> str:
        if not self.names[drawn]:
            kind = KINDS[len(drawn)]
            known = sum(name.startswith(kind) for name in self.names.values())
            self.names[drawn] = f"{kind}-{known + 1}"
        return self.names[drawn]

    def seen(self, item: OutboxItem, where: str, message: int | None, goes: int | None) -> None:
        """An item of the outbox, and what became of it: a new message, or an edited one, and which goes for it."""
        about = f"{where}, {item.urgency.name.lower()}"
        match item:
            case ScreenItem():
                new = f"edits {item.current or 'it'}" if message is None else f"new {message}"
                new += "" if goes is None else f", {goes} goes"
                self.write(f"→ {about}, {item.place.value}: {new}", *self._shown(item.screen))
            case RetireItem():
                self.write(f"→ {about}: {item.message} {'goes' if item.wholly else 'loses its buttons'}")
            case MarkItem():
                self.write(f"→ {about}: {item.message} is marked {item.sign}")
            case CommandsItem():
                self.write(f"→ {about}: the commands are listed in {item.language}")
            case _:
                raise AssertionError(item)

    def heard(self, answer: Answer | Cards) -> None:
        """What whoever pressed, or asked inline, is told."""
        if isinstance(answer, Cards):
            self.write(f"← cards, hint: {answer.hint}" if answer.hint else "← cards")
            for card in answer.cards:
                self.write(f"  {card.id}: {card.title} | {card.description}", *self._shown(card.screen))
        elif answer == Answer():
            self.write("← nothing")
        else:
            check_answer(answer.text)
            shape = "alert" if answer.alert else "toast"
            self.write(f"← {shape}: {answer.text}" + (f" | opens {answer.url}" if answer.url else ""))

    def _shown(self, screen: Screen) -> Iterator[str]:
        check(screen)
        self.rows.add("".join(str(len(row)) for row in screen.rows) or "-")
        return screen_lines(screen)


def screen_lines(screen: Screen) -> Iterator[str]:
    """A screen: its text, its rows, and whatever else belongs to it."""
    yield from (f"  │ {line}".rstrip(" ") for line in screen.html.split("\n"))
    for row in screen.rows:
        yield "  " + " ".join(map(_button, row))
    if screen.answers is not None:
        yield f"  replies to {screen.answers}"
    if screen.picture is not None:
        yield f"  picture {screen.picture.kind}: {screen.picture.given}"


def _button(button: Button) -> str:
    does = ((word, getattr(button, name)) for name, word in DOES.items())
    parts = [button.text, *(f"{word} {what}" for word, what in does if what is not None)]
    return f"[{' '.join(parts)}]".replace("\n", "⏎")
