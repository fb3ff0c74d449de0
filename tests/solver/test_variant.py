"""Variants: their codes, their names, and codes as people type, paste and disguise them; and the lists of words."""

import pickle
import sys
import unicodedata
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver import variant as variants
from solver.build_words import expansions, main
from solver.characters import ALIKE, TWINS, bare, in_one_script, legible
from solver.feedback import feedback_for, reply_key, reply_keys
from solver.variant import VARIANTS, Code, Fault, InvalidCode, UnknownVariant, Variant, variant_named
from solver.words import WORD_ALPHABETS
from tests.solver.games import CLASSIC, PEGS, codes, pairs

EVERY_CODE = frozenset(CLASSIC.codes())
MASTERMIND, ENGLISH = VARIANTS["mastermind"], VARIANTS["words-en-4"]
OF_EACH = pytest.mark.parametrize("variant", [*VARIANTS.values(), PEGS], ids=lambda variant: variant.name)
SIZES = """
classic=5040 nonzero=3024 three=720 mini=120 five=30240 six=151200 repeats=10000 mastermind=1296 colours=32768
pictures=11880 cipher=1680
"""


# Codes and names.
@OF_EACH
def test_codes_come_in_order_and_as_many_as_the_size_says_and_every_symbol_is_told_apart(variant: Variant) -> None:
    listed = list(variant.codes())
    assert (listed, len(listed)) == (sorted(set(listed)), variant.size)
    for way in (variant.alphabet, variant.shown or variant.alphabet):
        assert len(set(way.casefold())) == len(way) == len(variant.alphabet)


def test_sizes_are_the_known_ones_and_any_shape_is_a_variant() -> None:
    assert [f"{name}={VARIANTS[name].size}" for name, _ in pairs(SIZES)] == SIZES.split()
    for name, size in pairs("4x8=1680 5x6r=7776 3x36r=46656 7x7=5040 1x36=36"):
        variant = variant_named(name)
        assert (variant.name, variant.shape, variant.size) == (name, name, int(size))
        assert variant.alphabet == "0123456789abcdefghijklmnopqrstuvwxyz"[: len(variant.alphabet)]
    for shape, name in pairs("4x10=classic 3x10=three 5x10=five 6x10=six 4x10r=repeats 4x9=4x9"):
        assert (variant_named(shape).name, variant_named(name).shape) == (name, shape)
    assert (MASTERMIND.shape, ENGLISH.shape) == ("4x6r", "words-en-4")
    for variant in VARIANTS.values():
        if not variant.words:
            found = variant_named(variant.shape)
            is_same = (found.alphabet, found.shown) == (variant.alphabet, variant.shown)
            assert (found is variant) == is_same == (variant.alphabet[:1] == "0")


NO_NAMES = ["", *["klassik", "4x", "x8", "0x5", "04x8", "4x8R", "4x08", "4×8", "４x8", "-4x8", "4x8rr"]]
TOO_LARGE = {
    "8x9": "at most 7 places",
    "11x10": "11x10: at most 7 places and 36 symbols",
    "4x100r": "4x100r: at most 7 places and 36 symbols",
    "100x100": "at most 7 places",
    "2x37": "and 36 symbols",
    "4x3": "3 different symbols cannot fill 4 places; 4x3r",
    "7x9": f"181440 codes; at most {variants.MOST_CODES}",
    "6x8r": "262144 codes",
}
UNKNOWN_NAMES = dict.fromkeys(NO_NAMES, r"no variant is called .*classic, .*words-ru-5-repeats, or LxN") | TOO_LARGE


@pytest.mark.parametrize("name", UNKNOWN_NAMES)
def test_a_name_that_no_variant_has_is_refused_and_why(name: str) -> None:
    with pytest.raises(UnknownVariant, match=UNKNOWN_NAMES[name]):
        variant_named(name)


# What is written is read back, and any text is a code or refused.
def reading_of(text: str, variant: Variant = CLASSIC, letters: str = "") -> str:
    """The code that is read, or else what is wrong with the text."""
    try:
        return variant.format(variant.parse(text, letters=letters))
    except InvalidCode as refusal:
        return str(refusal)


def code_or_fault(text: str) -> Code | Fault:
    try:
        return CLASSIC.parse(text)
    except InvalidCode as refusal:
        return refusal.fault


