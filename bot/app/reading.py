"""Reads what people type: codes, replies, questions about a number, answers to tasks, in words of any language."""

import re
import unicodedata
from collections.abc import Callable
from functools import cached_property

from bot.app.language import alternatives, letters_in, names_of_colours, plain, vocabulary
from bot.game.lessons import NO, YES, Shape, Task, choices_of, question_of
from solver.characters import OTHER_SIGNS, bare, legible, with_whole_numbers
from solver.feedback import Feedback, possible_feedback
from solver.interval import NUMBER, InvalidQuestion, Relation, parse_question
from solver.variant import VARIANTS, Code, InvalidCode, Variant

# A text that somebody typed: which of these it is meant as is decided by whoever takes it, in the order of `SECTIONS`.


class Reading:
    """A text, and what it can be to a reader of that language. Each is read once, whoever asks for it."""

    def __init__(self, text: str, language: str = "") -> None:
        self.text = text
        self.language = language
        self._codes: dict[str, Code | InvalidCode] = {}

    def code(self, variant: Variant) -> Code:
        """The code of that variant. Raises InvalidCode."""
        if variant.name not in self._codes:
            try:
                self._codes[variant.name] = code_in(self.text, variant, self.language)
            except InvalidCode as error:
                self._codes[variant.name] = error
        found = self._codes[variant.name]
        if isinstance(found, InvalidCode):
            raise found
        return found

    def is_code(self, variant: Variant) -> bool:
        """Whether it is a code of that variant."""
        try:
            self.code(variant)
        except InvalidCode:
            return False
        return True

    @cached_property
    def looks_like_guess(self) -> bool:
        """Whether it consists of digits, as a guess does in most games."""
        return bool(GUESS_LIKE.fullmatch(legible(self.text).strip()) or GUESS_IN_MARKS.fullmatch(bare(self.text)))

    @cached_property
    def weighed(self) -> "Reading | None":
        """The guess of a text such as `?0123`, which asks to rate it first; None for other texts."""
        match = WEIGHING.fullmatch(legible(self.text).strip())
        return None if match is None else Reading(match["code"], self.language)

    @cached_property
    def core(self) -> "Reading | None":
        """What is left without the words around it that say nothing: of `I think it's 5678!`, `5678!`. None: no such.

        It is no less than was said: `not 5678` and `5678 was wrong` have words that say something. Nor does it hold two
        numbers, of which one may only count: `guess 2: 5678`. What is longer than LONGEST_SENTENCE is no such.
        """
        if len(self.text) > LONGEST_SENTENCE:
            return None
        text = "".join(" " if _is_mere_picture(sign) else sign for sign in self.text).strip()
        while (found := BEFORE.match(text) or BEHIND.search(text)) is not None:
            text = text[: found.start()] + text[found.end() :]
        is_one = len(set(map(len, NUMERAL.findall(text)))) <= 1
        return Reading(text, self.language) if is_one and 0 < len(text) < len(self.text.strip()) else None

    @cached_property
    def is_question(self) -> bool:
        """Whether it reads as a question about a number, such as `>50`."""
        try:
            parse_question(self.text)
        except InvalidQuestion:
            return False
        return True

    @cached_property
    def number(self) -> int | None:
        """The number of which it consists."""
        return number_in(self.text)

    @cached_property
    def is_fraction(self) -> bool:
        """Whether it is a number that is not whole, or a question about one."""
        typed = plain(self.text).strip(" <>=?!+-").replace(",", ".")
        return len(typed) <= LONGEST_NUMBER and FRACTION.fullmatch(typed) is not None

    @cached_property
    def answer(self) -> bool | Relation | None:
        """The meaning of a yes, no, higher or lower."""
        return answer_in(self.text, self.language)

    @cached_property
    def reply(self) -> Feedback | None:
        """The feedback in it."""
        return reply_in(self.text, self.language)

    @cached_property
    def reply_to_bot(self) -> Feedback | None:
        """The feedback in it, in words too, which anybody else may be told as well: `one bull`, `нічого`."""
        if COUNTED.meaning(" ".join(self.text.replace(",", " ").rstrip(".! ").split()), self.language) == NONE:
            return Feedback(0, 0)
        return reply_in(SPELT.sub(lambda word: str(DIGITS.meaning(word[0])), plain(self.text)), self.language)

    @cached_property
    def is_board(self) -> bool:
        """Whether it is a board of ours, or begins with one."""
        return is_board(self.text)

    @cached_property
    def is_play(self) -> bool:
        """Whether it has the shape of a guess, a question or an answer, whichever game is on."""
        return self.looks_like_guess or self.is_question or self.answer is not None or self.reply is not None


WEIGHING = re.compile(r"[?？]\s*(?P<code>.*)", re.DOTALL)
GUESS_LIKE = re.compile(r"(?=.*\d)[?？]?[\d\s.,_-]+")
GUESS_IN_MARKS = re.compile(r"(?:\d[\s.,_-]*){3,}")
"""The same where punctuation stands around it: `:0` and `8)` are faces."""

