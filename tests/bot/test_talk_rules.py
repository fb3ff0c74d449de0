"""What may be passed on: whatever a code could be, well typed or not, never is."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.language import letters_typed
from bot.app.model.talk import MOST, WITHIN, TalkMessage, has_link, is_talk, may_be_said, says_too_much
from solver.variant import VARIANTS, Code, Variant
from tests.bot.strategies import VARIANT
from tests.solver.games import codes

CLASSIC = VARIANTS["classic"]
NUMBERS = [variant for variant in VARIANTS.values() if variant.alphabet.isdecimal()]
SIGNS = [variant for variant in VARIANTS.values() if not variant.words]
WORDS = [variant for variant in VARIANTS.values() if variant.words]
BETWEEN = st.sampled_from(["", " ", "-", ", ", "…", " . ", "\n", "\u200b", "\ufe0f", "\u00a0", "__"])


@st.composite
def written(draw: st.DrawFn, variants: list[Variant]) -> tuple[Variant, str]:
    """A code in one of the ways in which it may be written."""
    variant = draw(st.sampled_from(variants))
    code: Code = draw(codes(variant))
    alphabets = [variant.alphabet, variant.alphabet.lower(), variant.shown or variant.alphabet]
    alphabet = draw(st.sampled_from(alphabets + sorted(letters_typed(variant))))
    signs = "".join(alphabet[symbol] for symbol in code)
    if variant.alphabet.isdecimal() and draw(st.booleans()):
        signs = "".join(chr(ord("٠") + int(digit)) for digit in signs)
    return variant, draw(BETWEEN).join(signs)


@given(written(SIGNS), BETWEEN, BETWEEN)
def test_no_code_is_passed_on_however_it_is_written(lines: tuple[Variant, str], before: str, after: str) -> None:
    variant, text = lines
    assert not may_be_said(f"{before}{text}{after}", variant)


@given(
    written(SIGNS), st.sampled_from(["try {} now!", "I think {}", "{}?? Really? 😀", "а може {} ?", "wie wär's mit {}"])
)
def test_no_code_within_a_sentence_is_passed_on(lines: tuple[Variant, str], sentence: str) -> None:
    variant, text = lines
    assert not may_be_said(sentence.format(f" {text} "), variant)


@given(written(NUMBERS), st.data())
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
    assert not is_talk(between.join(str(number)), CLASSIC)


@pytest.mark.parametrize("variant", WORDS, ids=lambda variant: variant.name)
def test_where_words_are_codes_talk_has_to_be_marked(variant: Variant) -> None:
    assert not is_talk("Good luck to you, my friend!", variant)
    assert may_be_said("Good luck to you, my friend!", variant)
    assert not may_be_said("abcdefgh"[: variant.length] + "!", variant)


@pytest.mark.parametrize(
    "text",
    [
        "Привіт!",
        "ok",
        "Хай щастить 🍀",
        "Good luck!",
        "У мене 2 бики",
        "3 cows again?!",
        ":)",
        "ага",
        "hello",
        "ха-ха-ха",
    ],
)
@pytest.mark.parametrize("variant", ["classic", "repeats", "mastermind"])
def test_what_people_say_is_passed_on(text: str, variant: str) -> None:
    assert is_talk(text, VARIANTS[variant])


@pytest.mark.parametrize(
    "text",
    [
        "see https://example.org/a",
        "tg://resolve?domain=x",
        "write to @somebody",
        "www.example",
        "example.com",
        "t.me/joinchat",
        "моя сторінка.укр",
        "Example．ORG",
    ],
)
def test_a_link_is_seen(text: str) -> None:
    assert has_link(text)


@pytest.mark.parametrize(
    "text", ["Well... no", "Так. Ні.", "1.5 h", "a@b", "what?!", "3/4", "e.g. this", "Привіт.Як ти?"]
)
def test_what_is_no_link_is_not_taken_for_one(text: str) -> None:
    assert not has_link(text)


def test_whoever_has_said_enough_may_speak_again_soon_even_if_the_clock_was_put_back() -> None:
    said = [TalkMessage(str(number), "room", 1, "Ann", "hello", 100.0) for number in range(MOST)]
    assert says_too_much(1, said, 100.0)
    assert not says_too_much(2, said, 100.0)
    assert not any(says_too_much(1, said, now) for now in (100.0 + WITHIN, 100.0 - 3600))