@OF_EACH
@given(data=st.data())
def test_what_is_formatted_or_shown_is_parsed_back(variant: Variant, data: st.DataObject) -> None:
    code = data.draw(codes(variant))
    for text in (variant.format(code), variant.show(code), f"«{variant.format(code)}»"):
        assert variant.parse(text) == code


@given(st.text() | st.text("0123456789 -\u0661\uff12", max_size=8))
def test_any_text_is_a_code_or_refused_and_what_is_legible_stays_as_it_is(text: str) -> None:
    reading = code_or_fault(text)
    assert isinstance(reading, Fault) or reading in EVERY_CODE
    assert legible(legible(text)) == legible(text)
    assert bare(bare(text)) == bare(text) or "<" in text


ONE, HALF = "\N{ARABIC-INDIC DIGIT ONE}", "\N{VULGAR FRACTION ONE HALF}"
COUNTED = {"": 0, " - ": 0, "123": 3, "11 22 3": 5, "1" * 5000: 5000}
REPEATED, UNKNOWN_SIGNS = {"1223": "2", f"1{ONE}23": "1"}, {"12x4": "x", "hello": "h", f"{HALF}34": HALF}
REFUSED = {text: (Fault.WRONG_LENGTH, "", count) for text, count in COUNTED.items()}
REFUSED |= {text: (Fault.REPEATED_SYMBOL, symbol, 0) for text, symbol in REPEATED.items()}
REFUSED |= {text: (Fault.UNKNOWN_SYMBOL, symbol, 0) for text, symbol in UNKNOWN_SIGNS.items()}


@pytest.mark.parametrize("text", REFUSED)
def test_a_refusal_says_what_is_wrong(text: str) -> None:
    with pytest.raises(InvalidCode) as refusal:
        CLASSIC.parse(text)
    assert (refusal.value.fault, refusal.value.symbol, refusal.value.given) == REFUSED[text]
    assert str(pickle.loads(pickle.dumps(refusal.value))) == str(refusal.value)


def test_symbols_repeat_where_they_may_signs_are_typed_in_letters_and_words_are_codes_of_the_list() -> None:
    assert PEGS.parse("A B-A") == (0, 1, 0)
    colours = VARIANTS["colours"]
    assert colours.show(colours.parse("kwror")) == "⚫⚪🔴🟠🔴"
    assert colours.format(colours.parse("⚫⚪🔴🟠🔴")) == "KWROR"
    for name, text in pairs("words-en-4=Game words-uk-4=вода words-ru-4=Небо words-ru-4=Ёлка"):
        assert reading_of(text, VARIANTS[name]) == text.lower().replace("ё", "е")
    for text, fault in pairs("gzqx=UNKNOWN_WORD book=REPEATED_SYMBOL вода=UNKNOWN_SYMBOL"):
        with pytest.raises(InvalidCode) as refusal:
            ENGLISH.parse(text)
        assert refusal.value.fault is Fault[fault]
    words = VARIANTS["words-en-5"]
    assert set(words.secrets()) < set(words.codes())
    assert set(CLASSIC.secrets()) == EVERY_CODE


# Codes as people type and paste them: what stands between and around, what nobody sees, what only looks alike.
EVERY_SIGN = [(sign, unicodedata.category(sign)) for sign in map(chr, range(sys.maxunicode + 1))]
UNSEEN = [sign for sign, category in EVERY_SIGN if category in {"Cf", "Cc"} and not sign.isspace()]
SELECTORS = [*map(chr, range(0xFE00, 0xFE10)), "\U000e0100", "\u180b", "\u034f", "\u3164", "\u2800"]
AROUND = [sign for sign, category in EVERY_SIGN if category[0] == "P" and sign not in "%‰&@％＆＠﹠﹪﹫"]
SEPARATED = ["12 38", "1-2-3-8", " 1, 2, 3, 8. ", "1_2_3_8", "12\n38\n", "1–2\N{MINUS SIGN}3\N{NO-BREAK SPACE}8"]
DIGITS = """
1️⃣2️⃣3️⃣8️⃣ 1⃣2⃣3⃣8⃣ １２３８ 𝟏𝟐𝟑𝟖 𝟙𝟚𝟛𝟠 ①②③⑧ ❶❷❸❽ ⓵⓶⓷⓼ ¹²³⁸ ₁₂₃₈ ⒈⒉⒊⒏ ١٢٣٨ ۱۲۳۸ १२३८
"""
WRITTEN = r"""
1238! 1238? 1238. 1238… (1238) [1238] {1238} <1238> "1238" '1238' «1238» „1238“ “1238” `1238` ```1238``` **1238**
__1238__ ~~1238~~ ||1238|| #1238 №1238 ¿1238? ¡1238! \1238 1238: 1,2,3,8! (1)(2)(3)(8) 1/2/3/8 1|2|3|8 1:2:3:8
"1","2","3","8" 1'238
"""
APART = ["№ 1238", "# 1238", "- 1238", "— 1238 —", "* 1238", "• 1238", "[1, 2, 3, 8]"]
HIDDEN = ["1\u200e2\u200b3\u20608", "\ufeff1238\u00ad", "\u20681238\u2069"]
SEPARATORS = ["", " ", "-", ", ", "_", "\n", "x", "\u0301", "\u00b2"]


