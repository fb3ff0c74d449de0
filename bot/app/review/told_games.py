"""Games as people tell them: `0123 1B0C 4567 …`, with any signs, names and numbers between, or a pasted board."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice, product

from bot.app.advice import MOST_TURNS, TooLongGame
from bot.app.language import KNOWN, plain
from bot.app.model.options import BY_LENGTH, UnknownOption, variant_said
from bot.app.reading import NUMBERED, code_in, is_board, reply_in
from bot.app.screens.board import form_of, variant_name
from bot.app.texts import short_text, texts_in
from bot.game.fair_play import Told
from solver.characters import bare, legible
from solver.feedback import Feedback, possible_feedback
from solver.variant import LONGEST_CODE, SYMBOLS, VARIANTS, Code, InvalidCode, UnknownVariant, Variant, variant_named

NUMBERING = re.compile(r"\d{1,3}\.")


def game_in(text: str, language: str) -> Told:
    """The turns. A last guess without a reply has broken the code.

    Raises UnreadableGame, and TooLongGame before more than MOST_TURNS of the turns are read.
    """
    variant, text = _variant(legible(text), language)
    lines = list(_lines_of_board(text)) if is_board(text) else []
    words = [word for word in _words(text) if not NUMBERING.fullmatch(word) or _code(word, variant, language)]
    if not words:
        raise UnreadableGame("", variant)
    found = _turns_of_lines(lines, variant, language) if lines else _turns(words, variant, language)
    turns = tuple(islice(found, MOST_TURNS + 1))
    if len(turns) > MOST_TURNS:
        raise TooLongGame
    return Told(variant, turns)


class UnreadableGame(ValueError):
    """A text that is no game; `word`: the first wrong word, or empty if there is none.

    `why`: what is wrong with it as a code of `variant`, or the reply that it is and that cannot be.
    """

    def __init__(self, word: str, variant: Variant, why: InvalidCode | Feedback | None = None) -> None:
        super().__init__(word)
        self.word = short_text(word)
        self.variant = variant
        self.why = why


class MissingReply(UnreadableGame):
    """A guess stands where the reply to another should."""


def named_instead(word: str) -> str:
    """The name of the variant of digits of which the word is a code; empty if there is none."""
    digits = sum(map(str.isdecimal, word))
    for name in (BY_LENGTH.get(str(digits), ""), f"{digits}x10r"):
        try:
            variant = variant_named(name)
            variant.parse(word)
        except (UnknownVariant, InvalidCode):
            continue
        return variant.name
    return ""


# Which variant is told of.


def _variant(text: str, language: str) -> tuple[Variant, str]:
    """The variant that is named first, or by the title of a board, and the text behind its name."""
    first, *rest = text.split(None, 1) or [""]
    try:
        return variant_said(first.rstrip(":,;"), language), "".join(rest)
    except UnknownOption:
        pass
    title = plain(" ".join(line for line in text.splitlines() if not NUMBERED.match(line)))
    named = [name for name in names_of_variants() if name in " ".join(title.split())] if is_board(text) else []
    return names_of_variants()[max(named, key=len)] if named else VARIANTS["classic"], text


@cache
def names_of_variants() -> dict[str, Variant]:
    """Every variant by its names on boards in all languages, in the form of `plain`."""
    shapes = product(range(1, LONGEST_CODE + 1), range(1, len(SYMBOLS) + 1), ("", "r"))
    variants = [*VARIANTS.values(), *filter(None, (_shape(f"{at}x{of}{repeats}") for at, of, repeats in shapes))]
    return {
        " ".join(plain(name).split()): variant
        for texts in map(texts_in, KNOWN)
        for variant in reversed(variants)
        for name in (variant_name(variant, texts, before=True), variant_name(variant, texts), form_of(variant, texts))
    }


def _shape(name: str) -> Variant | None:
    try:
        return variant_named(name)
    except UnknownVariant:
        return None


# The turns of a board: its numbered lines, of which the first ones that can be read are whose board it is.

RIVALS = "┊"
"""What stands before the rival's turns on a board with those of both."""


def _lines_of_board(text: str) -> Iterator[str]:
    numbered = [(int(line["number"]), line["turn"]) for line in map(NUMBERED.match, text.splitlines()) if line]
    runs: list[list[str]] = []
    for number, turn in numbered:
        if number == 1:
            runs.append([])
        if runs and number == len(runs[-1]) + 1:
            runs[-1].append(turn.partition(RIVALS)[0])
    shown = (run for run in runs if reply_in(run[0]) is None)
    return iter(next(shown, []))


