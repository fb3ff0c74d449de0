"""Reads the code that somebody sets for others, with its clue: the longest that stands there; or why there is none."""

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import islice

from bot.app.buttons import Feature
from bot.app.contests.model import SetCode
from bot.app.kind import Request
from bot.app.language import names_of_colours, plain, vocabulary
from bot.app.model.options import GAME, GENERAL, IDLE, OF_VARIANT, GameOptions, UnknownOption, family_of
from bot.app.reading import code_in, whole_number
from bot.app.screen import lines
from bot.app.screens.board import language_of, name_amid, noun_of
from bot.app.screens.people import harmless
from bot.app.talk.model import has_link, holds_code, words_in
from bot.app.texts import NOTHING, Html, Texts, short_text
from solver.characters import APOSTROPHES, TWINS, bare, in_circles, unstressed
from solver.variant import LONGEST_CODE, VARIANTS, Code, Fault, InvalidCode, Variant, variant_named
from solver.words import REPEATS, words_to_guess


class Unset(Exception):
    """The secret is not set; `note` says why."""

    def __init__(self, note: Html) -> None:
        super().__init__(note)
        self.note = note


LONGEST_CLUE = 120
"""Characters of a clue."""
LONGEST_TEXT = 2 * LONGEST_CLUE
"""Characters that are looked through for a code."""


def codes_set(words: str, texts: Texts, command: str = "/set ") -> tuple[SetCode, ...]:
    """The code that the words mean, the longest; behind it another one, where they can be meant otherwise.

    Raises Unset; `command`: what is to be written before the words. Whether the clue may be shown is for `check_clue`.
    """
    typed = _Typed(words.strip()[:LONGEST_TEXT], texts.language, command)
    places = [(start, stop) for start, named in enumerate(typed.named) for stop in typed.codes_at(start, named)]
    start, stop = max(places, key=lambda place: (place[1], bool(typed.named[place[0]]), -place[0]), default=(0, 0))
    if not places or (start < typed.begins and typed.is_word(start, stop) and _why_none_there(typed, texts)):
        raise Unset(_why_none(typed, texts))  # a word that only announces what is no code is none either
    codes = typed.codes_at(start, typed.named[start])
    if _is_rare(*codes[stop]):
        raise Unset(_why_none(typed, texts, texts.html("code.rare-word", word=bare(typed.piece(start, stop)))))
    if len(words) > LONGEST_TEXT:
        raise Unset(texts.html("set.clue-long", most=LONGEST_CLUE))
    readings = [typed.reading(start, stop, *codes[stop])]
    if stop > start + 1 in codes and not _is_rare(*codes[start + 1]):
        # Whoever begins with a whole code may mean that one; whoever writes in pieces goes on in pieces.
        readings.append(typed.reading(start, start + 1, *codes[start + 1]))
    elif typed.is_word(start, stop) and (behind := typed.code_behind(stop)) and behind[2:] != codes[stop]:
        # Many a word that announces a code is one itself: the real one would be shown to everybody as its clue.
        readings.append(typed.reading(*behind, since=start))
    return tuple(readings)


def check_clue(code: SetCode, request: Request, *, is_chosen: bool = False) -> None:
    """Raise Unset for a clue that may not be shown; `is_chosen`: whoever wrote it was shown what is the code of it."""
    texts, clue, variant = request.texts, code.clue, code.variant
    if not clue:
        return
    if Feature.TALK in request.access.off:
        raise Unset(texts.html("set.no-clues"))
    if len(clue) > LONGEST_CLUE:
        raise Unset(texts.html("set.clue-long", most=LONGEST_CLUE))
    if has_link(clue):
        raise Unset(texts.html("set.clue-link"))
    if tells_code(code) or (holds_code(clue, variant) and not is_chosen):
        raise Unset(texts.html("set.clue-code"))


def tells_code(code: SetCode) -> bool:
    """Whether the clue has the code: within a word, in several, in letters that look alike, in names of digits."""
    variant, clue = code.variant, code.clue.translate(NO_APOSTROPHES)
    clue = in_circles(clue, names_of_colours()) if variant.is_coloured else clue
    seen = list(map(_as_seen, words_in(_in_digits(clue) if noun_of(variant) == "digit" else clue)))
    told = {_as_seen(variant.format(code.code)), _as_seen(variant.show(code.code))}
    ends = range(len(seen) + 1)
    pieces = {"".join(seen[start:end]) for end in ends for start in range(max(0, end - variant.length), end)}
    return not told.isdisjoint(pieces) or any(secret in word for word in seen for secret in told)


def _as_seen(word: str) -> str:
    return "".join(min(letter, *TWINS.get(letter, letter)) for letter in map(unstressed, word.upper()))


def _in_digits(text: str) -> str:
    """The text with the digits that are spelled out as digits; *and* is nothing."""
    return NAME.sub(lambda word: NAMES.get(plain(word[0]), word[0]), text.translate(NO_APOSTROPHES))


