"""Characters of codes as people type them: which mean nothing, which only look alike, what colours are called."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from itertools import product

# What means nothing: characters that nobody sees, and what stands around a code.

BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u20e3\u2800\u3164\uffa0")
"""Marks and letters that show nothing, and the frame of keycaps."""
SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
APOSTROPHES = frozenset("'`´ʹʻʼʽˈˊˋ΄՚׳′＇Ꞌꞌ")
SEPARATORS = frozenset(',.;:/|\\"،、。·\N{MINUS SIGN}') | APOSTROPHES
SEPARATING = frozenset({"Pc", "Pd", "Pe", "Pf", "Pi", "Ps"})
MEANINGFUL = frozenset("%‰&@")
"""Punctuation that says something of the number beside it, or of a name."""
AROUND = frozenset("~|№") | APOSTROPHES


def legible(text: str) -> str:
    """The text without the characters that nobody sees, with the digits of every script as 0-9."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_plain(character) for character in text if not _is_unseen(character))


def bare(text: str) -> str:
    """The same without the punctuation and quotes around it."""
    shown = legible(text).strip()
    if shown.startswith("<") and shown.endswith(">"):
        shown = shown[1:-1]
    kept = [at for at, character in enumerate(shown) if not _stands_around(character)]
    return shown[kept[0] : kept[-1] + 1] if kept else ""


# Between the digits of a large number may stand a sign for the thousands.

AMID = ",.'’ʼ_\u00a0\u2009\u202f"
GROUPED = re.compile(
    rf"(?<!\d)(?<!\d[{AMID}])[1-9]\d{{0,2}}"
    rf"(?:([{AMID}])\d{{3}}(?:\1\d{{3}})*(?![{AMID}]?\d)| 0\d\d(?: \d{{3}})*(?!\d|[.,]\d))"
)


def with_whole_numbers(text: str) -> str:
    """The text with numbers such as `1,000`, `1.000`, `1'000` or `10 000` in one piece.

    A space may stand between two numbers as well, unless the second would begin with 0.
    """
    return GROUPED.sub(lambda number: re.sub(r"\D", "", number[0]), text)


def separates(character: str) -> bool:
    """Whether the character may stand between the symbols of a code."""
    return character.isspace() or character in SEPARATORS or unicodedata.category(character) in SEPARATING


def symbols_written(text: str) -> Iterator[tuple[str, str]]:
    """Each character that may be a symbol, as it was written and in its plain form; of a fullwidth Ａ, A.

    Of letters with marks behind them those that are one letter, such as й, are one; the stress of a letter means
    nothing. Other marks are not joined, as that can take quadratic time.
    """
    signs = bare(text)
    at, before = 0, ""
    while at < len(signs):
        written = signs[at]
        if at + 1 < len(signs) and len(joined := unicodedata.normalize("NFC", signs[at : at + 2])) == 1:
            written = joined
            at += 1
        at += 1
        if separates(written) or (written in STRESS and before.isalpha()):
            continue  # ahead of NFKC, which makes marks of some apostrophes
        before = written
        for character in unicodedata.normalize("NFKC", written):
            if not separates(character):
                yield written, _plain(character)


STRESS = "\u0300\u0301"
"""Marks that tell which vowel is stressed: `мо́ре`."""


def unstressed(letter: str) -> str:
    """The letter without the stress that is one character with it, as in á."""
    vowel, _, mark = unicodedata.decomposition(letter).partition(" ")
    return chr(int(vowel, 16)) if mark in {"0300", "0301"} else letter


def _is_unseen(character: str) -> bool:
    if character in BLANK or SELECTORS.match(character):
        return True
    return unicodedata.category(character) in {"Cc", "Cf"} and not character.isspace()


def _plain(character: str) -> str:
    digit = unicodedata.digit(character, -1)
    return character if digit < 0 else str(digit)


def _stands_around(character: str) -> bool:
    if character in MEANINGFUL:
        return False
    return character.isspace() or character in AROUND or unicodedata.category(character)[0] == "P"


# What looks alike: letters of other scripts; no letter looks like a digit here, for those may both be meant.

ALIKE = (
    "AАΑ BВΒ CСϹ EЕΕ HНΗ IІΙ JЈ KКΚ MМΜ NΝ OОΟ PРΡ SЅ TТΤ XХΧ YУΥ ZΖ ÏЇΪ ËЁ aа cсϲ eе iіι jј kкκ oоο pр sѕ xх yу ïїϊ ëё"
)
TWINS: dict[str, str] = {letter: letters.replace(letter, "") for letters in ALIKE.split() for letter in letters}
"""For each letter those of other scripts that look the same."""
IN_SCRIPT = {
    script: {
        ord(other): letter for letter in TWINS if unicodedata.name(letter).startswith(script) for other in TWINS[letter]
    }
    for script in ("LATIN", "CYRILLIC")
}
"""For each letter of another script that which looks the same, by the number of its character."""


def in_one_script(word: str) -> str:
    """The word; where it has letters of several scripts that can be of one, it is in small ones of that: `сlassic`."""
    if len(_scripts(word)) > 1:
        for written, same in product((word, word.upper()), IN_SCRIPT.values()):  # в looks like no b, В like B
            if len(_scripts(spelt := written.translate(same))) == 1:
                return spelt.lower()
    return word


def _scripts(word: str) -> set[str]:
    return {unicodedata.name(letter, "").partition(" ")[0] for letter in word if letter.isalpha()}


LIKE_DIGITS = frozenset("OoОоΟοIlІіЗзбSBВ")
"""Letters that may be taken for a digit by whoever reads them, and never are by the solver."""


# Colours: the circles that are shown have other signs and names.

COLOURS = "🔴🟠🟡🟢🔵🟣⚪⚫"
OTHER_SIGNS = str.maketrans(
    {
        sign: colour
        for colour, signs in zip(
            COLOURS, ("🟥❤♥", "🟧🧡🔶🔸", "🟨💛", "🟩💚", "🟦💙🔷🔹", "🟪💜", "⬜🤍◽◻▫", "⬛🖤◾◼▪"), strict=True
        )
        for sign in signs
    }
)
COLOUR_NAMES: Mapping[str, str] = {
    **dict(zip(("red", "orange", "yellow", "green", "blue", "violet", "white", "black"), COLOURS, strict=True)),
    "purple": "🟣",
}
WORD = re.compile(r"[^\W\d_]+")


def in_circles(text: str, names: Mapping[str, str]) -> str:
    """The text with the signs of colours as circles, and so the colours that are called by one of the names."""
    circled = legible(text).translate(OTHER_SIGNS)
    return WORD.sub(lambda word: names.get(word[0].casefold(), word[0]), circled)
