"""Every word that is read, in every language, and what `language.toml` says of it."""

import re
from itertools import product
from pathlib import Path

import pytest

from bot.app.handlers.together import names_in
from bot.app.kinds.number.model import range_in
from bot.app.language import KNOWN, LanguageFault, Vocabulary, alternatives, languages_in, letters_in, vocabulary
from bot.app.model.modes import PLAYABLE
from bot.app.model.options import GAME, IDLE, LEVELS, GameOptions, Help, options_read, variant_said
from bot.app.reading import answer_in, code_in, reply_in
from bot.game.number import DIRECTIONS
from solver.feedback import Feedback
from solver.interval import Interval
from solver.variant import VARIANTS, InvalidCode

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
    plain = GameOptions(level="")
    for word, meaning in KNOWN[language].words["game"].items():
        assert meaning in NAMES | {IDLE}, word
        assert plain.but(word, language) == plain.but("" if meaning == IDLE else meaning, language)


def test_no_language_says_with_a_name_that_something_else_is_meant() -> None:
    assert [name for name, language in product(NAMES, KNOWN) if (GAME.meaning(name, language) or name) != name] == []


@EVERY_LANGUAGE
def test_every_word_is_read_by_whoever_speaks_the_language(language: str) -> None:
    words = KNOWN[language].words
    for word, meaning in words["reply"].items():
        assert reply_in(f"3 {word}", language) == (Feedback(3, 0) if meaning == "bulls" else Feedback(0, 3))
    for word, meaning in words["answer"].items():
        assert answer_in(word, language) == DIRECTIONS.get(meaning, meaning == "yes")


FAULTS = {
    '[reply]\nbulls = ["muu"]\ncows = ["MUU"]': "'muu' stands under bulls and under cows",
    '[game]\nmini = ["a", "b"]\nidle = ["b"]': "'b' stands under mini and under idle",
    '[reply]\nsheep = ["baa"]': "no sheep, only bulls, cows",
    '[answer]\nyes = "jop"': "yes is not a list of words",
    '[answer]\nyes = [""]': "an empty word",
    '[anwser]\nyes = ["jop"]': "anwser is neither a field nor a section",
    'rank = "first"': "rank is no int",
    '[letters]\nmastermind = "ABC"': "mastermind needs 6 different letters",
    '[letters]\nmastermind = "ABCDEe"': "mastermind needs 6 different letters",
    '[letters]\nclassic = "ABCDEFGHIJ"': "classic is no variant of signs",
}


UNREADABLE = [(f'name = "Q"\n{text}', why) for text, why in FAULTS.items()]


