"""What people write behind /set: which code it is, with which clue, where it may be one of two, and why it is none."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.contests.reading import ANNOUNCED, LONGEST_TEXT, UNNAMED, Unset, codes_set, tells_code
from bot.app.language import vocabulary
from bot.app.texts import LANGUAGES, NOTHING, texts_in
from solver.variant import VARIANTS, variant_named


def read(words: str, language: str = "en") -> list[tuple[str, str, str]]:
    """The readings: of which variant, the code as it is shown, the clue."""
    return [
        (code.variant.name, code.variant.show(code.code), code.clue) for code in codes_set(words, texts_in(language))
    ]


def why_not(words: str, language: str = "en") -> str:
    with pytest.raises(Unset) as refused:
        codes_set(words, texts_in(language))
    return refused.value.note


@pytest.mark.parametrize(
    ("language", "words", "variant", "code", "clue"),
    [
        ("en", "red green blue yellow orange", "colours", "🔴🟢🔵🟡🟠", ""),
        ("en", "🔴 🟢 🔵 🟡 🟠 nice", "colours", "🔴🟢🔵🟡🟠", "nice"),
        ("en", "red, green, blue and yellow", "mastermind", "🔴🟢🔵🟡", ""),
        ("uk", "червоний зелений синій і жовтий", "mastermind", "🔴🟢🔵🟡", ""),
        ("en", "colours 🔴🟢🔵🟡", "mastermind", "🔴🟢🔵🟡", ""),
        ("en", "1 2 3 4 5", "five", "12345", ""),
        ("en", "1 1 2 2 3", "5x10r", "11223", ""),
        ("en", "01 23 45", "six", "012345", ""),
        ("en", "3 1 2 4", "classic", "3124", ""),
        ("en", "5 12345", "five", "12345", ""),
        ("uk", "п´ять цифр 12345 мій рік", "five", "12345", "мій рік"),
        ("uk", "п’ять цифр 12345", "five", "12345", ""),
        ("en", "digits 12345", "five", "12345", ""),
        ("en", "4 digits 1123", "repeats", "1123", ""),
        ("en", "5x8r 01234 x", "5x8r", "01234", "x"),
        ("en", "code 0834", "classic", "0834", ""),
        ("en", "My code is: 0834 born in May", "classic", "0834", "born in May"),
        ("en", "code:0834", "classic", "0834", ""),
        ("uk", "мій секрет — 0834", "classic", "0834", ""),
        ("uk", "слово казка", "words-uk-5-repeats", "казка", ""),
        ("ru", "мой код:\n1205\nдень рождения", "classic", "1205", "день рождения"),
        ("en", "five letter word apple", "words-en-5-repeats", "apple", ""),
        ("en", "word by Ann", "words-en-4", "word", "by Ann"),
        ("en", "code", "words-en-4", "code", ""),
        ("en", "words казка", "words-uk-5-repeats", "казка", ""),
        ("en", "life is short", "words-en-4", "life", "is short"),
        ("en", "mine is crane", "words-en-5", "crane", ""),
        ("en", "word: crane, hint: bird", "words-en-5", "crane", "hint: bird"),
        ("en", "ABCD", "pictures", "🍎🍋🍇🍒", ""),
        ("ru", "шифр", "words-ru-4", "шифр", ""),
        ("uk", "шифр", "words-uk-4", "шифр", ""),
        ("en", "1969 One small step", "repeats", "1969", "One small step"),
        ("en", "12:34 a time", "classic", "1234", "a time"),
        ("en", "0834 - my pin", "classic", "0834", "my pin"),
        ("en", "0834 :)", "classic", "0834", ":)"),
        ("ru", "красный синий зеленый и желтый намёк", "mastermind", "🔴🔵🟢🟡", "намёк"),
        ("uk", "черв зел син жовт", "mastermind", "🔴🟢🔵🟡", ""),
        ("uk", "відгадай слово казка", "words-uk-5-repeats", "казка", ""),
        ("en", "0834\n5 friends", "classic", "0834", "5 friends"),
        ("en", "my code is one, two, three and four :)", "classic", "1234", ":)"),
        ("en", "four digits one two three four", "classic", "1234", ""),
        ("uk", "п’ять цифр п'ять два сім нуль три", "five", "52703", ""),
        ("en", "1984 one of the best", "classic", "1984", "one of the best"),
        ("en", "2 34", "three", "234", ""),
    ],
)
def test_the_longest_code_is_read_without_what_announces_it(
    language: str, words: str, variant: str, code: str, clue: str
) -> None:
    assert read(words, language) == [(variant, code, clue)]


@pytest.mark.parametrize(
    ("words", "readings"),
    [
        ("123 456", [("123456", ""), ("123", "456")]),
        ("code 123 456", [("123456", ""), ("123", "456")]),
        ("0834 2 friends", [("08342", "friends"), ("0834", "2 friends")]),
        ("🔴🟢🔵🟡 🟠 nice", [("🔴🟢🔵🟡🟠", "nice"), ("🔴🟢🔵🟡", "🟠 nice")]),
        ("year 1969 was good", [("year", "1969 was good"), ("1969", "year was good")]),
        ("fruit apple", [("fruit", "apple"), ("apple", "fruit")]),
        ("zero eight three four", [("0834", ""), ("zero", "eight three four")]),
        ("five 2 seven 0 my street", [("5270", "my street"), ("five", "2 seven 0 my street")]),
        ("seven 0834", [("seven", "0834"), ("0834", "seven")]),
        ("clue: home code: house", [("clue", "home code: house"), ("house", "clue: home code:")]),
        ("easy one: code is apple", [("easy", "one: code is apple"), ("apple", "easy one: code is")]),
        ("take this: crane", [("take", "this: crane"), ("crane", "take this:")]),
        ("натяк: дім, слово: школа", [("натяк", "дім, слово: школа"), ("школа", "натяк: дім, слово:")]),
        ("намёк дом, слово школа вот", [("намек", "дом, слово школа вот"), ("школа", "намёк дом, слово вот")]),
    ],
)
def test_of_two_codes_that_may_be_meant_both_are_read(words: str, readings: list[tuple[str, str]]) -> None:
    assert [(code, clue) for _, code, clue in read(words)] == readings


@pytest.mark.parametrize(
    ("language", "words", "told"),
    [
        *(("en", words, "“o” is there more than once, and no game of 4 letters") for words in ("book", "code book")),
        ("en", "book my favourite", "no game of 4 letters"),
        ("en", "book 1234", "/set 1234 book</code>"),
        ("en", "123123", "“1” is there more than once, and no game of 6 digits"),
        ("en", "qwert", "“qwert” isn’t in my list: English words of 5 letters."),
        ("uk", "щщщщю", "«щщщщю» немає в моєму списку: українські слова з 5 літер."),
        *(("ru", f"п{sign}ять", "украинские слова из 4 букв.\nСлов с апострофом") for sign in "'’ʼ`´"),
        ("en", "my old pin 7031", "/set 7031 my old pin</code>"),
        ("en", "my fluffy table", "/set table my fluffy</code>"),
        ("en", "12345678", "That’s 8 digits; I need 3–6."),
        ("en", "4 digits 12345", "That’s 5 digits; I need 4."),
        ("en", "sister", "That’s 6 letters; I need 4–5."),
        ("ru", "слово таблица", "Здесь 7 букв, а нужно 4–5."),
        ("en", "colours red green", "That’s 2 colours; I need 4–5."),
        ("en", "пять", "is a rare word"),
        ("en", "red green blue", "That’s 3 colours; I need 4–5."),
        ("uk", "глек 1234", "/set 1234 глек</code>"),
        ("en", "⚪⚫⚪⚫", "That’s 4 colours; I need 5."),
        ("en", "I love you", "I can’t read a code in “I love you”."),
        ("en", "9" * 4000, "I can’t read a code in “9999"),
        ("en", "9" * 100, "That’s 100 digits; I need 3–6."),
        ("en", "0834 " + "9" * 4000, "The clue is too long"),
        ("en", "~ ! ~", "I can’t read a code"),
    ],
)
def test_what_is_no_code_is_told_why_in_few_words(language: str, words: str, told: str) -> None:
    assert told in (said := why_not(words, language))
    assert len(said) < 2 * LONGEST_TEXT


VARIANTS_SET = [*VARIANTS.values(), *map(variant_named, UNNAMED)]


@st.composite
def codes(draw: st.DrawFn) -> str:
    variant = draw(st.sampled_from(VARIANTS_SET))
    if variant.words:
        return variant.show(draw(st.sampled_from(list(variant.secrets()))))
    symbols = st.lists(
        st.integers(0, len(variant.alphabet) - 1),
        min_size=variant.length,
        max_size=variant.length,
        unique=not variant.repeats,
    )
    return variant.show(tuple(draw(symbols)))


@given(codes(), st.lists(st.sampled_from(sorted(ANNOUNCED.words())), max_size=4), st.sampled_from(LANGUAGES))
def test_whatever_announces_a_code_of_any_variant_it_is_the_code_and_has_no_clue(
    code: str, before: list[str], language: str
) -> None:
    assert [read[1:] for read in read(" ".join([*before, code]), language)] == [(code, "")]


@given(codes(), st.sampled_from([" ", ", ", " - "]), st.sampled_from(LANGUAGES))
def test_a_code_of_any_variant_is_read_in_pieces(code: str, between: str, language: str) -> None:
    assert [read[1:] for read in read(between.join(code), language)] == [(code, "")]


SPELLED = {word: str(vocabulary("digit").meaning(word)) for word in sorted(vocabulary("digit").words())}


@given(st.lists(st.sampled_from(list(SPELLED)), min_size=4, max_size=4), st.sampled_from(LANGUAGES))
def test_a_code_whose_digits_are_spelled_out_in_any_language_is_read_and_known_in_a_clue(
    words: list[str], language: str
) -> None:
    code = "".join(SPELLED[word] for word in words)
    first, *others = codes_set(" ".join(words), texts_in(language))
    assert (first.variant.show(first.code), first.clue) == (code, "")
    assert all(other.variant.words for other in others)
    assert tells_code(replace(first, clue=" ".join(words)))


FRAGMENTS = ["code", "0834", "apple", "5", "12", "🔴", "red", "п'ять", ":", "\n"]


@given(st.text(max_size=300) | st.lists(st.sampled_from(FRAGMENTS)).map(" ".join))
def test_whatever_is_written_comes_to_codes_or_to_a_short_reason(words: str) -> None:
    try:
        found = codes_set(words, texts_in("uk"))
    except Unset as refusal:
        told = refusal.note
    else:
        told = NOTHING
        assert 1 <= len({code.code for code in found}) == len(found) <= 2
    assert len(told) < 2 * LONGEST_TEXT


@pytest.mark.parametrize(
    ("words", "clue"),
    [
        *(("0834", clue) for clue in ("zero, eight, three and four", "ноль, восемь, три и четыре")),
        *(("0834", clue) for clue in ("zero eight three four", "нуль вісім три чотири", "ноль восемь три четыре")),
        *(
            ("0834", clue)
            for clue in ("it is 0834", "0-8-3-4", "08 34", "０８３４", "№0834!", "0\u200b8\u200b3\u200b4")
        ),
        *(("9750", clue) for clue in ("дев’ять сім п'ять нуль", "девять семь пять ноль")),
        *(("apple", clue) for clue in ("APPLE", "a p p l e", "a-p-p-l-e", "аpplе", "pineapples", "ap ple")),
        *(("вода", clue) for clue in ("ВОДА", "BOДA", "в о д а")),
        *(("colours 🔴🟢🔵🟡🔴", clue) for clue in ("red green blue yellow red", "🟥🟩🟦🟨🟥", "R G B Y R", "RGBYR")),
    ],
)
def test_a_clue_that_has_the_code_is_known_however_it_is_written(words: str, clue: str) -> None:
    code = codes_set(f"{words}\n{clue}", texts_in("uk"))[0]
    assert code.clue == clue
    assert tells_code(code)
