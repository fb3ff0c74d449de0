"""What boards share: turns, variants, styles of feedback, questions, remarks, seals, what newcomers are told.

First turns as lines, then styles of feedback (a new one is one entry), names of variants and how codes are shown,
texts that are no codes, secrets that are wanted, remarks, questions, seals and contradictions; what is told to
newcomers comes last.
"""

import math
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from string import digits

from bot.app.language import KNOWN, letters_in
from bot.app.links import proof_link
from bot.app.model.game import MOST_SUSPECTS, ChatGame
from bot.app.model.options import family_of
from bot.app.screen import Screen, lines
from bot.app.screens.people import NAMELESS, WORD_JOINER, shown_name
from bot.app.texts import NOTHING, Html, Texts
from bot.game.model import Turn
from solver.characters import LIKE_DIGITS, TWINS
from solver.contradictions import Suspect
from solver.feedback import Feedback, History, feedback_for
from solver.variant import VARIANTS, Code, Fault, InvalidCode, Variant
from solver.words import possible_words

# Turns as lines of text.

NBSP = "\u00a0"


def turn_lines(
    turns: Iterable[Turn], variant: Variant, style: str, texts: Texts, names: Iterable[str] | None = None
) -> list[Html]:
    """A line for each turn, with the letters of colours behind it for people who cannot tell them apart.

    `names`: of whoever has made each, behind it.
    """
    told = history_lines(tuple((turn.guess, turn.feedback) for turn in turns), variant, style, texts)
    if names is None:
        return told
    return [Html(f"{line}  {texts.html('{name}', name=name)}") for line, name in zip(told, names, strict=True)]


def guess_line(number: int, guess: Code, reply: Feedback, variant: Variant, style: str, texts: Texts) -> Html:
    """A line of those: the guess of that number and what it was answered."""
    answer = Html(f"{feedback_in(style, reply, texts)}{beside(guess, variant, texts)}")
    return turn_line(number, variant.show(guess), answer)


def turn_line(number: int, guess: str, answer: Html) -> Html:
    """A guess with its feedback; an empty guess is hidden from the viewer."""
    return Html(f"{number}. <code>{guess}</code>{NBSP}{NBSP}{answer}" if guess else f"{number}. {answer}")


TAGS = len("<code></code>")


def latest(told: list[Html], room: int) -> list[Html]:
    """The latest lines that fit, in UTF-16 units of visible text."""
    for at, line in reversed(list(enumerate(told))):
        room -= len(line.encode("utf-16-le")) // 2 - TAGS + len("\n")
        if room < 0:
            return [Html("…"), *told[at + 1 :]]
    return told


def history_lines(history: History, variant: Variant, style: str, texts: Texts) -> list[Html]:
    """The lines of turns that belong to no game of ours."""
    return [guess_line(number, guess, reply, variant, style, texts) for number, (guess, reply) in enumerate(history, 1)]


# Styles of feedback. A new style is one entry.


def feedback_in(style: str, feedback: Feedback, texts: Texts) -> Html:
    """The feedback in that style."""
    return Html(STYLES[style].write(feedback, texts))


NARROW = "letters"
"""The style that fits everywhere."""


def narrow_style(style: str) -> str:
    """The style for narrow places."""
    return NARROW if STYLES[style].is_long else style


def _emoji(feedback: Feedback, _texts: Texts) -> str:
    return f"{feedback.bulls}{WORD_JOINER}🐂{NBSP}{feedback.cows}{WORD_JOINER}🐄"  # a line may break before a picture


def _letters(feedback: Feedback, texts: Texts) -> str:
    bulls, cows = texts.plain("style.bulls-letter"), texts.plain("style.cows-letter")
    return f"{feedback.bulls}{bulls}{NBSP}{feedback.cows}{cows}"


def _words(feedback: Feedback, texts: Texts) -> str:
    bulls, cows = texts.counted("count.bulls", feedback.bulls), texts.counted("count.cows", feedback.cows)
    return f"{bulls}, {cows}".replace(" ", NBSP)


