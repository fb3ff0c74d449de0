"""What every language has in its `language.toml`: read without fault, and meaning something that there is."""

import re
from pathlib import Path

import pytest

from bot.app.language import KNOWN, LanguageFault, Vocabulary, alternatives, languages_in, letters_in, vocabulary
from bot.app.model.modes import PLAYABLE
from bot.app.model.options import GAME, IDLE, LEVELS, GameOptions, Help
from bot.app.reading import answer_in, reply_in
from bot.game.number import DIRECTIONS
from solver.feedback import Feedback
from solver.variant import VARIANTS

EVERY_LANGUAGE = pytest.mark.parametrize("language", KNOWN)
OPTIONS = {mode.option for mode in PLAYABLE.values() if mode.option}
NAMES = {*VARIANTS, *LEVELS, *(degree.value for degree in Help), *OPTIONS}


def written(folder: Path, **languages: str) -> Path:
    """A folder of languages, each with that in its `language.toml`."""
    for code, text in languages.items():
        (folder / code).mkdir()
        (folder / code / "language.toml").write_text(text, "utf-8")
    return folder


@EVERY_LANGUAGE
def test_every_word_of_a_game_means_something_that_is_played(language: str) -> None:
    for word, meaning in KNOWN[language].words["game"].items():
        assert meaning in NAMES | {IDLE}, word
        assert GameOptions(level="").but(word, language) == GameOptions(level="").but(
            "" if meaning == IDLE else meaning, language
        )


def test_no_language_says_with_a_name_that_something_else_is_meant() -> None:
    assert {name: GAME.meaning(name, language) or name for name in NAMES for language in KNOWN} == {
        name: name for name in NAMES
    }


@EVERY_LANGUAGE
def test_every_word_is_read_by_whoever_speaks_the_language(language: str) -> None:
    words = KNOWN[language].words
    for word, meaning in words["reply"].items():
        assert reply_in(f"3 {word}", language) == (Feedback(3, 0) if meaning == "bulls" else Feedback(0, 3))
    for word, meaning in words["answer"].items():
        assert answer_in(word, language) == DIRECTIONS.get(meaning, meaning == "yes")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('name = "Q"\n[reply]\nbulls = ["muu"]\ncows = ["MUU"]', "'muu' stands under bulls and under cows"),
        ('name = "Q"\n[game]\nmini = ["a", "b"]\nidle = ["b"]', "'b' stands under mini and under idle"),
        ('name = "Q"\n[reply]\nsheep = ["baa"]', "no sheep, only bulls, cows"),
        ('name = "Q"\n[answer]\nyes = "jop"', "yes is not a list of words"),
        ('name = "Q"\n[answer]\nyes = [""]', "an empty word"),
        ('name = "Q"\n[anwser]\nyes = ["jop"]', "anwser is neither a field nor a section"),
        ('name = "Q"\nrank = "first"', "rank is no int"),
        ('name = "Q"\n[letters]\nmastermind = "ABC"', "mastermind needs 6 different letters"),
        ('name = "Q"\n[letters]\nmastermind = "ABCDEe"', "mastermind needs 6 different letters"),
        ('name = "Q"\n[letters]\nclassic = "ABCDEFGHIJ"', "classic is no variant of signs"),
        ("[reply]", "name is missing"),
        ("name = Q", "line 1"),
    ],
)
def test_what_cannot_be_read_is_named_in_one_line(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(LanguageFault) as fault:
        languages_in(written(tmp_path, qq=text))
    assert why in str(fault.value)
    assert str(fault.value).startswith(f"{tmp_path}/qq/language.toml: ")
    assert "\n" not in str(fault.value)


def test_a_folder_is_named_as_telegram_names_the_language(tmp_path: Path) -> None:
    with pytest.raises(LanguageFault, match="klingon is not a code of two letters"):
        languages_in(written(tmp_path, klingon='name = "tlhIngan Hol"'))


def test_a_folder_without_the_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "qq").mkdir()
    with pytest.raises(LanguageFault, match=re.escape("qq/language.toml")):
        languages_in(tmp_path)


MIRRORED = {
    "qa": 'name = "A"\nrank = 1\n[answer]\nyes = ["na", "Ja"]\nno = ["ne"]',
    "qb": 'name = "B"\n[answer]\nyes = ["ne"]\nno = ["na", "nu"]',
    "qc": 'name = "C"\nrank = 0\n[answer]\nno = ["ja"]',
}


@pytest.mark.parametrize(
    ("word", "language", "meaning"),
    [
        ("na", "qa", "yes"),
        ("na", "qb", "no"),
        ("ne", "qb", "yes"),
        ("na", "qc", "yes"),
        ("na", "", "yes"),
        ("nu", "qa", "no"),
        ("JA", "qa", "yes"),
        ("ja", "qb", "no"),
        ("ｊａ", "", "no"),
        ("jo", "qa", None),
    ],
)
def test_the_reader_says_what_a_word_means_and_else_the_language_of_least_rank(
    tmp_path: Path, word: str, language: str, meaning: str | None
) -> None:
    known = languages_in(written(tmp_path, **MIRRORED))
    assert Vocabulary("answer", known.values()).meaning(word, language) == meaning


def test_words_are_found_by_any_of_their_meanings(tmp_path: Path) -> None:
    known = Vocabulary("answer", languages_in(written(tmp_path, **MIRRORED)).values())
    assert known.words("yes") == {"na", "ja", "ne"}
    assert known.words() == {"na", "ne", "ja", "nu"}


def test_the_longest_word_is_tried_first_and_signs_are_no_syntax() -> None:
    assert alternatives(["a", "ab", "a.b"]) == r"a\.b|ab|a"


def test_letters_of_a_language_without_any_are_the_usual_ones() -> None:
    assert letters_in("en", VARIANTS["mastermind"]) == letters_in("xx", VARIANTS["mastermind"]) == ""
    assert vocabulary("list").meaning("та") == "and"
