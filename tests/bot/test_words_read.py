"""Every word that is read, in every language: what people type stays readable. Add to these lists; remove nothing."""

from itertools import product

import pytest

from bot.app.handlers.together import names_in
from bot.app.kinds.number.model import range_in
from bot.app.model.options import GameOptions, options_read, variant_said
from bot.app.reading import answer_in, code_in, reply_in
from solver.feedback import Feedback
from solver.interval import Interval
from solver.variant import VARIANTS, InvalidCode, Variant

BULLS = "b B б Б в В 🐂 🐃 bull bulls Bulls бик бика бики биків бык быка быки быков"
COWS = "c C с С k K к К 🐄 🐮 cow cows Cows корова корови корів коров коровы"
AND = ["", " ", ",", ", ", "; ", " / ", " + ", " - ", " and ", ", and ", " і ", " й ", " та ", " и "]
YES = "yes Yes y yep yeah так Так т да Да д ага Ага + yes! да. ｙｅｓ"
NO = "no No n nope ні Ні н нет Нет - − – no! ні."
FROM = ["", "from ", "From ", "від ", "Від ", "от "]
TO = [" ", " - ", "-", "–", "−", "..", "...", "…", " .. ", ",", ", ", ";", ":", " to ", "to", " TO ", " до ", "до"]
BETWEEN_NAMES = [", ", ",", "; ", "/", " & ", " + ", "\n", " and ", " AND ", " і ", " й ", " та ", " и ", " да "]
SHAPES = "5x8r 5X8R 5х8р 5Х8Р 5×8r 5*8r 5х8п 5x8П ٥x8r 05x08r"
GAME = {
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
    ("mastermind", "uk"): "ЧОЖЗСФ",
    ("mastermind", "ru"): "КОЖЗСФ",
    ("colours", "uk"): "ЧОЖЗСФБН",
    ("colours", "ru"): "КОЖЗСФБЧ",
    ("pictures", "uk"): "АБВГДЕЖЗИКЛМ",
    ("pictures", "ru"): "АБВГДЕЖЗИКЛМ",
    ("cipher", "uk"): "АБВГДЕЖЗ",
    ("cipher", "ru"): "АБВГДЕЖЗ",
}


@pytest.mark.parametrize("bulls", BULLS.split())
def test_every_word_for_bulls_goes_with_every_word_for_cows(bulls: str) -> None:
    for cows, between, space in product(COWS.split(), AND, ("", " ")):
        assert reply_in(f"1{space}{bulls}{between}2{space}{cows}") == Feedback(1, 2), (cows, between, space)
        assert reply_in(f"2{space}{cows}{between}1{space}{bulls}.") == Feedback(1, 2), (cows, between, space)


@pytest.mark.parametrize("cows", COWS.split())
def test_cows_may_stand_alone(cows: str) -> None:
    assert reply_in(f"3 {cows}") == Feedback(0, 3)


@pytest.mark.parametrize("bulls", BULLS.split())
def test_bulls_may_stand_alone(bulls: str) -> None:
    assert reply_in(f"3{bulls}!") == reply_in(f"3 {bulls}") == Feedback(3, 0)


@pytest.mark.parametrize(("words", "says"), [(YES, True), (NO, False)])
def test_every_word_for_yes_and_no_answers(words: str, says: bool) -> None:  # noqa: FBT001
    assert [answer_in(word) for word in words.split()] == [says] * len(words.split())


@pytest.mark.parametrize(("begin", "between"), list(product(FROM, TO)))
def test_every_way_to_write_a_range_is_read(begin: str, between: str) -> None:
    assert range_in(f"{begin}1{between}9") == Interval(1, 9)


@pytest.mark.parametrize("between", BETWEEN_NAMES)
def test_every_word_between_names_parts_them(between: str) -> None:
    assert names_in(f"Ann Lee{between}Боб", 4) == ("Ann Lee", "Боб")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("words", "options"), GAME.items())
def test_every_word_of_a_game_is_understood_in_every_language(words: str, options: str, language: str) -> None:
    for word in words.split():
        if (word, language) != ("слова", "ru"):
            assert GameOptions().but(word, language).written == options, word
            assert GameOptions().but(word.upper(), language).written == options, word


def test_the_readers_own_meaning_of_a_word_is_taken() -> None:
    assert GameOptions().but("слова", "ru").variant == "words-ru-5"
    assert {language: GameOptions().but("words", language).variant for language in LANGUAGES} == {
        "": "words-en-5",
        "en": "words-en-5",
        "uk": "words-uk-5",
        "ru": "words-ru-5",
        "de": "words-en-5",
    }


@pytest.mark.parametrize("shape", SHAPES.split())
def test_a_shape_is_typed_on_every_keyboard(shape: str) -> None:
    assert variant_said(shape).name == "5x8r"
    assert variant_said(shape.rstrip("rRрРпП")).name == "5x8"


@pytest.mark.parametrize(
    ("shape", "name"),
    [
        ("4x10", "classic"),
        ("4Х10", "classic"),
        ("3×10", "three"),
        ("5*10", "five"),
        ("6x10", "six"),
        ("4x10r", "repeats"),
    ],
)
def test_a_shape_that_has_a_name_is_begun_by_that_name(shape: str, name: str) -> None:
    assert GameOptions().but(shape).variant == variant_said(shape).name == name
    assert options_read(f"solo {VARIANTS[name].shape} normal club") == GameOptions("solo", name, level="club")


def repeated(letters: str, at: int, variant: Variant) -> str:
    """A code that begins with that letter and goes on with those that follow it."""
    return "".join(letters[(at + place) % len(letters)] for place in range(variant.length))


@pytest.mark.parametrize(("name", "language"), LETTERS)
def test_signs_are_typed_with_the_letters_of_the_language(name: str, language: str) -> None:
    variant, letters = VARIANTS[name], LETTERS[name, language]
    for at in range(len(letters)):
        code = variant.parse(repeated(variant.alphabet, at, variant))
        typed = repeated(letters, at, variant)
        assert code_in(typed, variant, language) == code_in(typed.lower(), variant, language) == code
        with pytest.raises(InvalidCode):
            code_in(typed, variant, "de")
