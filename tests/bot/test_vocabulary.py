"""Every word that is read, in every language; one reader of codes in all places, and what may be passed on."""

import re
import unicodedata
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.kinds.number.model import range_in
from bot.app.language import (
    KNOWN,
    SECTIONS,
    LanguageFault,
    Vocabulary,
    alternatives,
    languages_in,
    letters_in,
    letters_typed,
    names_of_colours,
    vocabulary,
)
from bot.app.lessons.model import TASKS
from bot.app.model.modes import PLAYABLE
from bot.app.model.options import GAME, IDLE, LEVELS, GameOptions, Help, options_read, variant_said
from bot.app.reading import Reading, answer_in, answers_in, code_in, number_in, reply_in
from bot.app.screens.board import invalid_code
from bot.app.screens.options import rules
from bot.app.talk.model import MOST, WITHIN, TalkMessage, has_link, is_talk, may_be_said, says_too_much
from bot.app.texts import texts_in
from bot.app.together.handlers import names_in
from bot.game.lessons import Shape, question_of
from bot.game.number import DIRECTIONS
from solver.characters import COLOURS
from solver.feedback import Feedback
from solver.interval import Interval
from solver.variant import VARIANTS, Code, InvalidCode, Variant, variant_named
from tests.bot.conftest import Stage
from tests.bot.player import begun, talk, wrong_guesses
from tests.bot.strategies import VARIANT
from tests.solver.games import codes

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


OTHERWISE = frozenset({"colour"})
"""The section of words for what has a name already: no language needs one for each."""


@pytest.mark.parametrize("language", [code for code, known in KNOWN.items() if not known.is_unfinished])
def test_a_finished_language_has_a_word_for_every_meaning_but_those_that_have_a_name(language: str) -> None:
    meanings = {name: known for name, known in SECTIONS.items() if known is not None and name not in OTHERWISE}
    words = KNOWN[language].words
    assert {name: known - {*words[name].values()} for name, known in meanings.items()} == {
        name: frozenset() for name in meanings
    }


@EVERY_LANGUAGE
def test_every_word_is_read_by_whoever_speaks_the_language(language: str) -> None:
    assert [name for name in NAMES if (GAME.meaning(name, language) or name) != name] == [], "a name is no other's word"
    words = KNOWN[language].words
    for word, meaning in words["reply"].items():
        if meaning == "none":
            assert Reading(word, language).reply_to_bot == Feedback(0, 0)
        else:
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


UNREADABLE = {f'name = "Q"\n{text}': why for text, why in FAULTS.items()}


@pytest.mark.parametrize(("text", "why"), (UNREADABLE | {"[reply]": "name is missing", "name = Q": "line 1"}).items())
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


def test_the_longest_word_is_tried_first() -> None:
    assert alternatives(["a", "ab", "a.b"]) == r"a\.b|ab|a"


def test_letters_of_a_language_without_any_are_the_usual_ones() -> None:
    assert letters_in("en", VARIANTS["mastermind"]) == letters_in("xx", VARIANTS["mastermind"]) == ""


def test_a_word_of_a_list_is_known_by_its_meaning() -> None:
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_is_read_in_letters_of_another_alphabet_that_look_like_its_own(language: str) -> None:
    looks = {
        "сlassic": "classic",
        "мini": "mini",
        "wоrds-uk-4": "words-uk-4",
        "цвeта": "colours",
        "мaлюнки": "pictures",
    }
    looks |= {"ехреrt": "classic", "сірher": "cipher"}
    for typed, name in looks.items():
        assert GameOptions().but(typed, language).variant == name, typed
    assert GameOptions().but("ехреrt", language).level == "expert"


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


on_stage = pytest.mark.asyncio(loop_scope="session")
RED = "red красный красная Красные червоний Червона червоне 🔴 🟥 ❤️ ♥"
ORANGE = "orange оранжевый Оранжевая помаранчевий помаранчева оранжевий 🟠 🟧 🧡"
GREEN = "green зелёный зеленый Зелёные зелений зелена 🟢 🟩 💚"
BLUE = "blue синий синяя синій Синя 🔵 🟦 💙"


def told(text: str, variant: str, language: str) -> str:
    try:
        return variant_named(variant).format(code_in(text, variant_named(variant), language))
    except InvalidCode as error:
        return invalid_code(error, variant_named(variant), texts_in(language))


