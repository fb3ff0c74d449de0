"""The bot's texts in every language, read from its catalogues without its code."""

from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

LOCALES = Path(__file__).parents[2] / "bot" / "locales"
LANGUAGES = tuple(sorted(folder.name for folder in LOCALES.iterdir() if folder.is_dir()))


def phrase(language: str, key: str) -> str:
    """The text of the key in that language, with placeholders such as `{name}`."""
    return _catalogue(language)[key]


def phrases(key: str) -> dict[str, str]:
    """The text of the key, by language."""
    return {language: phrase(language, key) for language in LANGUAGES}


@cache
def _catalogue(language: str) -> dict[str, str]:
    with (LOCALES / language / "texts.po").open("rb") as source:
        return {str(message.id): str(message.string) for message in read_po(source) if message.id}
