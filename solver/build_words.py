"""Make the word lists anew from dictionaries: `python -m solver.build_words LANGUAGE DICTIONARY...`.

A dictionary is a plain list, one word a line, or a Hunspell `NAME.dic` with its `NAME.aff` beside it: every form of its
words counts then. Words in `left-out.txt` never come in. Which words are secrets was chosen by hand: they stay as they
are in the lists. Nothing but the standard library is needed; where the dictionaries come from is told in
`solver/data/words/README.md`.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from solver.cli.catalogue import Parser
from solver.cli.output import BadInput
from solver.words import COMMON, REPEATS, WORD_ALPHABETS, WORDS, in_order_of

LENGTHS = (4, 5)
WITH_REPEATS = (5,)
"""The lengths of which words with a letter twice are listed as well, in files of their own."""
SUFFIX_RULE = re.compile(r"^SFX +(\S) +(\S+) +([^\s/]+)\S* +(\S+)", re.MULTILINE)

Rules = dict[str, list[tuple[str, str, re.Pattern[str]]]]


def suffix_rules(affixes: str) -> Rules:
    """By flag, its rules: the ending to remove, the one to add, and the pattern of words that it applies to."""
    rules: Rules = defaultdict(list)
    for flag, strip, add, condition in SUFFIX_RULE.findall(affixes):
        ending = "" if strip == "0" else strip
        rules[flag].append((ending, "" if add == "0" else add, re.compile(f"(?:{condition})$")))
    return rules


def expansions(dictionary: Path) -> Iterator[str]:
    """Every form of every word in a Hunspell dictionary."""
    rules = suffix_rules(dictionary.with_suffix(".aff").read_text("utf-8"))
    _, *entries = dictionary.read_text("utf-8").split()  # the first entry is their number
    for entry in entries:
        word, _, flags = entry.partition("/")
        yield word
        for flag in flags:
            for ending, add, condition in rules.get(flag, ()):
                if word.endswith(ending) and condition.search(word):
                    yield word.removesuffix(ending) + add


def words_of(dictionary: Path) -> Iterable[str]:
    """The words of a dictionary of either kind."""
    if dictionary.suffix == ".dic":
        return expansions(dictionary)
    return dictionary.read_text("utf-8", errors="replace").split()


def playable_words(words: Iterable[str], language: str) -> set[str]:
    """Those of the words that can be guessed: long enough, in the language's own letters."""
    letters = set(WORD_ALPHABETS[language])
    plain = (word.replace("ё", "е") for word in words) if language == "ru" else words
    return {word for word in plain if len(word) in LENGTHS and letters.issuperset(word)}


def rewrite(language: str, words: set[str]) -> None:
    """Write the language's lists: the words and, as before, the secrets."""
    for length in LENGTHS:
        of_length = {word for word in words if len(word) == length}
        different = {word for word in of_length if len(set(word)) == length}
        _rewrite_list(f"{language}-{length}", different)
        if length in WITH_REPEATS:
            _rewrite_list(f"{language}-{length}{REPEATS}", of_length - different)


def _rewrite_list(name: str, words: set[str]) -> None:
    path = WORDS / f"{name}.txt"
    lines = path.read_text("utf-8").splitlines()
    secrets = {line.removesuffix(COMMON) for line in lines if line.endswith(COMMON)}
    listed = sorted(secrets | words, key=in_order_of(name.partition("-")[0]))
    text = "".join(f"{word}{COMMON if word in secrets else ''}\n" for word in listed)
    path.write_text(text, "utf-8")


def main() -> None:
    """Read the dictionaries named on the command line and write the lists."""
    parser = Parser(prog="python -m solver.build_words", description="Make the word lists anew.")
    parser.add_argument("language", choices=WORD_ALPHABETS)
    parser.add_argument("dictionaries", nargs="+", type=Path, metavar="DICTIONARY")
    try:
        options = parser.parse_args()
        read = [playable_words(words_of(dictionary), options.language) for dictionary in options.dictionaries]
    except (BadInput, OSError, UnicodeDecodeError) as error:
        sys.exit(f"build_words: {error}")
    words = {word for some in read for word in some}
    rewrite(options.language, words - set((WORDS / "left-out.txt").read_text("utf-8").split()))


if __name__ == "__main__":
    main()