def _turns_of_lines(lines: list[str], variant: Variant, language: str) -> Iterator[tuple[Code, Feedback]]:
    """Of each line its guess and its reply; what stands behind them is a name, or the letters of colours."""
    for line in lines:
        code, words = _guess(_words(line), variant, language)
        yield code, _reply(words, variant, language)[0]


# The turns of any other text, word by word.

BETWEEN = re.compile(r"[-=~–—−]*[>→⇒➜➡⟶➔]|[\s,;:=()\[\]{}|«»“”„\"]+")
"""What stands between guesses, replies and names, and in none of them."""


def _words(text: str) -> list[str]:
    return [word for word in BETWEEN.split(text) if bare(word)]


def _turns(words: list[str], variant: Variant, language: str) -> Iterator[tuple[Code, Feedback]]:
    has_names = False
    while words:
        skipped = _skipped(words, variant, language)
        has_names = has_names or any(word.isalpha() for word in words[:skipped])
        if has_names and all(word.isalpha() for word in words) and _read(words, variant, language) is None:
            return
        guess = words[skipped]
        code, words = _guess(words[skipped:], variant, language)
        if not words:
            yield code, Feedback(variant.length, 0)
            return
        reply, words = _reply(words, variant, language)
        if words and words[0] != guess and (beside := _read(words, variant, language)) and beside[0] == code:
            words = beside[1]  # the letters of colours behind them
        yield code, reply


SKIPPED = 4
"""The most words before a guess that are none: `Turn 2 of Ann`."""


def _skipped(words: list[str], variant: Variant, language: str) -> int:
    """How many words before the next guess are names, numbers or signs; none if no guess is near."""
    for count in range(min(SKIPPED + 1, len(words))):
        if _read(words[count:], variant, language) is not None:
            return count
        if not _is_beside(words[count]):
            return 0
    return 0


NUMBER = re.compile(r"\d{1,3}")


def _is_beside(word: str) -> bool:
    return word.isalpha() or NUMBER.fullmatch(bare(word)) is not None or not any(map(str.isalnum, word))


def _guess(words: list[str], variant: Variant, language: str) -> tuple[Code, list[str]]:
    if (read := _read(words, variant, language)) is not None:
        return read
    try:
        return code_in(words[0], variant, language), words[1:]
    except InvalidCode as error:
        raise UnreadableGame(words[0], variant, error) from None


WITHIN = re.compile(r"[-–—−/.]")
"""What may stand within a guess, and also between it and its reply."""


def _read(words: list[str], variant: Variant, language: str) -> tuple[Code, list[str]] | None:
    """The code at the beginning of the words, as short as possible, and the words behind it; None if there is none."""
    for count in range(1, min(variant.length, len(words)) + 1):
        if (code := _code(" ".join(words[:count]), variant, language)) is not None:
            return code, words[count:]
    for cut in WITHIN.finditer(words[0]):
        if (code := _code(words[0][: cut.start()], variant, language)) is not None:
            return code, [word for word in (words[0][cut.end() :], *words[1:]) if word]
    return None


def _code(text: str, variant: Variant, language: str) -> Code | None:
    try:
        return code_in(text, variant, language)
    except InvalidCode:
        return None


def _reply(words: list[str], variant: Variant, language: str) -> tuple[Feedback, list[str]]:
    """The reply at the beginning of the words, or behind a name, and the words behind it."""
    found = _written_reply(words, language)
    if found is None and words and words[0].isalpha() and _code(words[0], variant, language) is None:
        found = _written_reply(words[1:], language)
    if found is not None:
        reply, written, behind = found
        if reply in possible_feedback(variant):
            return reply, behind
        raise UnreadableGame(written, variant, reply)
    if words and _read(words, variant, language) is not None:
        raise MissingReply(words[0], variant)
    raise UnreadableGame("".join(words[:1]), variant)


LONGEST_REPLY = 5
"""The most words of a reply: `1 bull and 2 cows`."""


def _written_reply(words: list[str], language: str) -> tuple[Feedback, str, list[str]] | None:
    for count in range(min(LONGEST_REPLY, len(words)), 0, -1):
        written = " ".join(words[:count])
        if (reply := reply_in(written, language)) is not None:
            return reply, written, words[count:]
    return None