NO_APOSTROPHES = str.maketrans(dict.fromkeys(APOSTROPHES | {"‘", "’"}))
NAME = re.compile(r"[^\W\d_]+")
DIGITS = vocabulary("digit")
NAMES = {
    **{word: DIGITS.meaning(word) or "" for word in DIGITS.words()},
    **dict.fromkeys(vocabulary("list").words("and"), ""),
}


# A text, and the codes in it.

MOST_WORDS_OF_VARIANT = 3
"""Words that name a variant, such as *5 digits repeats*."""
MOST_WORDS = 2 * LONGEST_CODE
"""Words of a code, one by one with signs between them, and words before it."""
MOST_READ = 20
"""Words in which a code is looked for."""
UNNAMED = ("3x10r", "5x10r")
"""Variants without a name, of which people set codes all the same."""
ANNOUNCED = vocabulary("announced")
WORD = re.compile(r"[^\s:=]+[:=]*|[:=]+")
BEFORE_CLUE = re.compile(r"^[-–—:;,.=]+\s+")
SPELLED = re.compile(r"\W*[^\W\d_](?!.*\d\d)")
"""A code whose digits are spelled out. Behind other digits may be a clue: `1984 one of the best`."""
WITH_APOSTROPHE = re.compile(rf"[^\W\d_][{''.join(APOSTROPHES)}‘’][^\W\d_]")


class _Typed:
    """A text, word by word, as a reader of that language means it. What is between two words ends before the second."""

    def __init__(self, text: str, language: str, command: str) -> None:
        self.text, self.language, self.command = text, language, command
        self.words = list(islice(WORD.finditer(text), MOST_READ))
        self.named = [self._named(start) for start in range(min(len(self.words), MOST_WORDS))]
        """For each word with which a code may begin: what names its variant before it."""
        self.variants = {named: tuple(self._variants(named)) for named in {"", *self.named}}
        self.begins = max((at for at, named in enumerate(self.named) if self.variants[named]), default=0)
        """The last word with which a code may begin."""
        self.announced = {at for at in range(len(self.words)) if self._is_announced(at)}
        self.read = cache(self._read)

    def piece(self, start: int, stop: int) -> str:
        return self.text[self.words[start].start() : self.words[stop - 1].end()]

    def is_word(self, start: int, stop: int) -> bool:
        return stop == start + 1 and any(map(str.isalpha, self.piece(start, stop)))

    def _named(self, start: int) -> str:
        said = (bare(word.group().rstrip(":=")) for word in self.words[:start])
        return " ".join(
            word for word in said if word and not ANNOUNCED.meaning(word) and GAME.meaning(word, self.language) != IDLE
        )

    def _is_announced(self, at: int) -> bool:
        """Whether a colon stands before that word, or one such as *code*, maybe with *is* between; it is none."""
        said = [(word.group(), ANNOUNCED.meaning(bare(word.group().rstrip(":=")))) for word in self.words[at::-1]]
        before = ((word, meaning) for word, meaning in said[1:] if meaning != IDLE or word.endswith((":", "=")))
        word, meaning = next(before, ("", None))
        return said[0][1] is None and (meaning is not None or word.endswith((":", "=")))

    def _variants(self, named: str) -> Iterator[Variant]:
        """Those that are named so; without a name all: words before what else letters may be, the reader's first."""
        every = [*VARIANTS.values(), *map(variant_named, UNNAMED)]
        every.sort(key=lambda each: (not each.words, language_of(each) != self.language))
        if not named:
            yield from every
        elif (number := _number(named)) is not None and number not in range(3, LONGEST_CODE + 1):
            return  # it is no length, but a code may begin with it: `1 555`, `one two three four`
        elif named.count(" ") < MOST_WORDS_OF_VARIANT:
            with suppress(UnknownOption):
                yield (said := GameOptions().but(named, self.language, OF_VARIANT).the_variant)
                is_general = said.words or GAME.meaning(named, self.language) in GENERAL
                kin = (each for each in every if family_of(each) is family_of(said))
                yield from (each for each in kin if is_general or (each.repeats and each.length == said.length))

    def codes_at(self, start: int, named: str = "") -> dict[int, tuple[Variant, Code]]:
        """The codes that begin there, each by the word before which it stops."""
        found: dict[int, tuple[Variant, Code]] = {}
        for variant in self.variants[named]:
            stop, code = self.read(start, variant)
            if isinstance(code, InvalidCode) or (stop > start + 1 and _number(named) is not None):
                continue  # nobody names `1 2 3 4` after its first digit
            if stop not in found or (variant.words and _is_rare(*found[stop])):
                found[stop] = variant, code
        return found

    def _read(self, start: int, variant: Variant) -> tuple[int, Code | InvalidCode]:
        """The code of that variant that begins there, with its stop; or what is wrong with the nearest to one."""
        nearest = InvalidCode(Fault.UNKNOWN_SYMBOL)
        for stop in range(start + 1, min(len(self.words), start + MOST_WORDS) + 1):
            piece = self.piece(start, stop)
            is_others = language_of(variant) not in {"", "uk"} and WITH_APOSTROPHE.search(piece)
            if is_others or "\n" in piece or len(piece) > LONGEST_CLUE:
                break
            if noun_of(variant) == "digit" and SPELLED.match(piece):
                piece = _in_digits(piece)
            try:
                return stop, code_in(piece, variant, self.language)
            except InvalidCode as error:
                if stop == start + 1 or not (variant.words or error.fault is Fault.UNKNOWN_SYMBOL):
                    nearest = error
                if error.fault is not Fault.WRONG_LENGTH or error.given > variant.length:
                    break
        return start, nearest

    def code_behind(self, since: int, *, last: bool = False) -> tuple[int, int, Variant, Code] | None:
        """A code from that word on: all that is there, or one amid it that is no word or that alone is announced.

        `last`: also the last word.
        """
        for start in range(since, len(self.words)):
            for stop, code in sorted(self.codes_at(start).items(), reverse=True):
                is_all = stop == len(self.words) and (last or start == since)
                is_said = start > since and start in self.announced and since - 1 not in self.announced
                if not _is_rare(*code) and (is_all or is_said or not (code[0].words or self.is_word(start, stop))):
                    return start, stop, *code
        return None

    def reading(self, start: int, stop: int, variant: Variant, code: Code, *, since: int = -1) -> SetCode:
        """The code, with what is behind it as its clue; `since`: and from that word on what is before it."""
        before = "" if since in {-1, start} else self.piece(since, start)
        behind = BEFORE_CLUE.sub("", self.text[self.words[stop - 1].end() :].strip())
        return SetCode(variant, code, " ".join(filter(None, (before, behind))))