# Reads codes as people type them, in the letters of their own language too.


def code_in(text: str, variant: Variant, language: str) -> Code:
    """The code that a reader of that language means by `text`. Raises InvalidCode."""
    return variant.parse(text, letters=letters_in(language, variant), names=names_of_colours())


# Reads numbers that buttons, links and commands carry, which anybody may forge: the only place that does.

LARGEST_ID = 2**52 - 1
"""Telegram gives people no larger number."""


def whole_number(text: str, most: int = LARGEST_ID) -> int | None:
    """The number from 0 to `most` that the text consists of, in plain digits; None for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most))):
        return None
    number = int(text)
    return number if number <= most else None


# Reads questions about a number and answers, as people type them: `>50`, `< 80 ?`, `60`, `10 000`, `5k`, `yes`, `ні`.

ANSWERS = vocabulary("answer")
SIGNS = {"+": "yes", "-": "no", ">": "higher", "<": "lower"}
DIRECTIONS = {"higher": Relation.GREATER, "lower": Relation.LESS}
RANGES = vocabulary("range")
FACTORS = {"thousand": 1_000, "million": 1_000_000}
MANY = re.compile(rf"(?<!\w)(?<!\d[.,])(\d{{1,10}})(?:[.,](\d{{1,3}}))?\s*({RANGES.pattern(*FACTORS)})(?!\w)\.?")
FRACTION = re.compile(r"(?<![\d.,/])(?:\d+(?:\.\d{1,2}|[/⁄]\d+)|0,\d{1,2})(?![\d.,/])")
"""What is no whole number: a comma stands between two numbers as well."""


LONGEST_NUMBER = 128
"""Characters: what is longer is read as no number."""


def number_in(text: str) -> int | None:
    """The number that a text consists of, be it asked or exclaimed; None if it is anything else."""
    if len(text) > LONGEST_NUMBER:
        return None
    written = (way(text).rstrip(" ?!.…") for way in (with_plain_signs, with_plain_numbers))
    number = next(filter(NUMBER.fullmatch, written), None)
    try:
        return None if number is None else parse_question(f"={number}").number
    except InvalidQuestion:
        return None


def answer_in(text: str, language: str = "") -> bool | Relation | None:
    """The meaning of a yes, no, higher or lower in any language, the reader's first. None for other texts."""
    word = with_plain_signs(text).rstrip("!.")
    meaning = SIGNS.get(word) or ANSWERS.meaning(word, language)
    return None if meaning is None else DIRECTIONS.get(meaning, meaning == "yes")


def with_plain_signs(text: str) -> str:
    """The text in the form of `plain`, with every kind of minus sign as a hyphen."""
    return plain(legible(text)).strip().replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")


