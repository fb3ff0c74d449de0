"""The texts of a language as they are written in its catalogue, for tests."""

from collections.abc import Iterator
from html.parser import HTMLParser
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.app.language import LOCALES
from bot.app.texts import FILE


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