def spread(code: Code, signs: list[str]) -> str:
    return signs[0] + "".join(symbol + sign for symbol, sign in zip(CLASSIC.format(code), signs[1:], strict=True))


def five(signs: list[str]) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(signs), min_size=5, max_size=5)


@given(codes(CLASSIC), five(SEPARATORS))
def test_only_separators_may_stand_between_symbols(code: Code, between: list[str]) -> None:
    expected: Code | Fault = Fault.WRONG_LENGTH if "\u00b2" in between else code  # a superscript two is a two
    if {"x", "\u0301"} & set(between):
        expected = Fault.UNKNOWN_SYMBOL
    assert code_or_fault(spread(code, between)) == expected


@given(codes(CLASSIC), five([*UNSEEN, *SELECTORS]), st.text(AROUND, max_size=3), st.text(AROUND, max_size=3))
def test_unseen_signs_and_punctuation_mean_nothing(code: Code, unseen: list[str], before: str, behind: str) -> None:
    assert CLASSIC.parse(spread(code, unseen)) == CLASSIC.parse(f"{before}{CLASSIC.format(code)}{behind}") == code


UNKNOWN = "unknown symbol: '{}'".format
ALIKE_ONLY = ["O123", "О123", "l238", "З124", "一二三八", "🔴🟠🟡🟢", "@123", "?!"]
NO_CODES = {
    **{text: UNKNOWN(text[0]) for text in ALIKE_ONLY},
    **{text: UNKNOWN(text[2]) for text in ("12?8", "12*8", "12=8", "12+8")},
    "123%": UNKNOWN("%"),
    "1234 5678": "wrong length: 8",
    "\u200b": "wrong length: 0",
    "1\ue00023": UNKNOWN("\\ue000"),
}


@pytest.mark.parametrize("text", [*SEPARATED, *DIGITS.split(), *WRITTEN.split(), *APART, *HIDDEN, *NO_CODES])
def test_a_code_is_read_however_it_is_written_and_what_only_looks_like_a_digit_is_none(text: str) -> None:
    assert reading_of(text) == NO_CODES.get(text, "1238")