@pytest.mark.parametrize("language", ["", *KNOWN, "de"])
def test_a_colour_is_called_by_its_name_in_every_language(language: str) -> None:
    for words, letter in ((RED, "R"), (ORANGE, "O"), (GREEN, "G"), (BLUE, "B")):
        codes = {told(f"{word} {word}, green {word}", "mastermind", language) for word in words.split()}
        assert codes == {f"{letter}{letter}G{letter}"}
    assert set(names_of_colours().values()) == {*COLOURS, ""}, "and between them is nothing"
    assert all(word.isalpha() and word == word.casefold() for word in names_of_colours())


EN = "doesn’t fit. Send 4 different digits, like 0123 🙂"
UK = "сюди не підходить. Напиши 4 різні цифри, наприклад 0123 🙂"
RU = "сюда не подходит. Напиши 4 разные цифры, например 0123 🙂"


@pytest.mark.parametrize(
    ("text", "variant", "language", "said"),
    [
        ("12а4", "classic", "en", f"A Cyrillic а {EN}"),
        ("12а4", "classic", "uk", f"«а» {UK}"),
        ("12a4", "classic", "uk", f"Латинська a {UK}"),
        ("12a4", "classic", "en", f"“a” {EN}"),
        ("Ο123", "classic", "ru", f"Греческая Ο {RU}"),
        ("O123", "classic", "en", f"The letter O {EN}"),
        ("О123", "classic", "uk", f"Літера О {UK}"),
        ("l234", "classic", "en", f"The letter l {EN}"),
        ("1\ue0004", "classic", "en", f"An invisible sign {EN}"),
        ("1\u03014", "classic", "uk", f"Невидимий знак {UK}"),
        ("1?24", "classic", "ru", f"«?» {RU}"),
        ("12🐂4", "classic", "en", f"“🐂” {EN}"),
        ("кiшка", "words-uk-5-repeats", "uk", "кішка"),
        ("кiты", "words-ru-4", "ru", "Латинская i сюда не подходит: только русские буквы."),
        ("кiты", "words-ru-4", "en", "“i” doesn’t fit: Russian letters only."),
        ("кiты", "words-ru-4", "uk", "Латинська i сюди не підходить: лише російські літери."),
        ("gаmеs", "words-en-4", "en", "That’s 5 letters; I need 4."),
        ("🔴🟢⚪🟡", "mastermind", "en", "“⚪” doesn’t fit. Use these: R🔴 O🟠 Y🟡 G🟢 B🔵 V🟣"),
        ("012", "classic", "en", "That’s 3 digits; I need 4."),
        ("0", "classic", "uk", "Тут 1 цифра, а треба 4."),
        ("кішка", "words-uk-4", "uk", "Тут 5 літер, а треба 4."),
        ("ЧОЖ", "mastermind", "uk", "Тут 3 кольори, а треба 4."),
        ("\u2068«0123»\u2069", "classic", "uk", "0123"),
        ("1️⃣2️⃣3️⃣4️⃣", "mini", "en", "1234"),
        ("КОЖЗ", "mastermind", "ru", "ROYG"),
        ("K O Ж З", "mastermind", "ru", "ROYG"),
        ("червоний 🟧 Ж 💚", "mastermind", "uk", "ROYG"),
        ("чёрный К О Ж З", "colours", "ru", "KROYG"),
    ],
)
def test_what_is_wrong_is_named_and_what_is_right_is_read(text: str, variant: str, language: str, said: str) -> None:
    assert told(text, variant, language) == said


REPLIES = {
    "1A3B | 1a3b | 1 A 3 B | 1A, 3B | 1А3В | 1а3в | (1A3B) | 1A3B!": Feedback(1, 3),
    '1️⃣2️⃣ | (1B2C) | "1B2C" | «1б2к» | \u200e1B2C\u200f | 1\u200bB2C | `1 2` | 1🐂\u2060 2🐄': Feedback(1, 2),
    "❶❷ | １Ｂ２Ｃ | 1Ｂ2С | #12": Feedback(1, 2),
    "1A | A1B3 | 1C3A | 1B3A | 12% | 1A3C | 12:30 | @12 | 1B2C3 | 1B2C? | 1 2？": None,
}