def _number(named: str) -> int | None:
    return whole_number("".join(_in_digits(named).split()))


def _is_rare(variant: Variant, code: Code) -> bool:
    return bool(variant.words) and not words_to_guess(variant.words)[variant.format(code)]


# Why there is no code.


def _why_none(typed: _Typed, texts: Texts, rare: Html = NOTHING) -> Html:
    """Why no code stands where one should, or that it stands further behind; `rare`: that a rare word stands there."""
    note = rare or _why_none_there(typed, texts)
    if note and typed.named[typed.begins]:
        return note
    behind = typed.code_behind(0) or (None if note else typed.code_behind(0, last=True))
    if behind is None:
        return note or texts.html("set.unread", words=short_text(typed.text))
    words = f"{typed.piece(*behind[:2])} {typed.reading(*behind, since=0).clue}"
    return texts.html("set.code-first", command=typed.command, words=harmless(words))


def _why_none_there(typed: _Typed, texts: Texts) -> Html:
    """What is wrong with what comes nearest to a code where one should begin; empty: nothing does."""
    start = typed.begins
    named = typed.named[start] if typed.named else ""
    read = [(variant, typed.read(start, variant)[1]) for variant in typed.variants[named]]
    faults = [(variant, fault) for variant, fault in read if isinstance(fault, InvalidCode)]
    if near := [each for each in faults if each[1].fault in {Fault.REPEATED_SYMBOL, Fault.UNKNOWN_WORD}]:
        unknown = (each for each in near if each[1].fault is Fault.UNKNOWN_WORD and each[0].length == near[0][0].length)
        variant, fault = next(unknown, near[0])
        if fault.fault is Fault.REPEATED_SYMBOL:
            return texts.html("set.repeats", symbol=fault.symbol, given=_counted(variant, variant.length, texts))
        word, form = typed.piece(start, start + 1), name_amid(VARIANTS[variant.name.removesuffix(REPEATS)], texts)
        apostrophe = texts.html("rules.no-apostrophe") if WITH_APOSTROPHE.search(word) else None
        return lines(texts.html("set.not-listed", word=short_text(bare(word)), form=form), apostrophe)
    is_prose = not named and len(typed.words) > start + 1 and typed.is_word(start, start + 1)
    if is_prose:  # whose letters are not counted, but names of colours are
        is_colour = plain(bare(typed.piece(start, start + 1))) in names_of_colours()
        faults = [each for each in faults if is_colour and each[0].is_coloured]
    long = [each for each in faults if each[1].fault is Fault.WRONG_LENGTH and each[1].given > 1]
    if long:
        variant, fault = long[0]
        kin = [each.length for each, _ in long if noun_of(each) == noun_of(variant)]
        length = "–".join(map(str, sorted({min(kin), max(kin)})))
        return texts.html("code.wrong-length", given=_counted(variant, fault.given, texts), length=length)
    return NOTHING


def _counted(variant: Variant, number: int, texts: Texts) -> Html:
    return texts.counted(f"first.{noun_of(variant)}", number, number=number)