READ = """
classic: 0123 | ０１２３ | ٠١٢٣ | ०1२3 | 𝟎𝟏23 = 0123
words-uk-5-repeats: кiшка | КIШКА = кішка
words-uk-4: вoдa | BOДA | во'да | воʼда | во’да = вода
words-ru-4: нeбo | HEБO = небо
words-ru-4: Ëлкa | е\u0308лка = елка
words-ru-4: кiты = unknown symbol: 'i'
words-en-4: gаmе | GАМЕ | GΑΜΕ | “Game!” = game
words-uk-4: во\u0301да | вода\u0301 | ВО\u0301ДА | вóда | «во́да» = вода
words-uk-5-repeats: кі\u0301шка | к\u0456\u0300шка = кішка
words-ru-4: е\u0308\u0301лка | ё\u0301лка = елка
words-en-4: gáme | ga\u0301me | GÁME = game
words-en-4: gäme = unknown symbol: 'ä'
words-en-4: g@me = unknown symbol: '@'
words-en-4: g4me = unknown symbol: '4'
mini: 1236 = unknown symbol: '6'
pictures: АВСЕ | А B С E = ABCE
pictures: авсе = unknown symbol: 'в'
cipher: ＡＢＣＥ = ABCE
cipher: ●▲■◆ = ABCD
mastermind: 🟥🟧🟨🟩 | ❤️🧡💛💚 | red 🟠 Y 💚 = ROYG
mastermind: ♥️🔶💙💜 = ROBV
mastermind: redred = unknown symbol: 'e'
mastermind: red red orange green = RROG
mastermind: Red, Orange; YELLOW-purple. = ROYV
mastermind: red brown green blue = unknown symbol: 'w'
colours: white black ⬜⬛ 🤍 = WKWKW
mastermind КОЖЗСФ: КОЖС | KOЖC | ROYB = ROYB
mastermind КОЖЗСФ: KOCK = ROBR
mastermind ЧОЖЗСФ: кожз = unknown symbol: 'к'
colours КОЖЗСФБЧ: KОЖЗЧ | ROYGK = ROYGK
pictures АБВГДЕЖЗИКЛМ: ABCE = ABCE
pictures АБВГДЕЖЗИКЛМ: АБBE = ABCF
pictures АБВГДЕЖЗИКЛМ: АВСЕ = unknown symbol: 'С'
"""
"""The variant, with letters of one's own if there are any; texts; how they are read."""


@pytest.mark.parametrize("line", READ.strip().splitlines())
def test_letters_words_and_signs_are_taken_for_those_of_the_variant_or_of_ones_own_script(line: str) -> None:
    where, _, what = line.partition(": ")
    name, _, letters = where.partition(" ")
    texts, _, code = what.rpartition(" = ")
    assert {reading_of(text, VARIANTS[name], letters) for text in texts.split(" | ")} == {code}