@pytest.mark.parametrize(("text", "why"), [*UNREADABLE, ("[reply]", "name is missing"), ("name = Q", "line 1")])
def test_what_cannot_be_read_is_named_in_one_line(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(LanguageFault) as fault:
        languages_in(written(tmp_path, qq=text))
    (line,) = str(fault.value).splitlines()
    assert line.startswith(f"{tmp_path}/qq/language.toml: ")
    assert why in line


def test_a_folder_is_named_as_telegram_names_the_language_and_has_the_file(tmp_path: Path) -> None:
    (tmp_path / "qq").mkdir()
    with pytest.raises(LanguageFault, match=re.escape("qq/language.toml")):
        languages_in(tmp_path)
    (tmp_path / "qq").rmdir()
    with pytest.raises(LanguageFault, match="klingon is not a code of two letters"):
        languages_in(written(tmp_path, klingon='name = "tlhIngan Hol"'))


MIRRORED = {
    "qa": 'name = "A"\nrank = 1\n[answer]\nyes = ["na", "Ja"]\nno = ["ne"]',
    "qb": 'name = "B"\n[answer]\nyes = ["ne"]\nno = ["na", "nu"]',
    "qc": 'name = "C"\nrank = 0\n[answer]\nno = ["ja"]',
}


def test_the_reader_says_what_a_word_means_and_else_the_language_of_least_rank(tmp_path: Path) -> None:
    known = Vocabulary("answer", languages_in(written(tmp_path, **MIRRORED)).values())
    meant = {"na": "qa qc .", "ne": "qb", "JA": "qa"}, {"na": "qb", "nu": "qa", "ja": "qb", "ｊａ": "."}
    for meaning, words in zip(("yes", "no"), meant, strict=True):
        for word, languages in words.items():
            for language in languages.split():
                assert known.meaning(word, language.strip(".")) == meaning, (word, language)
    assert known.meaning("jo", "qa") is None
    assert ({*known.words("yes")}, {*known.words()}) == ({"na", "ja", "ne"}, {"na", "ne", "ja", "nu"})


def test_the_longest_word_is_tried_first_and_letters_of_a_language_without_any_are_the_usual_ones() -> None:
    assert alternatives(["a", "ab", "a.b"]) == r"a\.b|ab|a"
    assert letters_in("en", VARIANTS["mastermind"]) == letters_in("xx", VARIANTS["mastermind"]) == ""
    assert vocabulary("list").meaning("та") == "and"


# What people type stays readable. Add to these lists; remove nothing.


BULLS = "b B б Б в В 🐂 🐃 bull bulls Bulls бик бика бики биків бык быка быки быков"
COWS = "c C с С k K к К 🐄 🐮 cow cows Cows корова корови корів коров коровы"
AND = ["", " ", ",", ", ", "; ", " / ", " + ", " - ", " and ", ", and ", " і ", " й ", " та ", " и "]
YES = "yes Yes y yep yeah так Так т да Да д ага Ага + yes! да. ｙｅｓ"
NO = "no No n nope ні Ні н нет Нет - − – no! ні."
FROM = ["", "from ", "From ", "від ", "Від ", "от "]
TO = [" ", " - ", "-", "–", "−", "..", "...", "…", " .. ", ",", ", ", ";", ":", " to ", "to", " TO ", " до ", "до"]
BETWEEN_NAMES = [", ", ",", "; ", "/", " & ", " + ", "\n", " and ", " AND ", " і ", " й ", " та ", " и ", " да "]
SHAPES = "5x8r 5X8R 5х8р 5Х8Р 5×8r 5*8r 5х8п 5x8П ٥x8r 05x08r"
MEANT = {
    "digits цифри цифры 4 classic Classic": "solo classic normal perfect",
    "colors colours кольори цвета": "solo colours normal perfect",
    "pictures малюнки картинки": "solo pictures normal perfect",
    "signs знаки cipher": "solo cipher normal perfect",
    "word words-en-5": "solo words-en-5 normal perfect",
    "слова words-uk-5": "solo words-uk-5 normal perfect",
    "words-ru-5": "solo words-ru-5 normal perfect",
    "3 three": "solo three normal perfect",
    "5 five": "solo five normal perfect",
    "6 six": "solo six normal perfect",
    "evil лихий злой": "evil classic normal perfect",
    "blind наосліп вслепую": "solo classic blind perfect",
    "coached coach тренер тренером": "solo classic coached perfect",
    "beginner новачок новичок": "solo classic normal beginner",
    "casual любитель": "solo classic normal casual",
    "club клуб клубу клубний клубный": "solo classic normal club",
    "expert експерт эксперт": "solo classic normal expert",
    "perfect ідеальний идеальный досконалий безупречный": "solo classic normal perfect",
    "з із с with a гравець игрок player": "solo classic normal perfect",
}
LANGUAGES = ["", "en", "uk", "ru", "de"]
LETTERS = {
    "mastermind": {"uk": "ЧОЖЗСФ", "ru": "КОЖЗСФ"},
    "colours": {"uk": "ЧОЖЗСФБН", "ru": "КОЖЗСФБЧ"},
    "pictures": {"uk": "АБВГДЕЖЗИКЛМ", "ru": "АБВГДЕЖЗИКЛМ"},
    "cipher": {"uk": "АБВГДЕЖЗ", "ru": "АБВГДЕЖЗ"},
}
NAMED = {"4x10": "classic", "4Х10": "classic", "3×10": "three", "5*10": "five", "6x10": "six", "4x10r": "repeats"}


@pytest.mark.parametrize("bulls", BULLS.split())
def test_every_word_for_bulls_goes_with_every_word_for_cows(bulls: str) -> None:
    for cows, between, space in product(COWS.split(), AND, ("", " ")):
        assert reply_in(f"1{space}{bulls}{between}2{space}{cows}") == Feedback(1, 2), (cows, between, space)
        assert reply_in(f"2{space}{cows}{between}1{space}{bulls}.") == Feedback(1, 2), (cows, between, space)


def test_every_word_for_yes_and_no_answers_and_cows_and_bulls_may_stand_alone() -> None:
    assert ({answer_in(word) for word in YES.split()}, {answer_in(word) for word in NO.split()}) == ({True}, {False})
    assert {reply_in(f"3 {cows}") for cows in COWS.split()} == {Feedback(0, 3)}
    assert {reply_in(f"3{space}{bulls}") for bulls in BULLS.split() for space in ("", " ")} == {Feedback(3, 0)}
    assert {reply_in(f"3{bulls}!") for bulls in BULLS.split()} == {Feedback(3, 0)}


def test_every_way_to_write_a_range_and_every_word_between_names_is_read() -> None:
    ranges = {f"{begin}1{between}9" for begin, between in product(FROM, TO)}
    assert {text for text in ranges if range_in(text) != Interval(1, 9)} == set()
    assert {names_in(f"Ann Lee{between}Боб", 4) for between in BETWEEN_NAMES} == {("Ann Lee", "Боб")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("words", "options"), MEANT.items())
def test_every_word_of_a_game_is_understood_in_every_language(words: str, options: str, language: str) -> None:
    for word in words.split():
        if (word, language) != ("слова", "ru"):
            assert {GameOptions().but(each, language).written for each in (word, word.upper())} == {options}, word


def test_the_readers_own_meaning_of_a_word_is_taken() -> None:
    assert GameOptions().but("слова", "ru").variant == "words-ru-5"
    spoken = [GameOptions().but("words", language).variant for language in LANGUAGES]
    assert spoken == [f"words-{words}-5" for words in ("en", "en", "uk", "ru", "en")]


def test_a_shape_is_typed_on_every_keyboard_and_one_that_has_a_name_is_begun_by_that_name() -> None:
    assert {variant_said(shape).name for shape in SHAPES.split()} == {"5x8r"}
    assert {variant_said(shape.rstrip("rRрРпП")).name for shape in SHAPES.split()} == {"5x8"}
    for shape, name in NAMED.items():
        assert GameOptions().but(shape).variant == variant_said(shape).name == name
        assert options_read(f"solo {VARIANTS[name].shape} normal club") == GameOptions("solo", name, level="club")


@pytest.mark.parametrize("language", ["uk", "ru"])
@pytest.mark.parametrize("name", LETTERS)
def test_signs_are_typed_with_the_letters_of_the_language(name: str, language: str) -> None:
    variant, letters = VARIANTS[name], LETTERS[name][language]
    for at in range(len(letters)):
        places = [(at + place) % len(letters) for place in range(variant.length)]
        code, typed = (*places,), "".join(letters[place] for place in places)
        assert code_in(typed, variant, language) == code_in(typed.lower(), variant, language) == code
        with pytest.raises(InvalidCode):
            code_in(typed, variant, "de")