@pytest.mark.parametrize(("texts", "reply"), REPLIES.items())
def test_a_reply_is_read_as_codes_are(texts: str, reply: Feedback | None) -> None:
    assert {text: reply_in(text) for text in texts.split(" | ")} == dict.fromkeys(texts.split(" | "), reply)


def test_what_reads_as_a_guess_is_one_where_people_talk() -> None:
    for text in ("(0123)", '"0123"', "#0123", "«0123»", "1️⃣2️⃣3️⃣4️⃣", "\u200e0123", "0123!", "❶❷❸❹"):
        read = Reading(text)
        assert read.looks_like_guess, text
        assert read.is_play, text
        assert not is_talk(text, VARIANTS["classic"]), text


def test_a_face_is_no_guess() -> None:
    assert [
        text for text in (":0", "8)", "(1)", "12%", "hm?", "½", "!!!", "0_o") if Reading(text).looks_like_guess
    ] == []


def test_a_guess_behind_a_question_mark_is_weighed() -> None:
    weighed = [Reading(text).weighed for text in ("\u200e?0123", "？ (0123)", "0123?")]
    assert [code and code.text for code in weighed] == ["0123", "(0123)", None]


@given(codes(VARIANTS["mastermind"]), st.data())
def test_no_code_of_colours_is_passed_on_however_it_is_written(code: tuple[int, ...], data: st.DataObject) -> None:
    ways = [RED, ORANGE, "yellow жовтий Жёлтый 🟨 💛", GREEN, BLUE, "violet фіолетова 🟪 💜"]
    text = " ".join(data.draw(st.sampled_from(ways[symbol].split())) for symbol in code)
    assert not may_be_said(text, VARIANTS["mastermind"])
    assert not may_be_said(f"а може {text} ?", VARIANTS["mastermind"])
    assert code_in(text, VARIANTS["mastermind"], data.draw(st.sampled_from(["", *KNOWN]))) == code


def test_numbers_and_answers_of_lessons_are_read_without_what_nobody_sees() -> None:
    assert [number_in(text) for text in ("1️⃣0️⃣", "\u200e50", "-5", "−5\u200b")] == [10, 50, -5, -5]
    task = next(task for task in TASKS.values() if question_of(task).shape is Shape.PLACE)
    assert answers_in("(1️⃣)", task, "en") == answers_in("1", task, "en") == ("1",)


@EVERY_LANGUAGE
def test_the_rules_of_ukrainian_words_speak_of_apostrophes(language: str) -> None:
    texts = texts_in(language)
    line = texts.html("rules.no-apostrophe")
    for name, variant in VARIANTS.items():
        assert (line in rules(variant, texts, "emoji", in_group=False).html) == name.startswith("words-uk"), name


@on_stage
@pytest.mark.parametrize("written", ["1️⃣2️⃣3️⃣8️⃣", "«1238»", "(1238)!", "#1238", "1\u200e2\u20663\u200d8"])
async def test_a_guess_a_secret_and_a_hint_are_read_alike(stage: Stage, written: str) -> None:
    await talk(f"/hint {written} → 1238\n{written} → 1. 1238", await begun(stage))


@on_stage
async def test_in_a_group_the_name_of_the_bot_is_an_address(own_stage: Stage) -> None:
    alice = await own_stage.sandbox.person("Alice")
    group = await own_stage.sandbox.group("Friends", alice)
    await own_stage.sandbox.privacy(on=False)
    name = f"@{alice.connection.mirror.bot['username']}"
    await talk("/play → I have a secret", alice, chat=group)
    guesses = wrong_guesses(own_stage.secret_of(group.id), 4)
    for number, guess in enumerate(guesses):
        text = (f"{name} {guess}", f"{guess}, {name}", f"/guess {name} {guess}", f"{name}: «{guess}»")[number]
        await talk(f"{text} → {number + 1}. {guess}", alice, chat=group)


NUMBERS = [variant for variant in VARIANTS.values() if variant.alphabet.isdecimal()]
SIGNS, WORDS = ([each for each in VARIANTS.values() if bool(each.words) == words] for words in (False, True))
BETWEEN = st.sampled_from(["", " ", "-", ", ", "…", " . ", "\n", "\u200b", "\ufe0f", "\u00a0", "__"])