def with_plain_numbers(text: str) -> str:
    """The same, and each number in digits alone: of `10 000`, `1,000`, `1.5k`."""

    def times(number: re.Match[str]) -> str:
        factor, part = FACTORS[str(RANGES.meaning(number[3]))], number[2] or "0"
        return str(int(number[1]) * factor + int(part) * factor // 10 ** len(part))

    return MANY.sub(times, with_plain_signs(with_whole_numbers(legible(text))))


# Reads feedback as people type it: `1B2C`, `1A2B`, `12`, `1 2`, `1🐂 2🐄`, `1 bull 2 cows`, in words of any language.

LONGEST_REPLY = 64
BULLS, COWS, NONE = "bulls", "cows", "none"
COUNTED, DIGITS = vocabulary("reply"), vocabulary("digit")
SPELT = re.compile(rf"(?<!\w)(?:{DIGITS.pattern()})(?!\w)")
PICTURES = {"🐂": BULLS, "🐃": BULLS, "🐄": COWS, "🐮": COWS}
BARE = re.compile(r"(\d)[\s.,:;+/\\-]*(\d)")
EASTERN = re.compile(r"(\d)\s*[aа][\s,;]*(\d)\s*[bв]")
"""`1A2B`, in which B counts cows."""
UNIT = rf"(\d)\s*({alternatives(COUNTED.words(BULLS, COWS) | PICTURES.keys())})"
WITH_UNITS = re.compile(rf"{UNIT}(?:[\s.,;:+/\\-]*(?:\b(?:{vocabulary('list').pattern('and')})\s+)?{UNIT})?[\s.!]*")


def reply_in(text: str, language: str = "") -> Feedback | None:
    """The feedback in `text`; None if it is something else.

    Digits may be of any script, words of any language; the reader's own language comes first.
    """
    if len(text) > LONGEST_REPLY or "?" in plain(text):
        return None
    typed = plain(bare(unicodedata.normalize("NFKC", text)))
    if numbers := BARE.fullmatch(typed) or EASTERN.fullmatch(typed):
        return Feedback(int(numbers[1]), int(numbers[2]))
    counted = WITH_UNITS.fullmatch(typed)
    return None if counted is None else _feedback(counted.groups(), language)


def _feedback(counted: tuple[str | None, ...], language: str) -> Feedback | None:
    """The feedback of numbers with what they count; a missing one is 0. None if both count the same."""
    counts: dict[str, int] = {}
    for number, unit in zip(counted[::2], counted[1::2], strict=True):
        if number is None or unit is None:
            continue
        kind = PICTURES.get(unit) or COUNTED.meaning(unit, language)
        if kind is None or kind in counts:
            return None
        counts[kind] = int(number)
    return Feedback(counts.get(BULLS, 0), counts.get(COWS, 0))


# Reads what is said around a guess or a command and says nothing by itself: `I think it's 5678`, `а можна підказку?`.

LONGEST_SENTENCE = 80
"""Characters in which a guess or a command is looked for among other words; to look takes longer than in proportion."""
GAP = r"[\s.,:;!?…()«»“”\"—–-]*"
IDLE = vocabulary("around").pattern().replace("\\ ", r"\s+").replace("'", "['’ʼ`]?")
BEFORE = re.compile(rf"{GAP}(?:(?:{IDLE})(?!\w)|[^\W\d](?=\s+\d\d)){GAP}", re.IGNORECASE)
"""A letter alone is a word only before a number: elsewhere it may be a sign of a code."""
BEHIND = re.compile(rf"(?<!\w)(?:{IDLE}){GAP}\Z", re.IGNORECASE)
NUMERAL = re.compile(r"\d+")
MEANT = (
    frozenset("".join(variant.shown for variant in VARIANTS.values())) | PICTURES.keys() | set(map(chr, OTHER_SIGNS))
)
"""Pictures that may be part of a code or a reply."""


def _is_mere_picture(sign: str) -> bool:
    return unicodedata.category(sign) in PICTURED and sign not in MEANT


# Reads the boards of ours, as people paste and forward them.

NUMBERED = re.compile(r"\s*(?P<number>\d{1,3})[.)]\s+(?P<turn>\S.*)")
"""A line with a turn."""
WITH_REPLY = re.compile(rf"\S+\s+.*{UNIT}.*", re.IGNORECASE)
PICTURED = {"So", "Sk"}
"""The categories of Unicode of the signs with which titles begin."""


def is_board(text: str) -> bool:
    """Whether a text is a board of ours, or begins with one: a title with its sign, and below it turns."""
    title, *lines = legible(text).strip().split("\n") or [""]
    turns = (turn["turn"] for turn in map(NUMBERED.match, lines) if turn)
    return unicodedata.category(title[:1] or " ") in PICTURED and any(map(WITH_REPLY.match, turns))


# Reads answers to tasks of lessons, as people type them.

BETWEEN = re.compile(r"[,;\s]+")
Reader = Callable[[str, Task, str], tuple[str, ...]]
"""The answers in a text for a reader of that language; none: it cannot be read."""


def answers_in(text: str, task: Task, language: str) -> tuple[str, ...]:
    """The answers in a text, as they are written in data; none: it cannot be read as an answer to this task."""
    question = question_of(task)
    found = READERS.get(question.shape, _one_of)(text, task, language)
    known = question.takes_others or set(found) <= set(choices_of(task))
    return found if known and (len(found) == 1 or question.wants(task) > 1) else ()


def _reply(text: str, task: Task, language: str) -> tuple[str, ...]:
    reply = reply_in(text, language)
    return (str(reply),) if reply in possible_feedback(task.variant) else ()


def _one_of(text: str, task: Task, _language: str) -> tuple[str, ...]:
    """A symbol, be it on no button, or what stands on one."""
    typed = plain(bare(text))
    known = tuple(task.variant.alphabet) if question_of(task).shape is Shape.SYMBOL else choices_of(task)
    return (typed,) if typed in known else ()


def _verdict(text: str, _task: Task, language: str) -> tuple[str, ...]:
    said = [word for word in BETWEEN.split(plain(text).rstrip("!.")) if word]
    meaning = ANSWERS.meaning(said[0], language) if said else None
    return (meaning,) if meaning in {YES, NO} else ()


def _codes(text: str, task: Task, language: str) -> tuple[str, ...]:
    """One code, or several with something between them."""
    parts = [text] if Reading(text, language).is_code(task.variant) else BETWEEN.split(text.strip())
    try:
        codes = [code_in(part, task.variant, language) for part in parts if part]
    except InvalidCode:
        return ()
    return tuple(dict.fromkeys(map(task.variant.format, codes)))


READERS: dict[Shape, Reader] = {
    Shape.REPLY: _reply,
    Shape.VERDICT: _verdict,
    Shape.CODE: _codes,
}