@given(st.sampled_from(["abcdefghijklmnopqrstuvwxyz", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя"]), st.data())
def test_a_word_with_letters_of_another_script_is_the_one_that_it_looks_like(
    alphabet: str, data: st.DataObject
) -> None:
    words = st.text(alphabet, min_size=1, max_size=8).filter(lambda word: not {*word} <= TWINS.keys())
    word = data.draw(words)
    assert in_one_script("".join(data.draw(st.sampled_from([one, *TWINS.get(one, "")])) for one in word)) == word


@given(codes(variant_named("3x36")), st.data())
def test_a_letter_that_looks_the_same_is_the_same_and_none_is_a_digit(code: Code, data: st.DataObject) -> None:
    variant, groups = variant_named("3x36"), ALIKE.split()
    typed = [variant.alphabet[symbol] for symbol in code]
    alike = [next((group for group in groups if letter in group), letter) for letter in typed]
    assert variant.parse("".join(data.draw(st.sampled_from(group)) for group in alike)) == code
    assert all(group.isalpha() for group in groups)


@pytest.mark.parametrize("sign", ["\u0301", "1\u0301", "\u200b", "🟥", "(", "a\u0308", "a\u0301", "á"])
def test_a_long_text_is_read_in_no_time(sign: str) -> None:
    with pytest.raises(InvalidCode) as refusal:
        CLASSIC.parse((sign * variants.LONGEST_TEXT)[: variants.LONGEST_TEXT])
    assert refusal.value.fault in {Fault.UNKNOWN_SYMBOL, Fault.WRONG_LENGTH}


# The word lists as files: what a player meets as a secret, and what is taken as a guess.
DATA = Path(solver.__file__).parent / "data" / "words"
LETTERS = {
    "en": "abcdefghijklmnopqrstuvwxyz",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    "ru": "абвгдежзийклмнопрстуфхцчшщъыьэюя",
}
LISTS = [(language, length) for language in LETTERS for length in ("4", "5", "5-repeats")]
"""The last of them are words with a letter twice."""


def lines(language: str, length: str) -> list[str]:
    return (DATA / f"{language}-{length}.txt").read_text("utf-8").splitlines()


def words(language: str, length: str) -> list[str]:
    return [line.removesuffix(" *") for line in lines(language, length)]


@pytest.mark.parametrize(("language", "length"), LISTS)
def test_every_word_has_its_length_and_letters_and_stands_once_in_order(language: str, length: str) -> None:
    listed, letters = words(language, length), int(length[0])
    repeats = [(len(word), len(set(word)) < letters) for word in listed]
    assert set(repeats) == {(letters, "repeats" in length)}
    keys = [[LETTERS[language].index(letter) for letter in word] for word in listed]
    assert all(earlier < later for earlier, later in pairwise(keys))
    if "repeats" not in length:
        assert len(listed) >= 1500
        assert sum(line.endswith(" *") for line in lines(language, length)) >= 300


@pytest.mark.parametrize(("language", "known"), [("en", "hello"), ("uk", "життя"), ("ru", "слово")])
def test_a_variant_with_repeats_has_the_words_of_both_lists_and_more_secrets(language: str, known: str) -> None:
    with_repeats, without = (VARIANTS[f"words-{language}-5{rest}"] for rest in ("-repeats", ""))
    codes, secrets = list(with_repeats.codes()), list(with_repeats.secrets())
    assert codes == sorted(codes)
    assert len(codes) == with_repeats.size == len({*words(language, "5"), *words(language, "5-repeats")})
    assert len(secrets) > 1.25 * len(list(without.secrets()))
    assert with_repeats.parse(known) in secrets
    with pytest.raises(InvalidCode):
        without.parse(known)


def test_a_letter_that_repeats_counts_as_often_as_both_words_have_it() -> None:
    variant = VARIANTS["words-en-5-repeats"]
    for game, reply in pairs("hello/level=1B2C level/hello=1B2C hello/allow=1B2C eerie/greet=0B3C"):
        ours, theirs = map(variant.parse, game.split("/"))
        assert str(feedback_for(ours, theirs)) == reply
        [row] = [at for at, code in enumerate(variant.codes()) if code == theirs]
        assert reply_keys(variant, ours, np.array([row]))[0] == reply_key(variant, feedback_for(ours, theirs))


COMMON = {
    "en": "game word gold fish bird horse money night bread lemon",
    "uk": "вода кінь небо риба їжак школа місто книга ґрунт осінь",
    "ru": "вода конь небо рыба елка школа место книга мечта осень",
}
INFLECTED = {
    "en": "cats dogs made birds lived taken",
    "uk": "воді рибу неба книгу школу зимою",
    "ru": "воде рыбу неба книгу места школу",
}


@pytest.mark.parametrize("language", LETTERS)
def test_known_words_are_secrets_other_forms_guesses_and_nothing_left_out_is_listed(language: str) -> None:
    every = {line for length in ("4", "5") for line in lines(language, length)}
    secrets, forms = {line[:-2] for line in every if line.endswith(" *")}, set(INFLECTED[language].split())
    assert set(COMMON[language].split()) <= secrets
    assert forms <= every - secrets
    left_out = set((DATA / "left-out.txt").read_text("utf-8").split())
    assert left_out
    assert not left_out & {word for length in ("4", "5", "5-repeats") for word in words(language, length)}
    assert WORD_ALPHABETS == LETTERS


def test_new_lists_keep_secrets_and_dictionaries_are_all_forms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lists = {"ru-4": "рыба *\nстар\n", "ru-5": "", "ru-5-repeats": "потоп *\n"}
    source = {"left-out": "мразь\n", "source": "елка ёж мёд ёлка мама мразь вода конёк сосед"}
    for name, text in (lists | source).items():
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    monkeypatch.setattr("solver.build_words.WORDS", tmp_path)
    monkeypatch.setattr(sys, "argv", ["build_words", "ru", str(tmp_path / "source.txt")])
    main()
    made = {name: (tmp_path / f"{name}.txt").read_text("utf-8") for name in lists}
    assert made == {"ru-4": "вода\nелка\nрыба *\n", "ru-5": "", "ru-5-repeats": "конек\nпотоп *\nсосед\n"}
    endings = "SFX A Y 2\nSFX A а и [^г]а\nSFX A 0 ми а\n\nSFX B Y 1\nSFX B 0 ю .\n"
    (tmp_path / "xx.aff").write_text(f"SET UTF-8\n\n{endings}", "utf-8")
    (tmp_path / "xx.dic").write_text("3\nрыба/A\nнога/A\nключ/B\n", "utf-8")
    assert list(expansions(tmp_path / "xx.dic")) == ["рыба", "рыби", "рыбами", "нога", "ногами", "ключ", "ключю"]