@st.composite
def typed(draw: st.DrawFn, variants: list[Variant]) -> tuple[Variant, str]:
    variant = draw(st.sampled_from(variants))
    code: Code = draw(codes(variant))
    alphabets = [variant.alphabet, variant.alphabet.lower(), variant.shown or variant.alphabet]
    alphabet = draw(st.sampled_from(alphabets + sorted(letters_typed(variant))))
    signs = "".join(alphabet[symbol] for symbol in code)
    if variant.alphabet.isdecimal() and draw(st.booleans()):
        signs = "".join(chr(ord("٠") + int(digit)) for digit in signs)
    return variant, draw(BETWEEN).join(signs)


SENTENCES = st.sampled_from(["try {} now!", "I think {}", "{}?? Really? 😀", "а може {} ?", "wie wär's mit {}"])


@given(typed(SIGNS), BETWEEN, BETWEEN, SENTENCES)
def test_no_code_is_passed_on_also_in_a_sentence(lines: tuple[Variant, str], one: str, other: str, said: str) -> None:
    variant, text = lines
    assert not may_be_said(f"{one}{text}{other}", variant)
    assert not may_be_said(said.format(f" {text} "), variant)


@given(typed(NUMBERS), st.data())
def test_no_mistyped_number_is_passed_on(lines: tuple[Variant, str], data: st.DataObject) -> None:
    variant, text = lines
    at, sign = data.draw(st.integers(0, len(text))), data.draw(st.sampled_from("0123456789oOlxzяю?!. "))
    for mistyped in (text[:at] + sign + text[at:], text[:at] + sign + text[at + 1 :], text[:at] + text[at + 1 :]):
        assert not is_talk(mistyped, variant)


@given(VARIANT, st.text(max_size=40))
def test_nothing_with_as_many_symbols_as_the_code_is_passed_on(variant: Variant, text: str) -> None:
    signs = "".join(sign for sign in unicodedata.normalize("NFKC", text) if sign.isalpha())
    shortened = signs[: variant.length]
    assert len(shortened) < variant.length or not may_be_said(" ".join(shortened), variant)


@given(st.integers(0, 10**12), BETWEEN)
def test_digits_alone_are_a_guess_however_many_they_are(number: int, between: str) -> None:
    assert not is_talk(between.join(str(number)), VARIANTS["classic"])


def test_where_words_are_codes_talk_has_to_be_marked() -> None:
    wish = "Good luck to you, my friend!"
    for variant in WORDS:
        assert not is_talk(wish, variant), variant.name
        assert may_be_said(wish, variant), variant.name
        assert not may_be_said("abcdefgh"[: variant.length] + "!", variant), variant.name


SAID = "Привіт! | ok | Хай щастить 🍀 | Good luck! | У мене 2 бики | 3 cows again?! | :) | ага | hello | ха-ха-ха"


def test_what_people_say_is_passed_on_also_where_colours_are_codes() -> None:
    for name in ("classic", "repeats", "mastermind"):
        assert [text for text in SAID.split(" | ") if not is_talk(text, VARIANTS[name])] == []
    for text in ("Is the red one in it?", "Твоя черга!", "👍❤️", "I like orange, but not today."):
        assert may_be_said(text, VARIANTS["mastermind"]), text


LINKS = (
    "see https://example.org/a | tg://resolve?domain=x | write to @somebody | www.example | example.com | "
    "t.me/joinchat | моя сторінка.укр | Example．ORG"
)
NO_LINKS = "Well... no | Так. Ні. | 1.5 h | a@b | what?! | 3/4 | e.g. this | Привіт.Як ти?"


def test_a_link_is_seen_and_what_is_none_is_not_taken_for_one() -> None:
    assert [text for text in f"{LINKS} | {NO_LINKS}".split(" | ") if has_link(text)] == LINKS.split(" | ")


def test_whoever_has_said_enough_may_speak_again_soon_even_if_the_clock_was_put_back() -> None:
    said = [TalkMessage(str(number), "room", 1, "Ann", "hello", 100.0) for number in range(MOST)]
    assert says_too_much(1, said, 100.0)
    assert not says_too_much(2, said, 100.0)
    assert not any(says_too_much(1, said, now) for now in (100.0 + WITHIN, 100.0 - 3600))