EXAMPLE = Feedback(1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """A style of feedback, with the places where it fits."""

    name: str
    write: Callable[[Feedback, Texts], str]
    example: Feedback = EXAMPLE
    """The feedback that the settings show as an example."""
    is_long: bool = False
    """Whether it is too long amid text, so that NARROW is used there."""
    longest_code: float = 0
    """The longest code whose replies fit on keys in this style; beyond it NARROW is used."""
    keys_in_row: int = 0
    """Keys on a row: more would be cut off on a narrow phone."""


STYLES = {
    style.name: style
    for style in (
        Style(name="emoji", write=_emoji, longest_code=4, keys_in_row=3),
        Style(name="letters", write=_letters, longest_code=math.inf, keys_in_row=6),
        Style(name="words", write=_words, is_long=True),
    )
}
"""By name, in the order of the settings."""
DEFAULT_STYLE = "emoji"


def key_style(style: str, length: int) -> Style:
    """The style of replies on keys, for codes of that length."""
    return STYLES[style] if length <= STYLES[style].longest_code else STYLES[NARROW]


# Names of variants, and how their codes are shown.


def language_of(variant: Variant) -> str:
    """The language of its words; empty if it has none."""
    return variant.words.partition("-")[0]


def variant_name(variant: Variant, texts: Texts, *, before: bool = False) -> Html:
    """The variant's name; for custom ones a description of its codes; `before`: as older boards have it."""
    if variant.name in VARIANTS:
        return texts.html(f"variant.{variant.name}")
    symbols = f"{variant.alphabet[0]}–{variant.alphabet[-1]}"
    if variant.alphabet.isdecimal() and not before:
        key = "variant.own-digits-repeats" if variant.repeats else "variant.own-digits"
    else:
        key = "variant.own-repeats" if variant.repeats else "variant.own"
    return texts.counted(key, variant.length, symbols=symbols)


def name_amid(variant: Variant, texts: Texts) -> Html:
    """The name within a sentence, where some languages do not capitalise names of languages."""
    name = variant_name(variant, texts)
    if not variant.words or KNOWN[texts.language].keeps_capitals:
        return name
    return Html(f"{name[0].lower()}{name[1:]}")


def form_of(variant: Variant, texts: Texts) -> Html:
    """The form of its codes, and whether symbols must differ, if the name does not say so."""
    name = name_amid(variant, texts)
    if variant.words or variant.name not in VARIANTS or (variant.repeats and not variant.shown):
        return name
    if variant.alphabet == digits:
        return texts.counted("first.different-digit", variant.length, number=variant.length)
    return texts.html("match.may-repeat" if variant.repeats else "match.all-different", form=name)


def example_of(variant: Variant) -> Code:
    """An example of a code that people may guess first; where symbols may repeat, one does."""
    if variant.words:
        return next(variant.secrets())
    if variant.repeats:
        return _with_repeats(variant)
    return variant.parse((variant.alphabet * variant.length)[: variant.length])


def typed_example(variant: Variant, texts: Texts) -> str:
    """The example in the letters that the reader types."""
    letters = letters_of(variant, texts) or variant.alphabet
    return "".join(letters[symbol] for symbol in example_of(variant))


def letters_of(variant: Variant, texts: Texts) -> str:
    """The letters that the reader types for the symbols, if they are shown otherwise; else empty."""
    return (letters_in(texts.language, variant) or variant.alphabet) if variant.shown else ""


def legend(variant: Variant, texts: Texts) -> str:
    """The symbols with the letters to type: `R🔴 O🟠`; empty if they are typed as shown."""
    pairs = zip(letters_of(variant, texts), variant.shown, strict=True)
    return " ".join(f"{letter}{sign}" for letter, sign in pairs)


def code_html(code: Code, variant: Variant, texts: Texts) -> Html:
    """A code as shown, with the letters of its colours."""
    return Html(f"{variant.show(code)}{beside(code, variant, texts)}")


def beside(code: Code, variant: Variant, texts: Texts) -> Html:
    """The letters of a code of colours; empty for others."""
    if not variant.is_coloured or not code:
        return NOTHING
    letters = letters_of(variant, texts)
    return Html(" " + "".join(letters[symbol] for symbol in code))


# Messages about texts that are no codes of a variant.


def invalid_code(error: InvalidCode, variant: Variant, texts: Texts) -> Html:
    """What is wrong with the text, so that it can be seen. Characters that hide or reverse text are not repeated."""
    match error.fault:
        case Fault.WRONG_LENGTH:
            given = texts.counted(f"first.{_of('', variant)}", error.given, number=error.given)
            return texts.html("code.wrong-length", given=given, length=variant.length)
        case Fault.UNKNOWN_SYMBOL:
            symbol = _symbol_named(error.symbol, variant, texts)
            if variant.words:
                return texts.html(f"letters.{language_of(variant)}", symbol=symbol)
            if known := legend(variant, texts):
                return texts.html("code.unknown-symbol", symbol=symbol, known=known)
            form, example = form_of(variant, texts), typed_example(variant, texts)
            return texts.html("code.awaited", symbol=symbol, form=form, example=example)
        case Fault.REPEATED_SYMBOL:
            return texts.html("code.repeated-symbol", symbol=shown_name(error.symbol))
        case Fault.UNKNOWN_WORD:
            return texts.html("note.unknown-word", word=shown_name(error.symbol))


SCRIPTS = {"LATIN": "code.latin", "CYRILLIC": "code.cyrillic", "GREEK": "code.greek"}
"""The text for a letter of each script that has letters which look like those of another."""


def _symbol_named(symbol: str, variant: Variant, texts: Texts) -> Html:
    """A symbol as it was typed; what would look like another one, or like nothing, by what it is."""
    shown, script = shown_name(symbol), _script_of(symbol)
    if shown == NAMELESS != symbol:
        return texts.html("code.invisible")
    if symbol in TWINS and script in SCRIPTS and script != _script_of(KNOWN[texts.language].name[0]):
        return texts.html(SCRIPTS[script], letter=shown)
    if symbol in LIKE_DIGITS and variant.alphabet[0].isdecimal():
        return texts.html("code.no-digit", letter=shown)
    return texts.html("code.quoted", letter=shown)


def _script_of(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


# The request for a secret.


def secret_wanted(variant: Variant, texts: Texts) -> Html:
    """The request for a secret, with an example of its form."""
    if variant.words:
        return texts.html("match.secret-wanted-word")
    # Backwards, so that it is not guessed first: some people take it as their secret.
    example = variant.parse((variant.alphabet[::-1] * variant.length)[: variant.length])
    return texts.html("match.secret-wanted", form=form_of(variant, texts), example=variant.show(example))


# A remark on a board: what is wrong with what was just sent, or cannot be done now.

SIGN = "⚠️"
SIGNS = {"So"}
"""The categories of Unicode of signs and pictures."""


def remark_lines(note: Html) -> list[Html]:
    """The lines right below the guesses, or none. A note that begins with a sign of its own keeps that."""
    if not note:
        return []
    return [note if unicodedata.category(note[0]) in SIGNS else Html(f"{SIGN} {note}")]


# The questions of a board before it ends a game.


def question(game: ChatGame, texts: Texts, key: str = "note.resign", **values: object) -> Html | None:
    """The question, while its buttons are shown; else nothing. `key`: of what it promises."""
    return texts.html(key, **values) if game.asks_to_resign and not game.is_over else None


# The lock on a board: a link that carries the whole fingerprint of a secret, in the way of nobody.
#
# Telegram delivers the link with the board, so the fingerprint is in the player's hands before the first guess.

SECRET = Html("🔒")
"""What is sealed, where there is one secret; where there is more, words say what each is."""


def seal(digest: str, username: str, what: Html = SECRET) -> Html:
    """What is sealed as a link to what explains this SHA-256 (in hex), for the bot of that name."""
    return Html(f'<a href="{proof_link(username, digest)}">{what}</a>')


def sealed(line: Html, *seals: Html) -> Html:
    """The line with seals at its end."""
    return Html(" ".join((line, *seals)))


def proof_line(digest: str, texts: Texts, secret: str | None, salt: str) -> Html:
    """The fingerprint; once the secret may be told, also how to make it."""
    if not secret:
        return texts.html("board.proof", digest=digest)
    return texts.html("board.proof-check", salt=salt, digest=digest, secret=secret)


def explained(digest: str, texts: Texts) -> Screen:
    """What whoever follows such a link reads. The digest may be anything: nothing is looked up."""
    return Screen(texts.html("seal.explained", digest=digest))


# Contradictory replies: which of them may be wrong, and what they should be.

MOST_CHANGES = 4
"""The most changes of a suspect that are shown."""


def suspect_lines(suspects: Sequence[Suspect], variant: Variant, style: str, texts: Texts) -> Html:
    """The most plausible suspects, a line each; there is at least one."""
    return lines(
        texts.counted("think.contradiction", len(suspects[0].changes)),
        *(_line(number, each, variant, style, texts) for number, each in enumerate(suspects[:MOST_SUSPECTS], 1)),
        texts.html("think.rare-word", count=len(possible_words(variant.words))) if variant.words else None,
    )


def _line(number: int, suspect: Suspect, variant: Variant, style: str, texts: Texts) -> Html:
    changes = [
        texts.html(
            "think.change",
            guess=code_html(change.guess, variant, texts),
            said=feedback_in(style, change.said, texts),
            true=feedback_in(style, change.could_be, texts),
        )
        for change in suspect.changes[:MOST_CHANGES]
    ]
    if len(suspect.changes) > MOST_CHANGES:
        changes.append(Html("…"))
    left = texts.counted("think.then-left", suspect.candidates)
    return Html(f"{number}) {'; '.join(changes)} {left}")


# How one guesses, in a sentence.


def how_to_guess(variant: Variant, texts: Texts, *, in_group: bool) -> Html:
    """How one guesses in a group, or in private."""
    plain, word = ("how.group", "how.group-word") if in_group else ("how.private", "how.private-word")
    return texts.html(word if variant.words else plain, example=typed_example(variant, texts))


# Examples of a secret and a guess with its reply.

SOME = 500
"""Codes that are searched for a good example."""


def example_lines(variant: Variant, style: str, texts: Texts) -> Html:
    """An example; where symbols may repeat, some do, and it is said how they count."""
    secret, guess = _instructive(variant)
    reply = feedback_in(style, feedback_for(guess, secret), texts)
    one, other = (code_html(code, variant, texts) for code in (secret, guess))
    example = texts.html("variants.example", secret=one, guess=other, reply=reply)
    return lines(example, texts.html(f"first.{_of('scores-', variant)}") if variant.repeats else None)


def repeats_lines(variant: Variant, style: str, texts: Texts) -> list[Html]:
    """The same, for boards: they show it only where symbols may repeat."""
    return [Html(f"\n{example_lines(variant, style, texts)}")] if variant.repeats else []


@cache
def _instructive(variant: Variant) -> tuple[Code, Code]:
    """A secret and a guess, with a bull and as many cows as possible, and where it can be with repeats in both."""
    secret = _with_repeats(variant) if variant.repeats else example_of(variant)

    def worth(code: Code) -> tuple[bool, bool, int]:
        reply = feedback_for(code, secret)
        has_too_many = any(code.count(symbol) > secret.count(symbol) > 0 for symbol in code)
        return has_too_many, reply.bulls == 1 and reply.cows > 0, reply.cows

    return secret, max(islice(variant.secrets(), SOME), key=worth)


def _with_repeats(variant: Variant) -> Code:
    """A secret in which the second symbol stands twice: 0112."""
    last = len(variant.alphabet) - 1
    return tuple(min(max(place - 1, 0) if place > 1 else place, last) for place in range(variant.length))


# What is said to people who do not know the game yet: what bulls and cows are, and what their first replies mean.

NOUNS = ("digit", "letter", "colour", "sign")
"""What symbols are called: the ends of the keys that speak of them."""


def noun_of(variant: Variant) -> str:
    """Which of NOUNS its symbols are called."""
    if variant.is_coloured:
        return "colour"
    return {"digits": "digit", "words": "letter"}.get(family_of(variant).name, "sign")


def legend_lines(variant: Variant, texts: Texts) -> Html:
    """What a bull is, and what a cow."""
    return texts.html(f"first.{_of('legend-', variant)}")


def repeats_line(variant: Variant, texts: Texts) -> Html:
    """Whether symbols may repeat."""
    return texts.html(f"first.{_of('repeat-' if variant.repeats else 'differ-', variant)}")


def meaning_line(guess: Code, reply: Feedback, variant: Variant, texts: Texts) -> Html:
    """What this reply says of the secret, in a sentence or two."""
    bulls, cows = reply.bulls, reply.cows
    if not bulls and not cows:
        return _none(guess, variant, texts)
    if cows == variant.length:
        return texts.html("first.everywhere", what=_counted(cows, variant, texts))
    which = texts.counted(f"first.{_of('which-', variant)}", bulls + cows)
    if not bulls:
        return _begun(texts.counted("first.cows", cows, what=_counted(cows, variant, texts), which=which))
    placed = _begun(texts.counted("first.bulls", bulls, what=_counted(bulls, variant, texts)))
    if not cows:
        return texts.html("first.only", placed=placed)
    return texts.counted("first.both", cows, placed=placed, more=number_in_words(cows, variant, texts), which=which)


def _none(guess: Code, variant: Variant, texts: Texts) -> Html:
    named = dict.fromkeys(guess)
    left = len(variant.alphabet) - len(named)
    symbols = Html(", ".join(variant.show((symbol,)) for symbol in named))
    what = _counted(left, variant, texts)
    return texts.counted(f"first.{_of('none-', variant)}", left, symbols=symbols, what=what)


def _counted(count: int, variant: Variant, texts: Texts) -> Html:
    """So many of its symbols: `two digits`."""
    return texts.counted(f"first.{_of('', variant)}", count, number=number_in_words(count, variant, texts))


def _of(what: str, variant: Variant) -> str:
    """The end of the key of a text in the words for its symbols."""
    return f"{what}{noun_of(variant)}"


def number_in_words(count: int, variant: Variant, texts: Texts) -> Html:
    """The number in words as they go with its symbols (in their gender); a large one in figures."""
    words = texts.plain(f"first.{_of('numbers-', variant)}").split()
    return Html(words[count - 1] if count <= len(words) else str(count))


def _begun(text: Html) -> Html:
    """The text with a capital letter."""
    return Html(f"{text[0].upper()}{text[1:]}")
